import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { fileLease } from '@dayline/runtime/lease/file-lease';
import type { Lease } from '@dayline/runtime/lease/lease';
import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import { desk } from '../projections/desk/projection.ts';
import { newFolder, removeFolder } from '../testing/views.ts';
import { startLeasedProjector } from './lease.ts';
import type { Projector } from './start.ts';
import type { ProjectorStatus } from './status.ts';

const folder = newFolder();
afterAll(() => removeFolder(folder));

/** A projector on the folder's views, and a way to wait for a status. */
async function start(
  lease: Lease,
): Promise<{ projector: Projector; waitFor(word: (status: ProjectorStatus) => boolean): Promise<void> }> {
  const waiting = new Set<() => void>();
  const projector = await startLeasedProjector({
    projection: desk,
    feed: openSealedLog(openMemoryEventLog(), memoryKeyRing()),
    views: openSqliteViewStore({ directory: folder }),
    lease,
    onStatus: () => {
      for (const look of waiting) look();
    },
  });
  return {
    projector,
    waitFor: (word) =>
      new Promise((resolve) => {
        const look = () => {
          if (!word(projector.status())) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

test('a second projector waits, and takes over when the first has ended', async () => {
  const first = await start(fileLease(folder, 'two'));
  await first.waitFor(({ caughtUp }) => caughtUp);
  const second = await start(fileLease(folder, 'two'));
  expect(second.projector.status()).toMatchObject({ waits: true, caughtUp: false, trouble: null });
  await first.projector.stop();
  await second.waitFor(({ caughtUp, waits }) => caughtUp && waits === undefined);
  await second.projector.stop();
});

test('one whose lease somebody else took stops folding and waits', async () => {
  let isOurs = true;
  const lease: Lease = { everyMs: 5, attempt: async () => isOurs, release: async () => undefined };
  const { projector, waitFor } = await start(lease);
  await waitFor(({ caughtUp }) => caughtUp);
  isOurs = false;
  await waitFor(({ waits }) => waits === true);
  isOurs = true;
  await waitFor(({ caughtUp }) => caughtUp);
  await projector.stop();
});

test('where the lease can not be asked for, the holder goes on and a waiter says so', async () => {
  let answer = async (): Promise<boolean> => true;
  const away = () => Promise.reject(new Error('the store is unavailable'));
  const holding = await start({ everyMs: 5, attempt: () => answer(), release: async () => undefined });
  await holding.waitFor(({ caughtUp }) => caughtUp);
  answer = away;
  let isHeld = async (): Promise<boolean> => false;
  const waiting = await start({ everyMs: 5, attempt: () => isHeld(), release: async () => undefined });
  isHeld = away;
  await waiting.waitFor(({ trouble }) => trouble === 'the store is unavailable');
  expect(holding.projector.status()).toMatchObject({ caughtUp: true, trouble: null });
  isHeld = async () => false;
  await waiting.waitFor(({ trouble }) => trouble === null);
  await waiting.projector.stop();
  await holding.projector.stop();
});
