import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderBusy, workAlone } from '@dayline/platform/data-folder/occupancy';
import type { SealedLog } from '@dayline/platform/sealed-log/open';
import type { ProjectionStore } from '@dayline/platform/view-store/port';
import { ViewShapeMismatch } from '@dayline/platform/view-store/sqlite/file';
import { openSqliteViewStore } from '@dayline/platform/view-store/sqlite/open';
import { desk } from '@dayline/projector/projections/desk/projection';
import type { ProjectorStatus } from '@dayline/projector/runner/status';
import type { Command } from 'commander';
import { foldToEnd } from './desk.ts';
import { CliFailure } from './failure.ts';
import { atWork, settings } from './workplace.ts';

/** How often the progress is printed, in ms. */
const sayEvery = 1_000;

export function viewCommands(program: Command): void {
  const views = program.command('views').description('what the screens show, folded from the log');
  views
    .command('rebuild')
    .description('build the views anew beside the old ones, compare, and swap; the product must be stopped')
    .action(() => rebuild());
}

async function rebuild(): Promise<void> {
  const { dataDir } = settings();
  const done = alone(dataDir);
  try {
    await atWork(async ({ sealedLog }) => {
      const standing = join(dataDir, 'views');
      const beside = join(standing, 'next');
      rmSync(beside, { recursive: true, force: true });
      mkdirSync(beside, { recursive: true });
      const name = `${desk.name}@${desk.version}`;
      const status = await foldToEnd({ log: sealedLog, directory: beside, onStatus: progress(name) });
      console.log(
        `${name} is built up to ${status.checkpoint ?? sealedLog.start}; parked events: ${status.parkedEvents}.`,
      );
      console.log(await compared({ standing, beside, name, log: sealedLog }));
      swap(standing, beside, `${name}.db`);
      console.log(`${name} is swapped.`);
    });
  } finally {
    done();
  }
}

function alone(dataDir: string): () => void {
  try {
    return workAlone(dataDir);
  } catch (error) {
    if (!(error instanceof DataFolderBusy)) throw error;
    throw new CliFailure(`The product runs on ${dataDir}: stop it first, then rebuild.`);
  }
}

/** Prints position, head, rate and the time left, once a second. */
function progress(name: string): (status: ProjectorStatus) => void {
  const started = performance.now();
  let last = started;
  return ({ checkpoint, head }) => {
    const now = performance.now();
    if (checkpoint === null || now - last < sayEvery) return;
    last = now;
    // Positions of the embedded log count its events.
    const passed = Number(checkpoint);
    const rate = passed / ((now - started) / 1_000);
    const left = Math.max(0, Number(head) - passed) / Math.max(rate, 1);
    console.log(`${name}: ${checkpoint} of ${head}, ${Math.round(rate)} events/s, ${Math.ceil(left)} s left`);
  };
}

interface Comparing {
  readonly standing: string;
  readonly beside: string;
  readonly name: string;
  readonly log: SealedLog;
}

/**
 * Compares row by row, both at the log's end: a product that was stopped, or killed, may have left the last events
 * unfolded.
 */
async function compared({ standing, beside, name, log }: Comparing): Promise<string> {
  if (!existsSync(join(standing, `${name}.db`))) return 'There were no views to compare with.';
  try {
    await foldToEnd({ log, directory: standing });
  } catch (error) {
    if (error instanceof ViewShapeMismatch) return 'The old views have another shape: not compared.';
    if (error instanceof CliFailure) return `${error.message} The old ones are not compared.`;
    throw error;
  }
  const stores = [openSqliteViewStore({ directory: standing }), openSqliteViewStore({ directory: beside })] as const;
  try {
    const [old, next] = await Promise.all([stores[0].open(desk, 'write'), stores[1].open(desk, 'read')]);
    const [was, is] = [await old.checkpoint(), await next.checkpoint()];
    if (was?.position !== is?.position) return `The old views stood at ${was?.position ?? 'nothing'}: not compared.`;
    let rows = 0;
    const differing: string[] = [];
    for (const view of desk.views) {
      const found = await difference(view.name, old, next);
      rows += found.rows;
      if (found.differing > 0) differing.push(`${view.name} in ${found.differing}`);
    }
    return differing.length === 0
      ? `Compared ${rows} rows: all the same.`
      : `Compared ${rows} rows: the old views differ (${differing.join(', ')}); the new ones hold what the log says.`;
  } finally {
    // Whoever closes a writing connection last leaves no write-ahead log behind.
    for (const store of stores) await store.close();
  }
}

async function difference(view: string, old: ProjectionStore, next: ProjectionStore) {
  const others = next.scan(view)[Symbol.asyncIterator]();
  let [rows, differing] = [0, 0];
  let other = await others.next();
  for await (const row of old.scan(view)) {
    while (!other.done && other.value.key < row.key) {
      differing += 1;
      other = await others.next();
    }
    rows += 1;
    if (other.done || other.value.key !== row.key) {
      differing += 1;
      continue;
    }
    if (JSON.stringify(other.value) !== JSON.stringify(row)) differing += 1;
    other = await others.next();
  }
  for (; !other.done; other = await others.next()) differing += 1;
  return { rows, differing };
}

/** One rename puts the new file in the old one's place; the old one's write-ahead log must not be taken for its. */
function swap(standing: string, beside: string, file: string): void {
  for (const ending of ['-wal', '-shm']) rmSync(join(standing, `${file}${ending}`), { force: true });
  const descriptor = openSync(join(beside, file), 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(join(beside, file), join(standing, file));
  rmSync(beside, { recursive: true, force: true });
}
