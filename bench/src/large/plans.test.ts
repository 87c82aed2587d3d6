import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QueryName } from '@dayline/contracts/endpoints/table';
import { emptyCounts } from '@dayline/projector/projections/desk/counts';
import { desk } from '@dayline/projector/projections/desk/projection';
import { deskOf } from '@dayline/query-service/desk/desk';
import { DirectoryCopy } from '@dayline/query-service/desk/directory';
import { snapshotsFrom } from '@dayline/query-service/desk/snapshot';
import type { Query } from '@dayline/query-service/queries/answer';
import { appointmentDetailsQueries } from '@dayline/query-service/queries/appointment-details';
import { dayPictureQueries } from '@dayline/query-service/queries/day-picture';
import { directoryPagesQueries } from '@dayline/query-service/queries/directory-pages';
import { slotGroupsQueries } from '@dayline/query-service/queries/slot-groups';
import { todayQueries } from '@dayline/query-service/queries/today';
import type { CountQuery, RowQuery } from '@dayline/view-store/port';
import { servingFile } from '@dayline/view-store/sqlite/generation-files';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import { selectsOf } from '@dayline/view-store/sqlite/select';
import Database from 'better-sqlite3';
import type { LargeClient } from './data/data.ts';
import { listCases } from './list-cases.ts';
import { noContext } from './quiet-context.ts';

const clientId = '01J0000000000000000000000C';
const pocId = '01J0000000000000000000000D';
const client: LargeClient = {
  key: 'large',
  clientId,
  pocId,
  emails: { admin: '', doctor: '' },
  password: '',
  patients: 0,
  appointments: 0,
};
const at = '0000000000000001';
const checkpoint = { position: at, eventId: 'e', stream: 's', revision: 0 };
const queriesByName = {
  ...appointmentDetailsQueries,
  ...directoryPagesQueries,
  ...slotGroupsQueries,
  ...todayQueries,
  ...dayPictureQueries,
};
// Cast is safe: looking the queries up by name loses their request types.
const queryOf = (name: QueryName) => (queriesByName as Partial<Record<QueryName, unknown>>)[name] as Query<QueryName>;

/** Counts for a list with many pages. */
function manyOf(key: string) {
  const byStatus = { Confirmed: 500, Availed: 500, Not_Availed: 500, Cancelled: 500 };
  const byType = { 'Direct Consultation': 500, 'Tele Consultation': 500 };
  return { ...emptyCounts(key, clientId, at), byStatus, byType, patients: 500 };
}

let folder: string;
const queries: { readonly kind: 'page' | 'count'; readonly query: RowQuery | CountQuery }[] = [];
let ask: (name: QueryName, request: object) => Promise<unknown>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-plans-'));
  const store = await openSqliteViewStore({ directory: folder }).open(desk, 'write');
  const doctor = { key: pocId, at, clientId, departmentId: pocId, name: 'Dr. A', search: 'dr. a', schedule: null };
  await store.write({
    writes: [{ view: 'doctors', row: doctor, was: null }],
    checkpoint: { from: null, to: checkpoint },
  });
  const watched = deskOf(
    {
      ...store,
      // Lists with a count of zero read no page.
      load: async (view, keys) =>
        view === 'counts' ? new Map(keys.map((key) => [key, manyOf(key)])) : store.load(view, keys),
      query: (query) => {
        queries.push({ kind: 'page', query });
        return store.query(query);
      },
      count: async (query) => {
        queries.push({ kind: 'count', query });
        await store.count(query);
        return 20;
      },
    },
    '',
  );
  const clock = { now: () => Date.parse('2026-06-30T05:30:00Z') };
  const read = snapshotsFrom({ desk: watched, copy: new DirectoryCopy(watched, ''), clock, horizonDays: 60 });
  // Cast is safe: the cases have the shape of their calls' requests.
  ask = async (name, request) => queryOf(name)(request as never, (await read()).of(clientId), noContext);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** @param isFew whether an index of letters is assumed to match few rows */
function planOf(kind: 'page' | 'count', query: RowQuery | CountQuery, isFew = false): string {
  const view = desk.views.find(({ name }) => name === query.view);
  if (!view) throw new Error(`There is no view ${query.view}.`);
  const { text, values } = selectsOf({ views: desk.views, view, hasFewMatches: () => isFew })[kind](query);
  const database = new Database(servingFile(folder, desk), { readonly: true });
  const steps = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(...values);
  database.close();
  return steps.map(({ detail }) => detail).join('; ');
}

