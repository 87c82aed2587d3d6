import type { EventLog, StoredEvent } from '@dayline/event-log/port';
import { verifyChain } from '@dayline/event-log/sealed-log/chain';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { department } from '../department/department.ts';
import { recorded } from '../testing/given-when-then.ts';
import type { CommandContext } from './command-context.ts';
import { createCommandHandler } from './command-handler.ts';
import { advance, FoldedCache, newFoldedStream } from './folded-stream.ts';
import { handledCommand } from './handled-commands.ts';
import { createStreamQueue } from './stream-queue.ts';

const clock = { now: () => Date.parse('2026-11-21T08:00:00Z') };
const noKeys = { ensure: async () => new Map(), get: async () => new Map() };
const clientId = '01J0000000000000000000000C';
const stream = 'department-01J0000000000000000000000D';
const by = (commandId: string, commandDigest = 'digest'): CommandContext => ({
  commandId,
  commandDigest,
  correlationId: 'c',
  channel: 'web',
  causationId: 'c',
  actor: { kind: 'admin', id: 'a', name: 'A' },
  clientId,
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  now: clock.now(),
});
const open = (name: string) => ({ kind: 'open', clientId, name }) as const;
const rename = (name: string) => ({ kind: 'rename', name }) as const;

/** A log that counts reads, and command handlers on it that act as separate processes. */
function setUp() {
  const log = openMemoryEventLog();
  let reads = 0;
  const counted: EventLog = {
    ...log,
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
  const handler = () => createCommandHandler(department, { log: openSealedLog(counted, noKeys), clock, watch });
  const ask = (
    on: ReturnType<typeof handler>,
    command: ReturnType<typeof open | typeof rename>,
    context: CommandContext,
  ) => on.execute({ stream, command, context: undefined, by: context });
  return { log, handler, ask, watched, reads: () => reads };
}

describe('the handler', () => {
  test('reads again what it has forgotten, and what was being read then doesn’t stay either', async () => {
    const { handler, ask, reads } = setUp();
    const own = handler();
    await ask(own, open('Heart'), by('1'));
    own.forget();
    const reading = own.load(stream);
    own.forget();
    await reading;
    expect(reads()).toBe(2);
    await own.load(stream);
    expect(reads()).toBe(3);
    await own.load(stream);
    expect(reads()).toBe(3);
  });

  test('reads a stream once and decides from memory after that', async () => {
    const { handler, ask, reads } = setUp();
    const own = handler();
    await ask(own, open('Heart'), by('1'));
    expect(reads()).toBe(1);
    await ask(own, rename('Skin'), by('2'));
    await ask(own, rename('Eyes'), by('3'));
    expect(reads()).toBe(1);
    expect((await own.load(stream)).state).toEqual({ clientId, name: 'Eyes', isClosed: false });
    expect(reads()).toBe(1);
  });

  test('reads on where it was behind: before a conflict is reported, a refusal given, or nothing done', async () => {
    const { handler, ask, log, watched } = setUp();
    const [first, second] = [handler(), handler()];
    await ask(first, open('Heart'), by('1'));
    await ask(second, rename('Skin'), by('2'));
    expect(watched).toEqual([]);
    // A conflict, decided again at the new revision.
    expect(await ask(first, rename('Eyes'), by('3'))).toMatchObject({ events: [{ revision: 2 }] });
    expect(watched).toEqual([`conflict ${stream}`, `retry ${stream}`]);
    // The other's cached state is still Skin, for which this would change nothing.
    expect(await ask(second, rename('Skin'), by('4'))).toMatchObject({ events: [{ revision: 3 }] });
    expect((await first.load(stream, 0)).state?.name).toBe('Skin');
    expect((await log.readStream(stream)).map((event) => event.revision)).toEqual([0, 1, 2, 3]);
  });

  test('answers a handled command again with the same events, and refuses another body under its id', async () => {
    const { handler, ask } = setUp();
    const own = handler();
    const first = await ask(own, open('Heart'), by('1'));
    await ask(own, rename('Skin'), by('2'));
    const again = await ask(handler(), open('Heart'), by('1'));
    expect('events' in again && 'events' in first && again.events).toEqual('events' in first && first.events);
    expect(await ask(own, open('Heart'), by('1', 'another'))).toEqual({ refused: 'key.reused' });
  });

  test('stamps the metadata of the command', async () => {
    const { handler, ask, log } = setUp();
    await ask(handler(), open('Heart'), by('1'));
    const [event] = await log.readStream(stream);
    expect(event?.metadata).toMatchObject({
      commandId: '1',
      commandDigest: 'digest',
      traceparent: by('1').traceparent,
    });
    expect(event?.metadata).not.toHaveProperty('now');
  });
});

describe('a log that was set back under the handler', () => {
  type Open = ReturnType<typeof open>;
  type Rename = ReturnType<typeof rename>;
  const handlerOn = (log: EventLog) => createCommandHandler(department, { log: openSealedLog(log, noKeys), clock });

  /**
   * A handler that has read three events of a stream of which the log then loses some; `isReported` if the log reports the
   * loss.
   */
  async function lose({ kept, isReported }: { kept: number; isReported: boolean }) {
    const events: StoredEvent[] = [];
    let log = openMemoryEventLog({ events });
    let setBacks = 0;
    const exchanged: EventLog = {
      ...log,
      append: (...call) => log.append(...call),
      readStream: (...call) => log.readStream(...call),
      setBacks: async () => setBacks,
    };
    const askOn = (handler: ReturnType<typeof handlerOn>, command: Rename | Open, id: string) =>
      handler.execute({ stream, command, context: undefined, by: by(id) });
    const handler = handlerOn(exchanged);
    await askOn(handler, open('Heart'), '1');
    await askOn(handler, rename('Skin'), '2');
    await askOn(handler, rename('Eyes'), '3');
    log = openMemoryEventLog({ events: events.slice(0, kept) });
    if (isReported) setBacks = 1;
    return {
      handler,
      log,
      ask: (command: Rename | Open, id: string) => askOn(handler, command, id),
      executeElsewhere: (command: Rename | Open, id: string) => askOn(handlerOn(log), command, id),
    };
  }

  test.each([true, false])(
    'nothing is decided on what it no longer holds (reported by the log: %s)',
    async (isReported) => {
      const { ask, handler, log } = await lose({ kept: 1, isReported });
      // The cached state is Eyes, for which this would change nothing; a lost log remembers no commands.
      expect(await ask(rename('Eyes'), isReported ? '2' : '9')).toMatchObject({ events: [{ revision: 1 }] });
      expect((await handler.load(stream)).state?.name).toBe('Eyes');
      expect((await log.readStream(stream)).map(({ data }) => data['name'])).toEqual(['Heart', 'Eyes']);
    },
  );

  test('an emptied stream has no department to rename', async () => {
    const { ask, handler } = await lose({ kept: 0, isReported: true });
    expect(await ask(rename('Bones'), '4')).toHaveProperty('refused');
    expect((await handler.load(stream, 0)).revision).toBe(-1);
  });

  test('one that has grown to the same length since is read again, and its chain stays whole', async () => {
    const { ask, executeElsewhere, log } = await lose({ kept: 1, isReported: true });
    await executeElsewhere(rename('Bones'), '5');
    await executeElsewhere(rename('Lungs'), '6');
    expect(await ask(rename('Nose'), '7')).toMatchObject({ events: [{ revision: 3 }] });
    expect(verifyChain(await log.readStream(stream))).toEqual([]);
  });
});

describe('the cache of folded streams', () => {
  const count = (state: number, news: readonly unknown[]) => state + news.length;
  const events = (length: number) => recorded(Array.from({ length }, () => ({ type: 'Happened', data: {} })));
  const folded = (revision: number) =>
    advance(newFoldedStream<number, { type: string; data: object }>(0), count, events(revision + 1));

  test('is bounded by the events that it holds, and drops the least recently used', () => {
    const cache = new FoldedCache<number, { type: string; data: object }>(10);
    cache.put('a', folded(3));
    cache.put('b', folded(3));
    cache.get('a');
    cache.put('c', folded(3));
    expect([cache.get('a'), cache.get('b'), cache.get('c')].map((entry) => entry?.state)).toEqual([4, undefined, 4]);
    cache.put('long', folded(10));
    expect(cache.get('long')).toBeUndefined();
  });

  test('counts the events of a stream again when it has grown', () => {
    const cache = new FoldedCache<number, { type: string; data: object }>(10);
    const short = folded(3);
    cache.put('a', short);
    cache.put('a', advance(short, count, events(8)));
    cache.put('b', folded(4));
    expect([cache.get('a'), cache.get('b')?.state]).toEqual([undefined, 5]);
  });

  test('keeps the one that came further', () => {
    const cache = new FoldedCache<number, { type: string; data: object }>(10);
    const further = folded(3);
    cache.put('a', further);
    cache.put('a', folded(1));
    expect(cache.get('a')).toBe(further);
  });
});

describe('a folded stream', () => {
  type Event = { type: string; data: object };
  const of = (ids: readonly string[], revision = 0) =>
    ids.flatMap((commandId, index) => recorded([{ type: 'Happened', data: {} }], { commandId }, revision + index));
  const count = (state: number, news: readonly unknown[]) => state + news.length;
  const empty = newFoldedStream<number, Event>(0);

  test('is replaced, never changed, and folds no event twice', () => {
    const before = advance(empty, count, of(['a', 'b']));
    const kept = structuredClone(before);
    const after = advance(before, count, of(['a', 'b', 'c']));
    expect([after.state, after.revision]).toEqual([3, 2]);
    expect(before).toEqual(kept);
    expect(handledCommand(before.handled, 'c')).toBeUndefined();
    expect(advance(after, count, of(['b', 'c'], 1))).toBe(after);
  });

  test('refuses an event that does not follow', () => {
    expect(() => advance(empty, count, of(['b'], 1))).toThrow("event 1 can't be folded after -1");
    expect(() => advance(advance(empty, count, of(['a'])), count, of(['d', 'e'], 3))).toThrow('after 0');
  });

  test('knows each of its commands, in few maps, however they came', () => {
    let folded = empty;
    const ids = Array.from({ length: 300 }, (_, index) => `command ${index >> 1}`);
    for (const [index, id] of ids.entries()) folded = advance(folded, count, of([id], index));
    for (const id of ids) expect(handledCommand(folded.handled, id)?.events).toHaveLength(2);
    expect(folded.handled.length).toBeLessThan(10);
    expect(handledCommand(folded.handled, 'another')).toBeUndefined();
  });
});

describe('the queue', () => {
  test('runs commands of one stream in order, and continues after a fault', async () => {
    const queue = createStreamQueue();
    const order: string[] = [];
    const step = (name: string) => async () => {
      order.push(`${name} begins`);
      await new Promise<void>((resolve) => setImmediate(resolve));
      order.push(`${name} ends`);
      if (name === 'one') throw new Error('a fault');
    };
    const first = queue('a', step('one'));
    const two = queue('a', step('two'));
    const second = queue('b', step('other'));
    await expect(first).rejects.toThrow('a fault');
    await Promise.all([two, second]);
    expect(order.filter((entry) => !entry.startsWith('other'))).toEqual([
      'one begins',
      'one ends',
      'two begins',
      'two ends',
    ]);
    expect(order.indexOf('other begins')).toBeLessThan(order.indexOf('one ends'));
  });
});
