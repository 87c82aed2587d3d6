import type { Position } from '@dayline/contracts/ids';
import { canonicalJson } from '@dayline/contracts/json';
import { asStored } from './as-stored.ts';
import type { EventLog } from './port.ts';

/** An event as stored, for checks; `data` and `metadata` are canonical JSON. */
export interface ScannedEvent {
  readonly position: Position;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
  /** False if the store's checksum doesn't match. */
  readonly fitsChecksum: boolean;
}

/** Reads a log once from start to end, whatever state it is in. */
export interface LogScan {
  /** Positions count the events from 1 without gaps. */
  readonly gapless: boolean;
  /** @throws EventLogUnavailable */
  pages(): AsyncIterable<readonly ScannedEvent[]> | Iterable<readonly ScannedEvent[]>;
}

const pageSize = 500;

/** Scans with the port's own reads, opened without upcasters; for stores without checksums. */
export const scanByReading = (log: Pick<EventLog, 'readAll' | 'start' | 'gapless'>): LogScan => ({
  gapless: log.gapless === true,
  async *pages() {
    let after = log.start;
    for (;;) {
      const events = await log.readAll(after, pageSize);
      const last = events.at(-1);
      if (!last) return;
      after = last.position;
      yield events.map(asStored).map((event) => ({
        ...event,
        data: canonicalJson(event.data),
        metadata: canonicalJson(event.metadata),
        fitsChecksum: true,
      }));
    }
  },
});
