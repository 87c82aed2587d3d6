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
  "appointments": "32d3df5598a522a9",
  "calendars": "1175ad5490ea36e3",
  "clients": "f008fcdbf28f8a50",
  "closedDays": "36c57467a5d1250e",
  "counts": "9efea72df9f473f2",
  "departments": "30e719e75087cf64",
  "displays": "d49d1b45a24040d4",
  "doctorDays": "03745a466c13c246",
  "doctors": "47002b85322e9120",
  "history": "0f5cbe96a4817925",
  "imports": "250051732d884a41",
  "movedAppointments": "441a16bcba839567",
  "pastVisits": "3ca05bc48e8dd5a5",
  "patients": "d5f1dfcab55741a8",
  "payments": "5ef4027069df8947",
  "version": 26,
  "visitors": "619aac5a55668e24",
}
`);
});

test('the activity has the indexes and rows that its version was released with', () => {
  expect(releasedBy(activity)).toMatchInlineSnapshot(`
{
  "actors": "6f4ad480b10e4a0b",
  "digest": "985a2f47e16f5244",
  "entries": "375212153776df9b",
  "history": "0f5cbe96a4817925",
  "recordedCounts": "b9a68e25b9aadded",
  "refusals": "08319823f4c25a3a",
  "version": 11,
}
`);
});
