import type { Occasion } from '@dayline/contracts/clinic/calendar';
import type { PatientDetails } from '@dayline/contracts/clinic/identity';
import type { Interval, Week } from '@dayline/contracts/clinic/schedule';
import type { Span } from '@dayline/contracts/clinic/spans';
import type { PastVisit } from '@dayline/contracts/events/imports';
import type { ListKind } from '@dayline/contracts/imports/kinds';

/** What a row says of a patient; what it leaves out, or leaves empty, is absent. */
export type PatientCells = { readonly name: string } & Partial<PatientDetails>;

/** An existing patient, or the one of an earlier row of the file. */
export type KnownPatient = { readonly id: string } | { readonly row: number };

export type PatientRowCommand =
  | {
      readonly kind: 'register';
      readonly details: PatientCells;
      readonly somebodyElse: boolean;
      /** A similar patient, who is a different person by the decision. */
      readonly differentFrom?: KnownPatient;
    }
  /** `before`: the changed fields as of the preview; not compared for a patient of the file. */
  | {
      readonly kind: 'correct';
      readonly of: KnownPatient;
      readonly before: Partial<PatientDetails>;
      readonly after: Partial<PatientDetails>;
    };

export interface DoctorRevision {
  readonly name?: string;
  readonly phone?: string;
  /** Paise. */
  readonly fee?: number;
  readonly meetingLink?: string;
}

export type DoctorRowCommand =
  | {
      readonly kind: 'add';
      readonly doctor: {
        readonly kind?: 'unit';
        readonly departmentId: string;
        readonly name: string;
        readonly contactNumber: string | null;
        readonly email: string | null;
        readonly meetingLink: string | null;
        /** Paise. */
        readonly consultationFee: number | null;
        readonly externalId: string | null;
      };
    }
  | { readonly kind: 'revise'; readonly pocId: string; readonly revision: DoctorRevision };

export type HoursRowCommand =
  | {
      readonly kind: 'week';
      readonly pocId: string;
      readonly from: string;
      readonly name: string | null;
      readonly week: Week;
      /** Of the doctor's weeks at that time. */
      readonly revision: number;
    }
  | {
      readonly kind: 'date';
      readonly pocId: string;
      readonly date: string;
      readonly intervals: readonly Interval[];
      readonly reason: string | null;
      /** The hours of the date as of the preview, as JSON. */
      readonly before: string;
    }
  /** The doctor is away: the date is blocked. */
  | { readonly kind: 'off'; readonly pocId: string; readonly date: string; readonly reason: string };

interface HospitalDayCommand {
  readonly on: Occasion;
  readonly from: string | undefined;
  readonly to: string | null;
  readonly name: string;
  readonly open: readonly Span[];
  /** When bookings for the day close; absent: as usual. */
  readonly bookUntil?: string;
  readonly branchId: number | null;
}

/** The days of one holiday. */
export interface HospitalDaysRowCommand {
  readonly days: readonly HospitalDayCommand[];
}

export type VisitRowCommand =
  | { readonly kind: 'note'; readonly patientId: string; readonly visit: Omit<PastVisit, 'visitId'> }
  /** A visit of today or later. */
  | {
      readonly kind: 'book';
      readonly patientId: string;
      readonly pocId: string;
      readonly date: string;
      readonly time: string;
    };

/** What the import of a row carries out, by kind of list. */
export interface RowCommands extends Record<ListKind, unknown> {
  readonly patients: PatientRowCommand;
  readonly doctors: DoctorRowCommand;
  readonly hours: HoursRowCommand;
  readonly hospitalDays: HospitalDaysRowCommand;
  readonly pastVisits: VisitRowCommand;
}
