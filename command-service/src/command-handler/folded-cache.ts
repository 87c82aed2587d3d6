import { LRUCache } from 'lru-cache';
import type { Fact } from './decider.ts';
import type { FoldedStream } from './folded-stream.ts';

/** An LRU cache of folded streams, bounded by their total number of events. */
export class FoldedCache<State, Event extends Fact> {
  readonly #streams: LRUCache<string, FoldedStream<State, Event>>;

  constructor(maxEvents: number) {
    this.#streams = new LRUCache({ maxSize: maxEvents, sizeCalculation: ({ revision }) => revision + 1 });
  }

  get(stream: string): FoldedStream<State, Event> | undefined {
    return this.#streams.get(stream);
  }

  /** Replaces what is cached, unless that is newer. */
  put(stream: string, folded: FoldedStream<State, Event>): void {
    const held = this.#streams.peek(stream);
    if (folded.revision >= 0 && !(held && isNewer(held, folded))) this.#streams.set(stream, folded);
  }

  drop(stream: string): void {
    this.#streams.delete(stream);
  }
}

type Age = Pick<FoldedStream<unknown, Fact>, 'setBacks' | 'revision' | 'readAt'>;

const isNewer = (one: Age, other: Age): boolean =>
  (one.setBacks - other.setBacks || one.revision - other.revision || one.readAt - other.readAt) > 0;
