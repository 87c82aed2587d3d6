import { createHash } from 'node:crypto';
import { type ActivityRow, type DeskChangesRow, digestKey, type LogDigestRow } from '@dayline/contracts/activity';
import { streams } from '@dayline/contracts/events/categories';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { appointmentId } from '@dayline/contracts/ids';
import { chainStart } from '@dayline/event-log/sealed-log/chain';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import fc from 'fast-check';
import { type Draft, metadataOf, recorded, testId } from '../../testing/draft.ts';
import { randomHistory } from '../../testing/history.ts';
import { foldAll } from '../fold.ts';
import { activity } from './projection.ts';

const clientId = testId(1);
const pocId = testId(21);
const patientId = testId(31);
const id = appointmentId(pocId, '2026-11-21', testId(51));
const change = { appointmentId: id, patientId, time: '11:20', minutes: 20, type: 'Direct Consultation' } as const;

const rowsOf = (events: readonly RecordedDaylineEvent[]): ActivityRow[] =>
  // Cast is safe: a view's name fixes the type of its rows.
  foldAll(activity, events).rows('entries') as unknown as ActivityRow[];
const draft = (stream: string, event: Draft['event']): Draft => ({ stream, clientId, event });
const ofDay = (event: Draft['event']): Draft => draft(streams.doctorDay(pocId, '2026-11-21'), event);

test('every event of any history is one entry of its client, and none is held back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (seed) => {
      const events = recorded(randomHistory({ seed, size: 200 }));
      const rows = rowsOf(events).filter((row) => !row.gone);
      expect(rows.map(({ key }) => key).sort()).toEqual(events.map((event) => event.id).sort());
      for (const event of events) {
        const row = rows.find(({ key }) => key === event.id);
        expect(row).toMatchObject({ clientId: event.metadata.clientId, position: event.position, type: event.type });
      }
    }),
    { numRuns: 20 },
  );
});

test('an entry holds nothing of a person: neither from a log in the clear nor from one that is sealed', async () => {
  const events = recorded(randomHistory({ seed: 4, size: 400 }));
  const personal = events.flatMap(({ type, data }) =>
    type === 'PatientRegistered' ? [data.name, data.phone, data.email] : [],
  );
  expect(personal.length).toBeGreaterThan(20);
  const text = JSON.stringify(rowsOf(events));
  for (const value of personal) expect(text).not.toContain(JSON.stringify(value));

  const log = openMemoryEventLog();
  const { chain: _, keyIds: __, schemaVersion: ___, ...metadata } = metadataOf(1, clientId);
  const data = { ...change, statusBefore: 'Availed', statusAfter: 'Cancelled', reason: 'a cough' };
  await openSealedLog(log, memoryKeyRing()).append(streams.doctorDay(pocId, '2026-11-21'), 'noStream', chainStart, [
    { id: testId(1), type: 'AppointmentStatusCorrected', data, metadata },
  ]);
  const stored = (await log.readAll(log.start, 10)) as unknown as RecordedDaylineEvent[];
  expect(rowsOf(stored)[0]?.facts).toEqual({ ...change, statusBefore: 'Availed', statusAfter: 'Cancelled' });
});

test('a move to another day or doctor has one line, beside the entries of its beginning and end', () => {
  const rows = rowsOf(recorded(randomHistory({ seed: 4, size: 400 })));
  const inBatch = (type: string) => new Set(rows.filter((row) => row.type === type).map((row) => row.inBatch));
  expect(['AppointmentMoveStarted', 'AppointmentMovedIn', 'AppointmentMovedAway'].map(inBatch)).toEqual([
    new Set([true]),
    new Set([false]),
    new Set([true]),
  ]);
});

test('an entry keeps the version of its event where it isn’t the first', () => {
  const first = recorded([ofDay({ type: 'DayUnblocked', data: {} })]);
  const second = first.map((event) => ({ ...event, metadata: { ...event.metadata, schemaVersion: 2 } }));
  expect([rowsOf(first)[0]?.version, rowsOf(second)[0]?.version]).toEqual([undefined, 2]);
});

test('what is undone says so and by what, and both are found by whom they are about', () => {
  const events = recorded([
    ofDay({ type: 'AppointmentMarkedVisited', data: { ...change, statusBefore: 'Confirmed', statusAfter: 'Availed' } }),
    ofDay({
      type: 'AppointmentMarkUndone',
      data: { ...change, statusBefore: 'Availed', statusAfter: 'Confirmed', undoneEventId: testId(800_000_000) },
    }),
  ]);
  const [mark, undo] = rowsOf(events);
  const about = { pocId, patientId, appointmentId: id, date: '2026-11-21', time: '11:20' };
  const undoneBy = { eventId: events[1]?.id, recordedAt: events[1]?.metadata.recordedAt };
  expect(mark).toMatchObject({ ...about, action: 'visit', outcome: 'undone', notable: false, undoneBy });
  expect(undo).toMatchObject({ ...about, action: 'undo', outcome: 'done', notable: true, undoes: events[0]?.id });
});

test('refused commands, sign-ins and reads of histories are entries too', () => {
  const account = streams.account(testId(7));
  const rows = rowsOf(
    recorded([
      draft(account, {
        type: 'CommandRefused',
        data: {
          call: 'createAppointment',
          subject: { pocId, userId: patientId, date: '2026-11-21' },
          code: 'slot.full',
        },
      }),
      draft(account, { type: 'SignInRefused', data: { code: 'sign-in.refused' } }),
      draft(account, { type: 'SignedIn', data: { role: 'admin' } }),
      draft(account, { type: 'HistoryRead', data: { subject: { appointmentId: id, patientId } } }),
      draft(account, { type: 'CommandRefused', data: { call: 'gone', subject: { appointmentId: 'x' }, code: 'y' } }),
    ]),
  );
  expect(rows).toMatchObject([
    { action: 'booking', outcome: 'refused', notable: true, pocId, patientId, date: '2026-11-21' },
    { action: 'signIn', outcome: 'refused', notable: true },
    { action: 'signIn', outcome: 'done', notable: false },
    { action: 'read', outcome: 'done', pocId, patientId, appointmentId: id, date: '2026-11-21' },
    { action: 'other', outcome: 'refused', appointmentId: null },
  ]);
});

