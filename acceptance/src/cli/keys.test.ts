import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desk } from '@dayline/projector/projections/desk/projection';
import { readConfig } from '@dayline/runtime/config/config';
import { serveFrom } from '@dayline/runtime/data-folder/occupancy';
import { openMongo } from '@dayline/runtime/mongodb/connect';
import { mongoLease } from '@dayline/runtime/mongodb/lease';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import { openMongoVault } from '@dayline/vault/mongodb/open';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import { dayline } from '../testing/processes/command-line.ts';

const newKey = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString('base64');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function vault() {
  const read = readConfig({ DATA_DIR: folder });
  if (!read.ok) throw new Error(read.problem);
  return openSqliteVault({ path: join(folder, 'vault.db'), masterKey: read.config.masterKey });
}
const rotate = (key: string) => dayline(folder, ['keys', 'rotate'], '', { MASTER_KEY: '', NEW_MASTER_KEY: key });

test('the master key is changed, kept beside the data where it was, and opens every personal key', async () => {
  const before = await vault();
  const keys = await before.keys.ensure(['patient-1', 'patient-2']);
  await before.close();

  expect(await rotate('short')).toMatchObject({ code: 1, error: expect.stringMatching(/^NEW_MASTER_KEY must be 32/) });
  const { leave } = serveFrom(folder);
  expect(await rotate(newKey)).toMatchObject({
    code: 1,
    error: 'The product is running on this data folder. Stop it first.',
  });
  leave();

  const { code, output } = await rotate(newKey);
  expect([code, output]).toEqual([0, expect.stringContaining('2 personal keys are now wrapped with the new key.')]);
  expect(output).not.toContain(newKey);
  expect(JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))).toMatchObject({ MASTER_KEY: newKey });
  const after = await vault();
  expect(await after.keys.get(['patient-1', 'patient-2'])).toEqual(keys);
  await after.close();
  expect((await rotate(newKey)).output).toContain('The personal keys were already wrapped with it.');
});

test('without a vault there is nothing to change', async () => {
  expect(await rotate(newKey)).toMatchObject({ code: 1, error: expect.stringContaining('There is no vault.db') });
});

await describeOnMongodb('the master key of a vault in MongoDB', (server) => {
  test('is changed while no projector runs', async () => {
    const url = server.database();
    const mongo = openMongo({ url, answerWithinMs: 60_000 });
    const oldKey = Buffer.from(newKey, 'base64').reverse();
    const before = await openMongoVault({ db: mongo.db, masterKey: oldKey });
    const keys = await before.keys.ensure(['patient-1', 'patient-2']);
    const projector = mongoLease(mongo.views, `${desk.name}@${desk.version}`);
    const change = () =>
      dayline(folder, ['keys', 'rotate'], '', {
        VIEW_STORE_URL: url,
        MASTER_KEY: oldKey.toString('base64'),
        NEW_MASTER_KEY: newKey,
      });

    await projector.attempt();
    const held = setInterval(() => void projector.attempt(), projector.everyMs);
    const refused = await change();
    clearInterval(held);
    expect(refused).toMatchObject({
      code: 1,
      error: 'A projector is running on this database. Stop all services first.',
    });
    await projector.release();
    expect((await change()).output).toMatch(
      /^2 personal keys are now wrapped with the new key\.\nStart the product with it/,
    );
    const after = await openMongoVault({ db: mongo.db, masterKey: Buffer.from(newKey, 'base64') });
    expect(await after.keys.get(['patient-1', 'patient-2'])).toEqual(keys);
    await mongo.close();
  });
});
