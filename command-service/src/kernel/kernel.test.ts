import { setImmediate as breath } from 'node:timers/promises';
import { openMemoryEventLog } from '@dayline/platform/event-log/memory/open';
import { type EventLog, elsewhereKnownAfterMs } from '@dayline/platform/event-log/port';
import { openSealedLog } from '@dayline/platform/sealed-log/open';
import { department } from '../slices/department/department.ts';
import { recorded } from '../testing/given-when-then.ts';
import type { CommandContext } from './command-context.ts';
import { createFoldedCache } from './folded-cache.ts';
import { advance, newFoldedStream } from './folded-stream.ts';
import { createKernel } from './kernel.ts';
import { createStreamQueue } from './stream-queue.ts';

const clock = { now: () => Date.parse('2026-11-21T08:00:00Z') };
const noKeys = { ensure: async () => new Map(), get: async () => new Map() };
const clientId = '01J0000000000000000000000C';
const stream = 'department-01J0000000000000000000000D';
const by = (commandId: string, commandDigest = 'digest'): CommandContext => ({
  commandId,
  commandDigest,
  correlationId: 'c',
  causationId: 'c',
  actor: { kind: 'admin', id: 'a', name: 'A' },
  clientId,
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  now: clock.now(),
});
const open = (name: string) => ({ kind: 'open', clientId, name }) as const;
const rename = (name: string) => ({ kind: 'rename', name }) as const;

/** A log that counts its reads, and kernels on it: each is a process of its own. */
function setUp(elsewhere?: { readonly count: number }) {
  const log = openMemoryEventLog();
  let reads = 0;
  const counted: EventLog = {
    ...log,
    ...(elsewhere ? { appendedElsewhere: () => elsewhere.count } : {}),
    readStream(...call) {
      reads += 1;
      return log.readStream(...call);
    },
  };
  const watched: string[] = [];
  const watch = {
    conflict: (on: string) => watched.push(`conflict ${on}`),
    retry: (on: string) => watched.push(`retry ${on}`),
  };
  const kernel = () => createKernel(department, { log: openSealedLog(counted, noKeys), clock, watch });
  const ask = (
    on: ReturnType<typeof kernel>,
    command: ReturnType<typeof open | typeof rename>,
    context: CommandContext,
  ) => on.execute({ stream, command, given: undefined, by: context });
  return { log, kernel, ask, watched, reads: () => reads };
}

describe('the kernel', () => {
  test('reads an old state again only where something came from elsewhere', async () => {
    const elsewhere = { count: 0 };
    const { kernel, ask, reads } = setUp(elsewhere);
    const own = kernel();
    await ask(own, open('Heart'), by('1'));
    const since = performance.now();
    while (performance.now() - since <= elsewhereKnownAfterMs) await breath();
    await own.load(stream, elsewhereKnownAfterMs);
    expect(reads()).toBe(1);
    elsewhere.count = 1;
    await own.load(stream, elsewhereKnownAfterMs);
    expect(reads()).toBe(2);
  });

  test('reads a stream once and decides from memory after that', async () => {
    const { kernel, ask, reads } = setUp();
    const own = kernel();
    await ask(own, open('Heart'), by('1'));
    expect(reads()).toBe(1);
    await ask(own, rename('Skin'), by('2'));
    await ask(own, rename('Eyes'), by('3'));
    expect(reads()).toBe(1);
    expect((await own.load(stream)).state).toEqual({ clientId, name: 'Eyes' });
    expect(reads()).toBe(1);
  });

  test('reads on where it was behind: before a conflict is told, a refusal given, or nothing done', async () => {
    const { kernel, ask, log, watched } = setUp();
    const [one, other] = [kernel(), kernel()];
    await ask(one, open('Heart'), by('1'));
    await ask(other, rename('Skin'), by('2'));
    expect(watched).toEqual([]);
    // A conflict, decided again at the revision that it met.
    expect(await ask(one, rename('Eyes'), by('3'))).toMatchObject({ events: [{ revision: 2 }] });
    expect(watched).toEqual([`conflict ${stream}`, `retry ${stream}`]);
    // In the other's memory it is still Skin, which would be nothing to do.
    expect(await ask(other, rename('Skin'), by('4'))).toMatchObject({ events: [{ revision: 3 }] });
    expect((await one.load(stream, 0)).state?.name).toBe('Skin');
    expect((await log.readStream(stream)).map((event) => event.revision)).toEqual([0, 1, 2, 3]);
  });

  test('answers a handled command again with the same events, and refuses another body under its id', async () => {
    const { kernel, ask } = setUp();
    const own = kernel();
    const first = await ask(own, open('Heart'), by('1'));
    await ask(own, rename('Skin'), by('2'));
    const again = await ask(kernel(), open('Heart'), by('1'));
    expect('events' in again && 'events' in first && again.events).toEqual('events' in first && first.events);
    expect(await ask(own, open('Heart'), by('1', 'another'))).toEqual({ refused: 'key.reused' });
  });

  test('stamps what the command brought', async () => {
    const { kernel, ask, log } = setUp();
    await ask(kernel(), open('Heart'), by('1'));
    const [event] = await log.readStream(stream);
    expect(event?.metadata).toMatchObject({
      commandId: '1',
      commandDigest: 'digest',
      traceparent: by('1').traceparent,
    });
    expect(event?.metadata).not.toHaveProperty('now');
  });
});

describe('the cache of folded streams', () => {
  const folded = (revision: number) => {
    const one = newFoldedStream<number, { type: string; data: object }>(0);
    const events = recorded(Array.from({ length: revision + 1 }, () => ({ type: 'Happened', data: {} })));
    advance(one, (state, news) => state + news.length, events);
    return one;
  };

  test('is bounded by the events that it holds, and lets go of what was not used for longest', () => {
    const cache = createFoldedCache<number, { type: string; data: object }>(10);
    cache.put('a', folded(3));
    cache.put('b', folded(3));
    cache.get('a');
    cache.put('c', folded(3));
    expect([cache.get('a'), cache.get('b'), cache.get('c')].map((entry) => entry?.state)).toEqual([4, undefined, 4]);
    cache.put('long', folded(10));
    expect(cache.get('long')).toBeUndefined();
  });

  test('keeps the one that came further, and folds no event twice', () => {
    const cache = createFoldedCache<number, { type: string; data: object }>(10);
    const further = folded(3);
    cache.put('a', further);
    cache.put('a', folded(1));
    expect(cache.get('a')).toBe(further);
    const events = recorded(Array.from({ length: 5 }, () => ({ type: 'Happened', data: {} })));
    expect(advance(further, (state, news) => state + news.length, events)).toBe(true);
    expect(further.state).toBe(5);
    expect(advance(further, (state, news) => state + news.length, events)).toBe(false);
  });
});

describe('the queue', () => {
  test('runs what is of one stream in order, and goes on after a fault', async () => {
    const queue = createStreamQueue();
    const order: string[] = [];
    const step = (name: string) => async () => {
      order.push(`${name} begins`);
      await new Promise<void>((resolve) => setImmediate(resolve));
      order.push(`${name} ends`);
      if (name === 'one') throw new Error('a fault');
    };
    const one = queue('a', step('one'));
    const two = queue('a', step('two'));
    const other = queue('b', step('other'));
    await expect(one).rejects.toThrow('a fault');
    await Promise.all([two, other]);
    expect(order.filter((entry) => !entry.startsWith('other'))).toEqual([
      'one begins',
      'one ends',
      'two begins',
      'two ends',
    ]);
    expect(order.indexOf('other begins')).toBeLessThan(order.indexOf('one ends'));
  });
});
