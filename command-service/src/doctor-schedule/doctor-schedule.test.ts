import { addDays } from '@dayline/contracts/clinic/clinic-time';
import type { Interval, Week } from '@dayline/contracts/clinic/schedule';
import { specification } from '../testing/given-when-then.ts';
import { doctorSchedule } from './doctor-schedule.ts';

const { given } = specification(doctorSchedule);
const today = '2026-11-25';
const context = { today };
const hours = (startTime: string, endTime: string, slotDuration = 30): Interval => ({
  startTime,
  endTime,
  appointmentsPerSlot: 1,
  slotDuration,
});
const monday = (...timeIntervals: Interval[]): Week => [{ day: 'Monday', timeIntervals }];
const set = (week: Week) => ({ kind: 'setWeek', week }) as const;
const refused = (week: Week, field: string, message: string) =>
  given()
    .when(set(week), context)
    .thenRefused('schedule.invalid', { fields: [{ field, message }] });

describe('the weekly template', () => {
  test('is set whole, hours that touch included', () => {
    const week = monday(hours('09:00', '12:00'), hours('12:00', '13:00'));
    given()
      .when(set(week), context)
      .thenAppends({ type: 'WeeklyScheduleSet', data: { week, from: today, name: null } });
  });

  test('may last until the day ends, or all of it', () => {
    for (const week of [monday(hours('22:00', '24:00')), monday(hours('00:00', '24:00'))]) {
      given()
        .when(set(week), context)
        .thenAppends({ type: 'WeeklyScheduleSet', data: { week, from: today, name: null } });
    }
    refused(
      monday(hours('21:00', '24:00'), hours('23:00', '23:30')),
      'Monday.1.startTime',
      'Monday, 23:00 to 23:30 overlaps 21:00 to 24:00.',
    );
  });

  test('the same again appends nothing', () => {
    const week = monday(hours('09:00', '12:00'));
    given({ type: 'WeeklyScheduleSet', data: { week, from: today, name: null } })
      .when(set(week), context)
      .thenAppends();
  });

  test('is kept with Monday first and hours by their start, so that the same week in another order appends nothing', () => {
    const late = hours('15:00', '16:00');
    const early = hours('09:00', '12:00');
    const friday: Week[number] = { day: 'Friday', timeIntervals: [early] };
    const ordered: Week = [...monday(early, late), friday];
    given()
      .when(set([friday, ...monday(late, early)]), context)
      .thenAppends({ type: 'WeeklyScheduleSet', data: { week: ordered, from: today, name: null } });
    given({ type: 'WeeklyScheduleSet', data: { week: ordered, from: today, name: null } })
      .when(set([friday, ...monday(late, early)]), context)
      .thenAppends();
  });

  test('hours that overlap, are empty, end before they start, or are shorter than a slot, are named', () => {
    refused(
      monday(hours('09:00', '12:00'), hours('11:30', '13:00')),
      'Monday.1.startTime',
      'Monday, 11:30 to 13:00 overlaps 09:00 to 12:00.',
    );
    refused(monday(hours('09:00', '09:00')), 'Monday.0.endTime', 'Monday, 09:00 to 09:00: the hours are empty.');
    refused(
      monday(hours('09:00', '08:00')),
      'Monday.0.endTime',
      'Monday, 09:00 to 08:00: the end is before the start.',
    );
    refused(
      monday(hours('09:00', '09:20')),
      'Monday.0.slotDuration',
      'Monday, 09:00 to 09:20: a slot is longer than the hours.',
    );
    refused(
      [...monday(hours('09:00', '10:00')), ...monday(hours('11:00', '12:00'))],
      'Monday',
      'Monday is listed twice.',
    );
  });

  test("a week without hours: 'No valid schedule data to save'", () => {
    const { decision } = given().when(set([]), context);
    expect(decision).toMatchObject({ refused: 'schedule.invalid', message: 'No valid schedule data to save' });
  });
});

