import type { CallerContext } from '@dayline/http/handler';
import { entryBy } from '@dayline/http/trail/call-entry';
import type { Trail } from '@dayline/http/trail/trail';

/** Called for each history that was read, with the reader and the subject; must not throw and is not awaited. */
export type OnHistoryRead = (context: CallerContext, subject: Readonly<Record<string, string>>) => void;

/** In ms. Further reads within this time belong to the same opening. */
const sameReadMs = 600_000;

/**
 * Records in the reader's audit trail that a history was read, by the ids that identify it; one entry per opening, not
 * per request. Each process remembers the recent openings.
 */
export function recordHistoryRead(trail: Pick<Trail, 'record'>): OnHistoryRead {
  /** When each opening was recorded, oldest first. */
  const opened = new Map<string, number>();
  return (context, subject) => {
    const { caller, now } = context;
    for (const [key, at] of opened) {
      if (now - at < sameReadMs) break;
      opened.delete(key);
    }
    // Steps through moments belong to one opening, recorded with its first moment.
    const { asOf: _, ...opening } = subject;
    const key = JSON.stringify([caller.id, Object.entries(opening).sort()]);
    if (opened.has(key)) return;
    opened.set(key, now);
    trail.record({ ...entryBy(caller, context), event: { type: 'HistoryRead', data: { subject: { ...subject } } } });
  };
}
