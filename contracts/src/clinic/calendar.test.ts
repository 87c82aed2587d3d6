import { occasionOf } from '../endpoints/calendar.ts';
import { type Calendar, type HospitalDay, hospitalDayOn, hoursWithin, slotsWithin } from './calendar.ts';
import { addDays } from './clinic-time.ts';
import { isNth } from './sessions.ts';

const day = (more: Partial<HospitalDay>): HospitalDay => ({
  dayId: '',
  on: { date: '2026-12-25' },
  from: '2026-01-01',
  to: null,
  name: '',
  branchId: null,
  open: [],
  revision: 0,
  by: '',
  liftedFrom: null,
  ...more,
});
const calendar = (...days: Partial<HospitalDay>[]): Calendar => ({
  revision: days.length - 1,
  days: days.map((fields, revision) => day({ revision, ...fields })),
});
const inForce = (of: Calendar, date: string, branchId = 0) => hospitalDayOn(of, date, branchId)?.revision ?? null;
const saturdays = { weekday: 'Saturday', weeks: [] } as const;

describe("the hospital's day in force", () => {
  test('is a branch’s before all branches’, a date before a weekday, then the later event', () => {
    const date = { date: '2026-12-26' };
    const of = calendar(
      { on: { ...saturdays, weeks: [] } },
      { on: date },
      { on: date },
      { on: { ...saturdays, weeks: [] }, branchId: 1 },
    );
    expect([inForce(of, date.date), inForce(of, date.date, 1), inForce(of, '2026-12-19')]).toEqual([2, 3, 0]);
    expect(inForce(calendar(), date.date)).toBeNull();
  });

  test('holds from its first to its last date, until it is lifted', () => {
    const of = calendar({ on: { ...saturdays, weeks: [] }, from: '2026-12-05', to: '2026-12-19' });
    expect(
      ['2026-11-28', '2026-12-05', '2026-12-18', '2026-12-19', '2026-12-26'].map((date) => inForce(of, date)),
    ).toEqual([null, 0, null, 0, null]);
    const removed = calendar({ on: { ...saturdays, weeks: [] }, from: '2026-12-05', liftedFrom: '2026-12-12' });
    expect(['2026-12-05', '2026-12-12'].map((date) => inForce(removed, date))).toEqual([0, null]);
  });
});

/** Patterns of published schedules; those with weeks of the month also apply to hospital days. */
const field: { id: string; rule: { weeks?: (1 | 2 | 3 | 4 | 5 | 'last')[] }; today: string; expectDates: string[] }[] =
  [
    {
      id: 'wp1',
      rule: { weeks: [2, 4] },
      today: '2026-11-25',
      expectDates: ['2026-11-28', '2026-12-12', '2026-12-26', '2027-01-09', '2027-01-23'],
    },
    { id: 'wp3', rule: { weeks: ['last'] }, today: '2026-11-25', expectDates: ['2026-11-29', '2026-12-27'] },
  ];
test.each(field)('weeks of the month: $id', ({ rule, today, expectDates }) => {
  const weekday = new Date(`${expectDates[0]}T00:00:00Z`).getUTCDay();
  const dates = Array.from({ length: 61 }, (_, ahead) => addDays(today, ahead));
  const found = dates.filter(
    (date) => new Date(`${date}T00:00:00Z`).getUTCDay() === weekday && isNth(rule.weeks ?? [], date),
  );
  expect(found).toEqual(expectDates);
});

describe('what a day leaves of hours', () => {
  const hours = (startTime: string, endTime: string, slotDuration: number) => ({
    startTime,
    endTime,
    slotDuration,
    appointmentsPerSlot: 4,
  });
  const within = (interval: ReturnType<typeof hours>, ...open: [string, string][]) =>
    slotsWithin([interval], { hospitalDay: { open: open.map(([from, to]) => ({ from, to })) } }).map(
      ({ time, minutes }) => [time, minutes],
    );

  test('is each slot wholly inside, nothing if it is closed, and all if it is no such day', () => {
    const morning = hours('09:00', '11:00', 30);
    expect(within(morning, ['09:15', '10:30'])).toEqual([
      ['09:30', 30],
      ['10:00', 30],
    ]);
    expect(within(morning)).toEqual([]);
    expect(within(morning, ['08:00', '09:30'], ['10:30', '24:00'])).toEqual([
      ['09:00', 30],
      ['10:30', 30],
    ]);
    expect(slotsWithin([morning], { hospitalDay: null })).toHaveLength(4);
  });

  test('is the longest part of an interval’s only slot, with its places', () => {
    const whole = hours('05:00', '11:00', 360);
    expect(slotsWithin([whole], { hospitalDay: { open: [{ from: '08:00', to: '12:00' }] } })).toEqual([
      { time: '08:00', minutes: 180, capacity: 4, session: { only: true } },
    ]);
    expect(within(whole, ['04:00', '06:00'], ['07:00', '09:30'])).toEqual([['07:00', 150]]);
    expect(within(whole, ['11:00', '12:00'])).toEqual([]);
  });

  test('is written as hours', () => {
    const open = [
      { from: '10:00', to: '12:00' },
      { from: '16:00', to: '17:00' },
    ];
    expect(
      hoursWithin([hours('09:00', '16:30', 30)], { hospitalDay: { open } }).map(
        ({ startTime, endTime }) => `${startTime} ${endTime}`,
      ),
    ).toEqual(['10:00 12:00', '16:00 16:30']);
  });
});

test('the weeks of a weekday are each named once, and by time', () => {
  const on = occasionOf({ weekday: 'Saturday', weeks: ['last', 1, 1, 1] });
  expect(on).toEqual({ weekday: 'Saturday', weeks: [1, 'last'] });
});
