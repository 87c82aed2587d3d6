import type { Recorded } from '@dayline/contracts/events/definition';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';

interface First {
  readonly revision: number;
  /** Of the import's last event. */
  readonly lastRevision: number;
  readonly earlier: readonly Recorded[];
  /** Whether of what somebody else has appended since anything is left. */
  readonly isTouched: boolean;
}

/** The first event of an import in a stream; null if it has none. */
export type FirstOf = (stream: string, batchId: string | undefined) => Promise<First | null>;

export const firstIn =
  (log: Pick<SealedLog, 'readStream'>): FirstOf =>
  async (stream, batchId) => {
    const events = await log.readStream(stream, { anyVersion: true });
    const place = events.findIndex(({ metadata }) => metadata.batchId === batchId);
    const first = events[place];
    if (!first) return null;
    const later = events.slice(place);
    const lastRevision = events.findLast(({ metadata }) => metadata.batchId === batchId)?.revision ?? first.revision;
    const isTouched = later.some((event) => event.metadata.batchId !== batchId && leavesTrace(event, later));
    return { revision: first.revision, lastRevision, earlier: events.slice(0, place), isTouched };
  };

/** A visit that was withdrawn leaves nothing, nor does a removal that was started. */
function leavesTrace({ type, data }: Recorded, later: readonly Recorded[]): boolean {
  if (type === 'PatientRemovalStarted' || type === 'PatientKept' || type === 'PastVisitWithdrawn') return false;
  if (type !== 'PastVisitNoted') return true;
  return !later.some((other) => other.type === 'PastVisitWithdrawn' && other.data['visitId'] === data['visitId']);
}
