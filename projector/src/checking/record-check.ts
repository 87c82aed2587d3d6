import { setTimeout as pause } from 'node:timers/promises';
import { EventLogDamaged } from '@dayline/event-log/port';
import type { DifferingStretch } from '@dayline/event-log/sealed-log/fault-words';
import type { Clock } from '@dayline/runtime/clock';
import type { Logger } from '@dayline/runtime/logging/logger';
import { spawnWorker } from '@dayline/runtime/worker/spawn';
import type { StoreSettings } from '@dayline/stores/open';
import type { ViewFault } from './verify-views.ts';

export interface CheckJob {
  readonly what: 'log' | 'views';
  readonly settings: StoreSettings;
  /** Whether the check uses at most half of a processor's time. */
  readonly isPaced: boolean;
}

/** The fault and its place, without personal data. */
export interface RecordFault {
  readonly position: string;
  readonly text: string;
}

export interface CheckedLog {
  readonly what: 'log';
  readonly count: number;
  /** The first faults. */
  readonly faults: readonly RecordFault[];
  /** Positions of heads that no key of this installation has signed. */
  readonly unsigned: readonly string[];
  readonly unlike: DifferingStretch | null;
  /** Whether the log has the entries that the activity has read, including those after the last signed head. */
  readonly isAsSeen: boolean;
  /** The number of places where the vault differs from the log; their descriptions would name people. */
  readonly inVault: number;
}

export interface ComparedViews {
  readonly what: 'views';
  readonly rows: number;
  readonly count: number;
  /** The first faults. */
  readonly faults: readonly (ViewFault & { readonly text: string })[];
}

export type CheckMessage = CheckedLog | ComparedViews | { readonly what: 'failed'; readonly reason: string };
type WithTime<Found> = Found & { readonly at: string };

export interface RecordCheckParts {
  readonly settings: StoreSettings;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
  /** When views are first compared, and the interval, ms. */
  readonly firstAfterMs?: number;
  readonly everyMs?: number;
}

const minute = 60_000;
/** How long a start waits at most for the check of the log, ms. */
const maxWait = 2_000;
/** The number of each kind of fault in `/readyz`. */
const maxNamed = 3;

/**
 * Checks automatically, in threads, whether the log matches its signed heads, and vault and views match the log: log
 * and vault at the start, and all of them twice a day. Nothing is written.
 */
export class RecordCheck {
  readonly #parts: RecordCheckParts;
  readonly #ending = new AbortController();
  #log: WithTime<CheckedLog> | null = null;
  #views: WithTime<ComparedViews> | null = null;
  /** The comparison in progress. */
  #comparing: { readonly isPaced: boolean; readonly done: Promise<WithTime<ComparedViews>> } | null = null;
  #stopComparing: () => void = () => undefined;
  #keeping: Promise<void> | null = null;

  constructor(parts: RecordCheckParts) {
    this.#parts = parts;
  }

  /** Resolves when the log has been checked, or after two seconds: a long log is served meanwhile. */
  async start(): Promise<void> {
    const checked = this.#checkLog(false);
    this.#keeping ??= this.#keepChecking(checked);
    await Promise.race([checked, pause(maxWait, undefined, { ref: false })]);
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#keeping;
  }

