import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streams } from '@dayline/contracts/events/categories';
import { type EventLog, EventLogUnavailable } from '@dayline/event-log/port';
import { verifyChain } from '@dayline/event-log/sealed-log/chain';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import type { Clock } from '@dayline/runtime/clock';
import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import { type Vault, VaultUnavailable } from '@dayline/vault/port';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import type { TrailStore } from '@dayline/vault/trail-port';
import { SignInAliases } from '../sign-ins/aliases.ts';
import type { TrailEntry } from './entry.ts';
import type { TrailOptions } from './options.ts';
import { createTrail, type Trail } from './trail.ts';

const clock = { now: () => Date.parse('2026-11-21T08:00:00Z') };
const accountId = '01J0000000000000000000000A';
const clientId = '01J0000000000000000000000C';
let keys = memoryKeyRing();
/** The stream of the account's sign-ins. */
const signIns = () => new SignInAliases(keys).streamOf({ accountId, clientId }, '2026-11-21T08:00:00.000Z');
const entry = (code: string, account: string | null = accountId): TrailEntry => ({
  accountId: account,
  event: { type: 'SignInRefused', data: { code } },
  actor: { kind: 'system', id: 'sign-in', name: 'Sign-in' },
  clientId,
  commandId: `command-${code}`,
  commandDigest: '',
  correlationId: 'c',
  channel: 'web' as const,
  causationId: 'c',
  traceparent: null,
});

const masterKey = randomBytes(32);
let folder: string;
let vault: Vault;
let log: EventLog;
let entries: object[];
const trails: Trail[] = [];

function trailOn(on: EventLog, options: Partial<TrailOptions> = {}): Trail {
  const note = (fields: object) => void entries.push(fields);
  const logger = { warn: note, error: note };
  const trail = createTrail({ log: openSealedLog(on, keys), store: vault.trail, keys, clock, logger, ...options });
  trails.push(trail);
  return trail;
}
const codesOf = async (stream?: string) =>
  (await log.readStream(stream ?? (await signIns()))).map((event) => event.data['code']);
const openVault = (of: Clock = clock) => openSqliteVault({ path: join(folder, 'vault.db'), masterKey, clock: of });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-trail-'));
  vault = await openVault();
  log = openMemoryEventLog();
  keys = memoryKeyRing();
  entries = [];
});
afterEach(async () => {
  for (const trail of trails.splice(0)) await trail.stop();
  await vault.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the trail', () => {
  test('is appended in order, a batch an account, unknown addresses on a stream of their own', async () => {
    let appends = 0;
    const trail = trailOn({
      ...log,
      append(...call) {
        appends += 1;
        return log.append(...call);
      },
    });
    for (const code of ['1', '2', '3']) trail.record(entry(code));
    trail.record(entry('4', null));
    expect(await codesOf()).toEqual([]);
    await trail.flush();
    expect(await codesOf()).toEqual(['1', '2', '3']);
    expect(await codesOf(streams.unknownAccount)).toEqual(['4']);
    expect(appends).toBe(2);
  });

  test('two processes write one account’s trail, and its chain is whole', async () => {
    const firstTrail = trailOn(log);
    const secondTrail = trailOn(log);
    for (let index = 0; index < 20; index += 1) {
      firstTrail.record(entry(`one-${index}`));
      secondTrail.record(entry(`other-${index}`));
      await Promise.all([firstTrail.flush(), secondTrail.flush()]);
    }
    expect((await codesOf()).length).toBe(40);
    expect(verifyChain(await log.readStream(await signIns()))).toEqual([]);
    expect(entries).toEqual([]);
  });

  test.each(['before', 'after'] as const)('an append cut off %s it was durable leaves one entry', async (when) => {
    let isFirst = true;
    const trail = trailOn({
      ...log,
      async append(...call) {
        if (!isFirst) return log.append(...call);
        isFirst = false;
        if (when === 'after') await log.append(...call);
        throw new EventLogUnavailable('cut off', 'unknown');
      },
    });
    trail.record(entry('once'));
    await trail.flush();
    expect(await codesOf()).toEqual(['once']);
    expect(entries).toEqual([]);
  });

  test('that can not be appended is named in the log, with the calls that it was of', async () => {
    const trail = trailOn({ ...log, append: async () => Promise.reject(new Error('a fault')) });
    const event = { type: 'PasswordChanged', data: {} } as const;
    trail.record({ ...entry('1'), event, causationId: 'request-1' });
    trail.record({ ...entry('2'), event, causationId: 'request-2' });
    await trail.flush();
    expect(entries).toEqual([
      expect.objectContaining({
        stream: streams.account(accountId),
        entries: 2,
        requests: ['request-1', 'request-2'],
      }),
    ]);
  });

  test('stopping flushes, and no longer accepts entries', async () => {
    const trail = trailOn(log);
    trail.record(entry('last'));
    await trail.stop();
    trail.record(entry('too late'));
    await trail.flush();
    expect(await codesOf()).toEqual(['last']);
  });
});

