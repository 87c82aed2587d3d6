import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { noDetails } from '@dayline/contracts/clinic/identity';
import type { JsonObject } from '@dayline/contracts/json';
import type { PatientRow } from '@dayline/contracts/views/directory';
import { chainStart } from '@dayline/event-log/sealed-log/chain';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openSqliteEventLog } from '@dayline/event-log/sqlite/open';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import { desk } from '../projections/desk/projection.ts';
import { metadataOf, testId } from '../testing/draft.ts';
import { newFolder, removeFolder } from '../testing/views.ts';
import { startProjectorThread } from './thread.ts';

test('the thread opens sealed fields by itself, folds what is appended, and ends when told to', async () => {
  const dataDir = newFolder();
  const masterKey = randomBytes(32);
  const log = await openSqliteEventLog({ folder: dataDir });
  const vault = await openSqliteVault({ path: join(dataDir, 'vault.db'), masterKey });
  const projector = await startProjectorThread({ dataDir, masterKey, eventStoreUrl: null, viewStoreUrl: null });
  const views = openSqliteViewStore({ directory: join(dataDir, 'views') });
  const reader = await views.open(desk, 'read');

  const data: JsonObject = {
    ...noDetails,
    clientId: testId(1),
    name: 'Asha Rao',
    phone: '919812345678',
    email: null,
    location: null,
  };
  const seen = new Promise<string>((resolve) => {
    reader.onCommit(resolve);
  });
  const { chain: _, keyIds: __, schemaVersion: ___, ...metadata } = metadataOf(1, testId(1));
  const event = { id: testId(3), type: 'PatientRegistered', data, metadata };
  const appended = await openSealedLog(log, vault.keys).append(`patient-${testId(2)}`, 'noStream', chainStart, [event]);
  expect(appended).toMatchObject({ appended: true, position: await seen });
  const { rows } = await reader.query<PatientRow>({
    view: 'patients',
    where: { clientId: testId(1), phone: '919812345678' },
  });
  expect(rows.map(({ key, name }) => ({ key, name }))).toEqual([{ key: testId(2), name: 'Asha Rao' }]);

  const ending = new AbortController();
  for await (const item of projector.follow(log.start, ending.signal, { types: ['PatientRegistered'] })) {
    if (item.kind === 'caughtUp') ending.abort();
    else expect(item.events).toMatchObject([{ id: event.id, type: event.type }]);
  }

  await projector.stop();
  expect(projector.status()).toMatchObject({
    projection: `${desk.name}@${desk.version}`,
    checkpoint: await seen,
    stopped: null,
    trouble: null,
  });
  await Promise.all([views.close(), vault.close(), log.close()]);
  removeFolder(dataDir);
});

test('a thread that can’t open its files says why', async () => {
  const dataDir = newFolder();
  await expect(
    startProjectorThread({ dataDir, masterKey: randomBytes(32), eventStoreUrl: null, viewStoreUrl: null }),
  ).rejects.toThrow('The projector could not start');
  removeFolder(dataDir);
});
