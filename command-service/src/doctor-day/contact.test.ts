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

test('of a visit that is still to come', () => {
  given().when(call(true), context()).thenRefused('appointment.unknown');
  visit
    .and([changed('AppointmentCancelled', 1)])
    .when(call(true), context())
    .thenRefused('appointment.not-confirmed');
});
