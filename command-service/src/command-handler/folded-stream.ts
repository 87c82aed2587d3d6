import type { Recorded } from '@dayline/contracts/events/definition';
import { chainStart } from '@dayline/event-log/sealed-log/chain';
import { LRUCache } from 'lru-cache';
import type { Decider, Fact } from './decider.ts';
import { type HandledCommands, noCommands, withCommandsOf } from './handled-commands.ts';

/** A stream folded up to `revision` (-1: nothing). Immutable: a newer fold replaces it as a whole. */
export interface FoldedStream<State, Event extends Fact> {
  readonly revision: number;
  /** The chain of the event at `revision`, which the next event's chain continues. */
  readonly chain: string;
  readonly state: State;
  readonly handled: HandledCommands<Event>;
  /** `performance.now()` when the fold was last known to include the stream's end. */
  readonly readAt: number;
  /** The log's `setBacks` at that time; a higher count means another log. */
  readonly setBacks: number;
}

export const newFoldedStream = <State, Event extends Fact>(initial: State): FoldedStream<State, Event> => ({
  revision: -1,
  chain: chainStart,
  state: initial,
  handled: noCommands,
  readAt: Number.NEGATIVE_INFINITY,
  setBacks: 0,
});

/** Whether an event is the last folded one. */
export const endsWith = <State, Event extends Fact>(
  foldedStream: FoldedStream<State, Event>,
  event: Recorded<Event> | undefined,
): boolean => event?.revision === foldedStream.revision && event.metadata.chain === foldedStream.chain;

/** The stream after further events; known ones are skipped. @throws Error if an event is missing in between */
export function advance<State, Event extends Fact>(
  foldedStream: FoldedStream<State, Event>,
  fold: Decider<State, never, Event, never>['fold'],
  events: readonly Recorded<Event>[],
): FoldedStream<State, Event> {
  const news = events.filter((event) => event.revision > foldedStream.revision);
  let { revision, chain } = foldedStream;
  for (const { stream, revision: next, metadata } of news) {
    if (next !== revision + 1) throw new Error(`${stream}: event ${next} can't be folded after ${revision}.`);
    revision = next;
    chain = metadata.chain;
  }
  if (news.length === 0) return foldedStream;
  const handledCommands = withCommandsOf(foldedStream.handled, news);
  return { ...foldedStream, revision, chain, state: fold(foldedStream.state, news), handled: handledCommands };
}

/** An LRU cache of folded streams, bounded by their total number of events. */
export class FoldedCache<State, Event extends Fact> {
  readonly #streams: LRUCache<string, FoldedStream<State, Event>>;

  constructor(maxEvents: number) {
    this.#streams = new LRUCache({ maxSize: maxEvents, sizeCalculation: ({ revision }) => Math.max(1, revision + 1) });
  }

  get(stream: string): FoldedStream<State, Event> | undefined {
    return this.#streams.get(stream);
  }

  /** Replaces the cached stream unless that is newer. */
  put(stream: string, foldedStream: FoldedStream<State, Event>): void {
    const cachedStream = this.#streams.peek(stream);
    if (!(cachedStream && isNewer(cachedStream, foldedStream))) this.#streams.set(stream, foldedStream);
  }

  drop(stream: string): void {
    this.#streams.delete(stream);
  }
}

type Age = Pick<FoldedStream<unknown, Fact>, 'setBacks' | 'revision' | 'readAt'>;

const isNewer = (a: Age, b: Age): boolean =>
  (a.setBacks - b.setBacks || a.revision - b.revision || a.readAt - b.readAt) > 0;
