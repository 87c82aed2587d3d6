import { minus, noFigures, plus } from '@dayline/contracts/endpoints/audit/figures';
import type { BothFigures, Figures } from '@dayline/contracts/endpoints/audit/report';
import { streamKey, streams } from '@dayline/contracts/events/categories';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import type { Position } from '@dayline/contracts/ids';
import { messageKinds } from '@dayline/contracts/patients/messages';
import { countsKey } from '@dayline/projector/projections/desk/counts';
import { appendAll, type Draft, recorded, testPosition } from '@dayline/projector/testing/draft';
import { randomHistory } from '@dayline/projector/testing/history';
import { seededRandom } from '@dayline/projector/testing/random';
import { openTestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { identity } from '../testing/sunrise.ts';

const size = 300;
const month = '2026-11';
const dates = Array.from({ length: 30 }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`);

/** In paise, one after the other. */
const fees = [50_000, 60_000, 75_050] as const;

/** A random history with fees: set when a doctor is added, and changed twice for each later on. */
function historyOf(seed: number): RecordedDaylineEvent[] {
  const drafts = randomHistory({ seed, size }).map(
    (draft): Draft =>
      draft.event.type === 'DoctorAdded'
        ? { ...draft, event: { ...draft.event, data: { ...draft.event.data, consultationFee: fees[0] } } }
        : draft,
  );
  const doctors = drafts.filter(({ event }) => event.type === 'DoctorAdded');
  for (const [index, fee] of fees.slice(1).entries()) {
    const changed = doctors.map(
      ({ stream, clientId }): Draft => ({ stream, clientId, event: { type: 'ConsultationFeeSet', data: { fee } } }),
    );
    drafts.splice(Math.floor((drafts.length * (index + 1)) / 3), 0, ...changed);
  }
  return recorded(withReminders(drafts, seed)).map((event, index) => ({
    ...event,
    metadata: {
      ...event.metadata,
      recordedAt: new Date(Date.parse('2026-11-20T03:00:00.000Z') + index * 60_000).toISOString(),
    },
  }));
}

/** Reminders of some appointments: planned when booked, sent a while later, before or after the mark; some never end. */
function withReminders(drafts: readonly Draft[], seed: number): Draft[] {
  const random = seededRandom(seed);
  const due = new Map<number, Draft[]>();
  const all: Draft[] = [];
  for (const [index, draft] of drafts.entries()) {
    all.push(draft, ...(due.get(index) ?? []));
    const { event, clientId } = draft;
    if (event.type !== 'AppointmentBooked' || random.chance(0.1)) continue;
    const { appointmentId, patientId } = event.data;
    const stream = streams.message(appointmentId);
    const kind = (random.chance(0.2) && random.pick(messageKinds)) || 'dayBefore';
    const message = { messageId: 1, kind, appointmentId, patientId };
    const [dueAt, startsAt] = ['2026-11-20T03:00:00.000Z', '2026-11-21T03:00:00.000Z'];
    const planned = { ...message, channel: 'email' as const, dueAt, startsAt, causedBy: 'x' };
    all.push({ stream, clientId, event: { type: 'MessagePlanned', data: planned } });
    all.push({ stream, clientId, event: { type: 'MessageSendStarted', data: { ...message, attempt: 1 } } });
    const sentAfter = index + 1 + random.below(30);
    due.set(sentAfter, [
      ...(due.get(sentAfter) ?? []),
      { stream, clientId, event: { type: 'MessageSent', data: message } },
    ]);
  }
  return all;
}

async function clinicOf(events: readonly RecordedDaylineEvent[]) {
  const clinic = await openTestClinic(events.at(-1)?.metadata.recordedAt ?? '');
  await appendAll(clinic.eventLog, events);
  await clinic.project();
  return { clinic, queries: openViewReader(clinic) };
}
type Clinic = Awaited<ReturnType<typeof clinicOf>>;

const reportOf = ({ queries }: Clinic, clientId: string, more: { position?: Position; with?: Position } = {}) =>
  queries.body('getReport', { month, ...more }, identity('auditor', clientId));

/** Figures by doctor, department and in total, only where there are any. */
function figuresAt(report: Awaited<ReturnType<typeof reportOf>>, moment: 'earlier' | 'later') {
  const of = (all: readonly (BothFigures & { readonly name: string })[]) =>
    Object.fromEntries(
      all.flatMap((row) => {
        const figures = { ...row[moment], messages: row.messages[moment] };
        return Object.values(figures).some((figure) => figure > 0) ? [[row.name, figures]] : [];
      }),
    );
  return {
    doctors: of(report.doctors),
    departments: of(report.departments),
    total: { ...report.total[moment], messages: report.total.messages[moment] },
  };
}

const clientsOf = (events: readonly RecordedDaylineEvent[]): string[] =>
  events.flatMap(({ type, stream }) => (type === 'ClientOnboarded' ? [streamKey(stream)] : []));

describe.each([2, 3, 4])('any history, such as that of seed %i', (seed) => {
  const events = historyOf(seed);
  let whole: Clinic;

  beforeAll(async () => {
    whole = await clinicOf(events);
  });
  afterAll(() => whole.clinic.close());

  test('what is known today is what the live views count', async () => {
    const { desk } = whole.queries;
    for (const clientId of clientsOf(events)) {
      const { doctors, lines, lineCount } = await reportOf(whole, clientId);
      expect({ lines, lineCount }).toEqual({ lines: [], lineCount: 0 });
      for (const { pocId, later } of doctors) {
        const counts = await desk.rows(
          'counts',
          dates.map((date) => countsKey.ofDoctorDay(pocId, date)),
        );
        const sum = (status: 'Availed' | 'Not_Availed' | 'Cancelled') =>
          [...counts.values()].reduce((all, { byStatus }) => all + byStatus[status], 0);
        const paid = await desk.count({
          view: 'appointments',
          where: { pocId, payment: 'Paid' },
          range: { field: 'date', from: `${month}-01`, to: `${month}-30` },
        });
        expect(later).toMatchObject({
          visits: sum('Availed'),
          noShows: sum('Not_Availed'),
          cancellations: sum('Cancelled'),
          paid,
        });
      }
    }
    const totals = await Promise.all(clientsOf(events).map(async (id) => (await reportOf(whole, id)).total));
    const sent = events.filter(({ type }) => type === 'MessageSent').length;
    expect(totals.reduce((sum, { messages }) => sum + messages.later, 0)).toBe(sent);
    expect(sent).toBeGreaterThan(0);
    const figures = totals.map(({ later }) => later);
    // Each figure of a visit is reached, except overbooked ones, which the histories lack, and those without a fee; the
    // fees differ.
    const { overbooked: _, withoutAmount: __, taken, refunded, ...all } = figures.reduce(plus, noFigures);
    expect(Object.entries(all).filter(([, figure]) => figure <= 0)).toEqual([]);
    expect(taken !== 0 || refunded !== 0).toBe(true);
    expect(fees).not.toContain(all.paise / all.paid);
  });

  test('what was known at event n is the report of views built from the first n events', async () => {
    const random = seededRandom(seed);
    const started = events.findLastIndex(({ type }) => type === 'DoctorAdded') + 1;
    const cuts = Array.from({ length: 4 }, () => started + random.below(events.length - started)).sort((a, b) => a - b);
    const rebuilt = new Map<number, Clinic>();
    for (const n of cuts) rebuilt.set(n, await clinicOf(events.slice(0, n)));
    for (const clientId of clientsOf(events)) {
      for (const [index, n] of cuts.entries()) {
        const m = cuts[index + 1] ?? events.length;
        const report = await reportOf(whole, clientId, { position: testPosition(n), with: testPosition(m) });
        const knownAt = async (count: number) =>
          figuresAt(await reportOf(rebuilt.get(count) ?? whole, clientId), 'later');
        expect({ n, ...figuresAt(report, 'earlier') }).toEqual({ n, ...(await knownAt(n)) });
        expect({ m, ...figuresAt(report, 'later') }).toEqual({ m, ...(await knownAt(m)) });
        expectLinesAddUp(report);
      }
    }
    for (const { clinic } of rebuilt.values()) await clinic.close();
  });
});

/** The lines of each doctor add up to the difference of the doctor's figures. */
function expectLinesAddUp({ doctors, lines, lineCount, earlier, later }: Awaited<ReturnType<typeof reportOf>>) {
  expect(lines).toHaveLength(lineCount);
  const positions = lines.map(({ entry }) => entry.position);
  expect(positions).toEqual([...positions].sort());
  expect(positions.every((position) => position > earlier.position && position <= later.position)).toBe(true);
  for (const doctor of doctors) {
    const own = lines.filter(({ pocId }) => pocId === doctor.pocId).map(({ change }): Figures => change);
    expect(own.reduce(plus, noFigures)).toEqual(minus(doctor.later, doctor.earlier));
  }
}
