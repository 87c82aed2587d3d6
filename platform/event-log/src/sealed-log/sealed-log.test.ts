import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noDetails } from '@dayline/contracts/clinic/identity';
import { streams } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import { requestedAt } from '@dayline/contracts/events/metadata';
import { isKnownEvent } from '@dayline/contracts/events/table';
import { KeyDestroyed } from '@dayline/runtime/key-ring';
import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import { VaultUnavailable } from '@dayline/runtime/unavailable';
import { ulid } from 'ulid';
import type { StoredEvent } from '../port.ts';
import { openSqliteEventLog } from '../sqlite/open.ts';
import { openMemoryEventLog } from '../testing/memory.ts';
import { chainStart, verifyChain } from './chain.ts';
import { type EventStamp, type EventToAppend, openSealedLog, type SealedLog } from './open.ts';

const stamp: EventStamp = {
  commandId: 'command',
  commandDigest: '',
  correlationId: 'correlation',
  causationId: 'command',
  actor: { kind: 'admin', id: 'desk', name: 'Desk' },
  clientId: 'client',
  channel: 'web',
  recordedAt: '2026-01-05T09:00:00.000Z',
};
const event = (type: string, data: EventToAppend['data']): EventToAppend => ({
  id: ulid(),
  type,
  data,
  metadata: stamp,
});

const patientId = ulid();
const pocId = ulid();
const patient = streams.patient(patientId);
const day = streams.doctorDay(pocId, '2026-01-05');
const registered = () =>
  event('PatientRegistered', {
    ...noDetails,
    clientId: ulid(),
    name: 'Ravi Iyer',
    phone: '+91 98450',
    email: null,
    location: 'Mysuru',
  });
const blocked = (reason: string | null) => event('DayBlocked', { reason });
const corrected = (reason: string | null) =>
  event('AppointmentStatusCorrected', {
    appointmentId: `${pocId}_20260105_${ulid()}`,
    patientId,
    time: '09:00',
    minutes: 30,
    type: 'Direct Consultation',
    statusBefore: 'Confirmed',
    statusAfter: 'Availed',
    reason,
  });

const setUp = () => {
  const stored: StoredEvent[] = [];
  const log = openMemoryEventLog({ events: stored });
  const ring = memoryKeyRing();
  return { stored, ring, log, sealed: openSealedLog(log, ring) };
};

describe('two processes whose clocks differ', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dayline-stamps-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const logs = [
    ['in memory', async () => openMemoryEventLog()],
    ['on SQLite', () => openSqliteEventLog({ folder })],
  ] as const;

  test.each(logs)(
    'record in the order of the log %s, with chains that hold and the times asked for',
    async (_, open) => {
      const log = await open();
      const ring = memoryKeyRing();
      const [ahead, behind] = [openSealedLog(log, ring), openSealedLog(log, ring)];
      const ends = new Map<string, Recorded>();
      const append = async (sealed: SealedLog, stream: string, ...times: string[]) => {
        const end = ends.get(stream);
        const events = times.map((time) => {
          const instant = `2026-01-05T${time}.000Z`;
          return { ...blocked(`at ${instant}`), metadata: { ...stamp, recordedAt: instant } };
        });
        const chain = end?.metadata.chain ?? chainStart;
        const result = await sealed.append(stream, end?.revision ?? 'noStream', chain, events);
        if (!result.appended) throw new Error('A conflict that nobody expected');
        const last = result.events.at(-1);
        if (last) ends.set(stream, last);
        return result.events;
      };
      const otherDay = streams.doctorDay(pocId, '2026-01-06');
      const clear = [
        ...(await append(ahead, day, '10:00:00')),
        ...(await append(behind, otherDay, '09:00:00', '10:00:01')),
        ...(await append(behind, day, '09:00:02')),
        ...(await append(ahead, otherDay, '09:59:00')),
        ...(await append(behind, day, '09:00:03', '09:00:04')),
        ...(await append(ahead, day, '10:00:05')),
      ];

      const read = await behind.readAll(behind.start, 100);
      expect(clear).toEqual(read);
      const times = read.map(({ metadata }) => metadata.recordedAt);
      expect(times).toEqual([...times].sort());
      for (const { data, metadata } of read) {
        expect(data['reason']).toBe(`at ${new Date(requestedAt(metadata)).toISOString()}`);
      }
      for (const stream of [day, otherDay]) expect(verifyChain(await log.readStream(stream))).toEqual([]);
      await log.close();
    },
  );
});