/** The same log with simulated outages and lost answers, and waits that end on command. */
function outage() {
  let isAway = true;
  let losesAnswers = false;
  const tries: number[] = [];
  let onTry = () => {};
  const refuse = () => Promise.reject(new EventLogUnavailable('unavailable', 'notAppended'));
  const away: EventLog = {
    ...log,
    async append(...call) {
      if (!losesAnswers) return isAway ? refuse() : log.append(...call);
      await log.append(...call);
      // The log is also down for the check of the outcome.
      losesAnswers = false;
      throw new EventLogUnavailable('the answer was lost', 'unknown');
    },
    readStream: (...call) => (isAway && !losesAnswers ? refuse() : log.readStream(...call)),
  };
  /** Records each wait for the log; each lasts one turn of the event loop. */
  const backOff = async (failures: number, signal: AbortSignal) => {
    tries.push(failures);
    onTry();
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  };
  return {
    log: away,
    options: { backOff },
    tries,
    loseNextAnswer: () => (losesAnswers = true),
    end: () => (isAway = false),
    /** Resolves after this many attempts. */
    untilAttempts: (times: number) =>
      new Promise<void>((resolve) => {
        onTry = () => tries.length >= times && resolve();
        onTry();
      }),
  };
}
const numbered = (count: number) => Array.from({ length: count }, (_, index) => String(index));

