import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { follow, followerParts } from '@dayline/event-log/follower';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { isBound } from '@dayline/vault/bound-accounts';
import type { Account, Vault } from '@dayline/vault/port';
import { noSecondFactors, type SecondFactors } from '@dayline/vault/second-factors';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import { systemContext } from '../command-handler/system-context.ts';
import { createAggregates } from '../modules.ts';
import { factorsOfPeopleCommands } from '../people/factors-of-people-commands.ts';
import { boundAccounts } from '../single-sign-on/bound-accounts.ts';
import { secondFactorSettler, settleSecondFactors } from './second-factor-settler.ts';

const masterKey = Buffer.from('0123456789abcdef0123456789abcdef');
const clientId = '01J0000000000000000000000C';
const stream = `people-${clientId}`;
const noKeys = { ensure: async () => new Map(), get: async () => new Map() };
const at = Date.parse('2026-11-29T08:00:00Z');
let passed = 0;
const clock = { now: () => at + passed };
const accountOf = (accountId: string, role: 'admin' | 'doctor'): Account => ({
  ...{ accountId, email: `${accountId}@sunrise.example`, role, name: 'Asha', clientId, pocId: null },
  ...{ passwordHash: null, sessionEpoch: 0 },
});
const asha = accountOf('01J00000000000000000000ACC', 'admin');
const ravi = accountOf('01J00000000000000000000ACD', 'doctor');
const [hers, his] = ['a'.repeat(64), 'b'.repeat(64)];
const appSince = (since: number): SecondFactors => ({
  ...noSecondFactors,
  totp: { secret: 'ABCDEFGH', since, lastUsedAt: since, lastStep: 1 },
});

let folder: string;
let vault: Vault;
let log: ReturnType<typeof openMemoryEventLog>;

beforeEach(async () => {
  passed = 0;
  folder = mkdtempSync(join(tmpdir(), 'dayline-people-'));
  vault = await openSqliteVault({ path: join(folder, 'vault.db'), masterKey, clock });
  log = openMemoryEventLog();
  for (const account of [asha, ravi]) await vault.accounts.add(account);
});
afterEach(async () => {
  await vault.close();
  rmSync(folder, { recursive: true, force: true });
});

const openSessions = async () => {
  await vault.sessions.open(hers, asha, at);
  await vault.sessions.open(his, ravi, at);
};
const inForce = async () => (await vault.sessions.inForce([hers, his])).map(({ tokenHash }) => tokenHash);

const died = new Error('the process died');
const dies = () => Promise.reject(died);
/** The commands of a process that dies at its first write to the vault, after the event. */
function dyingCommands() {
  const aggregates = createAggregates({ log: openSealedLog(log, noKeys), clock });
  const secondFactors = {
    ...vault.secondFactors,
    setPolicy: dies,
    setIdleMinutes: dies,
    setLocalAdministrators: dies,
    write: dies,
  };
  const { accounts, outbox, reservations } = vault;
  return factorsOfPeopleCommands({ aggregates, vault: { accounts, outbox, reservations, secondFactors } });
}
const by = () => systemContext({ clock, clientId });
const settled = async (): Promise<void> => {
  for (const event of await log.readStream(stream)) await settleSecondFactors({ log, vault }, event);
};

test('a policy ends sessions if the process that set it died after the event: the next follower sees to it', async () => {
  await openSessions();
  await expect(dyingCommands().setSecondFactorPolicy('administrators', by())).rejects.toThrow(died);
  expect(await inForce()).toEqual([hers, his]);
  const logger = { error: () => undefined, info: () => undefined };
  const follower = follow(followerParts(secondFactorSettler({ log, vault }), { log, vault, logger }));
  while ((await inForce()).length > 1) await pause(10);
  await follower.stop();
  expect(await inForce()).toEqual([his]);
  expect(await vault.secondFactors.policyOf(clientId)).toBe('administrators');
});

test('of two policies the later one counts, whichever was left', async () => {
  await openSessions();
  await expect(dyingCommands().setSecondFactorPolicy('everyone', by())).rejects.toThrow(died);
  await expect(dyingCommands().setSecondFactorPolicy('administrators', by())).rejects.toThrow(died);
  await settled();
  expect(await vault.secondFactors.policyOf(clientId)).toBe('administrators');
  expect(await inForce()).toEqual([his]);
});

test('a reset removes the factor and ends the sessions if its process died; a factor added since stays', async () => {
  await vault.secondFactors.write(asha.accountId, appSince(at - 1), { revision: 0 });
  await openSessions();
  const reset = { ...asha, reason: 'The phone was lost' };
  await expect(dyingCommands().resetSecondFactor(reset, by())).rejects.toThrow(died);
  expect(await inForce()).toEqual([hers, his]);
  await settled();
  expect((await vault.secondFactors.read(asha.accountId)).factors).toEqual(noSecondFactors);
  expect(await inForce()).toEqual([his]);

  const { revision } = await vault.secondFactors.read(asha.accountId);
  await vault.secondFactors.write(asha.accountId, appSince(at + 1), { revision });
  await settled();
  expect((await vault.secondFactors.read(asha.accountId)).factors.totp?.since).toBe(at + 1);
});

