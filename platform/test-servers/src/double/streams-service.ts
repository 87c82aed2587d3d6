/** The double's stream calls: what it answers, and the faults of single calls. */
import type { IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  ReadReq,
  ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import {
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerWritableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import { batchAnswer, callError, exhausted, expectedOf, proposedOf, singleAnswer, streamOf } from './messages.ts';
import { type Subscriber, serveRead } from './reading.ts';
import type { Answer, DoubleStore, Expected, Proposed } from './store.ts';

const cutOff = { code: status.UNAVAILABLE, details: 'The connection was cut.' };

interface PendingAppend {
  readonly stream: string;
  readonly expected: Expected;
  readonly events: Proposed[];
}

export class StreamsService {
  readonly store: DoubleStore;
  readonly subscribers = new Set<Subscriber>();
  /** Number of appends by each method. */
  readonly appends = { batched: 0, single: 0 };
  /** Number of calls refused while not ready. */
  refused = 0;
  isReady = true;
  /** Number of reads, subscriptions included. */
  reads = 0;
  /** Whether to cut the connection of the next append, before or after executing it. */
  cutNext: 'before' | 'after' | null = null;
  /** The calls that wait while it hangs; null if it doesn't. */
  #held: (() => void)[] | null = null;
  /** Whether requests of these kinds are lost on their way. */
  readonly dropsNew = { subscriptions: false, features: false };
  /** Number of subscriptions lost on their way. */
  lostSubscriptions = 0;
  readonly #batches = new Set<ServerDuplexStream<BatchAppendReq, BatchAppendResp>>();
  readonly #lostBatches = new WeakSet<object>();
  #countdown: { left: number; onEnd: () => void } | null = null;

  constructor(store: DoubleStore) {
    this.store = store;
  }

  get held(): number {
    return this.#held?.length ?? 0;
  }

  /** Stops answering, or processes the pending calls. */
  hang(isHanging: boolean): void {
    const pendingCalls = this.#held;
    this.#held = isHanging ? [] : null;
    for (const work of pendingCalls ?? []) work();
  }

  /** Answers again, without the pending calls. */
  dropHeld(): void {
    this.#held = null;
  }

  /** Calls `onEnd` once this many more appends are executed. */
  countDown(appends: number, onEnd: () => void): void {
    this.#countdown = { left: appends, onEnd };
  }

  unlessPaused(work: () => void): void {
    if (this.#held) this.#held.push(work);
    else work();
  }

  loseAppendStreams(): void {
    for (const call of this.#batches) this.#lostBatches.add(call);
  }

  /** For the server's registration. */
  handlers(): IStreamsServer {
    return {
      batchAppend: (call) => this.#batchAppend(call),
      append: (call, respond) => this.#singleAppend(call, respond),
      read: (call) => this.unlessPaused(() => this.#read(call)),
      delete: (call, respond) => {
        this.store.delete(streamOf(call.request.getOptions()), false);
        respond(null, new streams.DeleteResp());
      },
      tombstone: (call, respond) => {
        this.store.delete(streamOf(call.request.getOptions()), true);
        respond(null, new streams.TombstoneResp());
      },
    };
  }

  #batchAppend(call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>): void {
    const pendingAppends = new Map<string, PendingAppend>();
    this.#batches.add(call);
    call.on('data', (request: BatchAppendReq) =>
      this.unlessPaused(() => {
        if (!this.#lostBatches.has(call)) this.#addToBatch(call, pendingAppends, request);
      }),
    );
    call.on('end', () => call.end());
    call.on('close', () => this.#batches.delete(call));
    // The client disconnected.
    call.on('error', () => this.#batches.delete(call));
  }

  #addToBatch(
    call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>,
    pendingAppends: Map<string, PendingAppend>,
    request: BatchAppendReq,
  ): void {
    const id = request.getCorrelationId();
    const key = id?.getString() ?? '';
    const options = request.getOptions();
    if (options) pendingAppends.set(key, { stream: streamOf(options), expected: expectedOf(options), events: [] });
    const batch = pendingAppends.get(key);
    if (!batch) return;
    batch.events.push(...request.getProposedMessagesList().map(proposedOf));
    if (!request.getIsFinal()) return;
    pendingAppends.delete(key);
    this.appends.batched += 1;
    const { stream, expected } = batch;
    if (!this.isReady) {
      this.refused += 1;
      call.write(batchAnswer(id, stream, expected, { kind: 'notReady' }));
      return;
    }
    const answer = this.#append(batch, () => call.emit('error', cutOff));
    if (answer?.kind === 'tooLarge' && this.store.line === 'newer') call.emit('error', exhausted);
    else if (answer) call.write(batchAnswer(id, stream, expected, answer));
  }

  #singleAppend(call: ServerReadableStream<AppendReq, AppendResp>, respond: sendUnaryData<AppendResp>): void {
    let header: Pick<PendingAppend, 'stream' | 'expected'> = { stream: '', expected: 'any' };
    const events: Proposed[] = [];
    call.on('data', (request: AppendReq) => {
      const options = request.getOptions();
      const message = request.getProposedMessage();
      if (options) header = { stream: streamOf(options), expected: expectedOf(options) };
      if (message) events.push(proposedOf(message));
    });
    call.on('end', () =>
      this.unlessPaused(() => {
        this.appends.single += 1;
        const answer = this.#append({ ...header, events }, () => respond(cutOff));
        if (!answer) return;
        const message = singleAnswer(answer);
        const error = answer.kind === 'deleted' ? 'stream-deleted' : 'maximum-append-size-exceeded';
        if (message) respond(null, message);
        else if (answer.kind === 'tooLarge' && this.store.line === 'newer') respond(exhausted);
        else respond(callError(error, header.stream, answer.kind === 'tooLarge' ? answer.most : 0));
      }),
    );
  }

  /** Null if the connection was cut. */
  #append({ stream, expected, events }: PendingAppend, cut: () => void): Answer | null {
    const when = this.cutNext;
    this.cutNext = null;
    if (when === 'before') {
      cut();
      return null;
    }
    const answer = this.store.append(stream, expected, events);
    if (when === 'after') {
      cut();
      return null;
    }
    this.#countAppend();
    return answer;
  }

  #countAppend(): void {
    if (!this.#countdown) return;
    this.#countdown.left -= 1;
    if (this.#countdown.left > 0) return;
    const { onEnd } = this.#countdown;
    this.#countdown = null;
    // In the next turn, so that the last append still gets its answer.
    setImmediate(onEnd);
  }

  #read(call: ServerWritableStream<ReadReq, ReadResp>): void {
    this.reads += 1;
    if (this.dropsNew.subscriptions && call.request.getOptions()?.hasSubscription()) {
      this.lostSubscriptions += 1;
      return;
    }
    if (this.isReady) {
      serveRead(this.store, this.subscribers, call);
      return;
    }
    this.refused += 1;
    call.emit('error', { code: status.UNAVAILABLE, details: 'Server Is Not Ready' });
  }
}
