import { isOnOccasion, type Occasion } from '@dayline/contracts/clinic/calendar';
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
import type { WaitingRow } from '@dayline/contracts/views/waiting-fold';
import type { FollowerTask } from '@dayline/event-log/follower';
import type { StoredEvent } from '@dayline/event-log/port';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import { type CommandContext, partOf } from '../command-handler/command-context.ts';
import { systemActor, systemContext } from '../command-handler/system-context.ts';
import { recordIdsOf } from '../patient/patient-commands.ts';
import type { Views } from '../views/views.ts';
import { endOffer, entryNow, holdNow, onEntry, releaseLast, releasePlace } from './held-places.ts';
import { type OfferingDeps, offerDay } from './offers-of-day.ts';

interface FollowerDeps extends OfferingDeps {
  readonly views: Pick<Views, 'waitingList' | 'organisation'>;
}

/** After these, and events of holds and of the list, a place may be free, or a patient can be offered one again. */
const freeing = [
  ...statusTypes,
  ...hoursTypes,
  ...(['AppointmentRescheduled', 'WeeklyScheduleSet', 'ScheduleChangeWithdrawn'] as const),
  ...(['HospitalDaySet', 'HospitalDayLifted', 'DoctorDepartmentChanged'] as const),
  ...(['DoctorOnRequestSet', 'DoctorLeft', 'DoctorReturned', 'DoctorBranchSet', 'PatientKept'] as const),
];
const ofEntries = ['WaitingListJoined', 'PlaceOffered', 'OfferDeclined', 'OfferLapsed', 'WaitingListLeft'] as const;

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
  const appointmentId = String(data['appointmentId']);
  switch (type) {
    case 'PlaceHeld':
      return finishHold(deps, event, by);
    case 'AppointmentBooked':
      if (data['waitingId'] !== undefined) await endOffer(deps, appointmentId, by);
      return;
    case 'PatientErased':
      return leaveErased(deps, event, by);
    case 'WaitingListLeft':
      return releaseLast(deps, streamKey(stream), partOf(by, 'release'));
    case 'WaitingListJoined':
      if (await leftAsErased(deps, event, by)) return;
      break;
    case 'OfferDeclined':
    case 'OfferLapsed':
      await releasePlace(deps, appointmentId, partOf(by, 'release'));
      break;
    // An offer that was appended after its place was free, or booked.
    case 'PlaceOffered':
    case 'HoldReleased':
    case 'HoldLapsed':
      await endOffer(deps, appointmentId, by, event);
      break;
    default:
      if (isMark(event)) return;
  }
  const { state: client } = await deps.aggregates.clients.load(streams.client(clientId));
  const today = clinicDate(deps.clock.now(), client?.zone ?? defaultZone);
  // An offer lasts into the next morning.
  const rows = await deps.views.waitingList.at(clientId, position, addDays(today, -1));
  const busy = new Set(rows.flatMap(({ key, offer }) => (offer ? [key] : [])));
  for (const day of await daysToOffer(deps, event, { rows, today })) {
    // Done, if it is for one entry: what is free on its further days was offered to the others before.
    if (type !== 'PlaceOffered' && busy.has(streamKey(stream))) return;
    await offerDay(deps, day, { rows, busy }, by);
  }
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

/** An erased person waits no more. */
async function leaveErased(deps: FollowerDeps, { stream, position }: StoredEvent, by: CommandContext): Promise<void> {
  for (const { key } of await deps.views.waitingList.ofPatient(streamKey(stream), position)) {
    if ((await entryNow(deps, key))?.state !== 'waiting') continue;
    await onEntry(deps, key, { kind: 'leave', because: 'erased' }, partOf(by, `left ${key}`));
  }
}

/** Ends an entry that was appended after its person was erased. */
async function leftAsErased(deps: FollowerDeps, { stream, data }: StoredEvent, by: CommandContext): Promise<boolean> {
  const { state } = await deps.aggregates.patients.load(streams.patient(String(data['patientId'])), 0);
  if (!state?.isErased) return false;
  await onEntry(deps, streamKey(stream), { kind: 'leave', because: 'erased' }, partOf(by, 'erased'));
  return true;
}

/** The days on which a place may be free after an event, or offered to an entry whose offer has ended. */
async function daysToOffer(
  deps: FollowerDeps,
  event: StoredEvent,
  { rows, today }: { readonly rows: readonly WaitingRow[]; readonly today: string },
): Promise<DoctorDay[]> {
  const { type, stream, data } = event;
  const key = streamKey(stream);
  if (type === 'PlaceOffered') return [doctorDayOf(String(data['appointmentId']))];
  switch (categoryOf(stream)) {
    case 'doctorDay':
      return [doctorDayOf(key)];
    case 'waiting':
      return daysOf(deps, event, { rows: rows.filter((row) => row.key === key), today, isOn: () => true });
    case 'patient': {
      const records = await recordIdsOf(deps.aggregates, key);
      const own = rows.filter(({ patientId }) => records.includes(patientId));
      return daysOf(deps, event, { rows: own, today, isOn: () => true });
    }
    case 'clientCalendar': {
      const on = await occasionOf(deps, event);
      return daysOf(deps, event, { rows, today, isOn: ({ date }) => on === undefined || isOnOccasion(on, date) });
    }
    default:
      return daysOf(deps, event, { rows, today, isOn: ({ pocId }) => pocId === key });
  }
}

/** The dates of a hospital day that was set or lifted. */
async function occasionOf({ aggregates }: FollowerDeps, { stream, data }: StoredEvent): Promise<Occasion | undefined> {
  const { state } = await aggregates.calendars.load(stream, 0);
  return state?.days.find(({ dayId }) => dayId === data['dayId'])?.on;
}

/** The days for which some of the list wait, in order. */
async function daysOf(
  { rules, views }: FollowerDeps,
  { position, metadata: { clientId } }: StoredEvent,
  { rows, today, isOn }: { rows: readonly WaitingRow[]; today: string; isOn(day: DoctorDay): boolean },
): Promise<DoctorDay[]> {
  const last = lastBookableDate(today, rules.horizonDays);
  const needsDoctors = rows.some(({ pocId }) => pocId === null);
  const doctors = needsDoctors ? await views.organisation.doctorsAt(clientId, position) : [];
  const days = new Map<string, DoctorDay>();
  const add = (day: DoctorDay) => {
    if (isOn(day)) days.set(`${day.date} ${day.pocId}`, day);
  };
  for (const { pocId, departmentId, from, to, offer } of rows) {
    // The desk may have given a place of another day.
    if (offer) add(doctorDayOf(offer.appointmentId));
    const asked = pocId === null ? doctors.filter((row) => isOffered(row, departmentId, today)) : [{ key: pocId }];
    for (let date = from < today ? today : from; date <= to && date <= last; date = addDays(date, 1)) {
      for (const { key } of asked) add({ pocId: key, date });
    }
  }
  return [...days].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, day]) => day);
}

/** Under the doctor's own department, and under those of the sessions of present and upcoming weekly hours. */
const isOffered = ({ departmentId: own, schedule }: DoctorRow, departmentId: string | null, today: string): boolean =>
  departmentId === own ||
  (departmentId !== null &&
    weeksFrom(schedule, today).some(({ week }) =>
      week.some(({ timeIntervals }) => timeIntervals.some((interval) => isOfferedIn(interval, departmentId, own))),
    ));
