import { setTimeout as pause } from 'node:timers/promises';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { JsonObject } from '@dayline/contracts/json';
import { EventLogUnavailable, isSameBody } from '@dayline/event-log/port';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { Clock } from '@dayline/runtime/clock';
import { newUlid } from '@dayline/runtime/ids/ulid';
import type { CommandContext } from './command-context.ts';
import { type CommandKeys, keyOf } from './command-keys.ts';
import { type Decider, type Fact, isRefused, isRepeated, type RecordedFact } from './decider.ts';
import type { FoldedStream } from './folded-stream.ts';
import { StreamLoader } from './stream-loader.ts';
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
  /** Maximum number of events folded into cached states (default 20,000). */
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
const standardCachedEvents = 20_000;

/** Called before an append: false if the command's key was used with another body. */
type TakeKey = (stream: string, revision: number) => Promise<boolean>;
const noKey: TakeKey = async () => true;

interface AppendTarget<State, Event extends Fact> {
  readonly stream: string;
  readonly by: CommandContext;
  readonly folded: FoldedStream<State, Event>;
  /** Caches the stream. */
  readonly loader: StreamLoader<State, Event>;
}

const jitter = (attempt: number): Promise<void> => pause(Math.random() * 2 ** attempt);

export function createCommandHandler<State, Command, Event extends Fact, Context>(
  decider: Decider<State, Command, Event, Context>,
  options: CommandHandlerOptions,
): CommandHandler<State, Command, Event, Context> {
  return new StreamCommandHandler(decider, options);
}

class StreamCommandHandler<State, Command, Event extends Fact, Context>
  implements CommandHandler<State, Command, Event, Context>
{
  readonly #decider: Decider<State, Command, Event, Context>;
  readonly #options: CommandHandlerOptions;
  readonly #queue = createStreamQueue();
  /** Replaced as a whole: a running command stores into the cache it began with. */
  #loader: StreamLoader<State, Event>;

  constructor(decider: Decider<State, Command, Event, Context>, options: CommandHandlerOptions) {
    this.#decider = decider;
    this.#options = options;
    this.#loader = this.#newLoader();
  }

  execute(
    execution: Execution<Command, Context> | Preparation<Command, Context>,
  ): Promise<Outcome<State, Event> | Refusal> {
    const { stream, by } = execution;
    const prepared = 'prepared' in execution ? execution.prepared : Promise.resolve(execution);
    // It may fail before the command awaits it.
    prepared.catch(() => undefined);
    return this.#queue(stream, () => this.#runKeyed({ stream, by, prepared }));
  }

  async load(stream: string, maxAgeMs = standardAgeMs): Promise<Loaded<State>> {
    const loader = this.#loader;
    const folded = (await loader.cached(stream)) ?? loader.unread();
    if (loader.mayBeOlder(folded, maxAgeMs)) await loader.refresh(stream, folded);
    return { state: folded.state, revision: folded.revision };
  }

  forget(): void {
    this.#loader = this.#newLoader();
  }

  #newLoader(): StreamLoader<State, Event> {
    const { log, cachedEvents = standardCachedEvents } = this.#options;
    return new StreamLoader<State, Event>(this.#decider, log, cachedEvents);
  }

  /** A command that appends nothing doesn't use its key, and is refused if the key was used with another body. */
  async #runKeyed(execution: Preparation<Command, Context>): Promise<Outcome<State, Event> | Refusal> {
    const key = keyOf(execution.by);
    const { keys } = this.#options;
    if (!key || !keys) return this.#run(execution, noKey);
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
      const result = await this.#run(execution, take);
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

  async #run(
    { stream, prepared, by }: Preparation<Command, Context>,
    take: TakeKey,
  ): Promise<Outcome<State, Event> | Refusal> {
    const { backOff = jitter, watch } = this.#options;
    const loader = this.#loader;
    const cached = await loader.cached(stream);
    const folded = cached ?? loader.unread();
    let isCurrent = cached === undefined;
    const [parts] = await Promise.all([prepared, isCurrent && loader.refresh(stream, folded)]);
    if (isRefusal(parts)) return parts;
    const { command, context } = parts;

    for (let attempt = 1; ; ) {
      const handled = folded.handled.get(by.commandId);
      if (handled) {
        if (!isSameBody(handled.digest, { digest: by.commandDigest, former: by.formerDigest }))
          return refuse('key.reused');
        return outcome(handled.events, folded.state);
      }
      const decision = this.#decider.decide(folded.state, command, context);
      if (isRefused(decision) || isRepeated(decision) || decision.length === 0) {
        // Another process may have written: never refuse, or do nothing, on a stale state.
        if (!isCurrent) {
          isCurrent = true;
          if (await loader.refresh(stream, folded)) continue;
        }
        if (isRefused(decision)) return decision;
        return outcome(isRepeated(decision) ? decision.repeats : [], folded.state);
      }
      if (!(await take(stream, folded.revision))) return refuse('key.reused');
      const result = await this.#append({ stream, by, folded, loader }, decision);
      if (result === 'keyReused') return refuse('key.reused');
      if (result === 'conflict') watch?.conflict(stream);
      if (result === 'conflict' && attempt >= maxAttempts) return refuse('log.conflict');
      if (result === 'conflict') await backOff(attempt);
      if (result === 'unknown' && attempt >= maxAttempts)
        throw new EventLogUnavailable(`${stream}: no answer`, 'unknown');
      // After an append the folded state contains the command's id, so the next iteration returns its events.
      if (result !== 'appended') {
        watch?.retry(stream);
        await loader.refresh(stream, folded);
        isCurrent = true;
        attempt += 1;
      }
    }
  }

  async #append({ stream, by, folded, loader }: AppendTarget<State, Event>, events: readonly Event[]) {
    const { log, clock } = this.#options;
    const drafts = draftsOf(events, by, clock);
    try {
      const expected = folded.revision < 0 ? 'noStream' : folded.revision;
      const result = await log.append(stream, expected, folded.chain, drafts, keyOf(by) ?? undefined);
      if (!result.appended) return result.keyReused ? 'keyReused' : 'conflict';
      // Cast is safe: these are the events just appended.
      loader.appended(stream, folded, result.events as unknown as RecordedFact<Event>[]);
      return 'appended';
    } catch (error) {
      // The stream tells whether it was appended: it contains the command's id or not.
      if (error instanceof EventLogUnavailable && error.outcome === 'unknown') return 'unknown';
      throw error;
    }
  }
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
