import type { Position } from '@dayline/contracts/ids';
import type { AppendResult, EventLog, FollowItem, FollowOptions, NewEvent } from '../port.ts';
import { collectUntil, idsOf, newEvent, newEvents, newStream, untilCaughtUp } from './contract-fixtures.ts';

/** Shared by the tests on following and the rest of the contract. */
export interface FollowingContext {
  readonly log: () => EventLog;
  /** The log's end before the test. */
  readonly before: () => Position;
  readonly follow: (
    after: Position,
    options?: FollowOptions,
  ) => { items: AsyncIterator<FollowItem>; abort: AbortController };
  readonly append: (stream: string, events: readonly NewEvent[]) => Promise<Extract<AppendResult, { appended: true }>>;
}

/** The part of the contract on following a log. */
export function describeFollowing({ log, before, follow, append }: FollowingContext): void {
  describe('following', () => {
    test('delivers what is there, says so, and delivers what comes', async () => {
      const old = newEvents(3);
      const stream = newStream();
      await append(stream, old);
      const { items } = follow(before());
      expect(idsOf(await untilCaughtUp(items))).toEqual(idsOf(old));

      const fresh = newEvents(2);
      const { position } = await append(stream, fresh);
      expect(idsOf(await collectUntil(items, (events) => events.length === 2))).toEqual(idsOf(fresh));
      expect((await items.next()).value).toEqual({ kind: 'caughtUp', position });
    });

    test('says "caught up" at once where there is nothing new', async () => {
      const { items } = follow(before());
      expect((await items.next()).value).toEqual({ kind: 'caughtUp', position: before() });
    });

    test('resumes from any position', async () => {
      await append(newStream(), newEvents(6));
      const events = await log().readAll(before(), 100);
      for (const [index, event] of events.entries()) {
        const { items, abort } = follow(event.position);
        expect(idsOf(await untilCaughtUp(items))).toEqual(idsOf(events.slice(index + 1)));
        abort.abort();
      }
    });

    test('delivers in pages of at most 1,000, none lost to a slow consumer', async () => {
      const stream = newStream();
      const first = newEvents(2_200);
      await append(stream, first);
      const { items } = follow(before());
      const readIds: string[] = [];
      const later: NewEvent[] = [];
      while (readIds.length < 2_210) {
        const { value: item } = await items.next();
        if (item?.kind !== 'events') continue;
        expect(item.events.length).toBeLessThanOrEqual(1_000);
        readIds.push(...idsOf(item.events));
        // The log grows while the consumer processes its page.
        if (later.length < 10) {
          const event = newEvents(5);
          later.push(...event);
          await append(stream, event);
        }
      }
      expect(readIds).toEqual(idsOf([...first, ...later]));
    });

    test('several followers each see all', async () => {
      const all = [follow(before()), follow(before()), follow(before())];
      await Promise.all(all.map(({ items }) => untilCaughtUp(items)));
      const events = newEvents(4);
      await append(newStream(), events);
      const readIds = await Promise.all(all.map(({ items }) => collectUntil(items, (some) => some.length === 4)));
      expect(readIds.map(idsOf)).toEqual(Array(3).fill(idsOf(events)));
    });

    test('delivers chosen types alone, old and new, and passes the others', async () => {
      const chosen = (n: number) => newEvent({ n }, n % 2 === 0 ? 'Chosen' : 'AlsoChosen');
      // A type whose name is only the beginning or a part of another's is a different type.
      const others = [newEvent({}, 'ChosenOnce'), newEvent({}, 'NotChosen'), ...newEvents(30)];
      const old = [...others, chosen(1), ...newEvents(2_100), chosen(2), ...newEvents(3)];
      const stream = newStream();
      for (let from = 0; from < old.length; from += 500) await append(stream, old.slice(from, from + 500));
      const last = (await log().readStream(stream, { direction: 'backward', limit: 1 }))[0];
      const { items } = follow(before(), { types: ['Chosen', 'AlsoChosen'] });
      const passed: (Position | undefined)[] = [];
      const found = await collectUntil(items, (_, item) => {
        if (item.kind === 'events') passed.push(item.last?.position);
        return item.kind === 'caughtUp';
      });
      expect(found.map(({ data }) => data)).toEqual([{ n: 1 }, { n: 2 }]);
      expect(passed.at(-1)).toBe(last?.position);

      const fresh = [...newEvents(2_400), chosen(3)];
      for (let from = 0; from < fresh.length; from += 300) await append(stream, fresh.slice(from, from + 300));
      const after: (Position | undefined)[] = [];
      const later = await collectUntil(items, (events, item) => {
        if (item.kind === 'events') after.push(item.last?.position);
        return events.length > 0;
      });
      expect(later.map(({ data }) => data)).toEqual([{ n: 3 }]);
      expect([...after].sort()).toEqual(after);
      // It moves on before the next chosen event arrives, and reaches the end again.
      await untilCaughtUp(items);
      for (let many = 0; many < 8; many += 1) await append(stream, newEvents(300));
      const isFurther = (item: FollowItem) =>
        item.kind === 'events' && (item.last?.position ?? '') > (after.at(-1) ?? '');
      expect(await collectUntil(items, (_, item) => isFurther(item))).toEqual([]);
      expect(await untilCaughtUp(items)).toEqual([]);
    });

    test('ends promptly when it is cancelled, sleeping or not', async () => {
      const sleeping = follow(before());
      await untilCaughtUp(sleeping.items);
      const next = sleeping.items.next();
      sleeping.abort.abort();
      expect(await next).toEqual({ done: true, value: undefined });

      const aborted = new AbortController();
      aborted.abort();
      expect(await log().follow(log().start, aborted.signal)[Symbol.asyncIterator]().next()).toMatchObject({
        done: true,
      });

      await append(newStream(), newEvents(1));
      const left = follow(before());
      for await (const item of { [Symbol.asyncIterator]: () => left.items }) {
        expect(item.kind).toBe('events');
        break;
      }
      expect(await left.items.next()).toMatchObject({ done: true });
    });
  });
}
