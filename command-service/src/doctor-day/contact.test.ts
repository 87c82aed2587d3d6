import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { booked, changed, context, idOf, paid, patientOf, planned } from '../testing/doctor-day.ts';
import { specification } from '../testing/given-when-then.ts';
import { doctorDay } from './decide.ts';

/** "People to call" (the desk's day, 7). */

const { given } = specification(doctorDay);
const call = (reached: boolean, note: string | null = null) =>
  ({ kind: 'noteContact', appointmentId: idOf(1), reached, note }) as const;
const called = (reached: boolean, note: string | null = null): DoctorDayEvent => ({
  type: 'PatientContacted',
  data: { appointmentId: idOf(1), patientId: patientOf(1), reached, note },
});
const visit = given(planned, booked(1), paid(1));

test('each call is noted, also a further one that says the same', () => {
  visit.when(call(false, 'rang out'), context()).thenAppends(called(false, 'rang out'));
  visit
    .and([called(false, 'rang out')])
    .when(call(false, 'rang out'), context())
    .thenAppends(called(false, 'rang out'));
});

test('the last call is undone within 15 s, and the one before it counts again', () => {
  const undo = (eventId: string) => ({ kind: 'undoContact', appointmentId: idOf(1), eventId }) as const;
  const undone = (undoneEventId: string, contact: object | null, note: string | null) =>
    ({
      type: 'PatientContactUndone',
      data: { ...{ appointmentId: idOf(1), patientId: patientOf(1) }, undoneEventId, contact, note },
    }) as never;
  const twice = visit.and([called(false, 'rang out'), called(true)], { at: context().clinic.instant });
  twice
    .when(undo('event-4'), context())
    .thenAppends(
      undone(
        'event-4',
        { reached: false, at: new Date(context().clinic.instant + 3_600_000).toISOString(), by: 'Desk' },
        'rang out',
      ),
    );
  twice.when(undo('event-3'), context()).thenRefused('appointment.changed');
  twice.when(undo('event-9'), context()).thenRefused('undo.unknown');
  visit
    .and([called(true)], { at: context().clinic.instant })
    .when(undo('event-3'), context())
    .thenAppends(undone('event-3', null, null));
  visit
    .and([called(true)], { at: context().clinic.instant - 16_000 })
    .when(undo('event-3'), context())
    .thenRefused('undo.expired');
});

test('of a visit that is still to come', () => {
  given().when(call(true), context()).thenRefused('appointment.unknown');
  visit
    .and([changed('AppointmentCancelled', 1)])
    .when(call(true), context())
    .thenRefused('appointment.not-confirmed');
});

describe('the patient’s answer to a message', () => {
  const { time } = booked(1).data as { time: string };
  const confirm = { kind: 'confirmVisit', appointmentId: idOf(1), time } as const;
  const confirmed: DoctorDayEvent = {
    type: 'AppointmentConfirmedByPatient',
    data: { appointmentId: idOf(1), patientId: patientOf(1), time },
  };

  test('is recorded once for a time', () => {
    visit.when(confirm, context()).thenAppends(confirmed);
    visit.and([confirmed]).when(confirm, context()).thenAppends();
  });

  test('is refused for another time than the visit’s, and for a visit that is not Confirmed', () => {
    visit.when({ ...confirm, time: '23:45' }, context()).thenRefused('appointment.changed');
    visit
      .and([changed('AppointmentCancelled', 1)])
      .when(confirm, context())
      .thenRefused('appointment.not-confirmed');
    visit.when({ ...confirm, appointmentId: idOf(9) }, context()).thenRefused('appointment.unknown');
  });
});
