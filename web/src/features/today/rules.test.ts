import fc from 'fast-check';
import { countsOf } from '../../shared/appointments/status-filters.ts';
import { changeLine, changesByOthers, matches, steadyIds } from './rules.ts';
import { at, card } from './today.fixture.ts';

const day = [
  card(1, { Status: 'Availed' }),
  card(2, { Status: 'Not_Availed' }),
  card(3, { Status: 'Cancelled' }),
  card(4),
  card(5),
];

test('tabs count what they show; All has the cancelled ones too', () => {
  expect(countsOf(day)).toEqual({ All: 5, Confirmed: 2, Availed: 1, Not_Availed: 1 });
  expect(day.filter((row) => matches(row, 'done', 'Not_Availed')).map((row) => row.PatientName)).toEqual(['Patient 2']);
  expect(matches(card(1, { Status: 'Availed' }), 'late', 'Confirmed')).toBe(true);
});

const order = (ids: string) => new Map([...ids].map((id, index) => [id, index]));
const steady = (shown: string, next: string, anchor: number, all: string, from = 0, size = 3) =>
  steadyIds({ shown: [...shown], next: [...next], order: order(all), anchor, from, size }).join('');

test('without the pointer or the focus on it the page is what matches now', () => {
  expect(steady('abc', 'bcd', -1, 'abcd')).toBe('bcd');
  expect(steady('', 'abcdef', -1, 'abcdef', 3)).toBe('def');
});

test('a row under the pointer and those above stay, also when they no longer match; below it the list is current', () => {
  expect(steady('abc', 'bcd', 0, 'abcd')).toBe('abc');
  expect(steady('abc', 'acd', 1, 'abcd')).toBe('abc');
  expect(steady('abc', 'abd', 0, 'abcd')).toBe('abd');
});

test('a booking above the pointer waits, one below comes in', () => {
  expect(steady('bcd', 'abcd', 1, 'abcd')).toBe('bcd');
  expect(steady('abd', 'abcd', 1, 'abcd')).toBe('abc');
});

test('whatever changes, no row at or above the anchor moves', () => {
  const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 });
  fc.assert(
    fc.property(ids, ids, fc.nat(9), fc.integer({ min: 1, max: 6 }), (shown, next, anchor, size) => {
      const sorted = [...shown].sort().slice(0, size);
      const after = steadyIds({
        shown: sorted,
        next: [...next].sort(),
        order: order('abcdefghij'),
        anchor: Math.min(anchor, sorted.length - 1),
        from: 0,
        size,
      });
      expect(after.slice(0, Math.min(anchor, sorted.length - 1) + 1)).toEqual(sorted.slice(0, anchor + 1));
      expect(new Set(after).size).toBe(after.length);
      expect([...after].sort()).toEqual(after);
    }),
  );
});

describe('what others have changed', () => {
  const mine = () => false;
  const change = (before: Parameters<typeof card>[1], after: Parameters<typeof card>[1]) =>
    changeLine(changesByOthers([card(1, before)], [card(1, { at: at(2), StatusBy: 'Front Desk 2', ...after })], mine));

  test('is told with who and what', () => {
    expect(change({}, { Status: 'Availed' })).toBe(
      'A moment ago: Marked as Visited by Front Desk 2, Patient 1, 8:15 AM.',
    );
    expect(change({}, { Status: 'Cancelled' })).toBe('A moment ago: Cancelled by Front Desk 2, Patient 1, 8:15 AM.');
    expect(change({ Status: 'Availed' }, {})).toBe(
      'A moment ago: Undone by Front Desk 2, Confirmed again, Patient 1, 8:15 AM.',
    );
    // A row doesn't say who moved it.
    expect(change({}, { AppointmentTime: '12:00' })).toBe('A moment ago: Moved from 8:15 AM, Patient 1, 12:00 PM.');
    expect(changeLine(changesByOthers([], [card(1, { StatusBy: 'Front Desk 2' })], mine))).toBe(
      'A moment ago: Booked by Front Desk 2, Patient 1, 8:15 AM.',
    );
  });

  test('leaves out what this page did, what is no change of status, and nothing at all', () => {
    const after = [card(1, { at: at(2), Status: 'Availed' })];
    expect(changesByOthers([card(1)], after, (row) => row.at === at(2))).toEqual([]);
    expect(changesByOthers([card(1)], [card(1, { at: at(2), PatientName: 'New name' })], mine)).toEqual([]);
    expect(changeLine([])).toBe('');
  });

  test('says nothing of a new day, whose board is another one', () => {
    const tomorrow = { AppointmentDate: '2026-11-22' };
    expect(changesByOthers([card(1), card(2)], [card(3, tomorrow), card(4, tomorrow)], mine)).toEqual([]);
  });

  test('many at once are one sentence', () => {
    const changes = changesByOthers([], [card(1), card(2)], mine);
    expect(changeLine(changes)).toBe('2 appointments were changed a moment ago.');
  });
});