describe('a week from a date on', () => {
  const [long, short] = [monday(hours('09:00', '12:00')), monday(hours('10:00', '12:00'))];
  const friday: Week = [{ day: 'Friday', timeIntervals: [hours('10:00', '12:00')] }];
  const winter = '2026-12-16';
  const setOn = (week: Week, from: string, name: string | null = null) =>
    ({ type: 'WeeklyScheduleSet', data: { week, from, name } }) as const;
  const now = setOn(long, '2026-01-05');
  const withdraw = (from: string, revision?: number) => ({ kind: 'withdrawWeek', from, revision }) as const;

  test('is kept with its name, and leaves the week of now; not before today', () => {
    given(now)
      .when({ ...set(short), from: winter, name: 'Winter' }, context)
      .thenAppends(setOn(short, winter, 'Winter'));
    given(now)
      .when({ ...set(short), from: '2026-11-24' }, context)
      .thenRefused('schedule.past');
  });

  test('is withdrawn by an undo also where it holds by now', () => {
    const inForce = setOn(short, '2026-11-24');
    given(inForce).when(withdraw('2026-11-24'), context).thenRefused('schedule.past');
    given(inForce)
      .when({ ...withdraw('2026-11-24'), isUndo: true }, context)
      .thenAppends({ type: 'ScheduleChangeWithdrawn', data: { from: '2026-11-24' } });
  });

  test('is the one that a save of the same from then on is compared with', () => {
    const past = given(now, setOn(short, winter));
    past.when({ ...set(short), from: '2026-12-20' }, context).thenAppends();
    past.when({ ...set(long), from: '2026-12-15' }, context).thenAppends();
    past.when({ ...set(long), from: winter }, context).thenAppends(setOn(long, winter));
    past.when({ ...set(short), from: winter, name: 'Winter' }, context).thenAppends(setOn(short, winter, 'Winter'));
    past.when(set(short), context).thenAppends(setOn(short, today));
  });

  test('is one of at most 52 that are to come', () => {
    const planned = Array.from({ length: 52 }, (_, index) => addDays(winter, 7 * index));
    const past = given(now, ...planned.map((from, index) => setOn(index % 2 ? long : short, from)));
    const next = addDays(winter, 7 * 52);
    past.when({ ...set(short), from: next }, context).thenRefused('schedule.invalid');
    // In place of another one, now, or once one of them holds.
    past.when({ ...set(friday), from: winter }, context).thenAppends(setOn(friday, winter));
    past.when(set(friday), context).thenAppends(setOn(friday, today));
    past.when({ ...set(short), from: next }, { today: winter }).thenAppends(setOn(short, next));
  });

  test('is withdrawn until it holds', () => {
    const past = given(now, setOn(short, winter));
    past.when(withdraw(winter), context).thenAppends({ type: 'ScheduleChangeWithdrawn', data: { from: winter } });
    past.when(withdraw('2026-12-17'), context).thenRefused('schedule.unknown');
    past.when(withdraw(winter), { today: winter }).thenRefused('schedule.past');
    given(now, setOn(short, winter), { type: 'ScheduleChangeWithdrawn', data: { from: winter } })
      .when({ ...set(long), from: winter }, context)
      .thenAppends();
  });

  test('is refused to who read other weeks, with the days that were changed since and by whom', () => {
    const past = given(now, setOn([...long, ...friday], today), setOn(short, winter));
    const changed = { revision: 2, week: [...long, ...friday], days: ['Friday'], by: ['Desk'] };
    past.when({ ...set(short), revision: 0 }, context).thenRefused('schedule.changed', { schedule: changed });
    past
      .when({ ...set(long), from: winter, revision: 1 }, context)
      .thenRefused('schedule.changed', { schedule: { revision: 2, week: short, days: ['Monday', 'Friday'] } });
    past.when(withdraw(winter, 1), context).thenRefused('schedule.changed');
    past.when({ ...set(short), revision: 2 }, context).thenAppends(setOn(short, today));
    past.when(set(short), context).thenAppends(setOn(short, today));
    // Setting what is already there overwrites nobody's change.
    past.when({ ...set([...long, ...friday]), revision: 0 }, context).thenAppends();
    given()
      .when({ ...set(short), revision: -1 }, context)
      .thenAppends(setOn(short, today));
  });
});
