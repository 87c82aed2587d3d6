import type { Position } from '@dayline/contracts/ids';
import { appendsOf, type PublicEvent, publicEventsOf } from '@dayline/contracts/partner/public-events';
import type { EventLog } from './port.ts';

const pageSize = 1_000;
/** So that one call reads about 5,000 events of the log, however few of them are public. */
const maxPages = 5;

export interface PublicPage {
  readonly events: readonly PublicEvent[];
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
 * once.
 * @param turn awaited between reads of the log
 */
export async function readPublicEvents(
  log: Pick<EventLog, 'readAll'>,
  { clientId, after, limit }: PageRequest,
  turn: () => Promise<void> = async () => undefined,
): Promise<PublicPage> {
  const found: PublicEvent[] = [];
  let position = after;
  for (let page = 0; page < maxPages; page += 1) {
    const events = await log.readAll(position, pageSize);
    const isEnd = events.length < pageSize;
    const appends = appendsOf(events);
    // The last one may continue behind this read.
    if (!isEnd && appends.length > 1) appends.pop();
    for (const append of appends) {
      const published = append[0]?.metadata.clientId === clientId ? publicEventsOf(append) : [];
      if (found.length > 0 && found.length + published.length > limit) return { events: found, position, isEnd: false };
      found.push(...published);
      position = append.at(-1)?.position ?? position;
    }
    if (isEnd || found.length >= limit) return { events: found, position, isEnd };
    await turn();
  }
  return { events: found, position, isEnd: false };
}
