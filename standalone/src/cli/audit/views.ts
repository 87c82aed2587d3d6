import { counted } from '@dayline/contracts/fields/phrase';
import { verifyViews, viewFaultWords } from '@dayline/projector/checking/verify-views';
import { RebuildFailed } from '@dayline/projector/runner/rebuild';
import { openProjectorStores } from '@dayline/stores/open';
import { CliFailure } from '../terminal/failure.ts';
import { say } from '../terminal/output.ts';
import { feedOf, projections, versionText } from '../views.ts';
import { settingsWithLog } from '../workplace.ts';
import type { Faults } from './log.ts';

/**
 * Compares the rows of every projection with a new fold of the log. @throws CliFailure if the views are swapped
 * meanwhile
 */
export async function verifyAllViews(faults: Faults): Promise<void> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  const stores = await openProjectorStores(settingsWithLog(), { mayBeSetBack: true });
  // The follower alone doesn't keep the process alive.
  const alive = setInterval(() => {}, 60_000);
  try {
    for (const projection of Object.values(projections)) {
      const name = versionText(projection);
      const verification = await verifyViews({
        ...{ projection, feed: feedOf(projection, stores), views: stores.views, signal: ending.signal },
        onFault: (fault) => faults.report(`${name} ${viewFaultWords(fault)}`),
      });
      switch (verification.kind) {
        case 'nothing':
          console.error(`${name}: no rows yet, nothing to compare.`);
          break;
        case 'otherShape':
          faults.report(`${name}: the rows belong to another version of the views: rebuild them`);
          break;
        case 'otherLog':
          faults.report(`${name}: the rows come from events that the log does not have`);
          break;
        case 'compared': {
          const { rows, position, movedOn } = verification;
          const skippedNote = movedOn > 0 ? `; ${movedOn} kept changing and were not compared` : '';
          say(`${name}: ${counted(rows, 'row')} compared with the log, up to position ${position}${skippedNote}.`);
        }
      }
    }
  } catch (error) {
    if (error instanceof RebuildFailed) throw new CliFailure(`The views were not compared: ${error.message}.`);
    throw error;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
    clearInterval(alive);
    await stores.close();
  }
}
