import type { EventMetadata } from '@dayline/contracts/events/metadata';
import type { Position } from '@dayline/contracts/ids';
import type { JsonObject } from '@dayline/contracts/json';

/** The canonical JSON of an event's parts. */
export interface CanonicalParts {
  readonly data: string;
  readonly metadata: string;
}

/** An event as the log keeps it: personal fields sealed, `metadata.chain` set by whoever knows the stream's last chain. */
export interface NewEvent {
  /** A ULID. */
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: EventMetadata;
  /** Where it was made already, for a store that keeps it; a read never gives it. */
  readonly canonical?: CanonicalParts;
}

export interface StoredEvent extends Omit<NewEvent, 'canonical'> {
  readonly stream: string;
  /** Starts at 0, without gaps. */
  readonly revision: number;
  readonly position: Position;
}

export type ExpectedRevision = 'noStream' | number;

export type AppendResult =
  | {
      readonly appended: true;
      readonly revision: number;
      readonly position: Position;
      readonly positions: readonly Position[];
    }
  | { readonly appended: false; readonly actual: ExpectedRevision };

export interface ReadStreamOptions {
  /** Oldest first unless told. */
  readonly direction?: 'forward' | 'backward';
  /** The first revision to read, inclusive; forward from 0, backward from the end unless told. */
  readonly from?: number;
  readonly limit?: number;
}

export type FollowItem =
  | { readonly kind: 'events'; readonly events: readonly StoredEvent[] }
  /** All that the log held is delivered; said each time the end is reached. */
  | { readonly kind: 'caughtUp'; readonly position: Position };

/** The log is away or refused the write; nothing is known to be appended unless `outcome` says so. */
export class EventLogUnavailable extends Error {
  override readonly name = 'EventLogUnavailable';
  readonly outcome: 'notAppended' | 'unknown';
  constructor(message: string, outcome: 'notAppended' | 'unknown', cause?: unknown) {
    super(message, { cause });
    this.outcome = outcome;
  }
}

/** How late `appendedElsewhere` may be, in ms. */
export const elsewhereKnownAfterMs = 200;

/** Append-only streams of events with one order over all of them. No "any" revision, no delete. */
export interface EventLog {
  /**
   * Resolves after the events are durable. A wrong expected revision is a value, not an exception. Every log takes 1 MB
   * in one append; EventStoreDB takes little more.
   * @throws EventLogUnavailable
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult>;
  /** An unknown stream is empty. Data comes upcast to the newest version. */
  readStream(stream: string, options?: ReadStreamOptions): Promise<readonly StoredEvent[]>;
  /** The next events over all streams after `after` (exclusive), oldest first. */
  readAll(after: Position, limit: number): Promise<readonly StoredEvent[]>;
  /** Everything after `after` (exclusive), for ever, until the signal aborts; then the iterator ends. */
  follow(after: Position, signal: AbortSignal): AsyncIterable<FollowItem>;
  /** The position of the last event; `start` of an empty log. */
  head(): Promise<Position>;
  /** The position before every event. */
  readonly start: Position;
  /** Positions count the events without gaps, so that their difference is a number of events. */
  readonly gapless?: true;
  /** What this process has appended since it opened the log, for metrics; absent where nobody counts. */
  stats?(): { readonly appends: number; readonly commits: number };
  /**
   * How many events this log knows to have come from elsewhere than its own `append`, up to `elsewhereKnownAfterMs` ago.
   * Absent where that can't be told: then whoever keeps a stream in memory must read it again to know.
   */
  appendedElsewhere?(): number;
  close(): Promise<void>;
}
