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

  put(stream: string, folded: FoldedStream<State, Event>): void {
    const held = this.#streams.peek(stream);
    // Of two concurrent reads, the newer state stays.
    if (held && held.revision > folded.revision) return;
    // A folded stream grows in place, so it is re-inserted to update its size.
    this.#streams.delete(stream);
    if (folded.revision >= 0) this.#streams.set(stream, folded);
  }

  drop(stream: string): void {
    this.#streams.delete(stream);
  }
}
