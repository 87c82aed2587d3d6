import type { Clock } from '../clock.ts';
import type { EventLog } from '../event-log/port.ts';
import type { ProjectorReading } from '../metrics/metrics.ts';
import type { ProjectionStore } from '../view-store/port.ts';

/** What a projector says of itself, as far as operations need it. */
export interface ProjectorWord {
  /** `name@version` */
  readonly projection: string;
  readonly parkedEvents: number;
  /** Why it stands still for good; null while it runs. */
  readonly stopped: string | null;
  /** What it tries again after; null while all goes well. */
  readonly trouble: string | null;
}

export interface StandingParts {
  readonly log: Pick<EventLog, 'head' | 'start' | 'readAll' | 'gapless'>;
  readonly store: Pick<ProjectionStore, 'checkpoint' | 'parked'>;
  /** The one of this process, or null where another process keeps the views. */
  readonly projector: { status(): ProjectorWord } | null;
  /** `name@version` of the views. */
  readonly projection: string;
  readonly clock: Clock;
}

/** So many missing events are counted at most where positions don't count them. */
const countedAtMost = 1_000;

/** How far the views are behind the log, now. Costs two look-ups, and one more where the views are behind. */
export async function viewStanding({
  log,
  store,
  projector,
  projection,
  clock,
}: StandingParts): Promise<ProjectorReading> {
  const own = projector?.status();
  const checkpoint = (await store.checkpoint())?.position ?? log.start;
  const head = await log.head();
  const missing = head > checkpoint ? await log.readAll(checkpoint, log.gapless ? 1 : countedAtMost) : [];
  const [oldest] = missing;
  return {
    projection,
    parkedEvents: own?.parkedEvents ?? (await store.parked()).length,
    runs: own === undefined || (own.stopped === null && own.trouble === null),
    lagEvents: log.gapless ? Math.max(0, Number(head) - Number(checkpoint)) : missing.length,
    lagSeconds: oldest ? Math.max(0, clock.now() - Date.parse(oldest.metadata.recordedAt)) / 1_000 : 0,
  };
}
