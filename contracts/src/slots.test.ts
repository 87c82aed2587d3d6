import { intervalSchema } from './schedule.ts';
import { availabilityOf, daySlots, emptyDayBook, openSlots, slotCount } from './slots.ts';

const date = '2026-11-21';
const now = { date: '2026-11-20', time: '12:00' };
const schedule = {
  week: [
    {
      day: 'Saturday' as const,
      timeIntervals: [{ startTime: '09:00', endTime: '10:00', appointmentsPerSlot: 2, slotDuration: 30 }],
    },
  ],
  revision: 3,
};
const slotsOf = (book: Partial<typeof emptyDayBook>) => daySlots(schedule, { ...emptyDayBook, ...book }, date, now);

test('hours that end with the day have their last slot, and 00:00 as their end means 24:00', () => {
  const interval = { startTime: '22:30', endTime: '00:00', appointmentsPerSlot: 1, slotDuration: 30 };
  const late = [{ day: 'Saturday' as const, timeIntervals: [intervalSchema.parse(interval)] }];
  expect(late[0]?.timeIntervals[0]?.endTime).toBe('24:00');
  const slots = daySlots({ week: late, revision: 0 }, emptyDayBook, date, { date, time: '23:29' });
  expect(slots.map(({ time, free }) => [time, free])).toEqual([
    ['22:30', 0],
    ['23:00', 0],
    ['23:30', 1],
  ]);
});

describe("the words 'available', 'partial' and 'blocked'", () => {
  test.each([
    ['no slot is blocked', {}, 'available'],
    ['some are', { blocks: { '09:30': { reason: null } } }, 'partial'],
    ['each is, one by one', { blocks: { '09:00': { reason: null }, '09:30': { reason: null } } }, 'blocked'],
    ['the day is', { dayBlock: { reason: null } }, 'blocked'],
    ['the day is, and one was freed', { dayBlock: { reason: null }, opened: ['09:00'] }, 'partial'],
  ])('when %s', (_, book, word) => {
    expect(availabilityOf(slotsOf(book))).toBe(word);
  });

  test('a full slot is no blocked one, and a slot alone is available or blocked', () => {
    const slots = slotsOf({ booked: { '09:00': 2 }, blocks: { '09:30': { reason: 'Round' } } });
    expect(slots.map((slot) => [slot.free, availabilityOf([slot])])).toEqual([
      [0, 'available'],
      [0, 'blocked'],
    ]);
  });

  test('a place that the week no longer has is honoured, closed, and has no say', () => {
    const slots = slotsOf({
      plan: { slots: [{ time: '08:00', capacity: 2 }], scheduleRevision: 2 },
      booked: { '08:00': 1 },
      blocks: { '09:00': { reason: null }, '09:30': { reason: null } },
    });
    expect(slots[0]).toMatchObject({ time: '08:00', closed: true, booked: 1, capacity: 1, free: 0, blocked: false });
    expect(openSlots(slots).map(({ time }) => time)).toEqual(['09:00', '09:30']);
    expect(availabilityOf(slots)).toBe('blocked');
  });

  test("a blocked slot's own reason stands before the day's", () => {
    const book = { dayBlock: { reason: 'Leave' }, blocks: { '09:00': { reason: 'Ward round' } } };
    expect(slotsOf(book).map(({ reason }) => reason)).toEqual(['Ward round', 'Leave']);
  });
});

test.each([
  ['a day without events', {}],
  ['a planned day', { plan: { slots: [{ time: '08:00', capacity: 2 }], scheduleRevision: 3 }, booked: { '08:00': 1 } }],
  ['places that are only honoured', { booked: { '08:00': 1, '08:20': 0, '09:00': 1 } }],
])('the count of slots is how many there are: %s', (_, book) => {
  expect(slotCount(schedule, { ...emptyDayBook, ...book }, date)).toBe(slotsOf(book).length);
});
