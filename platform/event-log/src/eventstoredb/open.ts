import { setTimeout as pause } from 'node:timers/promises';
import { upcasters as daylineUpcasters, type Upcaster } from '@dayline/contracts/events/upcast';
import type { Position } from '@dayline/contracts/ids';
import type { Logger } from '@dayline/runtime/logging/logger';
import { type EventLog, EventLogUnavailable, type EventRef } from '../port.ts';
import { upcastEvents } from '../upcasting.ts';
import { appendingTo } from './append.ts';
import { useClient } from './client.ts';
import { failureOf, wordsOf } from './failures.ts';
import { followServer } from './follow.ts';
import { ownEvents } from './foreign.ts';
import { startPosition } from './mapping.ts';
import { readingFrom } from './reading.ts';
import { pauseBefore, ServerState } from './server-state.ts';
import { subscribing } from './subscription.ts';
import { attemptMsOf, CallTime } from './time-limit.ts';

export interface EventStoreLogOptions {
  /** `esdb://…`, including credentials: passing them per call disables batched appends. */
  readonly url: string;
  readonly logger?: Logger | undefined;
  readonly upcasters?: readonly Upcaster[];
  /** Time limit of an append or read including retries, ms. */
  readonly timeLimitMs?: number;
  /** A follower whose subscription delivers nothing for this long (ms) checks whether the log has moved. */
  readonly silentAfterMs?: number;
}

/**
 * An event log on EventStoreDB (KurrentDB), 22.10 or newer. Opening doesn't connect: an unreachable server shows at the
 * first call. By default the server limits one append to 1,048,576 bytes, or to 16 MB from 26.0 on.
 * @throws Error if the address can't be parsed
 */
export async function openEventStoreLog({
  url,
  logger,
  upcasters = daylineUpcasters,
  timeLimitMs = 5_000,
  silentAfterMs = 30_000,
}: EventStoreLogOptions): Promise<EventLog> {
  const connection = useClient(url);
  const { client } = connection;
  const closing = new AbortController();
  const upcast = upcastEvents(upcasters);
  const attemptMs = attemptMsOf(timeLimitMs);
  const own = ownEvents(logger);
  const reading = readingFrom(client, own);
  const server = new ServerState({ holds: reading.holds, lookupMs: attemptMs, logger });
  const appendOnce = appendingTo({ client: connection, reading, server, timeLimitMs });
  let appends = 0;

  function refuseIfClosed(): void {
    if (closing.signal.aborted) throw new EventLogUnavailable('The event log is closed.', 'notAppended');
  }

  const retryRefused = retryingRefused(server, timeLimitMs, refuseIfClosed);

  function remember<Event extends EventRef>(events: readonly Event[]): readonly Event[] {
    for (const event of events) server.recordEvent(event);
    return events;
  }

  const page = async (after: Position, limit: number) =>
    remember(await retryRefused('The log could not be read', (limitMs) => reading.page(after, limit, limitMs)));

  async function last(): Promise<EventRef | null> {
    const found = await retryRefused("The log's end could not be read", (limitMs) => reading.last(limitMs));
    if (found) server.recordEvent(found);
    return found;
  }

  return {
    start: startPosition,
    isRemote: true,
    async append(stream, expected, events) {
      refuseIfClosed();
      const result = await server.through(() => appendOnce(stream, expected, events));
      const id = events.at(-1)?.id;
      if (!result.appended || id === undefined) return result;
      appends += 1;
      server.recordEvent({ id, stream, revision: result.revision, position: result.position });
      return result;
    },
    async readStream(stream, options) {
      const read = (limitMs: number) => reading.stream(stream, limitMs, options);
      return remember(await retryRefused(`${stream} could not be read`, read)).map(upcast);
    },
    readAll: async (after, limit) => (await page(after, limit)).map(upcast),
    // The server's reads always have the data.
    refsAfter: page,
    head: async () => (await last())?.position ?? startPosition,
    last,
    lostEvent: () => server.lost,
    setBacks: () =>
      server.through(() => {
        const since = performance.now();
        return server.settle(attemptMs).catch((error: unknown) => {
          server.gaveUp(error, since);
          throw new EventLogUnavailable(`The log could not be read: ${wordsOf(error)}`, 'notAppended', error);
        });
      }),
    // The server commits each append separately.
    stats: () => ({ appends, commits: appends, foreign: own.foreign }),
    follow(after, signal, options = {}) {
      const ending = AbortSignal.any([signal, closing.signal]);
      const rest = (ms: number) =>
        pause(ms, undefined, { signal: ending }).catch(() => {
          // Aborted while waiting; the follower checks the signal.
        });
      const limits = { limitMs: attemptMs, silentAfterMs };
      const subscribe = subscribing(client, own, attemptMs);
      const source = { reading, server, subscribe, upcast, ...limits, rest, signal: ending, logger };
      return followServer(after, options, source);
    },
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      await connection.leave();
    },
  };
}

/** Retries until success, permanent refusal or the time limit. @throws EventLogUnavailable */
const retryingRefused =
  (server: ServerState, timeLimitMs: number, refuseIfClosed: () => void) =>
  <Result>(operation: string, call: (limitMs: number) => Promise<Result>): Promise<Result> =>
    server.through(async () => {
      const time = new CallTime(timeLimitMs);
      const answered = async (pending: Promise<Result>): Promise<Result> => {
        const result = await pending;
        server.answered();
        return result;
      };
      for (let attempt = 0; ; attempt += 1) {
        refuseIfClosed();
        try {
          const limitMs = time.attemptLimitMs();
          // In parallel: with a slow server each takes long.
          const [result] = await Promise.all([answered(call(limitMs)), server.settle(limitMs)]);
          return result;
        } catch (error) {
          const failure = failureOf(error);
          if (failure === 'refused' || failure === 'exhausted' || failure === 'nowhere') {
            server.answered();
            throw new Error(`${operation}: ${wordsOf(error)}`, { cause: error });
          }
          server.failed();
          const pauseMs = pauseBefore(attempt);
          if (!time.lasts(pauseMs)) {
            server.gaveUp(error, time.since);
            throw new EventLogUnavailable(`${operation}: ${wordsOf(error)}`, 'notAppended', error);
          }
          await pause(pauseMs);
        }
      }
    });
