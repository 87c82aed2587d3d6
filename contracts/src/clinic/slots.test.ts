import { skippedTimes } from './clock-changes.ts';
import { availabilityOf, blockedPlaces, openSlots, placesOf } from './day/availability.ts';
import { intervalSchema, type Week } from './schedule.ts';
import { type DayBook, type DaySetting, daySlots, emptyDayBook, slotCount } from './slots.ts';
import { spanFrom, wholeDay } from './spans.ts';

const date = '2026-11-21';
const clinicAt = (day: string, time: string) => ({ date: day, time, instant: Date.parse(`${day}T${time}:00+05:30`) });
const weekOf = (startTime: string, endTime: string, slotDuration: number, appointmentsPerSlot: number): Week => [
  { day: 'Saturday', timeIntervals: [{ startTime, endTime, appointmentsPerSlot, slotDuration }] },
];
const setting: DaySetting = {
  date,
  schedule: { week: weekOf('09:00', '10:00', 30, 2), revision: 3 },
  hospitalDay: null,
  skipped: [],
  clinic: clinicAt('2026-11-20', '12:00'),
  hasLeft: false,
  lastBookable: '2027-01-20',
};
const bookOf = (book: Partial<DayBook>): DayBook => ({ ...emptyDayBook, ...book });
const slotsOf = (book: Partial<DayBook>, more: Partial<DaySetting> = {}) =>
  daySlots(bookOf(book), { ...setting, ...more });
const block = (time: string, reason: string | null = null) => ({ ...spanFrom(time, 30), reason });
const visits = (time: string, count: number, minutes = 30) => ({ ...spanFrom(time, minutes), count });
const hours = (startTime: string, endTime: string, minutes: number, places: number): Partial<DaySetting> => ({
  schedule: { week: weekOf(startTime, endTime, minutes, places), revision: 4 },
});
const freeIn = (book: Partial<DayBook>, more: Partial<DaySetting> = {}): string[] =>
  slotsOf(book, more).flatMap(({ time, free }) => (free > 0 ? [time] : []));

test('hours that end with the day have their last slot, and 00:00 as their end means 24:00', () => {
  const interval = { startTime: '22:30', endTime: '00:00', appointmentsPerSlot: 1, slotDuration: 30 };
  const late = [{ day: 'Saturday' as const, timeIntervals: [intervalSchema.parse(interval)] }];
  expect(late[0]?.timeIntervals[0]?.endTime).toBe('24:00');
  const slots = slotsOf({}, { schedule: { week: late, revision: 0 }, clinic: clinicAt(date, '23:29') });
  expect(slots.map(({ time, free }) => [time, free])).toEqual([
    ['22:30', 0],
    ['23:00', 0],
    ['23:30', 1],
  ]);
});

describe("the words 'available', 'partial' and 'blocked'", () => {
  test.each<[string, Partial<DayBook>, string]>([
    ['no slot is blocked', {}, 'available'],
    ['some are', { blocks: [block('09:30')] }, 'partial'],
    ['each is, one by one', { blocks: [block('09:00'), block('09:30')] }, 'blocked'],
    ['a minute of each is', { blocks: [{ from: '09:29', to: '09:31', reason: null }] }, 'blocked'],
    ['the day is', { dayBlock: { reason: null } }, 'blocked'],
    ['the day is, and one was freed', { dayBlock: { reason: null }, opened: [spanFrom('09:00', 30)] }, 'partial'],
  ])('when %s', (_, book, word) => {
    expect(availabilityOf(slotsOf(book))).toBe(word);
  });

  test('a full slot is no blocked one, and a slot alone is available or blocked', () => {
    const slots = slotsOf({ visits: [visits('09:00', 2)], blocks: [block('09:30', 'Round')] });
    expect(slots.map((slot) => [slot.free, availabilityOf([slot])])).toEqual([
      [0, 'available'],
      [0, 'blocked'],
    ]);
  });

  test('a place that the week no longer has is honoured, closed, and has no say', () => {
    const slots = slotsOf({
      plan: {
        sessions: [],
        slots: [{ time: '08:00', minutes: 30, capacity: 2, session: null }],
        weekRevision: 2,
        calendarRevision: null,
      },
      visits: [visits('08:00', 1)],
      blocks: [block('09:00'), block('09:30')],
    });
    expect(slots[0]).toMatchObject({ time: '08:00', closed: true, booked: 1, capacity: 1, free: 0, blocked: false });
    expect(openSlots(slots).map(({ time }) => time)).toEqual(['09:00', '09:30']);
    expect(availabilityOf(slots)).toBe('blocked');
  });

  test("the whole day's reason stands before a blocked slot's own, unless it has none or the slot was freed", () => {
    const reasonsOf = (book: Partial<DayBook>) => slotsOf(book).map(({ reason }) => reason);
    const blocks = [block('09:00', 'Ward round')];
    const dayBlock = { reason: 'Leave' };
    expect(reasonsOf({ dayBlock, blocks })).toEqual(['Leave', 'Leave']);
    expect(reasonsOf({ dayBlock: { reason: null }, blocks })).toEqual(['Ward round', null]);
    expect(reasonsOf({ dayBlock, blocks, opened: [spanFrom('09:00', 30)] })).toEqual(['Ward round', 'Leave']);
  });
});

