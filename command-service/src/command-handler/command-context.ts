import type { Actor, Channel } from '@dayline/contracts/events/metadata';
import { derivedFrom } from '@dayline/runtime/ids/derived';

/** Actor, id and time of a command, recorded in its events. A call's context is one. */
export interface CommandContext {
  /** The same for every retry; the folded state remembers it. */
  readonly commandId: string;
  /** Keyed hash of the command's body; the same id with another body is refused. */
  readonly commandDigest: string;
  readonly correlationId: string;
  readonly causationId: string;
  readonly actor: Actor;
  readonly clientId: string;
  readonly channel: Channel;
  readonly traceparent: string | null;
  /** The import of which it carries out a row, or the request for many changes of which it is one. */
  readonly batchId?: string;
  /** Of the first of many changes: how many were asked for at once. */
  readonly batchSize?: number;
  /** When the command was requested, ms since the epoch, UTC; rules of time use it. */
  readonly now: number;
  /**
   * A command that is not begun when it aborts is dropped, and one that others' appends keep from being decided is refused
   * in time. Absent if it may take as long as it takes: then it is never refused as contended, but fails after a minute.
   */
  readonly signal?: AbortSignal;
  /** Called once the command's events are appended, by this attempt or an earlier one, or may be. */
  readonly onAppend?: () => void;
}

/** One of several commands that a command consists of, under an id of its own: the same on each retry. */
export const partOf = (by: CommandContext, part: string): CommandContext => ({
  ...by,
  commandId: derivedFrom(by.commandId, part),
});
