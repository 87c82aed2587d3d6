import { setTimeout as pause } from 'node:timers/promises';
import { upcasters as daylineUpcasters, type Upcaster } from '@dayline/contracts/events/upcast';
import type { Position } from '@dayline/contracts/ids';
import {
  type AllStreamResolvedEvent,
  type AppendExpectedRevision,
  BACKWARDS,
  END,
  EventStoreDBClient,
  FORWARDS,
  jsonEvent,
  NO_STREAM,
  type ResolvedEvent,
  START,
  type StreamingRead,
} from '@eventstore/db-client';
import type { Logger } from '../../logging/logger.ts';
import {
  type AppendResult,
  type EventLog,
  EventLogUnavailable,
  type NewEvent,
  type ReadStreamOptions,
  type StoredEvent,
} from '../port.ts';
import { upcastEvents } from '../upcasting.ts';
import { actualRevision, failureOf, wordsOf } from './failures.ts';
import { followSubscription, type Subscription } from './follow.ts';
import { isOurs, startPosition, toLogPosition, toPosition, toProposed, toStored } from './mapping.ts';
import { countdown, OutOfTime, within } from './time-limit.ts';

export interface EventStoreLogOptions {
  /** `esdb://…`, with the credentials in it: on a call they cost the batched path. */
  readonly url: string;
  readonly logger?: Logger;
  readonly upcasters?: readonly Upcaster[];
  /** How long an append or a read may take with all its tries, ms. */
  readonly timeLimitMs?: number;
}

/**
 * One client for an address and process. The client keeps the appends in flight of all clients of a process in one map,
 * and a stream of one that breaks rejects the others' appends too, so there had better be no others.
 */
const clients = new Map<string, { client: EventStoreDBClient; users: number }>();

function useClient(url: string): EventStoreDBClient {
  const known = clients.get(url) ?? { client: EventStoreDBClient.connectionString(url), users: 0 };
  known.users += 1;
  clients.set(url, known);
  return known.client;
}

async function leaveClient(url: string): Promise<void> {
  const known = clients.get(url);
  if (!known) return;
  known.users -= 1;
  if (known.users > 0) return;
  clients.delete(url);
  await known.client.dispose();
}

/** A short page would creep through the server's own events. */
const leastPage = 50;
/** An append leaves this part of its time for looking whether it is there. */
const shareOfOneTry = 0.6;
const pauseBefore = (attempt: number): number => Math.min(500, 25 * 2 ** attempt) * (0.5 + Math.random() / 2);

/**
 * A log on EventStoreDB (KurrentDB), 22.10 or newer. Opening doesn't connect: a server that is away shows at the first
 * call. The server limits one append to 1,048,576 bytes unless it is told otherwise.
 * @throws Error when the address can't be read
 */