describe('a place is free while no visit stands in its span', () => {
  const kept = { visits: [visits('10:00', 1)] };
  test.each<[string, Partial<DayBook>, Partial<DaySetting>, string[]]>([
    ['shorter slots', kept, hours('10:00', '11:00', 15, 1), ['10:30', '10:45']],
    ['longer slots', { visits: [visits('10:30', 1)] }, hours('10:00', '12:00', 60, 1), ['11:00']],
    ['a start that moved', kept, hours('10:15', '11:15', 30, 1), ['10:45']],
    ['the start before', kept, hours('09:45', '10:45', 30, 1), []],
    ['fewer places', { visits: [visits('10:00', 2)] }, hours('10:00', '11:00', 30, 1), ['10:30']],
    ['more places', kept, hours('10:00', '10:30', 15, 2), ['10:00', '10:15']],
    [
      'six visits in an hour of one doctor',
      { visits: ['10:15', '10:30', '10:45'].map((time) => visits(time, 1, 15)) },
      hours('10:00', '11:00', 20, 1),
      [],
    ],
    [
      'visits one after the other hold one place',
      { visits: [visits('10:00', 1, 15), visits('10:15', 1, 15)] },
      hours('10:00', '10:30', 30, 2),
      ['10:00'],
    ],
    [
      'visits at once hold two',
      { visits: [visits('10:00', 1, 20), visits('10:15', 1, 15)] },
      hours('10:00', '10:30', 30, 2),
      [],
    ],
  ])('%s', (_, book, more, free) => {
    expect(freeIn(book, more)).toEqual(free);
  });

  test('booked counts exactly this start and span; places are booked plus free, of a blocked slot booked', () => {
    const slots = slotsOf({ visits: [visits('10:00', 1)], blocks: [block('10:30')] }, hours('10:00', '11:00', 15, 3));
    expect(slots.map((slot) => [slot.time, slot.minutes, slot.closed, slot.booked, slot.left, placesOf(slot)])).toEqual(
      [
        ['10:00', 15, false, 0, 2, 2],
        ['10:00', 30, true, 1, 0, 1],
        ['10:15', 15, false, 0, 2, 2],
        ['10:30', 15, false, 0, 3, 0],
        ['10:45', 15, false, 0, 3, 0],
      ],
    );
  });

  test('a block closes its span under every later week', () => {
    const surgery = { blocks: [{ from: '09:00', to: '11:00', reason: 'Surgery' }] };
    expect(freeIn(surgery, hours('08:40', '11:20', 20, 1))).toEqual(['08:40', '11:00']);
    expect(freeIn(surgery, hours('09:15', '11:45', 30, 1))).toEqual(['11:15']);
    expect(freeIn(surgery, hours('09:00', '12:00', 180, 1))).toEqual([]);
  });

  test('a doctor who has left has no slots but those with visits, which are kept', () => {
    const book = { hours: { intervals: [], reason: null }, visits: [visits('09:30', 1)] };
    expect(slotsOf({}, { hasLeft: true })).toEqual([]);
    for (const left of [slotsOf(book, { hasLeft: true }), slotsOf({ visits: book.visits }, { hasLeft: true })]) {
      expect(left).toMatchObject([{ time: '09:30', booked: 1, free: 0, closed: true }]);
    }
    expect(slotCount(bookOf(book), { ...setting, hasLeft: true })).toBe(1);
  });

  test('nothing is free after the last date that can be booked', () => {
    expect(freeIn({}, { lastBookable: '2026-11-20' })).toEqual([]);
  });
});

