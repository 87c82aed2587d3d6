import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import type { EventType } from '@dayline/contracts/events/table';
import type { FollowerParts } from '@dayline/event-log/follower';
import { EventLogUnavailable, type StoredEvent } from '@dayline/event-log/port';
import type { Clock } from '@dayline/runtime/clock';
import { type CommandContext, partOf } from '../command-handler/command-context.ts';
import { type ContentionTime, contendedMs, isContended, untilDecided } from '../command-handler/contention.ts';

/** The event that began a process. Its command's id and digest are those of every run. */
export type Beginning = Pick<StoredEvent, 'id' | 'type' | 'stream' | 'metadata'>;

/** Commands on several streams that belong together: each can fail, and a crash may come between any two. */
export interface Process<States, Step extends { readonly name: string }, Name extends string = string> {
  /** Its cursor's name; also part of its commands' ids, so it never changes. */
  readonly name: Name;
  readonly begunBy: readonly EventType[];
  /**
   * Its streams; null if this event didn't begin one.
   * @param maxAgeMs how old they may be; this operating system process's own commands are always included
   */
  load(beginning: Beginning, maxAgeMs: number): Promise<States | null>;
  /** The next step, or null at the end. Pure. @param refused the steps that this run has tried in vain, by name */
  next(states: States, refused: ReadonlyMap<string, Refusal>): Step | null;
  /** @param signal aborts when the process of the operating system ends: a long step throws, and is taken again */
  take(step: Step, by: CommandContext, signal?: AbortSignal): Promise<object | Refusal>;
}

/** What a run of a process came to. */
export interface Ended<States> {
  /** The steps that were refused, by name. */
  readonly refused: ReadonlyMap<string, Refusal>;
  /** Its streams after the last step. */
  readonly states: States | null;
}

interface Run {
  /** Each step is taken at its own time. */
  readonly clock: Clock;
  /** Of a follower, which has the time that it takes. Without it a step is contended for as long as a call's command. */
  readonly signal?: AbortSignal | undefined;
  readonly maxAgeMs?: number;
  /** Of the pauses while a step is contended; replaceable by tests. */
  readonly contention?: Partial<ContentionTime> | undefined;
}

/**
 * Takes the steps that are left. Each is a command under an id derived from the beginning's, so runs at the same time,
 * or after a crash, take no step twice; one that another run took since the streams were read is found by its append.
 * They go on though the call that began them is over. A step that is refused as contended is not decided: it is taken
 * again.
 * @throws what a step throws, EventLogUnavailable if one stays contended, and Error if one is asked for again
 */
export async function runProcess<States, Step extends { readonly name: string }>(
  process: Process<States, Step>,
  beginning: Beginning,
  { signal: _, ...by }: Omit<CommandContext, 'now'>,
  { clock, signal, maxAgeMs = 0, contention }: Run,
): Promise<Ended<States>> {
  const withinMs = signal ? Number.POSITIVE_INFINITY : contendedMs;
  const taken = new Set<string>();
  const refused = new Map<string, Refusal>();
  for (let age = maxAgeMs; ; age = Number.POSITIVE_INFINITY) {
    const states = await process.load(beginning, age);
    const step = states && process.next(states, refused);
    if (!step) return { refused, states };
    const name = `${process.name}/${step.name}`;
    if (taken.has(name)) throw new Error(`${name} was taken and is asked for again`);
    taken.add(name);
    const part = partOf({ ...by, now: clock.now() }, name);
    const take = () => process.take(step, { ...part, causationId: beginning.id }, signal);
    const result = await untilDecided(take, { withinMs, signal, time: contention });
    if (isContended(result)) throw new EventLogUnavailable(`${name} is contended`, 'unknown');
    if (isRefusal(result)) refused.set(step.name, result);
  }
}

/** As the person who asked for the process, under the same id. */
function contextOf({ metadata }: Beginning): Omit<CommandContext, 'now'> {
  const { commandId, commandDigest, correlationId, causationId, actor, clientId, batchId } = metadata;
  const { channel = 'system', traceparent = null } = metadata;
  const batch = batchId !== undefined && { batchId };
  return { commandId, commandDigest, correlationId, causationId, actor, clientId, channel, traceparent, ...batch };
}

/** For `follow`: finishes what a crash or an outage left. */
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
