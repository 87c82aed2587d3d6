/** Shared by the suites about a failing server. */
import { setTimeout as pause } from 'node:timers/promises';
import { createLogger } from '@dayline/runtime/logging/logger';
import { type EventStoreLogOptions, openEventStoreLog } from '../eventstoredb/open.ts';
import type { EventLog, EventRef, FollowItem, StoredEvent } from '../port.ts';

export async function until(condition: () => boolean): Promise<void> {
  const latest = performance.now() + 300_000;
  while (!condition()) {
    if (performance.now() > latest) throw new Error(`It never came to be: ${condition}`);
    await pause(5);
  }
}

/** Logs on a server, with their log lines; `close` closes all of them. */
export function logsOn(url: string) {
  const opened: EventLog[] = [];
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('test', {
    level: 'debug',
    destination: { write: (line) => lines.push(JSON.parse(line)) },
  });
  return {
    lines,
    async open(options: Partial<EventStoreLogOptions> = {}): Promise<EventLog> {
      const log = await openEventStoreLog({ url, logger, timeLimitMs: 20_000, ...options });
      opened.push(log);
      return log;
    },
    async close(): Promise<void> {
      for (const log of opened.splice(0)) await log.close();
      lines.splice(0);
    },
  };
}

/** Follows in the background and records the events and how following ended. */
export function followAll(log: EventLog, after: string, known?: EventRef, types?: readonly string[]) {
  const abort = new AbortController();
  const events: StoredEvent[] = [];
  const items: FollowItem[] = [];
  const faults: unknown[] = [];
  const ended = (async () => {
    try {
      for await (const item of log.follow(after, abort.signal, { known, ...(types && { types }) })) {
        items.push(item);
        if (item.kind === 'events') events.push(...item.events);
      }
    } catch (error) {
      faults.push(error);
    }
  })();
  return { events, items, faults, ended, abort };
}
