import type { Interval, Week } from '@dayline/contracts/clinic/schedule';
import { specification } from '../testing/given-when-then.ts';
import { doctorSchedule } from './doctor-schedule.ts';

const { given } = specification(doctorSchedule);
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
    .when(set(week), undefined)
    .thenRefused('schedule.invalid', { fields: [{ field, message }] });

describe('the weekly template', () => {
  test('is set whole, hours that touch included', () => {
    const week = monday(hours('09:00', '12:00'), hours('12:00', '13:00'));
    given().when(set(week), undefined).thenAppends({ type: 'WeeklyScheduleSet', data: { week } });
  });

  test('may last until the day ends, or all of it', () => {
    for (const week of [monday(hours('22:00', '24:00')), monday(hours('00:00', '24:00'))]) {
      given().when(set(week), undefined).thenAppends({ type: 'WeeklyScheduleSet', data: { week } });
    }
    refused(
      monday(hours('21:00', '24:00'), hours('23:00', '23:30')),
      'Monday.1.startTime',
      'Monday, 23:00 to 23:30 overlaps 21:00 to 24:00.',
    );
  });

  test('the same again appends nothing', () => {
    const week = monday(hours('09:00', '12:00'));
    given({ type: 'WeeklyScheduleSet', data: { week } }).when(set(week), undefined).thenAppends();
  });

  test('is kept with Monday first and hours by their start, so that the same week in another order appends nothing', () => {
    const late = hours('15:00', '16:00');
    const early = hours('09:00', '12:00');
    const friday: Week[number] = { day: 'Friday', timeIntervals: [early] };
    const ordered: Week = [...monday(early, late), friday];
    given()
      .when(set([friday, ...monday(late, early)]), undefined)
      .thenAppends({ type: 'WeeklyScheduleSet', data: { week: ordered } });
    given({ type: 'WeeklyScheduleSet', data: { week: ordered } })
      .when(set([friday, ...monday(late, early)]), undefined)
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
      'Monday is there twice.',
    );
  });

  test("a week without hours: 'No valid schedule data to save'", () => {
    const { decision } = given().when(set([]), undefined);
    expect(decision).toMatchObject({ refused: 'schedule.invalid', message: 'No valid schedule data to save' });
  });
});
