import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import {
  booked,
  changed,
  clinicAt,
  context,
  date,
  early,
  idOf,
  patientOf,
  planned,
  undone,
} from '../testing/doctor-day.ts';
import { specification } from '../testing/given-when-then.ts';
import { doctorDay } from './decide.ts';

const { given } = specification(doctorDay);
const mark = (status: 'Availed' | 'Not_Availed' | 'Cancelled' | 'Confirmed', as: 'admin' | 'doctor' = 'doctor') =>
  ({ kind: 'changeStatus', appointmentId: idOf(1), status, as }) as const;
const undo = (eventId: string, as: 'admin' | 'doctor' = 'admin') =>
  ({ kind: 'undo', appointmentId: idOf(1), eventId, status: 'Confirmed', as }) as const;
const correct = (status: 'Availed' | 'Not_Availed' | 'Cancelled' | 'Confirmed') =>
  ({ kind: 'correct', appointmentId: idOf(1), status, reason: 'Wrong card' }) as const;

describe('a mark', () => {
  test('Confirmed → Availed, Not_Availed or Cancelled', () => {
    given(planned, booked(1)).when(mark('Availed'), context()).thenAppends(changed('AppointmentMarkedVisited', 1));
    given(planned, booked(1))
      .when(mark('Not_Availed'), context())
      .thenAppends(changed('AppointmentMarkedNotVisited', 1));
    given(planned, booked(1))
      .when(mark('Cancelled', 'admin'), context())
      .thenAppends(changed('AppointmentCancelled', 1));
  });

  test('the doctor’s call refuses Cancelled', () => {
    given(planned, booked(1)).when(mark('Cancelled', 'doctor'), context()).thenRefused('cancel.admin-only');
  });

  test('nothing else, but for undo and correction', () => {
    given(planned, booked(1), changed('AppointmentCancelled', 1))
      .when(mark('Availed'), context())
      .thenRefused('appointment.not-confirmed', { status: 'Cancelled' });
    given(planned, booked(1), changed('AppointmentMarkedVisited', 1))
      .when(mark('Confirmed'), context())
      .thenRefused('appointment.not-confirmed', { status: 'Availed' });
  });

  test('asking for the status that an appointment already has is accepted and appends nothing', () => {
    given(planned, booked(1)).when(mark('Confirmed'), context()).thenAppends();
    given(planned, booked(1), changed('AppointmentMarkedVisited', 1)).when(mark('Availed'), context()).thenAppends();
  });

  test('is allowed on the appointment’s day and after it, not before', () => {
    const before = context({ now: clinicAt('2026-11-20', '23:59') });
    given(planned, booked(1)).when(mark('Availed'), before).thenRefused('appointment.too-early');
    given(planned, booked(1)).when(mark('Cancelled', 'admin'), before).thenAppends(changed('AppointmentCancelled', 1));
    const after = context({ now: clinicAt('2026-12-21', '08:00') });
    given(planned, booked(1)).when(mark('Availed'), after).thenAppends(changed('AppointmentMarkedVisited', 1));
  });

  test('an appointment that nobody booked', () => {
    given(planned).when(mark('Availed'), context()).thenRefused('appointment.unknown');
  });
});

