import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemoryEventLog } from '@dayline/platform/event-log/memory/open';
import type { EventLog } from '@dayline/platform/event-log/port';
import { KeyDestroyed } from '@dayline/platform/sealed-log/key-ring';
import type { Vault } from '@dayline/platform/vault/port';
import { openSqliteVault } from '@dayline/platform/vault/sqlite/open';
import { erasures } from './follow-erasures.ts';

const masterKey = Buffer.from('0123456789abcdef0123456789abcdef');
const phone = '919876543210';
let folder: string;
let vault: Vault;
let log: EventLog;
let events: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-erasure-'));
  vault = await openSqliteVault({ path: join(folder, 'vault.db'), masterKey });
  log = openMemoryEventLog();
  events = 0;
});
afterEach(async () => {
  await vault.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Somebody with a key and a phone. */
async function register(patientId: string): Promise<void> {
  await vault.keys.ensure([`patient-${patientId}`]);
  await vault.reservations.reserve('phone:c1', phone, patientId, 1);
  await vault.reservations.complete('phone:c1', phone);
}

async function append(stream: string, type: string): Promise<string> {
  events += 1;
  const metadata = {
    commandId: `command-${events}`,
    commandDigest: '',
    correlationId: 'c',
    causationId: 'c',
    actor: { kind: 'system', id: 'dayline', name: 'Dayline' },
    clientId: 'c1',
    recordedAt: '2026-01-05T04:30:00.000Z',
    schemaVersion: 1,
    keyIds: [],
    chain: '',
  } as const;
  const id = `01J00000000000000000000${String(events).padStart(3, '0')}`;
  const result = await log.append(stream, 'noStream', [{ id, type, data: {}, metadata: { ...metadata, keyIds: [] } }]);
  if (!result.appended) throw new Error('The stream has begun already.');
  return result.position;
}

test('the key of an erased patient is destroyed and the phone is free, and of nobody else', async () => {
  await register('p1');
  await vault.keys.ensure(['patient-p2']);
  await append('client-c1', 'ClientOnboarded');
  const at = await append('patient-p1', 'PatientErased');
  await erasures({ log, vault })();
  await expect(vault.keys.ensure(['patient-p1'])).rejects.toThrow(KeyDestroyed);
  expect((await vault.keys.get(['patient-p2'])).get('patient-p2')).toHaveLength(32);
  expect(await vault.reservations.find('phone:c1', phone)).toBeNull();
  expect(await vault.followers.position('erasure')).toBe(at);
});

test('what a crash left in the middle is finished, and repeated work takes nothing from anybody', async () => {
  await register('p1');
  await append('patient-p1', 'PatientErased');
  const dying: Vault['keys'] = { ...vault.keys, destroy: () => Promise.reject(new Error('crash')) };
  await expect(erasures({ log, vault: { ...vault, keys: dying } })()).rejects.toThrow('crash');
  // The phone is free, and somebody new has it before the work is taken up again.
  await register('p9');
  await erasures({ log, vault })();
  await expect(vault.keys.ensure(['patient-p1'])).rejects.toThrow(KeyDestroyed);
  expect(await vault.reservations.find('phone:c1', phone)).toMatchObject({ id: 'p9' });
});

test('goes on from where it was, in whatever process', async () => {
  await append('patient-p1', 'PatientErased');
  await erasures({ log, vault })();
  await append('patient-p2', 'PatientErased');
  const asked: string[] = [];
  const watched = {
    ...log,
    readAll: (after: string, limit: number) => {
      asked.push(after);
      return log.readAll(after, limit);
    },
  };
  await erasures({ log: watched, vault })();
  expect(asked).not.toContain(log.start);
  await expect(vault.keys.ensure(['patient-p2'])).rejects.toThrow(KeyDestroyed);
});

test('a log that ends before the noted place is read from its start', async () => {
  await vault.followers.reached('erasure', '9999999999999999');
  await append('patient-p1', 'PatientErased');
  await erasures({ log, vault })();
  await expect(vault.keys.ensure(['patient-p1'])).rejects.toThrow(KeyDestroyed);
});
