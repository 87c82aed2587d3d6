import type { Pricing } from '@dayline/contracts/clinic/fees';
import type { PlanSlot } from '@dayline/contracts/clinic/schedule';
import { asksVisitKind, type VisitKind } from '@dayline/contracts/clinic/sessions';
import { withoutVisit } from '@dayline/contracts/day-book';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { withNewFee } from '@dayline/contracts/fields/visit-money';
import type { Decision } from '../command-handler/decider.ts';
import { type FeeRequest, feeBack, feeChangeOf, feeEvents } from './money/fee-of-move.ts';
import { priceIn } from './money/payment.ts';
import { recordedMoney } from './money/visit-money.ts';
import { returnToOldPlace } from './old-place.ts';
import {
  type DoctorDayContext,
  type FreeTime,
  placeFrom,
  placeOf,
  plannedDay,
  slotToBook,
  visitKindNeeded,
} from './places.ts';
import {
  type Appointment,
  appointmentHere,
  type DoctorDayState,
  notConfirmed,
  type RescheduledEvent,
  spanOfVisit,
} from './state.ts';
import { undoneBefore } from './undo.ts';

export interface Reschedule {
  readonly kind: 'reschedule';
  readonly appointmentId: string;
  readonly time: string;
  readonly reason: string | null;
  /** The doctor's branch; 0 means none. */
  readonly branchId: number;
  /** As in a booking, for a visit that counts in no quota yet. */
  readonly visit?: VisitKind | null | undefined;
  /** Absent if the doctor has no fee rules. */
  readonly pricing?: Pricing | undefined;
  readonly fee?: FeeRequest;
  /** All records of the person. */
  readonly records?: readonly string[];
}

export interface UndoReschedule {
  readonly kind: 'undoReschedule';
  /** All records of the person. */
  readonly records?: readonly string[] | undefined;
  readonly appointmentId: string;
  /** The event to compensate. */
  readonly eventId: string;
}

/** "The id stays; the new time is checked like a booking's", not counting the visit's own place. */
export function decideReschedule(
  state: DoctorDayState,
  { appointmentId, time, reason, branchId, pricing, fee = {}, ...patient }: Reschedule,
  day: DoctorDayContext,
): Decision<DoctorDayEvent> {
  const appointment = toMove(state, appointmentId, day);
  if (isRefusal(appointment)) return appointment;
  if (time === appointment.time) return [];
  const others = stateWithout(state, appointment);
  const { patientId, type, patientClass } = appointment.booked.data;
  const context = { ...day, patientClass };
  const start = slotToBook(others.book, time, context);
  if (isRefusal(start)) return start;
  const visit = appointment.visit ?? patient.visit;
  if (visit === undefined && asksVisitKind(start.session)) return visitKindNeeded;
  const place = { slot: start, patientId, records: patient.records, visit: visit ?? null };
  const { slot, refused } = placeFrom(others, place, context);
  if (refused) return withoutTime(refused, { date: context.date, time: appointment.time });
  const prices = pricing && {
    here: priceIn({ type, pricing, patientClass }, appointment.place.session?.name, context),
    there: priceIn({ type, pricing, patientClass }, slot.session?.name, context),
  };
  const change = feeChangeOf(appointment, prices, fee);
  if (change && isRefusal(change)) return change;
  const after = withNewFee(appointment.money, change);
  const isTaken = change?.difference === 'taken';
  const money = isTaken ? { money: recordedMoney(after, after.status ?? 'Pay_later') } : {};
  const where = placeOf(slot.session, branchId);
  const moved = { place: where, visit, reason, undoneEventId: null, ...money, ...(change && { feeChange: change }) };
  return [
    ...plannedDay(state.book, context),
    rescheduled(appointment, slot, moved),
    ...(isTaken ? feeEvents({ appointmentId, patientId }, appointment.money, { change, before: undefined }) : []),
  ];
}

