import { once } from 'node:events';
import { counted } from '@dayline/contracts/fields/phrase';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { activity } from '@dayline/projector/projections/activity/projection';
import { desk } from '@dayline/projector/projections/desk/projection';
import type { Projection } from '@dayline/projector/projections/projection';
import type { ComparisonOutcome } from '@dayline/projector/runner/compare';
import { startLeasedProjector } from '@dayline/projector/runner/lease';
import { RebuildFailed, type RebuildProgress, rebuildViews } from '@dayline/projector/runner/rebuild';
import type { EventFeed } from '@dayline/projector/runner/run';
import type { Projector } from '@dayline/projector/runner/start';
import type { ProjectorStatus } from '@dayline/projector/runner/status';
import { storedFeed } from '@dayline/projector/runner/stored-feed';
import { serveFrom } from '@dayline/runtime/data-folder/occupancy';
import { openProjectorStores, type ProjectorStores } from '@dayline/stores/open';
import { RebuildUnderWay, type ViewStore } from '@dayline/view-store/port';
import { Argument, type Command } from 'commander';
import { CliFailure } from './terminal/failure.ts';
import { say } from './terminal/output.ts';
import { headOf, settingsWithLog } from './workplace.ts';

/** Interval between progress lines, in ms. */
const reportEveryMs = 1_000;

/** The projections that can be rebuilt, and what each is folded from. */
export const projections = { desk, activity } as const;
type ProjectionName = keyof typeof projections;
export const feedOf = (projection: Projection, { log, keys }: ProjectorStores): EventFeed =>
  projection.name === activity.name ? storedFeed(log) : openSealedLog(log, keys);
export const versionText = ({ name, version }: Projection): string => `${name}@${version}`;

export function viewCommands(program: Command): void {
  const views = program.command('views').description('the read models behind the pages, folded from the log');
  views
    .command('prepare')
    .description(
      "before an upgrade: build this version's views next to the current ones, and keep them up to date until stopped",
    )
    .action(() => atViews('desk', prepare));
  views
    .command('rebuild')
    .description('rebuild the views next to the current ones, compare, and switch; the product can keep running')
    .addArgument(whichViews())
    .option('--resume', 'continue an interrupted rebuild of the same build instead of starting over')
    .action((projectionName: ProjectionName, { resume = false }: { resume?: boolean }) =>
      atViews(projectionName, (target) => rebuild(target, resume)),
    );
  views
    .command('rollback')
    .description('go back to the views before the last rebuild; they catch up. Running it twice undoes it')
    .addArgument(whichViews())
    .action((projectionName: ProjectionName) => atViews(projectionName, rollBack));
}

const whichViews = () =>
  new Argument('[projection]', 'desk is what the screens show, activity what auditors read')
    .choices(Object.keys(projections))
    .default('desk');

interface ViewTarget {
  readonly projection: Projection;
  readonly feed: EventFeed;
  readonly views: ViewStore;
  readonly stores: ProjectorStores;
  readonly dataDir: string;
  readonly signal: AbortSignal;
}

async function atViews(projectionName: ProjectionName, work: (target: ViewTarget) => Promise<void>): Promise<void> {
  const projection = projections[projectionName];
  const name = versionText(projection);
  const config = settingsWithLog();
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort());
  const stores = await openProjectorStores(config);
  // The follower alone doesn't keep the process alive.
  const alive = setInterval(() => {}, 60_000);
  try {
    await headOf(stores.log);
    const { dataDir } = config;
    const feed = feedOf(projection, stores);
    await work({ projection, feed, views: stores.views, stores, dataDir, signal: ending.signal });
  } catch (error) {
    if (error instanceof RebuildUnderWay) {
      throw new CliFailure(`${name} is already being rebuilt or rolled back. Wait until that has finished.`);
    }
    if (error instanceof RebuildFailed) throw new CliFailure(`${name} was not rebuilt: ${error.message}.`);
    throw error;
  } finally {
    clearInterval(alive);
    await stores.close();
  }
}

/**
 * Runs this version's projector beside the serving version; the restarted product waits for it to end and continues.
 * The desk's views are built first, since pages wait only for them.
 */
