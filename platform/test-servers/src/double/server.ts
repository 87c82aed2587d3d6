/**
 * A double of EventStoreDB for tests: an in-process gRPC server on the client's generated stubs, in memory, that fails
 * on demand. It proves nothing about a real server's speed or durability; `behaviour.test.ts` defines its behaviour and
 * also runs on a real server.
 */

import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streamsService, { type IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendReq, BatchAppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Server, ServerCredentials, type ServerDuplexStream, type ServerWritableStream, status } from '@grpc/grpc-js';
import { openDoor } from './door.ts';
import { batchAnswer, callError, expectedOf, proposedOf, singleAnswer, streamOf } from './messages.ts';
import { type Subscriber, serveRead } from './reading.ts';
import { type Answer, DoubleStore, type Expected, type LogCopy, type Proposed } from './store.ts';

export interface Faults {
  /** Ends every subscription: with a goodbye, by a crash, or because the reader is too slow. */
  dropSubscriptions(how: 'clean' | 'unclean' | 'tooSlow'): void;
  /** Cuts every connection and stops; appended events are kept. */
  stop(): Promise<void>;
  /** Restarts at the same address. */
  start(options?: { notReady?: boolean }): Promise<void>;
  /** The current log, as a backup of the server's files. */
  copyLog(): LogCopy;
  /** While stopped, replaces the log with a copy or an empty one. */
  restoreLog(copy: LogCopy | 'empty'): void;
  /** Whether it accepts reads and writes; otherwise it refuses them with an error. */
  setReady(isReady: boolean): void;
  /** Stops answering until resumed; then it processes the pending requests. */
  hang(isHanging: boolean): void;
  /** Cuts the connection that carries the next append, before or after executing it. */
  cutNextAppend(when: 'before' | 'after'): void;
  /** After a termination signal, executes this many more appends, then stops. */
  stopAfter(appends: number): Promise<void>;
  /** Number of calls refused while not ready. */
  readonly refused: number;
  /** Number of appends by each method. */
  readonly appends: { readonly batched: number; readonly single: number };
  readonly subscriptions: number;
  /** Number of existing events that reads have requested. */
  readonly eventsRead: number;
  /** Number of calls waiting for it to resume. */
  readonly held: number;
}

export interface Double {
  readonly url: string;
  readonly faults: Faults;
  stop(): Promise<void>;
}

