import { streams } from '@dayline/contracts/ids';
import { openMemoryEventLog } from '../event-log/memory/open.ts';
import { type EventLog, EventLogUnavailable } from '../event-log/port.ts';
import { verifyChain } from '../sealed-log/chain.ts';
import { openSealedLog } from '../sealed-log/open.ts';
import { createTrail, type Trail, type TrailEntry } from './trail.ts';

const clock = { now: () => Date.parse('2026-11-21T08:00:00Z') };
const accountId = '01J0000000000000000000000A';
const noKeys = { ensure: async () => new Map(), get: async () => new Map() };
const entry = (code: string, account: string | null = accountId): TrailEntry => ({
  accountId: account,
  event: { type: 'SignInRefused', data: { code } },
  actor: { kind: 'system', id: 'sign-in', name: 'Sign-in' },
  clientId: '01J0000000000000000000000C',
  commandId: `command-${code}`,
  commandDigest: '',
  correlationId: 'c',
  causationId: 'c',
  traceparent: null,
});

let log: EventLog;
let said: object[];
const trailOn = (on: EventLog, maxWaiting?: number): Trail => {
  const note = (fields: object) => void said.push(fields);
  const logger = { warn: note, error: note };
  return createTrail({ log: openSealedLog(on, noKeys), clock, logger, ...(maxWaiting ? { maxWaiting } : {}) });
};
const codesOf = async (stream = streams.account(accountId)) =>
  (await log.readStream(stream)).map((event) => event.data['code']);

beforeEach(() => {
  log = openMemoryEventLog();
  said = [];
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
    const one = trailOn(log);
    const other = trailOn(log);
    for (let place = 0; place < 20; place += 1) {
      one.record(entry(`one-${place}`));
      other.record(entry(`other-${place}`));
      await Promise.all([one.flush(), other.flush()]);
    }
    expect((await codesOf()).length).toBe(40);
    expect(verifyChain(await log.readStream(streams.account(accountId)))).toEqual([]);
    expect(said).toEqual([]);
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
    expect(said).toEqual([]);
  });

  test('that can not be appended is named in the log, with the calls that it was of', async () => {
    const trail = trailOn({ ...log, append: async () => Promise.reject(new Error('a fault')) });
    trail.record({ ...entry('1'), causationId: 'request-1' });
    trail.record({ ...entry('2'), causationId: 'request-2' });
    await trail.flush();
    expect(said).toEqual([
      expect.objectContaining({
        stream: streams.account(accountId),
        entries: 2,
        requests: ['request-1', 'request-2'],
      }),
    ]);
  });

  test('is bounded: the oldest go, and the log says how many', async () => {
    const trail = trailOn(log, 2);
    for (const code of ['1', '2', '3']) trail.record(entry(code));
    await trail.flush();
    expect(await codesOf()).toEqual(['2', '3']);
    expect(said).toEqual([{ dropped: 1 }]);
  });

  test('stopping flushes, and takes no more', async () => {
    const trail = trailOn(log);
    trail.record(entry('last'));
    await trail.stop();
    trail.record(entry('too late'));
    await trail.flush();
    expect(await codesOf()).toEqual(['last']);
  });
});
