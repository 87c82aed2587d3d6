import type { CommandOutcome } from '@dayline/contracts/errors';
import { within } from '@dayline/runtime/within';

/** How long a call may take from the end of its body to its answer, in ms; queues and retries behind it time out earlier. */
export const answerWithinMs = 10_000;

/** A store did not answer in time. The operation may still complete: the caller retries with the same key. */
export class AnswerOverdue extends Error {
  override readonly name = 'AnswerOverdue';
}

/**
 * The abort reason of a call's signal: its answer is overdue, or its connection closed. Work not yet started is
 * dropped.
 */
export class CallEnded extends Error {
  override readonly name = 'CallEnded';
}

/** How far a command got. */
export interface Progress {
  /** The command handler was called. */
  isBegun: boolean;
  /** The events were appended, or may have been. */
  mayBeAppended: boolean;
}

/**
 * Whether a command that met an outage changed anything: it did not if it was never started, or if the log refused it.
 * An overdue one may still complete.
 */
export function outcomeOf(error: unknown, { isBegun, mayBeAppended }: Progress): CommandOutcome {
  const isNotAppended =
    typeof error === 'object' && error !== null && 'outcome' in error && error.outcome === 'notAppended';
  return !isBegun || (isNotAppended && !mayBeAppended) ? 'notCarriedOut' : 'unknown';
}

/** By name, since an adapter from another copy of the module throws its own class. */
const outages: ReadonlySet<string> = new Set([
  'EventLogUnavailable',
  'EventLogDamaged',
  'EventLogNewer',
  'SetBackNotAccepted',
  'VaultUnavailable',
  'ViewStoreUnavailable',
  'BlobsUnavailable',
  'AnswerOverdue',
]);

/** A store is unavailable: the call is answered 503 and may be retried; any other exception is a bug. */
export const isOutage = (error: unknown): error is Error =>
  typeof error === 'object' && error !== null && 'name' in error && outages.has(String(error.name));

/** The requested data in the log differs from what was appended. */
export const isDamagedLog = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'EventLogDamaged';

/** A query that its store stopped because it took too long; a retry would take as long. */
export const isTooSlow = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'QueryTooSlow';

/** Work that got no ticket or turn in a queue in time; it was not started. */
export const isBusy = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'TooBusy';

/** The result of `work`, or AnswerOverdue after `ms`; a later result is dropped. */
export const withinTime = <Result>(ms: number, work: Promise<Result>): Promise<Result> =>
  within(ms, work, () => new AnswerOverdue(`Nothing came within ${ms} ms.`));
