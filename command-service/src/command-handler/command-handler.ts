import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { Position } from '@dayline/contracts/ids';
import type { JsonObject } from '@dayline/contracts/json';
import { EventLogUnavailable } from '@dayline/event-log/port';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { Clock } from '@dayline/runtime/clock';
import { newUlid } from '@dayline/runtime/ids/ulid';
import type { CommandContext } from './command-context.ts';
import { type CommandKeys, keyOf } from './command-keys.ts';
import { Contention, type ContentionTime, contendedMs, maxContendedMs } from './contention.ts';
import { type Decider, type Fact, isRefused, isRepeated } from './decider.ts';
import type { FoldedStream } from './folded-stream.ts';
import { type HandledCommand, handledCommand } from './handled-commands.ts';
import type { StreamChanges } from './stream-changes.ts';
import { StreamLoader } from './stream-loader.ts';
import { createStreamQueue } from './stream-queue.ts';

export interface Execution<Command, Context> {
  readonly stream: string;
  readonly command: Command;
  /** The decider's input besides its own stream. */
  readonly context: Context;
  readonly by: CommandContext;
}

/** The events appended (or first appended, on a retry); empty if nothing changed. */
export interface Outcome<State, Event extends Fact> {
  readonly events: readonly Recorded<Event>[];
  /** Position of the last event; null if nothing was appended. */
  readonly position: string | null;
  readonly state: State;
}

export interface LoadedState<State> {
  readonly state: State;
  /** -1 for an empty stream. */
  readonly revision: number;
}

/**
 * Loads, decides and appends at the revision that was read. Commands on a category of streams are handled nowhere else.
 */
export interface CommandHandler<State, Command, Event extends Fact, Context> {
  /** @throws EventLogUnavailable, KeyDestroyed */
  execute(execution: Execution<Command, Context>): Promise<Outcome<State, Event> | Refusal>;
  /** The state, at most `maxAgeMs` old (default 1 s); this process's own commands are always included. */
  load(stream: string, maxAgeMs?: number): Promise<LoadedState<State>>;
  /** The state with all events up to a position. */
  loadUpTo(stream: string, position: Position): Promise<LoadedState<State>>;
  /** Drops every cached stream: data of a destroyed key must not stay in memory. */
  forget(): void;
}

/** The handler of a decider's commands, such as `HandlerOf<typeof doctor>`. */
export type HandlerOf<D> =
  D extends Decider<infer State, infer Command, infer Event, infer Context>
    ? CommandHandler<State, Command, Event, Context>
    : never;

export interface CommandHandlerOptions {
  readonly log: SealedLog;
  readonly clock: Clock;
  /** Shared by all handlers of the process. Without it a cached stream is as old as its own last read. */
  readonly changes?: StreamChanges;
  /** Maximum number of events folded into cached states (default 20,000). */
  readonly cachedEvents?: number;
  /** The clock and chance of the pauses after conflicts; replaceable by tests. */
  readonly contention?: Partial<ContentionTime>;
  readonly watch?: CommandHandlerWatch;
  /** Without it a stream knows only its own commands. */
  readonly keys?: CommandKeys;
}

/** Callbacks for rare events, for metrics; the normal path calls none. */
export interface CommandHandlerWatch {
  /** An append met a newer revision. */
  readonly conflict: (stream: string) => void;
  /** A command is decided again. */
  readonly retry: (stream: string) => void;
}

/** The highest number of appends of a command that may be left without an answer. */
const maxUnanswered = 5;
/** In ms; as long as sessions are cached. */
const standardAgeMs = 1_000;
const standardCachedEvents = 20_000;

/** Called before an append: false if the command's key was used with another body. */
type TakeKey = (stream: string, revision: number) => Promise<boolean>;
const noKey: TakeKey = async () => true;

/** A command with the time of its request. */
interface KeyedExecution<Command, Context> extends Execution<Command, Context> {
  readonly contention: Contention;
}

