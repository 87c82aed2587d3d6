import type { AppointmentStatus, AppointmentType, PaymentStatus } from '@dayline/contracts/appointments';
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
  | { readonly kind: 'mark'; readonly booking: number; readonly status: AppointmentStatus }
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
