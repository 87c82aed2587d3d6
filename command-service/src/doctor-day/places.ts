import type { PaymentMethod, PaymentStatus } from '@dayline/contracts/appointments';
import { currentPlan, currentSlots } from '@dayline/contracts/clinic/day/plan';
import type { Price } from '@dayline/contracts/clinic/fees';
import { minutesOf, type PlanSlot, recordedPlan, visitSlotOf } from '@dayline/contracts/clinic/schedule';
import {
  bookedSession,
  freeQuota,
  isFor,
  type Session,
  slotsOfVisit,
  type VisitKind,
} from '@dayline/contracts/clinic/sessions';
import {
  type DayBook,
  type DaySetting,
  daySlots,
  freeQuotas,
  placesLeft,
  type Slot,
  spanOf,
  takenIn,
  takenPlaces,
  whenClosed,
} from '@dayline/contracts/clinic/slots';
import { overlaps } from '@dayline/contracts/clinic/spans';
import { holdsPlace } from '@dayline/contracts/day-book';
import { type FailureDetails, type Refusal, refuse } from '@dayline/contracts/errors';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { type Appointment, type BookedEvent, type DoctorDayState, spanOfVisit } from './state.ts';

/** The decider's input besides its own stream. */
export interface DoctorDayContext extends DaySetting {
  readonly pocId: string;
  /** How long an event can be undone, ms. */
  readonly undoWindowMs: number;
  /** The number of appointments that can be booked beyond a slot's capacity. */
  readonly overbookPerSlot: number;
  /** The fee of a visit unless another amount is requested, in paise; null: no fee is set. */
  readonly fee: number | null;
  /** Whether the hours were read for this decision, rather than being up to a second old. */
  readonly isCurrent: boolean;
}

export type FreeTime = NonNullable<FailureDetails['freeTimes']>[number];

/** Maximum number of other times offered with a refused booking. */
export const offeredTimes = 5;

/** Free times of one date, nearest to `time` first. */
export function freeTimesOf(slots: readonly Slot[], date: string, time: string): FreeTime[] {
  const start = minutesOf(time);
  const distance = (slot: Slot) => Math.abs(minutesOf(slot.time) - start);
  return slots
    .filter((slot) => slot.free > 0)
    .sort((a, b) => distance(a) - distance(b) || (a.time < b.time ? -1 : 1))
    .slice(0, offeredTimes)
    .map((slot) => ({ date, time: slot.time, left: slot.free }));
}

/** The branch of a visit in a session, and the session's fields that a booking keeps. */
export function placeOf(session: Session | null, branchId: number) {
  const booked = bookedSession(session);
  return { branchId: booked?.branchId ?? branchId, ...(booked && { session: booked }) };
}

/** A decided booking, with the plan of its day. */
export function bookingEvents(
  book: DayBook,
  { time, minutes, session }: PlanSlot,
  {
    visit,
    patientClass,
    branchId,
    payment,
    amount,
    fee,
    method,
    ...fields
  }: Pick<BookedEvent['data'], 'appointmentId' | 'patientId' | 'type' | 'branchId' | 'waitingId'> & {
    readonly visit: VisitKind | null | undefined;
    readonly patientClass?: string | undefined;
    readonly payment: PaymentStatus;
    readonly method?: PaymentMethod | undefined;
  } & Price,
  context: DoctorDayContext,
): DoctorDayEvent[] {
  const { appointmentId, patientId } = fields;
  const money = { amount, method: (payment === 'Paid' && method) || 'unknown' } as const;
  const data = { ...fields, time, minutes, ...(visit && { visit }), ...placeOf(session, branchId) };
  const ofClass = patientClass === undefined ? {} : { patientClass };
  return [
    ...plannedDay(book, context),
    { type: 'AppointmentBooked', data: { ...data, ...ofClass, statusBefore: null, statusAfter: 'Confirmed' } },
    { type: 'AppointmentPaymentRecorded', data: { appointmentId, patientId, payment, ...money } },
    ...(fee ? [{ type: 'FeeDecided', data: { appointmentId, patientId, ...fee } } as const] : []),
  ];
}

