import type { Recorded } from '@dayline/contracts/events/definition';
import { itemsAfter } from '@dayline/event-log/followable';
import { EventLogSetBack, type EventRef } from '@dayline/event-log/port';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { Checkpoint, ProjectionStore } from '@dayline/view-store/port';
import type { Projection } from '../projections/projection.ts';
import { WorkingRows } from '../projections/working-rows.ts';
import { foldBatch } from './batch.ts';
import type { ProjectorStatus } from './status.ts';

/** Maximum number of rows kept between batches; each write is guarded by `at`. More would cost memory for no gain. */
const maxRowsKept = 5_000;

/** The part of the log that the runner uses. */
export type EventFeed = Pick<SealedLog, 'follow' | 'hasEvent' | 'head' | 'start' | 'gapless'>;

export interface Run {
  readonly projection: Projection;
  readonly feed: EventFeed;
  readonly store: ProjectionStore;
  readonly signal: AbortSignal;
  /** Called with the changes. */
  readonly report: (change: Partial<ProjectorStatus>) => void;
}

/**
 * Why following ended: aborted, overtaken by another writer, swapped to another generation, the log's iterator ended,
 * the log was set back, or permanently.
 */
export type RunEnd =
  | { readonly end: 'aborted' | 'overtaken' | 'swapped' | 'dropped' | 'setBack' }
  | { readonly end: 'stopped'; readonly reason: string };

/**
 * Follows the log from the store's checkpoint and updates the views until aborted, or until another writer or a swap
 * intervenes; the caller then restarts from the current checkpoint. On abort it finishes the current batch.
 * @throws EventLogDamaged at a gap in positions
 */
export async function followOnce(run: Run): Promise<RunEnd> {
  const swap = new AbortController();
  const stopListening = run.store.onSwap(() => swap.abort());
  const signal = AbortSignal.any([run.signal, swap.signal]);
  try {
    const end = await follow({ ...run, signal }, swap.signal);
    // The result doesn't apply to the generation that is served now.
    return swap.signal.aborted ? { end: 'swapped' } : end;
  } catch (error) {
    if (!(error instanceof EventLogSetBack)) throw error;
    return { end: 'setBack' };
  } finally {
    stopListening();
  }
}

async function follow({ projection, feed, store, signal, report }: Run, swapSignal: AbortSignal): Promise<RunEnd> {
  let checkpoint = await store.checkpoint();
  const items = itemsAfter(feed, checkpoint && refOf(checkpoint), signal);
  const rows = new WorkingRows();
  const parkedBefore = await store.parked();
  const parkedStreams = new Set(parkedBefore.map((event) => event.stream));
  let parkedEvents = parkedBefore.length;
  let head = await feed.head();
  const current = () => ({
    checkpoint: checkpoint?.position ?? null,
    head,
    parkedEvents,
    parkedStreams: [...parkedStreams],
  });
  report({ ...current(), caughtUp: false });

  for await (const item of items) {
    if (item.kind === 'caughtUp') {
      if (item.position > head) head = item.position;
      report({ head, caughtUp: true, trouble: null });
      continue;
    }
    if (signal.aborted) return { end: 'aborted' };
    if (rows.size > maxRowsKept) rows.forget();
    const batch = await foldBatch({ projection, store, rows }, item.events, parkedStreams, item.unopened);
    // The rows in memory are of the previous generation.
    if (swapSignal.aborted) return { end: 'swapped' };
    if (batch.last) {
      const to = checkpointAt(batch.last);
      const { parked: park, scrub } = batch;
      const writtenBatch = { writes: rows.changes(), checkpoint: { from: checkpoint, to }, parked: park, scrub };
      const result = await store.write(writtenBatch);
      if (!result.written) return { end: 'overtaken' };
      rows.settle();
      checkpoint = to;
      parkedEvents += park.length;
      if (to.position > head) head = to.position;
      report({ ...current(), trouble: null });
    }
    if (batch.unknown) return { end: 'stopped', reason: unknownReason(batch.unknown) };
  }
  return { end: signal.aborted ? 'aborted' : 'dropped' };
}

const checkpointAt = ({ position, id, stream, revision }: Recorded): Checkpoint => ({
  position,
  eventId: id,
  stream,
  revision,
});

const unknownReason = ({ type, position, metadata }: Recorded): string =>
  `unknown event ${type} (version ${metadata.schemaVersion}) at ${position}: this projector is older than the log`;

/** Identifies a checkpoint's event in the log. */
export const refOf = ({ position, eventId, stream, revision }: Checkpoint): EventRef => ({
  position,
  id: eventId,
  stream,
  revision,
});
