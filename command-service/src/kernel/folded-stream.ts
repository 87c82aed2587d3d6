import { chainStart } from '@dayline/platform/sealed-log/chain';
import type { Decider, Fact, RecordedFact } from './decider.ts';

export interface HandledCommand<Event extends Fact> {
  readonly digest: string;
  readonly events: RecordedFact<Event>[];
}

/** A stream folded up to `revision` (-1: nothing yet). It grows in place; `state` is replaced, never changed. */
export interface FoldedStream<State, Event extends Fact> {
  revision: number;
  /** Of the event at `revision`: what the next one's chain is taken of. */
  chain: string;
  state: State;
  readonly handled: Map<string, HandledCommand<Event>>;
  /** `performance.now()` when it was known to reach the stream's end. */
  readAt: number;
  /** What the log counted then as appended elsewhere; while that stands, what this process appended is all there is. */
  elsewhere: number | undefined;
}

export const newFoldedStream = <State, Event extends Fact>(initial: State): FoldedStream<State, Event> => ({
  revision: -1,
  chain: chainStart,
  state: initial,
  handled: new Map(),
  readAt: Number.NEGATIVE_INFINITY,
  elsewhere: undefined,
});

/** Folds what follows on the stream's revision; events that it holds already are left out. False when none was new. */
export function advance<State, Event extends Fact>(
  folded: FoldedStream<State, Event>,
  evolve: Decider<State, never, Event, never>['evolve'],
  read: readonly RecordedFact<Event>[],
): boolean {
  const news =
    read[0]?.revision === folded.revision + 1 ? read : read.filter((event) => event.revision > folded.revision);
  const last = news.at(-1);
  if (!last) return false;
  folded.state = evolve(folded.state, news);
  for (const event of news) {
    const { commandId, commandDigest } = event.metadata;
    const handled = folded.handled.get(commandId);
    if (handled) handled.events.push(event);
    else folded.handled.set(commandId, { digest: commandDigest, events: [event] });
  }
  folded.revision = last.revision;
  folded.chain = last.metadata.chain;
  return true;
}
