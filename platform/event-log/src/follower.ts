import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@dayline/contracts/ids';
import { backOff } from '@dayline/runtime/back-off';
import type { Logger } from '@dayline/runtime/logging/logger';
import { type Cursor, type FollowableLog, followable, itemsAfter, type StoredLog } from './followable.ts';
import { OpenWork, type SetAside } from './open-work.ts';
import type { EventRef, StoredEvent } from './port.ts';

/**
 * Durable cursors, shared by all processes. Properties rather than methods, so that the compiler compares names: a
 * store keeps only those it knows.
 */
export interface FollowerCursors<Name extends string = string> {
  /** The last event that the follower handled or passed; null if it hasn't begun. */
  readonly read: (name: Name) => Promise<Cursor | null>;
  /** Advances it if it is still at `from`: a process that was paused can't set it back. Returns whether it did. */
  readonly advance: (name: Name, from: Position | null, to: EventRef) => Promise<boolean>;
}

export interface FollowerParts<Name extends string = string> {
  readonly name: Name;
  readonly log: FollowableLog;
  /** Only these types are handled; others are passed unread. */
  readonly types?: readonly string[];
  readonly cursors: FollowerCursors<NoInfer<Name>>;
  /** Handles events in order; the same ones again after a failure or a crash. May throw once the signal aborts. */
  readonly handle: (events: readonly StoredEvent[], signal: AbortSignal) => Promise<void>;
  /**
   * If set, this many events are handled at once, each individually; one that throws is set aside and retried, and the
   * cursor stays before the first unhandled one. Without it they are handled one after another, and the first that
   * throws stops all behind it.
   */
  readonly atOnce?: number;
  /** How long (ms) it waits after a page, so that many commits form the next. */
  readonly gatherMs?: number;
  /** Called once for each cause, and with null when it continues. */
  readonly onTrouble: (error: unknown) => void;
}

export interface FollowerStatus {
  readonly name: string;
  /** The position of the last event handled or passed; null before the first. */
  readonly position: Position | null;
  /** Why it makes no progress; null while it does. */
  readonly trouble: string | null;
  /** The age of the first unhandled event; while that is unknown, the time since when it is; 0 at the log's end. */
  readonly behindSeconds: number;
  /** Events whose handling throws. */
  readonly aside: readonly SetAside[];
}

export interface Follower {
  status(): FollowerStatus;
  /** Resolves after the current page, or once its handling has thrown. */
  stop(): Promise<void>;
}

const recordedAt = (event: StoredEvent | undefined): number | null =>
  event ? Date.parse(event.metadata.recordedAt) : null;

/** Interval between writes of the cursor while only events of other types pass, in ms. */
const noteEveryMs = 10_000;

/**
 * Keeps handling the events that are appended, until it is stopped. A failure of the log, the cursors or the handling
 * is retried from the cursor, with growing waits. If the log was set back, the cursor stays where it is.
 */
export function follow<Name extends string>(parts: FollowerParts<Name>): Follower {
  const follower = new DurableFollower(parts);
  follower.start();
  return follower;
}

/** Handles what the log holds now, and ends. @throws the error of log, cursors or handling */
export function followToEnd<Name extends string>(parts: Omit<FollowerParts<Name>, 'onTrouble'>): Promise<void> {
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  return new DurableFollower({ ...parts, onTrouble: () => undefined }).run(signal, true);
}

class DurableFollower<Name extends string> implements Follower {
  readonly #parts: FollowerParts<Name>;
  readonly #ending = new AbortController();
  #position: Position | null = null;
  #trouble: string | null = null;
  /** When the first unhandled event was recorded, or since when that is unknown (ms); null if there is none. */
  #behindSince: number | null = Date.now();
  #goesOn = () => {};
  /** Shared by all runs: open events stay open while the log is read again. */
  #work: OpenWork | null = null;
  /** Called when it changes during this run. */
  #onWork = () => {};
  #running: Promise<void> | null = null;

