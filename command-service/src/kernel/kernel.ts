import { setTimeout as pause } from 'node:timers/promises';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { JsonObject } from '@dayline/contracts/json';
import type { Clock } from '@dayline/platform/clock';
import { EventLogUnavailable, elsewhereKnownAfterMs } from '@dayline/platform/event-log/port';
import { newUlid } from '@dayline/platform/ids/ulid';
import type { SealedLog } from '@dayline/platform/sealed-log/open';
import type { CommandContext } from './command-context.ts';
import { type Decider, type Fact, isRefused, isRepeated, type RecordedFact } from './decider.ts';
import { createFoldedCache } from './folded-cache.ts';
import { advance, type FoldedStream, newFoldedStream } from './folded-stream.ts';
import { createStreamQueue } from './stream-queue.ts';

export interface Execution<Command, Context> {
  readonly stream: string;
  readonly command: Command;
  /** What the decider needs besides its own stream. */
  readonly given: Context;
  readonly by: CommandContext;
}

/** What a command came to: its events, now or when it was handled first; none where all was as asked for already. */
export interface Outcome<State, Event extends Fact> {
  readonly events: readonly RecordedFact<Event>[];
  /** Of the last of the events; null when nothing was appended. */
  readonly position: string | null;
  readonly state: State;
}

export interface Loaded<State> {
  readonly state: State;
  /** -1 where the stream is empty. */
  readonly revision: number;
}

/** Loads, decides, appends at the revision read: the one way in which commands of a kind of stream are handled. */
export interface Kernel<State, Command, Event extends Fact, Context> {
  /** @throws EventLogUnavailable, KeyDestroyed */
  execute(execution: Execution<Command, Context>): Promise<Outcome<State, Event> | Refusal>;
  /** The state as it was at most `maxAgeMs` ago (1 s unless told); this process's own commands always show. */
  load(stream: string, maxAgeMs?: number): Promise<Loaded<State>>;
}

export interface KernelOptions {
  readonly log: SealedLog;
  readonly clock: Clock;
  /** How many events the cached states may hold together. */
  readonly cachedEvents?: number;
  /** Waits before a command is decided again after a conflict; tests replace it. */
  readonly backOff?: (attempt: number) => Promise<void>;
  readonly watch?: KernelWatch;
}

/** Told of what should be rare, for metrics; the normal path calls none of it. */
export interface KernelWatch {
  /** An append found the stream longer than it was read. */
  readonly conflict: (stream: string) => void;
  /** A command is decided again. */
  readonly retry: (stream: string) => void;
}

/** How often a command is decided before others are said to be in its way. */
export const maxAttempts = 5;
/** The same as a session is kept in memory before the vault is asked again, ms. */
const standardAgeMs = 1_000;

const jitter = (attempt: number): Promise<void> => pause(Math.random() * 2 ** attempt);

export function createKernel<State, Command, Event extends Fact, Context>(
  decider: Decider<State, Command, Event, Context>,
  { log, clock, cachedEvents = 20_000, backOff = jitter, watch }: KernelOptions,
): Kernel<State, Command, Event, Context> {
  type Folded = FoldedStream<State, Event>;
  const queue = createStreamQueue();
  const cache = createFoldedCache<State, Event>(cachedEvents);

  /** Reads what was appended since; false when nothing was. */
  async function readOn(stream: string, folded: Folded): Promise<boolean> {
    const asOf = performance.now();
    folded.elsewhere = log.appendedElsewhere?.();
    // The border: the log has checked each event's data against its type's schema before it was appended.
    const read = (await log.readStream(stream, { from: folded.revision + 1 })) as unknown as RecordedFact<Event>[];
    const hasNews = advance(folded, decider.evolve, read);
    folded.readAt = asOf;
    if (hasNews) cache.put(stream, folded);
    return hasNews;
  }

  /** Streams that only this process writes are read once, however often their states are asked for. */
  function mayBeOlder({ revision, readAt, elsewhere }: Folded, maxAgeMs: number): boolean {
    if (revision < 0) return true;
    if (performance.now() - readAt <= maxAgeMs) return false;
    return maxAgeMs < elsewhereKnownAfterMs || elsewhere === undefined || log.appendedElsewhere?.() !== elsewhere;
  }

  async function append(stream: string, folded: Folded, events: readonly Event[], by: CommandContext) {
    // The instant that the rules of time went by, so that what was decided and what is recorded agree.
    const { now, traceparent, ...who } = by;
    const recordedAt = new Date(now).toISOString();
    const metadata = traceparent === null ? { ...who, recordedAt } : { ...who, recordedAt, traceparent };
    const drafts = events.map(({ type, data }) => ({
      id: newUlid(clock),
      type,
      // The border: events are plain data by their schemas, which the log checks.
      data: data as JsonObject,
      metadata,
    }));
    try {
      const expected = folded.revision < 0 ? 'noStream' : folded.revision;
      const result = await log.append(stream, expected, folded.chain, drafts);
      if (!result.appended) return 'conflict';
      advance(folded, decider.evolve, result.events as unknown as RecordedFact<Event>[]);
      folded.readAt = performance.now();
      cache.put(stream, folded);
      return 'appended';
    } catch (error) {
      // Whether it was appended shows in the stream: the command's id is there or it is not.
      if (error instanceof EventLogUnavailable && error.outcome === 'unknown') return 'unknown';
      throw error;
    }
  }

  async function run({
    stream,
    command,
    given,
    by,
  }: Execution<Command, Context>): Promise<Outcome<State, Event> | Refusal> {
    const cached = cache.get(stream);
    const folded: Folded = cached ?? newFoldedStream(decider.initial);
    let isCurrent = cached === undefined;
    if (isCurrent) await readOn(stream, folded);

    for (let attempt = 1; ; ) {
      const handled = folded.handled.get(by.commandId);
      if (handled) {
        if (handled.digest !== by.commandDigest) return refuse('key.reused');
        return outcome(handled.events, folded.state);
      }
      const decision = decider.decide(folded.state, command, given);
      if (isRefused(decision) || isRepeated(decision) || decision.length === 0) {
        // Another process may have been here: nothing is refused, or left undone, on old knowledge.
        if (!isCurrent) {
          isCurrent = true;
          if (await readOn(stream, folded)) continue;
        }
        if (isRefused(decision)) return decision;
        return outcome(isRepeated(decision) ? decision.repeats : [], folded.state);
      }
      const result = await append(stream, folded, decision, by);
      if (result === 'conflict') watch?.conflict(stream);
      if (result === 'conflict' && attempt >= maxAttempts) return refuse('log.conflict');
      if (result === 'conflict') await backOff(attempt);
      if (result === 'unknown' && attempt >= maxAttempts)
        throw new EventLogUnavailable(`${stream}: no answer`, 'unknown');
      // After an append the command's id is in the folded state, and the loop ends with its events.
      if (result !== 'appended') {
        watch?.retry(stream);
        await readOn(stream, folded);
        isCurrent = true;
        attempt += 1;
      }
    }
  }

  return {
    execute: (execution) => queue(execution.stream, () => run(execution)),

    async load(stream, maxAgeMs = standardAgeMs) {
      const folded = cache.get(stream) ?? newFoldedStream<State, Event>(decider.initial);
      if (mayBeOlder(folded, maxAgeMs)) await readOn(stream, folded);
      return { state: folded.state, revision: folded.revision };
    },
  };
}

function outcome<State, Event extends Fact>(
  events: readonly RecordedFact<Event>[],
  state: State,
): Outcome<State, Event> {
  return { events, position: events.at(-1)?.position ?? null, state };
}
