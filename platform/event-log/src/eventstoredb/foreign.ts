import type { Logger } from '@dayline/runtime/logging/logger';
import { isOfServer, isOurs, positionOf, type RecordedEvent } from './mapping.ts';

/** Recognises our events, and counts those that others appended to the same server. */
export interface OwnEvents {
  isOwn(event: RecordedEvent): boolean;
  /** Number of foreign events skipped, each counted once. */
  readonly foreign: number;
}

/** Logs only the first: a process that writes one such event writes more. */
export function ownEvents(logger?: Pick<Logger, 'warn'>): OwnEvents {
  let foreign = 0;
  let last = '';
  return {
    isOwn(event) {
      if (isOurs(event)) return true;
      if (isOfServer(event)) return false;
      const position = positionOf(event);
      if (position <= last) return false;
      // Omits type and stream: foreign text may name a person.
      if (foreign === 0) logger?.warn({ position }, 'an event without our metadata is in the log: it is skipped');
      last = position;
      foreign += 1;
      return false;
    },
    get foreign() {
      return foreign;
    },
  };
}
