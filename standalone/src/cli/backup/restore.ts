import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { counted } from '@dayline/contracts/fields/phrase';
import type { DeskView } from '@dayline/contracts/views';
import { BackupDamaged, type BackupManifest, restoreBackup } from '@dayline/stores/backup';
import { openProjectorStores, type StoreSettings } from '@dayline/stores/open';
import type { ViewStore } from '@dayline/view-store/port';
import type { Command } from 'commander';
import { withRecords } from '../audit/audit.ts';
import { Faults, verifyAgainst } from '../audit/log.ts';
import { CliFailure } from '../terminal/failure.ts';
import { say } from '../terminal/output.ts';
import { foldToEnd } from '../view-reader.ts';
import { feedOf, projections, versionText } from '../views.ts';
import { settingsOfAnyEngine } from '../workplace.ts';

export function restoreCommands(program: Command): void {
  program
    .command('restore')
    .description('tries backups')
    .command('drill')
    .description(
      'restore a backup into a temporary folder beside it, check the log, build the views, and compare the counts; DATA_DIR stays as it is',
    )
    .argument('<backup>', 'a folder that `backup` made')
    .action((backup: string) => drill(resolve(backup)));
}

async function drill(backup: string): Promise<void> {
  const { masterKey } = settingsOfAnyEngine();
  const dataDir = await mkdtemp(join(dirname(backup), 'dayline-drill-'));
  const startedAt = performance.now();
  try {
    const { events, begun: madeAt } = await restoreParts(backup, dataDir);
    if (events === null) {
      throw new CliFailure(
        'The events of this backup are in EventStoreDB: restore its files first (docs/operations.md).',
      );
    }
    const counts = await builtViews({ dataDir, eventStoreUrl: null, viewStoreUrl: null, masterKey }, events);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    say(`The backup of ${madeAt} can be restored: ${counts}; it took ${seconds} s.`);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function restoreParts(from: string, to: string): Promise<BackupManifest> {
  try {
    return await restoreBackup({ from, to });
  } catch (error) {
    if (error instanceof BackupDamaged) throw new CliFailure(`The backup cannot be restored: ${error.message}`);
    throw error;
  }
}

/** Builds the views and checks the log. Returns the counts as text. @throws CliFailure */
async function builtViews(settings: StoreSettings, expected: number): Promise<string> {
  const stores = await openProjectorStores(settings, { mayBeSetBack: true });
  let counts: string;
  try {
    for (const projection of Object.values(projections)) {
      await foldToEnd({ projection, feed: feedOf(projection, stores), views: stores.views });
    }
    counts = await countsOf(stores.views, expected);
  } finally {
    await stores.close();
  }
  const faults = new Faults();
  const checked = await withRecords(settings, (records) => verifyAgainst(settings, records, [], faults));
  if (faults.count > 0)
    throw new CliFailure(`The log of the backup is damaged: ${counted(faults.count, 'fault')} in ${checked}.`);
  return `${checked}; ${counts}`;
}

/** Views whose rows an operator can compare with the running product. */
const comparedViews: readonly DeskView[] = ['doctors', 'patients', 'appointments'];

async function countsOf(views: ViewStore, expected: number): Promise<string> {
  for (const projection of Object.values(projections)) {
    const store = await views.open(projection, 'read');
    const parkedCount = (await store.parked()).length;
    await store.close();
    if (parkedCount > 0) {
      throw new CliFailure(
        `${versionText(projection)} could not take ${counted(parkedCount, 'event')}: the vault is older than the log, or MASTER_KEY is another.`,
      );
    }
  }
  const entries = await rowsIn(views, projections.activity, ['entries']);
  if (entries[0] !== expected) {
    throw new CliFailure(`The backup should have ${counted(expected, 'event')}; the views have ${entries[0]}.`);
  }
  const counts = await rowsIn(views, projections.desk, comparedViews);
  return comparedViews.map((view, index) => counted(counts[index] ?? 0, view.slice(0, -1))).join(', ');
}

/** The number of rows of each view. */
async function rowsIn(
  views: ViewStore,
  projection: (typeof projections)[keyof typeof projections],
  names: readonly string[],
): Promise<readonly number[]> {
  const store = await views.open(projection, 'read');
  try {
    const counts: number[] = [];
    for (const name of names) {
      let count = 0;
      for await (const row of store.scan(name)) if (row.gone !== true) count += 1;
      counts.push(count);
    }
    return counts;
  } finally {
    await store.close();
  }
}