/** A command on its stream. */
interface Run<State, Command, Event extends Fact, Context> extends KeyedExecution<Command, Context> {
  readonly take: TakeKey;
  /** The limit of the stream cache. */
  readonly loader: StreamLoader<State, Event>;
}

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
  /** Replaced as a whole: a running command stores into the cache that it began with. */
  #loader: StreamLoader<State, Event>;

  constructor(decider: Decider<State, Command, Event, Context>, options: CommandHandlerOptions) {
    this.#decider = decider;
    this.#options = options;
    this.#loader = this.#newLoader();
  }

  execute(execution: Execution<Command, Context>): Promise<Outcome<State, Event> | Refusal> {
    const withinMs = execution.by.signal ? contendedMs : maxContendedMs;
    // From here on, since the wait for its turn counts towards the call's time.
    const contention = new Contention(withinMs, this.#options.contention);
    return this.#queue(execution.stream, async () => {
      const result = await this.#runKeyed({ ...execution, contention });
      if (!isRefusal(result) && result.events.length > 0) execution.by.onAppend?.();
      return result;
    });
  }

  async load(stream: string, maxAgeMs = standardAgeMs): Promise<LoadedState<State>> {
    const since = performance.now() - maxAgeMs;
    const loader = this.#loader;
    const { state, revision } = (await loader.recent(stream, since)) ?? (await loader.refresh(stream, since));
    return { state, revision };
  }

  async loadUpTo(stream: string, position: Position): Promise<LoadedState<State>> {
    const { state, revision } = (await this.#loader.upTo(stream, position)) ?? (await this.load(stream, 0));
    return { state, revision };
  }

  forget(): void {
    this.#loader = this.#newLoader();
  }

  #newLoader(): StreamLoader<State, Event> {
    const { log, changes, cachedEvents = standardCachedEvents } = this.#options;
    return new StreamLoader<State, Event>(this.#decider, { log, changes, cachedEvents });
  }

  /** A command that appends nothing doesn't use its key. It is refused if the key was used with another body. */
  async #runKeyed(execution: KeyedExecution<Command, Context>): Promise<Outcome<State, Event> | Refusal> {
    const key = keyOf(execution.by);
    const { keys } = this.#options;
    if (!key || !keys) return this.#run(execution, noKey);
    const { beforeAppend } = keys;
    let isTaken = false;
    const take: TakeKey = async (stream, revision) => {
      const isOwn = (await beforeAppend?.take(key, stream, revision)) ?? true;
      isTaken ||= isOwn;
      return isOwn;
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
      // If the outcome is unknown the key is kept: its events may exist.
      const isDropped = error === execution.by.signal?.reason;
      if (isDropped || (error instanceof EventLogUnavailable && error.outcome === 'notAppended')) await release();
      throw error;
    }
  }

  async #run(execution: KeyedExecution<Command, Context>, take: TakeKey): Promise<Outcome<State, Event> | Refusal> {
    execution.by.signal?.throwIfAborted();
    const began = performance.now();
    const loader = this.#loader;
    const cached = await loader.cached(execution.stream);
    const foldedStream = cached ?? (await loader.refresh(execution.stream, began));
    return this.#decideAndAppend({ ...execution, take, loader }, foldedStream, cached === undefined);
  }

  /** Each attempt decides, takes the key and appends based on the same state of the stream. */
  async #decideAndAppend(
    run: Run<State, Command, Event, Context>,
    latest: FoldedStream<State, Event>,
    isReadNow: boolean,
  ): Promise<Outcome<State, Event> | Refusal> {
    const { stream, by, command, context, take, loader, contention } = run;
    const { watch } = this.#options;
    let foldedStream = latest;
    let isCurrent = isReadNow;
    let unansweredCount = 0;
    try {
      for (;;) {
        const handled = handledCommand(foldedStream.handled, by.commandId);
        if (handled) return this.#repeated(handled, by, foldedStream);
        const decision = this.#decider.decide(foldedStream.state, command, context);
        if (isRefused(decision) || isRepeated(decision) || decision.length === 0) {
          if (isCurrent && isRefused(decision)) return decision;
          if (isCurrent) return outcome(isRepeated(decision) ? decision.repeats : [], foldedStream.state);
          // Another process may have written: never refuse, or do nothing, on a stale state.
          foldedStream = await loader.refresh(stream, performance.now());
          isCurrent = true;
          continue;
        }
        by.signal?.throwIfAborted();
        if (!(await take(stream, foldedStream.revision))) return refuse('key.reused');
        const result = await this.#append(run, foldedStream, decision);
        if (typeof result === 'object') return result;
        if (result === 'unknown') unansweredCount += 1;
        else watch?.conflict(stream);
        if (unansweredCount >= maxUnanswered) throw new Error('No attempt is left.');
        const hasTime = result === 'unknown' || (await contention.wait());
        watch?.retry(stream);
        foldedStream = await loader.refresh(stream, performance.now());
        isCurrent = true;
        // The conflicting events may be its own, of an earlier request under its key.
        if (!hasTime && !handledCommand(foldedStream.handled, by.commandId)) {
          if (by.signal && unansweredCount === 0) return refuse('log.conflict');
          throw new EventLogUnavailable(`${stream} is contended`, 'notAppended');
        }
      }
    } catch (error) {
      // An earlier attempt may have appended its events, whatever stopped a later one.
      throw unansweredCount > 0 ? new EventLogUnavailable(`${stream}: no answer`, 'unknown', error) : error;
    }
  }

  #repeated({ digest, events }: HandledCommand<Event>, by: CommandContext, { state }: FoldedStream<State, Event>) {
    return digest === by.commandDigest ? outcome(events, state) : refuse('key.reused');
  }

  async #append(
    { stream, by, loader }: Run<State, Command, Event, Context>,
    foldedStream: FoldedStream<State, Event>,
    newEvents: readonly Event[],
  ): Promise<Outcome<State, Event> | Refusal | 'conflict' | 'unknown'> {
    const { log, clock, changes } = this.#options;
    const drafts = draftsOf(newEvents, by, clock);
    const startedAt = performance.now();
    try {
      const expected = foldedStream.revision < 0 ? 'noStream' : foldedStream.revision;
      const result = await log.append(stream, expected, foldedStream.chain, drafts, keyOf(by) ?? undefined);
      if (!result.appended) return result.keyReused ? refuse('key.reused') : 'conflict';
      changes?.appended(startedAt, result.position);
      // Cast is safe: these are the events just appended.
      const events = result.events as unknown as Recorded<Event>[];
      return outcome(events, loader.appended(stream, foldedStream, events).state);
    } catch (error) {
      // The stream shows whether it was appended: it contains the command's id or not.
      if (error instanceof EventLogUnavailable && error.outcome === 'unknown') return 'unknown';
      throw error;
    }
  }
}

/** The events in the log's format. */
function draftsOf<Event extends Fact>(events: readonly Event[], by: CommandContext, clock: Clock) {
  // The instant for rules about time; the log raises it to that of its last event.
  const recordedAt = new Date(by.now).toISOString();
  const { commandId, commandDigest, correlationId, causationId, actor, clientId, channel, traceparent } = by;
  const { batchId, batchSize } = by;
  // Named individually: a call's context also contains secrets such as a cookie, which must not reach the log.
  const stamp = { commandId, commandDigest, correlationId, causationId, actor, clientId, channel, recordedAt };
  const metadata = {
    ...stamp,
    ...(traceparent !== null && { traceparent }),
    ...(batchId !== undefined && { batchId }),
    ...(batchSize !== undefined && { batchSize }),
  };
  return events.map(({ type, data }) => ({
    id: newUlid(clock),
    type,
    // Cast is safe: events are plain data, validated by the log.
    data: data as JsonObject,
    metadata,
  }));
}

function outcome<State, Event extends Fact>(events: readonly Recorded<Event>[], state: State): Outcome<State, Event> {
  return { events, position: events.at(-1)?.position ?? null, state };
}