describe('an undo', () => {
  const marked = given(planned, booked(1)).and([changed('AppointmentMarkedVisited', 1)], { at: early - 15_000 });

  test('compensates the latest status event, which it names, for 15 s', () => {
    marked.when(undo('event-2'), context()).thenAppends(undone('AppointmentMarkUndone', 1, 'Availed', 'event-2'));
    marked.when(undo('event-2'), context({ now: early + 1 })).thenRefused('undo.expired');
  });

  test('a second undo of the same event changes nothing and answers as the first did', () => {
    const first = marked.and([undone('AppointmentMarkUndone', 1, 'Availed', 'event-2')], { at: early });
    first.when(undo('event-2'), context()).thenRepeats(3);
    first.when(undo('event-2'), context({ now: early + 60_000 })).thenRepeats(3);
    first
      .and([changed('AppointmentMarkedNotVisited', 1)])
      .when(undo('event-2'), context())
      .thenRepeats(3);
  });

  test('if somebody else has changed the appointment since, it is refused with the current status', () => {
    const correction: DoctorDayEvent = {
      type: 'AppointmentStatusCorrected',
      data: {
        ...changed('AppointmentMarkedVisited', 1).data,
        statusBefore: 'Availed',
        statusAfter: 'Not_Availed',
        reason: 'x',
      } as never,
    };
    marked
      .and([correction])
      .when(undo('event-2'), context())
      .thenRefused('appointment.changed', { status: 'Not_Availed' });
  });

  test('there is nothing to undo under an unknown id, a booking’s, or another appointment’s', () => {
    marked.when(undo('event-9'), context()).thenRefused('undo.unknown');
    given(planned, booked(1)).when(undo('event-1'), context()).thenRefused('undo.unknown');
    given(planned, booked(1), booked(2), changed('AppointmentMarkedVisited', 2))
      .when(undo('event-3'), context())
      .thenRefused('undo.unknown');
  });

  test('of a cancellation needs the capacity of its place, and is no doctor’s', () => {
    const now = early;
    const cancelled = given(planned, booked(1), booked(2)).and([changed('AppointmentCancelled', 1)], { at: now });
    const back = undone('AppointmentCancellationUndone', 1, 'Cancelled', 'event-3');
    cancelled.when(undo('event-3'), context()).thenAppends(back);
    cancelled.when(undo('event-3', 'doctor'), context()).thenRefused('cancel.admin-only');
    cancelled
      .and([booked(3)])
      .when(undo('event-3'), context())
      .thenRefused('slot.full', { freeTimes: [{ date, time: '09:30', left: 2 }] });
    cancelled
      .and([booked(3, '09:00', 'Direct Consultation', patientOf(1))])
      .when(undo('event-3'), context())
      .thenRefused('patient.already-booked', { visit: { appointmentId: idOf(3) } });
  });

  test('of a cancellation is no matter of the hour: it was booked in time', () => {
    const now = clinicAt('2026-11-21', '09:00') + 5_000;
    given(planned, booked(1))
      .and([changed('AppointmentCancelled', 1)], { at: now })
      .when(undo('event-2'), context({ now: now + 10_000 }))
      .thenAppends(undone('AppointmentCancellationUndone', 1, 'Cancelled', 'event-2'));
  });
});

describe('a correction', () => {
  test('says why, at any later time', () => {
    const later = context({ now: clinicAt('2026-12-01', '08:00') });
    given(planned, booked(1), changed('AppointmentMarkedVisited', 1))
      .when(correct('Not_Availed'), later)
      .thenAppends({
        type: 'AppointmentStatusCorrected',
        data: {
          appointmentId: idOf(1),
          patientId: patientOf(1),
          time: '09:00',
          minutes: 30,
          type: 'Direct Consultation',
          statusBefore: 'Availed',
          statusAfter: 'Not_Availed',
          reason: 'Wrong card',
        },
      });
  });

  test('out of Cancelled needs the place', () => {
    given(planned, booked(1), booked(2), changed('AppointmentCancelled', 1), booked(3))
      .when(correct('Confirmed'), context())
      .thenRefused('slot.full');
    const again = booked(2, '09:00', 'Direct Consultation', patientOf(1));
    given(planned, booked(1), changed('AppointmentCancelled', 1), again)
      .when(correct('Confirmed'), context())
      .thenRefused('patient.already-booked', { visit: { appointmentId: idOf(2) } });
    const { decision } = given(planned, booked(1), changed('AppointmentCancelled', 1)).when(
      correct('Availed'),
      context(),
    );
    expect(decision).toMatchObject([{ type: 'AppointmentStatusCorrected', data: { statusAfter: 'Availed' } }]);
  });

  test('to what it is already appends nothing; a visit can’t be foretold', () => {
    given(planned, booked(1)).when(correct('Confirmed'), context()).thenAppends();
    given(planned, booked(1))
      .when(correct('Availed'), context({ now: clinicAt('2026-11-20', '08:00') }))
      .thenRefused('appointment.too-early');
  });
});
