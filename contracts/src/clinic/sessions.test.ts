import type { HospitalDay } from './calendar.ts';
import { addDays } from './clinic-time.ts';
import { canOverbook, freePlaces, placesOf } from './day/availability.ts';
import { faultsOfHours } from './faults.ts';
import {
  type Interval,
  intervalSchema,
  nightOf,
  plannedSlots,
  planSchema,
  recordedPlan,
  slotsOf,
  type Weekday,
} from './schedule.ts';
import { isNth } from './sessions.ts';
import { type DayBook, type DaySetting, daySlots, emptyDayBook } from './slots.ts';
import { spanFrom } from './spans.ts';

/** As published by hospitals: the dates of the next 60 days on which hours apply. */
const today = '2026-11-25';
const morning = { startTime: '10:00', endTime: '12:00', appointmentsPerSlot: 1, slotDuration: 15 };
type Rule = Pick<Interval, 'weeks' | 'every'>;
const published: readonly [string, Partial<Record<Weekday, Rule>>, string][] = [
  ['Saturday, 2nd and 4th', { Saturday: { weeks: [2, 4] } }, '2026-11-28 2026-12-12 2026-12-26 2027-01-09 2027-01-23'],
  ['last Sunday of the month', { Sunday: { weeks: ['last'] } }, '2026-11-29 2026-12-27'],
  [
    'Friday, every other week from 27 November, on over the new year',
    { Friday: { every: { weeks: 2, from: '2026-11-27' } } },
    '2026-11-27 2026-12-11 2026-12-25 2027-01-08 2027-01-22',
  ],
  [
    'every Monday and Thursday, and the 1st Wednesday',
    { Monday: {}, Thursday: {}, Wednesday: { weeks: [1] } },
    '2026-11-26 2026-11-30 2026-12-02 2026-12-03 2026-12-07 2026-12-10 2026-12-14 2026-12-17 2026-12-21 2026-12-24 ' +
      '2026-12-28 2026-12-31 2027-01-04 2027-01-06 2027-01-07 2027-01-11 2027-01-14 2027-01-18 2027-01-21',
  ],
  ['5th Monday, and the last', { Monday: { weeks: [5, 'last'] } }, '2026-11-30 2026-12-28'],
  [
    'each third Tuesday counted from a Sunday to come',
    { Tuesday: { every: { weeks: 3, from: '2026-11-29' } } },
    '2026-12-01 2026-12-22 2027-01-12',
  ],
];

const setting = (date: string, week: DaySetting['schedule'], clinic = { date: today, time: '08:00' }): DaySetting => ({
  date,
  schedule: week,
  hospitalDay: null,
  skipped: [],
  clinic: { ...clinic, instant: 0 },
  hasLeft: false,
  lastBookable: addDays(today, 60),
});

test.each(published)('%s', (_, rules, dates) => {
  const week = Object.entries(rules).map(([day, rule]) => ({
    // Cast is safe: the keys of a record of weekdays.
    day: day as Weekday,
    timeIntervals: [{ ...morning, ...rule }],
  }));
  const all = Array.from({ length: 60 }, (__, ahead) => addDays(today, ahead));
  const open = all.filter((date) => daySlots(emptyDayBook, setting(date, { week, revision: 0 })).length > 0);
  expect(open.join(' ')).toBe(dates);
});

/** One Saturday, 2026-11-28, with one session. */
const saturday = '2026-11-28';
const day = (session: Partial<Interval>, clinic?: { readonly date: string; readonly time: string }): DaySetting =>
  setting(
    saturday,
    { week: [{ day: 'Saturday', timeIntervals: [intervalSchema.parse({ ...morning, ...session })] }], revision: 0 },
    clinic,
  );
const freeAt = (setting: DaySetting, book: Partial<DayBook> = {}): number[] =>
  daySlots({ ...emptyDayBook, ...book }, setting).map(({ free }) => free);
const all = { startTime: '09:30', endTime: '13:30', slotDuration: 240, appointmentsPerSlot: 100 };
const visits = (first: number, again: number) => [{ ...spanFrom('09:30', 240), count: first + again, first, again }];

