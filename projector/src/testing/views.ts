import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import type { ProjectionStore } from '@dayline/view-store/port';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import { desk } from '../projections/desk/projection.ts';
import { type EventFeed, followOnce, type RunEnd } from '../runner/run.ts';
import type { ProjectorStatus } from '../runner/status.ts';
import { appendAll } from './draft.ts';
import { dumpStore } from './dump.ts';

/** A folder for views, removed after the test. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'dayline-projector-'));
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** A log with these events, read as by the projector. */
export async function feedOf(events: readonly RecordedDaylineEvent[]): Promise<EventFeed> {
  const log = openMemoryEventLog();
  await appendAll(log, events);
  return openSealedLog(log, memoryKeyRing());
}

export const openViewReader = (folder: string): Promise<ProjectionStore> =>
  openSqliteViewStore({ directory: folder }).open(desk, 'write');

export interface RunOutcome {
  readonly end: RunEnd;
  readonly status: Partial<ProjectorStatus>;
}

/** Follows the feed to its end and stops there. */
export async function catchUp(feed: EventFeed, store: ProjectionStore): Promise<RunOutcome> {
  const ending = new AbortController();
  let status: Partial<ProjectorStatus> = {};
  const report = (change: Partial<ProjectorStatus>) => {
    status = { ...status, ...change };
    if (change.caughtUp) ending.abort();
  };
  const end = await followOnce({ projection: desk, feed, store, signal: ending.signal, report });
  return { end, status };
}

/** The rows after a run from nothing, as text. */
export async function dumpFolder(folder: string): Promise<string[]> {
  const store = await openViewReader(folder);
  const lines = await dumpStore(desk, store);
  await store.close();
  return lines;
}