async function prepare({ dataDir, stores, signal }: ViewTarget): Promise<void> {
  const { leave } = serveFrom(dataDir);
  const projectors: Projector[] = [];
  try {
    for (const projection of Object.values(projections)) {
      const { projector, settled } = await preparing(projection, stores, signal);
      projectors.push(projector);
      const status = await settled;
      const name = versionText(projection);
      if (status === null) throw new CliFailure(`${name} is not ready. The next start builds it from the beginning.`);
      if (status.stopped !== null) throw new CliFailure(`${name} cannot be prepared: ${status.stopped}`);
      if (status.waits) say(`${name} needs nothing: another process already keeps it up to date.`);
      else say(`${name} is ready at ${status.checkpoint ?? 'the start'} and kept up to date.`);
    }
    if (projectors.every((projector) => projector.status().waits)) return;
    say('Restart the product with this version now, then stop this command (Ctrl-C).');
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    for (const projector of projectors) await projector.stop();
    leave();
  }
}

/**
 * `settled` resolves when the views are built, can't be built, or belong to another process; null if aborted before.
 */
async function preparing(projection: Projection, stores: ProjectorStores, signal: AbortSignal) {
  let settle: (status: ProjectorStatus | null) => void = () => {};
  const firstStatus = new Promise<ProjectorStatus | null>((resolve) => {
    settle = resolve;
  });
  signal.addEventListener('abort', () => settle(null));
  let trouble: string | null = null;
  const projector = await startLeasedProjector({
    projection,
    feed: feedOf(projection, stores),
    views: stores.views,
    lease: stores.lease(projection),
    onProgress: printer(versionText(projection)),
    onStatus(status) {
      if (status.trouble !== null && status.trouble !== trouble) say(`Retrying: ${status.trouble}`);
      trouble = status.trouble;
      if (status.waits || status.caughtUp || status.stopped !== null) settle(status);
    },
  });
  return { projector, settled: firstStatus };
}

async function rebuild(target: ViewTarget, resume: boolean): Promise<void> {
  const result = await rebuildViews({
    ...target,
    resume,
    onProgress: printer(versionText(target.projection)),
    onCompared: (comparison) => say(sentenceOf(comparison)),
  });
  say(
    `${versionText(target.projection)} rebuilt and in use, at ${result.position ?? 'the start'}; parked events: ${result.parkedEvents}.`,
  );
}

async function rollBack({ projection, views }: ViewTarget): Promise<void> {
  const name = versionText(projection);
  if (await views.rollBack(projection)) {
    say(`${name} is back to the views before the last rebuild, and catches up while the product runs.`);
    return;
  }
  throw new CliFailure(
    `There are no views of ${name} to go back to: they were never rebuilt, or a patient was erased since. Rebuild them.`,
  );
}

/** Prints position, head, rate and remaining time, once a second. */
function printer(name: string): (progress: RebuildProgress) => void {
  let last = performance.now();
  return ({ position, head, rate, secondsLeft }) => {
    const now = performance.now();
    if (now - last < reportEveryMs) return;
    last = now;
    const timeLeft = secondsLeft === null ? '' : `, ${Math.ceil(secondsLeft)} s left`;
    say(`${name}: ${position} of ${head}, ${Math.round(rate)} events/s${timeLeft}`);
  };
}

function sentenceOf(comparison: ComparisonOutcome): string {
  switch (comparison.kind) {
    case 'nothing':
      return 'There were no old views to compare with.';
    case 'otherShape':
      return 'Not compared: the old views have a different shape.';
    case 'stuck':
      return `Not compared: the old views cannot reach the end of the log (${comparison.reason}).`;
    case 'compared': {
      const { rows, differing, movedOn } = comparison;
      const unseen = movedOn > 0 ? ` ${movedOn} kept changing and were not compared.` : '';
      if (differing.size === 0) return `Compared ${counted(rows, 'row')}: no differences.${unseen}`;
      const where = [...differing].map(([view, count]) => `${view} in ${count}`).join(', ');
      return `Compared ${counted(rows, 'row')}: the old views differ (${where}); the new ones match the log.${unseen}`;
    }
  }
}
