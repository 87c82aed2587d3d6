import { type EventStoreServer, startFaultyEventStore } from '@dayline/test-servers/eventstore-server';
import { ANY, BACKWARDS, END, EventStoreDBClient, NO_STREAM } from '@eventstore/db-client';
import { openEventStoreLog } from '../eventstoredb/open.ts';
import { eventsOf, failure, newStream, plain, until, useServer, watch } from './behaviour-fixtures.ts';
import { newEvent, newEvents, untilCaughtUp } from './contract-fixtures.ts';

/**
 * Behaviour of EventStoreDB and its client that the adapter relies on, each found by experiment. Tests that need faults
 * on demand run on the double alone.
 */
export function describeBehaviour(server: EventStoreServer): void {
  const { client, onDemand, faults, appendedPosition, leave } = useServer(server);
  afterAll(leave);

  const withOption = (option: string) => `${server.url}${server.url.includes('?') ? '&' : '?'}${option}`;

  test('types: revisions and positions are bigint, a position is {commit, prepare}, created is a Date', async () => {
    const stream = newStream();
    await client.appendToStream(stream, plain());
    const [event] = await eventsOf(client.readStream(stream));
    expect(event?.revision).toBe(0n);
    expect(event?.position).toEqual({ commit: expect.any(BigInt), prepare: expect.any(BigInt) });
    expect(Object.prototype.toString.call(event?.created)).toBe('[object Date]');
  });

  test('where reading begins: subscribing is exclusive, readStream and readAll are inclusive', async () => {
    const stream = newStream();
    const first = await appendedPosition(stream, plain({}, 'First'));
    await client.appendToStream(stream, [plain({}, 'Second'), plain({}, 'Third')]);

    const read = await eventsOf(client.readStream(stream, { fromRevision: 1n }));
    expect(read.map(({ type }) => type)).toEqual(['Second', 'Third']);
    const all = await eventsOf(client.readAll({ fromPosition: first, maxCount: 1 }));
    expect(all.map(({ type }) => type)).toEqual(['First']);

    const ofStream = watch(client.subscribeToStream(stream, { fromRevision: 1n }));
    const ofAll = watch(client.subscribeToAll({ fromPosition: first }));
    await until(() => ofStream.types.length > 0 && ofAll.types.length > 1);
    expect(ofStream.types).toEqual(['Third']);
    expect(ofAll.types.slice(0, 2)).toEqual(['Second', 'Third']);
    await Promise.all([ofStream.subscription.unsubscribe(), ofAll.subscription.unsubscribe()]);
  });

  test('a missing stream: reading throws, subscribing gives nothing and no error', async () => {
    const stream = newStream();
    expect(await failure(eventsOf(client.readStream(stream)))).toMatchObject({ type: 'stream-not-found' });
    const watched = watch(client.subscribeToStream(stream));
    await until(() => watched.lines.length > 0);
    await client.appendToStream(stream, plain({}, 'AtLast'));
    await until(() => watched.types.length > 0);
    expect(watched).toMatchObject({ types: ['AtLast'], errors: [], lines: ['confirmation'] });
    await watched.subscription.unsubscribe();
  });

  test('a position past the end: no error; the older line delivers the next live event, the newer only what is past it', async () => {
    const past = { commit: 2n ** 60n, prepare: 2n ** 60n };
    const watched = watch(client.subscribeToAll({ fromPosition: past }));
    const beside = watch(client.subscribeToAll({ fromPosition: END }));
    await until(() => watched.lines.length > 0 && beside.lines.length > 0);
    const next = await client.appendToStream(newStream(), plain({}, 'Next'));
    await until(() => beside.types.includes('Next'));
    // If a subscription delivers the event at all, it does so before a second one.
    await client.appendToStream(newStream(), plain({}, 'Then'));
    await until(() => beside.types.includes('Then'));
    expect(next.position && next.position.commit < past.commit).toBe(true);
    expect([[], ['Next'], ['Next', 'Then']]).toContainEqual(watched.types);
    expect(watched.errors).toEqual([]);
    await Promise.all([watched.subscription.unsubscribe(), beside.subscription.unsubscribe()]);
  });

  describe.each(['older', 'newer'] as const)('the double of the %s line', (line) => {
    test('treats a position past the end, and what it has caught up with, as that line does', async () => {
      const own = await startFaultyEventStore({ line });
      const { client: ownClient, leave: leaveOwn } = useServer(own);
      const past = { commit: 2n ** 60n, prepare: 2n ** 60n };
      const watched = watch(ownClient.subscribeToAll({ fromPosition: past }));
      const beside = watch(ownClient.subscribeToAll({ fromPosition: END }));
      const caughtUp: string[] = [];
      for (const { subscription } of [watched, beside]) subscription.on('caughtUp', () => caughtUp.push('caughtUp'));
      await until(() => watched.lines.length > 0 && beside.lines.length > 0);
      await ownClient.appendToStream(newStream(), plain({}, 'Next'));
      await until(() => beside.types.length > 0);
      if (line === 'older') await until(() => watched.types.length > 0);
      expect([watched.types, caughtUp.length]).toEqual(line === 'older' ? [['Next'], 0] : [[], 2]);
      await leaveOwn();
    });
  });

  test('a position that never existed: readAll throws UnknownError', async () => {
    const { commit, prepare } = await appendedPosition();
    await client.appendToStream(newStream(), [plain(), plain()]);
    const never = { commit: commit + 1n, prepare: prepare + 1n };
    expect(await failure(eventsOf(client.readAll({ fromPosition: never, maxCount: 1 })))).toMatchObject({
      type: 'unknown',
    });
  });

  test('conflict: an empty message and no code; type, expectedVersion and actualVersion say it', async () => {
    const stream = newStream();
    const none = await failure(client.appendToStream(stream, plain(), { expectedRevision: 3n }));
    expect(none).toMatchObject({ type: 'wrong-expected-version', expectedVersion: 3n, actualVersion: 'no_stream' });
    await client.appendToStream(stream, [plain(), plain()]);
    const some = await failure(client.appendToStream(stream, plain(), { expectedRevision: NO_STREAM }));
    expect(some).toMatchObject({ expectedVersion: 'no_stream', actualVersion: 1n, message: '', code: undefined });
  });

  test('conflict as a value: no option of an append, and useless in the connection string', async () => {
    const stream = newStream();
    await client.appendToStream(stream, [plain(), plain(), plain(), plain()]);
    // Missing from the option's type, though documented.
    const ignored = { expectedRevision: NO_STREAM, throwOnAppendFailure: false } as const;
    expect(await failure(client.appendToStream(stream, plain(), ignored))).toMatchObject({ actualVersion: 3n });

    const quiet = EventStoreDBClient.connectionString(withOption('throwOnAppendFailure=false'));
    const value = await quiet.appendToStream(stream, plain(), { expectedRevision: NO_STREAM });
    expect(value).toMatchObject({ success: false, nextExpectedRevision: 1n });
    await quiet.dispose();
  });

  describe('the same event id again', () => {
    test('with NO_STREAM or ANY: success with the first position, even with other data', async () => {
      for (const expectedRevision of [NO_STREAM, ANY] as const) {
        const stream = newStream();
        const event = plain({ first: true });
        const first = await client.appendToStream(stream, event, { expectedRevision });
        await client.appendToStream(stream, plain());
        const again = await client.appendToStream(stream, { ...event, data: { first: false } }, { expectedRevision });
        expect(again).toMatchObject({ success: true, position: first.position });
        expect(await eventsOf(client.readStream(stream))).toHaveLength(2);
      }
    });

    onDemand('the same after a restart', async () => {
      const stream = newStream();
      const event = plain();
      const first = await client.appendToStream(stream, event, { expectedRevision: NO_STREAM });
      await faults().stop();
      await faults().start();
      const log = await openEventStoreLog({ url: server.url, timeLimitMs: 20_000 });
      await log.head();
      await log.close();
      const fresh = EventStoreDBClient.connectionString(server.url);
      const again = await fresh.appendToStream(stream, event, { expectedRevision: NO_STREAM });
      expect(again).toMatchObject({ success: true, position: first.position });
      await fresh.dispose();
    });

    test('with the exact current revision: appended a second time', async () => {
      const stream = newStream();
      const event = plain();
      await client.appendToStream(stream, event, { expectedRevision: NO_STREAM });
      const again = await client.appendToStream(stream, event, { expectedRevision: 0n });
      expect(again.nextExpectedRevision).toBe(1n);
      const events = await eventsOf(client.readStream(stream));
      expect(events.map(({ id }) => id)).toEqual([event.id, event.id]);
    });

    test('a batch that shares only its first id: WrongExpectedVersion', async () => {
      const stream = newStream();
      const event = plain();
      await client.appendToStream(stream, event, { expectedRevision: NO_STREAM });
      const batch = [event, plain()];
      for (const expectedRevision of [NO_STREAM, ANY] as const) {
        const refused = await failure(client.appendToStream(stream, batch, { expectedRevision }));
        expect(refused).toMatchObject({ type: 'wrong-expected-version' });
      }
    });
  });

  describe('sizes', () => {
    test('an append takes 1,048,576 bytes, or 16 MB; the log says in words what is too large', async () => {
      const taken = plain({ large: 'x'.repeat(1_000_000) });
      expect(await client.appendToStream(newStream(), taken)).toMatchObject({ success: true });
      const large = 'x'.repeat(17 * 1024 * 1024);
      const refused = await failure(client.appendToStream(newStream(), plain({ large })));
      const isOlder = { type: 'maximum-append-size-exceeded', maxAppendSize: 1_048_576 };
      const isNewer = { type: 'unknown', code: 8 };
      expect(refused).toMatchObject(Reflect.get(Object(refused), 'code') === isNewer.code ? isNewer : isOlder);
      const log = await openEventStoreLog({ url: server.url, timeLimitMs: 20_000 });
      await expect(log.append(newStream(), 'noStream', [newEvent({ large })])).rejects.toThrow('larger than the');
      await log.close();
    });

    test('5,000 small events in one append are fine', async () => {
      const events = Array.from({ length: 5_000 }, () => plain());
      const { nextExpectedRevision } = await client.appendToStream(newStream(), events);
      expect(nextExpectedRevision).toBe(4_999n);
    });

    test('an empty append answers success with revision 0', async () => {
      const answer = await client.appendToStream(newStream(), []);
      expect(answer).toMatchObject({ success: true, nextExpectedRevision: 0n });
    });
  });

  describe('deleted', () => {
    test('softly: reads say StreamNotFound, and an append with NO_STREAM goes on at the next revision', async () => {
      const stream = newStream();
      await client.appendToStream(stream, [plain(), plain()]);
      await client.deleteStream(stream);
      expect(await failure(eventsOf(client.readStream(stream)))).toMatchObject({ type: 'stream-not-found' });

      const log = await openEventStoreLog({ url: server.url });
      expect(await log.readStream(stream)).toEqual([]);
      const events = newEvents(2);
      expect(await log.append(stream, 'noStream', events)).toMatchObject({ appended: true, revision: 3 });
      expect((await log.readStream(stream)).map(({ revision }) => revision)).toEqual([2, 3]);
      await log.close();
    });

    test('for ever: StreamDeletedError; the log says so in words', async () => {
      const stream = newStream();
      await client.appendToStream(stream, plain());
      await client.tombstoneStream(stream);
      expect(await failure(eventsOf(client.readStream(stream)))).toMatchObject({ type: 'stream-deleted' });
      expect(await failure(client.appendToStream(stream, plain()))).toMatchObject({ type: 'stream-deleted' });

      const log = await openEventStoreLog({ url: server.url });
      await expect(log.readStream(stream)).rejects.toThrow('the stream was deleted for ever');
      await expect(log.append(stream, 'noStream', newEvents(1))).rejects.toThrow('the stream was deleted for ever');
      await log.close();
    });
  });

  test('"caught up" is reported by the log, whether or not the server reports it', async () => {
    const log = await openEventStoreLog({ url: server.url });
    const before = await log.head();
    const events = newEvents(3);
    const result = await log.append(newStream(), 'noStream', events);
    const abort = new AbortController();
    const items = log.follow(before, abort.signal)[Symbol.asyncIterator]();
    expect((await untilCaughtUp(items)).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    expect(await log.head()).toBe(result.appended && result.position);
    abort.abort();
    await log.close();
  });

  test("$all carries the server's own events too, and the log passes them over", async () => {
    const log = await openEventStoreLog({ url: server.url });
    const before = await log.head();
    const [first, last] = [newEvents(1), newEvents(1)];
    await log.append(newStream(), 'noStream', first);
    const own = Array.from({ length: 120 }, () => plain({}, '$statsCollected'));
    await client.appendToStream(newStream(), own);
    await log.append(newStream(), 'noStream', last);
    const result = await client.appendToStream(
      newStream(),
      own.map((event) => ({ ...event, id: crypto.randomUUID() })),
    );
    expect(result.success).toBe(true);

    const types = (await eventsOf(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 300 }))).map(
      ({ type }) => type,
    );
    expect(types).toContain('$statsCollected');
    // A page full of foreign events is not the end.
    const read = await log.readAll(before, 2);
    expect(read.map(({ id }) => id)).toEqual([...first, ...last].map(({ id }) => id));
    expect(await log.readAll(read[0]?.position ?? '', 1)).toEqual([read[1]]);
    expect(await log.head()).toBe(read[1]?.position);
    expect(await log.readAll(await log.head(), 5)).toEqual([]);
    await log.close();
  });

  test('credentials on a call take the one-by-one path', async () => {
    const own = EventStoreDBClient.connectionString(server.url);
    const before = { ...server.faults?.appends };
    const stream = newStream();
    const credentials = { username: 'admin', password: 'changeit' };
    expect(await own.appendToStream(stream, plain(), { credentials })).toMatchObject({ nextExpectedRevision: 0n });
    const conflict = await failure(own.appendToStream(stream, plain(), { credentials, expectedRevision: NO_STREAM }));
    expect(conflict).toMatchObject({ type: 'wrong-expected-version', actualVersion: 0n });
    await own.appendToStream(stream, plain());
    if (server.faults) {
      expect(server.faults.appends.single - (before.single ?? 0)).toBe(2);
      expect(server.faults.appends.batched - (before.batched ?? 0)).toBe(1);
    }
    await own.dispose();
  });
}
