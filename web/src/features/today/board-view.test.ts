import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { type BoardInputs, type BoardView, boardView, emptyView } from './board-view.ts';
import { type BoardFilter, boardFilters } from './rules.ts';
import { card } from './today.fixture.ts';
import { type Group, groupOrder } from './worklist.ts';

const idOf = (own: number): string => card(own).AppointmentId;
const inputs = (more: Partial<BoardInputs>): BoardInputs => ({
  rows: [card(1), card(2), card(3), card(4)],
  now: { date: '2026-11-21', time: '08:30' },
  clock: 0,
  ...{ held: new Set(), inUse: new Set() },
  ...{ filter: 'All', search: '', pocId: undefined, hour: undefined },
  ...{ page: 1, size: 3 },
  ...more,
});
const shown = ({ cards }: BoardView) => cards.map(({ row, heading }) => `${heading} ${row.PatientName}`);
const opened = boardView(emptyView, inputs({}));
const marked = [card(1, { Status: 'Availed' }), card(2), card(3), card(4)];

test('the page of a day, its groups and its tabs', () => {
  expect(shown(opened)).toEqual(['late Patient 1', 'next Patient 2', 'next Patient 3']);
  expect(opened).toMatchObject({ pages: 2, matching: 4, groupCounts: { late: 1, next: 3, done: 0 } });
  expect(opened.counts).toMatchObject({ All: 4, Confirmed: 4, Availed: 0, Not_Availed: 0, Expected: 4, Waiting: 0 });
  expect(boardView(opened, inputs({ page: 9 })).page).toBe(2);
});

test('"a marked card stays where it is until its toast goes", and no heading calls it late', () => {
  const held = new Set([idOf(1)]);
  const justMarked = boardView(opened, inputs({ rows: marked, held, clock: 10_000 }));
  // Past the time for which another desk's change is held.
  const during = boardView(justMarked, inputs({ rows: marked, held, clock: 14_000 }));
  expect(shown(during)[0]).toBe('next Patient 1');
  expect(during.groupCounts.late).toBe(0);
  expect(shown(boardView(during, inputs({ rows: marked, clock: 15_000 })))).not.toContain('next Patient 1');
});

test('a card that another desk has marked stays until it has flashed', () => {
  const during = boardView(opened, inputs({ rows: marked, clock: 10_000 }));
  expect(shown(during)[0]).toBe('next Patient 1');
  const almost = boardView(during, inputs({ rows: marked, clock: 11_999 }));
  expect(shown(almost)[0]).toBe('next Patient 1');
  expect([...almost.flashes.values()]).toEqual([12_000]);
  const after = boardView(almost, inputs({ rows: marked, clock: 12_000 }));
  expect(shown(after)[0]).toBe('next Patient 2');
  expect(boardView(after, inputs({ rows: marked, clock: 12_001 })).flashes.size).toBe(0);
});

test('who arrives at another desk waits at the top at once, and the row in use keeps its place meanwhile', () => {
  const inUse = new Set([idOf(3)]);
  const before = boardView(opened, inputs({ inUse, size: 4 }));
  const rows = [card(1), card(2), card(3), card(4, waiting(1))];
  const during = boardView(before, inputs({ rows, inUse, size: 4, clock: 60_000 }));
  expect(shown(during)).toEqual(['waiting Patient 4', 'late Patient 1', 'next Patient 3', 'next Patient 2']);
  expect(shown(boardView(during, inputs({ rows, size: 4, clock: 60_001 })))).toEqual([
    'waiting Patient 4',
    'late Patient 1',
    'next Patient 2',
    'next Patient 3',
  ]);
});

