import type { BuildingViews } from '@dayline/contracts/errors';
import { ordinalOf, type Position } from '@dayline/contracts/ids';
import { type EventLog, hasEvent } from '@dayline/event-log/port';

import type { ViewLagParts } from './view-lag.ts';

export interface BuildingParts {
  readonly log: Pick<EventLog, 'head' | 'start' | 'readStream'>;
  /** Checkpoint of a generation under construction; null if there is none, '' before its first batch. */
  readonly reached: () => Promise<Position | null>;
  readonly store: Pick<ViewLagParts['store'], 'checkpoint'>;
  /** Whether views folded from another log count as missing, as after a restore. */
  readonly checksLog?: boolean;
  /** ms, from an arbitrary origin. */
  readonly now?: () => number;
}

/** Progress of missing views; null once they exist. */
export type Building = () => Promise<BuildingViews | null>;

/** Minimum interval between reads of the progress, in ms, for any number of pages. */
const readEveryMs = 500;

/**
 * Reports whether the views are still being built, by any process, as after an unprepared upgrade. Stops asking once
 * they exist. The remaining time is extrapolated from the positions since the first call.
 * @throws EventLogUnavailable, ViewStoreUnavailable
 */
export function watchBuilding({
  log,
  reached: readReached,
  store,
  checksLog = false,
  now: clock = () => performance.now(),
}: BuildingParts): Building {
  let isBuilt = false;
  let first: { readonly passed: number; readonly at: number } | null = null;
  let lastReading: { readonly at: number; readonly progress: Promise<BuildingViews> } | null = null;

  async function areThere(): Promise<boolean> {
    const checkpoint = await store.checkpoint();
    if (checkpoint === null) return (await log.head()) === log.start;
    return !checksLog || hasEvent(log, { ...checkpoint, id: checkpoint.eventId });
  }

  async function readProgress(): Promise<BuildingViews> {
    const [head, viewPosition] = [await log.head(), await readReached()];
    const position = viewPosition === null || viewPosition === '' ? log.start : viewPosition;
    const [passed, whole] = [ordinalOf(position) - ordinalOf(log.start), ordinalOf(head) - ordinalOf(log.start)];
    const now = clock();
    // A restarted build is measured from its start.
    if (first === null || passed < first.passed) first = { passed, at: now };
    const rate = (passed - first.passed) / (now - first.at);
    const percent = whole > 0 ? Math.floor((100 * passed) / whole) : 0;
    return { position, head, percent, secondsLeft: rate > 0 ? Math.max(0, whole - passed) / rate / 1_000 : null };
  }

  return async () => {
    isBuilt ||= await areThere();
    if (isBuilt) return null;
    const now = clock();
    if (lastReading === null || now - lastReading.at > readEveryMs) {
      const progress = readProgress();
      lastReading = { at: now, progress };
      progress.catch(() => {
        lastReading = null;
      });
    }
    return lastReading.progress;
  };
}
