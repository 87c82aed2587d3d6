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
  "appointments": "902d5c4e1958ed0e",
  "calendars": "ec347559d0f736ff",
  "clients": "e1f3cd4e002d8a16",
  "closedDays": "06bd85b2cdc16b7d",
  "counts": "7941421201f31aa3",
  "departments": "4f6a9b9c768feb66",
  "displays": "1c891cd826a29e45",
  "doctorDays": "4c0f3647e5e1311d",
  "doctors": "35441e42ac7343ff",
  "history": "688a2b803d65b0c9",
  "imports": "20ca06b72e5ad362",
  "movedAppointments": "773ca26ed15b5d1c",
  "pastVisits": "fd9292270bcf8f9e",
  "patients": "389b9beca880f5e8",
  "payments": "893935b5577ee72c",
  "version": 26,
  "visitors": "1fa0a94a1805219d",
}
`);
});

test('the activity has the indexes and rows that its version was released with', () => {
  expect(releasedBy(activity)).toMatchInlineSnapshot(`
{
  "actors": "8dda078bdb105148",
  "digest": "2ba0f979bea5288e",
  "entries": "282f7db0452119f6",
  "history": "688a2b803d65b0c9",
  "recordedCounts": "fa54b8d585a28937",
  "refusals": "08319823f4c25a3a",
  "version": 11,
}
`);
});
