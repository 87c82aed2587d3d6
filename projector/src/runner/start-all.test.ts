import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chainStart } from '@dayline/event-log/sealed-log/chain';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openSqliteEventLog } from '@dayline/event-log/sqlite/open';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import type { ProjectionStore } from '@dayline/view-store/port';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import { activity } from '../projections/activity/projection.ts';
import { desk } from '../projections/desk/projection.ts';
import { metadataOf, testId } from '../testing/draft.ts';
import { newFolder, removeFolder } from '../testing/views.ts';
import type { ProjectorStatus } from './status.ts';
import { startProjectorThread } from './thread.ts';

/** Resolves when the store has committed the position, even if it already has. */
async function reached(store: ProjectionStore, position: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = store.onCommit((at) => at >= position && done());
    const done = () => {
      stop();
      resolve();
    };
    void store.checkpoint().then((checkpoint) => (checkpoint?.position ?? '') >= position && done());
  });
}

async function withThread(
  prepare: (dataDir: string) => void,
  check: (parts: {
    readonly dataDir: string;
    append(): Promise<string>;
    waitFor(word: (status: ProjectorStatus) => boolean): Promise<ProjectorStatus>;
    open(projection: typeof desk | typeof activity): Promise<ProjectionStore>;
  }) => Promise<void>,
): Promise<void> {
  const dataDir = newFolder();
  const masterKey = randomBytes(32);
  const log = await openSqliteEventLog({ folder: dataDir });
  const vault = await openSqliteVault({ path: join(dataDir, 'vault.db'), masterKey });
  prepare(dataDir);
  const statuses: ProjectorStatus[] = [];
  const waiting = new Set<() => void>();
  const projector = await startProjectorThread({
    ...{ dataDir, masterKey, eventStoreUrl: null, viewStoreUrl: null },
    onStatus(status) {
      statuses.push(status);
      for (const look of waiting) look();
    },
  });
  const views = openSqliteViewStore({ directory: join(dataDir, 'views') });
  let ordinal = 100;
  await check({
    dataDir,
    async append() {
      const { chain: _, keyIds: __, schemaVersion: ___, ...metadata } = metadataOf(1, testId(1));
      const data = { clientId: testId(1), name: 'Cardiology' };
      const event = { id: testId(ordinal++), type: 'DepartmentOpened', data, metadata };
      const stream = `department-${testId(ordinal++)}`;
      const appended = await openSealedLog(log, vault.keys).append(stream, 'noStream', chainStart, [event]);
      return appended.appended ? appended.position : '';
    },
    waitFor: (word) =>
      new Promise((resolve) => {
        const look = () => {
          const match = statuses.find(word);
          if (!match) return;
          waiting.delete(look);
          resolve(match);
        };
        waiting.add(look);
        look();
      }),
    open: (projection) => views.open(projection, 'read'),
  });
  await projector.stop();
  await Promise.all([views.close(), vault.close(), log.close()]);
  removeFolder(dataDir);
}

test('the thread keeps the desk and the activity, each at its own checkpoint', async () => {
  await withThread(
    () => undefined,
    async ({ append, open }) => {
      const position = await append();
      const [deskRows, activityRows] = [await open(desk), await open(activity)];
      await Promise.all([reached(deskRows, position), reached(activityRows, position)]);
      const { rows } = await activityRows.query({ view: 'entries', where: { clientId: testId(1) } });
      expect(rows).toMatchObject([{ type: 'DepartmentOpened', position }]);
    },
  );
});

test('an activity that can’t be opened doesn’t stop the desk, and begins once it can be', async () => {
  const broken = (dataDir: string) => join(dataDir, 'views', `${activity.name}@${activity.version}.db`);
  await withThread(
    (dataDir) => {
      mkdirSync(join(dataDir, 'views'));
      writeFileSync(
        broken(dataDir),
        'this is no database, and longer than the header of one would have to be'.repeat(9),
      );
    },
    async ({ dataDir, append, waitFor, open }) => {
      const ofActivity = await waitFor(
        ({ projection, trouble }) => projection.startsWith('activity') && trouble !== null,
      );
      expect(ofActivity.trouble).toContain('not a database');
      const position = await append();
      await reached(await open(desk), position);
      rmSync(broken(dataDir));
      await waitFor(({ projection, caughtUp }) => projection.startsWith('activity') && caughtUp);
      await reached(await open(activity), position);
    },
  );
});
