import type { EventMetadata } from '@dayline/contracts/events/metadata';
import type { Position } from '@dayline/contracts/ids';
import type { JsonObject } from '@dayline/contracts/json';
import { EventLogUnavailable } from '@dayline/runtime/unavailable';

export { EventLogUnavailable };

/** The canonical JSON of an event's parts. */
export interface CanonicalParts {
  readonly data: string;
  readonly metadata: string;
}

/**
 * An event as stored: personal fields encrypted, `metadata.chain` set by the caller, who knows the stream's last chain.
 */
export interface NewEvent {
  /** A ULID. */
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: EventMetadata;
  /** Precomputed canonical JSON for stores that keep it; never returned by reads. */
  readonly canonical?: CanonicalParts;
}

export interface StoredEvent extends Omit<NewEvent, 'canonical'> {
  readonly stream: string;
  /** Starts at 0, without gaps. */
  readonly revision: number;
  readonly position: Position;
}

/** Identifies an event and its position. */
export type EventRef = Pick<StoredEvent, 'id' | 'stream' | 'revision' | 'position'>;

export type ExpectedRevision = 'noStream' | number;

export type AppendResult =
  | {
      readonly appended: true;
      readonly revision: number;
      /** Position of the last event. */
      readonly position: Position;
      /** Position of each event. If the log reports only the last one's, it is used for all: safe to read after. */
      readonly positions: readonly Position[];
      /** The time recorded for events whose own time was earlier: see `recordedLater`. */
      readonly recordedAt?: string;
    }
  | {
      readonly appended: false;
      readonly actual: ExpectedRevision;
      /** The revision was right, but the command's key was used with another body. */
      readonly keyReused?: true;
    };

/** Identifies a repeated command: an id derived from the Idempotency-Key, and a digest of the body. */
export interface CommandKey {
  readonly id: string;
  readonly digest: string;
}

export type ReadStreamOptions = {
  /** First revision to read, inclusive. Default: 0 forward, the end backward. */
  readonly from?: number;
  readonly limit?: number;
} & (
  | {
      /** Oldest first. The default. */
      readonly direction?: 'forward';
      /** Last position to read, inclusive; any, not only one of the stream's. Default: the end. */
      readonly upTo?: Position;
    }
  | { readonly direction: 'backward'; readonly upTo?: never }
);

/** The options of a follower. */
export interface FollowOptions {
  /** The event at the position to follow from, if known: it must still be there. */
  readonly known?: EventRef | undefined;
  /** Only events of these types are delivered; the store filters them. Default: all. */
  readonly types?: readonly string[] | undefined;
}

export type FollowItem =
  | {
      readonly kind: 'events';
      /** May be empty with `types`. */
      readonly events: readonly StoredEvent[];
      /** With `types`: the last event passed, delivered or not. */
      readonly last?: EventRef;
    }
  /** Everything in the log has been delivered; repeated each time the end is reached. */
  | { readonly kind: 'caughtUp'; readonly position: Position };

/** Stored events differ from those appended. Reading stops; the log must be restored from a backup. */
export class EventLogDamaged extends EventLogUnavailable {
  override readonly name = 'EventLogDamaged';
  /** @param fault names the position, or the stream and revision, never an event's content */
  constructor(fault: string) {
    super(`The event log is damaged: ${fault}. Restore it from a backup.`, 'notAppended');
  }
}

/** The log was emptied, replaced or restored from an older copy: an event that was read from it is gone. */
export class EventLogSetBack extends Error {
  override readonly name = 'EventLogSetBack';
  constructor(position: Position) {
    super(`The event log was set back: the event at ${position} is not in it any more.`);
  }
}

/** A log that was set back is neither read nor appended to until an operator accepts it. The message says how. */
export class SetBackNotAccepted extends EventLogUnavailable {
  override readonly name = 'SetBackNotAccepted';
  constructor(message: string) {
    super(message, 'notAppended');
  }
}

export interface LogStats {
  readonly appends: number;
  /** One fsync each. */
  readonly commits: number;
  /** Foreign events skipped in the same store; absent if there can be none. */
  readonly foreign?: number;
}

/** Whether an event is still at its position. @throws EventLogUnavailable */
export async function hasEvent(
  log: Pick<EventLog, 'readStream'>,
  { stream, revision, id, position }: EventRef,
): Promise<boolean> {
  const [event] = await log.readStream(stream, { from: revision, limit: 1 });
  return event?.id === id && event.position === position;
}

/** Append-only streams of events with one total order. No "any" revision, no delete. */
export interface EventLog {
  /**
   * Resolves once the events are durable. A wrong expected revision is a value, not an exception. Every log accepts 1
   * MB per append; EventStoreDB little more. `recordedAt` never decreases from event to event of the log: an earlier
   * time is replaced by that of the last event, or all events are read with the time of the store's own clock.
   * @param key stored with the events by a log that has `digestOfKey`; the same id with another digest appends nothing
   * @throws EventLogUnavailable
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    key?: CommandKey,
  ): Promise<AppendResult>;
  /**
   * The digest with which a command's key was appended, in any stream by any process, or null. Absent if keys aren't
   * stored.
   */
  digestOfKey?(id: string): Promise<string | null>;
  /** Empty for an unknown stream. Data is upcast to the newest version. */
  readStream(stream: string, options?: ReadStreamOptions): Promise<readonly StoredEvent[]>;
  /** The next events of all streams after `after` (exclusive), oldest first. */
  readAll(after: Position, limit: number): Promise<readonly StoredEvent[]>;
  /** The same events without their data. */
  refsAfter(after: Position, limit: number): Promise<readonly EventRef[]>;
  /**
   * Everything after `after` (exclusive), until the signal aborts; then the iterator ends.
   * @throws EventLogSetBack once the last event before the next one is no longer at its position
   */
  follow(after: Position, signal: AbortSignal, options?: FollowOptions): AsyncIterable<FollowItem>;
  /** The position of the last event; `start` if the log is empty. */
  head(): Promise<Position>;
  /** The position before the first event. */
  readonly start: Position;
  /** Positions count the events without gaps, so a difference is a number of events. */
  readonly gapless?: true;
  /** Each read is a round trip to a server: following costs less than reading again. */
  readonly isRemote?: true;
  /** What this process has appended since it opened the log, for metrics; absent if not counted. */
  stats?(): LogStats;
  /**
   * How often the log was found set back since it was opened. Callers that cache events must drop them when it changes.
   * If the log was unreachable in between, this checks it first. Absent if it can't happen.
   * @throws EventLogUnavailable
   */
  setBacks?(): Promise<number>;
  /** The last event seen before the log was last found set back; null if it wasn't. Absent if it can't happen. */
  lostEvent?(): EventRef | null;
  /** The last event of the log; null if it is empty. */
  last(): Promise<EventRef | null>;
  /**
   * Resolves unless the log was set back and no operator has accepted it; every other call then rejects the same way.
   * Absent if nothing watches for it.
   * @throws SetBackNotAccepted, EventLogUnavailable
   */
  admit?(): Promise<void>;
  close(): Promise<void>;
}