  /**
   * Compares the views now, or waits for a comparison that has just started.
   * @throws Error if that isn't possible
   */
  async compareViews(): Promise<WithTime<ComparedViews>> {
    if (this.#comparing?.isPaced) this.#stopComparing();
    else if (this.#comparing) return this.#comparing.done;
    return this.#compare(false);
  }

  /** When all views were last compared, and the result; null if they weren't since the start, or the rebuild. */
  get views(): WithTime<ComparedViews> | null {
    return this.#views;
  }

  /** Other rows are served now. */
  forgetViews(): void {
    this.#views = null;
  }

  /** The state in `/readyz`. */
  state() {
    const { count = 0, faults = [], unsigned = [], isAsSeen = true, inVault = 0 } = this.#log ?? {};
    const heads = unsigned.map((position) => `the head at ${position} is not signed by this installation`);
    return {
      failures: count === 0 ? [] : [`the log is not as it was appended: ${faultText(faults, count)}`],
      troubles: [
        ...heads.slice(0, maxNamed),
        ...(isAsSeen ? [] : [unseenText]),
        ...(inVault > 0 ? [vaultText(inVault)] : []),
        ...(this.#views && this.#views.count > 0
          ? [`the views are not what the log says: ${faultText(this.#views.faults, this.#views.count)}`]
          : []),
      ],
      logCheckedAt: this.#log?.at ?? null,
      viewsComparedAt: this.#views?.at ?? null,
    };
  }

  /**
   * Refuses entries of a stretch whose entries differ from those that a signed head covers.
   * @throws EventLogDamaged
   */
  refuseUnlike(events: readonly { readonly position: string }[]): void {
    const unlike = this.#log?.unlike;
    if (!unlike || !events.some(({ position }) => position > unlike.after && position <= unlike.upTo)) return;
    throw new EventLogDamaged(`up to position ${unlike.upTo} stand other entries than were signed`);
  }

  async #keepChecking(first: Promise<void>): Promise<void> {
    const { firstAfterMs = 15 * minute, everyMs = 12 * 60 * minute } = this.#parts;
    const { signal } = this.#ending;
    await first;
    for (let wait = firstAfterMs; ; ) {
      await pause(wait, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      const comparison = this.#comparing?.done ?? this.#compare(true);
      wait = await comparison.then(
        () => everyMs,
        // As while views are being built: tried again soon.
        () => firstAfterMs,
      );
      if (!signal.aborted) await this.#checkLog(true);
    }
  }

  async #checkLog(isPaced: boolean): Promise<void> {
    const { clock, logger } = this.#parts;
    try {
      const found = await this.#run({ what: 'log', isPaced }, this.#ending.signal);
      if (found.what !== 'log') return;
      this.#log = { ...found, at: new Date(clock.now()).toISOString() };
      for (const text of this.state().failures) logger.error({}, text);
      if (!found.isAsSeen) logger.error({}, unseenText);
      if (found.inVault > 0) logger.error({}, vaultText(found.inVault));
    } catch (error) {
      if (!this.#ending.signal.aborted) logger.warn({ err: error }, 'the log could not be checked; it is tried again');
    }
  }

  #compare(isPaced: boolean): Promise<WithTime<ComparedViews>> {
    const { clock, logger } = this.#parts;
    const stopping = new AbortController();
    this.#stopComparing = () => stopping.abort();
    const compareNow = async (): Promise<WithTime<ComparedViews>> => {
      const signal = AbortSignal.any([stopping.signal, this.#ending.signal]);
      const found = await this.#run({ what: 'views', isPaced }, signal);
      if (found.what !== 'views') throw new Error('The views were not compared.');
      const timedFinding = { ...found, at: new Date(clock.now()).toISOString() };
      this.#views = timedFinding;
      if (timedFinding.count > 0)
        logger.error({}, `the views are not what the log says: ${faultText(timedFinding.faults, timedFinding.count)}`);
      return timedFinding;
    };
    const own = { isPaced, done: compareNow() };
    this.#comparing = own;
    const end = (): void => {
      if (this.#comparing === own) this.#comparing = null;
    };
    own.done.then(end, end);
    return own.done;
  }

  /** @throws Error if the thread fails or is stopped */
  #run(job: Pick<CheckJob, 'what' | 'isPaced'>, signal: AbortSignal): Promise<CheckMessage> {
    const { dataDir, masterKey, eventStoreUrl, viewStoreUrl } = this.#parts.settings;
    const settings = { dataDir, masterKey, eventStoreUrl, viewStoreUrl };
    const data: CheckJob = { ...job, settings };
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new Error('The check was stopped.'));
      const thread = spawnWorker('record-check-thread', import.meta.url, data);
      const stop = () => void thread.terminate();
      signal.addEventListener('abort', stop);
      thread.on('message', (message: CheckMessage) => {
        if (message.what === 'failed') reject(new Error(message.reason));
        else resolve(message);
      });
      thread.on('error', reject);
      thread.on('exit', () => {
        signal.removeEventListener('abort', stop);
        reject(new Error('The check was stopped.'));
      });
    });
  }
}

const unseenText =
  'the activity has seen other entries than the log has: one of them was altered; "dayline audit verify --views" says where';
const vaultText = (places: number): string =>
  `the vault is not as the log says in ${places} places, as after an older backup of one of them: "dayline audit verify" names them`;

function faultText(faults: readonly { readonly text: string }[], count: number): string {
  const some = faults.slice(0, maxNamed).map(({ text }) => text);
  return [...some, ...(count > some.length ? [`and ${count - some.length} more`] : [])].join('; ');
}
