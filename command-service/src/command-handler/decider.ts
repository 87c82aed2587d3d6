import type { Refusal } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { JsonObject } from '@dayline/contracts/json';

/** A stream's event as the handler sees it: a type and plain data. */
export interface Fact {
  readonly type: string;
  readonly data: object;
}

/** An event read from or appended to the log. */
export type RecordedFact<Event extends Fact> = Event &
  Omit<Recorded<{ type: string; data: JsonObject }>, 'type' | 'data'>;

/** A retry: the events of the first attempt; nothing is appended. */
export interface Repeated<Event extends Fact> {
  readonly repeats: readonly RecordedFact<Event>[];
}

/** Events to append (empty if nothing changes), the result of an earlier attempt, or a refusal. */
export type Decision<Event extends Fact> = readonly Event[] | Repeated<Event> | Refusal;

/** An initial state and two pure functions. */
export interface Decider<State, Command, Event extends Fact, Context = undefined> {
  readonly initial: State;
  /** Folds events in order. Doesn't modify the given state; copies it once for all events. */
  fold(state: State, events: readonly RecordedFact<Event>[]): State;
  decide(state: State, command: Command, context: Context): Decision<Event>;
}

export const isRefused = <Event extends Fact>(decision: Decision<Event>): decision is Refusal => 'refused' in decision;
export const isRepeated = <Event extends Fact>(decision: Decision<Event>): decision is Repeated<Event> =>
  'repeats' in decision;
