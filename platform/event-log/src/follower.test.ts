import type { Position } from '@dayline/contracts/ids';
import { type Cursor, followable, itemsAfter } from './followable.ts';
import { type FollowerCursors, follow, followToEnd } from './follower.ts';
import type { EventLog, EventRef, StoredEvent } from './port.ts';
import { newEvent, newEvents, newStream } from './testing/contract-fixtures.ts';
import { openMemoryEventLog } from './testing/memory.ts';

/** Cursors as a vault stores them. */
function memoryCursors(): FollowerCursors & { current: Cursor | null } {
  return {
    current: null,
    async read() {
      return this.current;
    },
    async advance(_name: string, from: Position | null, to: EventRef) {
      if ((this.current?.position ?? null) !== from) return false;
      this.current = to;
      return true;
    },
  };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
}

let log: EventLog;
let events: StoredEvent[];
let cursors: ReturnType<typeof memoryCursors>;
let seen: string[];
let troubles: unknown[];
beforeEach(() => {
  events = [];
  log = openMemoryEventLog({ events });
  cursors = memoryCursors();
  seen = [];
  troubles = [];
});

const parts = (more: Partial<Parameters<typeof follow>[0]> = {}) => ({
  name: 'test',
  log: followable(log),
  cursors,
  handle: async (page: readonly StoredEvent[]) => void seen.push(...page.map(({ id }) => id)),
  onTrouble: (error: unknown) => void troubles.push(error),
  ...more,
});
const idsOf = (some: readonly { readonly id: string }[]) => some.map(({ id }) => id);

test('handles what is there and what comes, notes how far it is, and goes on from there', async () => {
  await log.append(newStream(), 'noStream', newEvents(3));
  const first = follow(parts());
  await until(() => seen.length === 3);
  await log.append(newStream(), 'noStream', newEvents(2));
  await until(() => cursors.current?.position === events[4]?.position);
  await first.stop();
  expect(first.status()).toMatchObject({ name: 'test', position: events[4]?.position, trouble: null });
  await log.append(newStream(), 'noStream', newEvents(1));
  await followToEnd(parts());
  expect(seen).toEqual(idsOf(events));
  expect(troubles).toEqual([]);
});

test('handles chosen types alone, and notes that it has passed the others', async () => {
  const chosen = newEvent({}, 'Chosen');
  await log.append(newStream(), 'noStream', [newEvent(), chosen, ...newEvents(4)]);
  await followToEnd(parts({ types: ['Chosen'] }));
  expect(seen).toEqual([chosen.id]);
  expect(cursors.current).toMatchObject({ position: events[5]?.position, id: events[5]?.id });
});

test('a failure is reported once for each cause, and what failed is handled again', async () => {
  await log.append(newStream(), 'noStream', newEvents(1));
  let tries = 0;
  const handle = async (page: readonly StoredEvent[]) => {
    tries += 1;
    if (tries < 4) throw new Error(tries < 3 ? 'one cause' : 'another');
    seen.push(...idsOf(page));
  };
  const follower = follow(parts({ handle }));
  await until(() => troubles.includes(null));
  await follower.stop();
  expect(troubles).toEqual([new Error('one cause'), new Error('another'), null]);
  expect(seen).toEqual(idsOf(events));
});

test('a holder that was paused cannot set the cursor back, and goes on from where the other is', async () => {
  await log.append(newStream(), 'noStream', newEvents(4));
  let resume = () => {};
  const paused = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const handle = async (page: readonly StoredEvent[]) => {
    if (seen.length === 0) await paused;
    seen.push(...idsOf(page));
  };
  const follower = follow(parts({ handle }));
  const otherEvents: string[] = [];
  await followToEnd(parts({ handle: async (page) => void otherEvents.push(...idsOf(page)) }));
  await log.append(newStream(), 'noStream', newEvents(2));
  await followToEnd(parts({ handle: async (page) => void otherEvents.push(...idsOf(page)) }));
  resume();
  await until(() => seen.length === 4);
  await log.append(newStream(), 'noStream', newEvents(1));
  await until(() => cursors.current?.position === events[6]?.position);
  await follower.stop();
  expect(otherEvents).toEqual(idsOf(events.slice(0, 6)));
  expect(seen).toEqual(idsOf([...events.slice(0, 4), ...events.slice(6)]));
});

test.each<[string, () => Cursor]>([
  ['another event is at the cursor', () => ({ ...ref(events[1]), id: newEvent().id })],
  ['the cursor is past the end', () => ({ position: '9999999999999999' })],
  ['the cursor’s event is gone', () => ({ ...ref(events[1]), position: '9999999999999999', revision: 9 })],
])('where %s it stops with the trouble, and the cursor stays', async (_, cursor) => {
  await log.append(newStream(), 'noStream', newEvents(2));
  const lost = cursor();
  cursors.current = lost;
  const follower = follow(parts());
  await until(() => troubles.length > 0);
  expect(follower.status().trouble).toContain('was set back');
  await follower.stop();
  expect(cursors.current).toEqual(lost);
  expect(seen).toEqual([]);
});

test('a gap in positions is passed by nobody', async () => {
  await log.append(newStream(), 'noStream', newEvents(3));
  const follow: EventLog['follow'] = async function* (...how) {
    for await (const item of log.follow(...how)) {
      yield item.kind === 'events'
        ? { ...item, events: item.events.filter((event) => event !== item.events[1]) }
        : item;
    }
  };
  await expect(followToEnd(parts({ log: followable({ ...log, follow }) }))).rejects.toThrow('damaged');
  expect(cursors.current).toBeNull();
});

