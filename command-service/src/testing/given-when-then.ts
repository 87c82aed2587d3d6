import type { ErrorCode } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { EventMetadata } from '@dayline/contracts/events/metadata';
import { type Decider, type Decision, type Fact, isRefused, isRepeated } from '../command-handler/decider.ts';

/** Metadata of a past event, if relevant to a test. */
export interface Past {
  /** When it was requested, ms since the epoch, UTC. */
  readonly at?: number;
  readonly commandId?: string;
}

export const testMetadata = ({ at = 0, commandId = 'earlier' }: Past = {}): EventMetadata => ({
  commandId,
  commandDigest: '',
  correlationId: 'correlation',
  causationId: 'causation',
  actor: { kind: 'admin', id: 'desk', name: 'Desk' },
  clientId: 'client',
  channel: 'web',
  // The log's clock is ahead: no time rule uses it.
  recordedAt: new Date(at + 3_600_000).toISOString(),
  requestedAt: new Date(at).toISOString(),
  schemaVersion: 1,
  keyIds: [],
  chain: 'chain',
});

/** Events as read from a stream, starting at `revision`; their ids are `event-{revision}`. */
export const recorded = <Event extends Fact>(
  events: readonly Event[],
  past: Past = {},
  revision = 0,
): Recorded<Event>[] =>
  events.map((event, index) => ({
    ...event,
    id: `event-${revision + index}`,
    stream: 'test-1',
    revision: revision + index,
    position: String(revision + index).padStart(16, '0'),
    metadata: testMetadata(past),
  }));

export interface Then<Event extends Fact> {
  /** Exactly these events in this order; none if nothing changes. */
  thenAppends(...events: readonly Event[]): void;
  thenRefused(code: ErrorCode, details?: object): void;
  /** Answered with the event at that revision, with nothing appended. */
  thenRepeats(revision: number): void;
  readonly decision: Decision<Event>;
}

/** `given` past events, `when` a command is decided, then the expectation. */
export function specification<State, Command, Event extends Fact, Context>(
  decider: Decider<State, Command, Event, Context>,
) {
  const when = (past: readonly Recorded<Event>[]) => ({
    /** Further past events, recorded at another instant. */
    and: (events: readonly Event[], more: Past = {}) => when([...past, ...recorded(events, more, past.length)]),
    when: (command: Command, context: Context): Then<Event> => {
      const decision = decider.decide(decider.fold(decider.initial, past), command, context);
      return {
        decision,
        thenAppends: (...events) => expect(decision).toEqual(events),
        thenRefused(code, details) {
          if (!isRefused(decision)) throw new Error(`Not refused: ${JSON.stringify(decision)}`);
          expect(decision.refused).toBe(code);
          if (details) expect(decision.details).toMatchObject(details);
        },
        thenRepeats(revision) {
          if (!isRepeated(decision)) throw new Error(`Nothing is repeated: ${JSON.stringify(decision)}`);
          expect(decision.repeats).toEqual([past[revision]]);
        },
      };
    },
  });
  return { given: (...events: readonly Event[]) => when(recorded(events)) };
}