describe('while the log is unavailable, entries', () => {
  test('wait for as long as it takes, and come in their order', async () => {
    const away = outage();
    const trail = trailOn(away.log, away.options);
    for (const code of numbered(6)) trail.record(entry(code));
    await away.untilAttempts(100);
    for (const code of numbered(12).slice(6)) trail.record(entry(code));
    expect(await trail.reading()).toEqual({ waitingInMemory: 12, waitingInVault: 0, stored: 0, lost: 0 });
    away.end();
    await trail.flush();
    expect(await codesOf()).toEqual(numbered(12));
    expect(verifyChain(await log.readStream(await signIns()))).toEqual([]);
    // One line for the outage and one for the recovery.
    expect(entries).toEqual([{ waiting: 6 }, { seconds: expect.any(Number) }]);
  });

  test('that memory has no room for wait in the vault, and all come in their order', async () => {
    const away = outage();
    const trail = trailOn(away.log, away.options);
    for (const code of numbered(1_500)) trail.record(entry(code));
    await away.untilAttempts(20);
    while ((await trail.reading()).waitingInMemory > 1_000) await new Promise((resolve) => setImmediate(resolve));
    const { waitingInMemory, waitingInVault, stored, lost } = await trail.reading();
    expect({ all: waitingInMemory + (waitingInVault ?? 0), lost }).toEqual({ all: 1_500, lost: 0 });
    expect(stored).toBe(waitingInVault);
    expect(stored).toBeGreaterThanOrEqual(500);
    away.end();
    await trail.flush();
    expect(await codesOf()).toEqual(numbered(1_500));
    expect(await vault.trail.count()).toBe(0);
  });

  test('are stored at a stop, sealed, and brought to the log by the next start', async () => {
    const away = outage();
    const trail = trailOn(away.log, away.options);
    const by = { kind: 'admin', id: 'a', name: 'Meenakshi Sundaram' } as const;
    for (const code of numbered(300)) trail.record({ ...entry(code), actor: by });
    await away.untilAttempts(1);
    await trail.stop();
    expect(await vault.trail.count()).toBe(300);
    await vault.close();
    const bytes = Buffer.concat(readdirSync(folder).map((file) => readFileSync(join(folder, file))));
    for (const text of ['Meenakshi', 'SignInRefused', accountId]) expect(bytes.includes(text)).toBe(false);

    vault = await openVault();
    const next = trailOn(log);
    next.record(entry('after the start'));
    await next.flush();
    expect(await codesOf()).toEqual([...numbered(300), 'after the start']);
    expect(await vault.trail.count()).toBe(0);
  });

  test('that were appended without an answer are there once: the log is asked when it is back', async () => {
    const away = outage();
    const trail = trailOn(away.log, away.options);
    away.loseNextAnswer();
    trail.record(entry('once'));
    await away.untilAttempts(30);
    away.end();
    await trail.flush();
    expect(await codesOf()).toEqual(['once']);
  });

  test('and where a stop comes in between, by the next process', async () => {
    const away = outage();
    const trail = trailOn(away.log, away.options);
    away.loseNextAnswer();
    trail.record(entry('once'));
    await away.untilAttempts(1);
    trail.record(entry('twice'));
    await trail.stop();
    expect(await vault.trail.count()).toBe(2);
    const next = trailOn(log);
    await next.flush();
    expect(await codesOf()).toEqual(['once', 'twice']);
  });

  test('wait in memory where the vault is unavailable too, up to a limit; what is lost is counted', async () => {
    const away = outage();
    const refuse = () => Promise.reject(new VaultUnavailable('unavailable'));
    const store: TrailStore = { put: refuse, claim: refuse, remove: refuse, release: refuse, count: refuse };
    const trail = trailOn(away.log, { ...away.options, store, maxInMemory: 10 });
    for (const code of numbered(150)) {
      trail.record(entry(code));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { waitingInMemory, waitingInVault, lost } = await trail.reading();
    expect(waitingInVault).toBeNull();
    expect(waitingInMemory + lost).toBe(150);
    expect(lost).toBeGreaterThan(0);
    away.end();
    await trail.flush();
    expect((await codesOf()).length).toBe(150 - lost);
    expect((await codesOf()).at(-1)).toBe('149');
  });
});

describe('entries in the vault', () => {
  const store = async (count: number): Promise<void> => {
    const away = outage();
    const trail = trailOn(away.log, away.options);
    for (const code of numbered(count)) trail.record(entry(code));
    await away.untilAttempts(1);
    await trail.stop();
  };

  test('come once and in order, also where two processes start at once', async () => {
    await store(900);
    const otherVault = await openVault();
    const both = [trailOn(log), trailOn(log, { store: otherVault.trail })];
    await Promise.all(both.map((trail) => trail.flush()));
    for (const trail of both) await trail.stop();
    await otherVault.close();
    await trailOn(log).flush();
    expect(await codesOf()).toEqual(numbered(900));
    expect(await vault.trail.count()).toBe(0);
  });

  test('come once where a process dies after the append and before they are removed', async () => {
    await store(5);
    const remove = () => Promise.reject(new VaultUnavailable('killed'));
    const dying = trailOn(log, { store: { ...vault.trail, remove } });
    while ((await codesOf()).length < 5) await new Promise((resolve) => setImmediate(resolve));
    await dying.stop();
    expect(await vault.trail.count()).toBe(5);
    await trailOn(log).flush();
    expect(await codesOf()).toEqual(numbered(5));
    expect(await vault.trail.count()).toBe(0);
  });

  test('come once where a process is overtaken between its look and its append', async () => {
    await store(5);
    let resume = () => {};
    const held = new Promise<void>((resolve) => (resume = resolve));
    let isHeld = () => {};
    const holds = new Promise<void>((resolve) => (isHeld = resolve));
    const frozen: EventLog = {
      ...log,
      async append(...call) {
        isHeld();
        await held;
        return log.append(...call);
      },
    };
    const overtaken = trailOn(frozen);
    await holds;
    const later = await openVault({ now: () => clock.now() + 3_600_000 });
    await trailOn(log, { store: later.trail }).flush();
    resume();
    await overtaken.flush();
    await later.close();
    expect(await codesOf()).toEqual(numbered(5));
  });
});

describe('a sign-in', () => {
  const person = { kind: 'admin', id: accountId, name: 'Meenakshi Sundaram' } as const;
  const letter = { type: 'LetterSent', data: { purpose: 'newDevice', subject: { accountId } } } as const;
  const signedIn = { type: 'SignedIn', data: { role: 'admin', factor: 'password' } } as const;

  test('has nothing that names the account, nor leads to an event that does', async () => {
    const trail = trailOn(log);
    for (const event of [signedIn, letter, { type: 'SignedOut', data: {} } as const]) {
      const ids = {
        commandId: 'command-1',
        commandDigest: 'digest-1',
        correlationId: 'trace-1',
        causationId: 'request-1',
      };
      const actor = event.type === 'LetterSent' ? entry('1').actor : person;
      trail.record({ ...entry('1'), ...ids, event, actor, traceparent: '00-trace-1-1-01' });
    }
    await trail.flush();
    const recorded = await log.readStream(await signIns());
    expect(recorded.map(({ type, data }) => ({ type, ...data }))).toEqual([
      { type: 'SignedIn', factor: 'password' },
      { type: 'LetterSent', purpose: 'newDevice', subject: {} },
      { type: 'SignedOut' },
    ]);
    const text = JSON.stringify(recorded);
    for (const found of [accountId, 'Meenakshi', 'admin', 'command-1', 'digest-1', 'trace-1', 'request-1'])
      expect(text).not.toContain(found);
    expect(await log.readStream(streams.account(accountId))).toEqual([]);
  });

  test('has a version that builds without aliases don’t know, and one of theirs is read as before', async () => {
    const [trail, sealed] = [trailOn(log), openSealedLog(log, keys)];
    for (const event of [signedIn, letter, { type: 'SignedOut', data: {} } as const])
      trail.record({ ...entry('1'), event });
    trail.record(entry('1'));
    await trail.flush();
    const recorded = await log.readStream(await signIns());
    expect(recorded.map(({ metadata }) => metadata.schemaVersion)).toEqual([2, 2, 2, 2]);
    const former = recorded.slice(0, 1).map(({ type, metadata }) => ({
      ...{ id: 'former', type, data: signedIn.data },
      metadata: { ...metadata, schemaVersion: 1 },
    }));
    await log.append(streams.account(accountId), 'noStream', former);
    expect(await sealed.readStream(streams.account(accountId))).toMatchObject([{ data: signedIn.data }]);
  });

  test.each(['signIn', 'newDevice', 'recoveryCodeUsed', 'providerBound', 'providerRequired'])(
    'has its mail in its stream: %s',
    async (purpose) => {
      const trail = trailOn(log);
      trail.record({ ...entry('1'), event: { ...letter, data: { ...letter.data, purpose } } });
      await trail.flush();
      expect((await log.readStream(await signIns())).map(({ data }) => data)).toEqual([{ purpose, subject: {} }]);
      expect(await log.readStream(streams.account(accountId))).toEqual([]);
    },
  );

  test('other entries of the account stay in its own stream', async () => {
    const trail = trailOn(log);
    trail.record({ ...entry('1'), event: { type: 'PasswordChanged', data: {} }, actor: person });
    for (const purpose of ['reset', 'providerRequiredForReset'])
      trail.record({ ...entry('1'), event: { ...letter, data: { ...letter.data, purpose } } });
    await trail.flush();
    const own = await log.readStream(streams.account(accountId));
    expect(own.map(({ type }) => type)).toEqual(['PasswordChanged', 'LetterSent', 'LetterSent']);
    expect(await codesOf()).toEqual([]);
  });

  test('waits while the vault is unavailable, and holds up nothing else', async () => {
    let isAway = true;
    const ensure = (ids: readonly string[]) =>
      isAway ? Promise.reject(new VaultUnavailable('unavailable')) : keys.ensure(ids);
    const away = outage();
    const trail = trailOn(log, { keys: { ensure }, ...away.options });
    trail.record(entry('waits'));
    trail.record({ ...entry('1'), event: { type: 'PasswordChanged', data: {} } });
    await away.untilAttempts(3);
    expect((await log.readStream(streams.account(accountId))).length).toBe(1);
    isAway = false;
    await trail.flush();
    expect(await codesOf()).toEqual(['waits']);
  });

  /** A vault that is away until `end`. */
  function vaultOutage() {
    let isAway = true;
    const refuse = () => Promise.reject(new VaultUnavailable('unavailable'));
    const unlessAway =
      <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
      (...args: Args): Promise<Result> =>
        isAway ? refuse() : call(...args);
    const { put, claim, remove, release, count } = vault.trail;
    const store: TrailStore = {
      put: unlessAway((entries) => put.call(vault.trail, entries)),
      claim: unlessAway((query) => claim.call(vault.trail, query)),
      remove: unlessAway((ids) => remove.call(vault.trail, ids)),
      release: unlessAway((owner) => release.call(vault.trail, owner)),
      count: unlessAway(() => count.call(vault.trail)),
    };
    return { parts: { store, keys: { ensure: unlessAway(keys.ensure) } }, end: () => (isAway = false) };
  }
  const passwordChanged = (): TrailEntry => ({ ...entry('1'), event: { type: 'PasswordChanged', data: {} } });

  test('that waits for the vault doesn’t hold up entries that come later', async () => {
    const [away, outageOfVault] = [outage(), vaultOutage()];
    const trail = trailOn(log, { ...outageOfVault.parts, ...away.options });
    trail.record(entry('first'));
    await away.untilAttempts(2);
    trail.record(entry('second'));
    trail.record(passwordChanged());
    await away.untilAttempts(20);
    expect((await log.readStream(streams.account(accountId))).length).toBe(1);
    expect((await trail.reading()).waitingInMemory).toBe(2);
    outageOfVault.end();
    trail.record(entry('third'));
    await trail.flush();
    expect(await codesOf()).toEqual(['first', 'second', 'third']);
  });

  test('that waits for the vault at a stop: the others are appended', async () => {
    const [away, outageOfVault] = [outage(), vaultOutage()];
    const trail = trailOn(log, { ...outageOfVault.parts, ...away.options });
    trail.record(entry('first'));
    await away.untilAttempts(2);
    trail.record(passwordChanged());
    await trail.stop();
    expect((await log.readStream(streams.account(accountId))).length).toBe(1);
    expect(entries.at(-1)).toMatchObject({ entries: 1 });
  });

  test('keeps its place in its stream where an earlier one was tried and a later one was not', async () => {
    const away = outage();
    const trail = trailOn(away.log, away.options);
    away.loseNextAnswer();
    trail.record(entry('tried'));
    await away.untilAttempts(1);
    for (const code of numbered(5)) trail.record(entry(code));
    await trail.stop();
    let appends = 0;
    const append: EventLog['append'] = (...call) => {
      appends += 1;
      return log.append(...call);
    };
    await trailOn({ ...log, append }).flush();
    expect(await codesOf()).toEqual(['tried', ...numbered(5)]);
    expect(appends).toBe(1);
  });

  test('whose month was erased while it waited is recorded, and is nobody’s', async () => {
    const stream = await signIns();
    keys.destroy(streams.signInMonth(clientId, '2026-11'));
    const trail = trailOn(log);
    trail.record(entry('late'));
    await trail.flush();
    const all = await log.readAll(log.start, 10);
    expect(all.map(({ data }) => data['code'])).toEqual(['late']);
    expect(all[0]?.stream).not.toBe(stream);
    expect(entries).toEqual([]);
  });
});
