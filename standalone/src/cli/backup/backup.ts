import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { counted } from '@dayline/contracts/fields/phrase';
import { systemClock } from '@dayline/runtime/clock';
import { BackupFolderTaken, backUp } from '@dayline/stores/backup';
import type { Command } from 'commander';
import { CliFailure } from '../terminal/failure.ts';
import { say } from '../terminal/output.ts';
import { settingsWithLog } from '../workplace.ts';

export function backupCommand(program: Command): void {
  program
    .command('backup')
    .description(
      'copy the vault, the photos and the events (unless they are in EventStoreDB), even while the product runs; without the keys',
    )
    .argument('<folder>', 'the target folder; it must not exist or must be empty')
    .action((folder: string) => backup(resolve(folder)));
}

async function backup(to: string): Promise<void> {
  const { dataDir, eventStoreUrl, viewStoreUrl } = settingsWithLog();
  if (viewStoreUrl !== null) {
    throw new CliFailure(
      'The vault and the photos are in MongoDB. Copy them with mongodump; the events have their own backup (docs/operations.md).',
    );
  }
  if (!existsSync(join(dataDir, 'vault.db'))) throw new CliFailure(`There is no vault.db in DATA_DIR ${dataDir} yet.`);
  try {
    const { events, files } = await backUp({ dataDir, to, now: systemClock.now, hasLog: eventStoreUrl === null });
    const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 / 1024;
    say(
      `${events === null ? '' : `${counted(events, 'event')}, `}${counted(files.length, 'file')}, ${megabytes.toFixed(1)} MB copied to ${to}.`,
    );
    if (events === null) {
      say(
        'The events are in EventStoreDB and are not included. Copy its files before this backup, so that the vault has all their keys.',
      );
    }
    say(
      existsSync(join(dataDir, 'secrets.json'))
        ? `The keys are not included. Keep a copy of ${join(dataDir, 'secrets.json')} in a different place from the backups.`
        : 'The keys are not included. Keep MASTER_KEY in a different place from the backups.',
    );
  } catch (error) {
    if (error instanceof BackupFolderTaken) throw new CliFailure(error.message);
    throw error;
  }
}
