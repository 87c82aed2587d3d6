import { requestedAt } from '@dayline/contracts/events/metadata';
import type { Upcaster } from '@dayline/contracts/events/upcast';
import type { Position } from '@dayline/contracts/ids';
import { asStored } from '../as-stored.ts';
import type { EventLog, FollowOptions, NewEvent } from '../port.ts';
import { idsOf, metadata, newEvent, newEvents, newStream, untilCaughtUp } from './contract-fixtures.ts';
import { describeFollowing } from './contract-following.ts';

/** One store under test. A closed log can be reopened with its content. */
export interface LogStore {
  open(options?: { upcasters: readonly Upcaster[] }): Promise<EventLog>;
  remove(): Promise<void>;
}

/**
 * What every event log must do; each adapter runs it. The log may contain other streams.
 */
export function describeEventLog(name: string, makeStore: () => Promise<LogStore>): void {
  describe(`${name} as an event log`, () => {
    let store: LogStore;
    let log: EventLog;
    /** The log's end before the test. */
    let before: Position;
    const followers: AbortController[] = [];

    const follow = (after: Position, options?: FollowOptions) => {
      const abort = new AbortController();
      followers.push(abort);
      return { items: log.follow(after, abort.signal, options)[Symbol.asyncIterator](), abort };
    };
    const append = async (stream: string, events: readonly NewEvent[]) => {
      const last = (await log.readStream(stream, { direction: 'backward', limit: 1 }))[0];
      const result = await log.append(stream, last ? last.revision : 'noStream', events);
      if (!result.appended) throw new Error('A conflict that nobody expected');
      return result;
    };

    beforeAll(async () => {
      store = await makeStore();
      log = await store.open();
    });
    beforeEach(async () => {
      before = await log.head();
    });
    afterEach(() => {
      for (const follower of followers.splice(0)) follower.abort();
    });
    afterAll(async () => {
      await log.close();
      await store.remove();
    });

    describe('append', () => {
      test('answers the last revision and the positions, and stores all as it was given', async () => {
        const stream = newStream();
        const events = newEvents(3);
        const result = await log.append(stream, 'noStream', events);
        const stored = await log.readStream(stream);
        expect(result).toEqual({
          appended: true,
          revision: 2,
          position: stored[2]?.position,
          positions: expect.any(Array),
        });
        const positions = result.appended ? result.positions : [];
        expect([positions.length, positions.at(-1)]).toEqual([3, stored[2]?.position]);
        for (const [n, position] of positions.entries()) expect(position >= (stored[n]?.position ?? '')).toBe(true);
        expect(stored.map(asStored)).toEqual(
          events.map((event, n) => ({ ...event, stream, revision: n, position: stored[n]?.position })),
        );
      });

      test('lets exactly one of many begin a stream', async () => {
        const stream = newStream();
        const results = await Promise.all(newEvents(20).map((event) => log.append(stream, 'noStream', [event])));
        expect(results.filter((result) => result.appended)).toHaveLength(1);
        expect(results.filter((result) => !result.appended)).toEqual(Array(19).fill({ appended: false, actual: 0 }));
        expect(await log.readStream(stream)).toHaveLength(1);
      });

      test('lets exactly one of many go on from a revision', async () => {
        const stream = newStream();
        await append(stream, newEvents(2));
        const results = await Promise.all(newEvents(10).map((event) => log.append(stream, 1, [event])));
        expect(results.filter((result) => result.appended)).toHaveLength(1);
        expect((await log.readStream(stream)).map((event) => event.revision)).toEqual([0, 1, 2]);
      });

      test('says a wrong revision as a value, with the one that holds', async () => {
        const stream = newStream();
        expect(await log.append(stream, 4, newEvents(1))).toEqual({ appended: false, actual: 'noStream' });
        await append(stream, newEvents(2));
        expect(await log.append(stream, 'noStream', newEvents(1))).toEqual({ appended: false, actual: 1 });
        expect(await log.append(stream, 0, newEvents(1))).toEqual({ appended: false, actual: 1 });
        expect(await log.append(stream, 2, newEvents(1))).toEqual({ appended: false, actual: 1 });
        expect(await log.readStream(stream)).toHaveLength(2);
      });

      test('stores nothing twice when the same events come again at the same revision', async () => {
        const stream = newStream();
        const events = newEvents(2);
        const first = await log.append(stream, 'noStream', events);
        const again = await log.append(stream, 'noStream', events);
        // A conflict, or the first result again: both mean that the events are stored once.
        if (again.appended) expect(again).toEqual(first);
        else expect(again.actual).toBe(1);
        expect(idsOf(await log.readStream(stream))).toEqual(idsOf(events));
      });

      test('refuses to append nothing', async () => {
        await expect(log.append(newStream(), 'noStream', [])).rejects.toThrow('at least one event');
      });

      test('keeps an append of 1 MB, and any text', async () => {
        const stream = newStream();
        const data = {
          large: 'x'.repeat(1_000_000),
          text: 'आशा मेनन, Łódź, 手術, 👩‍⚕️, \u0000 \u2028 "quoted" \\ \n',
          ключ: [null, true, 1.5, -0.25, { nested: [] }],
        };
        await append(stream, [newEvent(data)]);
        expect((await log.readStream(stream))[0]?.data).toEqual(data);
      });
    });

    describe('reading a stream', () => {
      test('an unknown stream is empty, either way', async () => {
        expect(await log.readStream(newStream())).toEqual([]);
        expect(await log.readStream(newStream(), { direction: 'backward', limit: 5 })).toEqual([]);
      });

      test('goes forward and backward, from any revision, up to a limit', async () => {
        const stream = newStream();
        await append(stream, newEvents(10));
        const revisions = async (options: Parameters<EventLog['readStream']>[1]) =>
          (await log.readStream(stream, options)).map((event) => event.revision);
        expect(await revisions({ from: 7 })).toEqual([7, 8, 9]);
        expect(await revisions({ from: 3, limit: 2 })).toEqual([3, 4]);
        expect(await revisions({ from: 10 })).toEqual([]);
        expect(await revisions({ direction: 'backward', limit: 3 })).toEqual([9, 8, 7]);
        expect(await revisions({ direction: 'backward', from: 1 })).toEqual([1, 0]);
        expect(await revisions({ direction: 'backward', from: 5, limit: 1 })).toEqual([5]);
      });

      test('ends at a position, also of another stream', async () => {
        const [stream, otherStream] = [newStream(), newStream()];
        const first = await append(stream, newEvents(2));
        const between = await append(otherStream, newEvents(1));
        await append(stream, newEvents(2));
        const read = async (upTo: Position, options: { from?: number; limit?: number } = {}) =>
          (await log.readStream(stream, { ...options, upTo })).map((event) => event.revision);
        expect(await read(between.position)).toEqual([0, 1]);
        expect(await read(between.position, { from: 1, limit: 5 })).toEqual([1]);
        expect(await read(between.position, { limit: 1 })).toEqual([0]);
        expect(await read(first.position)).toEqual([0, 1]);
        expect(await read(log.start)).toEqual([]);
        expect(await read(await log.head())).toEqual([0, 1, 2, 3]);
      });

      test('keeps streams apart whose names begin alike', async () => {
        const stream = newStream();
        await append(stream, newEvents(1));
        await append(`${stream}1`, newEvents(2));
        expect(await log.readStream(stream)).toHaveLength(1);
      });
    });

    test('gives what was stored in an older version in the newest', async () => {
      const stream = newStream();
      const old = newEvent({ mins: 15 }, 'LengthSet');
      await append(stream, [old, newEvent({ untouched: true })]);
      await log.close();
      const upcasters = [
        { type: 'LengthSet', from: 1, upcast: ({ mins }: NewEvent['data']) => ({ minutes: mins }) },
        { type: 'LengthSet', from: 2, upcast: ({ minutes }: NewEvent['data']) => ({ seconds: Number(minutes) * 60 }) },
      ];
      const newer = await store.open({ upcasters });
      const [upcast, untouched] = await newer.readStream(stream);
      expect(upcast?.data).toEqual({ seconds: 900 });
      const { recordedAt: _, ...others } = metadata;
      expect(upcast?.metadata).toMatchObject({ ...others, schemaVersion: 3 });
      expect(untouched?.data).toEqual({ untouched: true });
      expect((await newer.readAll(before, 1))[0]).toEqual(upcast);
      const following = newer.follow(before, new AbortController().signal)[Symbol.asyncIterator]();
      expect((await untilCaughtUp(following))[0]).toEqual(upcast);
      await newer.close();

      // Stored data stays unchanged by upcasting: the chain check depends on it.
      log = await store.open({ upcasters: [] });
      expect((await log.readStream(stream))[0]?.data).toEqual(old.data);
    });

    describe('reading all', () => {
      test('gives the order of the positions, which sort as text', async () => {
        const [first, two] = [newStream(), newStream()];
        const results = [
          await append(first, newEvents(1)),
          await append(two, newEvents(2)),
          await append(first, newEvents(1)),
        ];
        const events = await log.readAll(before, 100);
        expect(events.map((event) => event.position)).toEqual(results.flatMap((result) => result.positions));
        expect(events.map((event) => event.stream)).toEqual([first, two, two, first]);
        expect([...events].map((event) => event.position).sort()).toEqual(events.map((event) => event.position));
        expect(log.start < (events[0]?.position ?? '')).toBe(true);
        expect(await log.head()).toBe(events.at(-1)?.position);
      });

      test('goes on from any position, exclusive, and is empty at the head', async () => {
        await append(newStream(), newEvents(5));
        const events = await log.readAll(before, 100);
        for (const [index, event] of events.entries()) {
          expect(idsOf(await log.readAll(event.position, 100))).toEqual(idsOf(events.slice(index + 1)));
          const refs = events.slice(index + 1, index + 3);
          expect(await log.refsAfter(event.position, 2)).toMatchObject(
            refs.map(({ id, stream, revision, position }) => ({ id, stream, revision, position })),
          );
        }
      });

      test('never shows an event before all those in front of it', async () => {
        const appending = Promise.all(
          Array.from({ length: 200 }, () => log.append(newStream(), 'noStream', newEvents(2))),
        );
        let isDone = false;
        const done = appending.then(() => {
          isDone = true;
        });
        const seen: string[] = [];
        let after = before;
        while (!isDone) {
          const page = await log.readAll(after, 50);
          seen.push(...idsOf(page));
          after = page.at(-1)?.position ?? after;
          await new Promise(setImmediate);
        }
        await done;
        for (let page = await log.readAll(after, 50); page.length > 0; page = await log.readAll(after, 50)) {
          seen.push(...idsOf(page));
          after = page.at(-1)?.position ?? after;
        }
        // A reader that pages by the last position sees the same as one that reads all at once.
        expect(seen).toEqual(idsOf(await log.readAll(before, 1_000)));
        expect(seen).toHaveLength(400);
      });

      test('reads 2,500 events in pages, each once', async () => {
        const events = newEvents(2_500);
        for (let from = 0; from < events.length; from += 2_000) {
          await append(newStream(), events.slice(from, from + 2_000));
        }
        const read: string[] = [];
        let after = before;
        for (let page = await log.readAll(after, 777); page.length > 0; page = await log.readAll(after, 777)) {
          expect(page.length).toBeLessThanOrEqual(777);
          read.push(...idsOf(page));
          after = page.at(-1)?.position ?? after;
        }
        expect(read).toEqual(idsOf(events));
      });
    });

    describeFollowing({ log: () => log, before: () => before, follow, append });

    test('holds everything after it was closed and opened again, and goes on from there', async () => {
      const stream = newStream();
      const events = newEvents(3);
      const { position } = await append(stream, events);
      const { items } = follow(before);
      await untilCaughtUp(items);
      const next = items.next();
      await log.close();
      expect(await next).toMatchObject({ done: true });

      log = await store.open();
      expect(await log.head()).toBe(position);
      expect(idsOf(await log.readStream(stream))).toEqual(idsOf(events));
      const more = newEvents(1);
      expect(await log.append(stream, 2, more)).toMatchObject({ appended: true, revision: 3 });
      const again = follow(position);
      expect(idsOf(await untilCaughtUp(again.items))).toEqual(idsOf(more));
    });

    // Runs last, since its times are later than those of the others.
    test('records nothing before what is in front of it, also once it was opened again', async () => {
      const at = (time: string) => {
        const event = newEvent();
        return { ...event, metadata: { ...event.metadata, recordedAt: `2026-01-05T${time}.000Z` } };
      };
      const streams = [newStream(), newStream(), newStream()] as const;
      await append(streams[0], [at('10:00:00')]);
      await append(streams[1], [at('09:59:00'), at('10:00:01')]);
      await log.close();
      log = await store.open();
      const appended = [
        await append(streams[2], [at('09:00:00')]),
        ...(await Promise.all(['09:30:00', '10:00:02'].map((time) => append(newStream(), [at(time)])))),
      ];

      const events = await log.readAll(before, 100);
      const times = events.map((event) => event.metadata.recordedAt);
      expect(times).toEqual([...times].sort());
      const clockTimes = ['10:00:00', '09:59:00', '10:00:01', '09:00:00', '09:30:00', '10:00:02'];
      expect(events.map((event) => requestedAt(event.metadata)).sort()).toEqual(
        clockTimes.map((time) => Date.parse(`2026-01-05T${time}.000Z`)).sort(),
      );
      for (const { metadata: own } of events)
        expect(Date.parse(own.recordedAt)).toBeGreaterThanOrEqual(requestedAt(own));
      // If the log changed what it stores, its result shows that.
      for (const { position, recordedAt } of appended) {
        const event = events.find((event) => event.position === position);
        const stored = event && asStored(event).metadata;
        expect(recordedAt).toBe(stored?.requestedAt === undefined ? undefined : stored.recordedAt);
      }
    });
  });
}
