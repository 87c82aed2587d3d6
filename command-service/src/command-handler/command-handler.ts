import { setTimeout as pause } from 'node:timers/promises';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { JsonObject } from '@dayline/contracts/json';
import { EventLogUnavailable, elsewhereKnownAfterMs } from '@dayline/event-log/port';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { Clock } from '@dayline/runtime/clock';
import { newUlid } from '@dayline/runtime/ids/ulid';
import type { CommandContext } from './command-context.ts';
import { type CommandKeys, keyOf } from './command-keys.ts';
import { type Decider, type Fact, isRefused, isRepeated, type RecordedFact } from './decider.ts';
import { FoldedCache } from './folded-cache.ts';
import { advance, endsWith, type FoldedStream, forget, newFoldedStream } from './folded-stream.ts';
import { createStreamQueue } from './stream-queue.ts';

export interface Execution<Command, Context> {
  readonly stream: string;
  readonly command: Command;
  /** The decider's input besides its own stream. */
  readonly context: Context;
  readonly by: CommandContext;
}

/** A command whose remaining parts are loaded while its stream is read. */
export interface Preparation<Command, Context> extends Pick<Execution<Command, Context>, 'stream' | 'by'> {
  /** What to decide, or a refusal. */
  readonly prepared: Promise<Pick<Execution<Command, Context>, 'command' | 'context'> | Refusal>;
}

/** The events appended (or first appended, on a retry); empty if nothing changed. */
export interface Outcome<State, Event extends Fact> {
  readonly events: readonly RecordedFact<Event>[];
  /** Position of the last event; null if nothing was appended. */
  readonly position: string | null;
  readonly state: State;
}

export interface Loaded<State> {
  readonly state: State;
  /** -1 for an empty stream. */
  readonly revision: number;
}

/** Loads, decides and appends at the revision read; the only way commands on a category of streams are handled. */
export interface CommandHandler<State, Command, Event extends Fact, Context> {
  /** @throws EventLogUnavailable, KeyDestroyed */
  execute(
    execution: Execution<Command, Context> | Preparation<Command, Context>,
  ): Promise<Outcome<State, Event> | Refusal>;
  /** The state, at most `maxAgeMs` old (default 1 s); this process's own commands are always included. */
  load(stream: string, maxAgeMs?: number): Promise<Loaded<State>>;
  /** Drops every cached stream: data of a destroyed key must not stay in memory. */
  forget(): void;
}

export interface CommandHandlerOptions {
  readonly log: SealedLog;
  readonly clock: Clock;
  /** Maximum number of events folded into cached states. */
  readonly cachedEvents?: number;
  /** Waits before a retry after a conflict; replaceable by tests. */
  readonly backOff?: (attempt: number) => Promise<void>;
  readonly watch?: CommandHandlerWatch;
  /** Without them a stream knows only its own commands. */
  readonly keys?: CommandKeys;
}

/** Callbacks for rare events, for metrics; the normal path calls none. */
export interface CommandHandlerWatch {
  /** An append met a newer revision. */
  readonly conflict: (stream: string) => void;
  /** A command is decided again. */
  readonly retry: (stream: string) => void;
}

/** How often a command is decided before it is refused as contended. */
export const maxAttempts = 5;
/** As long as sessions are cached, ms. */
const standardAgeMs = 1_000;

/** Called before an append: false if the command's key was used with another body. */
type TakeKey = (stream: string, revision: number) => Promise<boolean>;
const noKey: TakeKey = async () => true;

const jitter = (attempt: number): Promise<void> => pause(Math.random() * 2 ** attempt);

