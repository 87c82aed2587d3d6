import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesIn } from '@dayline/runtime/testing/folder-bytes';
import type { Account, Vault } from '@dayline/vault/port';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import { sessionCookie } from './cookie.ts';
import { Sessions } from './sessions.ts';

const account: Account = {
  accountId: '01J0000000000000000000000A',
  email: 'asha@sunrise.example',
  role: 'doctor',
  name: 'Asha',
  clientId: '01J0000000000000000000000C',
  pocId: '01J0000000000000000000000P',
  passwordHash: null,
  sessionEpoch: 0,
};
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

let folder: string;
let vault: Vault;
let now: number;
const faults: unknown[] = [];
let namesAnswer: Promise<void>;
/** The first date without the doctor. */
let leftFrom: string | null = null;
const sessionsOn = (shared: Pick<Vault, 'sessions'>): Sessions =>
  new Sessions({
    vault: shared,
    names: [
      { client: async () => null, doctor: async () => ({ name: 'Dr. Asha Menon', leftFrom }) },
      {
        client: async () => {
          await namesAnswer;
          return { name: 'Sunrise Multispeciality Hospital', zone: 'Asia/Kolkata', branches: [{ id: 1 }] };
        },
        doctor: async () => null,
      },
    ],
    clock: { now: () => now },
    sessionSecret: 'a secret of the tests, 32 characters or more',
    cookieSecure: false,
    sessionIdleHours: 12,
    sessionMaxDays: 7,
    proofMinutes: 15,
    onFault: (error) => faults.push(error),
  });
let sessions: Sessions;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-session-'));
  vault = await openSqliteVault({
    path: join(folder, 'vault.db'),
    masterKey: Buffer.from('0123456789abcdef'.repeat(2)),
  });
  await vault.accounts.add(account);
  now = Date.UTC(2026, 0, 5);
  namesAnswer = Promise.resolve();
  sessions = sessionsOn(vault);
});
afterEach(async () => {
  await vault.close();
  rmSync(folder, { recursive: true, force: true });
  expect(faults.splice(0)).toEqual([]);
});
const signIn = async (): Promise<string> => {
  const { setCookie } = await sessions.open(account);
  return setCookie.split(';')[0] ?? '';
};

test('a session knows whose it is, in the names that pages show', async () => {
  const cookie = await signIn();
  expect((await sessions.find(`theme=dark; ${cookie}; x=1`))?.identity).toEqual({
    accountId: account.accountId,
    role: 'doctor',
    name: 'Asha',
    clientId: account.clientId,
    clientName: 'Sunrise Multispeciality Hospital',
    zone: 'Asia/Kolkata',
    hasBranches: true,
    pocId: account.pocId,
    pocName: 'Dr. Asha Menon',
  });
  expect(await sessions.find(undefined)).toBeNull();
  expect(await sessions.find('dayline_session=')).toBeNull();
});

test('a token is new each time, and is kept nowhere as it is', async () => {
  const [first, second] = [await signIn(), await signIn()];
  expect(first).not.toBe(second);
  const token = first.split('=')[1] ?? '';
  expect(token).toHaveLength(43);
  expect(bytesIn(folder).includes(token)).toBe(false);
});

test('an unused session is over after 12 h, a used one is not', async () => {
  const [used, unused] = [await signIn(), await signIn()];
  for (let passed = 0; passed < 12; passed += 4) {
    now += 4 * hour;
    expect(await sessions.find(used)).not.toBeNull();
  }
  now += minute;
  expect(await sessions.find(unused)).toBeNull();
  expect(await sessions.find(used)).not.toBeNull();
});

test('the client’s idle time counts where it is shorter, from the last use', async () => {
  const [used, unused] = [await signIn(), await signIn()];
  await vault.secondFactors.setIdleMinutes(account.clientId, 15);
  for (let passed = 0; passed < 15; passed += 5) {
    now += 5 * minute;
    expect(await sessions.find(used)).not.toBeNull();
  }
  now += minute;
  expect(await sessions.find(unused)).toBeNull();
  now += 13 * minute;
  expect(await sessions.find(used)).not.toBeNull();
  now += 16 * minute;
  expect(await sessions.find(used)).toBeNull();
  const another = await signIn();
  await vault.secondFactors.setIdleMinutes(account.clientId, 13 * 60);
  now += 12 * hour + minute;
  expect(await sessions.find(another)).toBeNull();
});

