import { setImmediate as nextTurn } from 'node:timers/promises';
import { EventLogSetBack, type FollowItem, type StoredEvent } from '../port.ts';
import { newEvent } from '../testing/contract-fixtures.ts';
import { type FollowSource, followServer } from './follow.ts';
import { startPosition, toPosition } from './mapping.ts';
import { ServerState } from './server-state.ts';

const storedEvent = (index: number): StoredEvent => ({
  ...newEvent(),
  stream: 'followed',
  revision: index,
  position: toPosition({ commit: BigInt(index + 1), prepare: BigInt(index + 1) }),
});
const storedEvents = (count: number): StoredEvent[] => Array.from({ length: count }, (_, index) => storedEvent(index));

type Watched = FollowSource & {
  /** The server's content; tests change it. */
  log: StoredEvent[];
  /** Positions from which subscriptions started. */
  readonly begun: string[];
  readonly stopped: string[];
  deliver(event: StoredEvent): void;
  drop(error?: unknown): void;
};

/** An in-process server whose subscriptions deliver and end on command. */
function server(log: StoredEvent[], more: Partial<FollowSource> = {}): Watched {
  const begun: string[] = [];
  const stopped: string[] = [];
  let current: Parameters<FollowSource['subscribe']> | null = null;
  const watched: Watched = {
    log,
    begun,
    stopped,
    reading: {
      page: async (after, limit) => watched.log.filter(({ position }) => position > after).slice(0, limit),
      last: async () => watched.log.at(-1) ?? null,
      holds: async (ref) => watched.log[ref.revision]?.id === ref.id,
    },
    server: new ServerState({ holds: (ref, limitMs) => watched.reading.holds(ref, limitMs) }),
    subscribe: (...call) => {
      current = call;
      begun.push(call[0]);
      return { stop: () => stopped.push(call[0]) };
    },
    upcast: (event) => event,
    limitMs: 1_000,
    silentAfterMs: 60_000,
    rest: async () => {},
    signal: new AbortController().signal,
    deliver: (event) => current?.[1].deliver(event),
    drop: (error = new Error('gone')) => current?.[1].dropped(error),
    ...more,
  };
  return watched;
}

async function revisionsUntilCaughtUp(items: AsyncIterator<FollowItem>): Promise<number[]> {
  const revisions: number[] = [];
  for (;;) {
    const { value: item } = await items.next();
    if (item.kind === 'caughtUp') return revisions;
    revisions.push(...item.events.map(({ revision }: StoredEvent) => revision));
  }
}

test('what the log holds is read in pages, and a subscription begins at its end', async () => {
  const source = server(storedEvents(1_200));
  const pages: number[] = [];
  for await (const item of followServer(startPosition, {}, source)) {
    if (item.kind === 'caughtUp') break;
    expect(source.begun).toEqual([]);
    pages.push(item.events.length);
  }
  expect(pages).toEqual([500, 500, 200]);
  expect(source.begun).toEqual([source.log.at(-1)?.position]);
  expect(source.stopped).toEqual(source.begun);
});

test('who lags behind a subscription leaves it and reads pages until the end', async () => {
  const source = server([]);
  const items = followServer(startPosition, {}, source);
  await revisionsUntilCaughtUp(items);
  source.log = storedEvents(2_700);
  for (const event of source.log) source.deliver(event);
  expect(await revisionsUntilCaughtUp(items)).toEqual(source.log.map(({ revision }) => revision));
  expect(source.begun).toEqual([startPosition, source.log.at(-1)?.position]);
  expect(source.stopped).toEqual([startPosition]);
  await items.return();
});

test('a repeated event is delivered once', async () => {
  const source = server(storedEvents(2));
  const items = followServer(startPosition, {}, source);
  await revisionsUntilCaughtUp(items);
  source.log.push(storedEvent(2));
  for (const event of source.log) source.deliver(event);
  expect(await revisionsUntilCaughtUp(items)).toEqual([2]);
  await items.return();
});

