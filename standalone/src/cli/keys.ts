import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { desk } from '@dayline/projector/projections/desk/projection';
import type { Config } from '@dayline/runtime/config/config';
import { settings } from '@dayline/runtime/config/settings';
import { DataFolderBusy, workAlone } from '@dayline/runtime/data-folder/occupancy';
import { rotateMasterKey as rotateSqliteVault } from '@dayline/vault/sqlite/rotate';
import type { Command } from 'commander';
import { apiKeyCommands } from './connections/api-keys.ts';
import { CliFailure } from './terminal/failure.ts';
import { say } from './terminal/output.ts';
import { settingsOfAnyEngine } from './workplace.ts';

export function keyCommands(program: Command): void {
  const keys = program.command('keys').description('the keys that seal personal data, and the API keys of partners');
  keys
    .command('rotate')
    .description('replace MASTER_KEY with NEW_MASTER_KEY, both from the environment; the product must be stopped')
    .action(rotate);
  apiKeyCommands(keys);
}

async function rotate(): Promise<void> {
  const config = settingsOfAnyEngine();
  const { schema, expected } = settings.MASTER_KEY;
  const newKey = process.env['NEW_MASTER_KEY'] ?? '';
  const next = schema.safeParse(newKey);
  if (!next.success) throw new CliFailure(`NEW_MASTER_KEY must be ${expected}: openssl rand -base64 32`);

  const { dataDir } = config;
  const leave = alone(dataDir);
  try {
    const { keys, rotated } = await rotateIn(config, next.data);
    const isKept = (process.env['MASTER_KEY'] ?? '') === '';
    if (isKept) keep(join(dataDir, 'secrets.json'), newKey);
    say(
      rotated
        ? `${keys} personal keys are now wrapped with the new key.`
        : 'The personal keys were already wrapped with it.',
    );
    say(
      isKept
        ? `It is stored in ${join(dataDir, 'secrets.json')}; keep a copy elsewhere.`
        : 'Start the product with it as MASTER_KEY.',
    );
    say('Earlier backups still need the old key.');
  } finally {
    leave();
  }
}

/** Opened on the engine in the settings. */
async function rotateIn({ dataDir, viewStoreUrl, masterKey: from }: Config, to: Buffer) {
  if (viewStoreUrl !== null) return rotateOnMongodb(viewStoreUrl, { from, to });
  const path = join(dataDir, 'vault.db');
  if (!existsSync(path)) throw new CliFailure(`There is no vault.db in DATA_DIR ${dataDir} yet.`);
  return rotateSqliteVault({ path, from, to });
}

async function rotateOnMongodb(url: string, keys: { from: Buffer; to: Buffer }) {
  const [{ openMongo }, { mongoLease }, { rotateMasterKey }] = await Promise.all([
    import('@dayline/runtime/mongodb/connect'),
    import('@dayline/runtime/mongodb/lease'),
    import('@dayline/vault/mongodb/rotate'),
  ]);
  const mongo = openMongo({ url });
  try {
    // The only service that can be detected from here is a projector.
    const lease = mongoLease(mongo.views, `${desk.name}@${desk.version}`);
    if (!(await lease.attempt()))
      throw new CliFailure('A projector is running on this database. Stop all services first.');
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
    if (error instanceof DataFolderBusy)
      throw new CliFailure('The product is running on this data folder. Stop it first.');
    throw error;
  }
}

/** Written to a temporary file and renamed, so that a reader finds the old file or the complete new one. */
function keep(path: string, masterKey: string): void {
  const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof content !== 'object' || content === null) throw new CliFailure(`${path} is damaged.`);
  writeFileSync(`${path}.new`, `${JSON.stringify({ ...content, MASTER_KEY: masterKey }, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
