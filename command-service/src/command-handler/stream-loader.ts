import type { Recorded } from '@dayline/contracts/events/definition';
import type { Position } from '@dayline/contracts/ids';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { Decider, Fact } from './decider.ts';
import { advance, endsWith, FoldedCache, type FoldedStream, newFoldedStream } from './folded-stream.ts';
import type { StreamChanges } from './stream-changes.ts';

interface Refresh<State, Event extends Fact> {
  /** `performance.now()`. */
  readonly startedAt: number;
  readonly folded: Promise<FoldedStream<State, Event>>;
}

interface LoaderParts {
  readonly log: SealedLog;
  /** Shared by all loaders of the process. Without it a cached stream is as old as its own last read. */
  readonly changes?: StreamChanges | undefined;
  readonly cachedEvents: number;
}

/** Reads and folds the streams of one category, and caches them. */
export class StreamLoader<State, Event extends Fact> {
  readonly #decider: Pick<Decider<State, never, Event, never>, 'initial' | 'fold'>;
  readonly #log: SealedLog;
  readonly #changes: StreamChanges | undefined;
  readonly #cache: FoldedCache<State, Event>;
  /** The log's `setBacks` as last reported: later reads are of that log, or of a later one. */
  #setBacks = 0;
  /** The refresh in progress of each stream: one at a time. */
  readonly #refreshes = new Map<string, Refresh<State, Event>>();

  constructor(
    decider: Pick<Decider<State, never, Event, never>, 'initial' | 'fold'>,
    { log, changes, cachedEvents }: LoaderParts,
  ) {
    this.#decider = decider;
    this.#log = log;
    this.#changes = changes;
    this.#cache = new FoldedCache(cachedEvents);
  }

  /**
   * The cached state of a stream with its known new events. Undefined if the log was set back since, or if the new
   * events must be read.
   */
  async cached(stream: string): Promise<FoldedStream<State, Event> | undefined> {
    const setBacks = await this.#setBacksNow();
    const foldedStream = this.#cache.get(stream);
    if (!foldedStream) return undefined;
    if (foldedStream.setBacks === setBacks) return this.#withNews(stream, foldedStream);
    this.#cache.drop(stream);
    return undefined;
  }

  /** The cached state of a stream if it was current at `since` or later, by `performance.now()`. */
  async recent(stream: string, since: number): Promise<FoldedStream<State, Event> | undefined> {
    const foldedStream = this.#cache.get(stream);
    if (!foldedStream) return undefined;
    const isRecent = foldedStream.readAt >= since || (await this.#changes?.covers(stream, foldedStream, since));
    return isRecent ? this.cached(stream) : undefined;
  }

  /** The cached state of a stream if it is known to contain all events up to a position. */
  async upTo(stream: string, position: Position): Promise<FoldedStream<State, Event> | undefined> {
    const foldedStream = this.#cache.get(stream);
    return foldedStream && (await this.#changes?.reaches(stream, foldedStream, position))
      ? this.cached(stream)
      : undefined;
  }

  /** The stream as read at `since` or later, by `performance.now()`; joins a refresh that started then. */
  async refresh(stream: string, since: number): Promise<FoldedStream<State, Event>> {
    for (;;) {
      const running = this.#refreshes.get(stream);
      if (!running) return this.#startRefresh(stream);
      if (running.startedAt >= since) return running.folded;
      await running.folded.catch(() => undefined);
    }
  }

  /** The stream after this process's own append at `folded`. */
  appended(
    stream: string,
    foldedStream: FoldedStream<State, Event>,
    events: readonly Recorded<Event>[],
  ): FoldedStream<State, Event> {
    const after = { ...advance(foldedStream, this.#decider.fold, events), readAt: performance.now() };
    this.#cache.put(stream, after);
    // A refresh that began before may lack the events, so nobody else joins it.
    this.#refreshes.delete(stream);
    return after;
  }

  async #withNews(
    stream: string,
    foldedStream: FoldedStream<State, Event>,
  ): Promise<FoldedStream<State, Event> | undefined> {
    const news = this.#changes ? this.#changes.newEventsOf(stream, foldedStream) : [];
    if (news === null) return undefined;
    if (news.length === 0) return foldedStream;
    // Cast is safe: as in a read of the stream.
    const events = (await this.#log.open(news)) as unknown as Recorded<Event>[];
    const after = advance(foldedStream, this.#decider.fold, events);
    this.#cache.put(stream, after);
    return after;
  }

  #startRefresh(stream: string): Promise<FoldedStream<State, Event>> {
    const startedAt = performance.now();
    const foldedStream = this.#read(stream, startedAt).finally(() => {
      if (this.#refreshes.get(stream) === refresh) this.#refreshes.delete(stream);
    });
    const refresh = { startedAt, folded: foldedStream };
    this.#refreshes.set(stream, refresh);
    return foldedStream;
  }

  async #read(stream: string, readAt: number): Promise<FoldedStream<State, Event>> {
    const emptyStream = newFoldedStream<State, Event>(this.#decider.initial);
    const setBacksBefore = this.#setBacks;
    const cached = this.#cache.get(stream);
    let base = cached?.setBacks === setBacksBefore ? cached : emptyStream;
    const readFrom = async (from: number) =>
      // Cast is safe: the log refuses events that this build doesn't know, and validated each when it was appended.
      (await this.#log.readStream(stream, { from, known: base.chain })) as unknown as Recorded<Event>[];
    // Includes the last folded event, to detect a replaced or shortened stream.
    const fromKnown = readFrom(Math.max(base.revision, 0));
    // In parallel: with a slow log each read takes long.
    let [events, setBacks] = await Promise.all([fromKnown, this.#setBacksNow()]);
    if (setBacks !== setBacksBefore || (base.revision >= 0 && !endsWith(base, events[0]))) {
      this.#cache.drop(stream);
      base = emptyStream;
      events = await readFrom(0);
    }
    const foldedStream = { ...advance(base, this.#decider.fold, events), readAt, setBacks };
    this.#cache.put(stream, foldedStream);
    return foldedStream;
  }

  async #setBacksNow(): Promise<number> {
    this.#setBacks = await this.#log.setBacks();
    return this.#setBacks;
  }
}