describe('the sealed log', () => {
  test('keeps no personal text in the log, and gives it back in the clear', async () => {
    const { stored, sealed } = setUp();
    const event = registered();
    const result = await sealed.append(patient, 'noStream', chainStart, [event]);
    const text = JSON.stringify(stored);
    for (const personal of ['Ravi', '98450', 'Mysuru']) expect(text).not.toContain(personal);
    expect(stored[0]?.data['name']).toMatch(new RegExp(`^s1\\.${patient}\\.[\\w-]{16}\\.[\\w-]+$`));
    expect(stored[0]?.data['email']).toBeNull();
    expect(stored[0]?.metadata.keyIds).toEqual([patient]);

    const read = await sealed.readStream(patient);
    expect(read[0]?.data).toEqual(event.data);
    expect(result).toMatchObject({ appended: true, revision: 0, events: read });
    expect(await sealed.readAll(sealed.start, 10)).toEqual(read);
  });

  test('needs no key for an event that the reader has already: a state is read on while the vault is unavailable', async () => {
    const { log, sealed } = setUp();
    const appended = await sealed.append(patient, 'noStream', chainStart, [registered()]);
    const known = appended.appended ? (appended.events[0]?.metadata.chain ?? '') : '';
    const away = () => Promise.reject(new VaultUnavailable('The vault is unavailable.'));
    const withoutVault = openSealedLog(log, { ...memoryKeyRing(), get: away, ensure: away });
    expect((await withoutVault.readStream(patient, { known })).map(({ revision }) => revision)).toEqual([0]);
    await expect(withoutVault.readStream(patient, { known: 'another' })).rejects.toThrow('The vault is unavailable.');
  });

  test('seals a reason with the key of the doctor of the day, or of the patient in the data', async () => {
    const { stored, sealed } = setUp();
    await sealed.append(day, 'noStream', chainStart, [
      blocked('a family matter'),
      corrected('came late'),
      blocked(null),
    ]);
    expect(stored.map((event) => event.metadata.keyIds)).toEqual([[`doctor-${pocId}`], [patient], []]);
    expect(JSON.stringify(stored)).not.toMatch(/family|came/);
    expect((await sealed.readStream(day)).map((event) => event.data['reason'])).toEqual([
      'a family matter',
      'came late',
      null,
    ]);
  });

  test('asks for no key where nothing is personal, and once for a page', async () => {
    const { sealed, ring } = setUp();
    await sealed.append(day, 'noStream', chainStart, [event('DayUnblocked', {}), blocked(null)]);
    await sealed.readStream(day);
    expect(ring.requests).toEqual({ ensure: 0, get: 0 });
    await sealed.append(patient, 'noStream', chainStart, [registered(), registered()]);
    await sealed.readAll(sealed.start, 100);
    expect(ring.requests).toEqual({ ensure: 1, get: 1 });
  });

  test('an erased person reads as null, and nothing more is sealed for them', async () => {
    const { sealed, ring } = setUp();
    await sealed.append(patient, 'noStream', chainStart, [registered()]);
    ring.destroy(patient);
    const [read] = await sealed.readStream(patient);
    expect(read?.data).toMatchObject({ name: null, phone: null, email: null, location: null });
    const chain = read?.metadata.chain ?? '';
    await expect(sealed.append(patient, 0, chain, [registered()])).rejects.toThrow(KeyDestroyed);
    expect(await sealed.append(patient, 0, chain, [event('PatientErased', {})])).toMatchObject({ appended: true });
  });

  test('a text moved to another stream, field or person does not open', async () => {
    const { stored, sealed, ring } = setUp();
    await sealed.append(patient, 'noStream', chainStart, [registered()]);
    const [event] = stored;
    if (!event) throw new Error('nothing was stored');
    const { name, location } = event.data;
    const withData = (more: Partial<StoredEvent>) =>
      openSealedLog(openMemoryEventLog({ events: [{ ...event, ...more }] }), ring);
    const reading = (more: Partial<StoredEvent>) => withData(more).readAll(sealed.start, 1);
    await expect(reading({ data: { ...event.data, name: location, location: name } })).rejects.toThrow();
    await expect(reading({ stream: streams.patient(ulid()) })).rejects.toThrow();
    await expect(
      reading({
        data: { ...event.data, name: `${String(name).slice(0, -2)}${String(name).endsWith('AA') ? 'BB' : 'AA'}` },
      }),
    ).rejects.toThrow();
    await expect(reading({ data: { ...event.data, name: 'Somebody Else' } })).rejects.toThrow('not sealed');
    expect(await reading({})).toHaveLength(1);
  });

  test('refuses data that does not fit, naming the field and never its value', async () => {
    const { sealed, stored } = setUp();
    const appending = sealed.append(day, 'noStream', chainStart, [
      event('SlotsBlocked', { spans: [{ from: '9 o’clock', to: '10:00' }], reason: null }),
    ]);
    await expect(appending).rejects.toThrow('SlotsBlocked does not fit its schema: spans.0.from.');
    await expect(sealed.append(day, 'noStream', chainStart, [event('Unheard', {})])).rejects.toThrow(
      'no event Unheard',
    );
    expect(stored).toEqual([]);
  });

  test.each([
    ['type', { type: 'FromTheFuture', version: 1 }],
    ['version of a known type', { type: 'DayUnblocked', version: 2 }],
  ])('refuses to read a stream with an event of a newer %s, and says that this process is older', async (_, newer) => {
    const events: StoredEvent[] = [];
    const log = openMemoryEventLog({ events });
    const sealed = openSealedLog(log, memoryKeyRing());
    await sealed.append(day, 'noStream', chainStart, [blocked(null)]);
    expect(await sealed.unreadable()).toBeNull();
    const { type, version } = newer;
    const metadata = { ...stamp, schemaVersion: version, keyIds: [], chain: 'chain' };
    await log.append(day, 0, [{ id: ulid(), type, data: { note: 's1.x.y.z' }, metadata }]);
    const why = `this process is older than the log: it doesn't know ${type}, version ${version}, at`;
    await expect(sealed.readStream(day)).rejects.toMatchObject({ name: 'EventLogNewer', outcome: 'notAppended' });
    await expect(sealed.readStream(day, { from: 1 })).rejects.toThrow(why);
    expect(await sealed.unreadable()).toContain(why);
    // A read that doesn't reach it, or uses only ids, succeeds.
    expect(await sealed.readStream(day, { limit: 1 })).toHaveLength(1);
    expect(await sealed.readStream(day, { anyVersion: true })).toHaveLength(2);
    const [known, unknown] = await sealed.readAll(sealed.start, 10);
    expect([known && isKnownEvent(known), unknown && isKnownEvent(unknown)]).toEqual([true, false]);
    expect(unknown?.data).toEqual({ note: 's1.x.y.z' });
  });

  test.each([
    ['data of another shape', day, { type: 'SlotsBlocked', version: 1, data: { spans: 'all' } }],
    ['data of an older version that none was', day, { type: 'SlotsPlanned', version: 1, data: { slots: 1 } }],
    ['a type of another category', day, { type: 'SignedOut', version: 1, data: {} }],
  ])('refuses to read a stream with %s as damaged, and says where', async (_, stream, { type, version, data }) => {
    const log = openMemoryEventLog();
    const sealed = openSealedLog(log, memoryKeyRing());
    const metadata = { ...stamp, schemaVersion: version, keyIds: [], chain: 'chain' };
    await log.append(stream, 'noStream', [{ id: ulid(), type, data, metadata }]);
    const why = `The event log is damaged: the ${type} at position ${await log.head()} is malformed.`;
    await expect(sealed.readStream(stream)).rejects.toMatchObject({ name: 'EventLogDamaged', outcome: 'notAppended' });
    expect(await sealed.unreadable()).toContain(why);
    expect(await sealed.readStream(stream, { anyVersion: true })).toHaveLength(1);
  });

  test('is no longer older than a log that lost the newer event', async () => {
    const { log, sealed } = setUp();
    const metadata = { ...stamp, schemaVersion: 1, keyIds: [], chain: 'chain' };
    await log.append(day, 'noStream', [{ id: ulid(), type: 'FromTheFuture', data: {}, metadata }]);
    await expect(sealed.readStream(day)).rejects.toThrow('older');
    log.readStream = async () => [];
    expect(await sealed.unreadable()).toBeNull();
  });

  test('says a conflict as a value', async () => {
    const { sealed } = setUp();
    await sealed.append(day, 'noStream', chainStart, [blocked(null)]);
    expect(await sealed.append(day, 'noStream', chainStart, [blocked(null)])).toEqual({ appended: false, actual: 0 });
  });

  test('follows in the clear', async () => {
    const { sealed } = setUp();
    await sealed.append(patient, 'noStream', chainStart, [registered()]);
    const abort = new AbortController();
    const kinds: string[] = [];
    for await (const item of sealed.follow(sealed.start, abort.signal)) {
      kinds.push(item.kind === 'events' ? String(item.events[0]?.data['name']) : item.kind);
      if (item.kind === 'caughtUp') abort.abort();
    }
    expect(kinds).toEqual(['Ravi Iyer', 'caughtUp']);
  });
});
