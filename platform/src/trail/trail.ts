import type { Actor } from '@dayline/contracts/events/metadata';
import type { AccountEvent } from '@dayline/contracts/events/organisation';
import { streams } from '@dayline/contracts/ids';
import type { Clock } from '../clock.ts';
import { newUlid } from '../ids/ulid.ts';
import type { Logger } from '../logging/logger.ts';
import type { EventToAppend, SealedLog } from '../sealed-log/open.ts';
import { appendToTrail, type TrailEnds } from './append.ts';

export interface TrailEntry {
  /** Null where nobody has the address that was tried. */
  readonly accountId: string | null;
  readonly event: AccountEvent;
  readonly actor: Actor;
  readonly clientId: string;
  readonly commandId: string;
  readonly commandDigest: string;
  readonly correlationId: string;
  readonly causationId: string;
  readonly traceparent: string | null;
}

/** What accounts did that changed nothing else; appended in batches just after the answer. */
export interface Trail {
  /** Never waits and never throws. */
  record(entry: TrailEntry): void;
  /** Resolves when all that was recorded is in the log, or was given up. */
  flush(): Promise<void>;
  /** Flushes; what is recorded later is dropped. */
  stop(): Promise<void>;
}

export interface TrailOptions {
  readonly log: SealedLog;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** How many entries may wait; the oldest go first, and the log says how many. */
  readonly maxWaiting?: number;
}

const batchSize = 200;
/** So many of the calls whose entries were lost are named in the log's line. */
const requestsNamed = 20;

export function createTrail({ log, clock, logger, maxWaiting = 10_000 }: TrailOptions): Trail {
  const ends: TrailEnds = new Map();
  let waiting: { stream: string; event: EventToAppend }[] = [];
  let running: Promise<void> | null = null;
  let isStopped = false;

  /** Appends what waits, stream by stream, until nothing does. */
  async function drain(): Promise<void> {
    // Just after the answer: whatever the handler's caller does at once goes first.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      waiting = waiting.slice(batchSize);
      const byStream = new Map<string, EventToAppend[]>();
      for (const { stream, event } of batch) byStream.set(stream, [...(byStream.get(stream) ?? []), event]);
      await Promise.all([...byStream].map(([stream, events]) => settle(stream, events)));
    }
  }

  async function settle(stream: string, events: EventToAppend[]): Promise<void> {
    try {
      await appendToTrail(log, ends, stream, events);
    } catch (error) {
      const requests = events.slice(0, requestsNamed).map(({ metadata }) => metadata.causationId);
      const about = { stream, entries: events.length, requests };
      logger.error({ ...about, err: error }, 'entries of a trail could not be appended');
    }
  }

  function start(): Promise<void> {
    running ??= drain().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    record(entry) {
      if (isStopped) return;
      if (waiting.length >= maxWaiting) {
        const dropped = waiting.length - maxWaiting + 1;
        waiting = waiting.slice(dropped);
        logger.warn({ dropped }, 'the trail is full: entries were dropped');
      }
      waiting.push({ stream: streamOf(entry), event: eventOf(entry, clock) });
      void start();
    },
    async flush() {
      while (running || waiting.length > 0) await start();
    },
    async stop() {
      isStopped = true;
      while (running || waiting.length > 0) await start();
    },
  };
}

const streamOf = ({ accountId }: TrailEntry): string =>
  accountId === null ? streams.unknownAccount : streams.account(accountId);

function eventOf({ accountId: _account, event, traceparent, ...who }: TrailEntry, clock: Clock): EventToAppend {
  const recordedAt = new Date(clock.now()).toISOString();
  const metadata = traceparent === null ? { ...who, recordedAt } : { ...who, recordedAt, traceparent };
  return { id: newUlid(clock), type: event.type, data: event.data, metadata };
}
