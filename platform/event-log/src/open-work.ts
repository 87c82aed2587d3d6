import { backOff } from '@dayline/runtime/back-off';
import type { EventRef, StoredEvent } from './port.ts';

/** An event whose handling throws. It does not delay other events, and is retried. */
export interface SetAside {
  readonly stream: string;
  readonly reason: string;
}

export interface OpenWorkParts {
  readonly handle: (events: readonly StoredEvent[], signal: AbortSignal) => Promise<void>;
  /** Events that are handled at the same time. */
  readonly atOnce: number;
  readonly signal: AbortSignal;
  /** Whether an event whose handling throws is retried; otherwise it is left. */
  readonly retries: boolean;
  /** Called with the error when a first event is set aside, once for each cause, and with null when none is left. */
  readonly onTrouble: (error: unknown) => void;
  /** Called when an event has been handled. */
  readonly onChange: () => void;
}

interface OpenEvent {
  readonly event: StoredEvent;
  /** The event before it; null if none is known. */
  readonly before: EventRef | null;
  /** The last error. */
  error: unknown;
}

/** With more set aside, something else is wrong: no further events are started. */
const maxAside = 100;
const tryAgain = { firstMs: 100, maxMs: 60_000 };

/** Events that are handled individually, several at a time, in the order of the log. */
export class OpenWork {
  readonly #parts: OpenWorkParts;
  /** By id, in the order of the log. */
  readonly #open = new Map<string, OpenEvent>();
  #running = 0;
  readonly #rounds = new Set<Promise<void>>();
  #stir: () => void = () => {};
  #reported: string | null = null;

  constructor(parts: OpenWorkParts) {
    this.#parts = parts;
    parts.signal.addEventListener('abort', () => this.#stir());
  }

  /** Starts the events in their order. @throws the signal's reason */
  async addAll(events: readonly StoredEvent[], lastEvent: EventRef | null): Promise<void> {
    let before = lastEvent;
    for (const event of events) {
      await this.#add(event, before);
      before = event;
    }
  }

  /** Starts an event once there is room. @param before the last event before it @throws the signal's reason */
  async #add(event: StoredEvent, before: EventRef | null): Promise<void> {
    if (this.#open.has(event.id)) return;
    const { signal } = this.#parts;
    while (!signal.aborted && !this.#hasRoom()) {
      await new Promise<void>((resolve) => {
        this.#stir = resolve;
      });
    }
    signal.throwIfAborted();
    const open: OpenEvent = { event, before, error: null };
    this.#open.set(event.id, open);
    const round = this.#handle(open).finally(() => this.#rounds.delete(round));
    this.#rounds.add(round);
  }

  /** The last event up to which all are handled. @param readUpTo the last event that was started or passed */
  handledUpTo(readUpTo: EventRef | null): EventRef | null {
    const [first] = this.#open.values();
    return first ? first.before : readUpTo;
  }

  aside(): readonly SetAside[] {
    const failures = [...this.#open.values()].filter(({ error }) => error !== null);
    return failures.map(({ event: { stream }, error }) => ({ stream, reason: reasonOf(error) }));
  }

  /** Resolves once nothing is in progress. @throws the error of an event that isn't retried */
  async end(): Promise<void> {
    await Promise.all(this.#rounds);
    const failure = [...this.#open.values()].find(({ error }) => error !== null);
    if (failure && !this.#parts.retries) throw failure.error;
  }

  #tell(): void {
    const [first] = this.aside();
    const problem = first ? `${first.stream} is set aside and tried again: ${first.reason}` : null;
    if (problem === this.#reported) return;
    this.#reported = problem;
    this.#parts.onTrouble(problem === null ? null : new Error(problem));
  }

  #hasRoom(): boolean {
    return this.#running < this.#parts.atOnce && this.#open.size - this.#running < maxAside;
  }

  async #handle(open: OpenEvent): Promise<void> {
    const { handle, signal, retries, onChange } = this.#parts;
    const waits = backOff(signal, tryAgain);
    do {
      this.#running += 1;
      try {
        await handle([open.event], signal);
        this.#open.delete(open.event.id);
      } catch (error) {
        // The next run handles the events that this one stopped.
        if (!signal.aborted) open.error = error;
      }
      this.#running -= 1;
      this.#stir();
      if (!signal.aborted) this.#tell();
      const isHandled = !this.#open.has(open.event.id);
      if (isHandled && !signal.aborted) onChange();
      if (isHandled || !retries) return;
      await waits.wait();
    } while (!signal.aborted);
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