test('what a drop leaves behind is delivered, and the next subscription begins after it', async () => {
  const source = server([]);
  const items = followServer(startPosition, {}, source);
  await revisionsUntilCaughtUp(items);
  source.log = storedEvents(3);
  const [first] = source.log;
  if (first) source.deliver(first);
  source.drop();
  expect(await revisionsUntilCaughtUp(items)).toEqual([0, 1, 2]);
  expect(source.begun).toEqual([startPosition, source.log[2]?.position]);
  await items.return();
});

test('a silent subscription passes what it does not want page by page, and is at the end only then', async () => {
  const source = server([], { silentAfterMs: 0 });
  const items = followServer(startPosition, { types: ['Chosen'] }, source);
  await revisionsUntilCaughtUp(items);
  source.log = storedEvents(1_200);
  const passed: (number | string)[] = [];
  while (passed.at(-1) !== 'caughtUp') {
    const { value: item } = await items.next();
    if (!item) break;
    passed.push(item.kind === 'caughtUp' ? item.kind : (item.last?.revision ?? -1));
  }
  expect(passed).toEqual([499, 999, 1_199, 'caughtUp']);
  await items.return();
});

describe('a log that was set back', () => {
  async function after(log: StoredEvent[], exchange: (source: Watched) => void): Promise<unknown> {
    const source = server(log);
    const items = followServer(startPosition, {}, source);
    await revisionsUntilCaughtUp(items);
    exchange(source);
    source.drop();
    return await items.next().catch((error: unknown) => error);
  }

  test.each<[string, (source: Watched) => void]>([
    ['is empty', (source) => void source.log.splice(0)],
    ['is an older copy', (source) => void source.log.pop()],
    [
      'is an older copy that has grown since',
      (source) => void source.log.splice(9, 1, storedEvent(9), storedEvent(10)),
    ],
  ])('is reported at the next drop, since it %s', async (_, exchange) => {
    expect(await after(storedEvents(10), exchange)).toBeInstanceOf(EventLogSetBack);
  });

  test('is reported at the start, where the event known there is another one or the position is past the end', async () => {
    const log = storedEvents(3);
    const known = { ...storedEvent(2), id: newEvent().id };
    await expect(followServer(known.position, { known }, server(log)).next()).rejects.toThrow(EventLogSetBack);
    await expect(followServer(storedEvent(7).position, {}, server(log)).next()).rejects.toThrow(EventLogSetBack);
  });

  test('is none where all that was delivered is there still', async () => {
    const known = storedEvent(4);
    const source = server([...storedEvents(4), known]);
    const items = followServer(known.position, { known }, source);
    expect(await revisionsUntilCaughtUp(items)).toEqual([]);
    source.drop();
    source.log.push(storedEvent(5));
    expect(await revisionsUntilCaughtUp(items)).toEqual([5]);
    await items.return();
  });
});

test('an event that an upcaster refuses is no outage: whoever follows hears of it', async () => {
  const upcast = () => {
    throw new Error('no such version');
  };
  await expect(followServer(startPosition, {}, server(storedEvents(1), { upcast })).next()).rejects.toThrow(
    'no such version',
  );
});

test('a log that drops at once, though it delivers each time, is asked ever more seldom, and not by all at once', async () => {
  const abort = new AbortController();
  const pauses: number[] = [];
  const source = server([], {
    signal: abort.signal,
    rest: async (ms) => void pauses.push(ms),
    subscribe(after, { deliver, dropped }) {
      source.begun.push(after);
      if (source.begun.length === 40) abort.abort();
      const event = storedEvent(source.log.length);
      source.log.push(event);
      void nextTurn().then(() => {
        deliver(event);
        dropped(new Error('gone'));
      });
      return { stop: () => source.stopped.push(after) };
    },
  });
  const items = followServer(startPosition, {}, source);
  while (!(await items.next()).done);
  expect(source.stopped).toEqual(source.begun);
  expect(pauses.length).toBeGreaterThanOrEqual(39);
  for (const [drops, pauseMs] of pauses.entries()) {
    const longest = Math.min(5_000, 50 * 2 ** drops);
    expect(pauseMs).toBeLessThanOrEqual(longest);
    expect(pauseMs).toBeGreaterThanOrEqual(longest / 2);
  }
  expect(new Set(pauses.slice(10)).size).toBeGreaterThan(10);
});