export async function openEventStoreLog({
  url,
  logger,
  upcasters = daylineUpcasters,
  timeLimitMs = 5_000,
}: EventStoreLogOptions): Promise<EventLog> {
  const client = useClient(url);
  const closed = new AbortController();
  const upcast = upcastEvents(upcasters);
  const oneTryMs = timeLimitMs * shareOfOneTry;

  /** Tries until it works, is refused for good, or the time is up. @throws EventLogUnavailable */
  async function insist<Result>(what: string, call: (limitMs: number) => Promise<Result>): Promise<Result> {
    const left = countdown(timeLimitMs);
    for (let attempt = 0; ; attempt += 1) {
      if (closed.signal.aborted) throw new EventLogUnavailable('The event log is closed.', 'notAppended');
      try {
        return await call(Math.min(oneTryMs, left()));
      } catch (error) {
        const failure = failureOf(error);
        if (failure === 'refused') throw new Error(`${what}: ${wordsOf(error)}`, { cause: error });
        const pauseMs = pauseBefore(attempt);
        if (left() <= pauseMs) {
          throw new EventLogUnavailable(`${what}: ${wordsOf(error)}`, 'notAppended', error);
        }
        await pause(pauseMs);
      }
    }
  }

  function readOnce(stream: string, limitMs: number, options: ReadStreamOptions = {}): Promise<StoredEvent[]> {
    const { direction = 'forward', from, limit = Number.MAX_SAFE_INTEGER } = options;
    const isForward = direction === 'forward';
    const read = client.readStream(stream, {
      direction: isForward ? FORWARDS : BACKWARDS,
      fromRevision: from === undefined ? (isForward ? START : END) : BigInt(from),
      maxCount: limit,
      // A follower that lags would show a stream without the last append.
      requiresLeader: true,
    });
    return collect(read, limitMs).catch((error) => {
      if (failureOf(error) === 'missing') return [];
      throw error;
    });
  }

  /** The appended events as they lie in the stream from a revision on; null when others lie there, or none. */
  async function lookFor(
    stream: string,
    from: number,
    events: readonly NewEvent[],
    limitMs: number,
  ): Promise<AppendResult | null> {
    const found = await readOnce(stream, limitMs, { from, limit: events.length });
    const areThere = found.length === events.length && found.every(({ id }, place) => id === events[place]?.id);
    const last = found.at(-1);
    if (!areThere || !last) return null;
    const positions = found.map(({ position }) => position);
    return { appended: true, revision: last.revision, position: last.position, positions };
  }

  const append: EventLog['append'] = async (stream, expected, events) => {
    if (events.length === 0) throw new Error('An append needs at least one event.');
    if (closed.signal.aborted) throw new EventLogUnavailable('The event log is closed.', 'notAppended');
    const proposed = events.map((event) => jsonEvent(toProposed(event)));
    const expectedRevision: AppendExpectedRevision = expected === 'noStream' ? NO_STREAM : BigInt(expected);
    const first = expected === 'noStream' ? 0 : expected + 1;
    const left = countdown(timeLimitMs);
    // Once unknown, always unknown: an append that is not there yet may still arrive.
    let mayBeThere = false;

    for (let attempt = 0; ; attempt += 1) {
      let fault: unknown;
      try {
        const options = { expectedRevision, requiresLeader: true };
        const answer = await within(Math.min(oneTryMs, left()), client.appendToStream(stream, proposed, options));
        mayBeThere = true;
        if (events.length === 1 && answer.position) {
          const position = toPosition(answer.position);
          return { appended: true, revision: Number(answer.nextExpectedRevision), position, positions: [position] };
        }
        // The answer has one position only; each event has its own.
        const appended = await lookFor(stream, first, events, left());
        if (appended) return appended;
      } catch (error) {
        fault = error;
        const failure = failureOf(error);
        if (failure === 'refused')
          throw new Error(`${stream} can't be appended to: ${wordsOf(error)}`, { cause: error });
        if (failure === 'conflict' && !mayBeThere) return { appended: false, actual: actualRevision(error) };
        if (failure !== 'away') mayBeThere = true;
        if (mayBeThere) {
          // Settled by reading the stream on from the expected revision; only then is it tried again.
          const appended = await lookFor(stream, first, events, left()).catch((lookError: unknown) => {
            fault = lookError;
            return null;
          });
          if (appended) return appended;
          if (failure === 'conflict' && fault === error) return { appended: false, actual: actualRevision(error) };
        }
      }
      const pauseMs = pauseBefore(attempt);
      if (left() <= pauseMs) {
        const outcome = mayBeThere ? 'unknown' : 'notAppended';
        throw new EventLogUnavailable(`EventStoreDB is away: ${wordsOf(fault)}`, outcome, fault);
      }
      await pause(pauseMs);
    }
  };

  async function readPage(after: Position, limit: number, limitMs: number): Promise<StoredEvent[]> {
    const ours: StoredEvent[] = [];
    let from = after;
    // Reading from a position includes it, and a page may be full of the server's own events.
    for (let isEnd = false; !isEnd && ours.length < limit; ) {
      const maxCount = Math.max(leastPage, limit - ours.length + 1);
      const fromPosition = from === startPosition ? START : toLogPosition(from);
      const page = await collect(client.readAll({ fromPosition, maxCount }), limitMs);
      ours.push(...page.filter((event) => isOurs(event) && event.position > from));
      isEnd = page.length < maxCount;
      from = page.at(-1)?.position ?? from;
    }
    return ours.slice(0, limit);
  }

  const head = (): Promise<Position> =>
    insist("The log's end could not be read", async (limitMs) => {
      const read = client.readAll({ direction: BACKWARDS, fromPosition: END });
      const last = await collect(read, limitMs, isOurs);
      return last.at(-1)?.position ?? startPosition;
    });

  function subscribe(
    after: Position,
    deliver: (event: StoredEvent) => void,
    dropped: (error: unknown) => void,
  ): Subscription {
    const fromPosition = after === startPosition ? START : toLogPosition(after);
    const subscription = client.subscribeToAll({ fromPosition });
    subscription.on('data', ({ event }) => {
      if (event && isOurs(event)) deliver(toStored(event));
    });
    // An unclean end says `error` alone, a clean one `end`; neither comes back by itself.
    subscription.on('error', dropped);
    subscription.on('end', () => dropped(new Error('The server ended the subscription.')));
    return {
      pause: () => void subscription.pause(),
      resume: () => void subscription.resume(),
      stop: () => {
        // It rejects where the subscription never came to be.
        subscription.unsubscribe().catch(() => {});
      },
    };
  }

  return {
    start: startPosition,
    append,
    readStream: async (stream, options) =>
      (await insist(`${stream} could not be read`, (limitMs) => readOnce(stream, limitMs, options))).map(upcast),
    readAll: async (after, limit) =>
      (await insist('The log could not be read', (limitMs) => readPage(after, limit, limitMs))).map(upcast),
    head,
    follow: (after, signal) =>
      followSubscription(after, {
        subscribe,
        head,
        upcast,
        signal: AbortSignal.any([signal, closed.signal]),
        onDrop: (error, pauseMs) => logger?.warn({ err: error, pauseMs }, 'the subscription to the log ended'),
      }),
    async close() {
      if (closed.signal.aborted) return;
      closed.abort();
      await leaveClient(url);
    },
  };
}

/** Reads to the end, or for one event only. The limit is for the time in which nothing comes. */
function collect(
  read: StreamingRead<ResolvedEvent> | StreamingRead<AllStreamResolvedEvent>,
  limitMs: number,
  isWanted?: (event: StoredEvent) => boolean,
): Promise<StoredEvent[]> {
  return new Promise((resolve, reject) => {
    const events: StoredEvent[] = [];
    const leaveWith = (finish: () => void) => {
      clearTimeout(timer);
      // Else the server goes on sending. It rejects where the read never began, which `error` has said already.
      read.cancel().catch(() => {});
      finish();
    };
    const timer = setTimeout(() => leaveWith(() => reject(new OutOfTime(limitMs))), limitMs);
    read.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    read.on('end', () => {
      clearTimeout(timer);
      resolve(events);
    });
    read.on('data', ({ event }) => {
      if (!event) return;
      timer.refresh();
      try {
        const stored = toStored(event);
        if (!isWanted) events.push(stored);
        else if (isWanted(stored)) leaveWith(() => resolve([stored]));
      } catch (error) {
        leaveWith(() => reject(error));
      }
    });
  });
}
