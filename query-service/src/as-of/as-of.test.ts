import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { noDetails } from '@dayline/contracts/clinic/identity';
import { categoryOf, streamKey } from '@dayline/contracts/events/categories';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import type { Position } from '@dayline/contracts/ids';
import { appendAll, recorded, testPosition } from '@dayline/projector/testing/draft';
import { randomHistory } from '@dayline/projector/testing/history';
import { seededRandom } from '@dayline/projector/testing/random';
import { openTestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { identity } from '../testing/sunrise.ts';

const firstDay = '2026-11-20';
const boardDays = Array.from({ length: 5 }, (_, ahead) => addDays('2026-11-21', ahead));
const size = 260;
const minutesBetween = 25;

/** A random history over five days, with both clients' appointments on them. */
const historyOf = (seed: number): RecordedDaylineEvent[] =>
  recorded(randomHistory({ seed, size })).map((event, index) => ({
    ...event,
    metadata: {
      ...event.metadata,
      recordedAt: new Date(Date.parse(`${firstDay}T03:00:00.000Z`) + index * minutesBetween * 60_000).toISOString(),
    },
  }));

/** The history as it can be read once its erased patients' keys are gone: their personal fields are null. */
function withoutErased(events: readonly RecordedDaylineEvent[]): RecordedDaylineEvent[] {
  const erased = new Set(events.flatMap(({ type, stream }) => (type === 'PatientErased' ? [stream] : [])));
  return events.map((event) =>
    erased.has(event.stream) && event.type !== 'PatientErased'
      ? // Cast is safe: the log decrypts personal fields of an erased person to null.
        ({ ...event, data: { ...event.data, ...noDetails } } as unknown as RecordedDaylineEvent)
      : event,
  );
}

/** Views that the projector built from the events, and their queries. */
async function clinicOf(events: readonly RecordedDaylineEvent[], now: string) {
  const clinic = await openTestClinic(now);
  await appendAll(clinic.eventLog, events);
  await clinic.project();
  return { clinic, queries: openViewReader(clinic) };
}
type Clinic = Awaited<ReturnType<typeof clinicOf>>;

interface QueryOwner {
  readonly clientId: string;
  readonly pocId: string | undefined;
}

/** All who have boards in a history: both clients, and a doctor of each. */
function everybody(events: readonly RecordedDaylineEvent[]): QueryOwner[] {
  const doctors = events.flatMap((event) => (event.type === 'DoctorAdded' ? [event] : []));
  const clientIds = [...new Set(doctors.map(({ data }) => data.clientId))];
  return clientIds.flatMap((clientId) => [
    { clientId, pocId: undefined },
    { clientId, pocId: streamKey(doctors.find(({ data }) => data.clientId === clientId)?.stream ?? '') },
  ]);
}

/** Text that differs between events: positions and times. */
const instant = /^\d{4}-\d\d-\d\dT/;
const withoutAt = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, part: unknown) =>
      name === 'at' || (typeof part === 'string' && instant.test(part)) ? undefined : part,
    ),
  );

/** Every screen of the live views at the instant of their clock. */
async function liveScreens({ queries }: Clinic, { clientId, pocId }: QueryOwner) {
  const who = identity('admin', clientId);
  const statuses = ['Confirmed', 'Availed', 'Not_Availed', 'Cancelled'] as const;
  const types = ['Direct Consultation', 'Tele Consultation'] as const;
  const byStatus = statuses.map((status) =>
    pocId === undefined
      ? queries.body('countAppointmentsOfClient', { clientId, status }, who)
      : queries.body('countAppointmentsOfDoctor', { pocId, status }, who),
  );
  const ofDoctor = pocId !== undefined && {
    byType: await Promise.all(types.map((type) => queries.body('countAppointmentsByType', { pocId, type }, who))),
    dates: await queries.body('listDatesWithAvailability', { pocId }, who),
    slots: await Promise.all(
      boardDays.map(
        async (date) =>
          (await queries.body('listSlotsOfDoctor', { clientId, pocId, from: date, to: date }, who)).appointmentDetails,
      ),
    ),
  };
  const ofClient = pocId === undefined && (await queries.body('countDepartmentsAndDoctors', { clientId }, who));
  return {
    cards:
      pocId === undefined
        ? await queries.body('listTodaysAppointmentsOfClient', { clientId }, who)
        : await queries.body('listTodaysAppointmentsOfDoctor', { pocId }, who),
    picture:
      pocId === undefined
        ? await queries.body('getDayPictureOfClient', { clientId }, who)
        : await queries.body('getDayPictureOfDoctor', { pocId }, who),
    byStatus: (await Promise.all(byStatus)).map(({ count }) => count),
    details: await Promise.all(
      boardDays.map((date) =>
        queries.body(
          'listAppointmentDetailsOfClient',
          { clientId, date, sort: 'oldest', ...(pocId && { pocId }) },
          who,
        ),
      ),
    ),
    ...ofDoctor,
    ...ofClient,
  };
}

