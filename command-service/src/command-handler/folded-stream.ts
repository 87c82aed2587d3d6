import { chainStart } from '@dayline/event-log/sealed-log/chain';
import type { Decider, Fact, RecordedFact } from './decider.ts';

export interface HandledCommand<Event extends Fact> {
  readonly digest: string;
  readonly events: RecordedFact<Event>[];
}

/** A stream folded up to `revision` (-1: nothing). Grows in place; `state` is replaced, never modified. */
export interface FoldedStream<State, Event extends Fact> {
  revision: number;
  /** Chain of the event at `revision`, input of the next event's. */
  chain: string;
  state: State;
  readonly handled: Map<string, HandledCommand<Event>>;
  /** `performance.now()` when last known to be at the stream's end. */
  readAt: number;
  /** The log's `appendedElsewhere` at that time; while unchanged, only this process has appended. */
  elsewhere: number | undefined;
  /** The log's `setBacks` at that time; a higher count means another log. */
  setBacks: number;
}

export const newFoldedStream = <State, Event extends Fact>(initial: State): FoldedStream<State, Event> => ({
  revision: -1,
  chain: chainStart,
  state: initial,
  handled: new Map(),
  readAt: Number.NEGATIVE_INFINITY,
  elsewhere: undefined,
  setBacks: 0,
});

/** Whether an event is the last one folded. */
export const endsWith = <State, Event extends Fact>(
  folded: FoldedStream<State, Event>,
  event: RecordedFact<Event> | undefined,
): boolean => event?.revision === folded.revision && event.metadata.chain === folded.chain;

/** Starts over, for a stream that was replaced. */
export function forget<State, Event extends Fact>(folded: FoldedStream<State, Event>, initial: State): void {
  const { handled } = folded;
  handled.clear();
  Object.assign(folded, newFoldedStream<State, Event>(initial), { handled });
}

/** Folds events that follow the stream's revision and skips known ones. False if none was new. */
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
