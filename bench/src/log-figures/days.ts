import { createAggregates } from '@dayline/command-service/modules';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { systemClock } from '@dayline/runtime/clock';
import type { Figures } from '../report.ts';
import { median, spreadOf } from '../statistics.ts';
import type { PlainLog } from './plain-log.ts';

/** Number of days that are loaded in turn. */
const days = 64;

/** G7: a doctor's day of 50 events loaded and folded as a command does it, against reading and parsing its rows. */
export async function dayFigures(
  { log, plain }: { readonly log: SealedLog; readonly plain: PlainLog },
  { rounds, loads }: { readonly rounds: number; readonly loads: number },
): Promise<Figures> {
  // Caches too few events to hold any of these days, so that each load reads.
  const handler = createAggregates({ log, clock: systemClock, cachedEvents: 1 }).days;
  const streams = plain.largestDays(days);
  const counts = streams.map(({ events }) => events);
  const ratios: number[] = [];
  const product: number[] = [];
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    const folded: number[] = [];
    const rows: number[] = [];
    for (let load = 0; load < loads; load += 1) {
      const stream = streams[load % streams.length]?.stream ?? '';
      const rowsStarted = performance.now();
      plain.stream(stream);
      const started = performance.now();
      await handler.load(stream);
      folded.push(performance.now() - started);
      rows.push(started - rowsStarted);
    }
    if (round === 0) continue;
    ratios.push(median(folded) / median(rows));
    product.push(median(folded) * 1_000);
  }
  return {
    goals: [
      {
        goal: 'G7',
        what: `a day of ${median(counts)} events loaded, over rows and parse, p50`,
        ...spreadOf(ratios),
        must: 2.6,
        bound: 'atMost',
      },
    ],
    plain: [{ what: `a day of ${median(counts)} events loaded and folded, p50`, unit: 'µs', ...spreadOf(product) }],
  };
}
