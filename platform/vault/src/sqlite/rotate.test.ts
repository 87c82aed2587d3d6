import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noSecondFactors } from '../second-factors.ts';
import { openSqliteVault } from './open.ts';
import { rotateMasterKey } from './rotate.ts';

const keyFrom = (factor: number): Buffer =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => (index * factor) % 251));
const [first, second, third] = [keyFrom(7), keyFrom(11), keyFrom(13)];
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-rotate-'));
  path = join(folder, 'vault.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const people = Array.from({ length: 1_100 }, (_, number) => `patient-${number}`);

const owner = {
  ...({ accountId: 'account-1', email: 'asha@x.example', role: 'admin' } as const),
  ...{ name: 'Asha', clientId: 'client-1', pocId: null, passwordHash: null, sessionEpoch: 0 },
};
const factors = { ...noSecondFactors, pending: { secret: 'JBSWY3DPEHPK3PXP', since: 1 } };

/** A vault with keys, a second factor, one of them destroyed, a reservation, and a waiting email and trail entry. */
async function fill(): Promise<ReadonlyMap<string, Uint8Array>> {
  const vault = await openSqliteVault({ path, masterKey: first });
  const keys = await vault.keys.ensure(people);
  await vault.keys.destroy('patient-7');
  await vault.reservations.reserve('phone', '919876543210', 'patient-1');
  await vault.outbox.add({ id: 'letter-1', kind: 'welcome', payload: 'Dear Asha', addedAt: 1, keep: false });
  await vault.trail.put([{ id: 'entry-1', payload: 'Asha signed in' }]);
  await vault.accounts.add(owner);
  await vault.secondFactors.write(owner.accountId, factors, { revision: 0 });
  await vault.close();
  return keys;
}

test('after the key was changed, twice, all that the vault kept opens with the new one alone', async () => {
  const keys = await fill();
  expect(rotateMasterKey({ path, from: first, to: second })).toEqual({ keys: people.length - 1, rotated: true });
  expect(rotateMasterKey({ path, from: second, to: third })).toEqual({ keys: people.length - 1, rotated: true });
  for (const old of [first, second]) {
    await expect(openSqliteVault({ path, masterKey: old })).rejects.toThrow(
      'MASTER_KEY is not the one that the vault was made with.',
    );
  }
  const vault = await openSqliteVault({ path, masterKey: third });
  const found = await vault.keys.get(people);
  for (const id of people) expect(found.get(id)).toEqual(id === 'patient-7' ? 'destroyed' : keys.get(id));
  // The value's hash is unchanged, so nobody can reserve it again.
  expect(await vault.reservations.reserve('phone', '919876543210', 'patient-2')).toMatchObject({
    id: 'patient-1',
    isMine: false,
  });
  expect(await vault.outbox.claim(1_000)).toMatchObject({ id: 'letter-1', payload: 'Dear Asha' });
  expect(await vault.secondFactors.read(owner.accountId)).toEqual({ factors, revision: 1 });
  const claim = { owner: 'o', leaseMs: 1_000, limit: 1 };
  expect(await vault.trail.claim(claim)).toEqual([{ id: 'entry-1', payload: 'Asha signed in' }]);
  await vault.close();
});

test('done again, as after a crash before the answer, it finds nothing to do', async () => {
  await fill();
  rotateMasterKey({ path, from: first, to: second });
  expect(rotateMasterKey({ path, from: first, to: second })).toEqual({ keys: people.length - 1, rotated: false });
});

test('a vault of a third key is left as it is', async () => {
  await fill();
  expect(() => rotateMasterKey({ path, from: second, to: third })).toThrow('MASTER_KEY is not the one');
  await (await openSqliteVault({ path, masterKey: first })).close();
});

test('where one key can not be opened, nothing is changed', async () => {
  await fill();
  const { default: Database } = await import('better-sqlite3');
  const db = new Database(path);
  db.prepare(`UPDATE personalKey SET wrapped = ? WHERE keyId = 'patient-999'`).run(Buffer.alloc(60));
  db.close();
  expect(() => rotateMasterKey({ path, from: first, to: second })).toThrow();
  const vault = await openSqliteVault({ path, masterKey: first });
  expect((await vault.keys.get(['patient-1'])).get('patient-1')).toHaveLength(32);
  await vault.close();
});

test('nothing that the old key wrapped is left in the file', async () => {
  await fill();
  const { default: Database } = await import('better-sqlite3');
  const db = new Database(path, { readonly: true });
  const wrapped = db.prepare<[], Buffer>('SELECT wrapped FROM personalKey').pluck().all();
  db.close();
  const bytes = (): Buffer => Buffer.concat(readdirSync(folder).map((file) => readFileSync(join(folder, file))));
  expect(bytes().includes(wrapped[0] ?? '')).toBe(true);
  rotateMasterKey({ path, from: first, to: second });
  const after = bytes();
  expect(wrapped.filter((old) => after.includes(old))).toEqual([]);
});
