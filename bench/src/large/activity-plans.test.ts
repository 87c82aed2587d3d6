import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { activity } from '@dayline/projector/projections/activity/projection';
import { activityOf } from '@dayline/query-service/activity/activity';
import type { RowFilter, RowQuery } from '@dayline/view-store/port';
import { servingFile } from '@dayline/view-store/sqlite/generation-files';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import { selectsOf } from '@dayline/view-store/sqlite/select';
import Database from 'better-sqlite3';

const clientId = '01J0000000000000000000000C';
const checkpoint = { position: '0000000000000001', eventId: 'e', stream: 's', revision: 0 };
const unused = () => Promise.reject(new Error('not used'));
const queries: RowQuery[] = [];
let folder: string;
let page: ReturnType<typeof activityOf>['page'];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-activity-plans-'));
  const store = await openSqliteViewStore({ directory: folder }).open(activity, 'write');
  await store.write({ writes: [], checkpoint: { from: null, to: checkpoint } });
  const watched: typeof store = {
    ...store,
    query(query) {
      queries.push(query);
      return store.query(query);
    },
  };
  const owners = { accounts: { ofClient: unused }, keys: { get: unused } };
  ({ page } = activityOf(watched, { readStream: unused }, owners));
});
afterAll(() => rmSync(folder, { recursive: true }));

function planOf(query: RowQuery): string {
  const view = activity.views.find(({ name }) => name === query.view);
  if (!view) throw new Error(`There is no view ${query.view}.`);
  const { text, values } = selectsOf({ views: activity.views, view, hasFewMatches: () => false }).page(query);
  const database = new Database(servingFile(folder, activity), { readonly: true });
  const steps = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(...values);
  database.close();
  return steps.map(({ detail }) => detail).join('; ');
}

const after = Buffer.from(JSON.stringify(['2026-06-20', '0000000000000009', 'k'])).toString('base64url');
const order = [
  { field: 'recordedAt', descending: true },
  { field: 'position', descending: true },
];
const range = { field: 'recordedAt', from: '2026-06-01', to: '2026-06-30' };
test.each<[string, RowFilter['where'], string]>([
  ['', { inBatch: false }, 'byActor'],
  [' with an outcome', { inBatch: false, outcome: 'refused' }, 'byOutcome'],
  [' with an action', { action: 'signIn' }, 'byAction'],
  [' that are notable', { inBatch: false, notable: true }, 'byNotable'],
])(
  'the entries of a person with several aliases%s are found by an index of the filter',
  async (_what, where, index) => {
    for (const part of [{}, { after }, { range }, { range, after }]) {
      queries.length = 0;
      const among = { field: 'actorId', values: ['a', 'b', 'c'] };
      await page({ view: 'entries', where: { clientId, ...where }, among, order, limit: 20, ...part });
      expect(queries.length).toBeGreaterThan(0);
      for (const plan of queries.map(planOf)) {
        expect(plan).toContain(`SEARCH view_entries USING INDEX view_entries__${index} `);
        expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
      }
    }
  },
);
