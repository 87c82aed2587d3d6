import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { Actor } from '@dayline/contracts/events/metadata';
import type { DaylineEvent } from '@dayline/contracts/events/table';
import { chainStart } from '@dayline/event-log/sealed-log/chain';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { activity as activityProjection } from '@dayline/projector/projections/activity/projection';
import { desk as deskProjection } from '@dayline/projector/projections/desk/projection';
import { rebuildViews } from '@dayline/projector/runner/rebuild';
import { followOnce, type Run } from '@dayline/projector/runner/run';
import { storedFeed } from '@dayline/projector/runner/stored-feed';
import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import type { AccountOfClient } from '@dayline/vault/port';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import { testId } from './ids.ts';

/** A clock that stands still until a test moves it. */
export interface SetClock {
  now(): number;
  set(iso: string): void;
}

export function setClock(iso: string): SetClock {
  let instant = Date.parse(iso);
  return {
    now: () => instant,
    set(next) {
      instant = Date.parse(next);
    },
  };
}

export type TestClinic = Awaited<ReturnType<typeof openTestClinic>>;

/** Reads the log up to its head. */
export async function caughtUp(run: Pick<Run, 'projection' | 'feed' | 'store'>): Promise<void> {
  const ending = new AbortController();
  await followOnce({
    ...run,
    signal: ending.signal,
    report: ({ caughtUp: isAtEnd }) => {
      if (isAtEnd) ending.abort();
    },
  });
}

/** A log of real events and views on SQLite in a temporary folder; `project` folds the views up to the log's head. */
export async function openTestClinic(now: string) {
  const folder = await mkdtemp(join(tmpdir(), 'dayline-queries-'));
  const clock = setClock(now);
  const eventLog = openMemoryEventLog();
  const keys = memoryKeyRing();
  const sealedLog = openSealedLog(eventLog, keys);
  const views = openSqliteViewStore({ directory: folder });
  const writing = await views.open(deskProjection, 'write');
  const snapshot = await views.open(deskProjection, 'read');
  const activityWriting = await views.open(activityProjection, 'write');
  const activityReading = await views.open(activityProjection, 'read');
  const tails = new Map<string, { revision: number; chain: string }>();
  const people: AccountOfClient[] = [];
  let made = 1_000_000;

  return {
    folder,
    clock,
    eventLog,
    sealedLog,
    keys,
    /** Those of its clients; tests add theirs. */
    people,
    accounts: { ofClient: async (clientId: string) => people.filter((person) => person.clientId === clientId) },
    views: snapshot,
    activity: activityReading,
    newId: () => testId(made++),

    /** Appends an actor's events to the end of a stream, dated now. */
    async append(stream: string, clientId: string, actor: Actor, ...events: DaylineEvent[]): Promise<Recorded[]> {
      const tail = tails.get(stream);
      const commandId = testId(made++);
      const metadata = {
        commandId,
        commandDigest: '',
        correlationId: commandId,
        causationId: commandId,
        actor,
        clientId,
        channel: 'web' as const,
        recordedAt: new Date(clock.now()).toISOString(),
      };
      const result = await sealedLog.append(
        stream,
        tail?.revision ?? 'noStream',
        tail?.chain ?? chainStart,
        events.map(({ type, data }) => ({ id: testId(made++), type, data, metadata })),
      );
      if (!result.appended) throw new Error(`${stream} is at another revision`);
      tails.set(stream, {
        revision: result.revision,
        chain: result.events.at(-1)?.metadata.chain ?? chainStart,
      });
      return [...result.events];
    },

    /** Runs the real projector until both projections have reached the log's head. */
    async project(): Promise<void> {
      await caughtUp({ projection: deskProjection, feed: sealedLog, store: writing });
      await caughtUp({ projection: activityProjection, feed: storedFeed(eventLog), store: activityWriting });
    },

    /** Rebuilds the views beside these and swaps; returns their position. */
    async rebuild() {
      const { signal } = new AbortController();
      return (await rebuildViews({ projection: deskProjection, feed: sealedLog, views, signal })).position;
    },

    async close() {
      await views.close();
      await eventLog.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
