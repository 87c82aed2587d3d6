// Figures of the patient search, in a process on the server's core.
import { desk } from '@dayline/projector/projections/desk/projection';
import { deskOf } from '@dayline/query-service/desk/desk';
import { DirectoryCopy } from '@dayline/query-service/desk/directory';
import { snapshotsFrom } from '@dayline/query-service/desk/snapshot';
import { bookingQueries } from '@dayline/query-service/queries/booking';
import { patientSearchQueries } from '@dayline/query-service/search/patients';
import { samePersonQueries } from '@dayline/query-service/search/same-person';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import type { PeoplePlan } from '../large/main.ts';
import { noContext } from '../large/quiet-context.ts';
import type { Figures } from '../report.ts';
import { percentile, spreadOf } from '../statistics.ts';
import { clientId, peopleData } from './data.ts';

/**
 * A desk's search texts: common and rare names, complete, partial and misspelt, phone numbers, and a name that nobody
 * has.
 */
const input: readonly string[] = [
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

/** The questions of a registration, about people of all parts of the list, and the list of possible duplicates. */
async function lookUps(): Promise<readonly { readonly what: string; readonly ms: readonly number[] }[]> {
  const snapshot = (await read()).of(clientId);
  const { rows } = await store.page({
    view: 'patients',
    where: { clientId, erased: false },
    limit: 200,
    offset: 5_000,
  });
  const timed = async (what: string, ask: (of: (typeof rows)[number]) => unknown) => {
    const ms: number[] = [];
    for (const row of rows) {
      const started = performance.now();
      await ask(row);
      ms.push(performance.now() - started);
    }
    return { what, ms };
  };
  return [
    await timed('a phone looked up', ({ phone }) =>
      bookingQueries.verifyUser({ clientId, phone: phone ?? '' }, snapshot, noContext),
    ),
    await timed('possible duplicates of a new patient', ({ name, phone, bornOn }) =>
      samePersonQueries.findDuplicates({ clientId, name: name ?? '', phone, bornOn, sex: null }, snapshot, noContext),
    ),
    await timed('a page of the possible duplicates', () =>
      samePersonQueries.listDuplicates({ clientId, page: 1, pageSize: 10 }, snapshot, noContext),
    ),
  ];
}

/** This process's own CPU time so far in ms: other load on the core is excluded. */
function measureWork(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

interface Timing {
  readonly search: string;
  readonly work: number;
  readonly ms: number;
}

/** How long each search of a round took, in ms, and its work. */
async function round(): Promise<Timing[]> {
  const took = [];
  for (let time = 0; time < plan.searches; time += 1) {
    for (const search of input) {
      const started = performance.now();
      const before = measureWork();
      await find(search);
      took.push({ search, work: measureWork() - before, ms: performance.now() - started });
    }
  }
  return took;
}

await round();
const rounds: Timing[][] = [];
for (let index = 0; index < plan.rounds; index += 1) rounds.push(await round());
const asked = await lookUps();
await views.close();

const quantile = (took: readonly Timing[], share: number, of: 'work' | 'ms' = 'work') =>
  percentile(
    took.map((search) => search[of]),
    share,
  );
const over = (share: number, of?: 'work' | 'ms') => spreadOf(rounds.map((took) => quantile(took, share, of)));
const all = rounds.flat();
const slowest = input
  .map((search) => ({
    search,
    median: quantile(
      all.filter((took) => took.search === search),
      0.5,
    ),
  }))
  .reduce((a, b) => (b.median > a.median ? b : a));
const what = `people found among ${plan.people.toLocaleString('en')}`;
process.send?.({
  goals: [{ goal: 'G9', what: `${what}, p99 in ms of work`, ...over(0.99), must: 20, bound: 'atMost' }],
  plain: [
    { what: `${what}, p50`, unit: 'ms of work', ...over(0.5) },
    { what: `${what}, p99 on the clock`, unit: 'ms', ...over(0.99, 'ms') },
    ...asked.flatMap(({ what: question, ms }) =>
      [0.5, 0.99].map((share) => ({
        what: `${question} among ${plan.people.toLocaleString('en')}, p${share * 100}`,
        unit: 'ms',
        ...spreadOf([percentile(ms, share)]),
      })),
    ),
    {
      what: `${what}, the slowest: ${slowest.search}`,
      unit: 'ms of work',
      ...spreadOf([slowest.median]),
    },
  ],
} satisfies Figures);
process.disconnect?.();
