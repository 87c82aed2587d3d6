import { slotsOf } from '@dayline/contracts/clinic/schedule';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { book, booked, clinicAt, context, date, paid, plan, planned, week } from '../../testing/doctor-day.ts';
import { specification } from '../../testing/given-when-then.ts';
import { doctorDay } from '../decide.ts';

const { given } = specification(doctorDay);
const hours = (startTime: string, endTime: string) => ({
  startTime,
  endTime,
  appointmentsPerSlot: 1,
  slotDuration: 30,
});
const set = (...intervals: ReturnType<typeof hours>[]) => ({ kind: 'setDayHours', intervals, reason: 'Camp' }) as const;
const isSet = (...intervals: ReturnType<typeof hours>[]): DoctorDayEvent => ({
  type: 'DayHoursSet',
  data: { intervals, reason: 'Camp' },
});
const [noon, evening] = [hours('12:00', '13:00'), hours('18:00', '19:00')];
const clear = { kind: 'clearDayHours' } as const;
const cleared: DoctorDayEvent = { type: 'DayHoursCleared', data: {} };
const sunday = { date: '2026-11-22' };

describe('the hours of one date', () => {
  test('are set sorted and once, also on a day without hours and up to a year ahead', () => {
    given().when(set(evening, noon), context()).thenAppends(isSet(noon, evening));
    given(isSet(noon, evening)).when(set(evening, noon), context()).thenAppends();
    given()
      .when(set(noon), context({ ...sunday, schedule: null }))
      .thenAppends(isSet(noon));
    given()
      .when(set(noon), context({ date: '2027-11-21', lastBookable: '2027-01-20' }))
      .thenAppends(isSet(noon));
    given()
      .when(set(noon), context({ date: '2027-11-23' }))
      .thenRefused('hours.beyond-horizon');
  });

  test('are those that are booked by, and no plan of the week comes before a booking', () => {
    given(isSet(noon))
      .when(book(1, { time: '12:00' }), context())
      .thenAppends(booked(1, '12:00'), paid(1));
    given(planned, isSet(noon)).when(book(1), context()).thenRefused('slot.unknown');
  });

  test('give way to those of the week when they are cleared, planned anew where they differ', () => {
    const onlyNine = slotsOf([hours('09:00', '09:30')]);
    given(isSet(noon)).when(clear, context()).thenAppends(cleared, planned);
    given(planned, isSet(noon)).when(clear, context()).thenAppends(cleared);
    given(plan(onlyNine), isSet(noon))
      .when(clear, context({ schedule: { week, revision: 4 } }))
      .thenAppends(cleared, plan(undefined, 4));
    given(planned).when(clear, context()).thenAppends();
  });

  test('that somebody else has changed since they were read are refused, and the same ones appended once', () => {
    given(isSet(noon))
      .when({ ...set(evening), seen: null }, context())
      .thenRefused('schedule.changed');
    given(isSet(noon))
      .when({ ...clear, seen: [evening] }, context())
      .thenRefused('schedule.changed');
    given(isSet(noon, evening))
      .when({ ...set(noon), seen: [evening, noon] }, context())
      .thenAppends(isSet(noon));
    given(isSet(noon))
      .when({ ...set(noon), seen: null }, context())
      .thenAppends();
    given()
      .when({ ...clear, seen: [noon] }, context())
      .thenAppends();
  });

  test('wait until a blocked day is unblocked, and are none of a past date', () => {
    const blocked: DoctorDayEvent = { type: 'DayBlocked', data: { reason: null } };
    given(blocked).when(set(noon), context()).thenRefused('day.blocked');
    given(blocked, { type: 'DayUnblocked', data: {} }).when(set(noon), context()).thenAppends(isSet(noon));
    const later = context({ now: clinicAt('2026-11-22', '08:00'), date });
    given().when(set(noon), later).thenRefused('slot.passed');
    given(isSet(noon)).when(clear, later).thenRefused('slot.passed');
  });

  test('that overlap are named', () => {
    given()
      .when(set(noon, hours('12:30', '14:00')), context())
      .thenRefused('schedule.invalid', {
        fields: [{ field: 'intervals.1.startTime', message: '12:30 to 14:00 overlaps 12:00 to 13:00.' }],
      });
  });
});
