import type { AppointmentStatus, StoredStatus } from '@dayline/contracts/appointments';
import type { Presence } from '@dayline/contracts/clinic/queue';
import { type PlanSlot, slotOfVisit, slotsOf, slotsOfPlan } from '@dayline/contracts/clinic/schedule';
import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import { type DayBook, emptyDayBook, spanOf, takenIn } from '@dayline/contracts/clinic/slots';
import { type Span, spanFrom, wholeDay, without } from '@dayline/contracts/clinic/spans';
import { foldDayBook, foldMoney, foldPresence } from '@dayline/contracts/day-book';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import {
  type DoctorDayEvent,
  isPresenceEvent,
  isStatusEvent,
  type PresenceEvent,
  type StatusEvent,
} from '@dayline/contracts/events/doctor-day';
import { noMoney, type VisitMoney } from '@dayline/contracts/fields/visit-money';
import { doctorDayOf } from '@dayline/contracts/ids';
import { unreachable } from '@dayline/contracts/unreachable';

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
  /** The spans that leaves have blocked and not opened again, by the ids of the leaves; null: the whole day. */
  readonly leaves: ReadonlyMap<string, readonly Span[] | null>;
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
  leaves: new Map(),
};

export function foldDoctorDay(state: DoctorDayState, events: readonly Recorded<DoctorDayEvent>[]): DoctorDayState {
  let book = state.book;
  const appointments = new Map(state.appointments);
  const moves = new Map(state.moves);
  let leaves = state.leaves;
  for (const event of events) {
    if ('moveId' in event.data) moves.set(event.data.moveId, { ...moves.get(event.data.moveId), ...stepOf(event) });
    if ('appointmentId' in event.data) {
      const { appointmentId } = event.data;
      const after = foldAppointment(appointments.get(appointmentId), event, book);
      if (after) appointments.set(appointmentId, after);
    }
    book = foldDayBook(book, event);
    leaves = foldLeaves(leaves, event);
  }
  return { book, appointments, moves, leaves };
}

/** A block of the desk's own belongs to no leave, so that it stays when a leave ends that had blocked these spans. */
function foldLeaves(leaves: DoctorDayState['leaves'], event: Recorded<DoctorDayEvent>): DoctorDayState['leaves'] {
  switch (event.type) {
    case 'DayBlocked':
      return event.data.leaveId === undefined ? new Map() : new Map([...leaves, [event.data.leaveId, null]]);
    case 'SlotsBlocked': {
      const { leaveId, spans } = event.data;
      if (leaveId !== undefined) return new Map([...leaves, [leaveId, spans]]);
      return new Map([...leaves].map(([id, blocked]) => [id, without(blocked ?? [wholeDay], spans)]));
    }
    case 'DayUnblocked':
      return new Map();
    case 'SlotsUnblocked':
      return new Map([...leaves].filter(([leaveId]) => leaveId !== event.data.leaveId));
    default:
      return leaves;
  }
}

function stepOf(event: Recorded<DoctorDayEvent>): MoveSteps {
  switch (event.type) {
    case 'AppointmentMoveStarted':
      return { started: event };
    case 'AppointmentMovedIn':
    case 'AppointmentMoveUndone':
    case 'MoveRefused':
      return { decided: event };
    case 'AppointmentMovedAway':
    case 'AppointmentMoveAbandoned':
      return { ended: event };
    default:
      return {};
  }
}

function foldAppointment(
  before: Appointment | undefined,
  event: Recorded<DoctorDayEvent>,
  /** The value before the event. */
  book: DayBook,
): Appointment | undefined {
  if (event.type === 'AppointmentBooked') {
    const { time, minutes, visit, branchId, session, statusAfter: status } = event.data;
    const place = { branchId, ...(session && { session }) };
    return {
      booked: event,
      time,
      minutes,
      visit,
      place,
      places: [placeTaken(event, book, { time, minutes })],
      status,
      moving: null,
      isMoving: false,
      movedIn: null,
      lastEventId: event.id,
      overbookedAt: null,
      money: noMoney,
      moneyEvents: [],
      fees: [],
      contacts: [],
      presence: null,
      token: null,
      lanes: { status: [event], payment: [], time: [], presence: [] },
    };
  }
  if (!before) return undefined;
  return { ...before, ...changesOf(before, event, book), ...moneyChanged(before, event) };
}

