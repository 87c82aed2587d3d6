import { type PlanSlot, slotOfVisit, slotsOf, slotsOfPlan } from '@dayline/contracts/clinic/schedule';
import { type DayBook, spanOf, takenIn } from '@dayline/contracts/clinic/slots';
import { wholeDay, without } from '@dayline/contracts/clinic/spans';
import { foldDayBook, foldMoney, foldPresence } from '@dayline/contracts/day-book';
import type { Recorded } from '@dayline/contracts/events/definition';
import { type DoctorDayEvent, isPresenceEvent, isStatusEvent } from '@dayline/contracts/events/doctor-day';
import { noMoney } from '@dayline/contracts/fields/visit-money';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Appointment, DoctorDayState, HeldPlace, MoveSteps, TakenPlace } from './state.ts';

export function foldDoctorDay(state: DoctorDayState, events: readonly Recorded<DoctorDayEvent>[]): DoctorDayState {
  let book = state.book;
  const appointments = new Map(state.appointments);
  const moves = new Map(state.moves);
  let holds = state.holds;
  let leaves = state.leaves;
  for (const event of events) {
    if ('moveId' in event.data) moves.set(event.data.moveId, { ...moves.get(event.data.moveId), ...stepOf(event) });
    if ('appointmentId' in event.data) {
      const { appointmentId } = event.data;
      const after = foldAppointment(appointments.get(appointmentId), event, book);
      if (after) appointments.set(appointmentId, after);
    }
    book = foldDayBook(book, event);
    holds = foldHolds(holds, event);
    leaves = foldLeaves(leaves, event);
  }
  return { book, appointments, moves, holds, leaves };
}

function foldHolds(holds: DoctorDayState['holds'], event: Recorded<DoctorDayEvent>): DoctorDayState['holds'] {
  if (event.type === 'PlaceHeld')
    return new Map([...holds, [event.data.appointmentId, { placed: event, ended: null }]]);
  const ended = endOfHold[event.type];
  if (!ended || !('appointmentId' in event.data)) return holds;
  const { appointmentId } = event.data;
  const hold = holds.get(appointmentId);
  return hold ? new Map([...holds, [appointmentId, { ...hold, ended }]]) : holds;
}

const endOfHold: Partial<Record<DoctorDayEvent['type'], HeldPlace['ended']>> = {
  AppointmentBooked: 'booked',
  HoldReleased: 'released',
  HoldLapsed: 'lapsed',
};

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
      confirmedAt: null,
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
    case 'AppointmentConfirmedByPatient':
      // Changes nothing that an undo of something else restores.
      return { confirmedAt: event.data.time };
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
    case 'PlaceHeld':
    case 'HoldReleased':
    case 'HoldLapsed':
    case 'SlotsPlanned':
    case 'DoctorLatenessSet':
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

/** The day's slots by its own events: its hours, or the plan of its last booking or hold. */
export const recordedSlots = (book: DayBook): readonly PlanSlot[] =>
  book.hours ? slotsOf(book.hours.intervals) : book.plan ? slotsOfPlan(book.plan) : [];

/** @param book before the event; if the hours no longer have the slot, its visits are its capacity */
function placeTaken({ revision }: Recorded, book: DayBook, place: Pick<PlanSlot, 'time' | 'minutes'>): TakenPlace {
  const slot = slotOfVisit(recordedSlots(book), place);
  return { revision, capacity: slot?.capacity ?? takenIn(book.visits, spanOf(place)) + 1 };
}