export async function startDouble(): Promise<Double> {
  const store = new DoubleStore();
  const subscribers = new Set<Subscriber>();
  const appends = { batched: 0, single: 0 };
  let isReady = true;
  let refused = 0;
  let held: (() => void)[] | null = null;
  let cut: 'before' | 'after' | null = null;
  let last: { left: number; stopped: () => void } | null = null;

  const unlessHanging = (work: () => void) => (held ? void held.push(work) : work());
  const gone = { code: status.UNAVAILABLE, details: 'The connection was cut.' };

  function countDown(): void {
    if (!last) return;
    last.left -= 1;
    if (last.left > 0) return;
    const { stopped } = last;
    last = null;
    // In the next turn, so that the last append still gets its answer.
    setImmediate(() => void stop().then(stopped));
  }

  function append(stream: string, expected: Expected, events: readonly Proposed[], cutOff: () => void): Answer | null {
    const when = cut;
    cut = null;
    if (when === 'before') cutOff();
    if (when === 'before') return null;
    const answer = store.append(stream, expected, events);
    if (when === 'after') cutOff();
    if (when === 'after') return null;
    countDown();
    return answer;
  }

  function batchAppend(call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>): void {
    const begun = new Map<string, { stream: string; expected: Expected; events: Proposed[] }>();
    call.on('data', (request: BatchAppendReq) =>
      unlessHanging(() => {
        const id = request.getCorrelationId();
        const key = id?.getString() ?? '';
        const options = request.getOptions();
        if (options) begun.set(key, { stream: streamOf(options), expected: expectedOf(options), events: [] });
        const batch = begun.get(key);
        if (!batch) return;
        batch.events.push(...request.getProposedMessagesList().map(proposedOf));
        if (!request.getIsFinal()) return;
        begun.delete(key);
        appends.batched += 1;
        const { stream, expected, events } = batch;
        if (!isReady) {
          refused += 1;
          return void call.write(batchAnswer(id, stream, expected, { kind: 'notReady' }));
        }
        const answer = append(stream, expected, events, () => call.emit('error', gone));
        if (answer) call.write(batchAnswer(id, stream, expected, answer));
      }),
    );
    call.on('end', () => call.end());
    // The client disconnected.
    call.on('error', () => {});
  }

  const service: IStreamsServer = {
    batchAppend,
    append(call, answered) {
      let header: { stream: string; expected: Expected } | null = null;
      const events: Proposed[] = [];
      call.on('data', (request: InstanceType<typeof streams.AppendReq>) => {
        const options = request.getOptions();
        const message = request.getProposedMessage();
        if (options) header = { stream: streamOf(options), expected: expectedOf(options) };
        if (message) events.push(proposedOf(message));
      });
      call.on('end', () =>
        unlessHanging(() => {
          appends.single += 1;
          const { stream, expected } = header ?? { stream: '', expected: 'any' };
          const answer = append(stream, expected, events, () => answered(gone));
          if (!answer) return;
          const message = singleAnswer(answer);
          if (message) answered(null, message);
          else
            answered(callError(answer.kind === 'deleted' ? 'stream-deleted' : 'maximum-append-size-exceeded', stream));
        }),
      );
    },
    read: (call: ServerWritableStream<ReadReq, ReadResp>) =>
      unlessHanging(() => {
        if (isReady) return serveRead(store, subscribers, call);
        refused += 1;
        call.emit('error', { code: status.UNAVAILABLE, details: 'Server Is Not Ready' });
      }),
    delete(call, answered) {
      store.delete(streamOf(call.request.getOptions()), false);
      answered(null, new streams.DeleteResp());
    },
    tombstone(call, answered) {
      store.delete(streamOf(call.request.getOptions()), true);
      answered(null, new streams.TombstoneResp());
    },
  };

  const supported = new features.SupportedMethods().setEventStoreServerVersion('22.10.0');
  for (const name of ['batchappend', 'append', 'read', 'delete', 'tombstone']) {
    const method = new features.SupportedMethod().setMethodName(name);
    supported.addMethods(method.setServiceName('event_store.client.streams.streams'));
  }

  // Like the real server, it accepts larger messages than appends.
  const server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
  server.addService(streamsService.StreamsService, service);
  server.addService(featuresService.ServerFeaturesService, {
    getSupportedMethods: (_: unknown, answered: (error: null, answer: unknown) => void) =>
      unlessHanging(() => answered(null, supported)),
  });
  const serverPort = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const door = await openDoor(serverPort);

  async function stop(): Promise<void> {
    held = null;
    await door.close();
  }

  return {
    url: `esdb://127.0.0.1:${door.port}?tls=false`,
    async stop() {
      await stop();
      server.forceShutdown();
    },
    faults: {
      stop,
      async start({ notReady = false } = {}) {
        isReady = !notReady;
        await door.open();
      },
      copyLog: () => store.copy(),
      restoreLog: (copy) => store.restore(copy === 'empty' ? { events: [], end: 0n } : copy),
      setReady(ready) {
        isReady = ready;
      },
      dropSubscriptions(how) {
        for (const subscriber of [...subscribers]) subscriber.drop(how);
      },
      hang(isHanging) {
        const work = held;
        held = isHanging ? [] : null;
        for (const one of work ?? []) one();
      },
      cutNextAppend(when) {
        cut = when;
      },
      stopAfter: (count) =>
        new Promise((resolve) => {
          last = { left: count, stopped: resolve };
        }),
      appends,
      get eventsRead() {
        return store.eventsRead;
      },
      get refused() {
        return refused;
      },
      get subscriptions() {
        return subscribers.size;
      },
      get held() {
        return held?.length ?? 0;
      },
    },
  };
}
