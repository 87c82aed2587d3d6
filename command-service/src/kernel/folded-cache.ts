import type { Fact } from './decider.ts';
import type { FoldedStream } from './folded-stream.ts';

/** Folded streams, those used last; bounded by the events that they hold together. */
export interface FoldedCache<State, Event extends Fact> {
  get(stream: string): FoldedStream<State, Event> | undefined;
  put(stream: string, folded: FoldedStream<State, Event>): void;
  drop(stream: string): void;
}

export function createFoldedCache<State, Event extends Fact>(maxEvents: number): FoldedCache<State, Event> {
  const entries = new Map<string, { folded: FoldedStream<State, Event>; weight: number }>();
  let total = 0;
  const drop = (stream: string): void => {
    total -= entries.get(stream)?.weight ?? 0;
    entries.delete(stream);
  };
  return {
    drop,
    get(stream) {
      const entry = entries.get(stream);
      if (!entry) return undefined;
      // The map's order is the order of use.
      entries.delete(stream);
      entries.set(stream, entry);
      return entry.folded;
    },
    put(stream, folded) {
      const held = entries.get(stream)?.folded;
      // Two may have read the stream at once: the one that came further stays.
      if (held && held.revision > folded.revision) return;
      drop(stream);
      const weight = folded.revision + 1;
      if (weight === 0 || weight > maxEvents) return;
      entries.set(stream, { folded, weight });
      total += weight;
      for (const oldest of entries.keys()) {
        if (total <= maxEvents) break;
        drop(oldest);
      }
    },
  };
}
