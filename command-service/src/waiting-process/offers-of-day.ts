import { defaultZone, instantOf } from '@dayline/contracts/clinic/clinic-time';
import { asksVisitKind, closeOf, isOfferedIn } from '@dayline/contracts/clinic/sessions';
import { daySlots, type Slot, spanOf } from '@dayline/contracts/clinic/slots';
import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { appointmentId as appointmentIdOf, type DoctorDay } from '@dayline/contracts/ids';
import { placeKey, suits, type WaitingEntry, type WaitingRow } from '@dayline/contracts/views/waiting-fold';
import type { Clock } from '@dayline/runtime/clock';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import { type CommandContext, partOf } from '../command-handler/command-context.ts';
import { isContended } from '../command-handler/contention.ts';
import { doctorDayContext } from '../doctor-day/day-commands.ts';
import { refusalOfHeld } from '../doctor-day/holds.ts';
import { withoutHolds } from '../doctor-day/old-place.ts';
import type { DoctorDayContext } from '../doctor-day/places.ts';
import { type DoctorDayState, heldNow } from '../doctor-day/state.ts';
import { offeredUntil } from '../waiting/offer-times.ts';
import { dayNow, endOffer, entryNow, offerHeldPlace, releasePlace, type WaitingDeps } from './held-places.ts';

export interface OfferingDeps extends WaitingDeps {
  readonly clock: Clock;
}

interface WaitingList {
  /** The client's entries in their order. */
  readonly rows: readonly WaitingRow[];
  /** The entries that were found with an offer, or off the list, while the same event is handled. */
  readonly busy: Set<string>;
}

/** Offers what is free on a doctor's day to those of the list whom it suits, first come first served. */
export async function offerDay(
  deps: OfferingDeps,
  day: DoctorDay,
  { rows, busy }: WaitingList,
  by: CommandContext,
): Promise<void> {
  const { aggregates, rules, clock } = deps;
  const { clientId } = by;
  const { state: doctor } = await aggregates.doctors.load(streams.doctor(day.pocId), 0);
  if (doctor?.clientId !== clientId) return;
  const { departmentId, onRequest } = doctor;
  const isAsked = (row: WaitingRow) => suits(row, { ...day, departmentId: row.departmentId ?? departmentId });
  if (!rows.some((row) => isAsked(row) || isOfferedOn(row, day))) return;
  const context = await doctorDayContext(aggregates, rules, { ...day, clientId, now: clock.now() }, 0);
  const freed = await freeUnbookable(deps, day, { context, isOnRequest: onRequest !== null }, by);
  for (const waitingId of freed) busy.delete(waitingId);
  if (onRequest !== null || context.hasLeft) return;
  let free = freePlaces(await dayNow(deps, day), context);
  for (const row of rows) {
    if (busy.has(row.key) || !free.some((slot) => suitsIn(row, { ...day, departmentId }, slot))) continue;
    const entry = await entryNow(deps, row.key);
    const isFree = entry?.state === 'waiting' && entry.offer === null;
    if (isFree && !(await offerFirst(deps, { entry, waitingId: row.key, day, departmentId, context }, by))) continue;
    busy.add(row.key);
    if (isFree) free = freePlaces(await dayNow(deps, day), context);
  }
}

/** What can be offered: where a place depends on the kind of visit, an acceptance could be refused. */
const freePlaces = ({ book }: Pick<DoctorDayState, 'book'>, context: DoctorDayContext): Slot[] =>
  daySlots(book, context).filter(({ free, session }) => free > 0 && !asksVisitKind(session));

/** Whether a slot suits an entry, under the departments of the slot's session. */
const suitsIn = (
  entry: WaitingEntry,
  { departmentId: own, ...day }: DoctorDay & { readonly departmentId: string },
  { time, session }: Slot,
): boolean => {
  const { departmentId } = entry;
  const isOffered = departmentId === null || isOfferedIn(session, departmentId, own);
  return isOffered && suits(entry, { ...day, departmentId: departmentId ?? own, time });
};

const isOfferedOn = ({ offer }: WaitingRow, { pocId, date }: DoctorDay): boolean =>
  offer !== null && placeKey(offer.appointmentId, '').startsWith(`${pocId} ${date} `);

/**
 * Frees the offered places of a day that can't be booked any more: blocked, on request, no time of the doctor's, or
 * beyond the places of the time; of these the last offered first. Returns their entries.
 */
async function freeUnbookable(
  deps: WaitingDeps,
  day: DoctorDay,
  { context, isOnRequest }: { readonly context: DoctorDayContext; readonly isOnRequest: boolean },
  by: CommandContext,
): Promise<string[]> {
  const freed: string[] = [];
  let state = await dayNow(deps, day);
  for (const held of heldNow(state, context.clinic.instant).reverse()) {
    const { appointmentId, waitingId } = held.placed.data;
    if (waitingId === undefined || (!isOnRequest && !refusalOfHeld(state, held, context))) continue;
    state = withoutHolds(state, [held]);
    await releasePlace(deps, appointmentId, partOf(by, `closed ${appointmentId}`));
    await endOffer(deps, appointmentId, by);
    freed.push(waitingId);
  }
  return freed;
}

/** When a visit in a slot begins, and when its bookings close. */
function timesOf({ time, session, ...slot }: Slot, date: string, zone: string) {
  const { to: end } = spanOf({ time, ...slot });
  const close = closeOf(date, { time, end, session }, null);
  return { startsAt: instantOf({ date, time }, zone), ...(close && { closesAt: instantOf(close, zone) }) };
}

interface Asking {
  readonly entry: WaitingEntry;
  readonly waitingId: string;
  readonly day: DoctorDay;
  readonly departmentId: string;
  readonly context: DoctorDayContext;
}

/** Offers an entry the first free time of a day that suits it; false if there is none. */
async function offerFirst(
  deps: OfferingDeps,
  { entry, waitingId, day, departmentId, context }: Asking,
  by: CommandContext,
): Promise<boolean> {
  const { aggregates, clock } = deps;
  const { state: client } = await aggregates.clients.load(streams.client(entry.clientId));
  const zone = client?.zone ?? defaultZone;
  const state = await dayNow(deps, day);
  // The number of the entry's holds of this day gives each an id of its own, the same in every process.
  const number = [...state.holds.values()].filter(({ placed }) => placed.data.waitingId === waitingId).length;
  const own = derivedFrom(waitingId, `hold ${number} of ${day.pocId} ${day.date}`);
  const appointmentId = appointmentIdOf(day.pocId, day.date, own);
  for (const slot of freePlaces(state, context)) {
    const { time } = slot;
    if (!suitsIn(entry, { ...day, departmentId }, slot)) continue;
    if (entry.offered.includes(placeKey(appointmentId, time))) continue;
    const until = offeredUntil(clock.now(), { ...timesOf(slot, day.date, zone), zone });
    if (until === null) continue;
    const place = { waitingId, appointmentId, time, until: new Date(until).toISOString(), reason: null };
    const outcome = await offerHeldPlace(deps, entry, place, { ...by, commandId: derivedFrom(own, time) });
    if (!isRefusal(outcome)) return true;
    if (isContended(outcome)) throw new Error(`A place for ${waitingId} is contended.`);
    if (outcome.refused === 'waiting.offered' || outcome.refused === 'waiting.unknown') {
      // Another process has offered it a place, or it left; else a place of this day is held for it without an offer.
      const now = await entryNow(deps, waitingId);
      return now?.state !== 'waiting' || now.offer !== null;
    }
  }
  return false;
}
