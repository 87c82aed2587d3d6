import type { Fact } from './decider.ts';
import type { FoldedStream } from './folded-stream.ts';

/** Folded streams, those used last; bounded by the events that they hold together. */
export interface FoldedCache<State, Event extends Fact> {
  get(stream: string): FoldedStream<State, Event> | undefined;
  put(stream: string, folded: FoldedStream<State, Event>): void;
}

/**
 * Two generations, each of half the events: what is used comes into the younger one, and when that is full the older
 * one goes. Keeping an order of use instead would cost a deletion and an insertion each time.
 */
export function createFoldedCache<State, Event extends Fact>(maxEvents: number): FoldedCache<State, Event> {
  interface Entry {
    readonly folded: FoldedStream<State, Event>;
    readonly weight: number;
  }
  const most = maxEvents / 2;
  let younger = new Map<string, Entry>();
  let older = new Map<string, Entry>();
  let weightOfYounger = 0;

  function keep(stream: string, entry: Entry): void {
    if (weightOfYounger + entry.weight > most) {
      older = younger;
      younger = new Map();
      weightOfYounger = 0;
    }
    younger.set(stream, entry);
    weightOfYounger += entry.weight;
  }
  function drop(stream: string): void {
    weightOfYounger -= younger.get(stream)?.weight ?? 0;
    younger.delete(stream);
    older.delete(stream);
  }

  return {
    get(stream) {
      const used = younger.get(stream);
      if (used) return used.folded;
      const known = older.get(stream);
      if (known) keep(stream, known);
      return known?.folded;
    },
    put(stream, folded) {
      const held = younger.get(stream) ?? older.get(stream);
      // Two may have read the stream at once: the one that came further stays.
      if (held && held.folded.revision > folded.revision) return;
      const weight = folded.revision + 1;
      if (weight === 0 || weight > most) return drop(stream);
      weightOfYounger -= younger.get(stream)?.weight ?? 0;
      keep(stream, { folded, weight });
    },
  };
}
