import type { AppointmentType } from '@dayline/contracts/appointments';
import type { PlanSlot } from '@dayline/contracts/clinic/schedule';
import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import { type DayBook, isLive } from '@dayline/contracts/clinic/slots';
import { holdsPlace, withoutHold, withoutVisit } from '@dayline/contracts/day-book';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import type { Decision } from '../command-handler/decider.ts';
import {
  type DoctorDayContext,
  isFull,
  isOverbooked,
  type OfPerson,
  placeFrom,
  plannedDay,
  slotToBook,
} from './places.ts';
import { type DoctorDayState, type HeldPlace, heldNow, spanOfVisit } from './state.ts';

/** Holds a place for a booking to come: for a partner's patient, who is not yet known, or for the waiting list. */
export interface HoldPlace {
  readonly kind: 'hold';
  /** The id of the hold, and of the appointment to come. */
  readonly appointmentId: string;
  readonly time: string;
  readonly type: AppointmentType;
  readonly patientClass?: string | undefined;
  /** How to request an appointment with a doctor who can't be booked. */
  readonly onRequest: string | null;
  /** ISO 8601, UTC. */
  readonly until: string;
  /** The entry of the waiting list that the place is offered to, and its person. */
  readonly waiting?: OfPerson & {
    readonly waitingId: string;
    /** The hold whose place it is: it is released with this one. */
    readonly replaces?: string | undefined;
  };
}

/** Gives a held place back. */
export interface ReleaseHold {
  readonly kind: 'releaseHold';
  readonly appointmentId: string;
  /** The id of the actor: a hold is only the one's who placed it. */
  readonly holder: string;
}

/** Records the holds that have lapsed. */
export interface LapseHolds {
  readonly kind: 'lapseHolds';
}

export type HoldCommand = HoldPlace | ReleaseHold | LapseHolds;

/** By the rules of a booking that is paid at the desk. Its patient, and so the kind of visit, is not yet known. */
export function decideHold(
  state: DoctorDayState,
  { appointmentId, time, type, patientClass, onRequest, until, waiting }: HoldPlace,
  day: DoctorDayContext,
): Decision<DoctorDayEvent> {
  const context = { ...day, patientClass };
  if (onRequest) return refuse('doctor.on-request', { details: { onRequest } });
  if (type === 'Tele Consultation') return refuse('payment.upfront');
  const start = slotToBook(state.book, time, context);
  if (isRefusal(start)) return start;
  if (waiting && (state.holds.has(appointmentId) || isHeldFor(state, waiting.waitingId, context))) {
    return refuse('waiting.offered');
  }
  const replaced = waiting?.replaces === undefined ? undefined : state.holds.get(waiting.replaces);
  if (waiting?.replaces !== undefined && !isOpenOffer(replaced, time, context)) return refuse('offer.ended');
  const released: DoctorDayEvent[] = replaced ? [releaseOf(replaced)] : [];
  const book = waiting?.replaces === undefined ? state.book : withoutHold(state.book, waiting.replaces);
  const { slot, refused } = placeFrom({ ...state, book }, { slot: start, visit: null, ...waiting }, context);
  if (refused) return refused;
  const entry = waiting && { waitingId: waiting.waitingId };
  const held: DoctorDayEvent = {
    type: 'PlaceHeld',
    data: { appointmentId, time, minutes: slot.minutes, until, ...entry },
  };
  return [...plannedDay(state.book, context), ...released, held];
}

/** Whether a place of the day is held for an entry of the waiting list. */
const isHeldFor = (state: DoctorDayState, waitingId: string, { clinic }: DoctorDayContext): boolean =>
  heldNow(state, clinic.instant).some(({ placed }) => placed.data.waitingId === waitingId);

/** Whether an offer of this time has not ended, by the clock either. */
function isOpenOffer(held: HeldPlace | undefined, time: string, { clinic }: DoctorDayContext): boolean {
  if (held?.ended !== null || held.placed.data.waitingId === undefined) return false;
  return held.placed.data.time === time && isLive(held.placed.data, clinic.instant);
}

export const releaseOf = ({ placed }: HeldPlace): DoctorDayEvent => ({
  type: 'HoldReleased',
  data: { appointmentId: placed.data.appointmentId, time: placed.data.time },
});

/** A hold that has ended otherwise is released too; one that was booked is cancelled like any appointment. */
export function decideRelease(
  { holds }: DoctorDayState,
  { appointmentId, holder }: ReleaseHold,
  { clinic }: DoctorDayContext,
): Decision<DoctorDayEvent> {
  const hold = ownHold(holds, appointmentId, holder);
  if (!hold) return refuse('hold.unknown');
  const { placed, ended } = hold;
  if (ended === 'booked') return refuse('hold.ended');
  if (ended !== null || !isLive(placed.data, clinic.instant)) return [];
  return [releaseOf(hold)];
}

/** The events of the holds that have lapsed by the clock: appended before those of the next command. */
export const lapsedHolds = ({ holds }: DoctorDayState, { clinic }: DoctorDayContext): DoctorDayEvent[] =>
  [...holds.values()]
    .filter(({ placed, ended }) => ended === null && !isLive(placed.data, clinic.instant))
    .map(({ placed: { data } }) => ({
      type: 'HoldLapsed',
      data: { appointmentId: data.appointmentId, time: data.time },
    }));

function ownHold(holds: DoctorDayState['holds'], id: string, holder: string): HeldPlace | null {
  const hold = holds.get(id);
  return hold?.placed.metadata.actor.id === holder ? hold : null;
}

/** The hold that a booking names; a refusal unless it is the holder's, and for this time. */
export function holdToBook(
  { holds }: DoctorDayState,
  { appointmentId, time, holder }: { readonly appointmentId: string; readonly time: string; readonly holder: string },
): HeldPlace | Refusal {
  const hold = ownHold(holds, appointmentId, holder);
  if (hold?.placed.data.time !== time) return refuse('hold.unknown');
  return hold.ended === 'booked' || hold.ended === 'released' ? refuse('hold.ended') : hold;
}

/** The place of a booking with a hold, which is its own while the hold lasts; a lapsed one is booked like any other. */
export function placeOfHold(
  state: DoctorDayState,
  { placed }: HeldPlace,
  request: { readonly slot: PlanSlot; readonly visit: VisitKind | null } & Partial<OfPerson>,
  context: DoctorDayContext,
): ReturnType<typeof placeFrom> {
  if (isLive(placed.data, context.clinic.instant)) {
    return placeFrom({ ...state, book: bookOfHold(state, placed.data.appointmentId) }, request, context);
  }
  const { slot, refused } = placeFrom(state, request, context);
  if (!refused || !isFull(refused)) return { slot, refused };
  const { details } = refused;
  return { slot, refused: refuse('hold.lapsed', details && { details }) };
}

/** The refusal of a booking of a held place while the hold lasts; null if it can be booked. */
export function refusalOfHeld(state: DoctorDayState, held: HeldPlace, context: DoctorDayContext): Refusal | null {
  const slot = slotToBook(state.book, held.placed.data.time, context);
  return isRefusal(slot) ? slot : placeOfHold(state, held, { slot, visit: null }, context).refused;
}

/** The day without the hold, and without the visits that the desk added beyond the capacity while it counted. */
const bookOfHold = ({ book, appointments }: DoctorDayState, holdId: string): DayBook =>
  [...appointments.values()]
    .filter((visit) => holdsPlace(visit.status) && isOverbooked(visit))
    .reduce(
      (others, visit) => withoutVisit(others, { ...spanOfVisit(visit), visit: visit.visit }),
      withoutHold(book, holdId),
    );
