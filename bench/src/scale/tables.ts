import { arrivalsAt, costOf, groupCommits } from './group-commit.ts';
import { assumed, commit, documentStore, eventsOfDemo, rates, rowsPerAppend } from './measured.ts';
import { loadOf, places } from './places.ts';
import { projectorLag } from './projector-lag.ts';

export interface Table {
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Two significant figures: more would claim too much. */
function rounded(value: number): string {
  if (value === 0) return '0';
  const places = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1);
  const short = places < 1 ? Math.round(value / places) / (1 / places) : Math.round(value / places) * places;
  return short.toLocaleString('en-GB', { maximumFractionDigits: 6 });
}
const percent = (share: number): string => `${Math.round(share * 100)} %`;

const sizes: readonly (readonly [number, string])[] = [
  [1e12, 'TB'],
  [1e9, 'GB'],
  [1e6, 'MB'],
];
function bytes(value: number): string {
  const [unit, name] = sizes.find(([size]) => value >= size) ?? [1, 'B'];
  return `${rounded(value / unit)} ${name}`;
}

const loads = places.map((place) => ({ ...place, ...loadOf(place) }));
const perPlace = (what: string, of: (load: (typeof loads)[number]) => string): readonly string[] => [
  what,
  ...loads.map(of),
];

const load = (): Table => ({
  name: 'load',
  head: ['', ...places.map(({ name }) => name)],
  rows: [
    perPlace('visits a day', ({ visits }) => rounded(visits)),
    perPlace('events a day', ({ eventsADay }) => rounded(eventsADay)),
    perPlace('events a year', ({ eventsAYear }) => rounded(eventsAYear)),
    perPlace('their bytes a year', ({ eventBytesAYear }) => bytes(eventBytesAYear)),
    perPlace('`events.db`, grown in a year', ({ logFileBytesAYear }) => bytes(logFileBytesAYear)),
    perPlace('views, grown in a year', ({ viewBytesAYear }) => bytes(viewBytesAYear)),
    perPlace('vault, grown in a year', ({ vaultBytesAYear }) => bytes(vaultBytesAYear)),
    perPlace('commands a second, busiest hour', ({ appends }) => rounded(appends)),
    perPlace('open screens', ({ screens }) => rounded(screens)),
    perPlace('messages to screens a second', ({ packets }) => rounded(packets)),
    perPlace('queries a second', ({ queries }) => rounded(queries)),
    perPlace('query services', ({ queryServices }) => String(queryServices)),
    perPlace('of one command service', ({ appends }) => percent(appends / rates.bookings)),
    perPlace('rebuild of a year on SQLite, hours', ({ eventsAYear }) =>
      rounded(eventsAYear / rates.rebuildOnSqlite / 3_600),
    ),
  ],
});

const groupCommit = (): Table => ({
  name: 'group-commit',
  head: ['appends a second', 'appends a commit', 'wait p50, ms', 'wait p99, ms', 'writer busy'],
  rows: [...loads.map(({ appends }) => appends), 700, 1_500, 3_000].map((rate) => {
    const { batch, p50, p99, busy } = groupCommits(arrivalsAt(rate), costOf(commit));
    return [rounded(rate), rounded(batch), rounded(p50), rounded(p99), percent(busy)];
  }),
});

const lag = (): Table => ({
  name: 'lag',
  head: ['place', 'projectors', 'busy', 'lag p50, s', 'lag p99, s', 'behind after 10 minutes, s'],
  rows: loads.flatMap(({ name, hospitals, appends }) =>
    [1, 2, 4, 8].flatMap((partitions) => {
      // More projectors than one matter only if one isn't enough.
      if (partitions > 1 && hospitals < 2_500) return [];
      const found = projectorLag({ rate: appends, hospitals, partitions, ...documentStore, seconds: 600 });
      return [
        [
          name,
          String(partitions),
          percent(found.busy),
          rounded(found.p50),
          rounded(found.p99),
          found.behindAtEnd < 1 ? '0' : rounded(found.behindAtEnd),
        ],
      ];
    }),
  ),
});

const inputs = (): Table => ({
  name: 'given',
  head: ['what', 'value', 'from'],
  rows: [
    ...Object.entries(eventsOfDemo).map(([type, { perAppointment, bytes: size }]) => [
      `\`${type}\`, a booked appointment`,
      `${perAppointment} of ${size} bytes`,
      'the demo',
    ]),
    ['view rows that a command changes, at most', String(rowsPerAppend), 'the demo'],
    ['bookings a second, one command service', String(rates.bookings), 'benchmarks.md, G1'],
    ['events a second, a rebuild on SQLite', rates.rebuildOnSqlite.toLocaleString('en-GB'), 'benchmarks.md, G5'],
    [
      'a batch on a document store',
      `${documentStore.perBatchMs} ms and ${rounded(documentStore.perRowMs)} ms a row`,
      'the tests’ server, an order of size',
    ],
    [
      'a commit on SQLite',
      `${commit.perBatchMs} ms and ${commit.perAppendMs} ms an append`,
      '`--simulate --check`, a shared disk',
    ],
    [
      'visits a day, doctors, desks of a hospital',
      `${assumed.visitsPerHospital}, ${assumed.doctorsPerHospital}, ${assumed.desksPerHospital}`,
      'assumed',
    ],
    ['working days a year', String(assumed.workingDays), 'assumed'],
    ['share of the busiest hour', percent(assumed.busiestHour), 'assumed'],
    ['new patients a visit', String(assumed.newPatientsPerVisit), 'assumed'],
    ['open pages that fetch again at a change', percent(assumed.pagesThatRefetch), 'assumed'],
    ['queries a screen and minute', String(assumed.queriesPerScreenAndMinute), 'assumed'],
    [
      'queries a second and sockets, one query service',
      `${assumed.queriesPerService}, ${assumed.socketsPerService}`,
      'assumed',
    ],
  ],
});

/** All tables of docs/scale.md, recomputed; the same on every machine. */
export const scaleTables = (): readonly Table[] => [inputs(), load(), groupCommit(), lag()];

export const markdownOf = ({ head, rows }: Table): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
