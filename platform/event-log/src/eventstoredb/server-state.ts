import { delayAfter } from '@dayline/runtime/back-off';
import type { Logger } from '@dayline/runtime/logging/logger';
import { EventLogUnavailable, type EventRef } from '../port.ts';
import { failureOf } from './failures.ts';
import { countdown, inTime } from './time-limit.ts';

export const pauseBefore = (attempt: number): number => delayAfter(attempt, { firstMs: 25, longestMs: 500 });

export interface ServerStateParts {
  readonly holds: (ref: EventRef, limitMs: number) => Promise<boolean>;
  /** Time limit of one lookup, ms; callers wait for it as long as their own limits allow. */
  readonly lookupMs?: number;
  readonly logger?: Pick<Logger, 'info' | 'error'> | undefined;
}

/**
 * What one process knows about the server: whether it answers, and whether the log is still the same. A log can only be
 * replaced while its server is down, so each failed call or dropped subscription puts the log in doubt. Before the next
 * call, the last event seen must still be at its position; this is also checked from time to time.
 */
export interface ServerState {
  /** How often the log was found to be set back. */
  readonly setBacks: number;
  /** The last event seen before the log was last found set back. */
  readonly lost: EventRef | null;
  /** How often something failed; knowledge about the server from before a failure may be stale. */
  readonly doubts: number;
  /** Records an event that was read or appended. */
  saw(ref: EventRef): void;
  /** Admits one caller at a time while the server is known to be down. @throws EventLogUnavailable for the others */
  through<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * If the log is in doubt when called, looks for the last event seen; returns `setBacks`. It takes two lookups at most:
   * one may have begun before the doubt.
   * @throws the error of the lookup, or OutOfTime
   */
  settle(limitMs: number): Promise<number>;
  answered(): void;
  /** Reports a failed call or an ended subscription. */
  failed(): void;
  /** Reports a time-out: the server counts as down until a call succeeds. */
  gaveUp(fault: unknown): void;
}

/**
 * A process without a subscription would miss a restart shorter than this and half a lookup, ms; no server restarts so
 * fast. Counted from the answer: with a server that is slow, each step of a command would need a lookup of its own.
 */
const trustedForMs = 250;

const setBackWords =
  'the event log was set back: the last event seen is gone; it was emptied, exchanged or restored from an older copy';

export function serverState({ holds, lookupMs = 3_000, logger }: ServerStateParts): ServerState {
  let awaySince: number | null = null;
  let isAsked = false;
  let last: EventRef | null = null;
  let setBacks = 0;
  let lost: EventRef | null = null;
  let doubts = 0;
  let settledDoubts = 0;
  let lookedAt = performance.now();
  let settling: Promise<void> | null = null;

  async function look(): Promise<void> {
    const [asOf, ref] = [doubts, last];
    const isThere = ref === null || (await holds(ref, lookupMs).catch(falseWhereRefused));
    settledDoubts = asOf;
    lookedAt = performance.now();
    if (isThere) return;
    // Events recorded during the lookup belong to the current log.
    if (last === ref) last = null;
    setBacks += 1;
    lost = ref;
    logger?.error({ position: ref.position }, setBackWords);
  }

  return {
    get setBacks() {
      return setBacks;
    },
    get lost() {
      return lost;
    },
    get doubts() {
      return doubts;
    },
    saw(ref) {
      if (last !== null && ref.position <= last.position) return;
      const { id, stream, revision, position } = ref;
      last = { id, stream, revision, position };
    },
    async through(work) {
      if (awaySince === null) return await work();
      if (isAsked) throw new EventLogUnavailable('EventStoreDB is known to be unavailable.', 'notAppended');
      isAsked = true;
      try {
        return await work();
      } finally {
        isAsked = false;
      }
    },
    async settle(limitMs) {
      const [asked, doubtsThen, left] = [performance.now(), doubts, countdown(limitMs)];
      while (settledDoubts < doubtsThen || (last !== null && asked - lookedAt > trustedForMs)) {
        settling ??= look().finally(() => {
          settling = null;
        });
        await inTime(left(), settling);
      }
      return setBacks;
    },
    answered() {
      if (awaySince === null) return;
      const awayMs = Math.round(performance.now() - awaySince);
      awaySince = null;
      logger?.info({ awayMs }, 'the event log is available again');
    },
    failed() {
      doubts += 1;
    },
    gaveUp(fault) {
      doubts += 1;
      if (awaySince !== null) return;
      awaySince = performance.now();
      logger?.error({ err: fault }, 'the event log is unavailable');
    },
  };
}

/** A permanently deleted stream has no events. */
function falseWhereRefused(error: unknown): false {
  if (failureOf(error) === 'refused') return false;
  throw error;
}
