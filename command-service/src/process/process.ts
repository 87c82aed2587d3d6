import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import type { EventType } from '@dayline/contracts/events/table';
import type { FollowerParts } from '@dayline/event-log/follower';
import { EventLogUnavailable, type StoredEvent } from '@dayline/event-log/port';
import type { Clock } from '@dayline/runtime/clock';
import { type CommandContext, partOf } from '../command-handler/command-context.ts';
import { type ContentionTime, contendedMs, isContended, untilDecided } from '../command-handler/contention.ts';

/** The event that started a process. All runs use its command's id and digest. */
export type Beginning = Pick<StoredEvent, 'id' | 'type' | 'stream' | 'metadata'>;

/** Commands on several streams that belong together. Each can fail, and a crash can occur between any two. */
export interface Process<States, Step extends { readonly name: string }, Name extends string = string> {
  /** The name of its cursor; also part of its commands' ids, so it never changes. */
  readonly name: Name;
  readonly begunBy: readonly EventType[];
  /**
   * Its streams; null if this event didn't start a process.
   * @param maxAgeMs the highest age of the streams; this operating system process's own commands are always included
   */
  load(beginning: Beginning, maxAgeMs: number): Promise<States | null>;
  /**
   * The next step, or null at the end. Pure.
   * @param refused the steps that this run tried without success, by name
   */
  next(states: States, refused: ReadonlyMap<string, Refusal>): Step | null;
  /** @param signal aborts when the process of the operating system ends: a long step throws, and is repeated later */
  take(step: Step, by: CommandContext, signal?: AbortSignal): Promise<object | Refusal>;
}

/** The outcome of a run of a process. */
export interface EndedProcess<States> {
  /** The steps that were refused, by name. */
  readonly refused: ReadonlyMap<string, Refusal>;
  /** Its streams after the last step. */
  readonly states: States | null;
}

interface Run {
  /** Each step has its own time. */
  readonly clock: Clock;
  /** The limit of a follower, which may take its time. Absent: a step is contended for as long as a call's command. */
  readonly signal?: AbortSignal | undefined;
  readonly maxAgeMs?: number;
  /** The clock and chance of the pauses while a step is contended; replaceable by tests. */
  readonly contention?: Partial<ContentionTime> | undefined;
}

/**
 * Takes the remaining steps. Each is a command under an id derived from the start's, so concurrent runs, or a run after
 * a crash, take no step twice; a step that another run took since the streams were read is found by its append. The
 * steps continue after the call that started them has ended. A step that is refused as contended is undecided and is
 * repeated.
 * @throws the error of a step, EventLogUnavailable if one stays contended, and Error if one is requested twice
 */
export async function runProcess<States, Step extends { readonly name: string }>(
  process: Process<States, Step>,
  beginning: Beginning,
  { signal: _, ...by }: Omit<CommandContext, 'now'>,
  { clock, signal, maxAgeMs = 0, contention }: Run,
): Promise<EndedProcess<States>> {
  const withinMs = signal ? Number.POSITIVE_INFINITY : contendedMs;
  const stepNames = new Set<string>();
  const refused = new Map<string, Refusal>();
  for (let age = maxAgeMs; ; age = Number.POSITIVE_INFINITY) {
    const states = await process.load(beginning, age);
    const step = states && process.next(states, refused);
    if (!step) return { refused, states };
    const name = `${process.name}/${step.name}`;
    if (stepNames.has(name)) throw new Error(`${name} was taken and is asked for again`);
    stepNames.add(name);
    const part = partOf({ ...by, now: clock.now() }, name);
    const take = () => process.take(step, { ...part, causationId: beginning.id }, signal);
    const result = await untilDecided(take, { withinMs, signal, time: contention });
    if (isContended(result)) throw new EventLogUnavailable(`${name} is contended`, 'unknown');
    if (isRefusal(result)) refused.set(step.name, result);
  }
}

/** In the name of the person who requested the process, under the same id. */
function contextOf({ metadata }: Beginning): Omit<CommandContext, 'now'> {
  const { commandId, commandDigest, correlationId, causationId, actor, clientId, batchId } = metadata;
  const { channel = 'system', traceparent = null } = metadata;
  const batch = batchId !== undefined && { batchId };
  return { commandId, commandDigest, correlationId, causationId, actor, clientId, channel, traceparent, ...batch };
}

/** For `follow`: finishes the processes that a crash or an outage interrupted. */
export const followedProcess = <States, Step extends { readonly name: string }, Name extends string>(
  process: Process<States, Step, Name>,
  clock: Clock,
): Pick<FollowerParts<Name>, 'name' | 'types' | 'handle'> => ({
  name: process.name,
  types: process.begunBy,
  async handle(events, signal) {
    for (const event of events) await runProcess(process, event, contextOf(event), { clock, signal });
  },
});
