import { EventLogUnavailable } from '@dayline/event-log/port';
import { chainStart } from '@dayline/event-log/sealed-log/chain';
import type { EventToAppend, SealedLog } from '@dayline/event-log/sealed-log/open';
import type { Account } from '@dayline/vault/port';
import type { LRUCache } from 'lru-cache';

/** An entry waiting for the log. */
export interface WaitingEntry {
  /** Empty until a sign-in's is known. */
  readonly stream: string;
  /** Whose sign-in it is; absent in other entries. */
  readonly signInOf?: Pick<Account, 'accountId' | 'clientId'>;
  readonly event: EventToAppend;
  /** The stream's revision (-1: no stream) at the first attempt, if it may have been appended; else null. */
  readonly triedAt: number | null;
}

interface TrailEnd {
  readonly revision: number;
  readonly chain: string;
}

/** The last known ends of trails; appends verify them. */
export type TrailEnds = LRUCache<string, TrailEnd>;

export interface TrailAppend {
  readonly log: SealedLog;
  readonly ends: TrailEnds;
  /** Entries of one stream, oldest first. */
  readonly entries: readonly WaitingEntry[];
  /** Records durably that the entries are being appended; null for entries in memory. */
  readonly onTry: ((entries: readonly WaitingEntry[]) => Promise<void>) | null;
}

const maxConflicts = 5;

/**
 * Appends entries at the end of their trail. After an attempt with unknown outcome, an entry is first looked for from
 * the revision of that attempt. None is appended twice, even if an abandoned append arrives late: both expect the same
 * revision. Entries keep waiting while the log is unavailable or other writers keep winning.
 * @throws Error if the log refuses the entries permanently
 */
export async function appendToTrail({ log, ends, entries, onTry }: TrailAppend): Promise<readonly WaitingEntry[]> {
  const [first] = entries;
  if (!first) return [];
  const { stream } = first;
  let rest = entries;
  for (let conflicts = 0; conflicts < maxConflicts; conflicts += 1) {
    let end: TrailEnd;
    try {
      rest = await notYetAppended(log, stream, rest);
      if (rest.length === 0) return [];
      end = ends.get(stream) ?? (await readEnd(log, stream));
    } catch (error) {
      if (error instanceof EventLogUnavailable) return rest;
      throw error;
    }
    const attempts = rest.map((entry) => ({ ...entry, triedAt: entry.triedAt ?? end.revision }));
    if (onTry) await onTry(attempts);
    try {
      const events = rest.map(({ event }) => event);
      const result = await log.append(stream, end.revision < 0 ? 'noStream' : end.revision, end.chain, events);
      ends.delete(stream);
      if (result.appended) {
        ends.set(stream, { revision: result.revision, chain: result.events.at(-1)?.metadata.chain ?? end.chain });
        return [];
      }
    } catch (error) {
      ends.delete(stream);
      if (!(error instanceof EventLogUnavailable)) throw error;
      return error.outcome === 'unknown' ? attempts : rest;
    }
  }
  return rest;
}

async function notYetAppended(
  log: SealedLog,
  stream: string,
  entries: readonly WaitingEntry[],
): Promise<readonly WaitingEntry[]> {
  const tryTimes = entries.flatMap(({ triedAt }) => triedAt ?? []);
  if (tryTimes.length === 0) return entries;
  const since = await log.readStream(stream, { from: Math.min(...tryTimes) + 1, anyVersion: true });
  const ids = new Set(since.map(({ id }) => id));
  return entries.filter(({ event }) => !ids.has(event.id));
}

async function readEnd(log: SealedLog, stream: string): Promise<TrailEnd> {
  const [last] = await log.readStream(stream, { direction: 'backward', limit: 1, anyVersion: true });
  return last ? { revision: last.revision, chain: last.metadata.chain } : { revision: -1, chain: chainStart };
}
