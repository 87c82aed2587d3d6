// Figures of the search for people, in a process on the server's core.
import { desk } from '@dayline/projector/projections/desk/projection';
import { deskOf } from '@dayline/query-service/desk/desk';
import { DirectoryCopy } from '@dayline/query-service/desk/directory';
import { snapshotsFrom } from '@dayline/query-service/desk/snapshot';
import { patientSearchQueries } from '@dayline/query-service/search/patients';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import type { PeoplePlan } from '../large/main.ts';
import { noContext } from '../large/quiet-context.ts';
import type { Figures } from '../report.ts';
import { percentile, spreadOf } from '../statistics.ts';
import { clientId, peopleData } from './data.ts';

/** What a desk types: common and rare names, whole, begun and with a letter off, phones, and what nobody is called. */
const typed: readonly string[] = [
  ...['sharma', 'shrma', 'zutshi', 'zutsi', 'zoya wadia', 'zoya wdia', 'sharma asha', 'nobody of that name'],
  ...['s', 'sh', 'a s', 'kumar singh', 'asha verma rao iyer menon gupta nair', '9000012345', '+91 90000 12345'],
  ...['12345', '9000', 'ज्योति', 'கார்த்திக்', 'രമേശ്', 'సుధీర్', 'محمد', '☃😀', '\ud800', 'x'.repeat(200)],
];

const [cache, planText] = process.argv.slice(2);
if (!cache || !planText) throw new Error('Usage: people.js CACHE PLAN');
// Cast is safe: the parent sends exactly this.
const plan = JSON.parse(planText) as PeoplePlan;

const views = openSqliteViewStore({ directory: await peopleData(cache, plan.people) });
const store = deskOf(await views.open(desk, 'read'), '');
const read = snapshotsFrom({ desk: store, copy: new DirectoryCopy(store, ''), clock: Date, horizonDays: 60 });
const find = async (search: string) =>
  patientSearchQueries.searchPatients({ clientId, search }, (await read()).of(clientId), noContext);

/** How long each search of a round took, in ms. */
async function round(): Promise<{ readonly search: string; readonly ms: number }[]> {
  const took = [];
  for (let time = 0; time < plan.searches; time += 1) {
    for (const search of typed) {
      const started = performance.now();
      await find(search);
      took.push({ search, ms: performance.now() - started });
    }
  }
  return took;
}

await round();
const rounds = [];
for (let index = 0; index < plan.rounds; index += 1) rounds.push(await round());
await views.close();

const p99 = (took: readonly { readonly ms: number }[]) =>
  percentile(
    took.map(({ ms }) => ms),
    0.99,
  );
const all = rounds.flat();
const slowest = typed
  .map((search) => ({ search, ms: p99(all.filter((one) => one.search === search)) }))
  .reduce((one, other) => (other.ms > one.ms ? other : one));
const what = `people found among ${plan.people.toLocaleString('en')}`;
process.send?.({
  goals: [{ goal: 'G9', what: `${what}, p99 in ms`, ...spreadOf(rounds.map(p99)), must: 20, wanted: 'atMost' }],
  plain: [
    {
      what: `${what}, p50`,
      unit: 'ms',
      ...spreadOf(
        rounds.map((took) =>
          percentile(
            took.map(({ ms }) => ms),
            0.5,
          ),
        ),
      ),
    },
    {
      what: `${what}, p99 of the slowest: ${slowest.search}`,
      unit: 'ms',
      value: slowest.ms,
      min: slowest.ms,
      max: slowest.ms,
    },
  ],
} satisfies Figures);
process.disconnect?.();
