import fc from 'fast-check';
import { stageOf } from '../../shared/appointments/presence/presence.ts';
import { boardFilters, changeLine, changesByOthers, countsOf, matches, placed } from './rules.ts';
import { at, card } from './today.fixture.ts';

const now = { date: '2026-11-21', time: '08:45' };
const there = { token: 1, arrivedAt: '08:00', call: null };
const day = [
  card(1, { Status: 'Availed' }),
  card(2, { Status: 'Not_Availed' }),
  card(3, { Status: 'Cancelled' }),
  card(1),
  card(5),
  card(6, { presence: there }),
  card(7, { presence: { ...there, token: 2, call: { room: null, calledAt: '2026-11-21T03:00:00Z' } } }),
];

test('tabs count what they show; All has the cancelled ones too, and each Confirmed one is in one of three more', () => {
  const counts = countsOf(day, now);
  expect(counts).toEqual({ All: 7, Confirmed: 4, Availed: 1, Not_Availed: 1, Expected: 2, Waiting: 1, Called: 1 });
  for (const filter of boardFilters) {
    expect(day.filter((row) => matches(row, stageOf(row, now), now, filter))).toHaveLength(counts[filter]);
  }
  // Just marked: it stays in the group where it was.
  expect(matches(card(1, { Status: 'Availed' }), 'late', now, 'Confirmed')).toBe(true);
  expect(matches(card(1, { Status: 'Availed' }), 'late', now, 'Expected')).toBe(true);
  expect(matches(card(1, { Status: 'Availed' }), 'late', now, 'Waiting')).toBe(false);
});

const page = (matching: string, kept: Record<string, number>, from = 0, size = 3) =>
  placed([...matching], { kept: new Map(Object.entries(kept)), from, size }).join('');

test('without a row in use the page is what matches now', () => {
  expect(page('bcd', {})).toBe('bcd');
  expect(page('abcdef', {}, 3)).toBe('def');
});

test('a row in use stands at its index, also when it no longer matches; the others are current around it', () => {
  expect(page('bcd', { a: 0 })).toBe('abc');
  expect(page('cabde', { c: 2 })).toBe('abc');
  expect(page('abdec', { c: 2 })).toBe('abc');
  expect(page('ab', { e: 2 }, 3)).toBe('e');
});

test('whatever changes, a page has no row twice, its size, and each kept row at its index', () => {
  const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 });
  const places = fc.uniqueArray(fc.tuple(fc.constantFrom(...'abcdefghij'), fc.nat(5)), {
    maxLength: 2,
    comparator: ([id, index], [otherId, place]) => id === otherId || index === place,
  });
  fc.assert(
    fc.property(ids, places, (matching, kept) => {
      const shown = placed(matching, { kept: new Map(kept), from: 0, size: 6 });
      expect(new Set(shown).size).toBe(shown.length);
      expect(shown.length).toBeLessThanOrEqual(6);
      for (const [id, index] of kept) expect(shown.indexOf(id)).toBe(Math.min(index, shown.indexOf(id)));
      const others = shown.filter((id) => !kept.some(([own]) => own === id));
      expect(others).toEqual(matching.filter((id) => !kept.some(([own]) => own === id)).slice(0, others.length));
    }),
  );
});

describe('what others have changed', () => {
  const mine = () => false;
  const change = (before: Parameters<typeof card>[1], after: Parameters<typeof card>[1]) =>
    changeLine(changesByOthers([card(1, before)], [card(1, { at: at(2), StatusBy: 'Front Desk 2', ...after })], mine));

  test('names who and what', () => {
    expect(change({}, { Status: 'Availed' })).toBe(
      'A moment ago: Marked as Visited by Front Desk 2, Patient 1, 8:15 AM.',
    );
    expect(change({}, { Status: 'Cancelled' })).toBe('A moment ago: Cancelled by Front Desk 2, Patient 1, 8:15 AM.');
    expect(change({ Status: 'Availed' }, {})).toBe(
      'A moment ago: Undone by Front Desk 2, Confirmed again, Patient 1, 8:15 AM.',
    );
    // A row doesn't contain who moved it.
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
