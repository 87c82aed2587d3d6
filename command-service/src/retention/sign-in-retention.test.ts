import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streams } from '@dayline/contracts/events/categories';
import type { EventLog } from '@dayline/event-log/port';
import type { Vault } from '@dayline/vault/port';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import { createErasures } from '../erasure/erasures.ts';
import { accepted, masterKey, openStage, type Stage } from '../testing/stage.ts';
import { signInMonth } from './sign-in-month.ts';

let stage: Stage;
const months = ['2026-11', '2026-12', '2027-01'];
const streamOf = (month: string, clientId = stage.clientId) => streams.signInMonth(clientId, month);
beforeEach(async () => {
  stage = await openStage();
  await stage.vault.keys.ensure(months.map((month) => streamOf(month)));
  // The first month that is kept is January.
  stage.clock.set(Date.parse('2029-01-02T09:30:00+05:30'));
  accepted(await stage.service.commands.changeClient({ signInYears: 2 }, stage.by()));
});
afterEach(async () => {
  await stage.close();
});

const erase = (asked: readonly string[], service = stage.service) =>
  service.commands.eraseDueSignIns(asked, stage.by());
const typesOf = async (month: string) => (await stage.stored.readStream(streamOf(month))).map(({ type }) => type);
const erasuresOf = (log: EventLog = stage.stored, vault: Vault = stage.vault) =>
  createErasures({
    ...{ log, vault, clock: stage.clock, forget: () => undefined },
    // No view holds whose sign-ins these are, however far behind it is.
    views: { erasureProgress: async () => [{ generation: 'desk@44', position: '' }] },
  });
const keysLeft = async () =>
  [...(await stage.vault.keys.get(months.map((month) => streamOf(month))))].flatMap(([keyId, key]) =>
    key === 'destroyed' ? [] : keyId,
  );

test('a month is erased once', () => {
  const erasure = { kind: 'erase', month: '2026-11', before: '2027-01' } as const;
  const [event] = [{ type: 'SignInsErased', data: { month: '2026-11', before: '2027-01' } }];
  expect(signInMonth.decide({ isErased: false }, erasure, undefined)).toEqual([event]);
  expect(signInMonth.decide({ isErased: true }, erasure, undefined)).toEqual([]);
});

test('months before the first that is kept are erased, and their keys are destroyed', async () => {
  expect(await erase(months)).toMatchObject({ erased: ['2026-11', '2026-12'], kept: ['2027-01'] });
  expect(await typesOf('2027-01')).toEqual([]);
  const erasures = erasuresOf();
  await erasures.catchUp();
  expect(await erasures.finish()).toEqual([]);
  expect(await keysLeft()).toEqual([streamOf('2027-01')]);
});

test('the last sign-ins of an erased month keep the month alone', async () => {
  const accountId = '01J0000000000000000000000Z';
  const account = { accountId, clientId: stage.clientId, email: 'last@sunrise.example', name: 'Meera Nair' } as const;
  const more = { role: 'admin', pocId: null, passwordHash: null, sessionEpoch: 0 } as const;
  await stage.vault.accounts.add({ ...account, ...more });
  await stage.vault.sessions.open('a'.repeat(64), { accountId, sessionEpoch: 0 }, Date.parse('2026-12-24T08:15:00Z'));
  await erase(['2026-12']);
  await erasuresOf().catchUp();
  const found = (await stage.vault.accounts.ofClient(stage.clientId)).find((other) => other.accountId === accountId);
  expect(found?.lastSignInAt).toBe(Date.parse('2026-12-01T00:00:00Z'));
});

test('a month is due once it has been over for the years in every time zone', async () => {
  stage.clock.set(Date.parse('2029-01-01T23:59:00+05:30'));
  expect(await erase(['2026-11', '2026-12'])).toMatchObject({ erased: ['2026-11'], kept: ['2026-12'] });
});

test('nothing is due without a period, nor in a month without sign-ins', async () => {
  expect(await erase(['2020-01'])).toMatchObject({ position: null, erased: [], kept: ['2020-01'] });
  accepted(await stage.service.commands.changeClient({ signInYears: null }, stage.by()));
  expect(await erase(['2026-11'])).toMatchObject({ position: null, erased: [], kept: ['2026-11'] });
  expect(await typesOf('2026-11')).toEqual([]);
});

test('the months are the client’s own', async () => {
  const other = '01J0000000000000000000000F';
  await stage.vault.keys.ensure([streamOf('2026-11', other)]);
  expect(await erase(['2026-11'])).toMatchObject({ erased: ['2026-11'] });
  expect(await stage.stored.readStream(streamOf('2026-11', other))).toEqual([]);
});

test('two administrators at once, in two processes, erase a month once, and both find it erased', async () => {
  const both = await Promise.all([erase(['2026-11']), erase(['2026-11'], stage.another())]);
  for (const outcome of both) expect(outcome).toMatchObject({ erased: ['2026-11'] });
  expect(await typesOf('2026-11')).toEqual(['SignInsErased']);
});

test('a repeated request finds it done', async () => {
  const by = stage.by('key');
  const first = await stage.service.commands.eraseDueSignIns(['2026-11', '2026-12'], by);
  expect(await stage.another().commands.eraseDueSignIns(['2026-11', '2026-12'], by)).toEqual(first);
});

test('what a killed process began is ended by another: the key is destroyed', async () => {
  await erase(['2026-11']);
  const killed = erasuresOf({
    ...stage.stored,
    follow: () => {
      throw new Error('killed');
    },
  });
  await expect(killed.catchUp()).rejects.toThrow('killed');
  expect(await keysLeft()).toContain(streamOf('2026-11'));
  const erasures = erasuresOf();
  await erasures.catchUp();
  await erasures.finish();
  expect(await keysLeft()).not.toContain(streamOf('2026-11'));
});

test('an older vault that is restored has the key for as long as it takes to read the log again', async () => {
  await erase(['2026-11']);
  const folder = mkdtempSync(join(tmpdir(), 'dayline-older-vault-'));
  const vault = await openSqliteVault({ path: join(folder, 'vault.db'), masterKey, clock: stage.clock });
  try {
    await vault.keys.ensure([streamOf('2026-11')]);
    const erasures = erasuresOf(stage.stored, vault);
    await erasures.catchUp();
    expect(await erasures.finish()).toEqual([]);
    expect((await vault.keys.get([streamOf('2026-11')])).get(streamOf('2026-11'))).toBe('destroyed');
  } finally {
    await vault.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
