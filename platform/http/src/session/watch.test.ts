import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, type Vault, VaultUnavailable } from '@dayline/vault/port';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import { Sessions } from './sessions.ts';

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
const colleague = { ...account, accountId: '01J0000000000000000000000B', email: 'other@sunrise.example' };
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

let folder: string;
let vault: Vault;
let now: number;
let isAway: boolean;
/** Queries to the vault since last cleared. */
let requests: string[];
let sessions: Sessions;
let elsewhere: Sessions;
let watch: ReturnType<Sessions['watch']>;
/** Token hashes in the order in which they ended. */
let ended: string[];

/** The vault's sessions with counted queries and simulated outages. */
function counted(): Pick<Vault, 'sessions'> {
  const reach = async <Answer>(name: string, ask: () => Promise<Answer>): Promise<Answer> => {
    requests.push(name);
    if (isAway) throw new VaultUnavailable('unavailable');
    return ask();
  };
  return {
    sessions: {
      ...vault.sessions,
      find: (tokenHash) => reach('find', () => vault.sessions.find(tokenHash)),
      endedSince: (cursor) => reach('endedSince', () => vault.sessions.endedSince(cursor)),
      inForce: (tokenHashes) => reach(`inForce ${tokenHashes.length}`, () => vault.sessions.inForce(tokenHashes)),
    },
  };
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-watch-'));
  vault = await openSqliteVault({ path: join(folder, 'vault.db'), masterKey: Buffer.alloc(32, 7) });
  await vault.accounts.add(account);
  await vault.accounts.add(colleague);
  now = Date.UTC(2026, 0, 5);
  isAway = false;
  requests = [];
  ended = [];
  const options = {
    names: [],
    clock: { now: () => now },
    sessionSecret: 'a secret of the tests, 32 characters or more',
    cookieSecure: false,
    sessionIdleHours: 12,
    sessionMaxDays: 7,
    proofMinutes: 15,
    onFault: (error: unknown) => {
      throw error;
    },
  };
  sessions = new Sessions({ ...options, vault: counted() });
  elsewhere = new Sessions({ ...options, vault });
  watch = sessions.watch();
});
afterEach(async () => {
  await vault.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A session with one watched socket. */
async function open(of = account) {
  const { session } = await elsewhere.open(of);
  const { tokenHash } = session;
  const socket = { tokenHash, accountId: of.accountId };
  watch.add(socket, () => ended.push(tokenHash));
  return { tokenHash, socket };
}

test('one question is asked however many sockets there are, and none while there is none', async () => {
  await watch.look();
  expect(requests).toEqual([]);
  const tokenHashes = Array.from({ length: 1_200 }, (_, index) => String(index).padStart(64, 'a'));
  await Promise.all(tokenHashes.map((tokenHash) => vault.sessions.open(tokenHash, account, now)));
  for (const tokenHash of tokenHashes) {
    watch.add({ tokenHash, accountId: account.accountId }, () => ended.push(tokenHash));
  }
  await watch.look();
  // Each new session is checked once: it may have ended since its handshake.
  expect(requests).toEqual(['endedSince', 'inForce 500', 'inForce 500', 'inForce 200']);
  requests = [];
  now += second;
  await watch.look();
  await watch.look();
  expect(requests).toEqual(['endedSince', 'endedSince']);
  expect(ended).toEqual([]);
});

test('an end calls all sockets of the session, once, and no other', async () => {
  const { tokenHash, socket } = await open();
  await open();
  await open(colleague);
  watch.add(socket, () => ended.push('its second socket'));
  watch.add(socket, () => ended.push('closed before'))();
  await watch.look();
  await elsewhere.end(tokenHash);
  await watch.look();
  await watch.look();
  expect(ended).toEqual([tokenHash, 'its second socket']);
});

test('a session that ended between its handshake and the next look is found, before and after the first cursor', async () => {
  const early = await open();
  await elsewhere.end(early.tokenHash);
  await open(colleague);
  await watch.look();
  const { session } = await elsewhere.open(account);
  await elsewhere.end(session.tokenHash);
  await watch.look();
  watch.add({ tokenHash: session.tokenHash, accountId: account.accountId }, () => ended.push(session.tokenHash));
  await watch.look();
  expect(ended).toEqual([early.tokenHash, session.tokenHash]);
});

test('a new password ends those of the account, and leaves what is opened since', async () => {
  const before = await open();
  const otherSession = await open(colleague);
  await watch.look();
  await vault.accounts.setPassword(account.accountId, 'other');
  const since = await open({ ...account, sessionEpoch: 1 });
  await watch.look();
  await watch.look();
  expect(ended).toEqual([before.tokenHash]);
  expect(await vault.sessions.inForce([otherSession.tokenHash, since.tokenHash])).toHaveLength(2);
});

test('an unused session is over after 12 h, one that is used in another process is not', async () => {
  const [used, unused] = [await open(), await open()];
  for (let passed = 0; passed < 12; passed += 4) {
    now += 4 * hour;
    await vault.sessions.touch(used.tokenHash, now);
    await watch.look();
  }
  expect(ended).toEqual([]);
  now += second;
  await watch.look();
  expect(ended).toEqual([unused.tokenHash]);
  // It ends everywhere once the vault has recorded it; the next write comes later.
  await vault.sessions.touch(unused.tokenHash, now);
  expect(await vault.sessions.find(unused.tokenHash)).toBeNull();
});

describe('its person is warned a minute before an unused session ends', () => {
  let warnings: boolean[];
  const add = (socket: Awaited<ReturnType<typeof open>>['socket']) =>
    watch.add(
      socket,
      () => ended.push('watched'),
      (isEnding) => warnings.push(isEnding),
    );
  const passed = async (ms: number) => {
    now += ms;
    await watch.look();
  };
  beforeEach(() => {
    warnings = [];
  });

  test('on every socket, once, and notified when it is used in another process', async () => {
    const { tokenHash, socket } = await open();
    add(socket);
    await watch.look();
    await passed(12 * hour - minute - second);
    expect(warnings).toEqual([]);
    await passed(second);
    await passed(second);
    expect(warnings).toEqual([true]);
    // A page that connects meanwhile.
    add(socket);
    expect(warnings).toEqual([true, true]);
    await vault.sessions.touch(tokenHash, now);
    await passed(second);
    expect(warnings).toEqual([true, true, false, false]);
    await passed(12 * hour - minute);
    expect(warnings.slice(4)).toEqual([true, true]);
    expect(ended).toEqual([]);
    await passed(minute);
    expect(ended).toEqual([tokenHash, 'watched', 'watched']);
  });

  test('by the time of its client, and not of its age, which no use puts off', async () => {
    const { tokenHash, socket } = await open();
    await vault.secondFactors.setIdleMinutes(account.clientId, 5);
    add(socket);
    await watch.look();
    await passed(4 * minute);
    expect(warnings).toEqual([true]);
    await vault.secondFactors.setIdleMinutes(account.clientId, null);
    await passed(second);
    expect(warnings).toEqual([true, false]);
    for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
      now += 8 * hour;
      await vault.sessions.touch(tokenHash, now);
    }
    await passed(8 * hour - 5 * minute);
    expect([warnings.length, ended]).toEqual([2, []]);
    await passed(5 * minute);
    expect([warnings.length, ended]).toEqual([2, [tokenHash, 'watched']]);
  });
});

test('a session in use is over after 7 days', async () => {
  const { tokenHash } = await open();
  for (let passed = 0; passed < 7 * 24; passed += 8) {
    now += 8 * hour;
    await vault.sessions.touch(tokenHash, now);
    await watch.look();
  }
  expect(ended).toEqual([]);
  now += second;
  await watch.look();
  expect(ended).toEqual([tokenHash]);
});

test('nothing ends while the vault is unavailable, and what ended meanwhile does when it is back', async () => {
  const [signedOut, unused, used] = [await open(), await open(), await open(colleague)];
  await watch.look();
  isAway = true;
  await elsewhere.end(signedOut.tokenHash);
  now += 12 * hour;
  await vault.sessions.touch(used.tokenHash, now);
  now += second;
  for (let looks = 0; looks < 3; looks += 1) await expect(watch.look()).rejects.toThrow(VaultUnavailable);
  expect(ended).toEqual([]);
  isAway = false;
  await watch.look();
  expect(ended.toSorted()).toEqual([signedOut.tokenHash, unused.tokenHash].toSorted());
});

test('an end that was named, but could not be checked, is asked for again', async () => {
  const { tokenHash } = await open();
  await watch.look();
  await elsewhere.end(tokenHash);
  const { inForce } = vault.sessions;
  vault.sessions.inForce = () => Promise.reject(new VaultUnavailable('unavailable'));
  await expect(watch.look()).rejects.toThrow(VaultUnavailable);
  vault.sessions.inForce = inForce;
  await watch.look();
  expect(ended).toEqual([tokenHash]);
});

test('an end that the vault does not name is found within five minutes', async () => {
  const { tokenHash } = await open();
  await open(colleague);
  await watch.look();
  vault.sessions.endedSince = async () => ({ tokenHashes: [], accountIds: [], cursor: '0' });
  await elsewhere.end(tokenHash);
  await watch.look();
  expect(ended).toEqual([]);
  now += 5 * minute;
  await watch.look();
  expect(ended).toEqual([tokenHash]);
});

test('a clock that was set back puts no check off', async () => {
  const { tokenHash } = await open();
  await watch.look();
  vault.sessions.endedSince = async () => ({ tokenHashes: [], accountIds: [], cursor: '0' });
  await elsewhere.end(tokenHash);
  now -= 24 * hour;
  await watch.look();
  expect(ended).toEqual([tokenHash]);
});
