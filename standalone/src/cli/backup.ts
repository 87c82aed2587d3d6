import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { systemClock } from '@dayline/runtime/clock';
import { BackupFolderTaken, backUp } from '@dayline/stores/backup';
import type { Command } from 'commander';
import { CliFailure } from './terminal/failure.ts';
import { say } from './terminal/output.ts';
import { settingsWithLog } from './workplace.ts';

export function backupCommand(program: Command): void {
  program
    .command('backup')
    .description(
      'copy vault, photos and, unless in EventStoreDB, events, also while the product runs; without the keys',
    )
    .argument('<folder>', 'where to; it must not be there yet, or be empty')
    .action((folder: string) => backup(resolve(folder)));
}

async function backup(to: string): Promise<void> {
  const { dataDir, eventStoreUrl, viewStoreUrl } = settingsWithLog();
  if (viewStoreUrl !== null) {
    throw new CliFailure(
      'The vault and the photos are in MongoDB: mongodump copies them, and the events have a backup of their own (docs/operations.md).',
    );
  }
  if (!existsSync(join(dataDir, 'vault.db'))) throw new CliFailure(`There is no vault.db in DATA_DIR ${dataDir} yet.`);
  try {
    const { events, files } = await backUp({ dataDir, to, now: systemClock.now, hasLog: eventStoreUrl === null });
    const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 / 1024;
    say(
      `${events === null ? '' : `${events} events, `}${files.length} files, ${megabytes.toFixed(1)} MB are in ${to}.`,
    );
    if (events === null) {
      say(
        'Without the events, which EventStoreDB keeps: copy its files before this, so that the vault has all their keys.',
      );
    }
    say(
      existsSync(join(dataDir, 'secrets.json'))
        ? `Without the keys: keep a copy of ${join(dataDir, 'secrets.json')} in another place than the backups.`
        : 'Without the keys: keep MASTER_KEY in another place than the backups.',
    );
  } catch (error) {
    if (error instanceof BackupFolderTaken) throw new CliFailure(error.message);
    throw error;
  }
}
