import type { Position } from '@dayline/contracts/ids';
import type { StoredEvent } from '@dayline/event-log/port';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { NewestEvents } from './newest-events.ts';
import type { ReadStream, StreamChanges } from './stream-changes.ts';

type FollowedLog = Pick<SealedLog, 'followStored' | 'head' | 'setBacks'>;

/** A known end of the log: every event appended before `at` (`performance.now()`) is at or before the position. */
interface SeenEnd {
  readonly at: number;
  readonly position: Position;
}

/** How soon after a failure the log may be followed again, ms. */
const followAgainMs = 1_000;
/**
 * How long a command waits for events while none arrives, ms. Then it reads the stream instead, and no command waits
 * until the follower has reached an end of the log again.
 */
const standardPatienceMs = 500;
/** How long a command waits while other events arrive, ms: in a slow system, reads would be slower and add load. */
const maxPatienceMs = 3_000;
/** Known ends that the follower has not reached. */
const maxEnds = 1_000;

/**
 * Follows the log. Its newest events are folded into cached streams without a read, and a stream without news is as
 * fresh as the last end of the log that the follower has reached. A silent follower can't tell a quiet log from a lost
 * connection, so an end is known from an append of this process, or read once for all streams. A follower that is late
 * or silent doesn't reach it, and the streams are read.
 */
export class FollowedChanges implements StreamChanges {
  readonly #log: FollowedLog;
  readonly #patienceMs: number;
  #newest = new NewestEvents();
  /** `performance.now()` from which on every event is received. */
  #since = Number.POSITIVE_INFINITY;
  /** The log's `setBacks` when the follower started. */
  #setBacks = 0;
  /** The position of the last received event. */
  #position: Position = '';
  /** `performance.now()` up to which every event has been received. */
  #heardUpTo = Number.NEGATIVE_INFINITY;
  #ends: SeenEnd[] = [];
  #following: Promise<void> | null = null;
  #endedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | null = null;
  #isLate = false;
  readonly #waiting = new Set<() => void>();

  constructor(log: FollowedLog, patienceMs = standardPatienceMs) {
    this.#log = log;
    this.#patienceMs = patienceMs;
  }

  async covers(_stream: string, readStream: ReadStream, at: number): Promise<boolean> {
    if (!this.#hearsSince(readStream)) return false;
    if (this.#heardUpTo < at && !this.#isLate && !this.#ends.some((end) => end.at >= at)) {
      this.#asking ??= this.#askForEnd();
      await this.#asking;
    }
    return this.#until(() => this.#heardUpTo >= at && this.#hearsSince(readStream));
  }

  async reaches(_stream: string, readStream: ReadStream, position: Position): Promise<boolean> {
    return (
      this.#hearsSince(readStream) && this.#until(() => this.#position >= position && this.#hearsSince(readStream))
    );
  }

  newEventsOf(stream: string, { revision, setBacks }: ReadStream): readonly StoredEvent[] | null {
    return setBacks === this.#setBacks ? this.#newest.after(stream, revision) : [];
  }

  appended(startedAt: number, position: Position): void {
    if (this.#since !== Number.POSITIVE_INFINITY) this.#sawEnd({ at: startedAt, position });
  }

  #hearsSince({ readAt, setBacks }: ReadStream): boolean {
    const mayFollow = performance.now() - this.#endedAt >= followAgainMs;
    if (mayFollow) this.#following ??= this.#follow();
    return readAt >= this.#since && setBacks === this.#setBacks;
  }

  /** Runs until the log is closed or set back, or can't be followed. */
  async #follow(): Promise<void> {
    try {
      const setBacks = await this.#log.setBacks();
      const head = await this.#log.head();
      [this.#newest, this.#ends, this.#setBacks, this.#position] = [new NewestEvents(), [], setBacks, head];
      // Later reads contain all events up to there.
      this.#since = performance.now();
      for await (const item of this.#log.followStored(head, new AbortController().signal)) {
        if (item.kind === 'events') this.#hear(item.events);
      }
    } catch {
      // The streams are read instead; their reads report the log's fault.
    } finally {
      this.#since = Number.POSITIVE_INFINITY;
      this.#heardUpTo = Number.NEGATIVE_INFINITY;
      this.#endedAt = performance.now();
      this.#following = null;
    }
  }

  #hear(events: readonly StoredEvent[]): void {
    for (const event of events) this.#newest.add(event);
    this.#position = events.at(-1)?.position ?? this.#position;
    // Later reads contain the events that are dropped here.
    if (this.#newest.forgetWhenFull()) this.#since = performance.now();
    const ends = this.#ends;
    this.#ends = [];
    for (const end of ends) this.#sawEnd(end);
    for (const look of this.#waiting) look();
  }

  #sawEnd(end: SeenEnd): void {
    if (end.position <= this.#position) {
      this.#heardUpTo = Math.max(this.#heardUpTo, end.at);
      this.#isLate = false;
    } else if (this.#ends.length < maxEnds) {
      this.#ends.push(end);
    }
  }

  /** A failure leaves the known changes as they were. */
  async #askForEnd(): Promise<void> {
    const at = performance.now();
    try {
      this.#sawEnd({ at, position: await this.#log.head() });
    } catch {
      // As above.
    } finally {
      this.#asking = null;
    }
  }

  /** Whether a condition becomes true while events arrive, before patience ends. */
  #until(condition: () => boolean): Promise<boolean> {
    if (condition() || this.#isLate) return Promise.resolve(condition());
    const latest = performance.now() + maxPatienceMs;
    return new Promise((resolve) => {
      const end = (found: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        this.#isLate = !found;
        resolve(found);
      };
      const look = (): void => {
        if (condition()) end(true);
        else if (performance.now() < latest) timer.refresh();
      };
      const timer = setTimeout(() => end(false), this.#patienceMs);
      this.#waiting.add(look);
    });
  }
}
