import { streams } from '@dayline/contracts/events/categories';
import { setBackSchema } from '@dayline/contracts/events/log-head';
import type { Position } from '@dayline/contracts/ids';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import { firstUlidAt } from '@dayline/runtime/ids/ulid';
import type { Logger } from '@dayline/runtime/logging/logger';
import {
  type EventLog,
  EventLogDamaged,
  EventLogSetBack,
  type EventRef,
  hasEvent,
  SetBackNotAccepted,
} from './port.ts';

/** An event that was seen in the log. */
export interface SeenEvent extends EventRef {
  /** By whom, such as "the vault". */
  readonly by: string;
}

/**
 * The event of a `SeenEvent` whose position alone is known; no log contains it.
 * @param source distinguishes it from others at its position
 * @param at its time in ms
 */
export const unknownEvent = (position: Position, source: string, at: number): EventRef => ({
  position,
  id: derivedFrom(firstUlidAt(at), `${source} ${position}`),
  stream: '',
  revision: -1,
});

type ReadLog = Pick<EventLog, 'readStream' | 'last'>;

/** A damaged event is in the log; reads of it report that. */
async function isThere(log: ReadLog, ref: EventRef): Promise<boolean> {
  if (ref.stream === '') return false;
  try {
    return await hasEvent(log, ref);
  } catch (error) {
    if (error instanceof EventLogDamaged) return true;
    throw error;
  }
}

interface Acceptances {
  /** The id of the last one; null if there is none. */
  readonly last: string | null;
  covers(event: EventRef): boolean;
}

/**
 * What operators have accepted. An acceptance names the events that it covers: the order can't be seen from ids, since
 * the clocks of machines differ.
 */
async function acceptancesIn(log: ReadLog): Promise<Acceptances> {
  const events = await log.readStream(streams.setBacks);
  const coveredKeys = new Set(
    events.flatMap(({ data }) => setBackSchema.parse(data).lost.map(({ eventId }) => eventId)),
  );
  return { last: events.at(-1)?.id ?? null, covers: ({ id }) => coveredKeys.has(id) };
}

export interface LostEvents {
  /** Events that were seen, are missing from the log, and whose loss no operator has accepted. */
  readonly open: readonly SeenEvent[];
  /** The same, accepted. */
  readonly accepted: readonly SeenEvent[];
}

/** @param isCovered whether an event that no acceptance names is covered by the last one, whose id is given */
export async function lostEventsIn(
  log: ReadLog,
  events: readonly SeenEvent[],
  isCovered: (event: SeenEvent, last: string | null) => boolean = () => false,
): Promise<LostEvents> {
  const missing: SeenEvent[] = [];
  for (const event of events) if (!(await isThere(log, event))) missing.push(event);
  if (missing.length === 0) return { open: [], accepted: [] };
  const { last, covers } = await acceptancesIn(log);
  const isAccepted = (event: SeenEvent): boolean => covers(event) || isCovered(event, last);
  return { open: missing.filter((event) => !isAccepted(event)), accepted: missing.filter(isAccepted) };
}

/** The one with the highest position. */
export const latestOf = (events: readonly SeenEvent[]): SeenEvent | null =>
  events.reduce<SeenEvent | null>((last, event) => (last && last.position >= event.position ? last : event), null);

export const acceptCommand = 'npm run dayline -- accept-set-back --reason "…"';

export interface SetBackParts {
  /** Events seen in the log, as recorded by others. Read at the first call, and whenever something is missing. */
  readonly seen: () => Promise<readonly SeenEvent[]>;
  /** Stores the lost event, so that other processes, and later starts, miss it too. */
  readonly onLost: (event: EventRef) => Promise<void>;
  /** Called before the log continues without events whose loss was accepted; again if it fails, and at each start. */
  readonly onAccepted: () => Promise<void>;
  readonly logger?: Pick<Logger, 'error' | 'info'> | undefined;
}

/** An event that this process saw, and that may be missing. */
interface OwnEvent extends SeenEvent {
  /** The last acceptance when it was seen: a later one covers it, whenever this process notices the loss. */
  readonly since: string | null;
}

/** Minimum interval between lookups of the acceptance, in ms. */
const lookEveryMs = 250;

/** Whether the log lacks an event that was seen in it, as one process knows it. */
class SetBackWatch {
  readonly #log: EventLog;
  readonly #parts: SetBackParts;
  /** Others record an event that this process saw only if it was the last one. */
  #own: readonly OwnEvent[] = [];
  #hasLooked = false;
  #known: string | null = null;
  #noticed: EventRef | null = null;
  #refused: string | null = null;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | null = null;

  constructor(log: EventLog, parts: SetBackParts) {
    this.#log = log;
    this.#parts = parts;
  }

