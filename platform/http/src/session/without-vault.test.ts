import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streams } from '@dayline/contracts/events/categories';
import type { EventLog, NewEvent } from '@dayline/event-log/port';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { newUlid } from '@dayline/runtime/ids/ulid';
import { type Account, type Vault, VaultUnavailable } from '@dayline/vault/port';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import { SignInAliases } from '../sign-ins/aliases.ts';
import { endedInLog } from './ended-in-log.ts';
import { Sessions } from './sessions.ts';

/** "MongoDB away for a minute while commands go on": sessions in use stay valid, and ended ones stay ended. */

const account: Account = {
  accountId: '01J0000000000000000000000A',
  email: 'desk@sunrise.example',
  role: 'admin',
  name: 'Front Desk 1',
  clientId: '01J0000000000000000000000C',
  pocId: null,
  passwordHash: null,
  sessionEpoch: 0,
};
const second = 1_000;

let folder: string;
let vault: Vault;
let log: EventLog;
let now: number;
let isAway: boolean;
let isSilent: boolean;
let sessions: Sessions;
let aliases: SignInAliases;
/** The clients of the sessions that the vault had. */
let found: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-session-'));
  vault = await openSqliteVault({ path: join(folder, 'vault.db'), masterKey: Buffer.alloc(32, 7) });
  await vault.accounts.add(account);
  log = openMemoryEventLog();
  now = Date.UTC(2026, 0, 5);
  isAway = false;
  isSilent = false;
  aliases = new SignInAliases(vault.keys);
  found = [];
  sessions = new Sessions({
    vault: {
      sessions: {
        ...vault.sessions,
        find: async (tokenHash) => {
          if (isAway) throw new VaultUnavailable('unavailable');
          if (isSilent) await new Promise(() => undefined);
          return vault.sessions.find(tokenHash);
        },
      },
    },
    names: [],
    clock: { now: () => now },
    sessionSecret: 'a secret of the tests, 32 characters or more',
    cookieSecure: false,
    sessionIdleHours: 12,
    sessionMaxDays: 7,
    proofMinutes: 15,
    onFault: () => undefined,
    endedSince: endedInLog(log, aliases, { now: () => now }),
    onFound: ({ clientId }) => found.push(clientId),
  });
});
afterEach(async () => {
  await vault.close();
  rmSync(folder, { recursive: true, force: true });
});

const signIn = async (): Promise<string> => {
  const { setCookie } = await sessions.open(account);
  await aliases.remember(account.clientId, now);
  return setCookie.split(';')[0] ?? '';
};

/** Appends to the account's trail, as another process would. */
async function record(type: string, times = 1, name = streams.account(account.accountId)): Promise<void> {
  const stream = name === 'sign-ins' ? await aliases.streamOf(account, new Date(now).toISOString()) : name;
  const clock = { now: () => now };
  const metadata: NewEvent['metadata'] = {
    commandId: 'c',
    commandDigest: '',
    correlationId: 'c',
    causationId: 'c',
    actor: { kind: 'admin', id: account.accountId, name: account.name },
    clientId: account.clientId,
    channel: 'web',
    recordedAt: new Date(now).toISOString(),
    schemaVersion: 1,
    keyIds: [],
    chain: '',
  };
  const before = await log.readStream(stream);
  const entries = Array.from({ length: times }, () => ({ id: newUlid(clock), type, data: {}, metadata }));
  await log.append(stream, before.at(-1)?.revision ?? 'noStream', entries);
}

test('the vault’s last word on a session holds for two minutes of its absence, and no longer', async () => {
  const cookie = await signIn();
  const seen = await sessions.find(cookie);
  isAway = true;
  for (let passed = 0; passed < 110; passed += 10) {
    now += 10 * second;
    expect(await sessions.find(cookie)).toEqual(seen);
  }
  now += 11 * second;
  await expect(sessions.find(cookie)).rejects.toThrow(VaultUnavailable);
  isAway = false;
  expect(await sessions.find(cookie)).toEqual(seen);
});

test('without the key of the month’s sign-ins it does not hold, so the key is read with each session', async () => {
  const cookie = await signIn();
  await sessions.find(cookie);
  expect(found).toEqual([account.clientId]);
  // The month after: its sign-outs have other aliases.
  now = Date.UTC(2026, 0, 31, 23, 59, 30);
  await sessions.find(cookie);
  isAway = true;
  now += 60 * second;
  await expect(sessions.find(cookie)).rejects.toThrow(VaultUnavailable);
});

test('a vault that says nothing is no different', async () => {
  const cookie = await signIn();
  const seen = await sessions.find(cookie);
  isSilent = true;
  now += 10 * second;
  expect(await sessions.find(cookie)).toEqual(seen);
});

test('a session that the vault has not named lately is not known without it', async () => {
  const cookie = await signIn();
  isAway = true;
  await expect(sessions.find(cookie)).rejects.toThrow(VaultUnavailable);
});

test.each([
  ['SignedOut', 'sign-ins'],
  ['SignedOut', streams.account(account.accountId)],
  ['PasswordChanged', streams.account(account.accountId)],
  ['SessionsEnded', streams.account(account.accountId)],
  ['SecondFactorAdded', streams.account(account.accountId)],
  ['SecondFactorRemoved', streams.account(account.accountId)],
  ['RecoveryCodesMade', streams.account(account.accountId)],
  ['AccountDeactivated', streams.people(account.clientId)],
  ['SecondFactorPolicySet', streams.people(account.clientId)],
  ['SingleSignOnPolicySet', streams.people(account.clientId)],
  ['PersonSignedOut', streams.people(account.clientId)],
  ['SessionIdleTimeSet', streams.people(account.clientId)],
  ['SecondFactorReset', streams.people(account.clientId)],
])('%s in the log, by whatever process, ends it', async (type, stream) => {
  const cookie = await signIn();
  await sessions.find(cookie);
  isAway = true;
  now += 10 * second;
  expect(await sessions.find(cookie)).not.toBeNull();
  await record(type, 1, stream);
  now += second;
  await expect(sessions.find(cookie)).rejects.toThrow(VaultUnavailable);
});

test('what else the account did does not end it, unless it is too much to look through', async () => {
  const cookie = await signIn();
  await record('SignedOut');
  now += 60 * second;
  await sessions.find(cookie);
  isAway = true;
  await record('CommandRefused', 190);
  now += 10 * second;
  expect(await sessions.find(cookie)).not.toBeNull();
  await record('CommandRefused', 10);
  now += second;
  await expect(sessions.find(cookie)).rejects.toThrow(VaultUnavailable);
});

test('one that was ended here stays ended, though the vault could not be reached', async () => {
  const cookie = await signIn();
  const live = await sessions.find(cookie);
  isAway = true;
  now += 10 * second;
  expect(await sessions.find(cookie)).not.toBeNull();
  sessions.forget(live?.identity.accountId ?? '');
  await expect(sessions.find(cookie)).rejects.toThrow(VaultUnavailable);
});

test('one that the vault has ended is over at once when it is back', async () => {
  const cookie = await signIn();
  const live = await sessions.find(cookie);
  isAway = true;
  now += 10 * second;
  await sessions.find(cookie);
  await vault.sessions.end(live?.tokenHash ?? '');
  isAway = false;
  now += second;
  expect(await sessions.find(cookie)).toBeNull();
  isAway = true;
  await expect(sessions.find(cookie)).rejects.toThrow(VaultUnavailable);
});
