import { streams } from '@dayline/contracts/events/categories';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import type { TrailStore } from '@dayline/vault/trail-port';
import { SignInAliases } from '../sign-ins/aliases.ts';
import { countAttempts } from './counted.ts';
import type { TrailEntry } from './entry.ts';
import { createTrail } from './trail.ts';

const accountId = '01J00000000000000000000ACC';
let now: number;
let timers: { readonly at: number; readonly call: () => void }[];

/** A store that stays empty. */
const store: TrailStore = {
  put: async () => undefined,
  claim: async () => [],
  remove: async () => undefined,
  release: async () => undefined,
  count: async () => 0,
};

function openTrail() {
  const log = openMemoryEventLog();
  const clock = { now: () => now };
  const logger = { warn: () => undefined, error: () => undefined };
  const keys = memoryKeyRing();
  const inner = createTrail({ log: openSealedLog(log, keys), store, keys, clock, logger });
  const trail = countAttempts(inner, {
    clock,
    later(ms, call) {
      const timer = { at: now + ms, call };
      timers.push(timer);
      return () => {
        timers = timers.filter((candidate) => candidate !== timer);
      };
    },
  });
  const attempt = (about: Partial<Pick<TrailEntry, 'accountId' | 'event'>> = {}) =>
    trail.record({
      accountId,
      event: { type: 'SignInRefused', data: { code: 'sign-in.refused' } },
      actor: { kind: 'system', id: 'sign-in', name: 'Sign-in' },
      clientId: '',
      channel: 'web',
      commandId: 'c',
      commandDigest: '',
      correlationId: 'c',
      causationId: 'c',
      traceparent: null,
      ...about,
    });
  const aliases = new SignInAliases(keys);
  const signIns = () => aliases.streamOf({ accountId, clientId: '' }, new Date(now).toISOString());
  const recorded = async (stream?: string) => {
    await trail.flush();
    return (await log.readStream(stream ?? (await signIns()))).map(({ data }) => data);
  };
  return { trail, attempt, recorded };
}

/** Advances the clock and fires the timers that are due by then. */
function pass(ms: number): void {
  now += ms;
  for (const timer of timers.filter(({ at }) => at <= now)) timer.call();
}

beforeEach(() => {
  now = Date.parse('2026-11-25T04:30:00Z');
  timers = [];
});

const single = { code: 'sign-in.refused' };
const until = '2026-11-25T04:40:00.000Z';

test('mistyped passwords are recorded one by one', async () => {
  const { attempt, recorded } = openTrail();
  for (let n = 0; n < 5; n += 1) attempt();
  pass(600_000);
  attempt();
  expect(await recorded()).toEqual(Array(6).fill(single));
});

test('of thousands of attempts five are recorded, that the rest is counted, and at the end how many', async () => {
  const { attempt, recorded } = openTrail();
  for (let n = 0; n < 3_000; n += 1) attempt();
  expect(await recorded()).toEqual([...Array(5).fill(single), { ...single, until }]);
  pass(600_000);
  expect((await recorded()).slice(6)).toEqual([{ ...single, count: 2_995, until }]);
  expect(timers).toEqual([]);
  // The next stretch starts afresh.
  attempt();
  expect((await recorded()).slice(7)).toEqual([single]);
});

test('each account is counted for itself, unknown ones together, and requests for a new password besides', async () => {
  const { attempt, recorded } = openTrail();
  for (let n = 0; n < 20; n += 1) {
    attempt();
    attempt({ accountId: null });
    attempt({ event: { type: 'PasswordResetRequested', data: {} } });
  }
  pass(600_000);
  expect(await recorded(streams.unknownAccount)).toEqual([
    ...Array(5).fill(single),
    { ...single, until },
    { ...single, count: 15, until },
  ]);
  expect(await recorded(streams.account(accountId))).toEqual([...Array(5).fill({}), { until }, { count: 15, until }]);
});

test('a stop records the count until then; what people do is never counted together', async () => {
  const { trail, attempt, recorded } = openTrail();
  for (let n = 0; n < 8; n += 1) attempt();
  for (let n = 0; n < 8; n += 1) attempt({ event: { type: 'SignedOut', data: {} } });
  now += 90_000;
  await trail.stop();
  const entries = await recorded();
  expect(entries).toHaveLength(5 + 1 + 8 + 1);
  expect(entries.at(-1)).toEqual({ ...single, count: 3, until: '2026-11-25T04:31:30.000Z' });
});
