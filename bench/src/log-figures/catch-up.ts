import { join } from 'node:path';
import { desk } from '@dayline/projector/projections/desk/projection';
import { startProjector } from '@dayline/projector/runner/start';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import type { Figures } from '../report.ts';
import { spreadOf } from '../statistics.ts';
import type { LogPart } from './log-part.ts';

/**
 * G6: the projector from the log's start, with all indexes and the checkpoint in each transaction; against scan and
 * parse.
 */
export async function catchUpFigures({ feed, end, scan: scanLog, folder }: LogPart, rounds: number): Promise<Figures> {
  const rates: { readonly scan: number; readonly catchUp: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const scanStarted = performance.now();
    const count = await scanLog();
    const scan = (count * 1_000) / (performance.now() - scanStarted);

    const views = openSqliteViewStore({ directory: join(folder, `views-${round}`) });
    const started = performance.now();
    let reached: () => void = () => {};
    const caughtUp = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const onStatus = ({ checkpoint }: { readonly checkpoint: string | null }) => {
      if (checkpoint === end) reached();
    };
    const projector = await startProjector({ projection: desk, feed, views, onStatus });
    await caughtUp;
    rates.push({ scan, catchUp: (count * 1_000) / (performance.now() - started) });
    await projector.stop();
    await views.close();
  }
  return {
    goals: [
      {
        goal: 'G6',
        what: "the projector's catch-up, of scan and parse",
        ...spreadOf(rates.map(({ scan, catchUp }) => catchUp / scan)),
        must: 0.05,
        bound: 'atLeast',
      },
    ],
    plain: [
      { what: 'projector, catching up', unit: 'events/s', ...spreadOf(rates.map(({ catchUp }) => catchUp)) },
      { what: 'scan and parse of the log', unit: 'events/s', ...spreadOf(rates.map(({ scan }) => scan)) },
    ],
  };
}
