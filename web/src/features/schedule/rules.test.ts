import type { Week } from '@dayline/contracts/clinic/schedule';
import { fromField, inField, nextInterval, rangeOf } from '../../shared/hours/interval.ts';
import { type HoursOptions, noOptions } from '../../shared/hours/options.ts';
import { changedDays } from './merge.ts';
import {
  changeCount,
  type DraftWeek,
  draftWeek,
  faultsOf,
  lanesOf,
  lengthText,
  overlapsOf,
  sumOfWeek,
  sumText,
  unsavedIds,
  weekOf,
} from './rules.ts';

const morning = { startTime: '09:00', endTime: '12:00', appointmentsPerSlot: 3, slotDuration: 15 };
const week: Week = [{ day: 'Monday', timeIntervals: [morning] }];
const saved = draftWeek(week);
const rowOf = (fields: object) => ({
  id: 'x',
  startTime: '14:00',
  endTime: '16:30',
  appointmentsPerSlot: '2',
  slotDuration: '30',
  ...fields,
});
const withFriday = (...friday: ReturnType<typeof rowOf>[]): DraftWeek => ({ ...saved, Friday: friday });

test('a week goes through its draft unchanged, and days without hours are left out', () => {
  expect(weekOf(saved)).toEqual(week);
  expect(changeCount(saved, saved)).toBe(0);
});

test('hours may end with the day: 00:00 in the field for the end', () => {
  expect([fromField('endTime', '00:00'), fromField('startTime', '00:00')]).toEqual(['24:00', '00:00']);
  expect([inField('24:00'), inField('23:30')]).toEqual(['00:00', '23:30']);
  const late = rowOf({ startTime: '22:00', endTime: '24:00' });
  expect(faultsOf(withFriday(late))).toEqual([]);
  expect(weekOf({ ...draftWeek([]), Friday: [late] })[0]?.timeIntervals[0]).toMatchObject({ endTime: '24:00' });
  expect(rangeOf(late)).toBe('10:00 PM to midnight');
});

test.each([
  [{ startTime: '' }, 'startTime', 'Please enter the start time.'],
  [{ endTime: '' }, 'endTime', 'Please enter the end time.'],
  [{ endTime: '14:00' }, 'endTime', 'The end must be after the start.'],
  [{ appointmentsPerSlot: '0' }, 'appointmentsPerSlot', 'Enter 1 to 2,000.'],
  [{ slotDuration: '1.5' }, 'slotDuration', 'Enter 1 to 1,440.'],
  [{ slotDuration: '151' }, 'slotDuration', 'Longer than the hours.'],
])('%j is shown at %s', (fields, field, message) => {
  expect(faultsOf(withFriday(rowOf(fields)))).toEqual([{ day: 'Friday', id: 'x', field, message }]);
  expect(weekOf(withFriday(rowOf(fields)))).toEqual(week);
});

test('an overlap is shown at the later interval, a touching one is none', () => {
  const evening = rowOf({ id: 'y', startTime: '16:00', endTime: '17:00' });
  expect(overlapsOf(withFriday(rowOf({}), evening))).toEqual([
    { day: 'Friday', id: 'y', field: 'startTime', message: 'Overlaps 2:00 PM to 4:30 PM.' },
  ]);
  expect(overlapsOf(withFriday(rowOf({}), rowOf({ id: 'z', startTime: '16:30', endTime: '17:00' })))).toEqual([]);
});

test('sums count whole slots and their places', () => {
  const ofWeek = sumOfWeek(weekOf(withFriday(rowOf({ slotDuration: '40' }))), '2026-11-26');
  expect(ofWeek).toEqual({ minutes: 330, slots: 15, places: 42, isAtMost: false });
  expect(lengthText(330)).toBe('5 h 30 min');
  expect(lengthText(45)).toBe('45 min');
  expect(lengthText(0)).toBe('0 h');
});

test('what cannot be booked is no place: hours on request, and what is beyond the quotas', () => {
  const placesOf = (more: object) =>
    sumOfWeek([{ day: 'Monday', timeIntervals: [{ ...morning, ...more }] }], '2026-11-26');
  const whole = placesOf({});
  expect(whole.places).toBeGreaterThan(20);
  const counted = (more: object) => placesOf(more).places;
  expect(counted({ onRequest: 'Call the ward' })).toBe(0);
  expect(placesOf({ onRequest: 'Call the ward' }).slots).toBe(whole.slots);
  expect(counted({ quota: { total: 20 } })).toBe(20);
  expect(counted({ quota: { first: 4, again: 6 } })).toBe(10);
  // Follow-ups have no quota.
  expect(counted({ quota: { first: 4, sameDay: 3 } })).toBe(whole.places);
});