export function createCommandHandler<State, Command, Event extends Fact, Context>(
  decider: Decider<State, Command, Event, Context>,
  { log, clock, cachedEvents = 20_000, backOff = jitter, watch, keys }: CommandHandlerOptions,
): CommandHandler<State, Command, Event, Context> {
  type Folded = FoldedStream<State, Event>;
  const queue = createStreamQueue();
  /** Replaced as a whole: a running command stores into the cache it began with. */
  let cache = new FoldedCache<State, Event>(cachedEvents);

  /** The cached state of a stream, unless the log was set back since. */
  async function remembered(stream: string, kept: typeof cache): Promise<Folded | undefined> {
    const setBacks = await log.setBacks();
    const folded = kept.get(stream);
    if (!folded || folded.setBacks === setBacks) return folded;
    kept.drop(stream);
    return undefined;
  }

  /** Reads and folds newer events; false if there are none. */
  async function readOn(stream: string, folded: Folded, kept: typeof cache): Promise<boolean> {
    const asOf = performance.now();
    folded.elsewhere = log.appendedElsewhere?.();
    const setBacks = await log.setBacks();
    // Cast is safe: the log validated each event before it was appended.
    const readFrom = async (from: number) =>
      (await log.readStream(stream, { from, known: folded.chain })) as unknown as RecordedFact<Event>[];
    // Includes the last folded event, to detect a replaced or shortened stream.
    let read = await readFrom(Math.max(folded.revision, 0));
    const isOther = folded.revision >= 0 && !endsWith(folded, read[0]);
    if (isOther) {
      forget(folded, decider.initial);
      kept.drop(stream);
      read = await readFrom(0);
    }
    const hasNews = advance(folded, decider.evolve, read);
    folded.readAt = asOf;
    folded.setBacks = setBacks;
    if (hasNews) kept.put(stream, folded);
    return hasNews || isOther;
  }

  /** Whether the cached state must be refreshed; not for streams that only this process writes. */
  function mayBeOlder({ revision, readAt, elsewhere }: Folded, maxAgeMs: number): boolean {
    if (revision < 0) return true;
    if (performance.now() - readAt <= maxAgeMs) return false;
    return maxAgeMs < elsewhereKnownAfterMs || elsewhere === undefined || log.appendedElsewhere?.() !== elsewhere;
  }

  async function append(
    { stream, by }: Pick<Execution<Command, Context>, 'stream' | 'by'>,
    folded: Folded,
    events: readonly Event[],
    kept: typeof cache,
  ) {
    const drafts = draftsOf(events, by, clock);
    try {
      const expected = folded.revision < 0 ? 'noStream' : folded.revision;
      const result = await log.append(stream, expected, folded.chain, drafts, keyOf(by) ?? undefined);
      if (!result.appended) return result.keyReused ? 'keyReused' : 'conflict';
      advance(folded, decider.evolve, result.events as unknown as RecordedFact<Event>[]);
      folded.readAt = performance.now();
      kept.put(stream, folded);
      return 'appended';
    } catch (error) {
      // The stream tells whether it was appended: it contains the command's id or not.
      if (error instanceof EventLogUnavailable && error.outcome === 'unknown') return 'unknown';
      throw error;
    }
  }

  /** A command that appends nothing doesn't use its key, and is refused if the key was used with another body. */
  async function runKeyed(execution: Preparation<Command, Context>): Promise<Outcome<State, Event> | Refusal> {
    const key = keyOf(execution.by);
    if (!key || !keys) return run(execution, noKey);
    const { beforeAppend } = keys;
    let isTaken = false;
    const take: TakeKey = async (stream, revision) => {
      isTaken ||= (await beforeAppend?.take(key, stream, revision)) ?? true;
      return isTaken;
    };
    const release = async () => {
      if (isTaken) await beforeAppend?.release(key);
    };
    try {
      const result = await run(execution, take);
      const hasEvents = !isRefusal(result) && result.events.some(({ metadata }) => metadata.commandId === key.id);
      if (hasEvents) return result;
      await release();
      if (isRefusal(result)) return result;
      return (await keys.isReused(key)) ? refuse('key.reused') : result;
    } catch (error) {
      // If the outcome is unknown the key stays: its events may exist.
      if (error instanceof EventLogUnavailable && error.outcome === 'notAppended') await release();
      throw error;
    }
  }

  async function run(
    { stream, prepared, by }: Preparation<Command, Context>,
    take: TakeKey,
  ): Promise<Outcome<State, Event> | Refusal> {
    const kept = cache;
    const cached = await remembered(stream, kept);
    const folded: Folded = cached ?? newFoldedStream(decider.initial);
    let isCurrent = cached === undefined;
    const [asked] = await Promise.all([prepared, isCurrent && readOn(stream, folded, kept)]);
    if (isRefusal(asked)) return asked;
    const { command, context } = asked;

    for (let attempt = 1; ; ) {
      const handled = folded.handled.get(by.commandId);
      if (handled) {
        if (handled.digest !== by.commandDigest) return refuse('key.reused');
        return outcome(handled.events, folded.state);
      }
      const decision = decider.decide(folded.state, command, context);
      if (isRefused(decision) || isRepeated(decision) || decision.length === 0) {
        // Another process may have written: never refuse, or do nothing, on a stale state.
        if (!isCurrent) {
          isCurrent = true;
          if (await readOn(stream, folded, kept)) continue;
        }
        if (isRefused(decision)) return decision;
        return outcome(isRepeated(decision) ? decision.repeats : [], folded.state);
      }
      if (!(await take(stream, folded.revision))) return refuse('key.reused');
      const result = await append({ stream, by }, folded, decision, kept);
      if (result === 'keyReused') return refuse('key.reused');
      if (result === 'conflict') watch?.conflict(stream);
      if (result === 'conflict' && attempt >= maxAttempts) return refuse('log.conflict');
      if (result === 'conflict') await backOff(attempt);
      if (result === 'unknown' && attempt >= maxAttempts)
        throw new EventLogUnavailable(`${stream}: no answer`, 'unknown');
      // After an append the folded state contains the command's id, so the next iteration returns its events.
      if (result !== 'appended') {
        watch?.retry(stream);
        await readOn(stream, folded, kept);
        isCurrent = true;
        attempt += 1;
      }
    }
  }

  return {
    execute(execution) {
      const { stream, by } = execution;
      const prepared = 'prepared' in execution ? execution.prepared : Promise.resolve(execution);
      // It may fail before the command awaits it.
      prepared.catch(() => undefined);
      return queue(stream, () => runKeyed({ stream, by, prepared }));
    },

    async load(stream, maxAgeMs = standardAgeMs) {
      const kept = cache;
      const folded = (await remembered(stream, kept)) ?? newFoldedStream<State, Event>(decider.initial);
      if (mayBeOlder(folded, maxAgeMs)) await readOn(stream, folded, kept);
      return { state: folded.state, revision: folded.revision };
    },

    forget() {
      cache = new FoldedCache<State, Event>(cachedEvents);
    },
  };
}

/** The events in the log's format. */
function draftsOf<Event extends Fact>(events: readonly Event[], by: CommandContext, clock: Clock) {
  // The instant used by the rules of time, so that decisions and records agree.
  const recordedAt = new Date(by.now).toISOString();
  const { commandId, commandDigest, correlationId, causationId, actor, clientId, channel, traceparent } = by;
  // Named individually: a call's context also contains secrets such as a cookie, which must not reach the log.
  const stamp = { commandId, commandDigest, correlationId, causationId, actor, clientId, channel, recordedAt };
  const metadata = traceparent === null ? stamp : { ...stamp, traceparent };
  return events.map(({ type, data }) => ({
    id: newUlid(clock),
    type,
    // Cast is safe: events are plain data, validated by the log.
    data: data as JsonObject,
    metadata,
  }));
}

function outcome<State, Event extends Fact>(
  events: readonly RecordedFact<Event>[],
  state: State,
): Outcome<State, Event> {
  return { events, position: events.at(-1)?.position ?? null, state };
}
