import { createHash } from 'node:crypto';
import { eventTypes } from '@dayline/contracts/events/table';
import { dumpRows } from '../testing/dump.ts';
import { fixedHistory } from '../testing/fixed-history.ts';
import { activity } from './activity/projection.ts';
import { desk } from './desk/projection.ts';
import { foldAll } from './fold.ts';
import type { Projection } from './projection.ts';

/**
 * Rows of a released version exist on disk: a change of a fold or an index without a new version would leave them as
 * they are. So raise the version of the projection, and write the snapshot anew by `-u`. Where `history` alone is another
 * too (a new event, another sample, a change of the generator), the version stays.
 */
const history = fixedHistory();
const digestOf = (of: unknown): string => createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 16);

function releasedBy(projection: Projection) {
  const rows = foldAll(projection, history);
  const views = projection.views.map((view) => {
    const { name, indexes, searched, people } = view;
    const ofView = dumpRows({ ...projection, views: [view] }, rows);
    return [name, digestOf({ indexes, searched, people, rows: ofView })];
  });
  return { version: projection.version, history: digestOf(history), ...Object.fromEntries(views) };
}

test('the history has every event', () => {
  expect([...new Set(history.map(({ type }) => type))].sort()).toEqual([...eventTypes].sort());
});

test('the desk has the indexes and rows that its version was released with', () => {
  expect(releasedBy(desk)).toMatchInlineSnapshot(`
{
  "appointments": "faa6f9799325f26f",
  "calendars": "1be67cfa2f250e3c",
  "clients": "a0d63793e40fbecb",
  "closedDays": "5059fe51ff4f5a60",
  "counts": "300c8d392373b3a2",
  "departments": "30e719e75087cf64",
  "displays": "6b4d01006b0381ed",
  "doctorDays": "7377a3155b9536a0",
  "doctors": "06682326c6286051",
  "history": "43c47b9db6734898",
  "imports": "b6dadda506b0da03",
  "movedAppointments": "5ab70a340bfa1dab",
  "pastVisits": "f605e219415fcf6f",
  "patients": "12a35dc6dbc5ae1d",
  "payments": "82aa546d8c3d72f5",
  "version": 26,
  "visitors": "a634898e301f2a0c",
}
`);
});

test('the activity has the indexes and rows that its version was released with', () => {
  expect(releasedBy(activity)).toMatchInlineSnapshot(`
{
  "actors": "855fdbadb194878c",
  "digest": "22563a6444d52b87",
  "entries": "72a25f4df91fb681",
  "history": "43c47b9db6734898",
  "recordedCounts": "e9c736cabb914926",
  "refusals": "08319823f4c25a3a",
  "version": 11,
}
`);
});