describe('what is listed as blocked', () => {
  const listed = (book: Partial<DayBook>, more: Partial<DaySetting> = {}) =>
    blockedPlaces(bookOf(book), { ...setting, ...more }).map(({ from, to }) => `${from}-${to}`);

  test('each present slot that is blocked, and each part of a block beside them', () => {
    const surgery = { blocks: [{ from: '08:30', to: '09:15', reason: 'Surgery' }] };
    expect(listed(surgery)).toEqual(['08:30-09:00', '09:00-09:30']);
    expect(listed(surgery, hours('12:00', '13:00', 30, 1))).toEqual(['08:30-09:15']);
    expect(listed(surgery, hours('08:45', '08:55', 10, 1))).toEqual(['08:30-08:45', '08:45-08:55', '08:55-09:15']);
  });

  test('a blocked day without slots as one', () => {
    const book = bookOf({ dayBlock: { reason: 'Leave' }, blocks: [block('09:00')] });
    expect(blockedPlaces(book, { ...setting, schedule: null })).toEqual([
      { ...wholeDay, reason: 'Leave', isDay: true },
    ]);
    expect(listed(book)).toEqual(['09:00-09:30', '09:30-10:00']);
  });
});

test.each([
  ['the slots of a day', daySlots],
  ['what of it is listed as blocked', blockedPlaces],
])('the blocked minutes are found once for %s, however many slots it has', (_, list) => {
  let found = 0;
  const book = {
    ...bookOf({ dayBlock: { reason: null } }),
    get opened() {
      found += 1;
      return [spanFrom('09:00', 30)];
    },
  };
  expect(list(book, { ...setting, ...hours('00:00', '24:00', 1, 1) }).length).toBeGreaterThan(1_000);
  expect(found).toBe(1);
});

describe('a wall time that the clocks skip is no slot, one that comes twice is one', () => {
  const timesOn = (zone: string, day: string, week: Week) =>
    daySlots(emptyDayBook, {
      ...setting,
      date: day,
      schedule: { week, revision: 0 },
      skipped: skippedTimes(zone, day),
      clinic: clinicAt('2026-01-01', '00:00'),
      hasLeft: false,
      lastBookable: '2027-12-31',
    }).map(({ time }) => time);
  const nights = (day: Week[number]['day'], from: string, to: string, minutes: number): Week => [
    { day, timeIntervals: [{ startTime: from, endTime: to, slotDuration: minutes, appointmentsPerSlot: 1 }] },
  ];

  test.each([
    ['America/New_York', '2026-03-08', nights('Sunday', '01:00', '04:00', 30), ['01:00', '01:30', '03:00', '03:30']],
    ['Australia/Lord_Howe', '2026-10-04', nights('Sunday', '01:30', '03:00', 15), ['01:30', '01:45', '02:30', '02:45']],
    ['Antarctica/Troll', '2026-03-29', nights('Sunday', '00:00', '04:00', 60), ['00:00', '03:00']],
    ['America/Santiago', '2026-09-06', nights('Sunday', '00:00', '02:00', 30), ['01:00', '01:30']],
    ['America/New_York', '2026-11-01', nights('Sunday', '01:00', '02:00', 30), ['01:00', '01:30']],
    ['America/New_York', '2026-03-08', nights('Sunday', '01:45', '03:15', 30), ['01:45']],
    ['Asia/Kolkata', '2026-03-08', nights('Sunday', '02:00', '03:00', 30), ['02:00', '02:30']],
  ])('%s, %s', (zone, day, week, times) => {
    expect(timesOn(zone, day, week)).toEqual(times);
  });
});

test.each<[string, Partial<DayBook>]>([
  ['a day without events', {}],
  [
    'a planned day',
    {
      plan: {
        sessions: [],
        slots: [{ time: '08:00', minutes: 30, capacity: 2, session: null }],
        weekRevision: 3,
        calendarRevision: null,
      },
      visits: [visits('08:00', 1)],
    },
  ],
  ['places that are only honoured', { visits: [visits('08:00', 1), visits('09:00', 1, 20), visits('09:00', 1)] }],
])('the count of slots is how many there are: %s', (_, book) => {
  expect(slotCount(bookOf(book), setting)).toBe(slotsOf(book).length);
});
