import { addDays, clinicDate, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { lastBookableDate } from '@dayline/contracts/clinic/horizon';
import { isOfferedIn } from '@dayline/contracts/clinic/sessions';
import { isLive } from '@dayline/contracts/clinic/slots';
import { weeksFrom } from '@dayline/contracts/clinic/weeks';
import { isRefusal } from '@dayline/contracts/errors';
import { categoryOf, streamKey, streams } from '@dayline/contracts/events/categories';
import { hoursTypes, statusTypes } from '@dayline/contracts/events/doctor-day';
import { holdTypes } from '@dayline/contracts/events/doctor-day/holds';
import { type DoctorDay, doctorDayOf } from '@dayline/contracts/ids';
import type { DoctorRow } from '@dayline/contracts/views/directory';
import type { FollowerTask } from '@dayline/event-log/follower';
import type { StoredEvent } from '@dayline/event-log/port';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import { type CommandContext, partOf } from '../command-handler/command-context.ts';
import { systemActor, systemContext } from '../command-handler/system-context.ts';
import type { Views } from '../views/views.ts';
import { entryNow, holdNow, onEntry, releasePlace } from './held-places.ts';
import { lapseOffer, type OfferingDeps, offerDay } from './offers-of-day.ts';

interface FollowerDeps extends OfferingDeps {
  readonly views: Pick<Views, 'waitingList' | 'organisation'>;
}

/** After these a place may be free, besides the events of holds and of the list itself. */
const freeing = [
  ...statusTypes,
  ...hoursTypes,
  ...(['AppointmentRescheduled', 'WeeklyScheduleSet', 'ScheduleChangeWithdrawn'] as const),
  ...(['HospitalDaySet', 'HospitalDayLifted', 'DoctorDepartmentChanged'] as const),
  ...(['DoctorOnRequestSet', 'DoctorLeft', 'DoctorReturned', 'DoctorBranchSet'] as const),
];
const ofEntries = ['WaitingListJoined', 'OfferDeclined', 'OfferLapsed'] as const;

/** A mark frees nothing. */
const isMark = ({ data }: StoredEvent): boolean => {
  const { statusAfter = 'Cancelled' } = data;
  return statusAfter !== 'Cancelled' && statusAfter !== 'Moved';
};

/**
 * Offers each place that is free to the first on the waiting list whom it suits. It looks at the days and the entries as
 * they are now, so handling an event again, or late, changes nothing. The day's hold decides who gets a place, so that
 * several processes offer it once.
 */
export const offeredPlaces = (deps: FollowerDeps): FollowerTask<'waiting'> => ({
  name: 'waiting',
  types: [...freeing, ...holdTypes, ...ofEntries, 'PatientErased'],
  async handle(events) {
    for (const event of events) await handleOne(deps, event);
  },
});

async function handleOne(deps: FollowerDeps, event: StoredEvent): Promise<void> {
  const { id, type, stream, data, position, metadata } = event;
  const { clientId, correlationId } = metadata;
  const own = { commandId: derivedFrom(id, 'waiting'), correlationId, causationId: id };
  const by = { ...systemContext({ clock: deps.clock, clientId }), ...own };
  const key = streamKey(stream);
  const appointmentId = String(data['appointmentId']);
  switch (type) {
    case 'PlaceHeld':
      return finishHold(deps, event, by);
    case 'AppointmentBooked':
      return finishBooking(deps, event, by);
    case 'PatientErased':
      return leaveErased(deps, event, by);
    case 'OfferDeclined':
    case 'OfferLapsed':
      await releasePlace(deps, appointmentId, partOf(by, 'release'));
      break;
    case 'HoldReleased':
    case 'HoldLapsed':
      await lapseOffer(deps, appointmentId, by);
      break;
    default:
      if (isMark(event)) return;
  }
  const category = categoryOf(stream);
  if (category === 'doctorDay') {
    return offerDay(deps, doctorDayOf(key), await deps.views.waitingList.at(clientId, position), by);
  }
  const only = category === 'waiting' ? { waitingId: key } : category === 'clientCalendar' ? {} : { pocId: key };
  return offerAll(deps, event, only, by);
}

/** Offers a place that is held, which a crash has left without; frees it if the patient can't have it any more. */
async function finishHold(deps: FollowerDeps, { data, metadata }: StoredEvent, by: CommandContext): Promise<void> {
  const { waitingId, appointmentId, time, until } = data;
  // The desk's own call has its word why.
  if (typeof waitingId !== 'string' || metadata.actor.id !== systemActor.id) return;
  const place = { appointmentId: String(appointmentId), time: String(time), until: String(until) };
  const isHeld = (await holdNow(deps, place.appointmentId))?.ended === null && isLive(place, deps.clock.now());
  if (!isHeld) return;
  const offered = await onEntry(deps, waitingId, { kind: 'offer', ...place, reason: null }, partOf(by, 'offer'));
  if (isRefusal(offered)) await releasePlace(deps, place.appointmentId, partOf(by, 'release'));
}

/** Ends the entry of a place that is booked. */
async function finishBooking(deps: FollowerDeps, { data, metadata }: StoredEvent, by: CommandContext): Promise<void> {
  const { waitingId, appointmentId } = data;
  if (typeof waitingId !== 'string') return;
  const command = { kind: 'accept', appointmentId: String(appointmentId) } as const;
  await onEntry(deps, waitingId, command, { ...partOf(by, 'accept'), actor: metadata.actor });
}

/** An erased person waits no more. */
async function leaveErased(deps: FollowerDeps, { stream, position }: StoredEvent, by: CommandContext): Promise<void> {
  for (const { key } of await deps.views.waitingList.ofPatient(streamKey(stream), position)) {
    const entry = await entryNow(deps, key);
    if (entry?.state !== 'waiting') continue;
    await onEntry(deps, key, { kind: 'leave', because: 'erased' }, partOf(by, `left ${key}`));
    if (entry.offer) await releasePlace(deps, entry.offer.appointmentId, partOf(by, `release ${key}`));
  }
}

/** Offers what is free on all days for which somebody waits, or on those of one entry or doctor. */
async function offerAll(
  deps: FollowerDeps,
  { position }: StoredEvent,
  only: { readonly waitingId?: string; readonly pocId?: string },
  by: CommandContext,
): Promise<void> {
  const { aggregates, clock, rules, views } = deps;
  const { clientId } = by;
  const rows = await views.waitingList.at(clientId, position);
  const chosen = rows.filter(({ key }) => only.waitingId === undefined || key === only.waitingId);
  if (chosen.length === 0) return;
  const { state: client } = await aggregates.clients.load(streams.client(clientId));
  const today = clinicDate(clock.now(), client?.zone ?? defaultZone);
  const last = lastBookableDate(today, rules.horizonDays);
  const doctors = chosen.some(({ pocId }) => pocId === null)
    ? await views.organisation.doctorsAt(clientId, position)
    : [];
  const days = new Map<string, DoctorDay>();
  const add = (day: DoctorDay) => {
    if (only.pocId === undefined || only.pocId === day.pocId) days.set(`${day.date} ${day.pocId}`, day);
  };
  for (const { pocId, departmentId, from, to, offer } of chosen) {
    // The desk may have given a place of another day.
    if (offer) add(doctorDayOf(offer.appointmentId));
    const asked = pocId === null ? doctors.filter((row) => isOffered(row, departmentId, today)) : [{ key: pocId }];
    for (let date = from < today ? today : from; date <= to && date <= last; date = addDays(date, 1)) {
      for (const { key } of asked) add({ pocId: key, date });
    }
  }
  const inOrder = [...days].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [, day] of inOrder) await offerDay(deps, day, chosen, by);
}

/** Under the doctor's own department, and under those of the sessions of present and upcoming weekly hours. */
const isOffered = ({ departmentId: own, schedule }: DoctorRow, departmentId: string | null, today: string): boolean =>
  departmentId === own ||
  (departmentId !== null &&
    weeksFrom(schedule, today).some(({ week }) =>
      week.some(({ timeIntervals }) => timeIntervals.some((interval) => isOfferedIn(interval, departmentId, own))),
    ));