  constructor(parts: FollowerParts<Name>) {
    this.#parts = parts;
    // Each event that is being handled, or waits for a retry, listens for the end.
    setMaxListeners(0, this.#ending.signal);
  }

  start(): void {
    this.#running = this.#keepOn();
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  status(): FollowerStatus {
    const behindMs = this.#behindSince === null ? 0 : Math.max(0, Date.now() - this.#behindSince);
    const { name } = this.#parts;
    const aside = this.#work?.aside() ?? [];
    return {
      name,
      position: this.#position,
      trouble: this.#trouble,
      behindSeconds: Math.floor(behindMs / 1_000),
      aside,
    };
  }

  async #keepOn(): Promise<void> {
    const { signal } = this.#ending;
    const waits = backOff(signal);
    this.#goesOn = () => waits.reset();
    while (!signal.aborted) {
      try {
        await this.run(signal);
      } catch (error) {
        // Stopping abandons a long page.
        if (!signal.aborted) this.#hasTrouble(error);
      }
      await waits.wait();
    }
    await this.#work?.end();
  }

  /**
   * One run from the cursor: until the signal aborts or another process moves the cursor; with `untilEnd`, to the log's
   * end.
   */
  async run(signal: AbortSignal, untilEnd = false): Promise<void> {
    const { name, log, types, cursors, gatherMs = 0 } = this.#parts;
    // A log that was set back moves the cursors before it answers again.
    await log.head();
    const cursor = await cursors.read(name);
    let notedPosition = cursor?.position ?? null;
    let notedAt = performance.now();
    let lastEvent: EventRef | null = null;
    this.#position = notedPosition;
    const move = async (): Promise<boolean> => {
      const lastHandled = this.#work ? this.#work.handledUpTo(lastEvent) : lastEvent;
      if (lastHandled === null || lastHandled.position <= (notedPosition ?? '')) return true;
      const isOurs = await cursors.advance(name, notedPosition, lastHandled);
      [notedPosition, notedAt] = [lastHandled.position, performance.now()];
      return isOurs;
    };
    let moving: Promise<unknown> = Promise.resolve();
    const isMoved = (): Promise<boolean> => {
      const advance = moving.then(move);
      moving = advance.catch(() => undefined);
      return advance;
    };
    this.#onWork = () => {
      // The next page reports a failure, or a cursor that another process has moved.
      void isMoved().catch(() => undefined);
    };
    for await (const item of itemsAfter(log, cursor, signal, types)) {
      if (item.kind === 'caughtUp') {
        this.#isAtEnd();
        if (untilEnd) break;
        continue;
      }
      // The next event is no older than the last of these. Events passed over need no handling.
      this.#behindSince = recordedAt(item.events.at(0));
      if (item.events.length > 0) await this.#handle(item.events, lastEvent, { signal, untilEnd });
      this.#behindSince = recordedAt(item.events.at(-1));
      lastEvent = item.last ?? item.events.at(-1) ?? lastEvent;
      if (item.events.length > 0 || performance.now() - notedAt > noteEveryMs) {
        if (!(await isMoved())) return;
      }
      this.#position = lastEvent?.position ?? null;
      this.#hasTrouble(null);
      if (!untilEnd && gatherMs > 0) await this.#rest(gatherMs);
    }
    if (untilEnd) await this.#work?.end();
    await isMoved();
  }

  async #handle(
    events: readonly StoredEvent[],
    lastEvent: EventRef | null,
    { signal, untilEnd }: { readonly signal: AbortSignal; readonly untilEnd: boolean },
  ): Promise<void> {
    const { handle, atOnce, onTrouble } = this.#parts;
    if (atOnce === undefined) return handle(events, signal);
    const onChange = (): void => this.#onWork();
    this.#work ??= new OpenWork({ handle, atOnce, signal, retries: !untilEnd, onTrouble, onChange });
    await this.#work.addAll(events, lastEvent);
  }

  #isAtEnd(): void {
    this.#behindSince = null;
    this.#hasTrouble(null);
  }

  #hasTrouble(error: unknown): void {
    const trouble = error instanceof Error ? error.message : error === null ? null : String(error);
    if (trouble === null) this.#goesOn();
    else this.#behindSince ??= Date.now();
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#parts.onTrouble(error);
  }

  async #rest(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#ending.signal, ref: false }).catch(() => {
      // Stopped while waiting; the loops check the signal.
    });
  }
}

/** For `onTrouble`: one line for each cause. */
export const troubleLines =
  (logger: Pick<Logger, 'error' | 'info'>, follower: string): FollowerParts['onTrouble'] =>
  (error) => {
    if (error === null) logger.info({ follower }, 'the log is followed again');
    else logger.error({ follower, err: error }, 'a follower of the log gets no further; it is tried again');
  };

/** What a follower does with which events. */
export type FollowerTask<Name extends string> = Pick<FollowerParts<Name>, 'name' | 'types' | 'handle' | 'atOnce'>;

/** The parts of a follower of a stored log whose cursor the vault keeps, and whose troubles are logged. */
export const followerParts = <Name extends string>(
  task: FollowerTask<Name>,
  { log, vault, logger }: FollowerStores<NoInfer<Name>>,
): FollowerParts<Name> => ({
  ...task,
  log: followable(log),
  cursors: vault.followers,
  onTrouble: troubleLines(logger, task.name),
});

export interface FollowerStores<Name extends string = string> {
  readonly log: StoredLog;
  readonly vault: { readonly followers: FollowerCursors<Name> };
  readonly logger: Pick<Logger, 'error' | 'info'>;
}
