import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@dayline/contracts/ids';
import type { OpenFollowItem } from '@dayline/event-log/sealed-log/open';
import type { EventFeed } from '@dayline/projector/runner/run';

/** The first part of a log, as the figures read it. */
export interface LogPart {
  readonly feed: EventFeed;
  /** The last event's position. */
  readonly end: Position;
  /** Reads and parses its events without the product: the limit of any reader. Returns their number. */
  readonly scan: () => Promise<number>;
  /** For files that are built from it. */
  readonly folder: string;
}

/** The log as the projector follows it, but only up to a position. */
export function feedUpTo(feed: EventFeed, end: string): EventFeed {
  async function* follow(after: string, signal: AbortSignal): AsyncGenerator<OpenFollowItem> {
    const ending = new AbortController();
    for await (const item of feed.follow(after, AbortSignal.any([signal, ending.signal]))) {
      if (item.kind === 'caughtUp') break;
      const events = item.events.filter(({ position }) => position <= end);
      if (events.length > 0) yield { kind: 'events', events };
      if ((events.at(-1)?.position ?? end) >= end) break;
    }
    ending.abort();
    yield { kind: 'caughtUp', position: end };
    // A feed ends only when aborted.
    await pause(2 ** 30, undefined, { signal }).catch(() => undefined);
  }
  return { ...feed, head: async () => end, follow };
}
