import type { Position } from '@dayline/contracts/ids';
import type { StoredEvent } from '@dayline/event-log/port';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { NewestEvents } from './newest-events.ts';
import type { ReadStream, StreamChanges } from './stream-changes.ts';

type FollowedLog = Pick<SealedLog, 'followStored' | 'head' | 'setBacks'>;

/** The log's end as it was seen: every event appended before `at` (`performance.now()`) is at or before the position. */
interface SeenEnd {
  readonly at: number;
  readonly position: Position;
}

/** After a failure it is followed anew at the earliest after this, ms. */
const followAgainMs = 1_000;
/**
 * How long a command waits for events that are on their way while none arrives, ms; then it reads the stream instead, and
 * nobody waits until the follower has reached an end of the log again.
 */
const standardPatienceMs = 500;
/** The same while others arrive, ms: where all is slow, reads would be slower and make it worse. */
const mostPatienceMs = 3_000;
/** Ends that the follower has not reached. */
const mostEnds = 1_000;

/**
 * Follows the log. Its newest events are folded into cached streams without a read, and a stream without news is as fresh
 * as the last end of the log that the follower has reached. A follower that hears nothing can't tell a quiet log from a
 * lost connection: an end is known from an append of this process, else it is asked for once for all streams. A follower
 * that is late or silent doesn't reach it, and the streams are read.
 */
export class FollowedChanges implements StreamChanges {
  readonly #log: FollowedLog;
  readonly #patienceMs: number;
  #newest = new NewestEvents();
  /** `performance.now()` from which on every event is heard. */
  #since = Number.POSITIVE_INFINITY;
  /** The log's count when the follower began. */
  #setBacks = 0;
  /** Of the last event heard. */
  #position: Position = '';
  /** `performance.now()` up to which every event has been heard. */
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

  async covers(_stream: string, read: ReadStream, at: number): Promise<boolean> {
    if (!this.#hearsSince(read)) return false;
    if (this.#heardUpTo < at && !this.#isLate && !this.#ends.some((end) => end.at >= at)) {
      this.#asking ??= this.#askForEnd();
      await this.#asking;
    }
    return this.#until(() => this.#heardUpTo >= at && this.#hearsSince(read));
  }

  async reaches(_stream: string, read: ReadStream, position: Position): Promise<boolean> {
    return this.#hearsSince(read) && this.#until(() => this.#position >= position && this.#hearsSince(read));
  }

  newsOf(stream: string, { revision, setBacks }: ReadStream): readonly StoredEvent[] | null {
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

  /** Until the log is closed or set back, or can't be followed. */
  async #follow(): Promise<void> {
    try {
      const setBacks = await this.#log.setBacks();
      const head = await this.#log.head();
      [this.#newest, this.#ends, this.#setBacks, this.#position] = [new NewestEvents(), [], setBacks, head];
      // What is read from now on contains all events up to there.
      this.#since = performance.now();
      for await (const item of this.#log.followStored(head, new AbortController().signal)) {
        if (item.kind === 'events') this.#hear(item.events);
      }
    } catch {
      // The streams are read instead, and say what is wrong with the log.
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
    // What is read from now on contains what is forgotten.
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
    } else if (this.#ends.length < mostEnds) {
      this.#ends.push(end);
    }
  }

  /** A failure leaves what is known as it was. */
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

  /** Whether something becomes true while events arrive, before patience ends. */
  #until(isSo: () => boolean): Promise<boolean> {
    if (isSo() || this.#isLate) return Promise.resolve(isSo());
    const latest = performance.now() + mostPatienceMs;
    return new Promise((resolve) => {
      const end = (found: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        this.#isLate = !found;
        resolve(found);
      };
      const look = (): void => {
        if (isSo()) end(true);
        else if (performance.now() < latest) timer.refresh();
      };
      const timer = setTimeout(() => end(false), this.#patienceMs);
      this.#waiting.add(look);
    });
  }
}