test('a refused command that named an appointment is found by it, whoever tried', () => {
  const refusal = (call: string, subject: Record<string, string>) =>
    draft(streams.account(testId(7)), {
      type: 'CommandRefused',
      data: { call, subject, code: 'appointment.too-early' },
    });
  const events = recorded([
    refusal('updateAppointmentStatusAsDoctor', { appointmentId: id, status: 'Availed' }),
    refusal('correctPayment', { appointmentId: id }),
    refusal('updateAppointmentStatusAsDoctor', { appointmentId: 'x' }),
    refusal('createAppointment', { pocId, date: '2026-11-21' }),
    draft(streams.account(testId(7)), { type: 'HistoryRead', data: { subject: { appointmentId: id } } }),
  ]);
  const [first] = events;
  const { position: at, stream, revision, metadata } = first ?? {};
  const { recordedAt, actor, correlationId, chain } = metadata ?? {};
  const code = 'appointment.too-early';
  expect(foldAll(activity, events).rows('refusals')).toEqual([
    {
      ...{ key: first?.id, at, clientId, appointmentId: id, recordedAt, actor, code, status: 'Availed' },
      ...{ call: 'updateAppointmentStatusAsDoctor', stream, revision, correlationId, chain },
    },
    expect.objectContaining({ key: events[1]?.id, call: 'correctPayment', status: null }),
  ]);
});

test('a day’s plan is the product’s own, whatever came with it', () => {
  const [planned, booked] = recorded([
    ofDay({ type: 'SlotsPlanned', data: { sessions: [], slots: [], weekRevision: 0, calendarRevision: null } }),
    ofDay({
      type: 'AppointmentBooked',
      data: { ...change, statusBefore: null, statusAfter: 'Confirmed', branchId: 0 },
    }),
  ]);
  if (!planned || !booked) throw new Error('there are two');
  expect(rowsOf([planned, booked])).toMatchObject([
    { actorKind: 'system', actorName: 'Dayline', channel: 'system' },
    { actorKind: 'admin', channel: 'web' },
  ]);
});

test('the running digest goes by order, place and chain of every event of the log', () => {
  const events = recorded(randomHistory({ seed: 6, size: 60 })).map((event) => ({
    ...event,
    metadata: { ...event.metadata, chain: createHash('sha256').update(event.id).digest('hex') },
  }));
  const digestOf = (some: readonly RecordedDaylineEvent[]) =>
    foldAll(activity, some).get('digest', digestKey) as LogDigestRow | null;
  let expected = '';
  for (const { stream, revision, metadata } of events) {
    const leaf = createHash('sha256').update(`${stream}\n${revision}\n${metadata.chain}`).digest('hex');
    expected = createHash('sha256').update(`${expected}\n${leaf}`).digest('hex');
  }
  expect(digestOf(events)).toEqual({
    key: 'log',
    at: events.at(-1)?.position,
    events: events.length,
    digest: expected,
  });
  const [first, second, ...rest] = events;
  if (!first || !second) throw new Error('there are more');
  const exchanged = [{ ...second, position: first.position }, { ...first, position: second.position }, ...rest];
  expect(digestOf(exchanged)?.digest).not.toBe(expected);
});

test('the actors are those who have done something, under their latest names', () => {
  const events = recorded(randomHistory({ seed: 5, size: 50 }));
  const rows = foldAll(activity, events).rows('actors');
  const last = events.findLast(({ type }) => type !== 'SlotsPlanned');
  const key = `${last?.metadata.clientId}_${last?.metadata.actor.id}`;
  expect(rows.find((row) => row.key === key)).toMatchObject({ name: last?.metadata.actor.name, kind: 'admin' });
});

test('the last changes of a doctor’s settings by the desk are kept, but not the own ones and not a day’s plan', () => {
  const own = { ...draft(streams.doctor(pocId), { type: 'ConsultationFeeSet', data: { fee: 50_000 } }) };
  const events = recorded([
    ...Array.from({ length: 9 }, () => own),
    draft(streams.doctorSchedule(pocId), { type: 'ScheduleChangeWithdrawn', data: { from: '2026-12-01' } }),
    ofDay({ type: 'SlotsPlanned', data: { sessions: [], slots: [], weekRevision: 0, calendarRevision: null } }),
    ofDay({ type: 'DayBlocked', data: { reason: null } }),
    ofDay({ type: 'DayUnblocked', data: { leaveId: `${pocId}_${pocId}` } }),
    own,
  ]);
  const doctorsOwn = events.at(-1);
  const all = events.map((event) =>
    event === doctorsOwn
      ? { ...event, metadata: { ...event.metadata, actor: { ...event.metadata.actor, kind: 'doctor' as const } } }
      : event,
  );
  const [row] = foldAll(activity, all).rows('deskChanges') as unknown as DeskChangesRow[];
  const expected = [all[11], ...all.slice(1, 10).reverse()];
  expect(row?.key).toBe(pocId);
  expect(row?.changes.map(({ eventId }) => eventId)).toEqual(expected.map((event) => event?.id));
});
