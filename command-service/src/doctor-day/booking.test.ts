import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import {
  book,
  booked,
  changed,
  clinicAt,
  context,
  date,
  halfHour,
  idOf,
  paid,
  patientOf,
  plan,
  planned,
  pocId,
  week,
} from '../testing/doctor-day.ts';
import { specification } from '../testing/given-when-then.ts';
import { doctorDay } from './decide.ts';

const { given } = specification(doctorDay);
const blocked = (...times: string[]): DoctorDayEvent => ({
  type: 'SlotsBlocked',
  data: { spans: times.map(halfHour), reason: null },
});
const unblocked = (...times: string[]): DoctorDayEvent => ({
  type: 'SlotsUnblocked',
  data: { spans: times.map(halfHour) },
});
const dayBlocked: DoctorDayEvent = { type: 'DayBlocked', data: { reason: 'Conference' } };

describe('booking', () => {
  test('the first booking of a day plans its slots in front', () => {
    given().when(book(1), context()).thenAppends(planned, booked(1), paid(1));
  });

  test('a further one only books and records the payment', () => {
    given(planned, booked(1), paid(1))
      .when(book(2, { payment: 'Paid' }), context())
      .thenAppends(booked(2), paid(2, 'Paid'));
  });

  test('a newer weekly template is planned again', () => {
    const later = [
      {
        ...week[0],
        timeIntervals: [{ startTime: '11:00', endTime: '12:00', appointmentsPerSlot: 1, slotDuration: 30 }],
      },
    ];
    const schedule = { week: later as typeof week, revision: 4 };
    given(planned)
      .when(book(1, { time: '11:00' }), context({ schedule }))
      .thenAppends(
        plan(
          [
            { time: '11:00', minutes: 30, capacity: 1, session: null },
            { time: '11:30', minutes: 30, capacity: 1, session: null },
          ],
          4,
        ),
        booked(1, '11:00'),
        paid(1),
      );
    given(planned).when(book(1), context({ schedule })).thenRefused('slot.unknown');
  });

  test('the loser of a race gets 409 `slot.full`, with the nearest free times of the same doctor', () => {
    given(planned, booked(1), booked(2))
      .when(book(3), context())
      .thenRefused('slot.full', { freeTimes: [{ date: '2026-11-21', time: '09:30', left: 2 }] });
  });

  test('a cancelled appointment frees its place', () => {
    given(planned, booked(1), booked(2), changed('AppointmentCancelled', 1))
      .when(book(3), context())
      .thenAppends(booked(3), paid(3));
  });

  test('the same patient has one visit at one time, which a second booking names', () => {
    const same = { patientId: patientOf(1) };
    const visit = { appointmentId: idOf(1), pocId, date, time: '09:00' };
    const afterBooking = given(planned, booked(1));
    afterBooking.when(book(2, same), context()).thenRefused('patient.already-booked', { visit });
    expect(afterBooking.when(book(2, { ...same, time: '09:30' }), context()).decision).not.toHaveProperty('refused');
    const cancelled = afterBooking.and([changed('AppointmentCancelled', 1)]);
    expect(cancelled.when(book(2, same), context()).decision).not.toHaveProperty('refused');
    // The patient's own visit is the reason, not that the slot is full.
    const full = afterBooking.and([booked(3)]);
    full.when(book(2, same), context()).thenRefused('patient.already-booked', { visit });
  });

  test('a visit that overlaps is at the same time, as after a change of hours', () => {
    const [hours] = week;
    const quarters = [{ startTime: '09:15', endTime: '10:15', appointmentsPerSlot: 2, slotDuration: 15 }];
    const schedule = { week: [{ day: hours?.day ?? 'Saturday', timeIntervals: quarters }], revision: 4 };
    const at = (time: string) =>
      given(planned, booked(1)).when(book(2, { patientId: patientOf(1), time }), context({ schedule })).decision;
    expect(at('09:15')).toMatchObject({ refused: 'patient.already-booked' });
    expect(at('09:30')).not.toHaveProperty('refused');
  });

  test('Tele Consultation is paid upfront', () => {
    given()
      .when(book(1, { type: 'Tele Consultation' }), context())
      .thenRefused('payment.upfront');
    given(planned)
      .when(book(1, { type: 'Tele Consultation', payment: 'Paid' }), context())
      .thenAppends(booked(1, '09:00', 'Tele Consultation'), paid(1, 'Paid'));
  });

  test('a blocked place or day can’t be booked, a freed time of a blocked day can', () => {
    given(planned, blocked('09:00')).when(book(1), context()).thenRefused('slot.blocked');
    given(planned, dayBlocked).when(book(1), context()).thenRefused('slot.blocked');
    given(planned, dayBlocked, unblocked('09:00')).when(book(1), context()).thenAppends(booked(1), paid(1));
  });

  test('a time can be booked before the minute in which it begins', () => {
    given()
      .when(book(1), context({ now: clinicAt('2026-11-21', '09:00') }))
      .thenRefused('slot.passed');
    given()
      .when(book(1), context({ now: clinicAt('2026-11-21', '08:59') }))
      .thenAppends(planned, booked(1), paid(1));
    given()
      .when(book(1), context({ now: clinicAt('2026-11-22', '08:00') }))
      .thenRefused('slot.passed');
  });

  test('booking is open for the next 60 days', () => {
    given()
      .when(book(1), context({ now: clinicAt('2026-09-22', '08:00') }))
      .thenAppends(planned, booked(1), paid(1));
    given()
      .when(book(1), context({ now: clinicAt('2026-09-21', '08:00') }))
      .thenRefused('slot.beyond-horizon');
  });

  test('a time that the doctor doesn’t have, and a doctor without hours', () => {
    given()
      .when(book(1, { time: '09:15' }), context())
      .thenRefused('slot.unknown');
    given()
      .when(book(1), context({ schedule: null }))
      .thenRefused('slot.unknown');
  });

  test('a booking carries its doctor’s branch', () => {
    const { decision } = given(planned).when(book(1, { branchId: 7 }), context());
    expect(decision).toMatchObject([{ data: { branchId: 7, appointmentId: idOf(1), patientId: patientOf(1) } }, {}]);
  });
});

