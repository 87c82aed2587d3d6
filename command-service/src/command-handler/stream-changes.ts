import type { Position } from '@dayline/contracts/ids';
import type { StoredEvent } from '@dayline/event-log/port';

/** A stream as it was read. */
export interface ReadStream {
  /** The revision of the last event; -1 for an empty stream. */
  readonly revision: number;
  /** `performance.now()` when the read began. */
  readonly readAt: number;
  /** The log's `setBacks` at the time of the read. */
  readonly setBacks: number;
}

/** A process's knowledge of the log's newest events, which spares most reads of its cached streams. */
export interface StreamChanges {
  /**
   * Whether a stream with its events of `newEventsOf` is complete up to `at` (`performance.now()`). False also if unknown,
   * such as while the log is unavailable: the stream must be read then.
   */
  covers(stream: string, readStream: ReadStream, at: number): Promise<boolean>;
  /** The same, up to a position. */
  reaches(stream: string, readStream: ReadStream, position: Position): Promise<boolean>;
  /** The known events of a stream after its last read, as stored; null if some exist that must be read. */
  newEventsOf(stream: string, readStream: ReadStream): readonly StoredEvent[] | null;
  /** Reports an append of this process: `startedAt` by `performance.now()`, and the position of its last event. */
  appended(startedAt: number, position: Position): void;
}
