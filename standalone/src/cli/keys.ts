import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@dayline/platform/config/config';
import { settings } from '@dayline/platform/config/settings';
import { DataFolderBusy, workAlone } from '@dayline/platform/data-folder/occupancy';
import { rotateMasterKey as rotateSqliteVault } from '@dayline/platform/vault/sqlite/rotate';
import { desk } from '@dayline/projector/projections/desk/projection';
import type { Command } from 'commander';
import { CliFailure } from './failure.ts';
import { settingsOfAnyEngine } from './workplace.ts';

export function keyCommands(program: Command): void {
  const keys = program.command('keys').description('what the personal data is sealed with');
  keys
    .command('rotate')
    .description(
      'wrap all that MASTER_KEY wraps by NEW_MASTER_KEY, both from the environment; the product must be stopped',
    )
    .action(rotate);
}

async function rotate(): Promise<void> {
  const config = settingsOfAnyEngine();
  const { schema, expected } = settings.MASTER_KEY;
  const given = process.env['NEW_MASTER_KEY'] ?? '';
  const next = schema.safeParse(given);
  if (!next.success) throw new CliFailure(`NEW_MASTER_KEY must be ${expected}: openssl rand -base64 32`);

  const { dataDir } = config;
  const leave = alone(dataDir);
  try {
    const { keys, rotated } = await rotateIn(config, next.data);
    const isKept = (process.env['MASTER_KEY'] ?? '') === '';
    if (isKept) keep(join(dataDir, 'secrets.json'), given);
    console.log(rotated ? `${keys} personal keys are wrapped by the new key.` : 'They were wrapped by it before.');
    console.log(
      isKept
        ? `It stands in ${join(dataDir, 'secrets.json')}; keep a copy elsewhere.`
        : 'Start the product with it as MASTER_KEY.',
    );
    console.log('Backups that were made before still need the old one.');
  } finally {
    leave();
  }
}

/** On the engine that the settings name. */
async function rotateIn({ dataDir, viewStoreUrl, masterKey: from }: Config, to: Buffer) {
  if (viewStoreUrl !== null) return rotateOnMongodb(viewStoreUrl, { from, to });
  const path = join(dataDir, 'vault.db');
  if (!existsSync(path)) throw new CliFailure(`There is no vault.db in DATA_DIR ${dataDir} yet.`);
  return rotateSqliteVault({ path, from, to });
}

async function rotateOnMongodb(url: string, keys: { from: Buffer; to: Buffer }) {
  const [{ openMongo }, { mongoLease }, { rotateMasterKey }] = await Promise.all([
    import('@dayline/platform/mongodb/connect'),
    import('@dayline/platform/mongodb/lease'),
    import('@dayline/platform/vault/mongodb/rotate'),
  ]);
  const mongo = openMongo({ url });
  try {
    // Of the services only a projector can be seen from here.
    const lease = mongoLease(mongo.db, `${desk.name}@${desk.version}`);
    if (!(await lease.attempt())) throw new CliFailure('A projector runs on this database: stop all services first.');
    await lease.release();
    return await rotateMasterKey({ db: mongo.db, ...keys });
  } finally {
    await mongo.close();
  }
}

function alone(dataDir: string): () => void {
  try {
    return workAlone(dataDir);
  } catch (error) {
    if (error instanceof DataFolderBusy) throw new CliFailure('The product runs on this data folder: stop it first.');
    throw error;
  }
}

/** A reader finds the old file or the new one, whole. */
function keep(path: string, masterKey: string): void {
  const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof kept !== 'object' || kept === null) throw new CliFailure(`${path} is damaged.`);
  writeFileSync(`${path}.new`, `${JSON.stringify({ ...kept, MASTER_KEY: masterKey }, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
