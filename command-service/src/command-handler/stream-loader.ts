import { elsewhereKnownAfterMs } from '@dayline/event-log/port';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { Decider, Fact, RecordedFact } from './decider.ts';
import { FoldedCache } from './folded-cache.ts';
import { advance, endsWith, type FoldedStream, forget, newFoldedStream } from './folded-stream.ts';

/** Reads and folds the streams of one category, and caches them. */
export class StreamLoader<State, Event extends Fact> {
  readonly #decider: Pick<Decider<State, never, Event, never>, 'initial' | 'evolve'>;
  readonly #log: SealedLog;
  readonly #cache: FoldedCache<State, Event>;

  constructor(
    decider: Pick<Decider<State, never, Event, never>, 'initial' | 'evolve'>,
    log: SealedLog,
    cachedEvents: number,
  ) {
    this.#decider = decider;
    this.#log = log;
    this.#cache = new FoldedCache(cachedEvents);
  }

  /** A stream whose events are not read yet. */
  unread(): FoldedStream<State, Event> {
    return newFoldedStream(this.#decider.initial);
  }

  /** The cached state of a stream, unless the log was set back since. */
  async cached(stream: string): Promise<FoldedStream<State, Event> | undefined> {
    const setBacks = await this.#log.setBacks();
    const folded = this.#cache.get(stream);
    if (!folded || folded.setBacks === setBacks) return folded;
    this.#cache.drop(stream);
    return undefined;
  }

  /** Reads and folds newer events; false if there are none. */
  async refresh(stream: string, folded: FoldedStream<State, Event>): Promise<boolean> {
    const asOf = performance.now();
    folded.elsewhere = this.#log.appendedElsewhere?.();
    const setBacks = await this.#log.setBacks();
    // Cast is safe: the log validated each event before it was appended.
    const readFrom = async (from: number) =>
      (await this.#log.readStream(stream, { from, known: folded.chain })) as unknown as RecordedFact<Event>[];
    // Includes the last folded event, to detect a replaced or shortened stream.
    let read = await readFrom(Math.max(folded.revision, 0));
    const isOther = folded.revision >= 0 && !endsWith(folded, read[0]);
    if (isOther) {
      forget(folded, this.#decider.initial);
      this.#cache.drop(stream);
      read = await readFrom(0);
    }
    const hasNews = advance(folded, this.#decider.evolve, read);
    folded.readAt = asOf;
    folded.setBacks = setBacks;
    if (hasNews) this.#cache.put(stream, folded);
    return hasNews || isOther;
  }

  /** Folds the events of this process's own append. */
  appended(stream: string, folded: FoldedStream<State, Event>, events: readonly RecordedFact<Event>[]): void {
    advance(folded, this.#decider.evolve, events);
    folded.readAt = performance.now();
    this.#cache.put(stream, folded);
  }

  /** Whether a state must be refreshed; not for streams that only this process writes. */
  mayBeOlder({ revision, readAt, elsewhere }: FoldedStream<State, Event>, maxAgeMs: number): boolean {
    if (revision < 0) return true;
    if (performance.now() - readAt <= maxAgeMs) return false;
    if (maxAgeMs < elsewhereKnownAfterMs || elsewhere === undefined) return true;
    return this.#log.appendedElsewhere?.() !== elsewhere;
  }
}
