import { setTimeout as pause } from 'node:timers/promises';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { SealedLog } from '@dayline/platform/sealed-log/open';
import type { Checkpoint, ProjectionStore } from '@dayline/platform/view-store/port';
import type { Projection } from '../projections/projection.ts';
import { WorkingRows } from '../projections/working-rows.ts';
import { foldBatch } from './batch.ts';
import type { ProjectorStatus } from './status.ts';

/** Events in one commit, at most. */
export const batchSize = 500;
/** Rows kept in memory between batches, at most; each is guarded by its `at` when it is written. */
const mostRowsKept = 20_000;

/**
 * The least time (ms) from one batch to the next. A lone event is folded at once; under a stream of them more and more
 * share one commit, which costs much more than their folding. Many at once are a log to catch up with.
 */
function leastBetweenMs(events: number): number {
  if (events > 120) return 0;
  return events > 8 ? 30 : 15;
}

/** What the runner needs of the log. */
export type EventFeed = Pick<SealedLog, 'follow' | 'readStream' | 'head' | 'start'>;

export interface Run {
  readonly projection: Projection;
  readonly feed: EventFeed;
  readonly store: ProjectionStore;
  readonly signal: AbortSignal;
  /** Called with what has changed. */
  readonly report: (change: Partial<ProjectorStatus>) => void;
}

/**
 * Why following ended: told to, the store moved on without us, it moved to another generation, the log ended what has
 * no end, or for good.
 */
export type RunEnd =
  | { readonly end: 'aborted' | 'overtaken' | 'swapped' | 'dropped' }
  | { readonly end: 'stopped'; readonly reason: string };

/**
 * Follows the log from the store's checkpoint and keeps the views, until told to stop or until somebody else has
 * written or the rows are others: then the caller begins anew from the checkpoint as it stands. Told to stop, it ends
 * after the batch in hand is written.
 */
export async function followOnce(run: Run): Promise<RunEnd> {
  const swapped = new AbortController();
  const stopListening = run.store.onSwap(() => swapped.abort());
  const signal = AbortSignal.any([run.signal, swapped.signal]);
  try {
    const end = await follow({ ...run, signal }, swapped.signal);
    // However it ended: that says nothing of the rows that serve now.
    return swapped.signal.aborted ? { end: 'swapped' } : end;
  } finally {
    stopListening();
  }
}

async function follow({ projection, feed, store, signal, report }: Run, swapped: AbortSignal): Promise<RunEnd> {
  let checkpoint = await startingPoint(feed, store);
  const rows = new WorkingRows();
  const parked = await store.parked();
  const parkedStreams = new Set(parked.map((event) => event.stream));
  let parkedEvents = parked.length;
  let head = await feed.head();
  const standing = () => ({
    checkpoint: checkpoint?.position ?? null,
    head,
    parkedEvents,
    parkedStreams: [...parkedStreams],
  });
  report({ ...standing(), caughtUp: false });

  for await (const item of feed.follow(checkpoint?.position ?? feed.start, signal)) {
    if (item.kind === 'caughtUp') {
      if (item.position > head) head = item.position;
      report({ head, caughtUp: true, trouble: null });
      continue;
    }
    const begun = performance.now();
    for (let from = 0; from < item.events.length; from += batchSize) {
      if (signal.aborted) return { end: 'aborted' };
      if (rows.size > mostRowsKept) rows.forget();
      const events = item.events.slice(from, from + batchSize);
      const batch = await foldBatch({ projection, store, rows }, events, parkedStreams, item.unopened);
      // The rows in memory are those of the generation before.
      if (swapped.aborted) return { end: 'swapped' };
      if (batch.last) {
        const to = checkpointAt(batch.last);
        const { parked: park, scrub } = batch;
        const written = { writes: rows.changes(), checkpoint: { from: checkpoint, to }, parked: park, scrub };
        const result = await store.write(written);
        if (!result.written) return { end: 'overtaken' };
        rows.settle();
        checkpoint = to;
        parkedEvents += park.length;
        if (to.position > head) head = to.position;
        report({ ...standing(), trouble: null });
      }
      if (batch.unknown) return { end: 'stopped', reason: unknownReason(batch.unknown) };
    }
    // Not ended early when told to stop: listening for that would take longer than a screen should wait for the core.
    const rest = begun + leastBetweenMs(item.events.length) - performance.now();
    if (rest > 0) await pause(rest);
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

/**
 * The store's checkpoint, once its event is found in the log. A log without it was restored or damaged, or is another
 * one: the views are forgotten and come back from the log as it is.
 */
async function startingPoint(feed: EventFeed, store: ProjectionStore): Promise<Checkpoint | null> {
  const checkpoint = await store.checkpoint();
  if (!checkpoint) return null;
  const { stream, revision, eventId, position } = checkpoint;
  const [event] = await feed.readStream(stream, { from: revision, limit: 1 });
  if (event?.id === eventId && event.position === position) return checkpoint;
  await store.clear();
  return null;
}
