import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { testId } from '../../shared/testing/identities.ts';

/** A valid position, for tests. */
export const at = (number: number): string => String(number).padStart(20, '0');

/** The queue of one doctor on duty, for tests. */
export const aQueue = (room: string | null = null): ResponseOf<'getQueueBoard'> => ({
  ...{ today: '2026-11-21', order: 'token', lateAfterMinutes: 10 },
  doctors: [
    {
      ...{ pocId: testId(200), name: 'Dr. Asha Menon', department: 'Cardiology', room, blocked: false, walkIn: null },
      hours: [{ from: '09:00', to: '13:00' }],
    },
  ],
});

/** A card of today's board, for tests. */
export const card = (own: number, more: Partial<TodaysAppointment> = {}): TodaysAppointment => {
  const Status = more.Status ?? 'Confirmed';
  return {
    AppointmentId: `${testId(200)}_20261121_${testId(own)}`,
    AppointmentTime: `${String(8 + Math.floor(own / 4)).padStart(2, '0')}:${String((own % 4) * 15).padStart(2, '0')}`,
    Status,
    Is_Active: Status === 'Confirmed' ? 1 : 0,
    User_ID: testId(900 + own),
    PatientName: `Patient ${own}`,
    PatientContact: '919876543210',
    AppointmentType: 'Direct Consultation',
    POC_ID: testId(200),
    POC_Name: 'Dr. Asha Menon',
    money: { amount: 70_000 },
    AppointmentDate: '2026-11-21',
    StatusAt: '2026-11-18T10:32:00Z',
    StatusBy: 'Front Desk 1',
    at: at(1),
    ...more,
  };
};
