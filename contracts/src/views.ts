import type { AppointmentStatus, AppointmentType, Paid, PaymentStatus } from './appointments.ts';
import type { Fee } from './clinic/fees.ts';
import type { Identity } from './clinic/identity.ts';
import type { Presence } from './clinic/queue.ts';
import type { BookedSession } from './clinic/sessions.ts';
import type { DayBook } from './clinic/slots.ts';
import type { Span } from './clinic/spans.ts';
import type { DeskTakings, MoneyMoved } from './clinic/takings.ts';
import type { LeaveOutcome, LeaveRow } from './events/calendar.ts';
import type { PastVisit } from './events/imports.ts';
import type { Position } from './ids.ts';
import type { ListKind } from './imports/kinds.ts';
import type {
  ApiKeyRow,
  CalendarRow,
  ChatRow,
  ClientRow,
  DepartmentRow,
  DisplayRow,
  DoctorRow,
  DuplicateRow,
  PatientRow,
  PeopleRow,
} from './views/directory.ts';
import type { MessageRow } from './views/message-fold.ts';
import type { ViewRow } from './views/row.ts';
import type { WaitingRow } from './views/waiting-fold.ts';

/**
 * One appointment. The patient's fields are copied from the patient's row; null once erased. Key: the appointment id.
 */
export interface AppointmentRow extends ViewRow {
  readonly clientId: string;
  readonly pocId: string;
  readonly patientId: string;
  readonly patientName: string | null;
  readonly patientPhone: string | null;
  readonly patientEmail: string | null;
  readonly patientLocation: string | null;
  /** The identity shown beside the name; null if nothing is known, or once erased. */
  readonly patientIdentity: Identity | null;
  /** The patient's name, phone and hospital number, for searching and sorting (`searched`); '' once erased. */
  readonly patientSearch: string;
  /** The record that it was booked for, if another one stands for the person. */
  readonly bookedAs?: string;
  /** See the patient's row. */
  readonly former?: string;
  readonly date: string;
  readonly time: string;
  /** The length of its slot when it was booked; null if the booking didn't record it. */
  readonly minutes: number;
  readonly type: AppointmentType;
  readonly status: AppointmentStatus;
  readonly payment: PaymentStatus | null;
  /** The amount of the visit in all, in paise; null if not recorded. */
  readonly due: number | null;
  /** Payments that were not refunded, oldest first. */
  readonly payments: readonly Paid[];
  /** The event that last changed its money; null before the first. */
  readonly moneyEventId: string | null;
  /** The fee rule that decided `due`; absent without rules. */
  readonly fee?: DecidedFee;
  /** The session's branch, or the doctor's when it was booked. */
  readonly branchId: number;
  /** The session's fields when it was booked; absent if there are none. */
  readonly session?: BookedSession;
  /** The class of patients chosen for the fee; absent if none. */
  readonly patientClass?: string;
  /** Its time when it was booked beyond that time's capacity, and when its patient confirmed it by a message's link. */
  readonly overbookedAt?: string;
  readonly confirmedAt?: string;
  /** Absent before the patient arrives; a marked appointment keeps the last one. */
  readonly presence?: Presence;
  /** Set during a move to another day or doctor. */
  readonly movingTo?: MovePlace;
  /** The last phone call to the patient about it; absent before the first. */
  readonly contact?: Contact;
  /** UTC, ISO 8601. */
  readonly bookedAt: string;
  /** When it was last changed (UTC, ISO 8601); absent before the first change. */
  readonly changedAt?: string;
  /** The first appointment of the visit; absent unless it was moved here from another day or doctor. */
  readonly visitId?: string;
  /** The event that set the current status. */
  readonly statusEventId: string;
  readonly statusAt: string;
  readonly statusBy: string;
}

export interface Contact {
  readonly reached: boolean;
  /** Null once the patient is erased. */
  readonly note: string | null;
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly by: string;
}

/** The fee rule of a booking. */
export interface DecidedFee extends Fee {
  /** Whether the desk took a different amount. */
  readonly isOther: boolean;
}

/** The destination of a move: the appointment's id names doctor and day. */
export interface MovePlace {
  readonly appointmentId: string;
  readonly time: string;
  /** The person who moves it. */
  readonly by: string;
}

/**
 * An appointment that was moved to another day or doctor. Its row of `appointments` is gone, so no list and no sum has
 * it. This row is gone once the move is undone. Key: the appointment id.
 */
export interface MovedAppointmentRow extends ViewRow {
  readonly clientId: string;
  readonly pocId: string;
  readonly patientId: string;
  /** The record that it was booked for, if another one stands for the person. */
  readonly bookedAs?: string;
  readonly date: string;
  readonly time: string;
  readonly type: AppointmentType;
  /** The appointment at the destination. */
  readonly to: string;
  /** The first appointment of the visit. */
  readonly visitId: string;
  /** Whether an undo moved it back, rather than a further move. */
  readonly isUndo: boolean;
  /** UTC, ISO 8601. */
  readonly movedAt: string;
  readonly movedBy: string;
}

export type StatusCounts = Readonly<Record<AppointmentStatus, number>>;

/**
 * Counts. Keys: `client:{clientId}` and `poc:{pocId}` count all appointments; `client:{clientId}:{date}` and
 * `poc:{pocId}:{date}` those of one clinic day; `department:{departmentId}` the department's doctors.
 */