/** The same screens as of a moment. */
async function pastScreens(
  { queries }: Clinic,
  { clientId, pocId }: QueryOwner,
  moment: { readonly at?: string; readonly position?: Position },
) {
  const auditor = identity('auditor', clientId);
  const whose = { ...moment, ...(pocId !== undefined && { pocId }) };
  const { cards } = await queries.body('getBoardAsOf', whose, auditor);
  const { counts, picture } = await queries.body('getDashboardAsOf', whose, auditor);
  const availability = (of: string, date?: string) =>
    queries.body('getAvailabilityAsOf', { ...moment, pocId: of, ...(date && { date }) }, auditor);
  const ofDoctor = pocId !== undefined && {
    byType: Object.values(counts.byType).map((count) => ({ count })),
    dates: (await availability(pocId)).dates,
    slots: await Promise.all(boardDays.map(async (date) => (await availability(pocId, date)).slots)),
  };
  const { departments: totalDepartments, doctors: totalDoctors } = counts;
  const ofClient = pocId === undefined && { totalDepartments, totalDoctors };
  return {
    cards,
    picture,
    byStatus: Object.values(counts.byStatus),
    details: await Promise.all(
      boardDays.map(
        async (date) => (await queries.body('listAppointmentsAsOf', { ...whose, date }, auditor)).appointments,
      ),
    ),
    ...ofDoctor,
    ...ofClient,
  };
}

const isAdded = (event: RecordedDaylineEvent): boolean => event.type === 'DoctorAdded';
const recordedAtOf = (event: RecordedDaylineEvent | undefined): string => event?.metadata.recordedAt ?? '';

describe.each([1, 2, 3])('any history, such as that of seed %i', (seed) => {
  const events = historyOf(seed);
  const end = recordedAtOf(events.at(-1));
  let whole: Clinic;

  beforeAll(async () => {
    whole = await clinicOf(events, end);
  });
  afterAll(() => whole.clinic.close());

  test('as of now is what the live views show', async () => {
    for (const whose of everybody(events)) {
      expect(await pastScreens(whole, whose, {})).toEqual(await liveScreens(whole, whose));
    }
  });

  test('as of event n is what views built from the first n events show', async () => {
    const readable = withoutErased(events);
    const random = seededRandom(seed);
    const started = events.findLastIndex(isAdded) + 1;
    const cuts = Array.from({ length: 5 }, () => started + random.below(size - started));
    for (const n of cuts) {
      const instant = recordedAtOf(events[n - 1]);
      const rebuilt = await clinicOf(readable.slice(0, n), instant);
      for (const whose of everybody(events)) {
        const moment = { at: instant, position: testPosition(n) };
        expect({ n, ...((await pastScreens(whole, whose, moment)) as object) }).toEqual({
          n,
          ...((await liveScreens(rebuilt, whose)) as object),
        });
        // The instant alone means the same events: no others were recorded at it.
        expect(await pastScreens(whole, whose, { at: instant })).toEqual(await pastScreens(whole, whose, moment));
      }
      await rebuilt.clinic.close();
    }
  });

  test('the order in which the events of different days arrive makes no difference', async () => {
    const n = Math.floor(size * 0.7);
    const arrived = arrivedOtherwise(events.slice(0, n), seededRandom(seed));
    expect(arrived.map(({ id }) => id)).not.toEqual(events.slice(0, n).map(({ id }) => id));
    const other = await clinicOf([...arrived, ...events.slice(n)], end);
    const moment = { at: recordedAtOf(events[n - 1]), position: testPosition(n) };
    for (const whose of everybody(events)) {
      const there = withoutAt(await pastScreens(whole, whose, moment));
      expect(withoutAt(await pastScreens(other, whose, moment))).toEqual(there);
    }
    await other.clinic.close();
  });
});

/** The events with those of the doctors' days in another order, each day's own order kept. */
function arrivedOtherwise(events: readonly RecordedDaylineEvent[], random: ReturnType<typeof seededRandom>) {
  const isOfDay = ({ stream }: RecordedDaylineEvent) => categoryOf(stream) === 'doctorDay';
  // After every other event, so that each booking still follows its patient.
  const queues = new Map<string, RecordedDaylineEvent[]>();
  for (const event of events.filter(isOfDay)) {
    queues.set(event.stream, [...(queues.get(event.stream) ?? []), event]);
  }
  const mixed = events.filter((event) => !isOfDay(event));
  while (queues.size > 0) {
    const [stream, queue] = random.pick([...queues]) ?? ['', []];
    const [next, ...rest] = queue;
    if (next) mixed.push(next);
    if (rest.length > 0) queues.set(stream, rest);
    else queues.delete(stream);
  }
  return mixed;
}
