import type { AppointmentStatus, StoredStatus } from '@dayline/contracts/appointments';
import type { Presence } from '@dayline/contracts/clinic/queue';
import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import { type DayBook, emptyDayBook, isLive } from '@dayline/contracts/clinic/slots';
import { type Span, spanFrom } from '@dayline/contracts/clinic/spans';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent, PresenceEvent, StatusEvent } from '@dayline/contracts/events/doctor-day';
import type { VisitMoney } from '@dayline/contracts/fields/visit-money';
import { doctorDayOf } from '@dayline/contracts/ids';

export type UndoEvent = Extract<StatusEvent, { data: { undoneEventId: string } }>;
export type PaymentCorrectedEvent = Extract<DoctorDayEvent, { type: 'AppointmentPaymentCorrected' }>;
type PaymentEvent = Extract<
  DoctorDayEvent,
  { type: 'AppointmentPaymentCorrected' | 'PaymentRefunded' | 'PaymentRefundUndone' }
>;
export type RescheduledEvent = Extract<DoctorDayEvent, { type: 'AppointmentRescheduled' }>;
export type BookedEvent = Extract<DoctorDayEvent, { type: 'AppointmentBooked' }>;
type EventOf<Type extends DoctorDayEvent['type']> = Recorded<Extract<DoctorDayEvent, { type: Type }>>;

export interface Appointment {
  readonly booked: Recorded<BookedEvent>;
  /** HH:mm. */
  readonly time: string;
  /** The length of its slot when it was booked at this time. */
  readonly minutes: number;
  /** The quota of its session that it counts in; undefined: none. */
  readonly visit: VisitKind | undefined;
  /** The fields and branch of this time's session. */
  readonly place: Pick<BookedEvent['data'], 'branchId' | 'session'>;
  readonly status: StoredStatus;
  /** The latest move to another day or doctor that moved it away, or is about to. */
  readonly moving: EventOf<'AppointmentMoveStarted'> | null;
  /** Whether that move is open. */
  readonly isMoving: boolean;
  /** Set if it came from another day or doctor. */
  readonly movedIn: EventOf<'AppointmentMovedIn'> | null;
  /**
   * The times at which it was booked and to which it moved within its day, oldest first; the undo of such a move
   * removes the last.
   */
  readonly places: readonly TakenPlace[];
  /** The last event about it, apart from starts and ends of moves that changed nothing. */
  readonly lastEventId: string;
  /** The time at which it was overbooked; a later time is a regular one. */
  readonly overbookedAt: string | null;
  /** The time that its patient has confirmed by the link in a message. */
  readonly confirmedAt: string | null;
  readonly money: VisitMoney;
  /** The events that changed its money, oldest first, each with the previous value. */
  readonly moneyEvents: readonly MoneyEvent[];
  /** The fee rules that applied to it, the latest last; empty without rules. */
  readonly fees: readonly EventOf<'FeeDecided'>[];
  /** Calls to the patient that were not undone, oldest first. */
  readonly contacts: readonly EventOf<'PatientContacted'>[];
  readonly presence: Presence | null;
  /** Kept after an undone arrival; null before the first. */
  readonly token: number | null;
  readonly lanes: Lanes;
}

/** When a visit took up capacity that it didn't have before. */
export interface TakenPlace {
  /** The revision of the event. */
  readonly revision: number;
  /** The span of the slot at that time. */
  readonly capacity: number;
}

export interface MoneyEvent {
  readonly id: string;
  readonly by: string;
  readonly before: VisitMoney;
}

/** The events that can be undone, oldest first, by lane, so that marks and payments don't block each other's undo. */
export interface Lanes {
  /** Begins with the booking; the last one set the current status. */
  readonly status: readonly Recorded<StatusEvent>[];
  /** The last one set the current payment. */
  readonly payment: readonly Recorded<PaymentEvent>[];
  /** The last one set the current time. */
  readonly time: readonly Recorded<RescheduledEvent>[];
  /** The last one set the current presence. */
  readonly presence: readonly Recorded<PresenceEvent>[];
}

/** One doctor on one date: the state for every rule that concurrent users could break. */
export interface DoctorDayState {
  readonly book: DayBook;
  readonly appointments: ReadonlyMap<string, Appointment>;
  /** Moves to another day or doctor that start or end on this day, by id. */
  readonly moves: ReadonlyMap<string, MoveSteps>;
  /** Held places by the id of their hold, which is that of the appointment to come. */
  readonly holds: ReadonlyMap<string, HeldPlace>;
  /** The spans that leaves have blocked and not opened again, by the ids of the leaves; null: the whole day. */
  readonly leaves: ReadonlyMap<string, readonly Span[] | null>;
}

/** A place that was held, and what the day has recorded about its end. */
export interface HeldPlace {
  readonly placed: EventOf<'PlaceHeld'>;
  readonly ended: 'booked' | 'released' | 'lapsed' | null;
}

/** The steps of a move that this day has recorded. */
export interface MoveSteps {
  readonly started?: EventOf<'AppointmentMoveStarted'>;
  readonly decided?: EventOf<'AppointmentMovedIn' | 'AppointmentMoveUndone' | 'MoveRefused'>;
  readonly ended?: EventOf<'AppointmentMovedAway' | 'AppointmentMoveAbandoned'>;
}

export const emptyDay: DoctorDayState = {
  book: emptyDayBook,
  appointments: new Map(),
  moves: new Map(),
  holds: new Map(),
  leaves: new Map(),
};

/** An appointment that has one of the specification's four statuses and is not being moved. */
export type CurrentAppointment = Appointment & { readonly status: AppointmentStatus };

/** The appointment, if it can be changed on this day. */
export function appointmentHere(
  { appointments }: Pick<DoctorDayState, 'appointments'>,
  appointmentId: string,
): CurrentAppointment | Refusal {
  const appointment = appointments.get(appointmentId);
  if (!appointment) return refuse('appointment.unknown');
  if (appointment.isMoving) return refuse('appointment.moving', { details: whereTo(appointment) });
  if (!isHere(appointment)) return refuse('appointment.moved', { details: whereTo(appointment) });
  return appointment;
}

/** The holds that take up capacity at an instant (ms since the epoch, UTC). */
export const heldNow = ({ holds }: Pick<DoctorDayState, 'holds'>, instant: number): HeldPlace[] =>
  [...holds.values()].filter(({ placed, ended }) => ended === null && isLive(placed.data, instant));

/** The refusal of a command that only a Confirmed appointment allows; null if it is Confirmed. */
export const notConfirmed = ({ status }: Pick<Appointment, 'status'>): Refusal | null =>
  status === 'Confirmed' ? null : refuse('appointment.not-confirmed', { details: { status } });

const isHere = (appointment: Appointment): appointment is CurrentAppointment => appointment.status !== 'Moved';

function whereTo({ moving }: Appointment) {
  if (!moving) return {};
  const { to, toTime } = moving.data;
  return { moved: { appointmentId: to, ...doctorDayOf(to), time: toTime, by: moving.metadata.actor.name } };
}

/** The fields of every event that changes a status. */
export function statusChange<Before extends StoredStatus, After extends StoredStatus>(
  appointment: Appointment & { readonly status: Before },
  statusAfter: After,
) {
  const { time, minutes, visit, status: statusBefore } = appointment;
  const { appointmentId, patientId, type } = appointment.booked.data;
  return { appointmentId, patientId, time, minutes, ...(visit && { visit }), type, statusBefore, statusAfter };
}

export const spanOfVisit = ({ time, minutes }: Appointment): Span => spanFrom(time, minutes);
