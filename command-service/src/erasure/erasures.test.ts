import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { streams } from '@dayline/contracts/events/categories';
import type { JsonObject } from '@dayline/contracts/json';
import type { EventLog } from '@dayline/event-log/port';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { KeyDestroyed } from '@dayline/runtime/key-ring';
import { readLong } from '@dayline/test-servers/database-reader';
import { type Vault, VaultUnavailable } from '@dayline/vault/port';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import type { ProjectionDefinition, ViewStore } from '@dayline/view-store/port';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import { systemContext } from '../command-handler/system-context.ts';
import { createAggregates, forgetStreams } from '../modules.ts';
import { createErasures } from './erasures.ts';
import { followErasures } from './follow-erasures.ts';

const masterKey = Buffer.from('0123456789abcdef0123456789abcdef');
const phone = '919876543210';
const testClient = '01J0000000000000000000000C';
let folder: string;
let vault: Vault;
let log: EventLog;
let events: number;
let views: ViewStore;
let forgotten: number;
let now: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-erasure-'));
  vault = await openSqliteVault({ path: join(folder, 'vault.db'), masterKey });
  log = openMemoryEventLog();
  events = 0;
  views = openSqliteViewStore({ directory: join(folder, 'views') });
  forgotten = 0;
  now = 1_000;
});
afterEach(async () => {
  await views.close();
  await vault.close();
  rmSync(folder, { recursive: true, force: true });
});

const parts = (more: Partial<Parameters<typeof createErasures>[0]> = {}) => ({
  log,
  vault,
  views,
  clock: { now: () => now },
  forget: () => {
    forgotten += 1;
  },
  ...more,
});
const catchUp = (more: Partial<Parameters<typeof createErasures>[0]> = {}) => createErasures(parts(more)).catchUp();

/** Registers a person with a key and a phone. */
async function register(patientId: string): Promise<void> {
  await vault.keys.ensure([`patient-${patientId}`]);
  await vault.reservations.reserve('phone:c1', phone, patientId);
  await vault.reservations.complete('phone:c1', phone, patientId);
}

async function append(stream: string, type: string, data: JsonObject = {}): Promise<string> {
  events += 1;
  const metadata = {
    commandId: `command-${events}`,
    commandDigest: '',
    correlationId: 'c',
    causationId: 'c',
    actor: { kind: 'system', id: 'dayline', name: 'Dayline' },
    clientId: 'c1',
    channel: 'web',
    recordedAt: '2026-01-05T04:30:00.000Z',
    schemaVersion: 1,
    keyIds: [],
    chain: '',
  } as const;
  const id = `01J00000000000000000000${String(events).padStart(3, '0')}`;
  const result = await log.append(stream, 'noStream', [{ id, type, data, metadata: { ...metadata, keyIds: [] } }]);
  if (!result.appended) throw new Error('The stream has begun already.');
  return result.position;
}

test('the key of an erased patient is destroyed and the phone is free, and of nobody else', async () => {
  await register('p1');
  await vault.keys.ensure(['patient-p2']);
  await append('client-c1', 'ClientOnboarded');
  const at = await append('patient-p1', 'PatientErased');
  await catchUp();
  await expect(vault.keys.ensure(['patient-p1'])).rejects.toThrow(KeyDestroyed);
  expect((await vault.keys.get(['patient-p2'])).get('patient-p2')).toHaveLength(32);
  expect(await vault.reservations.find('phone:c1', phone)).toBeNull();
  expect(await vault.followers.read('erasures')).toMatchObject({ position: at, stream: 'patient-p1' });
  expect(forgotten).toBe(1);
});

test('what is in memory is forgotten for an erasure of another process, and not where it merely begins again', async () => {
  const { read } = vault.followers;
  let isAway = false;
  const unavailable = new VaultUnavailable('away');
  const followers = {
    ...vault.followers,
    read: (name: Parameters<typeof read>[0]) => (isAway ? Promise.reject(unavailable) : read(name)),
  };
  const erasures = createErasures(parts({ vault: { ...vault, followers } }));
  await append('patient-p1', 'PatientErased');
  await erasures.catchUp();
  forgotten = 0;
  await erasures.catchUp();
  isAway = true;
  await expect(erasures.catchUp()).rejects.toThrow(unavailable);
  expect(forgotten).toBe(0);

  isAway = false;
  await append('patient-p2', 'PatientErased');
  await catchUp({ forget: () => undefined });
  await erasures.catchUp();
  expect(forgotten).toBe(1);
});

