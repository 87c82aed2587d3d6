import { setTimeout as pause } from 'node:timers/promises';
import { type AppendExpectedRevision, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { type AppendResult, type EventLog, EventLogUnavailable, type NewEvent } from '../port.ts';
import type { SharedClient } from './client.ts';
import { actualRevision, failureOf, wordsOf } from './failures.ts';
import { proposedEvent, toPosition } from './mapping.ts';
import type { Reading } from './reading.ts';
import { pauseBefore, type ServerState } from './server-state.ts';
import { CallTime } from './time-limit.ts';

/** Every server accepts this much in one append, bytes. */
const alwaysTaken = 1_048_576;
const isLarge = (events: readonly NewEvent[]): boolean => Buffer.byteLength(JSON.stringify(events)) > alwaysTaken;

interface Appending {
  readonly client: SharedClient;
  readonly reading: Reading;
  readonly server: ServerState;
  readonly timeLimitMs: number;
}

/** Appends, and resolves the outcome of an append that was not answered. */
export function appendingTo({ client, reading, server, timeLimitMs }: Appending): EventLog['append'] {
  /**
   * The doubt count at which the answer to a multi-event append was verified to name the last event's position. Measured
   * for G19 with the tests' server: 2.6 ms of processor time a booking, 6.9 ms with a read after each.
   */
  let namesLastSince: number | null = null;

  /** The given events as stored in the stream from a revision on; null if none or other events are there. */
  async function lookFor(
    stream: string,
    from: number,
    events: readonly NewEvent[],
    limitMs: number,
  ): Promise<AppendResult | null> {
    const found = await reading.stream(stream, limitMs, { from, limit: events.length });
    server.answered();
    const areThere = found.length === events.length && found.every(({ id }, index) => id === events[index]?.id);
    const last = found.at(-1);
    if (!areThere || !last) return null;
    const positions = found.map(({ position }) => position);
    return { appended: true, revision: last.revision, position: last.position, positions };
  }

  return async (stream, expected, events) => {
    if (events.length === 0) throw new Error('An append needs at least one event.');
    const jsonEvents = events.map((event) => jsonEvent(proposedEvent(event)));
    const expectedRevision: AppendExpectedRevision = expected === 'noStream' ? NO_STREAM : BigInt(expected);
    const first = expected === 'noStream' ? 0 : expected + 1;
    const time = new CallTime(timeLimitMs);
    const { setBacks } = server;
    // Stays true once unknown: an append that is not stored yet may still arrive.
    let mayExist = false;

    for (let attempt = 0; ; attempt += 1) {
      let fault: unknown;
      let isSent = false;
      try {
        // The expected revision came from a log that was since set back; it does not apply to this one.
        if ((await server.settle(time.attemptLimitMs())) !== setBacks) {
          throw new EventLogUnavailable('The event log was set back.', mayExist ? 'unknown' : 'notAppended');
        }
        const options = { expectedRevision, requiresLeader: true };
        const limitMs = time.attemptLimitMs();
        isSent = true;
        const answer = await client.append(limitMs, stream, jsonEvents, options);
        const position = answer.position ? toPosition(answer.position) : null;
        const revision = Number(answer.nextExpectedRevision);
        const isNew = !mayExist && revision === first + events.length - 1;
        mayExist = true;
        if (position && isNew && (events.length === 1 || namesLastSince === server.doubts)) {
          server.answered();
          return { appended: true, revision, position: position, positions: events.map(() => position) };
        }
        // Verifies once, and again after each fault, whether the answer's position is the last event's: the next answer
        // may come from another server.
        const { doubts } = server;
        const result = await lookFor(stream, first, events, time.outcomeLimitMs());
        if (isNew && result?.appended && result.position === position) namesLastSince = doubts;
        if (result) return result;
      } catch (error) {
        if (error instanceof EventLogUnavailable) throw error;
        fault = error;
        const failure = failureOf(error);
        if (failure === 'refused' || failure === 'conflict' || failure === 'exhausted') server.answered();
        else server.failed();
        if (isSent && failure === 'refused')
          throw new Error(`${stream} can't be appended to: ${wordsOf(error)}`, { cause: error });
        if (failure === 'conflict' && !mayExist) return { appended: false, actual: actualRevision(error) };
        if (isSent && failure !== 'unavailable') mayExist = true;
        if (mayExist) {
          // Reads the stream from the expected revision to learn the outcome, and retries only after that.
          const result = await lookFor(stream, first, events, time.outcomeLimitMs()).catch((lookError: unknown) => {
            fault = lookError;
            return null;
          });
          if (result) return result;
          if (failure === 'conflict' && fault === error) return { appended: false, actual: actualRevision(error) };
          // A smaller append failed because it shared the stream with a larger one: it is retried.
          if (failure === 'exhausted' && fault === error && isLarge(events))
            throw new Error(`${stream} can't be appended to: ${wordsOf(error)}`, { cause: error });
        }
      }
      const pauseMs = pauseBefore(attempt);
      if (!time.lasts(pauseMs)) {
        server.gaveUp(fault, time.since);
        const outcome = mayExist ? 'unknown' : 'notAppended';
        throw new EventLogUnavailable(`EventStoreDB is unavailable: ${wordsOf(fault)}`, outcome, fault);
      }
      await pause(pauseMs);
    }
  };
}