const waiting = (token: number) => ({ presence: { token, arrivedAt: '08:00', call: null } });
const called = (token: number) => ({
  presence: { token, arrivedAt: '08:00', call: { room: 'Room 4', calledAt: '2026-11-21T03:00:00.000Z' } },
});
/** Two of each group but Done; the third page has what is left of a larger day. */
const day: TodaysAppointment[] = [
  ...[card(20, called(1)), card(21, called(2)), card(22, waiting(3)), card(23, waiting(4))],
  ...[card(0), card(1), card(10), card(11), card(12, { Status: 'Availed' }), card(13, { Status: 'Cancelled' })],
];
const ownOf = (row: TodaysAppointment): number => Number(row.AppointmentId.slice(-2));
const changes: Record<string, (row: TodaysAppointment) => TodaysAppointment> = {
  arrive: (row) => card(ownOf(row), waiting(9)),
  call: (row) => card(ownOf(row), called(9)),
  mark: (row) => card(ownOf(row), { Status: 'Availed' }),
  cancel: (row) => card(ownOf(row), { Status: 'Cancelled' }),
  move: (row) => card(ownOf(row), { AppointmentTime: '17:00' }),
  undo: (row) => card(ownOf(row)),
};
const pages = boardFilters.flatMap((filter) =>
  [3, 15].flatMap((size) => [1, 2].map((page) => ({ filter, size, page }))),
);

/** "A heading is never wrong and never twice": what holds of every page. */
function expectTrueHeadings(
  { cards, groupCounts, markedIn }: BoardView,
  inUse: ReadonlySet<string>,
  filter: BoardFilter,
) {
  const headings = cards.map(({ heading }) => heading).filter((heading, at, all) => heading !== all[at - 1]);
  expect(headings).toEqual([...new Set(headings)]);
  expect(headings).toEqual([...headings].sort((a, b) => groupOrder[a] - groupOrder[b]));
  for (const { row, group, heading } of cards) {
    const { AppointmentId: id } = row;
    if (!inUse.has(id) && !markedIn.has(id)) expect([id, heading]).toEqual([id, group]);
  }
  if (filter !== 'All') return;
  const counted: Record<Group, number> = { called: 0, waiting: 0, late: 0, next: 0, done: 0 };
  for (const { group } of cards) counted[group] += 1;
  if (cards.length === day.length) expect(groupCounts).toEqual(counted);
}

test.each(Object.entries(changes))('%s of each row of each page, in use or not', (_, changed) => {
  for (const asked of pages) {
    const before = boardView(emptyView, inputs({ ...asked, rows: day }));
    const at = { ...asked, page: before.page };
    for (const [index, { row }] of before.cards.entries()) {
      const { AppointmentId: id } = row;
      const rows = day.map((card) => (card === row ? changed(row) : card));
      const first = before.cards[0]?.row.AppointmentId ?? '';
      for (const inUse of [new Set([id]), new Set([first]), new Set<string>()]) {
        // By this desk, with a toast, or by another one.
        for (const held of [new Set([id]), new Set<string>()]) {
          const hovered = boardView(before, inputs({ ...at, rows: day, inUse }));
          const during = boardView(hovered, inputs({ ...at, rows, inUse, held, clock: 1_000 }));
          expectTrueHeadings(during, inUse, asked.filter);
          // In its place until the toast is gone, or the flash.
          if (inUse.has(id)) expect(during.cards[index]?.row.AppointmentId).toBe(id);
          const after = boardView(during, inputs({ ...at, rows, inUse, clock: 20_000 }));
          expectTrueHeadings(after, inUse, asked.filter);
          const left = boardView(after, inputs({ ...at, rows, clock: 20_001 }));
          expect(shown(left)).toEqual(shown(boardView(emptyView, inputs({ ...at, rows, clock: 20_001 }))));
        }
      }
    }
  }
});

test('a page past the end shows the last one, also once a row of it is in use', () => {
  const last = boardView(opened, inputs({ page: 9 }));
  const inUse = new Set([idOf(4)]);
  expect(shown(boardView(last, inputs({ page: 9, inUse })))).toEqual(['next Patient 4']);
});
