import { readdirSync, readFileSync } from 'node:fs';
import { streams } from '@dayline/contracts/events/categories';
import { eventsByCategory, eventTable } from '@dayline/contracts/events/table';
import type { JsonObject } from '@dayline/contracts/json';
import { type PublicEvent, publicEventSchema, publicEventsOf } from '@dayline/contracts/partner/public-events';
import { newUlid } from '@dayline/runtime/ids/ulid';
import { EventLogNewer } from '@dayline/runtime/unavailable';
import fc from 'fast-check';
import type { EventLog } from './port.ts';
import { readPublicEvents } from './public-events.ts';
import { openMemoryEventLog } from './testing/memory.ts';

const golden = new URL('../../../contracts/src/events/golden/', import.meta.url);
const samples = readdirSync(golden).map(
  (file) =>
    JSON.parse(readFileSync(new URL(file, golden), 'utf8')) as { type: string; version: number; data: JsonObject },
);
const own = '01J00000000000000000000C01';
const other = '01J00000000000000000000C02';
const doctor = '01J00000000000000000000D0C';
const day = streams.doctorDay(doctor, '2026-11-21');
const keys: Readonly<Record<string, string>> = {
  doctorDay: day,
  doctor: streams.doctor(doctor),
  doctorSchedule: streams.doctorSchedule(doctor),
};
const streamOf = (type: string): string => {
  const [category = ''] =
    Object.entries(eventsByCategory).find(([, list]) => list.some((one) => one.type === type)) ?? [];
  return keys[category] ?? `${category}-${own}`;
};

let made = 0;
const eventOf = ({ type, data }: { type: string; data: JsonObject }, clientId: string, commandId: string) => ({
  id: newUlid({ now: () => 0 }),
  type,
  data,
  metadata: {
    ...{ commandId, commandDigest: '', correlationId: 'c', causationId: 'c', clientId, channel: 'web' as const },
    actor: { kind: 'system' as const, id: 's', name: 'S' },
    recordedAt: '2026-11-21T08:00:00.000Z',
    schemaVersion: eventTable.get(type)?.version ?? 1,
    ...{ keyIds: [], chain: '' },
  },
});

const ends = new Map<EventLog, Map<string, number>>();
async function append(log: EventLog, clientId: string, ...drafts: { type: string; data: JsonObject }[]) {
  const revisions = ends.get(log) ?? new Map<string, number>();
  ends.set(log, revisions);
  const stream = drafts[0] ? streamOf(drafts[0].type) : day;
  made += 1;
  const events = drafts.map((draft) => eventOf(draft, clientId, `command-${made}`));
  await log.append(stream, revisions.get(stream) ?? 'noStream', events);
  revisions.set(stream, (revisions.get(stream) ?? -1) + events.length);
}
const sample = (type: string) => {
  const found = samples.find((one) => one.type === type);
  if (!found) throw new Error(`No sample of ${type}`);
  return found;
};

async function readInPages(log: EventLog, limits: () => number): Promise<readonly PublicEvent[]> {
  const events: PublicEvent[] = [];
  for (let after = log.start; ; ) {
    const limit = limits();
    const page = await readPublicEvents(log, { clientId: own, after, limit });
    expect(page.position >= after).toBe(true);
    events.push(...page.events);
    after = page.position;
    if (page.isEnd) return events;
  }
}

test('every public event fits its schema, and has none of the personal fields of its event', async () => {
  const log = openMemoryEventLog();
  for (const one of samples) await append(log, own, one);
  const stored = new Map((await log.readAll(log.start, 1_000)).map((event) => [event.id, event]));
  const events = await readInPages(log, () => 7);
  for (const event of events) {
    expect(publicEventSchema.parse(event)).toEqual(event);
    const { type = '', data = {} } = stored.get(event.id) ?? {};
    for (const field of eventTable.get(type)?.personal?.fields ?? []) {
      const value = data[field];
      if (typeof value === 'string') expect(JSON.stringify(event)).not.toContain(JSON.stringify(value));
    }
  }
  expect(new Set(events.map(({ type }) => type)).size).toBe(publicEventSchema.options.length);
});

test('a move is one event, when it is complete; the booking at the new place is none', () => {
  const commandOf = (drafts: { type: string; data: JsonObject }[]) =>
    publicEventsOf(
      drafts.map((draft, index) => ({
        ...eventOf(draft, own, 'command'),
        ...{ stream: day, revision: index, position: String(index).padStart(16, '0') },
      })),
    ).map(({ type }) => type);
  const [booked, movedIn] = [sample('AppointmentBooked'), sample('AppointmentMovedIn')];
  const { appointmentId = '' } = movedIn.data;
  expect(commandOf([{ ...booked, data: { ...booked.data, appointmentId } }, movedIn])).toEqual([]);
  expect(commandOf([sample('AppointmentMoveStarted')])).toEqual([]);
  expect(commandOf([sample('AppointmentMovedAway')])).toEqual(['appointment.moved']);
  expect(commandOf([sample('AppointmentMoveUndone')])).toEqual([]);
  expect(commandOf([booked, sample('AppointmentPaymentRecorded')])[0]).toBe('appointment.booked');
});

