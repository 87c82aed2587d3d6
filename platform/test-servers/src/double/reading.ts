/** The double's reads and subscriptions. */
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerWritableStream, status } from '@grpc/grpc-js';
import {
  callError,
  caughtUpMessage,
  checkpointMessage,
  confirmationMessage,
  eventMessage,
  streamNotFoundMessage,
  streamOf,
} from './messages.ts';
import type { DoubleStore, Kept } from './store.ts';

export interface Subscriber {
  drop(how: 'clean' | 'unclean' | 'tooSlow'): void;
  /** Sends nothing more, without ending. */
  mute(): void;
}

type Call = ServerWritableStream<ReadReq, ReadResp>;
type Options = ReadReq.Options;

const backwards = 1;

/** Answers one `Read` call: one stream or all, in either direction, finite or as a subscription. */
export function serveRead(store: DoubleStore, subscribers: Set<Subscriber>, call: Call): void {
  // The client disconnected.
  call.on('error', () => {});
  const options = call.request.getOptions();
  if (!options) {
    call.end();
    return;
  }
  if (options.hasSubscription()) {
    subscribe(store, subscribers, call, options);
    return;
  }
  const found = options.hasStream() ? ofStream(store, call, options) : ofAll(store, call, options);
  if (!found) return;
  const requested = found.slice(0, Number(options.getCount()));
  store.eventsRead += requested.length;
  void send(call, requested).then(() => call.end());
}

/** Null if refused. */
function ofStream(store: DoubleStore, call: Call, options: Options): readonly Kept[] | null {
  const stream = options.getStream();
  const name = streamOf(stream);
  const events = store.read(name);
  if (events === 'deleted') call.emit('error', callError('stream-deleted', name));
  if (events === 'missing') {
    call.write(streamNotFoundMessage(name));
    call.end();
  }
  if (events === 'deleted' || events === 'missing') return null;
  const isBackwards = options.getReadDirection() === backwards;
  const from = stream?.hasRevision() ? Number(stream.getRevision()) : null;
  if (isBackwards) return events.filter(({ revision }) => from === null || revision <= from).reverse();
  if (stream?.hasEnd()) return [];
  return events.filter(({ revision }) => revision >= (from ?? 0));
}

function ofAll(store: DoubleStore, call: Call, options: Options): readonly Kept[] | null {
  const all = options.getAll();
  const isBackwards = options.getReadDirection() === backwards;
  const count = Math.min(Number(options.getCount()), store.all.length);
  const position = all?.getPosition();
  if (!position) {
    const isEmpty = all?.hasEnd() !== isBackwards;
    if (isEmpty) return [];
    return isBackwards ? store.all.slice(-count).reverse() : store.all.slice(0, count);
  }
  const [commit, prepare] = [BigInt(position.getCommitPosition()), BigInt(position.getPreparePosition())];
  const upTo = store.countUpTo(commit, prepare);
  const there = store.all[upTo - 1];
  // A position past the end is valid.
  if (upTo < store.all.length && (there?.commit !== commit || there.prepare !== prepare)) {
    call.emit('error', { code: status.UNKNOWN, details: 'Unexpected ReadAllResult: InvalidPosition' });
    return null;
  }
  if (isBackwards) return store.all.slice(Math.max(0, upTo - count), upTo).reverse();
  const from = there?.commit === commit && there.prepare === prepare ? upTo - 1 : upTo;
  return store.all.slice(from, from + count);
}

/** Sends at the reader's pace. */
async function send(call: Call, events: readonly Kept[]): Promise<void> {
  for (const event of events) {
    if (call.cancelled) return;
    if (!call.write(eventMessage(event))) await untilDrained(call);
  }
}

const untilDrained = (call: Call): Promise<void> =>
  new Promise((resolve) => {
    const resume = () => {
      call.off('drain', resume);
      call.off('cancelled', resume);
      resolve();
    };
    call.on('drain', resume);
    call.on('cancelled', resume);
  });

function subscribe(store: DoubleStore, subscribers: Set<Subscriber>, call: Call, options: Options): void {
  const name = options.hasStream() ? streamOf(options.getStream()) : null;
  let next = firstAfter(store, options);
  let isSending = false;
  let isOver = false;
  let reportsCaughtUp = store.line === 'newer';

  async function sendOn(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let event = store.all[next]; event && !isOver; event = store.all[next]) {
      next += 1;
      if (isWanted(event)) await send(call, [event]);
      omittedCount = isWanted(event) ? 0 : omittedCount + 1;
      if (omittedCount >= checkpointEvery) {
        omittedCount = 0;
        call.write(checkpointMessage(event));
      }
    }
    isSending = false;
    if (!reportsCaughtUp || isOver) return;
    reportsCaughtUp = false;
    call.write(caughtUpMessage());
  }
  const after = options.getStream()?.hasRevision() ? Number(options.getStream()?.getRevision()) : -1;
  const position = store.line === 'newer' ? options.getAll()?.getPosition() : undefined;
  const isPast = ({ commit, prepare }: Kept): boolean => {
    if (!position) return true;
    const [fromCommit, fromPrepare] = [BigInt(position.getCommitPosition()), BigInt(position.getPreparePosition())];
    return commit > fromCommit || (commit === fromCommit && prepare > fromPrepare);
  };
  const filter = options.getFilter();
  const type = new RegExp(filter?.getEventType()?.getRegex() ?? '');
  const checkpointEvery = filter
    ? filter.getMax() * filter.getCheckpointintervalmultiplier()
    : Number.POSITIVE_INFINITY;
  let omittedCount = 0;
  const isWanted = (event: Kept) =>
    type.test(event.type) && (name === null ? isPast(event) : event.stream === name && event.revision > after);

  const stopListening = store.onAppend(() => void sendOn());
  const leave = () => {
    isOver = true;
    stopListening();
    subscribers.delete(subscriber);
  };
  const subscriber: Subscriber = {
    drop(how) {
      leave();
      if (how === 'clean') call.end();
      else if (how === 'unclean') call.emit('error', { code: status.UNAVAILABLE, details: 'The connection was cut.' });
      else call.emit('error', { code: status.ABORTED, details: 'Operation timed out: Consumer too slow' });
    },
    mute() {
      isOver = true;
      stopListening();
    },
  };
  subscribers.add(subscriber);
  call.on('cancelled', leave);
  call.on('error', leave);
  call.write(confirmationMessage());
  void sendOn();
}

/** A subscription starts after its position. */
function firstAfter(store: DoubleStore, options: Options): number {
  const from = options.getStream() ?? options.getAll();
  if (from?.hasEnd()) return store.all.length;
  const position = options.getAll()?.getPosition();
  if (!position) return 0;
  return store.countUpTo(BigInt(position.getCommitPosition()), BigInt(position.getPreparePosition()));
}