export interface CountsRow extends ViewRow {
  readonly clientId: string;
  readonly pocId: string | null;
  /** The clinic day, or null for a total. */
  readonly date: string | null;
  readonly byStatus: StatusCounts;
  /** By appointment type, without cancelled ones. */
  readonly byType: Readonly<Record<AppointmentType, number>>;
  /** By hour of the day ('09'), without cancelled ones; only in rows of a day. */
  readonly byHour: Readonly<Record<string, number>>;
  readonly departments: number;
  readonly doctors: number;
  /** A client's patients without erased ones; only in the client's total. */
  readonly patients: number;
}

/**
 * A patient's record with visits to a doctor. Removed when the last visit is undone. Key: `{pocId}_{patientId}`.
 */
export interface VisitorRow extends ViewRow {
  readonly clientId: string;
  readonly pocId: string;
  readonly patientId: string;
  /** The record that stands for the person; absent if it is this one. */
  readonly personId?: string;
  /** The dates of the visits, the last one first. */
  readonly dates: readonly string[];
}

/** A doctor's day. Key: `{pocId}_{yyyymmdd}`. */
export interface DoctorDayRow extends ViewRow, DayBook {
  readonly clientId: string;
  readonly pocId: string;
  readonly date: string;
}

/** An imported past visit. Key: the visit's id. */
export interface PastVisitRow extends ViewRow, PastVisit {
  readonly clientId: string;
  readonly patientId: string;
  /** The record that it was imported for, if another one stands for the person. */
  readonly bookedAs?: string;
}

/** An import with its progress. Key: its id. */
export interface ImportViewRow extends ViewRow {
  readonly clientId: string;
  readonly kind: ListKind;
  readonly by: string;
  /** UTC, ISO 8601. */
  readonly startedAt: string;
  readonly rows: number;
  readonly skipped: number;
  /** See `ImportStarted`. */
  readonly headerDigest: string | null;
  readonly columns: readonly (string | null)[];
  readonly done: number;
  readonly created: number;
  readonly matched: number;
  readonly refused: number;
  /** At most `maxRefusedRows`. */
  readonly refusedRows: readonly { readonly row: number; readonly code: string }[];
  readonly finishedAt: string | null;
  readonly outcome: 'done' | 'erased' | 'lost' | null;
  readonly undo: {
    readonly by: string;
    readonly startedAt: string;
    readonly undone: number;
    readonly kept: number;
    readonly keptRows: readonly { readonly row: number; readonly id: string; readonly code: string }[];
    readonly finishedAt: string | null;
  } | null;
}

/** A leave with what happened to each appointment. Key: its id. */
export interface LeaveViewRow extends ViewRow {
  readonly clientId: string;
  readonly pocId: string;
  readonly from: string;
  readonly to: string;
  /** Null: the whole days. */
  readonly hours: Span | null;
  readonly reason: string | null;
  readonly by: string;
  /** UTC, ISO 8601. */
  readonly startedAt: string;
  readonly rows: readonly (LeaveRow & {
    /** Null: still to come. */
    readonly outcome: LeaveOutcome | null;
    readonly movedTo: string | null;
    readonly code: string | null;
    /** UTC, ISO 8601. */
    readonly at: string | null;
  })[];
  readonly state: 'running' | 'stopped' | 'settled' | 'undoing' | 'undone' | 'ended';
  readonly settledAt: string | null;
  readonly stopped: { readonly date: string; readonly appointmentIds: readonly string[] } | null;
}

/**
 * The effect of an event on money. It belongs to the clinic day of the event, whatever the date of the visit. Key: the
 * event's id, with a number for each payment that it replaces.
 */
export interface PaymentRow extends ViewRow, MoneyMoved {
  readonly clientId: string;
  readonly appointmentId: string;
  /** UTC, ISO 8601. */
  readonly recordedAt: string;
}

export interface Closing {
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly by: string;
  /** The takings of the day as of `position`. */
  readonly totals: readonly DeskTakings[];
  readonly position: Position;
  /** The counted cash in paise; absent if it wasn't counted. */
  readonly countedCash?: number;
}

/** A clinic day that was closed. Key: the key of its stream. */
export interface ClosedDayRow extends ViewRow {
  readonly clientId: string;
  readonly date: string;
  /** In the order of the log. */
  readonly closings: readonly Closing[];
}

/** The views of the projection `desk`: everything that a screen shows together is as of one position. */
export interface DeskViews {
  readonly appointments: AppointmentRow;
  readonly movedAppointments: MovedAppointmentRow;
  readonly counts: CountsRow;
  readonly visitors: VisitorRow;
  readonly doctorDays: DoctorDayRow;
  readonly doctors: DoctorRow;
  readonly departments: DepartmentRow;
  readonly patients: PatientRow;
  readonly duplicates: DuplicateRow;
  readonly clients: ClientRow;
  readonly calendars: CalendarRow;
  readonly pastVisits: PastVisitRow;
  readonly leaves: LeaveViewRow;
  readonly imports: ImportViewRow;
  readonly displays: DisplayRow;
  readonly apiKeys: ApiKeyRow;
  readonly chats: ChatRow;
  readonly people: PeopleRow;
  readonly payments: PaymentRow;
  readonly closedDays: ClosedDayRow;
  readonly messages: MessageRow;
  readonly waiting: WaitingRow;
}
export type DeskView = keyof DeskViews;
