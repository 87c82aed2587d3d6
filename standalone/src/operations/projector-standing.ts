import type { Clock } from '@dayline/platform/clock';
import type { EventLog } from '@dayline/platform/event-log/port';
import type { ProjectorReading } from '@dayline/platform/metrics/metrics';
import type { ProjectionStore } from '@dayline/platform/view-store/port';
import type { Projector } from '@dayline/projector/runner/start';

export interface ProjectorParts {
  readonly log: Pick<EventLog, 'head' | 'start' | 'readAll'>;
  readonly store: Pick<ProjectionStore, 'checkpoint'>;
  readonly projector: Pick<Projector, 'status'>;
  readonly clock: Clock;
}

/**
 * How far the views are behind the log, now. The embedded log's positions count its events without gaps. Costs two
 * look-ups, and one more where the views are behind.
 */
export async function projectorStanding({ log, store, projector, clock }: ProjectorParts): Promise<ProjectorReading> {
  const { projection, parkedEvents, stopped, trouble } = projector.status();
  const checkpoint = (await store.checkpoint())?.position ?? log.start;
  const head = await log.head();
  const [oldest] = head > checkpoint ? await log.readAll(checkpoint, 1) : [];
  return {
    projection,
    parkedEvents,
    runs: stopped === null && trouble === null,
    lagEvents: Math.max(0, Number(head) - Number(checkpoint)),
    lagSeconds: oldest ? Math.max(0, clock.now() - Date.parse(oldest.metadata.recordedAt)) / 1_000 : 0,
  };
}
