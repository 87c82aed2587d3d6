import type { Recorded } from '@dayline/contracts/events/definition';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';

export interface Changes {
  /** The revisions of the import's first and last event in the stream. */
  readonly firstRevision: number;
  readonly lastRevision: number;
  /** All events of the stream. */
  readonly events: readonly Recorded[];
  readonly earlierEvents: readonly Recorded[];
  /** The events of the import in the stream. */
  readonly ownEvents: readonly Recorded[];
  /** What others have changed since, without visits that were withdrawn again. */
  readonly byOthers: readonly Recorded[];
}

/** The events of a stream since an import changed it; null if it did not. */
export type ChangesSince = (stream: string, batchId: string | undefined) => Promise<Changes | null>;

export const changesSinceImport =
  (log: Pick<SealedLog, 'readStream'>): ChangesSince =>
  async (stream, batchId) => {
    const events = await log.readStream(stream, { anyVersion: true });
    const index = events.findIndex(({ metadata }) => metadata.batchId === batchId);
    const first = events[index];
    if (!first) return null;
    const later = events.slice(index);
    const last = events.findLast(({ metadata }) => metadata.batchId === batchId) ?? first;
    const byOthers = later.filter((event) => event.metadata.batchId !== batchId && isChange(event, later));
    const earlierEvents = events.slice(0, index);
    const ownEvents = later.filter(({ metadata }) => metadata.batchId === batchId);
    const revisions = { firstRevision: first.revision, lastRevision: last.revision };
    return { ...revisions, events, earlierEvents, ownEvents, byOthers };
  };

const endings = [
  ...['PatientRemovalStarted', 'PatientKept', 'PastVisitWithdrawn'],
  // A merged record is kept for that reason; one that was split again is as before.
  ...['PatientMergeProposed', 'PatientMergeAbandoned', 'PatientMerged', 'PatientUnmerged'],
  ...['DuplicateDismissed', 'DuplicateReopened'],
];

/** Excludes past visits that were removed again, starts of a removal, and merges. */
function isChange({ type, data }: Recorded, later: readonly Recorded[]): boolean {
  if (endings.includes(type)) return false;
  if (type !== 'PastVisitNoted') return true;
  return !later.some((event) => event.type === 'PastVisitWithdrawn' && event.data['visitId'] === data['visitId']);
}
