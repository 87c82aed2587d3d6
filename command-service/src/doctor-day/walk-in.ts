import { currentSlots } from '@dayline/contracts/clinic/day/plan';
import type { Price, Pricing } from '@dayline/contracts/clinic/fees';
import { walkInSlots } from '@dayline/contracts/clinic/queue';
import { visitSlotOf } from '@dayline/contracts/clinic/schedule';
import { asksVisitKind, type VisitKind } from '@dayline/contracts/clinic/sessions';
import { daySlots, type Slot } from '@dayline/contracts/clinic/slots';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import type { Decision } from '../command-handler/decider.ts';
import { type PaymentFields, priceOf } from './money/payment.ts';
import { refundOf } from './money/refund.ts';
import {
  bookingEvents,
  type DoctorDayContext,
  freeTimesOf,
  isOfPerson,
  type OfPerson,
  onlyForIn,
  onRequestIn,
  overbookingEvents,
  ownVisitAt,
  refusalOfOverbooking,
  visitKindNeeded,
} from './places.ts';
import { arrival, nextToken } from './presence.ts';
import { type Appointment, appointmentHere, type DoctorDayState, statusChange } from './state.ts';
import { undoableUntil } from './undo.ts';

/** A patient who is at the clinic without an appointment. */
export interface WalkIn extends PaymentFields {
  readonly kind: 'walkIn';
  readonly appointmentId: string;
  readonly patientId: string;
  /** Of the doctor's tokens of the day. */
  readonly letter?: string | undefined;
  /** All records of the person. */
  readonly records?: readonly string[];
  /** Absent if the doctor has no fee rules. */
  readonly pricing?: Pricing | undefined;
  /** The doctor's branch; 0 means none. */
  readonly branchId: number;
  /** Null: it counts in no quota of the session. Absent: unknown so far, see `visitKindNeeded`. */
  readonly visit?: VisitKind | null | undefined;
  /** How to request an appointment with a doctor who takes no walk-ins. */
  readonly onRequest?: string | null;
  /** The refusal of new bookings of the patient; a repeated walk-in succeeds. */
  readonly gone?: Refusal | null;
}

/**
 * Booking and arrival at once. "It takes the running slot if it has a place, else the next free one today". Closed
 * bookings don't prevent it.
 */
export function decideWalkIn(
  state: DoctorDayState,
  command: WalkIn,
  context: DoctorDayContext,
): Decision<DoctorDayEvent> {
  const { appointmentId, patientId, records, payment, method, branchId, visit, patientClass, onRequest, gone } =
    command;
  const { clinic, date, pocId, hasLeft } = context;
  if (gone) return gone;
  if (onRequest) return refuse('doctor.on-request', { details: { onRequest } });
  if (hasLeft) return refuse('doctor.left');
  if (date !== clinic.date) return refuse('queue.not-today');
  const own = [...state.appointments.values()].find((visit) => isToCome(visit, command));
  if (own) {
    const details = { visit: { appointmentId: own.booked.data.appointmentId, pocId, date, time: own.time } };
    return refuse('patient.already-booked', { message: 'This patient has an appointment today.', details });
  }
  const ofClass = { ...context, patientClass, ...(visit !== undefined && { visit }) };
  const { open, free, begun } = walkInSlots(daySlots(state.book, ofClass), clinic.time);
  if (visit === undefined && open.some(({ session }) => asksVisitKind(session))) return visitKindNeeded;
  const details = {
    appointmentId,
    patientId,
    type: 'Direct Consultation',
    branchId,
    patientClass,
    payment,
    method,
  } as const;
  const priceAt = (slot: Slot) => priceOf({ ...command, type: details.type }, slot.session, context);
  if (!free) {
    const visit = { ...details, letter: command.letter, priceAt, records };
    return overbooked(state, visit, begun, context) ?? whyNoSlot(open, context);
  }
  const slot = visitSlotOf(free, currentSlots(state.book, context), { visit, patientClass }) ?? free;
  const refused = ownVisitAt(state, { slot, patientId, records }, context);
  if (refused) return refused;
  const price = priceAt(free);
  if (isRefusal(price)) return price;
  const token = nextToken(state, { ...slot, visit }, context);
  return [
    ...bookingEvents(state.book, slot, { ...details, ...price, visit }, context),
    arrival({ appointmentId, patientId, token, letter: command.letter }, context),
  ];
}