/** The appointment, if it can be moved to another time, day or doctor. */
export function toMove(
  state: DoctorDayState,
  appointmentId: string,
  { date, clinic }: DoctorDayContext,
): Appointment | Refusal {
  const appointment = appointmentHere(state, appointmentId);
  if (isRefusal(appointment)) return appointment;
  const refused = notConfirmed(appointment);
  if (refused) return refused;
  if (date < clinic.date) return refuse('move.past');
  return appointment.presence?.call ? refuse('move.called') : appointment;
}

export function decideUndoReschedule(
  state: DoctorDayState,
  { appointmentId, eventId, records }: UndoReschedule,
  context: DoctorDayContext,
): Decision<DoctorDayEvent> {
  const appointment = appointmentHere(state, appointmentId);
  if (isRefusal(appointment)) return appointment;
  const { status, lanes } = appointment;
  const undone = lanes.time.find(({ id }) => id === eventId);
  if (!undone || undone.data.undoneEventId !== null) return refuse('undo.unknown');
  const before = undoneBefore({ lane: lanes.time, undone }, appointment, context);
  if (before) return before;
  if (status !== 'Confirmed') return refuse('appointment.changed', { details: { status } });
  if (appointment.presence?.call) return refuse('move.called');
  const { patientId, timeBefore: time, minutesBefore: minutes, visitBefore: visit } = undone.data;
  const isOver = appointment.overbookedAt === time;
  const placeBefore = appointment.places.at(-2);
  const old = { time, minutes, taken: placeBefore, leftAt: undone.revision, patientId, records, visit, isOver };
  const freed = returnToOldPlace(stateWithout(state, appointment), old, context);
  if (isRefusal(freed)) return freed;
  const place = lanes.time.at(-2)?.data ?? appointment.booked.data;
  const back = feeBack(appointment, undone);
  if (back && isRefusal(back)) return back;
  const moved = { place, visit, reason: null, undoneEventId: eventId, ...(back && { money: back.money }) };
  return [
    ...plannedDay(state.book, context),
    ...freed,
    ...(back?.paidAgain ?? []),
    rescheduled(appointment, { time, minutes }, moved),
    ...(back?.decided ?? []),
  ];
}

/** A refusal that doesn't offer the visit's present time. */
export function withoutTime(refusal: Refusal, own: Pick<FreeTime, 'date' | 'time'>): Refusal {
  const freeTimes = refusal.details?.freeTimes?.filter(({ date, time }) => date !== own.date || time !== own.time);
  return freeTimes ? { ...refusal, details: { ...refusal.details, freeTimes } } : refusal;
}

/** The day without one of its visits. */
function stateWithout({ book, appointments, ...rest }: DoctorDayState, appointment: Appointment): DoctorDayState {
  const { visit, booked } = appointment;
  const { appointmentId } = booked.data;
  const others = new Map(appointments);
  others.delete(appointmentId);
  return { book: withoutVisit(book, { ...spanOfVisit(appointment), visit }), appointments: others, ...rest };
}

function rescheduled(
  { booked, time: timeBefore, minutes: minutesBefore, visit: visitBefore }: Appointment,
  { time, minutes }: Pick<PlanSlot, 'time' | 'minutes'>,
  {
    place: { branchId, session },
    visit,
    ...why
  }: { readonly place: Appointment['place']; readonly visit: VisitKind | null | undefined } & Pick<
    RescheduledEvent['data'],
    'reason' | 'undoneEventId' | 'feeChange' | 'money'
  >,
): DoctorDayEvent {
  const { appointmentId, patientId, type } = booked.data;
  const from = { timeBefore, minutesBefore, ...(visitBefore && { visitBefore }) };
  const to = { time, minutes, ...(visit && { visit }), branchId, ...(session && { session }) };
  return {
    type: 'AppointmentRescheduled',
    data: { appointmentId, patientId, type, ...from, ...to, ...why },
  };
}
