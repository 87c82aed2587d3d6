import { delayAfter } from '@dayline/runtime/back-off';
import type { Logger } from '@dayline/runtime/logging/logger';
import { EventLogUnavailable, type EventRef } from '../port.ts';
import { failureOf, isOwnFault } from './failures.ts';
import { inTime } from './time-limit.ts';

export const pauseBefore = (attempt: number): number => delayAfter(attempt, { firstMs: 25, maxMs: 500 });

export interface ServerStateParts {
  readonly holds: (ref: EventRef, limitMs: number) => Promise<boolean>;
  /** Time limit of one lookup, ms; callers wait for it as long as their own limits allow. */
  readonly lookupMs?: number;
  readonly logger?: Pick<Logger, 'info' | 'error'> | undefined;
}

/**
 * A process without a subscription would miss a restart shorter than this plus half a lookup, ms; no server restarts
 * that fast. Counted from the answer: otherwise, with a slow server, each step of a command would need its own lookup.
 */
const trustedForMs = 250;

const setBackWords =
  'the event log was set back: the last event seen is gone; it was emptied, exchanged or restored from an older copy';

/**
 * What one process knows about the server: whether it answers, and whether the log is still the same. A log can only be
 * replaced while its server is down, so each failed call or dropped subscription puts the log in doubt. Beside the next
 * read, and before the next append, the last event seen must still be at its position; this is also checked from time to
 * time.
 */
export class ServerState {
  readonly #parts: ServerStateParts;
  #awaySince: number | null = null;
  /** When any call was last answered, by `performance.now()`. */
  #answeredAt = Number.NEGATIVE_INFINITY;
  #isAsked = false;
  #last: EventRef | null = null;
  #setBacks = 0;
  #lost: EventRef | null = null;
  #doubts = 0;
  #settledDoubts = 0;
  #lookedAt = performance.now();
  #settling: Promise<void> | null = null;

  constructor(parts: ServerStateParts) {
    this.#parts = parts;
  }

  /** How often the log was found to be set back. */
  get setBacks(): number {
    return this.#setBacks;
  }

  /** The last event seen before the log was last found set back. */
  get lost(): EventRef | null {
    return this.#lost;
  }

  /** How often something failed; knowledge about the server from before a failure may be stale. */
  get doubts(): number {
    return this.#doubts;
  }

  /** Records an event that was read or appended. */
  recordEvent({ id, stream, revision, position }: EventRef): void {
    if (this.#last === null || position > this.#last.position) this.#last = { id, stream, revision, position };
  }

  /** Records that a subscription delivers: it would have ended with the server, so the log is still the same. */
  hears(): void {
    this.#lookedAt = performance.now();
  }

  /** Admits one caller at a time while the server is known to be down. @throws EventLogUnavailable for the others */
  async through<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#awaySince === null) return await work();
    if (this.#isAsked) throw new EventLogUnavailable('EventStoreDB is known to be unavailable.', 'notAppended');
    this.#isAsked = true;
    try {
      return await work();
    } finally {
      this.#isAsked = false;
    }
  }

  /**
   * If the log is in doubt when called, looks for the last event seen; returns `setBacks`. It takes two lookups at most:
   * one may have begun before the doubt.
   * @throws the error of the lookup, or OutOfTime
   */
  async settle(limitMs: number): Promise<number> {
    const [startedAt, doubtsBefore] = [performance.now(), this.#doubts];
    const isSettled = () =>
      this.#settledDoubts >= doubtsBefore && (this.#last === null || startedAt - this.#lookedAt <= trustedForMs);
    if (!isSettled()) await inTime(limitMs, this.#lookUntil(isSettled));
    return this.#setBacks;
  }

  async #lookUntil(isSettled: () => boolean): Promise<void> {
    while (!isSettled()) {
      this.#settling ??= this.#look().finally(() => {
        this.#settling = null;
      });
      await this.#settling;
    }
  }

  async #look(): Promise<void> {
    const { holds, lookupMs = 3_000, logger } = this.#parts;
    const [asOf, ref] = [this.#doubts, this.#last];
    const isThere = ref === null || (await holds(ref, lookupMs).catch(falseIfRefused));
    if (ref !== null) this.answered();
    this.#settledDoubts = asOf;
    this.#lookedAt = performance.now();
    if (isThere) return;
    // Events recorded during the lookup belong to the current log.
    if (this.#last === ref) this.#last = null;
    this.#setBacks += 1;
    this.#lost = ref;
    logger?.error({ position: ref.position }, setBackWords);
  }

  /** Reports that the server has answered a call, or delivered an event. */
  answered(): void {
    this.#answeredAt = performance.now();
    if (this.#awaySince === null) return;
    const awayMs = Math.round(performance.now() - this.#awaySince);
    this.#awaySince = null;
    this.#parts.logger?.info({ awayMs }, 'the event log is available again');
  }

  /** Reports a failed call or an ended subscription. */
  failed(): void {
    this.#doubts += 1;
  }

  /**
   * Reports a call that was given up. Unless any call was answered since it began, the server counts as down until one is.
   * @param since when it began, by `performance.now()`
   */
  gaveUp(fault: unknown, since: number): void {
    this.#doubts += 1;
    if (this.#awaySince !== null || this.#answeredAt >= since || isOwnFault(fault)) return;
    this.#awaySince = performance.now();
    this.#parts.logger?.error({ err: fault }, 'the event log is unavailable');
  }
}

/** A permanently deleted stream has no events. */
function falseIfRefused(error: unknown): false {
  if (failureOf(error) === 'refused') return false;
  throw error;
}
