import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import type { QueueDoctor } from '@dayline/contracts/endpoints/appointments/queue';
import { testId } from '../../shared/testing/identities.ts';

export const aDoctorOnDuty: QueueDoctor = {
  ...{
    pocId: testId(200),
    name: 'Dr. Asha Menon',
    department: 'Cardiology',
    room: 'Room 4',
    blocked: false,
    walkIn: null,
  },
  hours: [{ from: '00:00', to: '24:00' }],
};

let own = 0;
/** A visit in today's queue; arrived, and perhaps called, if `there` is given. */
export function visit(
  PatientName: string,
  AppointmentTime: string,
  there?: { readonly token: number; readonly arrivedAt: string; readonly calledAt?: string },
): TodaysAppointment {
  own += 1;
  const call = there?.calledAt === undefined ? null : { room: 'Room 4', calledAt: there.calledAt };
  return {
    AppointmentId: `${testId(200)}_20261121_${testId(own)}`,
    ...{ AppointmentTime, Status: 'Confirmed', Is_Active: 1, User_ID: testId(900 + own), PatientName },
    ...{ PatientContact: '919876543210', AppointmentType: 'Direct Consultation' },
    ...{ POC_ID: testId(200), POC_Name: 'Dr. Asha Menon', AppointmentDate: '2026-11-21', money: { amount: 70_000 } },
    ...(there && { presence: { token: there.token, arrivedAt: there.arrivedAt, call } }),
    ...{ StatusAt: '2026-11-18T10:32:00Z', StatusBy: 'Front Desk 1', at: '1'.padStart(20, '0') },
  };
}