const searched = { clientId, search: 'sharma', page: 1, pageSize: 10 };
test.each<[QueryName, readonly object[]]>([
  // The activity has its own views.
  ...listCases(client, [pocId])
    .filter(({ call }) => call !== 'listActivity')
    .map(({ call, requests }): [QueryName, readonly object[]] => [call, requests]),
  ['listAppointmentDetailsOfClient', [{ ...searched, search: 'sh' }]],
  ['listUsers', [searched, { ...searched, sort: 'z-a' }]],
  ['listTodaysAppointmentsOfClient', [{ clientId }]],
  ['listTodaysAppointmentsOfDoctor', [{ pocId }]],
  ['getDayPictureOfClient', [{ clientId }]],
])('%s finds its rows by an index in their order', async (name, requests) => {
  for (const request of requests) {
    queries.length = 0;
    await ask(name, request);
    for (const { kind, query } of queries) {
      const plan = planOf(kind, query);
      expect(plan).toMatch(/^SEARCH /);
      expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
      if (kind === 'count') expect(plan).toMatch(/COVERING INDEX/);
    }
  }
});

test('a search walks on from its page, and counts nothing twice', async () => {
  const order = [
    { field: 'date', descending: true },
    { field: 'time', descending: true },
  ] as const;
  const after = Buffer.from(JSON.stringify(['2026-06-01', '09:00', 'k'])).toString('base64url');
  const plan = planOf('count', {
    view: 'appointments',
    where: { clientId },
    contains: { field: 'patientSearch', words: ['sharma'] },
    order,
    after,
  });
  expect(plan).toMatch(
    /^SEARCH .* COVERING INDEX .*byClientDay \(f_clientId=\? AND \(f_date,f_time,key\)<\(\?,\?,\?\)\)$/,
  );
});

test.each([
  [false, '\\(f_date,f_time,key\\)>\\(\\?,\\?,\\?\\) AND f_date<\\?'],
  [true, 'f_date>\\? AND \\(f_date,f_time,key\\)<\\(\\?,\\?,\\?\\)'],
])('a range of dates walks on from its page (descending: %s)', (descending, walked) => {
  const order = [
    { field: 'date', descending },
    { field: 'time', descending },
  ];
  const range = { field: 'date', from: '2026-06-01', to: '2026-06-30' };
  const after = Buffer.from(JSON.stringify(['2026-06-20', '09:00', 'k'])).toString('base64url');
  const query = { view: 'appointments', where: { clientId }, range, order, after };
  const found = new RegExp(`^SEARCH .*byClientDay \\(f_clientId=\\? AND ${walked}\\)$`);
  expect(planOf('page', { ...query, limit: 500 })).toMatch(found);
  expect(planOf('count', query)).toMatch(found);
});

const byLetters =
  'SEARCH view_patients USING INTEGER PRIMARY KEY (rowid=?); LIST SUBQUERY; SCAN view_patients__letters';
const along = 'SEARCH view_patients USING COVERING INDEX view_patients__bySearch (f_clientId=? AND f_erased=?)';
const sorted = 'USE TEMP B-TREE FOR ORDER BY';
/** A query plan without its numbers. */
const plansOf = (isFew: boolean) =>
  queries.map(({ kind, query }) =>
    `${kind}: ${planOf(kind, query, isFew)}`.replaceAll(/ \d+(?=;)| VIRTUAL TABLE [^;]+/g, ''),
  );

test('a name of few patients is looked up by its letters', async () => {
  queries.length = 0;
  await ask('listUsers', { ...searched, page: -1 });
  expect(plansOf(true)).toEqual([`count: ${byLetters}`, `page: ${byLetters}; ${sorted}`]);
});

test.each([
  ['in all of them', {}],
  ['in those of a status, oldest first', { status: 'Availed', sort: 'oldest' }],
])('appointments are looked up by the patients whom a name finds: %s', async (_what, request) => {
  queries.length = 0;
  await ask('listAppointmentDetailsOfClient', { ...searched, ...request });
  const keyLookup = 'INDEX view_appointments__byPatient (f_patientId=?); LIST SUBQUERY;';
  const plans = (patients: string) => [
    `count: SEARCH view_appointments USING COVERING ${keyLookup} ${patients}`,
    `page: SEARCH view_appointments USING ${keyLookup} ${patients}; ${sorted}`,
  ];
  expect(plansOf(true)).toEqual(plans(byLetters));
  expect(plansOf(false)).toEqual(plans(along));
});