/** A booking beyond its slot's capacity, which counts in no quota, with the reason. */
export const overbookingEvents = (
  book: DayBook,
  slot: PlanSlot,
  { reason, ...fields }: Omit<Parameters<typeof bookingEvents>[2], 'visit'> & { readonly reason: string },
  context: DoctorDayContext,
): DoctorDayEvent[] => [
  ...bookingEvents(book, slot, { ...fields, visit: null }, context),
  {
    type: 'AppointmentOverbooked',
    data: { appointmentId: fields.appointmentId, patientId: fields.patientId, reason },
  },
];

/** The plan to append before a command's own events if its slots differ from those of the day's plan. */
export function plannedDay(book: DayBook, context: DoctorDayContext): DoctorDayEvent[] {
  const { slots, weekRevision, calendarRevision, isNew } = currentPlan(book, context);
  if (!isNew) return [];
  return [{ type: 'SlotsPlanned', data: { ...recordedPlan(slots), weekRevision, calendarRevision } }];
}

/** The day was planned by later hours than the given ones: it is decided again with the present hours. */
export const staleHours: Refusal = refuse('log.conflict');

/** A place in the slot's session depends on the kind of visit: it is decided again once the kind is known. */
export const visitKindNeeded: Refusal = refuse('log.conflict');

/** Appointments in these hours must be asked for. */
export const onRequestIn = (onRequest: string): Refusal => refuse('session.on-request', { details: { onRequest } });

/** The session is for other classes of patients. */
export const onlyForIn = (session: Session | null): Refusal =>
  refuse('session.only-for', { details: { onlyFor: [...(session?.onlyFor ?? [])] } });

/** A time that was a slot's, but is no slot any more. */
export const hoursChanged: Refusal = refuse('slot.unknown', {
  message: 'The doctor’s hours have changed, and this time no longer exists.',
});

/**
 * The slot at `time`, with or without free capacity; a refusal if it isn't open for booking. Closed bookings of its
 * session don't refuse an overbooking.
 */
export function slotToBook(
  book: DayBook,
  time: string,
  context: DoctorDayContext,
  isOverbooking = false,
): PlanSlot | Refusal {
  const { date, lastBookable, hasLeft } = context;
  if (hasLeft) return refuse('doctor.left');
  if (date > lastBookable) return refuse('slot.beyond-horizon');
  const slot = currentSlots(book, context).find((slot) => slot.time === time);
  const { passed, bookingsClosed, notYetOpen } = whenClosed(
    slot ?? { time, minutes: 1, capacity: 1, session: null },
    context,
  );
  if (passed) return refuse('slot.passed');
  if (notYetOpen) return refuse('session.not-open');
  if (bookingsClosed && !isOverbooking) return refuse('session.closed');
  if (slot?.session?.onRequest !== undefined) return onRequestIn(slot.session.onRequest);
  if (slot && !isFor(slot.session, context.patientClass)) return onlyForIn(slot.session);
  if (slot) return slot;
  const wasSlot = book.plan?.slots.some((slot) => slot.time === time) || book.visits.some(({ from }) => from === time);
  return wasSlot ? hoursChanged : refuse('slot.unknown');
}

/** The visits at the time of a slot. */
export const visitsIn = ({ appointments }: Pick<DoctorDayState, 'appointments'>, slot: PlanSlot): Appointment[] =>
  [...appointments.values()].filter(
    (appointment) => holdsPlace(appointment.status) && overlaps(spanOfVisit(appointment), spanOf(slot)),
  );

/** A patient with all records of the person. */
export interface OfPerson {
  readonly patientId: string;
  readonly records?: readonly string[] | undefined;
}

export const isOfPerson = (
  { booked: { data } }: Pick<Appointment, 'booked'>,
  { patientId, records }: OfPerson,
): boolean => data.patientId === patientId || records?.includes(data.patientId) === true;

/** The refusal that names a patient's own visit in a slot; null if there is none. */
export function ownVisitAt(
  state: DoctorDayState,
  { slot, ...person }: { readonly slot: PlanSlot } & OfPerson,
  { pocId, date }: Pick<DoctorDayContext, 'pocId' | 'date'>,
): Refusal | null {
  const own = visitsIn(state, slot).find((visit) => isOfPerson(visit, person));
  if (!own) return null;
  const { appointmentId } = own.booked.data;
  return refuse('patient.already-booked', { details: { visit: { appointmentId, pocId, date, time: own.time } } });
}