test('what a crash left in the middle is finished, and repeated work takes nothing from anybody', async () => {
  await register('p1');
  await append('patient-p1', 'PatientErased');
  const dying: Vault['keys'] = { ...vault.keys, destroy: () => Promise.reject(new Error('crash')) };
  await expect(catchUp({ vault: { ...vault, keys: dying } })).rejects.toThrow('crash');
  expect(await vault.erasures.pending()).toMatchObject([{ stream: 'patient-p1', since: 1_000 }]);
  // The phone is free and taken by another person before the work resumes.
  await register('p9');
  await catchUp();
  await expect(vault.keys.ensure(['patient-p1'])).rejects.toThrow(KeyDestroyed);
  expect(await vault.reservations.find('phone:c1', phone)).toMatchObject({ id: 'p9' });
});

test('continues from where it was, in any process', async () => {
  const first = await append('patient-p1', 'PatientErased');
  await catchUp();
  await append('patient-p2', 'PatientErased');
  const requests: string[] = [];
  const follow: EventLog['follow'] = (after, ...how) => {
    if (how[1]?.types?.includes('PatientErased')) requests.push(after);
    return log.follow(after, ...how);
  };
  await catchUp({ log: { ...log, follow } });
  expect(requests).toEqual([first]);
  await expect(vault.keys.ensure(['patient-p2'])).rejects.toThrow(KeyDestroyed);
});

test('a log that ends before the noted place is not passed until it is back, and an operator hears of it', async () => {
  await vault.followers.advance('erasures', null, { position: '9999999999999999', id: 'e', stream: 's', revision: 0 });
  await register('p1');
  await append('patient-p1', 'PatientErased');
  const lines: unknown[] = [];
  const logger = { info: () => undefined, error: (about: object) => lines.push(about) };
  const follower = followErasures({ ...parts(), logger });
  while (follower.status().trouble === null) await pause(5);
  await follower.stop();
  expect(follower.status().trouble).toContain('was set back');
  expect(lines).toEqual([{ follower: 'erasures', err: expect.objectContaining({ name: 'EventLogSetBack' }) }]);
  expect(await vault.followers.read('erasures')).toMatchObject({ position: '9999999999999999' });
  expect((await vault.keys.get(['patient-p1'])).get('patient-p1')).toHaveLength(32);
});

test('a failure is an error line, once for each cause, shows in the status, and ends by itself', async () => {
  await append('patient-p1', 'PatientErased');
  let [reason, tries] = ['the first', 0];
  const { erasures, ...others } = vault;
  const failing: Vault['erasures'] = {
    ...erasures,
    async begin(erasure) {
      tries += 1;
      if (tries < 5) throw new Error(reason);
      await erasures.begin(erasure);
    },
  };
  const lines: string[] = [];
  const logger = {
    info: (_about: object, line?: string) => lines.push(line ?? ''),
    error: ({ err }: { err?: Error }) => lines.push(err?.message ?? ''),
  };
  const follower = followErasures({ ...parts(), vault: { ...others, erasures: failing }, logger });
  while (tries < 3) await pause(5);
  expect(follower.status()).toMatchObject({ aside: [{ stream: 'patient-p1', reason: 'the first' }] });
  reason = 'the second';
  while ((await vault.keys.get(['patient-p1'])).get('patient-p1') !== 'destroyed') await pause(5);
  while (follower.status().aside.length > 0) await pause(5);
  await follower.stop();
  const sentence = (why: string) => `patient-p1 is set aside and tried again: ${why}`;
  expect(lines).toEqual([sentence('the first'), sentence('the second'), 'the log is followed again']);
});

test('while pending erasures can’t be finished, each cause is one line, and so is its end', async () => {
  let [reason, tries]: [string | null, number] = ['the first', 0];
  const { erasures, ...others } = vault;
  const failing: Vault['erasures'] = {
    ...erasures,
    async pending() {
      tries += 1;
      if (reason !== null) throw new Error(reason);
      return erasures.pending();
    },
  };
  const lines: string[] = [];
  const logger = {
    info: (_about: object, line?: string) => lines.push(line ?? ''),
    error: ({ err }: { err?: Error }) => lines.push(err?.message ?? ''),
  };
  const follower = followErasures({ ...parts(), vault: { ...others, erasures: failing }, logger, tryAgainMs: 5 });
  const retryAt = async (now: number) => {
    while (tries < now) await pause(5);
  };
  await retryAt(3);
  reason = 'the second';
  await retryAt(tries + 3);
  reason = null;
  await retryAt(tries + 1);
  while (lines.length < 3) await pause(5);
  await follower.stop();
  expect(lines).toEqual(['the first', 'the second', 'pending erasures are worked on again']);
});

