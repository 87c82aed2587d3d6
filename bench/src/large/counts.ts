import { countsKey } from '@dayline/projector/projections/desk/counts';
import { countsQueries } from '@dayline/query-service/queries/counts';
import { dayPictureQueries } from '@dayline/query-service/queries/day-picture';
import type { Figures } from '../report.ts';
import { median, spreadOf } from '../statistics.ts';
import { noContext } from './quiet-context.ts';
import type { StoredParts } from './search.ts';

/** G10: each of the dashboard's counts, against a lookup of one row by its key. */
export async function countFigures(
  { snapshot, plain, client }: StoredParts,
  { rounds, looks }: { readonly rounds: number; readonly looks: number },
): Promise<Figures> {
  const { clientId, pocId } = client;
  const key = countsKey.ofClient(clientId);
  const { countAppointmentsOfClient, countDepartmentsAndDoctors, countAppointmentsOfDoctor, countAppointmentsByType } =
    countsQueries;
  const counts: readonly (() => Promise<unknown>)[] = [
    async () => countAppointmentsOfClient({ clientId, status: 'Confirmed' }, await snapshot(), noContext),
    async () => countAppointmentsOfClient({ clientId, status: 'Cancelled' }, await snapshot(), noContext),
    async () => countDepartmentsAndDoctors({ clientId }, await snapshot(), noContext),
    async () => countAppointmentsOfDoctor({ pocId, status: 'Confirmed' }, await snapshot(), noContext),
    async () => countAppointmentsByType({ pocId, type: 'Direct Consultation' }, await snapshot(), noContext),
  ];
  const ratios: number[] = [];
  const took: number[] = [];
  const limits: number[] = [];
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    const counted: number[] = [];
    const found: number[] = [];
    for (let look = 0; look < looks; look += 1) {
      const count = counts[look % counts.length];
      const started = performance.now();
      plain.row('counts', key);
      const between = performance.now();
      await count?.();
      counted.push(performance.now() - between);
      found.push(between - started);
    }
    if (round === 0) continue;
    ratios.push(median(counted) / median(found));
    took.push(median(counted) * 1_000);
    limits.push(median(found) * 1_000);
  }
  const picture = await pictureMs({ snapshot, clientId, rounds });
  return {
    goals: [
      {
        goal: 'G10',
        what: "the dashboard's counts, of a row by its key",
        ...spreadOf(ratios),
        must: 3,
        bound: 'atMost',
      },
    ],
    plain: [
      { what: "one of the dashboard's counts, p50", unit: 'µs', ...spreadOf(took) },
      { what: 'a row by its key, p50', unit: 'µs', ...spreadOf(limits) },
      { what: "the dashboard's picture of the day, p50", unit: 'ms', ...spreadOf(picture) },
    ],
  };
}

async function pictureMs({
  snapshot,
  clientId,
  rounds,
}: Pick<StoredParts, 'snapshot'> & { readonly clientId: string; readonly rounds: number }): Promise<number[]> {
  const roundTimes: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const times: number[] = [];
    for (let time = 0; time < 20; time += 1) {
      const started = performance.now();
      await dayPictureQueries.getDayPictureOfClient({ clientId }, await snapshot(), noContext);
      times.push(performance.now() - started);
    }
    if (round > 0) roundTimes.push(median(times));
  }
  return roundTimes;
}
