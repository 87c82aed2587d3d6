import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { Actor } from '@dayline/contracts/events/metadata';
import type { DaylineEvent } from '@dayline/contracts/events/table';
import { openMemoryEventLog } from '@dayline/platform/event-log/memory/open';
import { chainStart } from '@dayline/platform/sealed-log/chain';
import { memoryKeyRing } from '@dayline/platform/sealed-log/memory-key-ring';
import { openSealedLog } from '@dayline/platform/sealed-log/open';
import { openSqliteViewStore } from '@dayline/platform/view-store/sqlite/open';
import { desk as deskProjection } from '@dayline/projector/projections/desk/projection';
// biome-ignore lint/style/noRestrictedImports: the tests run the real projector; the service itself never does
import { rebuildViews } from '@dayline/projector/runner/rebuild';
// biome-ignore lint/style/noRestrictedImports: the tests run the real projector; the service itself never does
import { followOnce } from '@dayline/projector/runner/run';
import { testId } from './ids.ts';

/** Whose clock stands at an instant until a test moves it. */
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

/** A log of real events and views on SQLite in a temporary folder; `project` brings the views up to the log's head. */
export async function openTestClinic(now: string) {
  const folder = await mkdtemp(join(tmpdir(), 'dayline-queries-'));
  const clock = setClock(now);
  const eventLog = openMemoryEventLog();
  const sealedLog = openSealedLog(eventLog, memoryKeyRing());
  const views = openSqliteViewStore({ directory: folder });
  const writing = await views.open(deskProjection, 'write');
  const reading = await views.open(deskProjection, 'read');
  const tails = new Map<string, { revision: number; chain: string }>();
  let made = 1_000_000;

  return {
    folder,
    clock,
    eventLog,
    sealedLog,
    views: reading,
    newId: () => testId(made++),

    /** Appends to a stream's end what an actor did now. */
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

    /** Runs the real projector until it has caught up with the log. */
    async project(): Promise<void> {
      const ending = new AbortController();
      await followOnce({
        projection: deskProjection,
        feed: sealedLog,
        store: writing,
        signal: ending.signal,
        report: ({ caughtUp }) => {
          if (caughtUp) ending.abort();
        },
      });
    },

    /** Builds the views anew beside these and swaps; answers the position that they stand at. */
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
