import type { Actor, Channel } from '@dayline/contracts/events/metadata';
import { derivedFrom } from '@dayline/runtime/ids/derived';

/** Actor, id and time of a command, recorded in its events. A call's context has these fields. */
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
  /** The import that the command imports a row of, or the request for many changes that it belongs to. */
  readonly batchId?: string;
  /** The number of changes that were requested at once; only in the first of them. */
  readonly batchSize?: number;
  /** When the command was requested, ms since the epoch, UTC; for rules about time. */
  readonly now: number;
  /**
   * A command that has not begun when it aborts is dropped, and one that contention keeps from a decision is refused in
   * time. Absent if the command has no limit: it is then never refused as contended, but fails after a minute.
   */
  readonly signal?: AbortSignal;
  /** Called once the command's events are, or may be, appended by this or an earlier attempt. */
  readonly onAppend?: () => void;
}

/** The context of a command that another's first append has made necessary: it is not dropped with the call. */
export const withoutSignal = ({ signal: _, ...by }: CommandContext): CommandContext => by;

/** The context of one of several commands that a command consists of, under an id that is the same on each retry. */
export const partOf = (by: CommandContext, part: string): CommandContext => ({
  ...by,
  commandId: derivedFrom(by.commandId, part),
});
