import { setTimeout as pause } from 'node:timers/promises';
import { EventLogUnavailable } from '../event-log/port.ts';
import { chainStart } from '../sealed-log/chain.ts';
import type { EventToAppend, SealedLog } from '../sealed-log/open.ts';

interface TrailEnd {
  readonly revision: number;
  readonly chain: string;
}

/** Where the trails written last end; a guess that an append checks. */
export type TrailEnds = Map<string, TrailEnd>;

const maxEnds = 1_000;
const maxAttempts = 6;

/** Appends entries at the trail's end, which is read again after a conflict. @throws EventLogUnavailable */
export async function appendToTrail(
  log: SealedLog,
  ends: TrailEnds,
  stream: string,
  events: readonly EventToAppend[],
): Promise<void> {
  let rest = events;
  for (let attempt = 1; rest.length > 0; attempt += 1) {
    const end = ends.get(stream) ?? (await readEnd(log, stream));
    try {
      const result = await log.append(stream, end.revision < 0 ? 'noStream' : end.revision, end.chain, rest);
      if (result.appended) {
        remember(ends, stream, { revision: result.revision, chain: result.events.at(-1)?.metadata.chain ?? end.chain });
        return;
      }
      ends.delete(stream);
      if (attempt >= maxAttempts) throw new EventLogUnavailable(`${stream}: others are always first`, 'notAppended');
    } catch (error) {
      ends.delete(stream);
      if (!(error instanceof EventLogUnavailable) || attempt >= maxAttempts) throw error;
      await pause(2 ** attempt * 10, undefined, { ref: false });
      // With an unknown outcome some of it may be there: an entry's id says so.
      const known = new Set((await log.readStream(stream, { from: end.revision + 1 })).map((event) => event.id));
      rest = rest.filter((event) => !known.has(event.id));
    }
  }
}

async function readEnd(log: SealedLog, stream: string): Promise<TrailEnd> {
  const [last] = await log.readStream(stream, { direction: 'backward', limit: 1 });
  return last ? { revision: last.revision, chain: last.metadata.chain } : { revision: -1, chain: chainStart };
}

function remember(ends: TrailEnds, stream: string, end: TrailEnd): void {
  ends.delete(stream);
  ends.set(stream, end);
  if (ends.size <= maxEnds) return;
  const oldest = ends.keys().next();
  if (!oldest.done) ends.delete(oldest.value);
}
