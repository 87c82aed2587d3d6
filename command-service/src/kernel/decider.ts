import type { Refusal } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { JsonObject } from '@dayline/contracts/json';

/** What a stream's events look like to the kernel: a type and plain data. */
export interface Fact {
  readonly type: string;
  readonly data: object;
}

/** An event as it was read from the log or appended to it. */
export type RecordedFact<Event extends Fact> = Event &
  Omit<Recorded<{ type: string; data: JsonObject }>, 'type' | 'data'>;

/** The answer that an earlier command was given: its events again, and nothing is appended. */
export interface Repeated<Event extends Fact> {
  readonly repeats: readonly RecordedFact<Event>[];
}

/** Events to append (none: all is as it was asked for), an earlier answer, or a refusal. */
export type Decision<Event extends Fact> = readonly Event[] | Repeated<Event> | Refusal;

/** Two pure functions, and the state to begin with. */
export interface Decider<State, Command, Event extends Fact, Context = undefined> {
  readonly initial: State;
  /** Folds events in their order. The given state stays as it is; it is copied once for all of them. */
  evolve(state: State, events: readonly RecordedFact<Event>[]): State;
  decide(state: State, command: Command, context: Context): Decision<Event>;
}

export const isRefused = <Event extends Fact>(decision: Decision<Event>): decision is Refusal => 'refused' in decision;
export const isRepeated = <Event extends Fact>(decision: Decision<Event>): decision is Repeated<Event> =>
  'repeats' in decision;