test('what this process has in memory of a person goes when another process has erased them', async () => {
  const clock = { now: () => Date.parse('2026-01-05T04:30:00Z') };
  const sealed = openSealedLog(log, vault.keys);
  const [own, otherAggregates] = [createAggregates({ log: sealed, clock }), createAggregates({ log: sealed, clock })];
  const by = systemContext({ clock, clientId: testClient });
  const details = { name: 'Asha Menon', phone, email: 'a@x.example', location: 'Pune' };
  const stream = streams.patient('01J0000000000000000000000P');
  const register = { kind: 'save', clientId: testClient, details } as const;
  await own.patients.execute({ stream, command: register, context: undefined, by });
  await otherAggregates.patients.execute({
    stream,
    command: { kind: 'erase' },
    context: undefined,
    by: { ...by, commandId: 'c2' },
  });
  // At any age, so that the log is not read.
  const inMemory = async () => (await own.patients.load(stream, Number.POSITIVE_INFINITY)).state;
  expect(await inMemory()).toMatchObject({ name: 'Asha Menon', isErased: false });
  await catchUp({ forget: () => forgetStreams(own) });
  expect(await inMemory()).toMatchObject({ name: null, phone: null, isErased: true });
});

describe('a pending erasure', () => {
  const visits: ProjectionDefinition = { name: 'visits', version: 1, views: [{ name: 'visits', indexes: [] }] };
  const checkpointAt = (position: string) => ({ position, eventId: position, stream: 'client-c1', revision: 0 });

  test('is finished when the views have folded it and nobody holds the vault’s write-ahead log', async () => {
    await register('p1');
    const before = await append('client-c1', 'ClientOnboarded');
    const at = await append('patient-p1', 'PatientErased');
    const store = await views.open(visits, 'write');
    await store.write({ writes: [], checkpoint: { from: null, to: checkpointAt(before) } });
    const backup = readLong(join(folder, 'vault.db'));

    const erasures = createErasures(parts());
    await erasures.catchUp();
    const erasure = { stream: 'patient-p1', position: at, since: 1_000 };
    expect(await erasures.finish()).toEqual([{ ...erasure, waitsFor: ['the vault', 'the views visits@1'] }]);
    backup.end();
    expect(await erasures.finish()).toEqual([{ ...erasure, waitsFor: ['the views visits@1'] }]);
    expect(await vault.erasures.pending()).toEqual([erasure]);
    const checkpoint = { from: checkpointAt(before), to: checkpointAt(at) };
    await store.write({ writes: [], checkpoint, scrub: true });
    while ((await erasures.finish()).length > 0) await pause(20);
    expect(await vault.erasures.pending()).toEqual([]);
  });

  test('of a log that was set back since waits for no event that is no longer there', async () => {
    const at = await append('client-c1', 'ClientOnboarded');
    await vault.erasures.begin({ stream: 'patient-p1', position: '9999999999999999', since: 1 });
    const store = await views.open(visits, 'write');
    await store.write({ writes: [], checkpoint: { from: null, to: checkpointAt(at) } });
    expect(await createErasures(parts()).finish()).toEqual([]);
  });

  test('is taken up by the process after a crash, and what is erased while it runs is finished too', async () => {
    await register('p1');
    const at = await append('patient-p1', 'PatientErased');
    const { followers, ...others } = vault;
    const dying = { ...followers, advance: () => Promise.reject(new Error('crash')) };
    await expect(catchUp({ vault: { ...others, followers: dying } })).rejects.toThrow('crash');
    const logger = { error: () => undefined, info: () => undefined };
    const follower = followErasures({ ...parts(), logger });
    const isDone = async (stream: string) =>
      (await vault.keys.get([stream])).get(stream) === 'destroyed' && (await vault.erasures.pending()).length === 0;
    while ((await vault.followers.read('erasures'))?.position !== at || !(await isDone('patient-p1'))) await pause(20);
    await vault.keys.ensure(['patient-p2']);
    await append('patient-p2', 'PatientErased');
    while (!(await isDone('patient-p2'))) await pause(20);
    await follower.stop();
  });
});

describe('the chats about a person', () => {
  const chat = 'chat-c1_0123456789abcdef0123456789abcdef';
  const name = async (patientId: string, stream = chat): Promise<void> => {
    await vault.keys.ensure([stream]);
    await append(stream, 'ChatPatientNamed', { patientId });
  };
  const keyOf = async (stream: string) => (await vault.keys.get([stream])).get(stream);

  test('are erased with them, and no other one', async () => {
    await register('p1');
    await name('p1');
    await name('p2', 'chat-c1_another');
    await append('patient-p1', 'PatientErased');
    const erasures = createErasures(parts());
    await erasures.catchUp();
    expect(await keyOf(chat)).toBe('destroyed');
    expect(await keyOf('chat-c1_another')).toHaveLength(32);
    await append('patient-p2', 'PatientErased');
    await erasures.catchUp();
    expect(await keyOf('chat-c1_another')).toBe('destroyed');
  });

  test('are erased at once if they name somebody who was erased meanwhile', async () => {
    await register('p1');
    await append('patient-p1', 'PatientErased');
    await catchUp();
    await name('p1');
    await catchUp();
    expect(await keyOf(chat)).toBe('destroyed');
  });
});
