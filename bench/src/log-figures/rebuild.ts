import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Projection } from '@dayline/projector/projections/projection';
import { rebuildViews } from '@dayline/projector/runner/rebuild';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import type { Figures } from '../report.ts';
import { spreadOf } from '../statistics.ts';
import type { LogPart } from './log-part.ts';

/** G5: the rebuild of a projection's views, against scan and parse; the memory is that of this process. */
export async function rebuildFigures(
  projection: Projection,
  { feed, scan, folder }: LogPart,
  rounds: number,
): Promise<Figures> {
  const { name } = projection;
  const directory = join(folder, `rebuilt-${name}`);
  rmSync(directory, { recursive: true, force: true });
  const views = openSqliteViewStore({ directory });

  /** Returns the duration in ms. @throws Error if a row differs from those of the previous rebuild */
  async function rebuild(): Promise<number> {
    const started = performance.now();
    await rebuildViews({
      projection,
      feed,
      views,
      signal: new AbortController().signal,
      onCompared(compared) {
        if (compared.kind === 'nothing') return;
        if (compared.kind !== 'compared' || compared.differing.size > 0) {
          throw new Error(`The rebuilt views of ${name} differ: ${JSON.stringify(compared)}`);
        }
      },
    });
    return performance.now() - started;
  }

  // Not timed: it gives the rows with which the timed ones are compared.
  await rebuild();
  const rates: { readonly count: number; readonly scan: number; readonly rebuilt: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const count = await scan();
    const scanned = (count * 1_000) / (performance.now() - started);
    rates.push({ count, scan: scanned, rebuilt: (count * 1_000) / (await rebuild()) });
  }
  await views.close();
  rmSync(directory, { recursive: true, force: true });

  const events = (rates[0]?.count ?? 0).toLocaleString('en');
  return {
    goals: [
      {
        goal: 'G5',
        what: `rebuild of ${name} from ${events} events, of scan and parse`,
        ...spreadOf(rates.map((rate) => rate.rebuilt / rate.scan)),
        must: 0.045,
        bound: 'atLeast',
      },
      {
        goal: 'G5',
        what: 'memory of that, in MB',
        ...spreadOf([process.resourceUsage().maxRSS / 1_024]),
        must: 400,
        bound: 'atMost',
      },
    ],
    plain: [
      {
        what: `rebuild of ${name}, a million events`,
        unit: 's',
        ...spreadOf(rates.map(({ rebuilt }) => 1_000_000 / rebuilt)),
      },
    ],
  };
}
