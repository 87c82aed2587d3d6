import { setImmediate as breath } from 'node:timers/promises';
import { newEvent } from '../contract-fixtures.ts';
import type { StoredEvent } from '../port.ts';
import { followSubscription, type SubscriptionSource } from './follow.ts';
import { startPosition, toPosition } from './mapping.ts';

const storedEvent = (place: number): StoredEvent => ({
  ...newEvent(),
  stream: 'followed',
  revision: place,
  position: toPosition({ commit: BigInt(place + 1), prepare: BigInt(place + 1) }),
});

/** A log of so many events, each delivered by itself, as the client does. */
function source(count: number, more: Partial<SubscriptionSource> = {}): SubscriptionSource {
  const events = Array.from({ length: count }, (_, place) => storedEvent(place));
  return {
    subscribe: (after, deliver) => {
      void (async () => {
        for (const event of events) {
          await Promise.resolve();
          if (event.position > after) deliver(event);
        }
      })();
      return { pause: () => {}, resume: () => {}, stop: () => {} };
    },
    head: async () => events.at(-1)?.position ?? startPosition,
    upcast: (event) => event,
    signal: new AbortController().signal,
    onDrop: () => {},
    ...more,
  };
}

test('events that come one by one are delivered in pages, so that whoever folds them commits seldom', async () => {
  const pages: number[] = [];
  for await (const item of followSubscription(startPosition, source(1_200))) {
    if (item.kind === 'caughtUp') break;
    pages.push(item.events.length);
  }
  expect(pages).toEqual([500, 500, 200]);
});

test('a slow consumer stops the subscription, and taking pages lets it go on', async () => {
  const said: string[] = [];
  let deliver: (event: StoredEvent) => void = () => {};
  const items = followSubscription(
    startPosition,
    source(0, {
      subscribe: (_, to) => {
        deliver = to;
        return { pause: () => said.push('pause'), resume: () => said.push('resume'), stop: () => said.push('stop') };
      },
      head: async () => storedEvent(1_499).position,
    }),
  );
  const first = items.next();
  for (let place = 0; place < 1_500; place += 1) deliver(storedEvent(place));
  await first;
  expect(said).toEqual(['pause']);
  await items.next();
  await items.next();
  expect(said).toEqual(['pause', 'resume']);
  expect((await items.next()).value).toMatchObject({ kind: 'caughtUp' });
  await items.return();
  expect(said).toEqual(['pause', 'resume', 'stop']);
});

test('a log whose end can\'t be read is looked at again, and "caught up" is said then', async () => {
  let looks = 0;
  const head = async () => {
    looks += 1;
    if (looks === 1) throw new Error('away');
    return startPosition;
  };
  const items = followSubscription(startPosition, source(0, { head }));
  expect((await items.next()).value).toEqual({ kind: 'caughtUp', position: startPosition });
  expect(looks).toBe(2);
  await items.return();
});

test('what a drop leaves behind is delivered, and the next subscription begins after it', async () => {
  const begun: string[] = [];
  const events = [storedEvent(0), storedEvent(1), storedEvent(2)];
  const items = followSubscription(
    startPosition,
    source(0, {
      subscribe: (after, deliver, dropped) => {
        begun.push(after);
        void breath().then(() => {
          if (begun.length > 1) return events.forEach(deliver);
          deliver(storedEvent(0));
          dropped(new Error('gone'));
        });
        return { pause: () => {}, resume: () => {}, stop: () => {} };
      },
      head: async () => events[2]?.position ?? startPosition,
    }),
  );
  const revisions: number[] = [];
  for await (const item of items) {
    if (item.kind === 'caughtUp') break;
    revisions.push(...item.events.map(({ revision }) => revision));
  }
  expect(revisions).toEqual([0, 1, 2]);
  expect(begun).toEqual([startPosition, events[0]?.position]);
});

test('a log that drops at once, over and over, is asked for ever: ever more seldom, and not by all followers at once', async () => {
  // Nothing else of time: a turn of the event loop must stay one.
  import.meta.jest.useFakeTimers({ doNotFake: ['performance', 'setImmediate', 'nextTick', 'queueMicrotask', 'Date'] });
  try {
    const abort = new AbortController();
    const pauses: number[] = [];
    let subscribed = 0;
    const items = followSubscription(
      startPosition,
      source(0, {
        subscribe: (_, __, dropped) => {
          subscribed += 1;
          void breath().then(() => dropped(new Error('gone')));
          return { pause: () => {}, resume: () => {}, stop: () => {} };
        },
        head: () => new Promise(() => undefined),
        signal: abort.signal,
        onDrop: (_, pauseMs) => pauses.push(pauseMs),
      }),
    );
    const next = items.next();
    while (subscribed < 40) {
      await breath();
      import.meta.jest.advanceTimersByTime(5_000);
    }
    abort.abort();
    expect((await next).done).toBe(true);
    for (const [drops, pauseMs] of pauses.entries()) {
      const longest = Math.min(5_000, 50 * 2 ** drops);
      expect(pauseMs).toBeLessThanOrEqual(longest);
      expect(pauseMs).toBeGreaterThanOrEqual(longest / 2);
    }
    expect(new Set(pauses.slice(10)).size).toBeGreaterThan(10);
  } finally {
    import.meta.jest.useRealTimers();
  }
});
