import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { streams } from '@dayline/contracts/events/categories';
import type { PlainLog } from '../log-figures/plain-log.ts';
import type { Figures } from '../report.ts';
import { spreadOf } from '../statistics.ts';
import type { LargeClient } from './data/data.ts';
import { dataToday, instantOf } from './data/shape.ts';
import type { Wire } from './wire.ts';

/** Days before the data's today whose boards are read as of eleven o'clock. */
const daysBack = [1, 5, 20, 60, 120, 200];

/** A report reads a month's rows and folds a week's days again. */
const maxReports = 3;
const reportAsked = new URLSearchParams({
  month: dataToday.slice(0, 7),
  at: new Date(instantOf(addDays(dataToday, -7), '23:59')).toISOString(),
});

const measureMs = async (work: () => unknown): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

/** G16: the board of a client as of any day over HTTP, against reading and parsing that day's streams. */
export async function asOfFigures(
  wire: Wire,
  { client, plain }: { readonly client: LargeClient; readonly plain: PlainLog },
  rounds: number,
): Promise<Figures> {
  const cookie = await wire.signIn(client, 'admin');
  const listed = await wire.text('/api/poc/get-doctors', JSON.stringify({ clientId: client.clientId }), cookie);
  // Cast is safe: the reply's schema contains it.
  const doctors = (JSON.parse(listed) as { pocId: string }[]).map(({ pocId }) => pocId);
  const samples: { readonly board: number; readonly read: number; readonly hold: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const back of daysBack) {
      const date = addDays(dataToday, -back);
      const at = new Date(instantOf(date, '11:00')).toISOString();
      await wire.usage();
      const board = await measureMs(() => wire.get(`/api/audit/as-of/board?at=${encodeURIComponent(at)}`, cookie));
      const hold = (await wire.usage()).maxHoldMs;
      const read = await measureMs(() => {
        for (const pocId of doctors) plain.stream(streams.doctorDay(pocId, date));
      });
      samples.push({ board, read, hold });
    }
  }
  const reports: { readonly took: number; readonly hold: number }[] = [];
  for (let round = 0; round < Math.min(rounds, maxReports); round += 1) {
    await wire.usage();
    const took = await measureMs(() => wire.get(`/api/audit/report?${reportAsked}`, cookie));
    reports.push({ took, hold: (await wire.usage()).maxHoldMs });
  }
  const over = (figure: (sample: (typeof samples)[number]) => number) => spreadOf(samples.map(figure));
  return {
    goals: [
      {
        goal: 'G16',
        what: "a client's board as of a day, of a read of its streams",
        ...over(({ board, read }) => board / read),
        must: 3.5,
        bound: 'atMost',
      },
    ],
    plain: [
      { what: "a client's board as of a day", unit: 'ms', ...over(({ board }) => board) },
      { what: "the read of that day's streams", unit: 'ms', ...over(({ read }) => read) },
      { what: 'hold of the event loop by that board', unit: 'ms', ...over(({ hold }) => hold) },
      {
        what: 'a report of a month as known a week before its end',
        unit: 'ms',
        ...spreadOf(reports.map(({ took }) => took)),
      },
      { what: 'hold of the event loop by that report', unit: 'ms', ...spreadOf(reports.map(({ hold }) => hold)) },
    ],
  };
}