test('a follower that does not get to the end says for how long', async () => {
  const away: EventLog['follow'] = async function* () {
    yield* [];
    throw new Error('unavailable');
  };
  const follower = follow(parts({ log: followable({ ...log, follow: away }) }));
  const now = import.meta.jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
  expect(follower.status().behindSeconds).toBeGreaterThanOrEqual(60);
  now.mockRestore();
  await follower.stop();
  const level = follow(parts());
  await until(() => level.status().behindSeconds === 0);
  await level.stop();
});

test('a follower that never meets the end is as late as its first event that is not handled', async () => {
  const busy: EventLog['follow'] = async function* (...how) {
    for await (const item of log.follow(...how)) if (item.kind === 'events') yield item;
  };
  let handled = () => {};
  const blocked = new Promise<void>((resolve) => {
    handled = resolve;
  });
  const recorded = (secondsAgo: number, type: string) => {
    const event = newEvent({}, type);
    const recordedAt = new Date(Date.now() - secondsAgo * 1_000).toISOString();
    return { ...event, metadata: { ...event.metadata, recordedAt } };
  };
  await log.append(newStream(), 'noStream', [recorded(300, 'Chosen'), recorded(200, 'Chosen')]);
  const follower = follow(
    parts({
      log: followable({ ...log, follow: busy }),
      types: ['Chosen'],
      handle: async (page) => {
        if (seen.push(...idsOf(page)) === 2) await blocked;
      },
    }),
  );
  const ageOf = () => Math.round(follower.status().behindSeconds / 100) * 100;
  await until(() => seen.length === 2);
  expect(ageOf()).toBe(300);
  handled();
  await until(() => follower.status().position === events[1]?.position);
  expect(ageOf()).toBe(200);
  // Events of other types pass, which it need not handle.
  await log.append(newStream(), 'noStream', [recorded(100, 'Other')]);
  await until(() => ageOf() === 0);
  await follower.stop();
});

test('one run follows from any cursor', async () => {
  await log.append(newStream(), 'noStream', newEvents(3));
  const found: string[] = [];
  for await (const item of itemsAfter(followable(log), ref(events[0]), new AbortController().signal)) {
    if (item.kind === 'caughtUp') break;
    found.push(...idsOf(item.events));
  }
  expect(found).toEqual(idsOf(events.slice(1)));
});

function ref(event: StoredEvent | undefined): EventRef {
  if (!event) throw new Error('There is no such event.');
  const { position, id, stream, revision } = event;
  return { position, id, stream, revision };
}

describe('events that are handled each alone', () => {
  const streams = () => events.map(({ stream }) => stream);

  test('one that throws is set aside with its stream and reason, holds up no other, and is tried again', async () => {
    await log.append(newStream(), 'noStream', newEvents(1));
    await log.append(newStream(), 'noStream', newEvents(2));
    await log.append(newStream(), 'noStream', newEvents(1));
    const [poison] = streams().slice(1, 2);
    let isMended = false;
    const handle = async ([event]: readonly StoredEvent[]) => {
      if (event?.id === events[1]?.id && !isMended) throw new Error('its fold throws');
      seen.push(event?.id ?? '');
    };
    const follower = follow(parts({ handle, atOnce: 1 }));
    await until(() => seen.length === 3 && cursors.current !== null);
    expect(follower.status()).toMatchObject({ trouble: null, aside: [{ stream: poison, reason: 'its fold throws' }] });
    // The next process finds the unhandled event again.
    expect(cursors.current?.position).toBe(events[0]?.position);
    expect(troubles).toEqual([new Error(`${poison} is set aside and tried again: its fold throws`)]);
    isMended = true;
    await until(() => cursors.current?.position === events[3]?.position);
    expect([follower.status().aside, troubles.at(-1)]).toEqual([[], null]);
    await follower.stop();
  });

  test('what comes while one is under way is begun, as many as may be', async () => {
    await log.append(newStream(), 'noStream', newEvents(1));
    const ends: (() => void)[] = [];
    const handle = async (page: readonly StoredEvent[]) => {
      seen.push(...idsOf(page));
      await new Promise<void>((resolve) => ends.push(resolve));
    };
    const follower = follow(parts({ handle, atOnce: 2 }));
    await until(() => seen.length === 1);
    await log.append(newStream(), 'noStream', newEvents(2));
    await until(() => seen.length === 2);
    ends[1]?.();
    await until(() => seen.length === 3);
    expect(cursors.current).toBeNull();
    for (const end of ends) end();
    await until(() => cursors.current?.position === events[2]?.position);
    await follower.stop();
  });

  test('to the end, what throws is thrown, and what is stopped is handled by the next', async () => {
    await log.append(newStream(), 'noStream', newEvents(2));
    const handle = async ([event]: readonly StoredEvent[]) => {
      if (event?.id === events[0]?.id) throw new Error('broken');
      seen.push(event?.id ?? '');
    };
    await expect(followToEnd(parts({ handle, atOnce: 2 }))).rejects.toThrow('broken');
    expect(seen).toEqual([events[1]?.id]);
    let isBegun = false;
    const untilStopped = (_: unknown, signal: AbortSignal): Promise<void> => {
      isBegun = true;
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const stopping = follow(parts({ atOnce: 1, handle: untilStopped }));
    await until(() => isBegun);
    await stopping.stop();
    expect([cursors.current, troubles]).toEqual([null, []]);
  });
});