describe('a session', () => {
  test('20:00 to 24:00 à 15 minutes has 16 times, and 9:30 to 13:30 à 7 has 34', () => {
    const times = (session: Partial<Interval>) => daySlots(emptyDayBook, day(session)).map(({ time }) => time);
    const night = times({ startTime: '20:00', endTime: '24:00', slotDuration: 15 });
    expect([night.length, night.at(-1)]).toEqual([16, '23:45']);
    const short = times({ startTime: '09:30', endTime: '13:30', slotDuration: 7 });
    expect([short.length, short.at(-1)]).toEqual([34, '13:21']);
  });

  test('closes by its own time, for a session of one slot long after this has begun', () => {
    const until = { ...all, bookUntil: { daysBefore: 0, time: '11:00' } };
    const at = (time: string, session: Partial<Interval> = until) => freeAt(day(session, { date: saturday, time }));
    expect([at('09:31'), at('10:59'), at('11:00'), at('11:01')]).toEqual([[100], [100], [0], [0]]);
    expect([at('13:29', all), at('13:30', all)]).toEqual([[100], [0]]);
    const dayBefore = { ...all, bookUntil: { daysBefore: 1, time: '19:00' } };
    const before = (time: string) => freeAt(day(dayBefore, { date: '2026-11-27', time }));
    expect([before('18:59'), before('19:00'), before('19:01')]).toEqual([[100], [0], [0]]);
    const late = daySlots(emptyDayBook, day(until, { date: saturday, time: '11:00' }))[0];
    expect([late?.passed, late?.bookingsClosed]).toEqual([false, true]);
  });

  test('opens by its own time: before it no place is free, and none can be overbooked', () => {
    const from = { ...all, bookFrom: { daysBefore: 0, time: '07:00' } };
    const at = (time: string, session: Partial<Interval> = from) => freeAt(day(session, { date: saturday, time }));
    expect([at('06:59'), at('07:00'), at('09:31')]).toEqual([[0], [100], [100]]);
    expect(freeAt(day(from, { date: '2026-11-27', time: '23:59' }))).toEqual([0]);
    const twoDays = { ...all, bookFrom: { daysBefore: 2, time: '18:00' } };
    const before = (time: string) => freeAt(day(twoDays, { date: '2026-11-26', time }));
    expect([before('17:59'), before('18:00')]).toEqual([[0], [100]]);
    const [early] = daySlots(emptyDayBook, day(from, { date: saturday, time: '06:59' }));
    expect([early?.notYetOpen, early?.bookingsClosed, early?.passed]).toEqual([true, false, false]);
    expect(early && canOverbook(early, 5)).toBe(false);
  });

  test('past midnight has its slots on both dates, which open and close as of the evening', () => {
    const night = { startTime: '20:00', endTime: '01:00', slotDuration: 30, endsNextDay: true as const };
    const at = (date: string, clinic: { date: string; time: string }, more: Partial<Interval> = {}) => {
      const { schedule } = day({ ...night, ...more });
      return daySlots(emptyDayBook, setting(date, schedule, clinic)).map(({ time, free }) => `${time} ${free}`);
    };
    const sunday = '2026-11-29';
    const early = { date: '2026-11-27', time: '12:00' };
    expect(at(saturday, early)).toHaveLength(8);
    expect(at(sunday, early)).toEqual(['00:00 1', '00:30 1']);
    expect(at('2026-11-30', early)).toEqual([]);
    const until = { bookUntil: { daysBefore: 0, time: '19:00' } };
    expect(at(sunday, { date: saturday, time: '18:59' }, until)).toEqual(['00:00 1', '00:30 1']);
    expect(at(sunday, { date: saturday, time: '19:00' }, until)).toEqual(['00:00 0', '00:30 0']);
    // The 4th Saturday of November; its night is in no week of Sundays.
    expect(at(sunday, early, { weeks: [4] })).toHaveLength(2);
    expect(at(sunday, early, { weeks: [1] })).toEqual([]);
  });

  test('past midnight with one slot before and one after it closes each slot at its start', () => {
    const night = { startTime: '20:00', endTime: '04:00', slotDuration: 240, endsNextDay: true as const };
    const { schedule } = day(night);
    const wholeHospitalDay: HospitalDay = {
      ...{ dayId: '', on: { date: saturday }, from: saturday, to: null, name: '', branchId: null, revision: 0, by: '' },
      ...{ open: [{ from: '00:00', to: '24:00' }], liftedFrom: null },
    };
    const at = (date: string, time: string, bookUntil?: string) => {
      const hospitalDay = bookUntil === undefined ? null : { ...wholeHospitalDay, bookUntil };
      return daySlots(emptyDayBook, { ...setting(date, schedule, { date, time }), hospitalDay }).map(
        ({ free }) => free,
      );
    };
    expect([at(saturday, '19:59'), at(saturday, '20:00'), at('2026-11-29', '00:00')]).toEqual([[1], [0], [0]]);
    expect([at(saturday, '19:59', '22:00'), at(saturday, '20:00', '22:00')]).toEqual([[1], [0]]);
  });

  test('past midnight is one session, whichever of its dates is looked at', () => {
    const night = { ...morning, startTime: '20:00', endTime: '01:00', slotDuration: 30, endsNextDay: true as const };
    const week = [{ day: 'Saturday' as const, timeIntervals: [morning, { ...night, weeks: [4 as const] }] }];
    const found = { date: saturday, from: '20:00', to: '01:00' };
    const times = [
      [saturday, '20:00'],
      [saturday, '23:30'],
      ['2026-11-29', '00:30'],
    ] as const;
    expect(times.map(([date, time]) => nightOf(week, date, time))).toEqual([found, found, found]);
    const others = [
      [saturday, '09:00'],
      [saturday, '00:30'],
      ['2026-11-29', '01:00'],
      ['2026-12-05', '20:00'],
    ] as const;
    expect(others.map(([date, time]) => nightOf(week, date, time))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('past midnight that opens as early as hours can has a plan that an event can record', () => {
    const earliest = { bookFrom: { daysBefore: 60, time: '08:00' }, bookUntil: { daysBefore: 60, time: '20:00' } };
    const { schedule } = day({
      startTime: '20:00',
      endTime: '01:00',
      slotDuration: 30,
      endsNextDay: true,
      ...earliest,
    });
    const plan = recordedPlan(plannedSlots(schedule?.week ?? [], '2026-11-29'));
    expect(planSchema.parse(plan)).toEqual(plan);
    expect(plan.sessions).toMatchObject([{ bookFrom: { daysBefore: 61 } }]);
  });

  test('past midnight is refused where a slot, a quota or other hours would lie on both dates', () => {
    const night = { ...morning, startTime: '20:00', endTime: '01:00', slotDuration: 30, endsNextDay: true as const };
    const held = { weekday: 'Saturday', from: saturday } as const;
    const faultsOf = (...args: Parameters<typeof faultsOfHours>) => faultsOfHours(...args).map(({ field }) => field);
    expect(faultsOf([night], held)).toEqual([]);
    expect(faultsOf([{ ...night, slotDuration: 45 }], held)).toEqual(['0.slotDuration']);
    expect(faultsOf([{ ...night, slotDuration: 120 }], held)).toEqual(['0.slotDuration']);
    expect(faultsOf([{ ...night, quota: { first: 1 } }], held)).toEqual(['0.quota.first']);
    expect(faultsOf([{ ...night, endTime: '21:00' }], held)).toEqual(['0.endTime']);
    expect(faultsOf([{ ...night, endTime: '00:00' }], held)).toEqual(['0.endTime']);
    expect(faultsOf([night], { date: saturday })).toEqual(['0.endTime']);
    const { endsNextDay: _, ...typo } = night;
    expect(faultsOf([typo], held)).toEqual(['0.endTime']);
    const late = { ...morning, startTime: '22:00', endTime: '23:00' };
    expect(faultsOf([night, late], held)).toEqual(['1.startTime']);
    const small = { ...morning, startTime: '00:30', endTime: '02:00' };
    const sunday = { weekday: 'Sunday', from: saturday } as const;
    expect(faultsOf([small], sunday, [night])).toEqual(['0.startTime']);
    expect(faultsOf([{ ...small, startTime: '01:00' }], sunday, [night])).toEqual([]);
    // The first Sunday after a last Saturday may be the first of the month, and is never the last.
    expect(faultsOf([{ ...small, weeks: ['last'] }], sunday, [{ ...night, weeks: [1] }])).toEqual([]);
  });

  test('a quota of all visits is below the places of its slots, for every kind of visit', () => {
    const capped = { slotDuration: 60, appointmentsPerSlot: 10, quota: { total: 3, sameDay: 1 } };
    const book = { visits: [{ ...spanFrom('10:00', 60), count: 1 }] };
    expect(freePlaces(daySlots({ ...emptyDayBook, ...book }, day(capped)))).toBe(1);
    expect(freeAt(day(capped, { date: saturday, time: '08:00' }), book)).toEqual([2, 2]);
    const full = { visits: [{ ...spanFrom('11:00', 60), count: 3, first: 1 }] };
    expect(freeAt({ ...day(capped), visit: 'again' }, full)).toEqual([0, 0]);
    expect(freeAt({ ...day(capped), visit: null }, full)).toEqual([0, 0]);
  });

  test('on request has no place to book, and none to overbook; its visits are counted', () => {
    const asked = day({ ...all, onRequest: 'Call the ward' });
    const [slot] = daySlots({ ...emptyDayBook, visits: visits(0, 2) }, asked);
    expect([slot?.free, slot?.booked, slot && placesOf(slot), slot && canOverbook(slot, 5)]).toEqual([0, 2, 2, false]);
    const other = intervalSchema.parse({ ...morning, startTime: '14:00', endTime: '14:30' });
    const [onSaturday] = asked.schedule?.week ?? [];
    const both = { day: 'Saturday' as const, timeIntervals: [...(onSaturday?.timeIntervals ?? []), other] };
    expect(freeAt({ ...asked, schedule: { week: [both], revision: 0 } })).toEqual([0, 1, 1]);
    expect(intervalSchema.safeParse({ ...morning, onRequest: ' ' }).success).toBe(false);
  });

  test('for some classes of patients has no place for others', () => {
    const only = day({ ...all, onlyFor: ['Seniors', 'Staff', 'Seniors'] });
    const of = (patientClass?: string) => freeAt({ ...only, ...(patientClass !== undefined && { patientClass }) });
    expect([of(), of('Seniors'), of('Staff'), of('CGHS')]).toEqual([[0], [100], [100], [0]]);
    const [slot] = daySlots(emptyDayBook, only);
    expect([slot?.session?.onlyFor, slot && canOverbook(slot, 5), slot && placesOf(slot)]).toEqual([
      ['Seniors', 'Staff'],
      false,
      100,
    ]);
  });

  test('closes some minutes before each slot, also of the evening before', () => {
    const each = { closesBefore: 30, slotDuration: 60 };
    const at = (date: string, time: string, session: Partial<Interval> = each) => freeAt(day(session, { date, time }));
    expect([at(saturday, '09:29'), at(saturday, '09:30')]).toEqual([
      [1, 1],
      [0, 1],
    ]);
    const night = { startTime: '00:15', endTime: '01:15', slotDuration: 60, closesBefore: 30 };
    expect([at('2026-11-27', '23:44', night), at('2026-11-27', '23:45', night)]).toEqual([[1], [0]]);
    // The only slot of a session closes before its start, not before its end.
    const only = { ...all, closesBefore: 30 };
    expect([at(saturday, '08:59', only), at(saturday, '09:00', only)]).toEqual([[100], [0]]);
  });

  test('of several slots each passes when it begins, whenever bookings close', () => {
    const late = { bookUntil: { daysBefore: 0, time: '11:00' }, slotDuration: 60 };
    expect(freeAt(day(late, { date: saturday, time: '10:30' }))).toEqual([0, 1]);
    expect(freeAt(day(late, { date: saturday, time: '11:00' }))).toEqual([0, 0]);
  });

  test('40 first and 60 further visits are two lists, of which either may be full', () => {
    const lists = { ...all, quota: { first: 40, again: 60 } };
    const free = (first: number, again: number, visit?: 'first' | 'again' | null) =>
      freeAt({ ...day(lists), ...(visit !== undefined && { visit }) }, { visits: visits(first, again) });
    expect([free(40, 0, 'first'), free(40, 0, 'again'), free(40, 0), free(0, 0)]).toEqual([[0], [60], [60], [100]]);
    expect([free(40, 60), free(10, 60, 'first'), free(10, 60, 'again')]).toEqual([[0], [30], [0]]);
    // A visit that counts in no list only occupies a place.
    expect(free(40, 50, null)).toEqual([10]);
  });

  test('65 of 100 places open on the day', () => {
    const share = { ...all, quota: { sameDay: 65 } };
    expect([freeAt(day(share)), freeAt(day(share), { visits: visits(35, 0) })]).toEqual([[35], [0]]);
    expect(freeAt(day(share, { date: saturday, time: '08:00' }), { visits: visits(35, 0) })).toEqual([65]);
  });

  test('whose slots share lists has no more free places on a date than its lists leave', () => {
    const ofDay = (quota: NonNullable<Interval['quota']>, book: Partial<DayBook> = {}) =>
      freePlaces(daySlots({ ...emptyDayBook, ...book }, day({ quota })));
    expect([ofDay({ sameDay: 5 }), ofDay({ sameDay: 50 }), ofDay({ sameDay: 0 })]).toEqual([3, 0, 8]);
    expect([ofDay({ first: 2, again: 3 }), ofDay({ first: 0, again: 3 }), ofDay({ first: 2 })]).toEqual([5, 3, 8]);
    const booked = [{ ...spanFrom('10:15', 15), count: 1, first: 1 }];
    expect(ofDay({ first: 2, again: 3 }, { visits: booked })).toBe(4);
  });

  test('a visit at a time that the hours no longer have is in none of its lists', () => {
    const lists = { ...all, quota: { first: 1 } };
    const early = [{ ...spanFrom('08:00', 30), count: 1, first: 1 }];
    expect(freeAt({ ...day(lists), visit: 'first' }, { visits: early }).at(-1)).toBe(1);
  });
});

describe('hours of one weekday', () => {
  const faults = (...hours: Partial<Interval>[]) =>
    faultsOfHours(
      hours.map((interval) => ({ ...morning, ...interval })),
      { weekday: 'Saturday', from: today },
    ).map(({ field }) => field);
  test('whose bookings open after they close, or close in two ways, are refused', () => {
    const bookUntil = { daysBefore: 1, time: '19:00' };
    expect(faults({ bookUntil, bookFrom: { daysBefore: 1, time: '18:59' } })).toEqual([]);
    expect(faults({ bookUntil, bookFrom: bookUntil })).toEqual(['0.bookFrom.time']);
    expect(faults({ bookFrom: { daysBefore: 0, time: '12:00' } })).toEqual(['0.bookFrom.time']);
    expect(faults({ bookUntil, closesBefore: 30 })).toEqual(['0.closesBefore']);
  });

  test('overlap only if a date within two years has both', () => {
    expect(faults({ weeks: [2, 4] }, { weeks: [1, 3] })).toEqual([]);
    expect(faults({ weeks: [2, 4] }, { weeks: [4] })).toEqual(['1.startTime']);
    // The last one is sometimes the fourth.
    expect(faults({ weeks: [4] }, { weeks: ['last'] })).toEqual(['1.startTime']);
    expect(faults({ every: { weeks: 2, from: today } }, { every: { weeks: 2, from: addDays(today, 7) } })).toEqual([]);
    expect(faults({ every: { weeks: 2, from: today } }, { every: { weeks: 3, from: today } })).toEqual(['1.startTime']);
  });

  test('keep no more places for the day than they have', () => {
    const places = slotsOf([morning]).reduce((sum, { capacity }) => sum + capacity, 0);
    expect(faults({ quota: { sameDay: places } })).toEqual([]);
    expect(faults({ quota: { sameDay: places + 1 } })).toEqual(['0.quota.sameDay']);
  });

  test('have no visit that is longer than they are, and times in nine departments', () => {
    expect(faults({ slotsPerVisit: { first: 8 } })).toEqual([]);
    expect(faults({ slotsPerVisit: { first: 9 } })).toEqual(['0.slotsPerVisit']);
    const departments = Array.from({ length: 9 }, (_, index) => `01J0000000000000000000000${index}`);
    const parsed = (alsoIn: string[]) => intervalSchema.safeParse({ ...morning, alsoIn }).success;
    expect([parsed(departments.slice(1)), parsed(departments)]).toEqual([true, false]);
  });

  test('have one pattern, and none on one date', () => {
    expect(faults({ weeks: [2], every: { weeks: 2, from: today } })).toEqual(['0.every']);
    expect(faultsOfHours([{ ...morning, weeks: [2] }], { date: saturday })).toMatchObject([{ field: '0.weeks' }]);
  });
});

test('free places for visits of several slots are as many as stand beside each other', () => {
  const long = day({ ...morning, slotsPerVisit: { first: 2 } });
  const free = (book: Partial<DayBook>) =>
    freePlaces(daySlots({ ...emptyDayBook, ...book }, { ...long, visit: 'first' as const }));
  expect(free({})).toBe(4);
  expect(free({ visits: [{ ...spanFrom('10:15', 15), count: 1 }] })).toBe(3);
  expect(free({ visits: [{ ...spanFrom('10:00', 30), count: 1 }] })).toBe(3);
  expect(free({ blocks: [{ from: '10:30', to: '12:00', reason: null }] })).toBe(1);
  expect(freePlaces(daySlots(emptyDayBook, long))).toBe(8);
});

test('the nth of its weekday, and the last', () => {
  expect([isNth([4], saturday), isNth(['last'], saturday), isNth([1, 3], saturday)]).toEqual([true, true, false]);
});

test('the weeks of a month are each said once, and by time', () => {
  expect(intervalSchema.parse({ ...morning, weeks: [4, 2, 4] }).weeks).toEqual([2, 4]);
  expect(intervalSchema.parse({ ...morning, weeks: ['last', 5, 4, 3, 2, 1] }).weeks).toEqual([1, 2, 3, 4, 5, 'last']);
});
