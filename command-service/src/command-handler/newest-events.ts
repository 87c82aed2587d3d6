import type { StoredEvent } from '@dayline/event-log/port';

/** The number of events in memory, some kB each. */
const maxEvents = 4_000;
/** Above this number of changed streams the memory is emptied. */
const maxStreams = 20_000;

/** The newest events of the log by stream, as stored. */
export class NewestEvents {
  /** The last revision of each changed stream. */
  readonly #revisions = new Map<string, number>();
  readonly #streams = new Map<string, StoredEvent[]>();
  /** The events in the log's order, from `#oldest` on. */
  #events: StoredEvent[] = [];
  #oldest = 0;

  add(event: StoredEvent): void {
    this.#revisions.set(event.stream, event.revision);
    const events = this.#streams.get(event.stream);
    if (events) events.push(event);
    else this.#streams.set(event.stream, [event]);
    this.#events.push(event);
    if (this.#events.length - this.#oldest > maxEvents) this.#dropOldest();
  }

  /** The events of a stream after a revision; null if some are no longer in memory. */
  after(stream: string, revision: number): readonly StoredEvent[] | null {
    const missing = (this.#revisions.get(stream) ?? -1) - revision;
    if (missing <= 0) return [];
    const events = this.#streams.get(stream) ?? [];
    return events.length < missing ? null : events.slice(-missing);
  }

  /** Empties the memory if too many streams have changed; returns whether it did. */
  forgetWhenFull(): boolean {
    if (this.#revisions.size <= maxStreams) return false;
    this.#revisions.clear();
    this.#streams.clear();
    [this.#events, this.#oldest] = [[], 0];
    return true;
  }

  #dropOldest(): void {
    const oldest = this.#events[this.#oldest];
    this.#oldest += 1;
    const events = oldest && this.#streams.get(oldest.stream);
    if (events && events.length > 1) events.shift();
    else if (events) this.#streams.delete(oldest.stream);
    // In steps, since slicing copies the whole array.
    if (this.#oldest < maxEvents) return;
    this.#events = this.#events.slice(this.#oldest);
    this.#oldest = 0;
  }
}
