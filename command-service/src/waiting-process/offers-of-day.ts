import { defaultZone, instantOf } from '@dayline/contracts/clinic/clinic-time';
import { daySlots } from '@dayline/contracts/clinic/slots';
import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { appointmentId as appointmentIdOf, type DoctorDay } from '@dayline/contracts/ids';
import type { WaitingRow } from '@dayline/contracts/views/waiting-fold';
import { placeKey, suits, type WaitingEntry } from '@dayline/contracts/views/waiting-fold';
import type { Clock } from '@dayline/runtime/clock';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import { type CommandContext, partOf } from '../command-handler/command-context.ts';
import { isContended } from '../command-handler/contention.ts';
import { doctorDayContext } from '../doctor-day/day-commands.ts';
import type { DoctorDayContext } from '../doctor-day/places.ts';
import { heldNow } from '../doctor-day/state.ts';
import { offeredUntil } from '../waiting/offer-times.ts';
import { dayNow, entryNow, holdNow, offerHeldPlace, onEntry, releasePlace, type WaitingDeps } from './held-places.ts';

export interface OfferingDeps extends WaitingDeps {
  readonly clock: Clock;
}

/** Ends the offer of a place that is no longer held for it. */
export async function lapseOffer(deps: WaitingDeps, appointmentId: string, by: CommandContext): Promise<void> {
  const waitingId = (await holdNow(deps, appointmentId))?.placed.data.waitingId;
  if (waitingId === undefined) return;
  await onEntry(deps, waitingId, { kind: 'lapse', appointmentId }, partOf(by, `lapsed ${appointmentId}`));
}

/**
 * Offers what is free on a doctor's day to those of the list whom it suits, first come first served.
 * @param rows the list's entries of the client, in their order
 */
export async function offerDay(
  deps: OfferingDeps,
  day: DoctorDay,
  rows: readonly WaitingRow[],
  by: CommandContext,
): Promise<void> {
  const { aggregates, rules, clock } = deps;
  const { clientId } = by;
  const { state: doctor } = await aggregates.doctors.load(streams.doctor(day.pocId), 0);
  if (doctor?.clientId !== clientId) return;
  const { departmentId } = doctor;
  const asking = rows.filter((row) => suits(row, { ...day, departmentId }) || isOfferedOn(row, day));
  if (asking.length === 0) return;
  const context = await doctorDayContext(aggregates, rules, { ...day, clientId, now: clock.now() }, 0);
  await freeClosed(deps, day, context, by);
  for (const { key } of asking) {
    const entry = await entryNow(deps, key);
    if (entry?.state !== 'waiting' || entry.offer) continue;
    await offerFirst(deps, { entry, waitingId: key, day, departmentId, context }, by);
  }
}

const isOfferedOn = ({ offer }: WaitingRow, { pocId, date }: DoctorDay): boolean =>
  offer !== null && placeKey(offer.appointmentId, '').startsWith(`${pocId} ${date} `);

/** Frees the offered places of a day that can't be booked any more, as they are blocked or no time of the doctor's. */
async function freeClosed(
  deps: WaitingDeps,
  day: DoctorDay,
  context: DoctorDayContext,
  by: CommandContext,
): Promise<void> {
  const state = await dayNow(deps, day);
  const offered = heldNow(state, context.clinic.instant).filter(({ placed }) => placed.data.waitingId !== undefined);
  if (offered.length === 0) return;
  const slots = new Map(daySlots(state.book, context).map((slot) => [slot.time, slot]));
  for (const { placed } of offered) {
    const { appointmentId, time } = placed.data;
    const slot = slots.get(time);
    if (slot !== undefined && !slot.closed && !slot.blocked && !context.hasLeft) continue;
    await releasePlace(deps, appointmentId, partOf(by, `closed ${appointmentId}`));
    await lapseOffer(deps, appointmentId, by);
  }
}

interface Asking {
  readonly entry: WaitingEntry;
  readonly waitingId: string;
  readonly day: DoctorDay;
  readonly departmentId: string;
  readonly context: DoctorDayContext;
}

/** Offers an entry the first free time of a day that suits it. */
async function offerFirst(
  deps: OfferingDeps,
  { entry, waitingId, day, departmentId, context }: Asking,
  by: CommandContext,
): Promise<void> {
  const { aggregates, clock } = deps;
  const { state: client } = await aggregates.clients.load(streams.client(entry.clientId));
  const zone = client?.zone ?? defaultZone;
  const { book, holds } = await dayNow(deps, day);
  // The number of the entry's holds of this day gives each an id of its own, the same in every process.
  const number = [...holds.values()].filter(({ placed }) => placed.data.waitingId === waitingId).length;
  const own = derivedFrom(waitingId, `hold ${number} of ${day.pocId} ${day.date}`);
  const appointmentId = appointmentIdOf(day.pocId, day.date, own);
  for (const { time, free } of daySlots(book, context)) {
    if (free === 0 || !suits(entry, { ...day, departmentId, time })) continue;
    if (entry.offered.includes(placeKey(appointmentId, time))) continue;
    const until = offeredUntil(clock.now(), { startsAt: instantOf({ date: day.date, time }, zone), zone });
    if (until === null) continue;
    const place = { waitingId, appointmentId, time, until: new Date(until).toISOString(), reason: null };
    const outcome = await offerHeldPlace(deps, entry, place, { ...by, commandId: derivedFrom(own, time) });
    if (!isRefusal(outcome)) return;
    if (isContended(outcome)) throw new Error(`A place for ${waitingId} is contended.`);
    // Another process has offered it a place.
    if (outcome.refused === 'waiting.offered' || outcome.refused === 'waiting.unknown') return;
  }
}
