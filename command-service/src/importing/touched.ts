import type { Recorded } from '@dayline/contracts/events/definition';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';

interface First {
  readonly revision: number;
  readonly earlier: readonly Recorded[];
  /** Whether somebody else has appended since. */
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
    const isTouched = events.slice(place).some(({ metadata }) => metadata.batchId !== batchId);
    return { revision: first.revision, earlier: events.slice(0, place), isTouched };
  };
