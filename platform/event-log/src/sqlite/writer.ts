import type { Worker } from 'node:worker_threads';
import { canonicalJson } from '@dayline/contracts/json';
import { spawnWorker } from '@dayline/runtime/worker/spawn';
import { SupervisedWriter } from '@dayline/runtime/worker/supervised-writer';
import { toPosition } from '../ordinal.ts';
import { type AppendResult, type EventLog, EventLogUnavailable, type LogStats } from '../port.ts';
import type { AppendOutcome, AppendRequest } from './messages.ts';
import type { WriterData } from './writer-thread.ts';

/** The calling thread's interface to the writer thread. */
export interface Writer {
  readonly append: EventLog['append'];
  stats(): LogStats;
  /** Resolves once all pending appends are settled and the file is closed. */
  close(): Promise<void>;
}

export interface WriterOptions {
  /** Called after each commit, before its appends are answered. */
  readonly onCommit?: () => void;
  readonly spawn?: (data: WriterData) => Worker;
}

const noStream = -1;

function requestOf([stream, expected, events, key]: Parameters<EventLog['append']>): AppendRequest {
  // Serialised here: strings transfer between threads at a fraction of the cost of nested objects.
  const columns: string[] = [];
  for (const { id, type, data, metadata, canonical } of events) {
    columns.push(id, type, canonical?.data ?? canonicalJson(data), canonical?.metadata ?? canonicalJson(metadata));
  }
  return { stream, expected: expected === 'noStream' ? noStream : expected, columns, ...(key && { key }) };
}

function resultOf(outcome: AppendOutcome, eventCount: number): AppendResult {
  if ('fault' in outcome) throw new Error(outcome.fault);
  if ('actual' in outcome)
    return {
      appended: false,
      actual: outcome.actual === noStream ? 'noStream' : outcome.actual,
      ...(outcome.keyReused ? { keyReused: true } : {}),
    };
  const positions = Array.from({ length: eventCount }, (_, index) => toPosition(outcome.first + index));
  return {
    appended: true,
    revision: outcome.revision,
    position: toPosition(outcome.first + eventCount - 1),
    positions,
    ...(outcome.recordedAt !== undefined && { recordedAt: outcome.recordedAt }),
  };
}

/**
 * Starts the writer thread; resolves once it has opened the file.
 * @throws Error if the file is damaged or durability can't be guaranteed
 */
export async function startWriter(
  data: WriterData,
  {
    onCommit = () => {},
    spawn = (threadData) => spawnWorker('writer-thread', import.meta.url, threadData),
  }: WriterOptions = {},
): Promise<Writer> {
  const counts = { appends: 0, commits: 0 };
  const writer = await SupervisedWriter.start<AppendRequest, AppendOutcome>({
    name: 'The event log',
    spawn: (isRestart) => spawn({ ...data, mustExist: isRestart }),
    unavailable: (message, mayBeWritten) => new EventLogUnavailable(message, mayBeWritten ? 'unknown' : 'notAppended'),
    onAnswered(outcomes) {
      counts.commits += 1;
      counts.appends += outcomes.length;
      onCommit();
    },
  });
  return {
    async append(...args) {
      const [, , events] = args;
      if (events.length === 0) throw new Error('An append needs at least one event.');
      return resultOf(await writer.ask(requestOf(args)), events.length);
    },
    stats: () => ({ ...counts }),
    close: () => writer.close(),
  };
}
