import type { Position } from '@dayline/contracts/ids';
import type { StoredEvent } from '@dayline/event-log/port';

/** A stream as it was read. */
export interface ReadStream {
  /** The last one; -1 for an empty stream. */
  readonly revision: number;
  /** `performance.now()` when the read began. */
  readonly readAt: number;
  /** The log's count when it was read. */
  readonly setBacks: number;
}

/** What a process knows of the log's newest events, so that few of its cached streams have to be read again. */
export interface StreamChanges {
  /**
   * Whether a stream and what `newsOf` has for it contain all its events up to `at` (`performance.now()`). False also if
   * that isn't known, such as while the log is unavailable: the stream has to be read then.
   */
  covers(stream: string, read: ReadStream, at: number): Promise<boolean>;
  /** The same up to a position. */
  reaches(stream: string, read: ReadStream, position: Position): Promise<boolean>;
  /** The known events of a stream after its last read, as stored; null if there are some, and the stream has to be read. */
  newsOf(stream: string, read: ReadStream): readonly StoredEvent[] | null;
  /** Reports an append of this process: `startedAt` by `performance.now()`, and the position of its last event. */
  appended(startedAt: number, position: Position): void;
}
