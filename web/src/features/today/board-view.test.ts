import { type BoardInputs, boardView, emptyView } from './board-view.ts';
import { card } from './today.fixture.ts';

const ofDay = [card(1), card(2), card(3), card(4)];
const inputs = (more: Partial<BoardInputs>): BoardInputs => ({
  rows: ofDay,
  now: { date: '2026-11-21', time: '08:30' },
  clock: 0,
  held: new Set(),
  ...{ filter: 'All', search: '', pocId: undefined, hour: undefined },
  ...{ page: 1, size: 3, hovered: -1, isFocusInside: false, focusedId: undefined },
  ...more,
});
const shown = ({ cards }: ReturnType<typeof boardView>) => cards.map(({ row, group }) => `${group} ${row.PatientName}`);
const marked = [card(1, { Status: 'Availed' }), ...ofDay.slice(1)];
const opened = boardView(emptyView, inputs({}));

test('the page of a day, its groups and its tabs', () => {
  expect(shown(opened)).toEqual(['late Patient 1', 'next Patient 2', 'next Patient 3']);
  expect(opened).toMatchObject({ pages: 2, matching: 4, groupCounts: { late: 1, next: 3, done: 0 } });
  expect(opened.counts).toEqual({ All: 4, Confirmed: 4, Availed: 0, Not_Availed: 0 });
  expect(boardView(opened, inputs({ page: 9 })).page).toBe(2);
});

test('"a marked card stays where it is until its toast goes", and is no longer counted as late', () => {
  const held = new Set([card(1).AppointmentId]);
  const justMarked = boardView(opened, inputs({ rows: marked, held, clock: 10_000 }));
  // Longer than another desk's mark is held.
  const during = boardView(justMarked, inputs({ rows: marked, held, clock: 14_000 }));
  expect(shown(during)[0]).toBe('late Patient 1');
  expect(during.groupCounts.late).toBe(0);
  expect(shown(boardView(during, inputs({ rows: marked, clock: 15_000 })))).not.toContain('late Patient 1');
});

test('a card that another desk has marked stays until it has flashed', () => {
  const during = boardView(opened, inputs({ rows: marked, clock: 10_000 }));
  expect(shown(during)[0]).toBe('late Patient 1');
  const almost = boardView(during, inputs({ rows: marked, clock: 11_999 }));
  expect(shown(almost)[0]).toBe('late Patient 1');
  expect([...almost.stays.values()]).toEqual([12_000]);
  const after = boardView(almost, inputs({ rows: marked, clock: 12_000 }));
  expect(shown(after)[0]).toBe('next Patient 2');
  expect(boardView(after, inputs({ rows: marked, clock: 12_001 })).stays.size).toBe(0);
});

test('under the pointer nothing moves, until it leaves or another filter is chosen', () => {
  const long = { rows: marked, clock: 10_000, hovered: 1 };
  const during = boardView(boardView(opened, inputs(long)), inputs({ ...long, clock: 20_000 }));
  expect(shown(during).slice(0, 2)).toEqual(['late Patient 1', 'next Patient 2']);
  expect(shown(boardView(during, inputs({ ...long, clock: 20_000, filter: 'Availed' })))).toEqual(['done Patient 1']);
  expect(shown(boardView(during, inputs({ ...long, clock: 20_000, hovered: -1 })))[0]).toBe('next Patient 2');
});
