import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import type { ViewStore } from '@dayline/view-store/port';
import { servingFile } from '@dayline/view-store/sqlite/generation-files';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import Database from 'better-sqlite3';
import { desk } from '../projections/desk/projection.ts';
import { rebuildViews } from '../runner/rebuild.ts';
import type { EventFeed } from '../runner/run.ts';
import { startProjector } from '../runner/start.ts';
import { appendAll, recorded } from '../testing/draft.ts';
import { randomHistory } from '../testing/history.ts';
import { catchUp, dumpFolder, feedOf, newFolder, openViewReader, removeFolder } from '../testing/views.ts';
import { type VerifiedViews, type ViewFault, verifyViews } from './verify-views.ts';

/** A history without an erasure, which would remove the generation that a rollback needs. */
function unerased(): RecordedDaylineEvent[] {
  for (let seed = 1; ; seed += 1) {
    const history = recorded(randomHistory({ seed, size: 300 }));
    if (!history.some(({ type }) => type === 'PatientErased')) return history;
  }
}
const events = unerased();
let folder: string;
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => removeFolder(folder));

const { signal } = new AbortController();
async function verified(feed: EventFeed, rowsOfPart = 50_000): Promise<{ result: VerifiedViews; faults: ViewFault[] }> {
  const views = openSqliteViewStore({ directory: folder });
  const faults: ViewFault[] = [];
  const onFault = (fault: ViewFault) => faults.push(fault);
  const result = await verifyViews({ projection: desk, feed, views, signal, onFault, rowsOfPart }).finally(() =>
    views.close(),
  );
  return { result, faults };
}
async function projected(): Promise<EventFeed> {
  const feed = await feedOf(events);
  const store = await openViewReader(folder);
  await catchUp(feed, store);
  await store.close();
  return feed;
}
/** Alters the serving file, as a person with write access to it could. */
function alter(sql: string): void {
  const db = new Database(servingFile(folder, desk));
  db.exec(sql);
  db.close();
}
const keyIn = (view: string): string => {
  const db = new Database(servingFile(folder, desk), { readonly: true });
  const key = db.prepare<[], string>(`SELECT key FROM view_${view} WHERE gone = 0 ORDER BY key LIMIT 1`).pluck().get();
  db.close();
  return key ?? '';
};
const inDoc = (view: string, key: string, field: string, value: string): string =>
  `UPDATE view_${view} SET doc = json_set(doc, '$.${field}', '${value}') WHERE key = '${key}'`;

test('rows that are as the log says are compared, and stay as they are', async () => {
  const feed = await projected();
  const before = await dumpFolder(folder);
  const { result, faults } = await verified(feed);
  const last = events.at(-1)?.position;
  expect({ result, faults }).toEqual({
    result: { kind: 'compared', rows: before.length, position: last, movedOn: 0 },
    faults: [],
  });
  expect(await dumpFolder(folder)).toEqual(before);
});

test('a part of the rows at a time is compared as all at once', async () => {
  const feed = await projected();
  alter(inDoc('appointments', keyIn('appointments'), 'statusBy', 'Somebody Else'));
  const whole = await verified(feed);
  expect(whole.faults).toHaveLength(1);
  expect(await verified(feed, 40)).toEqual(whole);
});

test('an altered field is named with its row and the event that it comes from', async () => {
  const feed = await projected();
  const key = keyIn('appointments');
  alter(inDoc('appointments', key, 'statusBy', 'Somebody Else'));
  const { faults } = await verified(feed);
  const from = events.find(({ position }) => position === faults[0]?.at);
  const where = { view: 'appointments', key, fields: ['statusBy'], is: 'other' };
  expect(faults).toEqual([{ ...where, at: expect.any(String), clientId: expect.any(String) }]);
  expect(from).toBeDefined();
});

test.each([
  ['a row taken out', (key: string) => `DELETE FROM view_appointments WHERE key = '${key}'`, { is: 'missing' }],
  [
    'a row put in',
    () =>
      `INSERT INTO view_departments (key, at, gone, ${'f_clientId, f_search'}, doc)
       SELECT 'forged', at, gone, f_clientId, f_search, json_set(doc, '$.key', 'forged') FROM view_departments LIMIT 1`,
    { is: 'added', key: 'forged' },
  ],
  [
    'a column by which a row is counted',
    (key: string) => `UPDATE view_appointments SET f_status = 'Forged' WHERE key = '${key}'`,
    { is: 'misfiled', fields: ['status'] },
  ],
  [
    'a row that says it is of a later event',
    (key: string) =>
      `UPDATE view_appointments SET at = '9000000000000000', doc = json_set(doc, '$.at', '9000000000000000', '$.statusBy', 'x')
       WHERE key = '${key}'`,
    { is: 'other', fields: ['at'] },
  ],
  [
    'a row under another key',
    (key: string) => inDoc('appointments', key, 'key', '0'),
    { is: 'misfiled', fields: ['key'] },
  ],
  [
    'a row that is none',
    (key: string) => `UPDATE view_appointments SET doc = '{"broken' WHERE key = '${key}'`,
    { is: 'misfiled', fields: ['document'] },
  ],
])('%s is named', async (_, sql, fault) => {
  const feed = await projected();
  alter(sql(keyIn('appointments')));
  const { faults } = await verified(feed);
  expect(faults).toEqual([expect.objectContaining(fault)]);
});

test('rows of no events, and of events that the log does not have, are told apart', async () => {
  expect((await verified(await feedOf(events))).result).toEqual({ kind: 'nothing' });
  await projected();
  expect((await verified(await feedOf(events.slice(0, 100)))).result).toEqual({ kind: 'otherLog' });
});

/** The feed, once the views have reached its end. */
async function reached(feed: EventFeed, views: ViewStore): Promise<EventFeed> {
  const store = await views.open(desk, 'read');
  const head = await feed.head();
  await new Promise<void>((resolve) => {
    const look = async () => ((await store.checkpoint())?.position === head ? resolve() : void setTimeout(look, 10));
    void look();
  });
  return feed;
}

test('beside a running projector they are compared at one position, and the way back stays', async () => {
  const log = openMemoryEventLog();
  const feed = openSealedLog(log, memoryKeyRing());
  await appendAll(log, events.slice(0, 100));
  const views = openSqliteViewStore({ directory: folder });
  const projector = await startProjector({ projection: desk, feed, views });
  await rebuildViews({ projection: desk, feed: await reached(feed, views), views, signal });
  const appending = (async () => {
    for (let from = 100; from < events.length; from += 10) await appendAll(log, events.slice(from, from + 10));
  })();
  const faults: ViewFault[] = [];
  const result = await verifyViews({ projection: desk, feed, views, signal, onFault: (fault) => faults.push(fault) });
  await appending;
  expect({ result, faults }).toMatchObject({ result: { kind: 'compared', movedOn: 0 }, faults: [] });
  expect(await views.rollBack(desk)).toBe(true);
  await projector.stop();
  await views.close();
});