test('a doctor who leaves or returns is a change of hours, and a split a change of patients unless the visit has moved', () => {
  const publicOf = (draft: { type: string; data: JsonObject }) =>
    publicEventsOf([
      { ...eventOf(draft, own, 'command'), stream: streams.doctor(doctor), revision: 0, position: '0'.repeat(16) },
    ]).map(({ type, data }) => ({ type, data }));
  const from = '2026-12-01';
  expect(publicOf({ type: 'DoctorLeft', data: { from } })).toEqual([
    { type: 'schedule.changed', data: { pocId: doctor, from, to: null } },
  ]);
  expect(publicOf(sample('DoctorReturned'))).toEqual([
    { type: 'schedule.changed', data: { pocId: doctor, from: '2026-11-20', to: null } },
  ]);
  const { type, data } = sample('AppointmentReassigned');
  const { patientId, patientBefore } = data;
  expect(publicOf({ type, data })).toMatchObject([
    { type: 'appointment.reassigned', data: { patientId, patientBefore, status: 'Confirmed' } },
  ]);
  expect(publicOf({ type, data: { ...data, status: 'Moved' } })).toEqual([]);
});

test('reading in pages of any size gives each event of the client once, in order, and no append in two pages', async () => {
  const names = ['AppointmentBooked', 'AppointmentPaymentRecorded', 'SlotsBlocked', 'PatientArrived', 'SlotsPlanned'];
  const command = fc.record({
    isOwn: fc.boolean(),
    types: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { maxLength: 40 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 }),
      async (commands, sizes) => {
        const log = openMemoryEventLog();
        for (const { isOwn, types } of commands) await append(log, isOwn ? own : other, ...types.map(sample));
        const whole = (await log.readAll(log.start, 1_000)).filter(({ metadata }) => metadata.clientId === own);
        const expected = whole.filter((event) => publicEventsOf([event]).length > 0).map(({ id }) => id);
        let at = 0;
        const pageOf = new Map<string, number>();
        const commandOf = new Map(whole.map(({ id, metadata }) => [id, metadata.commandId]));
        const read: string[] = [];
        for (let after = log.start; ; at += 1) {
          const limit = sizes[at % sizes.length] ?? 1;
          const page = await readPublicEvents(log, { clientId: own, after, limit });
          const commandsInPage = new Set(page.events.map(({ id }) => commandOf.get(id) ?? ''));
          if (page.events.length > limit) expect(commandsInPage.size).toBe(1);
          for (const id of commandsInPage) {
            expect(pageOf.has(id)).toBe(false);
            pageOf.set(id, at);
          }
          read.push(...page.events.map(({ id }) => id));
          after = page.position;
          if (page.isEnd) break;
        }
        expect(read).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});

test('one call reads a bounded part of the log, and names where to go on where it found nothing', async () => {
  const log = openMemoryEventLog();
  for (let count = 0; count < 60; count += 1) {
    await append(log, other, ...Array.from({ length: 100 }, () => sample('PatientArrived')));
  }
  await append(log, own, sample('PatientArrived'));
  const first = await readPublicEvents(log, { clientId: own, after: log.start, limit: 10 });
  expect(first).toMatchObject({ events: [], isEnd: false });
  expect(Number(first.position)).toBeGreaterThan(4_000);
  expect(Number(first.position)).toBeLessThanOrEqual(5_000);
  expect(await readInPages(log, () => 10)).toHaveLength(1);
});

test.each([
  ['a type', { type: 'VisitNoted', version: 1 }],
  ['a version', { type: 'AppointmentBooked', version: 2 }],
])('a page ends in front of %s of a newer build that may be public, and the next one is refused', async (_, newer) => {
  const log = openMemoryEventLog();
  const booked = sample('AppointmentBooked');
  const draft = eventOf({ ...booked, type: newer.type }, own, 'newer');
  const event = { ...draft, metadata: { ...draft.metadata, schemaVersion: newer.version } };
  await append(log, own, booked);
  await log.append(day, 0, [event]);
  ends.get(log)?.set(day, 1);
  await append(log, own, booked);
  const page = await readPublicEvents(log, { clientId: own, after: log.start, limit: 9 });
  expect([page.events.map(({ type }) => type), page.isEnd]).toEqual([['appointment.booked'], false]);
  const next = { after: page.position, limit: 9 };
  await expect(readPublicEvents(log, { clientId: own, ...next })).rejects.toThrow(EventLogNewer);
  expect(await readPublicEvents(log, { clientId: other, ...next })).toMatchObject({ events: [], isEnd: true });
});

test('an event of a newer build that is never public holds nothing back', async () => {
  const log = openMemoryEventLog();
  const booked = sample('AppointmentBooked');
  await log.append(streams.patient(own), 'noStream', [eventOf({ type: 'PatientPraised', data: {} }, own, 'newer')]);
  await log.append('fromTheFuture-1', 'noStream', [eventOf({ type: 'FutureBegun', data: {} }, own, 'future')]);
  await append(log, own, booked);
  const page = await readPublicEvents(log, { clientId: own, after: log.start, limit: 9 });
  expect([page.events.map(({ type }) => type), page.isEnd]).toEqual([['appointment.booked'], true]);
});
