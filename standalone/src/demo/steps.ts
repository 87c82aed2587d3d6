import type { AppointmentStatus, AppointmentType, PaymentMethod, PaymentStatus } from '@dayline/contracts/appointments';
import type { VisitKind } from '@dayline/contracts/clinic/sessions';

/** The demo's actions, each at its instant (ms, UTC); `who` is the index of an account, -1 the doctor concerned. */
export type DemoStep = { readonly at: number; readonly who: number } & (
  | { readonly kind: 'register'; readonly patient: number }
  | {
      readonly kind: 'book';
      readonly booking: number;
      readonly patient: number;
      readonly doctor: number;
      readonly date: string;
      readonly time: string;
      readonly type: AppointmentType;
      readonly payment: PaymentStatus;
      /** Where the session has lists. */
      readonly visit?: VisitKind;
    }
  /** Beyond the places of its time. */
  | {
      readonly kind: 'overbook';
      readonly booking: number;
      readonly patient: number;
      readonly doctor: number;
      readonly date: string;
      readonly time: string;
      readonly reason: string;
    }
  /** Of the day of its instant. */
  | {
      readonly kind: 'walkIn';
      readonly booking: number;
      readonly patient: number;
      readonly doctor: number;
      readonly date: string;
      readonly payment: PaymentStatus;
    }
  /** To this doctor, date and time. */
  | {
      readonly kind: 'move';
      readonly booking: number;
      readonly doctor: number;
      readonly date: string;
      readonly time: string;
      readonly reason: string;
    }
  | {
      readonly kind: 'mark';
      readonly booking: number;
      readonly status: AppointmentStatus;
      /** Of a paid visit that is cancelled. */
      readonly refunded?: PaymentMethod;
    }
  /** Of who was to pay later. */
  | { readonly kind: 'pay'; readonly booking: number; readonly method: PaymentMethod }
  | { readonly kind: 'closeDay'; readonly date: string }
  | { readonly kind: 'undo'; readonly booking: number }
  | { readonly kind: 'arrive' | 'call'; readonly booking: number }
  | { readonly kind: 'blockDay'; readonly doctor: number; readonly date: string; readonly reason: string }
  | {
      readonly kind: 'blockSlots';
      readonly doctor: number;
      readonly date: string;
      readonly times: readonly string[];
      readonly reason: string;
    }
);

/** At night nobody comes to the clinic: appointments are calls. */
export const isNight = (time: string): boolean => time < '06:00' || time >= '22:00';