test('a call that nobody asked for is no use of it, nor does it hide one that follows', async () => {
  const cookie = await signIn();
  await vault.secondFactors.setIdleMinutes(account.clientId, 15);
  const background = { extend: false, fresh: false };
  now += 10 * minute;
  expect(await sessions.find(cookie, background)).not.toBeNull();
  expect(sessions.remembered(cookie, false)).not.toBeNull();
  expect(sessions.remembered(cookie)).toBeNull();
  expect(await sessions.find(cookie)).not.toBeNull();
  for (let passed = 0; passed < 15; passed += 5) {
    now += 5 * minute;
    expect(await sessions.find(cookie, background)).not.toBeNull();
  }
  now += minute;
  expect(await sessions.find(cookie, background)).toBeNull();
});

test('looking on behalf of a socket does not prolong it', async () => {
  const cookie = await signIn();
  for (let passed = 0; passed < 12; passed += 4) {
    now += 4 * hour;
    expect(await sessions.find(cookie, { extend: false })).not.toBeNull();
  }
  now += minute;
  expect(await sessions.find(cookie, { extend: false })).toBeNull();
});

test('a session in use is over after 7 days all the same', async () => {
  const cookie = await signIn();
  for (let passed = 0; passed < 7 * 24; passed += 8) {
    now += 8 * hour;
    expect(await sessions.find(cookie)).not.toBeNull();
  }
  now += minute;
  expect(await sessions.find(cookie)).toBeNull();
});

test('its use is written at most once a minute', async () => {
  let touches = 0;
  const counted: Pick<Vault, 'sessions'> = {
    sessions: {
      ...vault.sessions,
      touch: (tokenHash, at) => {
        touches += 1;
        return vault.sessions.touch(tokenHash, at);
      },
    },
  };
  sessions = sessionsOn(counted);
  const cookie = await signIn();
  for (let passed = 0; passed < 120; passed += 2) {
    now += 2 * second;
    await sessions.find(cookie);
  }
  expect(touches).toBe(2);
});

test('a look is remembered for a second', async () => {
  const cookie = await signIn();
  expect(sessions.remembered(cookie)).toBeNull();
  await sessions.find(cookie);
  expect(sessions.remembered(cookie)?.identity.accountId).toBe(account.accountId);
  now += second - 1;
  expect(sessions.remembered(cookie)).not.toBeNull();
  now += 1;
  expect(sessions.remembered(cookie)).toBeNull();
});

test('an ended session is gone at once here, and within a second elsewhere', async () => {
  const cookie = await signIn();
  const elsewhere = sessionsOn(vault);
  const live = await sessions.find(cookie);
  await elsewhere.find(cookie);
  if (!live) throw new Error('There is no session.');
  await sessions.end(live.tokenHash);
  expect(sessions.remembered(cookie)).toBeNull();
  expect(await sessions.find(cookie)).toBeNull();
  now += second;
  expect(await elsewhere.find(cookie)).toBeNull();
});

test('a look that was under way while the session ended is not remembered', async () => {
  const cookie = await signIn();
  const live = await sessions.find(cookie);
  if (!live) throw new Error('There is no session.');
  now += second;
  let answer: () => void = () => {};
  namesAnswer = new Promise((resolve) => {
    answer = resolve;
  });
  const underWay = sessions.find(cookie);
  await sessions.end(live.tokenHash);
  answer();
  await underWay;
  expect(sessions.remembered(cookie)).toBeNull();
});

test("a new password ends the account's sessions", async () => {
  const cookie = await signIn();
  await sessions.find(cookie);
  await vault.accounts.setPassword(account.accountId, 'hash');
  sessions.forget(account.accountId);
  expect(sessions.remembered(cookie)).toBeNull();
  expect(await sessions.find(cookie)).toBeNull();
});

test('its cookie is for this host alone, and no script reads it', () => {
  expect(sessionCookie({ secure: false }).set('t')).toBe('dayline_session=t; Path=/; HttpOnly; SameSite=Lax');
  expect(sessionCookie({ secure: true }).set('t')).toBe(
    '__Host-dayline_session=t; Path=/; HttpOnly; SameSite=Lax; Secure',
  );
  expect(sessionCookie({ secure: true }).clear).toContain('Max-Age=0');
  expect(sessionCookie({ secure: true }).tokenIn(`dayline_session=${'A'.repeat(43)}`)).toBeNull();
});

test('a doctor has no session from the day after the last one at the clinic, and has it again after returning', async () => {
  now = Date.parse('2026-01-05T18:00:00.000Z');
  const cookie = await signIn();
  const find = async () => {
    now += 2 * second;
    return (await sessions.find(cookie))?.identity.pocName;
  };
  leftFrom = '2026-01-06';
  expect([await find(), await sessions.hasLeft(account)]).toEqual(['Dr. Asha Menon', false]);
  // Midnight in Kolkata.
  now = Date.parse('2026-01-05T18:30:00.000Z');
  expect([await find(), await sessions.hasLeft(account)]).toEqual([undefined, true]);
  leftFrom = null;
  expect(await find()).toBe('Dr. Asha Menon');
});
