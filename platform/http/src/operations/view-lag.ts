import { type EventLog, type EventRef, hasEvent } from '@dayline/event-log/port';
import type { Clock } from '@dayline/runtime/clock';
import type { ProjectorReading } from '@dayline/runtime/metrics/metrics';

/** The part of a projector's status that operations use. */
export interface ProjectorWord {
  /** `name@version` */
  readonly projection: string;
  readonly parkedEvents: number;
  /** Why it stopped permanently; null while it runs. */
  readonly stopped: string | null;
  /** The error it is retrying after; null if none. */
  readonly trouble: string | null;
}

/** The last event folded into the views. */
interface ViewCheckpoint extends Omit<EventRef, 'id'> {
  readonly eventId: string;
}

export interface ViewLagParts {
  readonly log: Pick<EventLog, 'head' | 'start' | 'readAll' | 'readStream' | 'gapless'>;
  /** The projection's store; its checkpoint is null before the first event. */
  readonly store: {
    checkpoint(): Promise<ViewCheckpoint | null>;
    parked(): Promise<readonly unknown[]>;
  };
  /** This process's projector, or null if another process runs it. */
  readonly projector: { status(): ProjectorWord } | null;
  /** `name@version` of the views. */
  readonly projection: string;
  readonly clock: Clock;
}

/** The parts for one projection's views. */
export const viewLagParts = (
  { name, version }: { readonly name: string; readonly version: number },
  parts: Omit<ViewLagParts, 'projection'>,
): ViewLagParts => ({ ...parts, projection: `${name}@${version}` });

/** Maximum number of missing events counted if positions don't count them. */
const countedAtMost = 1_000;

/** How the views compare with the log. */
export interface ViewLag extends ProjectorReading {
  /** Whether the log contains the event at the views' checkpoint; otherwise it was set back or replaced. */
  readonly isOfThisLog: boolean;
}

/**
 * The views' current lag. Costs three look-ups, and a fourth if they are behind.
 * @throws EventLogUnavailable, ViewStoreUnavailable
 */
export async function viewLag({ log, store, projector, projection, clock }: ViewLagParts): Promise<ViewLag> {
  const own = projector?.status();
  const checkpoint = await store.checkpoint();
  const isOfThisLog = checkpoint === null || (await hasEvent(log, { ...checkpoint, id: checkpoint.eventId }));
  // Views of another log contain nothing of this one.
  const position = checkpoint && isOfThisLog ? checkpoint.position : log.start;
  const head = await log.head();
  const missing = head > position ? await log.readAll(position, log.gapless ? 1 : countedAtMost) : [];
  const [oldest] = missing;
  return {
    projection,
    parkedEvents: own?.parkedEvents ?? (await store.parked()).length,
    runs: isOfThisLog && (own === undefined || (own.stopped === null && own.trouble === null)),
    lagEvents: log.gapless ? Math.max(0, Number(head) - Number(position)) : missing.length,
    lagSeconds: oldest ? Math.max(0, clock.now() - Date.parse(oldest.metadata.recordedAt)) / 1_000 : 0,
    isOfThisLog,
  };
}

/**
 * The lag for scrapes, which need values during an outage too: while the log or views are unavailable, nothing counts
 * as running and the last known lag grows with time.
 */
export function lastKnownLag(parts: ViewLagParts): () => Promise<ProjectorReading> {
  const { projection, projector, clock } = parts;
  let last: ProjectorReading = { projection, parkedEvents: 0, runs: false, lagEvents: 0, lagSeconds: 0 };
  let readAt = clock.now();
  return async () => {
    try {
      last = await viewLag(parts);
      readAt = clock.now();
      return last;
    } catch {
      // Readiness names the outage; here the state is unknown.
      const secondsSince = last.lagEvents > 0 ? Math.max(0, clock.now() - readAt) / 1_000 : 0;
      const parkedEvents = projector?.status().parkedEvents ?? last.parkedEvents;
      return { ...last, parkedEvents, runs: false, lagSeconds: last.lagSeconds + secondsSince };
    }
  };
}