test('hours of some weeks count as in the fullest week, and are drawn side by side', () => {
  const [ofAll, odd, even] = [
    morning,
    { ...morning, weeks: [1 as const, 3 as const] },
    { ...morning, weeks: [2 as const] },
  ];
  const evening = { ...morning, startTime: '17:00', endTime: '19:00', every: { weeks: 2, from: '2026-12-05' } };
  const sum = sumOfWeek(
    [
      { day: 'Monday', timeIntervals: [ofAll] },
      { day: 'Saturday', timeIntervals: [odd, even, evening] },
    ],
    '2026-11-26',
  );
  expect(sum).toEqual({ minutes: 480, slots: 32, places: 96, isAtMost: true });
  expect(sumText(sum, lengthText(sum.minutes))).toBe('up to 8 h');
  expect(lanesOf([odd, even, evening])).toEqual([
    { lane: 0, lanes: 2 },
    { lane: 1, lanes: 2 },
    { lane: 0, lanes: 1 },
  ]);
});

test('what is added, changed or removed is counted and named', () => {
  const draft = withFriday(rowOf({}));
  expect([...unsavedIds(draft, saved)]).toEqual(['x']);
  expect(changeCount(draft, saved)).toBe(1);
  expect(changeCount({ ...saved, Monday: [] }, saved)).toBe(1);
});

test('a new interval follows the last one of the day', () => {
  expect(nextInterval([], 'n')).toMatchObject({ startTime: '09:00', endTime: '12:00' });
  expect(nextInterval([rowOf({})], 'n')).toEqual({ ...rowOf({}), id: 'n', startTime: '16:30', endTime: '18:30' });
  expect(nextInterval([rowOf({ endTime: '23:30' })], 'n')).toMatchObject({ startTime: '23:30', endTime: '24:00' });
  expect(nextInterval([rowOf({ endTime: '24:00' })], 'n')).toMatchObject({ startTime: '', endTime: '' });
});

test('what hours say besides their four fields goes through the draft, and a change of it is one', () => {
  const session: Week[number]['timeIntervals'][number] = {
    ...{ ...morning, name: 'General', weeks: [2, 'last'], departmentId: 'd', branchId: 1, room: 'Room 3' },
    ...{ bookUntil: { daysBefore: 1, time: '19:00' }, quota: { first: 0, total: 40, sameDay: 4 } },
  };
  const fortnight = { ...morning, startTime: '13:00', endTime: '14:00', every: { weeks: 2, from: '2026-01-02' } };
  const evening = {
    ...{ ...morning, startTime: '15:00', endTime: '16:00', bookFrom: { daysBefore: 0, time: '07:00' } },
    ...{ closesBefore: 30, openEnd: true as const, onRequest: 'Call the ward', onlyFor: ['Seniors', 'Staff'] },
    firstUntil: { daysBefore: 1, time: '18:00' },
    slotsPerVisit: { first: 2, again: 1, classes: [{ patientClass: 'Minor procedure', slots: 3 }] },
  };
  const sessions: Week = [{ day: 'Monday', timeIntervals: [session, fortnight, evening] }];
  const night = { ...morning, startTime: '20:00', endTime: '01:00', endsNextDay: true as const };
  sessions[0]?.timeIntervals.push(night);
  const draft = draftWeek(sessions);
  expect(weekOf(draft)).toEqual(sessions);
  expect(changeCount(draft, draftWeek(sessions))).toBe(0);
  const renamed = draft.Monday.map((interval) =>
    interval.more ? { ...interval, more: { ...interval.more, room: '' } } : interval,
  );
  expect(changeCount({ ...draft, Monday: renamed }, draft)).toBe(1);
  expect(
    changedDays(sessions, [
      { day: 'Monday', timeIntervals: [{ ...session, room: 'Room 4' }, fortnight, evening, night] },
    ]),
  ).toEqual(['Monday']);
});

test('hours of different weeks of the month may stand over each other', () => {
  const of = (...weeks: (1 | 2 | 'last')[]) => rowOf({ id: weeks.join(), more: { ...noOptions, weeks } });
  expect(overlapsOf(withFriday(of(1), of(2)))).toEqual([]);
  expect(overlapsOf(withFriday(of(1, 2), of(2)))).toMatchObject([{ id: '2', field: 'startTime' }]);
});

test('a list takes a number, and a close needs its time', () => {
  const faulty = (more: Partial<HoursOptions>) => faultsOf(withFriday(rowOf({ more: { ...noOptions, ...more } })));
  expect(faulty({ first: '12x' })).toMatchObject([{ field: 'first', message: 'Enter 0 to 10,000.' }]);
  expect(faulty({ untilDays: '1' })).toMatchObject([{ field: 'untilTime' }]);
  expect(faulty({ openDays: '0' })).toMatchObject([{ field: 'openTime' }]);
  expect(faulty({ untilDays: 'slot', closesBefore: '0' })).toMatchObject([{ field: 'closesBefore' }]);
  expect(faulty({ firstDays: '1' })).toMatchObject([{ field: 'firstTime' }]);
  expect(faulty({ firstSlots: '13' })).toMatchObject([{ field: 'firstSlots', message: 'Enter 1 to 12.' }]);
  expect(faulty({ classSlots: 'Procedure' })).toMatchObject([{ field: 'classSlots' }]);
  expect(faulty({ classSlots: 'Procedure: 3, Minor procedure 2' })).toEqual([]);
});
