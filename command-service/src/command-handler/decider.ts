import type { Refusal } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';

/** A stream's event as the handler sees it: a type and plain data. */
export interface Fact {
  readonly type: string;
  readonly data: object;
}

/** A retry: the events of the first attempt; nothing is appended. */
export interface RepeatedCommand<Event extends Fact> {
  readonly repeats: readonly Recorded<Event>[];
}

/** Events to append (empty if nothing changes), the result of an earlier attempt, or a refusal. */
export type Decision<Event extends Fact> = readonly Event[] | RepeatedCommand<Event> | Refusal;

/** An initial state and two pure functions. */
export interface Decider<State, Command, Event extends Fact, Context = undefined> {
  readonly initial: State;
  /** Folds events in order. Doesn't modify the given state; copies it once for all events. */
  fold(state: State, events: readonly Recorded<Event>[]): State;
  decide(state: State, command: Command, context: Context): Decision<Event>;
}

export const isRefused = <Event extends Fact>(decision: Decision<Event>): decision is Refusal => 'refused' in decision;
export const isRepeated = <Event extends Fact>(decision: Decision<Event>): decision is RepeatedCommand<Event> =>
  'repeats' in decision;
