import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import {
  book,
  booked,
  changed,
  clinicAt,
  context,
  date,
  early,
  idOf,
  paid,
  patientOf,
  planned,
} from '../testing/doctor-day.ts';
import { specification } from '../testing/given-when-then.ts';
import { doctorDay } from './decide.ts';

/** "Same doctor, same day" (the desk's day, 1): two places per half hour, 09:00 and 09:30. */
const { given } = specification(doctorDay);
const move = (index: number, time: string, reason: string | null = null) =>
  ({ kind: 'reschedule', appointmentId: idOf(index), time, reason, branchId: 0 }) as const;
const undo = (index: number, eventId: string) =>
  ({ kind: 'undoReschedule', appointmentId: idOf(index), eventId }) as const;
const moved = (
  index: number,
  timeBefore: string,
  time: string,
  more: { readonly reason?: string; readonly undoneEventId?: string } = {},
): DoctorDayEvent => ({
  type: 'AppointmentRescheduled',
  data: {
    ...{ appointmentId: idOf(index), patientId: patientOf(index), type: 'Direct Consultation' },
    ...{ timeBefore, minutesBefore: 30, time, minutes: 30, branchId: 0 },
    ...{ reason: more.reason ?? null, undoneEventId: more.undoneEventId ?? null },
  },
});

describe('an appointment gets another time of its day', () => {
  test('with a reason, and its place is free for the next', () => {
    const afterPayment = given(planned, booked(1), paid(1));
    afterPayment
      .when(move(1, '09:30', 'Late bus'), context())
      .thenAppends(moved(1, '09:00', '09:30', { reason: 'Late bus' }));
    const full = given(planned, booked(1), booked(2), booked(3, '09:30'), moved(1, '09:00', '09:30'));
    full.when(book(4), context()).thenAppends(booked(4), paid(4));
    full.when(book(4, { time: '09:30' }), context()).thenRefused('slot.full');
  });

  test('and all that follows carries it', () => {
    given(planned, booked(1), paid(1), moved(1, '09:00', '09:30'))
      .when({ kind: 'changeStatus', appointmentId: idOf(1), status: 'Cancelled', as: 'admin' }, context())
      .thenAppends(changed('AppointmentCancelled', 1, '09:30'));
  });

  test('as a booking would: not where it is full, blocked, unknown or over, nor twice at one time', () => {
    const here = given(planned, booked(1), booked(2, '09:30'), booked(3, '09:30'));
    here.when(move(1, '09:30'), context()).thenRefused('slot.full', { freeTimes: [] });
    here.when(move(1, '12:00'), context()).thenRefused('slot.unknown');
    const blocked: DoctorDayEvent = {
      type: 'SlotsBlocked',
      data: { spans: [{ from: '09:30', to: '10:00' }], reason: null },
    };
    given(planned, booked(1), blocked).when(move(1, '09:30'), context()).thenRefused('slot.blocked');
    given(planned, booked(2, '09:30'))
      .when(move(2, '09:00'), context({ now: clinicAt(date, '09:15') }))
      .thenRefused('slot.passed');
    given(planned, booked(1), booked(2, '09:30', 'Direct Consultation', patientOf(1)))
      .when(move(1, '09:30'), context())
      .thenRefused('patient.already-booked', { visit: { appointmentId: idOf(2), time: '09:30' } });
  });

  test('also after its time today, but not on another day, nor once it is marked', () => {
    given(planned, booked(1))
      .when(move(1, '09:30'), context({ now: clinicAt(date, '09:20') }))
      .thenAppends(moved(1, '09:00', '09:30'));
    given(planned, booked(1))
      .when(move(1, '09:30'), context({ now: clinicAt('2026-11-22', '08:00') }))
      .thenRefused('move.past');
    given(planned, booked(1), changed('AppointmentMarkedVisited', 1))
      .when(move(1, '09:30'), context())
      .thenRefused('appointment.not-confirmed', { status: 'Availed' });
    given(planned).when(move(1, '09:30'), context()).thenRefused('appointment.unknown');
  });

  test('the time that it has changes nothing', () => {
    given(planned, booked(1)).when(move(1, '09:00'), context()).thenAppends();
  });
});

describe('the undo of a move', () => {
  const past = given(planned, booked(1), paid(1)).and([moved(1, '09:00', '09:30')], { at: early });

  test('takes the old place back within 15 s, once', () => {
    const back = moved(1, '09:30', '09:00', { undoneEventId: 'event-3' });
    past.when(undo(1, 'event-3'), context()).thenAppends(back);
    past.when(undo(1, 'event-3'), context({ now: early + 15_001 })).thenRefused('undo.expired');
    past.and([back], { at: early }).when(undo(1, 'event-3'), context()).thenRepeats(4);
    past.when(undo(1, 'event-2'), context()).thenRefused('undo.unknown');
  });

  test('not once it was moved again or marked, nor where others have the place', () => {
    past
      .and([moved(1, '09:30', '09:00')])
      .when(undo(1, 'event-3'), context())
      .thenRefused('appointment.changed');
    past
      .and([changed('AppointmentMarkedVisited', 1, '09:30')])
      .when(undo(1, 'event-3'), context())
      .thenRefused('appointment.changed', { status: 'Availed' });
    past
      .and([booked(2), booked(3)])
      .when(undo(1, 'event-3'), context())
      .thenRefused('slot.full');
  });

  test('nor once the patient is called, who keeps the new time', () => {
    const patient = { appointmentId: idOf(1), patientId: patientOf(1) };
    past
      .and([
        { type: 'PatientArrived', data: { ...patient, token: 1, arrivedAt: '08:00' } },
        { type: 'PatientCalled', data: { ...patient, room: null } },
      ])
      .when(undo(1, 'event-3'), context())
      .thenRefused('move.called');
  });

  test('whatever blocks the old place, since bookings keep theirs', () => {
    const blocked: DoctorDayEvent = { type: 'DayBlocked', data: { reason: null } };
    past
      .and([blocked])
      .when(undo(1, 'event-3'), context())
      .thenAppends(moved(1, '09:30', '09:00', { undoneEventId: 'event-3' }));
  });
});