describe('blocking', () => {
  const block = { kind: 'blockSlots', times: ['09:30', '09:00', '09:30'], reason: 'Surgery' } as const;

  test('the bookings stay, and what is blocked already is not blocked again', () => {
    given(planned, booked(1), blocked('09:30'))
      .when(block, context())
      .thenAppends({ type: 'SlotsBlocked', data: { spans: [halfHour('09:00')], reason: 'Surgery' } });
    given(planned, blocked('09:00', '09:30')).when(block, context()).thenAppends();
  });

  test('an unknown time and a day that is over are refused', () => {
    given()
      .when({ kind: 'blockSlots', times: ['12:00'], reason: null }, context())
      .thenRefused('slot.unknown');
    given()
      .when({ kind: 'blockDay', reason: null }, context({ now: clinicAt('2026-11-22', '08:00') }))
      .thenRefused('slot.passed');
  });

  test('a day is blocked once; its freed times are blocked again', () => {
    const blockDay = { kind: 'blockDay', reason: 'Conference' } as const;
    given().when(blockDay, context()).thenAppends(planned, dayBlocked);
    given(planned, dayBlocked).when(blockDay, context()).thenAppends();
    given(planned, dayBlocked, unblocked('09:00')).when(blockDay, context()).thenAppends(dayBlocked);
  });

  test('unblocking a day frees all of it, single blocks too; an open one stays as it is', () => {
    given(planned, blocked('09:00'))
      .when({ kind: 'unblockDay' }, context())
      .thenAppends({ type: 'DayUnblocked', data: {} });
    given(planned).when({ kind: 'unblockDay' }, context()).thenAppends();
    given(planned, dayBlocked)
      .when({ kind: 'unblockSlots', times: ['09:30'] }, context())
      .thenAppends(unblocked('09:30'));
    given(planned)
      .when({ kind: 'unblockSlots', times: ['09:30'] }, context())
      .thenAppends();
  });
});
