import type { Position } from '@dayline/contracts/ids';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { ReadStream, StreamChanges } from './stream-changes.ts';

/** Events per read of the log's end. */
const pageSize = 1_000;
/**
 * After more new events than this number of pages holds (a large import elsewhere, a long pause), every stream is read
 * again.
 */
const maxPages = 4;
/** Above this number of changed streams the memory is emptied. */
const maxStreams = 20_000;

/**
 * Knows which streams have changed recently, from one read of the log's end for all streams of the process. A cached
 * stream without changes is as fresh as that read, and needs no read of its own.
 */
export class PulledChanges implements StreamChanges {
  readonly #log: Pick<SealedLog, 'refsAfter' | 'head' | 'setBacks'>;
  /** The last revision of each stream that has changed since `#since`. */
  readonly #revisions = new Map<string, number>();
  /** `performance.now()` since which every change is in `#revisions`. */
  #since = Number.POSITIVE_INFINITY;
  /** `performance.now()` when the last read that reached the log's end started. */
  #endReadAt = Number.NEGATIVE_INFINITY;
  /** The position of the last read event; null before the first read. */
  #position: Position | null = null;
  #setBacks = 0;
  #reading: Promise<void> | null = null;

  constructor(log: Pick<SealedLog, 'refsAfter' | 'head' | 'setBacks'>) {
    this.#log = log;
  }

  async covers(stream: string, readStream: ReadStream, at: number): Promise<boolean> {
    // Read again after half of the allowed age, so that few commands wait for it.
    const isDue = this.#endReadAt < (at + performance.now()) / 2;
    if (isDue) this.#reading ??= this.#readOn();
    if (!this.#hasNoLater(stream, readStream)) return false;
    if (this.#endReadAt < at) await this.#reading;
    return this.#endReadAt >= at && this.#hasNoLater(stream, readStream);
  }

  /** Reading the stream costs no more. */
  async reaches(): Promise<boolean> {
    return false;
  }

  newEventsOf(stream: string, { revision }: ReadStream): readonly [] | null {
    return (this.#revisions.get(stream) ?? -1) <= revision ? [] : null;
  }

  appended(): void {
    // The next read includes it.
  }

  #hasNoLater(stream: string, readStream: ReadStream): boolean {
    return readStream.readAt >= this.#since && this.newEventsOf(stream, readStream) !== null;
  }

  /** Reads the log's new events. A failure leaves the known changes as they were. */
  async #readOn(): Promise<void> {
    const startedAt = performance.now();
    try {
      const setBacks = await this.#log.setBacks();
      if (setBacks !== this.#setBacks) this.#position = null;
      this.#setBacks = setBacks;
      if (this.#position === null || !(await this.#reachesEnd(this.#position))) await this.#startAnew();
      this.#endReadAt = startedAt;
    } catch {
      // The streams are read instead; their reads report the log's fault.
    } finally {
      this.#reading = null;
    }
  }

  /** False if there are too many new events. */
  async #reachesEnd(from: Position): Promise<boolean> {
    let position = from;
    for (let page = 0; page < maxPages; page += 1) {
      const refs = await this.#log.refsAfter(position, pageSize);
      for (const ref of refs) {
        this.#revisions.set(ref.stream, ref.revision);
        position = ref.position;
      }
      this.#position = position;
      if (refs.length < pageSize) return this.#revisions.size <= maxStreams;
    }
    return false;
  }

  async #startAnew(): Promise<void> {
    this.#position = await this.#log.head();
    this.#revisions.clear();
    this.#since = performance.now();
  }
}