function moneyChanged(before: Appointment, event: Recorded<DoctorDayEvent>): Partial<Appointment> {
  const money = foldMoney(before.money, event);
  if (money === before.money) return {};
  const changed = { id: event.id, by: event.metadata.actor.name, before: before.money };
  return { money, moneyEvents: [...before.moneyEvents, changed] };
}

function changesOf(before: Appointment, event: Recorded<DoctorDayEvent>, book: DayBook): Partial<Appointment> {
  const lastEventId = event.id;
  if (isStatusEvent(event)) {
    const lanes = { ...before.lanes, status: [...before.lanes.status, event] };
    const presence = foldPresence(before.presence, event);
    return { status: event.data.statusAfter, presence, isMoving: false, lanes, lastEventId };
  }
  if (isPresenceEvent(event)) {
    const presence = foldPresence(before.presence, event);
    const lanes = { ...before.lanes, presence: [...before.lanes.presence, event] };
    return { presence, token: presence?.token ?? before.token, lanes, lastEventId };
  }
  switch (event.type) {
    case 'AppointmentRescheduled': {
      const { time, minutes, visit, branchId, session } = event.data;
      const lanes = { ...before.lanes, time: [...before.lanes.time, event] };
      const places =
        event.data.undoneEventId === null
          ? [...before.places, placeTaken(event, book, { time, minutes })]
          : before.places.slice(0, -1);
      return { time, minutes, visit, place: { branchId, ...(session && { session }) }, places, lanes, lastEventId };
    }
    case 'AppointmentPaymentRecorded':
      return { lastEventId };
    case 'AppointmentPaymentCorrected':
    case 'PaymentRefunded':
    case 'PaymentRefundUndone': {
      const lanes = { ...before.lanes, payment: [...before.lanes.payment, event] };
      // A refund of a move is undone with it.
      const wasCausedByMove = event.metadata.commandId === before.movedIn?.metadata.commandId;
      return wasCausedByMove ? { lanes } : { lanes, lastEventId };
    }
    case 'AppointmentReassigned': {
      const { booked } = before;
      // Changes nothing that an undo of something else restores.
      return { booked: { ...booked, data: { ...booked.data, patientId: event.data.patientId } } };
    }
    case 'AppointmentOverbooked':
      return { overbookedAt: before.time, lastEventId };
    case 'FeeDecided':
      return { fees: [...before.fees, event] };
    case 'PatientContacted':
      // Changes nothing that an undo of something else restores.
      return { contacts: [...before.contacts, event] };
    case 'PatientContactUndone':
      return { contacts: before.contacts.filter(({ id }) => id !== event.data.undoneEventId) };
    case 'AppointmentMoveStarted':
      return { moving: event, isMoving: true };
    case 'AppointmentMoveAbandoned':
      return { isMoving: false };
    case 'AppointmentMovedIn':
      return { movedIn: event, lastEventId };
    case 'MoveRefused':
    case 'SlotsPlanned':
    case 'DayHoursSet':
    case 'DayHoursCleared':
    case 'DayBlocked':
    case 'SlotsBlocked':
    case 'DayUnblocked':
    case 'SlotsUnblocked':
      return {};
    default:
      return unreachable(event);
  }
}

/** @param book before the event; if the hours no longer have the slot, its visits are its capacity */
function placeTaken({ revision }: Recorded, book: DayBook, place: Pick<PlanSlot, 'time' | 'minutes'>): TakenPlace {
  const slots = book.hours ? slotsOf(book.hours.intervals) : book.plan ? slotsOfPlan(book.plan) : [];
  const slot = slotOfVisit(slots, place);
  return { revision, capacity: slot?.capacity ?? takenIn(book.visits, spanOf(place)) + 1 };
}

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
