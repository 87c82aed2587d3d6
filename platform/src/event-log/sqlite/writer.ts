import type { Worker } from 'node:worker_threads';
import { canonicalJson } from '@dayline/contracts/json';
import { spawnWorker } from '../../worker/spawn.ts';
import { toPosition } from '../ordinal.ts';
import { type AppendResult, EventLogUnavailable, type ExpectedRevision, type NewEvent } from '../port.ts';
import type { AppendOutcome, AppendRequest, FromWriter } from './messages.ts';
import type { WriterData } from './writer-thread.ts';

export interface WriterStats {
  readonly appends: number;
  /** Transactions, each with one fsync. */
  readonly commits: number;
  /** Events appended. */
  readonly events: number;
  /** The ordinal of the last of them; 0 before the first. */
  readonly last: number;
  /** Appends asked for and not answered. */
  readonly underWay: number;
}

/** The calling thread's side of the one writer. */
export interface Writer {
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult>;
  stats(): WriterStats;
  /** Resolves after all that was asked for is settled and the file is closed. */
  close(): Promise<void>;
}

export interface WriterOptions {
  /** Called after each commit, before the appends in it are answered. */
  readonly onCommit?: () => void;
  readonly spawn?: (data: WriterData) => Worker;
}

interface Waiting {
  readonly request: AppendRequest;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly opened: Promise<void>;
  readonly ended: Promise<void>;
  /** Sent and not yet answered, in the order of sending; the thread answers in that order. */
  readonly sent: Waiting[];
}

const noStream = -1;

function resultOf(outcome: AppendOutcome, eventCount: number): AppendResult | Error {
  if ('fault' in outcome) return new Error(outcome.fault);
  if ('actual' in outcome)
    return { appended: false, actual: outcome.actual === noStream ? 'noStream' : outcome.actual };
  const positions = Array.from({ length: eventCount }, (_, place) => toPosition(outcome.first + place));
  return {
    appended: true,
    revision: outcome.revision,
    position: toPosition(outcome.first + eventCount - 1),
    positions,
  };
}

function settle({ request, resolve, reject }: Waiting, outcome: AppendOutcome): void {
  const result = resultOf(outcome, request.columns.length / 4);
  if (result instanceof Error) reject(result);
  else resolve(result);
}

/**
 * Starts the thread that writes and resolves once it has opened the file.
 * @throws Error when the file is damaged or its durability can't be had
 */
export async function startWriter(
  data: WriterData,
  {
    onCommit = () => {},
    spawn = (threadData) => spawnWorker('writer-thread', import.meta.url, threadData),
  }: WriterOptions = {},
): Promise<Writer> {
  let appends = 0;
  let commits = 0;
  let events = 0;
  let last = 0;
  let thread: Thread | null = null;
  let outbox: Waiting[] = [];
  let closing = false;

  function startThread(): Thread {
    const worker = spawn(data);
    const sent: Waiting[] = [];
    let isReady = false;
    let reason = 'the thread ended';
    const { promise: opened, resolve: onOpened, reject: onRefused } = deferred();
    const { promise: ended, resolve: onEnded } = deferred();
    const failSent = (count: number, message: string, outcome: 'notAppended' | 'unknown') => {
      for (const waiting of sent.splice(0, count)) waiting.reject(new EventLogUnavailable(message, outcome));
    };
    worker.on('message', (message: FromWriter) => {
      if (message.kind === 'ready') {
        isReady = true;
        onOpened();
      } else if (message.kind === 'refused') {
        reason = message.reason;
      } else if (message.kind === 'failed') {
        failSent(message.count, `The event log could not be written: ${message.reason}`, message.outcome);
      } else {
        commits += 1;
        appends += message.outcomes.length;
        onCommit();
        for (const [place, waiting] of sent.splice(0, message.outcomes.length).entries()) {
          const outcome = message.outcomes[place];
          if (outcome) settle(waiting, outcome);
          if (outcome && 'first' in outcome) {
            const count = waiting.request.columns.length / 4;
            events += count;
            last = outcome.first + count - 1;
          }
        }
      }
    });
    worker.on('error', (error) => {
      reason = error.message;
    });
    worker.on('exit', () => {
      if (thread?.worker === worker) thread = null;
      onRefused(new Error(reason));
      // What was sent to a thread that had opened the file may have been committed before it died.
      failSent(sent.length, `The event log's writer stopped: ${reason}`, isReady ? 'unknown' : 'notAppended');
      onEnded();
    });
    // Whoever awaits the opening hears of it; appends hear of it as their own failure.
    opened.catch(() => {});
    return { worker, opened, ended, sent };
  }

  function send(): void {
    thread ??= startThread();
    const batch = outbox;
    outbox = [];
    thread.sent.push(...batch);
    thread.worker.postMessage({ appends: batch.map((waiting) => waiting.request) });
  }

  thread = startThread();
  await thread.opened;

  return {
    append(stream, expected, events) {
      if (events.length === 0) return Promise.reject(new Error('An append needs at least one event.'));
      if (closing) return Promise.reject(new EventLogUnavailable('The event log is closed.', 'notAppended'));
      // Serialised here: strings cross to the thread at a fraction of what nested objects cost.
      const columns: string[] = [];
      for (const { id, type, data, metadata, canonical } of events) {
        columns.push(id, type, canonical?.data ?? canonicalJson(data), canonical?.metadata ?? canonicalJson(metadata));
      }
      const request = { stream, expected: expected === 'noStream' ? noStream : expected, columns };
      return new Promise((resolve, reject) => {
        // One message for all that this turn of the event loop brings: at its end, before it sleeps again.
        if (outbox.length === 0) setImmediate(send);
        outbox.push({ request, resolve, reject });
      });
    },
    stats: () => ({ appends, commits, events, last, underWay: outbox.length + (thread?.sent.length ?? 0) }),
    async close() {
      closing = true;
      if (outbox.length > 0) send();
      const last = thread;
      last?.worker.postMessage('close');
      await last?.ended;
    },
  };
}

function deferred(): { promise: Promise<void>; resolve: () => void; reject: (error: Error) => void } {
  let resolve: () => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((onDone, onError) => {
    resolve = onDone;
    reject = onError;
  });
  return { promise, resolve, reject };
}
