import type { Snapshot } from '@dayline/query-service/desk/snapshot';
import { appointmentDetailsQueries } from '@dayline/query-service/queries/appointment-details';
import { directoryPagesQueries } from '@dayline/query-service/queries/directory-pages';
import type { Figures } from '../report.ts';
import { median, spreadOf } from '../statistics.ts';
import type { LargeClient } from './data/data.ts';
import { searches } from './data/patients.ts';
import type { PlainViews, Searched } from './plain-views.ts';
import { noContext } from './quiet-context.ts';

export interface StoredParts {
  /** A fresh snapshot of the client. */
  readonly snapshot: () => Promise<Snapshot>;
  readonly plain: PlainViews;
  readonly client: LargeClient;
}

interface Search {
  readonly what: string;
  readonly find: (search: string) => Promise<unknown>;
  readonly view: Searched;
}

/**
 * G9: a page of a name search with its total, the slowest of several names, against counting the client's rows using a
 * covering index.
 */
export async function searchFigures(
  { snapshot, plain, client }: StoredParts,
  { rounds, searches: times }: { readonly rounds: number; readonly searches: number },
): Promise<Figures> {
  const { clientId } = client;
  const page = { clientId, page: 1, pageSize: 10 };
  const { listAppointmentDetailsOfClient } = appointmentDetailsQueries;
  const { listUsers } = directoryPagesQueries;
  const kinds: readonly Search[] = [
    {
      what: 'search by name in appointments',
      find: async (search) => listAppointmentDetailsOfClient({ ...page, search }, await snapshot(), noContext),
      view: 'appointments',
    },
    {
      what: 'search by name in visited appointments',
      find: async (search) =>
        listAppointmentDetailsOfClient({ ...page, status: 'Availed', search }, await snapshot(), noContext),
      view: 'appointments',
    },
    {
      what: 'search by name in patients',
      find: async (search) => listUsers({ ...page, search }, await snapshot(), noContext),
      view: 'patients',
    },
  ];
  const figures: Figures[] = [];
  for (const kind of kinds) figures.push(await figuresOf(kind, { plain, clientId, rounds, times }));
  return { goals: figures.flatMap(({ goals }) => goals), plain: figures.flatMap((figure) => figure.plain) };
}

/** This process's own CPU time so far in ms: other load on the core is excluded. */
function measureWork(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

interface IndexScan {
  readonly plain: PlainViews;
  readonly clientId: string;
  readonly rounds: number;
  readonly times: number;
}

/** CPU time in ms: the product's search, the bare count of the list, and the bare count of the matches. */
interface Timing {
  readonly found: number;
  readonly counted: number;
  readonly matched: number;
}
const middleOf = (pairs: readonly Timing[]): Timing => ({
  found: median(pairs.map(({ found }) => found)),
  counted: median(pairs.map(({ counted }) => counted)),
  matched: median(pairs.map(({ matched }) => matched)),
});

const limit = { goal: 'G9', must: 1.8, bound: 'atMost' } as const;

async function figuresOf(
  { what, find, view }: Search,
  { plain, clientId, rounds, times }: IndexScan,
): Promise<Figures> {
  const took: Timing[] = [];
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    const pairs: (Timing & { readonly name: number })[] = [];
    for (let time = 0; time < times; time += 1) {
      for (const [name, search] of searches.entries()) {
        const started = measureWork();
        plain.countByIndex(view, clientId);
        const counted = measureWork() - started;
        plain.matchesAlong(view, clientId, search);
        const matched = measureWork() - started - counted;
        await find(search);
        pairs.push({ name, counted, matched, found: measureWork() - started - counted - matched });
      }
    }
    // The slowest name counts, not the mean: fast common names must not hide slow rare ones.
    const medians = searches.map((_, name) => middleOf(pairs.filter((pair) => pair.name === name)));
    if (round > 0) took.push(medians.reduce((a, b) => (b.found > a.found ? b : a)));
  }
  const over = (figure: (took: Timing) => number) => spreadOf(took.map(figure));
  return {
    goals: [{ ...limit, what, ...over(({ found, counted }) => found / counted) }],
    plain: [
      { what: `${what}, the slowest of ${searches.length}`, unit: 'ms of work', ...over(({ found }) => found) },
      {
        what: '… a count of what matches, along the covering index',
        unit: 'ms of work',
        ...over(({ matched }) => matched),
      },
      {
        what: '… a count that looks at no name, along the same',
        unit: 'ms of work',
        ...over(({ counted }) => counted),
      },
    ],
  };
}