/**
 * The slots that a visit takes from `slot` on, as one, and the refusal of the visit there; null if there is none.
 * Without a patient, it is the place of any.
 */
export function placeFrom(
  state: DoctorDayState,
  { slot, visit, ...person }: PlaceInSlot & Partial<OfPerson>,
  context: DoctorDayContext,
): { readonly slot: PlanSlot; readonly refused: Refusal | null } {
  const sort = { visit, patientClass: context.patientClass };
  const whole = visitSlotOf(slot, currentSlots(state.book, context), sort);
  const refused = refusalOfSlotAt(state, { slot: whole ?? slot, visit, ...person }, context);
  if (refused) return { slot: whole ?? slot, refused };
  if (whenClosed(slot, { ...context, visit }).bookingsClosed) {
    return { slot, refused: refuse('session.closed', { message: 'Bookings of first visits have closed.' }) };
  }
  if (whole) return { slot: whole, refused: null };
  const message = `This visit takes ${slotsOfVisit(slot.session, sort)} slots in a row, and fewer follow.`;
  const freeTimes = freeTimesOf(daySlots(state.book, { ...context, visit }), context.date, slot.time);
  return { slot, refused: refuse('slot.full', { message, details: { freeTimes } }) };
}

/**
 * The refusal of a patient in a slot. The patient's own visit at this time is named before others that fill the slot.
 */
function refusalOfSlotAt(
  state: DoctorDayState,
  { slot, visit, patientId, records }: PlaceInSlot & Partial<OfPerson>,
  context: DoctorDayContext,
): Refusal | null {
  const own = patientId === undefined ? null : ownVisitAt(state, { slot, patientId, records }, context);
  if (own) return own;
  const { book } = state;
  const { blocked } = placesLeft(book, slot, context, { slots: currentSlots(book, context) });
  return blocked ? refuse('slot.blocked') : refusalOfFullSlot(state, { slot, visit }, context);
}

interface PlaceInSlot {
  readonly slot: PlanSlot;
  readonly visit: VisitKind | null;
}

/** The refusal of a slot without free capacity, or with a used-up quota, blocked or not; null if there is capacity. */
export function refusalOfFullSlot(
  { book }: Pick<DoctorDayState, 'book'>,
  { slot, visit }: PlaceInSlot,
  context: DoctorDayContext,
): Refusal | null {
  const lists = freeQuotas(book, slot, { ...context, slots: currentSlots(book, context) });
  const freePlaces = slot.capacity - takenIn(takenPlaces(book, context.clinic), spanOf(slot));
  if (freePlaces > 0 && freeQuota(lists, visit) > 0) return null;
  const freeTimes = freeTimesOf(daySlots(book, { ...context, visit }), context.date, slot.time);
  if (freePlaces <= 0) return refuse('slot.full', { details: { freeTimes } });
  const list = lists.total === 0 ? 'total' : lists.ahead === 0 || visit === null ? 'ahead' : visit;
  return refuse('session.list-full', { message: refusalOfQuota[list], details: { list, freeTimes } });
}

/** Whether a visit is, or was, beyond its slot's capacity or quotas. */
export const isOverbooked = ({ overbookedAt, time }: Appointment): boolean => overbookedAt === time;

export const isFull = ({ refused }: Refusal): boolean => refused === 'slot.full' || refused === 'session.list-full';

/** The refusal of a further overbooking: "up to the client's limit". */
export function refusalOfOverbooking(
  state: DoctorDayState,
  slot: PlanSlot,
  { overbookPerSlot, clinic }: DoctorDayContext,
): Refusal | null {
  const over = visitsIn(state, slot).filter(isOverbooked);
  const beyond = takenIn(takenPlaces(state.book, clinic), spanOf(slot)) - slot.capacity;
  // With free capacity, a quota is used up; overbooked visits don't count in it.
  return (beyond >= 0 ? beyond : over.length) >= overbookPerSlot ? refuse('overbook.limit') : null;
}

const refusalOfQuota = {
  ahead: 'The advance quota of this session is full. The rest can be booked on the day.',
  total: 'This session is full.',
  first: 'The first-visit quota of this session is full.',
  again: 'The follow-up quota of this session is full.',
};