  /** The last acceptance when nothing was missing. */
  get known(): string | null {
    return this.#known;
  }

  /** @param since the last acceptance when it was seen */
  suspect(event: EventRef, since: string | null): void {
    this.#own = [...this.#own, { ...event, by: 'this process', since }];
  }

  /** Synchronous unless there is something to check: each call of the log passes here. */
  admit(): Promise<void> | null {
    const isQuiet = this.#hasLooked && this.#refused === null && this.#own.length === 0;
    if (isQuiet && (this.#log.lostEvent?.() ?? null) === this.#noticed) return null;
    this.#looking ??= this.#look()
      .catch((error: unknown) => {
        // A refused log stays refused, even if something is unavailable by now.
        if (this.#refused === null) throw error;
      })
      .finally(() => {
        this.#looking = null;
      });
    return this.#looking.then(() => {
      if (this.#refused !== null) throw new SetBackNotAccepted(this.#refused);
    });
  }

  async #look(): Promise<void> {
    if (this.#refused !== null && performance.now() - this.#lookedAt < lookEveryMs) return;
    const last = await lastAcceptance(this.#log);
    if (!this.#hasLooked && this.#refused === null) this.#known = last;
    // Events that the connection saw before the acceptance are reported missing now, not later.
    await this.#log.setBacks?.();
    const now = this.#log.lostEvent?.() ?? null;
    if (now !== null && now !== this.#noticed) this.suspect(now, this.#known);
    this.#noticed = now;
    const ownEvents = this.#own;
    const positions = [...(await this.#parts.seen()), ...ownEvents];
    const { open, accepted } = await lostEventsIn(this.#log, positions, (lost, latest) =>
      ownEvents.some((event) => event === lost && event.since !== latest),
    );
    this.#lookedAt = performance.now();
    const lostEvent = latestOf(open);
    if (lostEvent !== null) return this.#refuse(lostEvent);
    if (accepted.length > 0) await this.#parts.onAccepted();
    if (this.#refused !== null) this.#parts.logger?.info({}, 'the event log that was set back is accepted');
    this.#refused = null;
    this.#known = last;
    this.#hasLooked = true;
    this.#own = this.#own.filter((event) => !ownEvents.includes(event));
  }

  async #refuse(event: SeenEvent): Promise<void> {
    if (this.#refused !== null) return;
    const { onLost, logger } = this.#parts;
    const end = (await this.#log.last())?.position ?? null;
    this.#refused = setBackWords(event, end);
    logger?.error({ seen: event.position, head: end }, this.#refused);
    await onLost(event).catch((error: unknown) => {
      logger?.error({ err: error }, 'the event that the log has lost could not be noted in the vault');
    });
  }
}

/**
 * A log that refuses every call once it lacks an event that was seen in it, before or since it was opened, until the
 * log records that an operator has accepted the loss. So nothing is appended to, or folded from, a log that was set
 * back or exchanged.
 */
export function refuseSetBack(log: EventLog, parts: SetBackParts): EventLog {
  const watch = new SetBackWatch(log, parts);
  const admitted =
    <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await watch.admit();
      return await call(...args);
    };
  return {
    ...log,
    append: admitted(log.append),
    readStream: admitted(log.readStream),
    readAll: admitted(log.readAll),
    refsAfter: admitted(log.refsAfter),
    head: admitted(log.head),
    last: admitted(log.last),
    ...(log.digestOfKey && { digestOfKey: admitted(log.digestOfKey) }),
    admit: async () => {
      await watch.admit();
    },
    async *follow(...how) {
      await watch.admit();
      let last: EventRef | null = null;
      let since = watch.known;
      try {
        for await (const item of log.follow(...how)) {
          await watch.admit();
          yield item;
          const lastEvent = item.kind === 'events' ? (item.last ?? item.events.at(-1)) : undefined;
          if (lastEvent) [last, since] = [lastEvent, watch.known];
        }
      } catch (error) {
        if (error instanceof EventLogSetBack && last) watch.suspect(last, since);
        throw error;
      }
    },
  };
}

/** Null if there is none, or if it can't be read. */
async function lastAcceptance(log: ReadLog): Promise<string | null> {
  try {
    const [event] = await log.readStream(streams.setBacks, { direction: 'backward', limit: 1 });
    return event?.id ?? null;
  } catch (error) {
    if (error instanceof EventLogDamaged) return null;
    throw error;
  }
}

const setBackWords = ({ by, position }: SeenEvent, end: Position | null): string =>
  `the event log was set back: ${by} has seen the event at ${position}, and the log ${
    end === null ? 'is empty' : end < position ? `ends at ${end}` : 'holds another there'
  }. Nothing is read or written until the log that was seen is back, or an operator accepts this one: ${acceptCommand}`;