/** "Else an overbooking of the running or last begun slot with the reason “walk-in”"; null if that isn't possible. */
function overbooked(
  state: DoctorDayState,
  {
    priceAt,
    letter,
    records,
    ...details
  }: Omit<Parameters<typeof overbookingEvents>[2], 'reason' | keyof Price> & {
    readonly letter: string | undefined;
    priceAt(slot: Slot): Price | Refusal;
    readonly records: readonly string[] | undefined;
  },
  slot: Slot | undefined,
  context: DoctorDayContext,
): DoctorDayEvent[] | Refusal | null {
  const { appointmentId, patientId } = details;
  if (!slot || ownVisitAt(state, { slot, patientId, records }, context)) return null;
  if (refusalOfOverbooking(state, slot, context)) return null;
  const price = priceAt(slot);
  if (isRefusal(price)) return price;
  const token = nextToken(state, { ...slot, visit: null }, context);
  return [
    ...overbookingEvents(state.book, slot, { ...details, ...price, reason: 'walk-in' }, context),
    arrival({ appointmentId, patientId, token, letter }, context),
  ];
}

const isToCome = (appointment: Appointment, person: OfPerson): boolean =>
  appointment.status === 'Confirmed' && isOfPerson(appointment, person);

/** `open`: the slots that have not ended. */
function whyNoSlot(open: readonly Slot[], { date, clinic }: DoctorDayContext): Refusal {
  if (open.length === 0) return refuse('slot.unknown', { message: 'The doctor has no more hours today.' });
  if (open.every(({ blocked }) => blocked)) return refuse('slot.blocked', { details: { freeTimes: [] } });
  const session = open.find(({ blocked }) => !blocked)?.session ?? null;
  if (open.every(({ blocked, offered }) => blocked || !offered)) {
    return session?.onRequest === undefined ? onlyForIn(session) : onRequestIn(session.onRequest);
  }
  const freeTimes = freeTimesOf(open, date, clinic.time);
  const isFull = open.every(({ blocked, offered, left }) => blocked || !offered || left === 0);
  return isFull
    ? refuse('slot.full', { message: 'All times today are full.', details: { freeTimes } })
    : refuse('session.list-full', { details: { freeTimes } });
}

export interface UndoWalkIn {
  readonly kind: 'undoWalkIn';
  readonly appointmentId: string;
  /** The arrival that the walk-in appended. */
  readonly eventId: string;
}

/** Cancels a walk-in that was a mistake, and gives back what it paid: for 15 s, and only if nothing came after it. */
export function decideUndoWalkIn(
  state: DoctorDayState,
  { appointmentId, eventId }: UndoWalkIn,
  { clinic, undoWindowMs }: DoctorDayContext,
): Decision<DoctorDayEvent> {
  const appointment = appointmentHere(state, appointmentId);
  if (isRefusal(appointment)) return appointment;
  const { booked, lanes, lastEventId, status } = appointment;
  const arrival = lanes.presence.find(({ id }) => id === eventId);
  if (arrival?.metadata.commandId !== booked.metadata.commandId) return refuse('undo.unknown');
  const undone = lanes.status.find(({ data }) => 'undoneEventId' in data && data.undoneEventId === eventId);
  if (undone) {
    const refunds = lanes.payment.filter(({ metadata }) => metadata.commandId === undone.metadata.commandId);
    return { repeats: [undone, ...refunds] };
  }
  if (lastEventId !== eventId) return refuse('appointment.changed', { details: { status } });
  if (clinic.instant > undoableUntil(arrival, undoWindowMs)) return refuse('undo.expired');
  const data = { ...statusChange(appointment, 'Cancelled'), undoneEventId: eventId };
  return [{ type: 'AppointmentCancelled', data }, ...refundOf(appointment, { money: 'refunded', method: undefined })];
}
