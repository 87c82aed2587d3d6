import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@dayline/platform/config/config';
import { openSealedLog, type SealedLog } from '@dayline/platform/sealed-log/open';
import { openProjectorStores } from '@dayline/platform/stores/open';
import { RebuildUnderWay, type ViewStore } from '@dayline/platform/view-store/port';
import { desk } from '@dayline/projector/projections/desk/projection';
import type { Compared } from '@dayline/projector/runner/compare';
import { RebuildFailed, type RebuildProgress, rebuildViews } from '@dayline/projector/runner/rebuild';
import type { Command } from 'commander';
import { CliFailure } from './failure.ts';
import { headOf, settingsOfAnyEngine } from './workplace.ts';

/** How often the progress is printed, in ms. */
const sayEvery = 1_000;
const name = `${desk.name}@${desk.version}`;

export function viewCommands(program: Command): void {
  const views = program.command('views').description('what the screens show, folded from the log');
  views
    .command('rebuild')
    .description('build the views anew beside the serving ones, compare, and swap; the product may go on serving')
    .action(() => atViews(rebuild));
  views
    .command('rollback')
    .description('go back to the views before the last rebuild; they catch up. Done twice it is undone')
    .action(() => atViews(rollBack));
}

interface ViewPlace {
  readonly feed: SealedLog;
  readonly views: ViewStore;
  readonly signal: AbortSignal;
}

async function atViews(work: (place: ViewPlace) => Promise<void>): Promise<void> {
  const config: Config = settingsOfAnyEngine();
  if (config.eventStoreUrl === null && !existsSync(join(config.dataDir, 'events.db'))) {
    throw new CliFailure(`There is no log in DATA_DIR ${config.dataDir} yet.`);
  }
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort());
  const stores = await openProjectorStores(config);
  // A follower alone keeps no process alive.
  const alive = setInterval(() => {}, 60_000);
  try {
    await headOf(stores.log);
    await work({ feed: openSealedLog(stores.log, stores.keys), views: stores.views, signal: ending.signal });
  } catch (error) {
    if (error instanceof RebuildUnderWay) {
      throw new CliFailure(`${name} is being rebuilt or rolled back already: wait until that has ended.`);
    }
    if (error instanceof RebuildFailed) throw new CliFailure(`${name} was not rebuilt: ${error.message}.`);
    throw error;
  } finally {
    clearInterval(alive);
    await stores.close();
  }
}

async function rebuild(place: ViewPlace): Promise<void> {
  const done = await rebuildViews({
    ...place,
    projection: desk,
    onProgress: printer(),
    onCompared: (compared) => console.log(sentenceOf(compared)),
  });
  console.log(`${name} is swapped, at ${done.position ?? 'the start'}; parked events: ${done.parkedEvents}.`);
}

async function rollBack({ views }: ViewPlace): Promise<void> {
  if (await views.rollBack(desk)) {
    console.log(`${name} is as before the last rebuild, and catches up where the product runs.`);
    return;
  }
  throw new CliFailure(
    `There are no views of ${name} to go back to: none were rebuilt, or a person was erased since. Rebuild them.`,
  );
}

/** Prints position, head, rate and the time left, once a second. */
function printer(): (progress: RebuildProgress) => void {
  let last = performance.now();
  return ({ position, head, rate, secondsLeft }) => {
    const now = performance.now();
    if (now - last < sayEvery) return;
    last = now;
    const left = secondsLeft === null ? '' : `, ${Math.ceil(secondsLeft)} s left`;
    console.log(`${name}: ${position} of ${head}, ${Math.round(rate)} events/s${left}`);
  };
}

function sentenceOf(compared: Compared): string {
  switch (compared.kind) {
    case 'nothing':
      return 'There were no views to compare with.';
    case 'otherShape':
      return 'The old views have another shape: not compared.';
    case 'stuck':
      return `The old views can't reach the log's end (${compared.reason}): not compared.`;
    case 'compared': {
      const { rows, differing, movedOn } = compared;
      const unseen = movedOn > 0 ? ` ${movedOn} changed at each look and were not compared.` : '';
      if (differing.size === 0) return `Compared ${rows} rows: all the same.${unseen}`;
      const where = [...differing].map(([view, count]) => `${view} in ${count}`).join(', ');
      return `Compared ${rows} rows: the old views differ (${where}); the new ones hold what the log says.${unseen}`;
    }
  }
}
