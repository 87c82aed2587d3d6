import { currentSlots } from '@dayline/contracts/clinic/day/plan';
import { type PlanSlot, slotOfVisit } from '@dayline/contracts/clinic/schedule';
import { freeQuota, type VisitKind } from '@dayline/contracts/clinic/sessions';
import { freeQuotas, spanOf } from '@dayline/contracts/clinic/slots';
import { overlaps, type Span } from '@dayline/contracts/clinic/spans';
import { holdsPlace, withoutHold } from '@dayline/contracts/day-book';
import type { Refusal } from '@dayline/contracts/errors';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { releaseOf } from './holds.ts';
import {
  type DoctorDayContext,
  isOverbooked,
  type OfPerson,
  ownVisitAt,
  refusalOfFullSlot,
  refusalOfOverbooking,
  visitsIn,
} from './places.ts';
import {
  type Appointment,
  type DoctorDayState,
  type HeldPlace,
  heldNow,
  spanOfVisit,
  type TakenPlace,
} from './state.ts';

/** The slot that a visit left. */
export interface OldPlace extends OfPerson {
  readonly time: string;
  readonly minutes: number;
  readonly taken: TakenPlace | undefined;
  /** Revision of the event that left it. */
  readonly leftAt: number;
  readonly visit: VisitKind | null | undefined;
  /** Whether it was beyond its slot's capacity or quotas. */
  readonly isOver: boolean;
}

/** The former slot of a cancelled or moved visit. */
export function placeBefore(appointment: Appointment, records: OfPerson['records']): OldPlace {
  const { time, minutes, visit, booked, places, lanes } = appointment;
  const { patientId } = booked.data;
  const leftAt = lanes.status.at(-1)?.revision ?? booked.revision;
  return { time, minutes, taken: places.at(-1), leftAt, patientId, visit, records, isOver: isOverbooked(appointment) };
}

/**
 * The events before a visit's return to its old slot, or its refusal. "An undo puts back what stood": an offer to the
 * waiting list that has got the place since ends. A partner's hold stays, and so does every offer that leaves enough.
 */
export function returnToOldPlace(
  state: DoctorDayState,
  place: OldPlace,
  context: DoctorDayContext,
): DoctorDayEvent[] | Refusal {
  const refused = refusalOfOldPlace(state, place, context);
  if (!refused) return [];
  const isNewOffer = ({ placed }: HeldPlace) => placed.data.waitingId !== undefined && placed.revision > place.leftAt;
  const offers = heldNow(state, context.clinic.instant).filter(isNewOffer);
  const isFree = (ended: readonly HeldPlace[]) => !refusalOfOldPlace(withoutHolds(state, ended), place, context);
  if (!isFree(offers)) return refused;
  // The first offered ends, so that others that left later can come back too.
  const ended = offers.reduceRight((all, offer) => {
    const others = all.filter((other) => other !== offer);
    return isFree(others) ? others : all;
  }, offers);
  return ended.map(releaseOf);
}

/** The day without holds. */
export function withoutHolds(state: DoctorDayState, ended: readonly HeldPlace[]): DoctorDayState {
  const ids = new Set(ended.map(({ placed }) => placed.data.appointmentId));
  const holds = new Map([...state.holds].filter(([id]) => !ids.has(id)));
  return { ...state, holds, book: [...ids].reduce(withoutHold, state.book) };
}

/**
 * The refusal of a visit that can't return to its old slot: only if others have taken the capacity since. Bookings stay
 * when their time is blocked or passes or the hours change, and so does a restored visit: the present hours refuse it
 * only if somebody has been booked by them.
 */
function refusalOfOldPlace(state: DoctorDayState, place: OldPlace, context: DoctorDayContext): Refusal | null {
  const { time, minutes, patientId, records } = place;
  const span = spanOf(place);
  const day = currentSlots(state.book, context);
  const slots = day.filter((slot) => overlaps(spanOf(slot), span));
  const own = slotOfVisit(day, place);
  const before: PlanSlot = { time, minutes, capacity: place.taken?.capacity ?? 1, session: null };
  const ownVisit = ownVisitAt(state, { slot: before, patientId, records }, context);
  if (ownVisit) return ownVisit;
  const now = (slots.length > 0 ? slots : [before])
    .map((slot) => refusalOfSlot(state, { ...place, slot: slot === own ? slot : { ...slot, session: null } }, context))
    .find((refusal) => refusal !== null);
  if (!now) return null;
  const listed = new Set(slots.flatMap(({ session }) => (session?.quota ? [session] : [])));
  const shared = day.filter(({ session }) => session && listed.has(session));
  const newcomers = { spans: [place, ...shared].map(spanOf), since: place.leftAt };
  const isTaken = hasNewcomers(state, newcomers, context);
  return isTaken ? now : refusalOfSlot(state, { ...place, slot: before }, context);
}

interface Newcomers {
  readonly spans: readonly Span[];
  /** A revision of the day. */
  readonly since: number;
}

/** Whether somebody was booked into one of the spans, or holds a place there, since a revision of the day. */
function hasNewcomers(state: DoctorDayState, { spans, since }: Newcomers, { clinic }: DoctorDayContext): boolean {
  const isWithin = (placeSpan: Span) => spans.some((span) => overlaps(span, placeSpan));
  const isNewVisit = (appointment: Appointment) =>
    holdsPlace(appointment.status) &&
    (appointment.places.at(-1)?.revision ?? 0) > since &&
    isWithin(spanOfVisit(appointment));
  const isNewHold = ({ placed }: HeldPlace) => placed.revision > since && isWithin(spanOf(placed.data));
  return [...state.appointments.values()].some(isNewVisit) || heldNow(state, clinic.instant).some(isNewHold);
}

function refusalOfSlot(
  state: DoctorDayState,
  { slot, visit = null, isOver }: Pick<OldPlace, 'visit' | 'isOver'> & { readonly slot: PlanSlot },
  context: DoctorDayContext,
): Refusal | null {
  const full = refusalOfFullSlot(state, { slot, visit }, context);
  if (!full) return null;
  return isOver || isTakenByOverbooked(state, { slot, visit }, context)
    ? refusalOfOverbooking(state, slot, context)
    : full;
}

/** Whether a full slot is full because of overbooked visits that were there together with the visit. */
function isTakenByOverbooked(
  state: DoctorDayState,
  { slot, visit }: { readonly slot: PlanSlot; readonly visit: VisitKind | null },
  context: DoctorDayContext,
): boolean {
  const lists = freeQuotas(state.book, slot, { ...context, slots: currentSlots(state.book, context) });
  const regularVisits = visitsIn(state, slot).filter((visit) => !isOverbooked(visit));
  const holds = heldNow(state, context.clinic.instant).filter(({ placed }) =>
    overlaps(spanOf(placed.data), spanOf(slot)),
  );
  return regularVisits.length + holds.length < slot.capacity && freeQuota(lists, visit) > 0;
}
