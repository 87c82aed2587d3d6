import type { Position } from '@dayline/contracts/ids';
import { appendsOf, isUnknownPublic, type PublicEvent, publicEventsOf } from '@dayline/contracts/partner/public-events';
import { EventLogNewer } from '@dayline/runtime/unavailable';
import type { EventLog, EventRef } from './port.ts';

const pageSize = 1_000;
/** So that one call reads about 5,000 events of the log, however few of them are public. */
const maxPages = 5;

export interface PublicPage {
  readonly events: readonly PublicEvent[];
  /** Where each of them is in the log. */
  readonly places: readonly EventRef[];
  /** The last event that was read, public or not; null if none was. */
  readonly last: EventRef | null;
  /** Where the next page begins, also if nothing was found. */
  readonly position: Position;
  /** Whether it reached the end of the log. */
  readonly isEnd: boolean;
}

interface PageRequest {
  readonly clientId: string;
  /** Exclusive. */
  readonly after: Position;
  /** An append is never divided: the first one is in the page whole, even if it has more. */
  readonly limit: number;
}

/**
 * The next public events of a client, in the order of the log. Reading on from each page's position gives each event
 * once. It ends in front of an event of a newer build.
 * @throws EventLogNewer if that is the next one
 * @param turn awaited between reads of the log
 */
export async function readPublicEvents(
  log: Pick<EventLog, 'readAll'>,
  { clientId, after, limit }: PageRequest,
  turn: () => Promise<void> = async () => undefined,
): Promise<PublicPage> {
  const found: PublicEvent[] = [];
  const places: EventRef[] = [];
  let last: EventRef | null = null;
  const page = (isEnd: boolean): PublicPage => ({
    ...{ events: found, places, last, isEnd },
    position: last?.position ?? after,
  });
  for (let read = 0; read < maxPages; read += 1) {
    const events = await log.readAll(last?.position ?? after, pageSize);
    const isEnd = events.length < pageSize;
    const appends = appendsOf(events);
    // The last one may continue behind this read.
    if (!isEnd && appends.length > 1) appends.pop();
    for (const append of appends) {
      const isOwn = append[0]?.metadata.clientId === clientId;
      const newer = isOwn && append.find(isUnknownPublic);
      if (newer && last) return page(false);
      if (newer) throw new EventLogNewer(newer.type, newer.metadata.schemaVersion, newer.position);
      const published = isOwn ? publicEventsOf(append) : [];
      if (found.length > 0 && found.length + published.length > limit) return page(false);
      for (const event of published) {
        found.push(event);
        places.push(...append.filter(({ id }) => id === event.id));
      }
      last = append.at(-1) ?? last;
    }
    if (isEnd || found.length >= limit) return page(isEnd);
    await turn();
  }
  return page(false);
}
