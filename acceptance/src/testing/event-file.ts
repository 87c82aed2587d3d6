import type { StoredEvent } from '@dayline/event-log/port';
import { openSqliteEventLog } from '@dayline/event-log/sqlite/open';

/** All events of a data folder, or of one stream, read while the product writes them. */
export async function eventsIn(dataDir: string, stream?: string): Promise<readonly StoredEvent[]> {
  const log = await openSqliteEventLog({ folder: dataDir, mode: 'read' });
  try {
    if (stream !== undefined) return await log.readStream(stream);
    const events: StoredEvent[] = [];
    for (;;) {
      const page = await log.readAll(events.at(-1)?.position ?? log.start, 5_000);
      if (page.length === 0) return events;
      events.push(...page);
    }
  } finally {
    await log.close();
  }
}

/** How many events a data folder has: the position of its last. */
export async function countEvents(dataDir: string): Promise<number> {
  const log = await openSqliteEventLog({ folder: dataDir, mode: 'read' });
  try {
    return Number(await log.head());
  } finally {
    await log.close();
  }
}

/** Retries until there is a result. @throws Error with `what` after `maxMs` */
export async function eventually<Value>(
  what: string,
  ask: () => Promise<Value | null | undefined | false>,
  maxMs = 300_000,
): Promise<Value> {
  const until = Date.now() + maxMs;
  for (;;) {
    const value = await ask();
    if (value !== null && value !== undefined && value !== false) return value;
    if (Date.now() > until) throw new Error(`It did not come about within ${maxMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