test('required single sign-on ends sessions by password if the process that set it died after the event', async () => {
  await openSessions();
  const isByProvider = 'c'.repeat(64);
  await vault.sessions.open(isByProvider, ravi, at, { browser: null, system: null, address: null, isByProvider: true });
  await vault.accounts.setPassword(asha.accountId, 'a hash');
  await vault.sessions.open(hers, { ...asha, sessionEpoch: 1 }, at);
  const { clients } = createAggregates({ log: openSealedLog(log, noKeys), clock });
  const onClient = { stream: `client-${clientId}`, context: undefined };
  const settings = { name: 'Sunrise', zone: 'Asia/Kolkata', meetingLinkHost: 'https://meet.example', branches: [] };
  await clients.execute({ ...onClient, command: { kind: 'onboard', settings }, by: by() });
  const provider = { providerName: 'Sunrise ID', issuer: 'https://login.sunrise.example', oidcClientId: 'dayline' };
  const singleSignOn = { ...provider, sealedSecret: '', domains: ['sunrise.example'], hasSecondFactor: false };
  await clients.execute({ ...onClient, command: { kind: 'setSingleSignOn', singleSignOn }, by: by() });
  await expect(dyingCommands().setSingleSignOnPolicy([asha], by())).rejects.toThrow(died);
  expect(await vault.secondFactors.localAdministratorsOf(clientId)).toBeNull();
  await settled();
  expect(await vault.secondFactors.localAdministratorsOf(clientId)).toEqual([asha.accountId]);
  const left = await vault.sessions.inForce([hers, his, isByProvider]);
  expect(left.map(({ tokenHash }) => tokenHash).sort()).toEqual([hers, isByProvider]);
  await expect(dyingCommands().setSingleSignOnPolicy(null, by())).rejects.toThrow(died);
  await settled();
  expect(await vault.secondFactors.localAdministratorsOf(clientId)).toBeNull();
});

test('an unbinding ends if its process died after the event; a later binding stays', async () => {
  const binding = { accountId: asha.accountId, issuer: 'https://login.sunrise.example' };
  const [hospital, person] = [
    { clientId, issuer: binding.issuer, domains: ['sunrise.example'] },
    { subject: 'person-1', verifiedEmail: async () => asha.email },
  ];
  await vault.accounts.setPassword(asha.accountId, 'a hash');
  await boundAccounts(vault).find(person, hospital);
  await vault.sessions.open(hers, { ...asha, sessionEpoch: 1 }, at);
  passed = 1_000;
  const unbound = { ...asha, ...binding };
  await expect(dyingCommands().unbindAccount(unbound, by())).rejects.toThrow(died);
  expect([await isBound(vault.reservations, binding), await inForce()]).toEqual([true, [hers]]);
  await settled();
  expect([await isBound(vault.reservations, binding), await inForce()]).toEqual([false, []]);
  passed = 2_000;
  expect(await boundAccounts(vault).find(person, hospital)).toMatchObject({ isNew: true });
  await vault.sessions.open(hers, { ...asha, sessionEpoch: 2 }, at + passed);
  await settled();
  expect([await isBound(vault.reservations, binding), await inForce()]).toEqual([true, [hers]]);
});

test('sessions end that an administrator ended if the process died after the event; later ones stay', async () => {
  await openSessions();
  passed = 1_000;
  await expect(dyingCommands().endSessionsOf(asha, by())).rejects.toThrow(died);
  const later = 'c'.repeat(64);
  await vault.sessions.open(later, asha, at + 2_000);
  await settled();
  expect((await vault.sessions.inForce([hers, his, later])).map(({ tokenHash }) => tokenHash).sort()).toEqual([
    his,
    later,
  ]);
});

test('of two idle times the later one counts, if their processes died after the events', async () => {
  await expect(dyingCommands().setSessionIdleTime(30, by())).rejects.toThrow(died);
  await expect(dyingCommands().setSessionIdleTime(15, by())).rejects.toThrow(died);
  expect(await vault.secondFactors.idleMinutesOf(clientId)).toBeNull();
  await settled();
  expect(await vault.secondFactors.idleMinutesOf(clientId)).toBe(15);
  await expect(dyingCommands().setSessionIdleTime(null, by())).rejects.toThrow(died);
  await settled();
  expect(await vault.secondFactors.idleMinutesOf(clientId)).toBeNull();
});
