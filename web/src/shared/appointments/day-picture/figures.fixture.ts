import type { DayPicture, TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { testId } from '../../testing/identities.ts';

/** A day's picture, for tests. */
export const aPicture: DayPicture = {
  today: '2026-11-21',
  now: '11:20',
  todayBooked: 88,
  todayToCome: 31,
  todayLate: 0,
  lateAfterMinutes: 10,
  todayCancelled: 3,
  placesToday: 148,
  doctorsOnDuty: 10,
  doctorsBlocked: 2,
  byHour: [
    { hour: '11', booked: 16, places: 18 },
    { hour: '12', booked: 7, places: 12 },
  ],
  lastDays: [
    { date: '2026-11-20', visited: 80, notVisited: 5 },
    { date: '2026-11-21', visited: 46, notVisited: 8 },
  ],
};

export const anEmptyPicture: DayPicture = {
  ...aPicture,
  todayBooked: 0,
  todayToCome: 0,
  todayCancelled: 0,
  placesToday: 0,
  byHour: [],
  lastDays: [{ date: '2026-11-21', visited: 0, notVisited: 0 }],
};

/** Who is expected today, for tests. */
export const anExpected: TodaysAppointment = {
  AppointmentId: `${testId(200)}_20261121_${testId(1)}`,
  AppointmentTime: '11:20',
  Status: 'Confirmed',
  Is_Active: 1,
  User_ID: testId(900),
  PatientName: 'Rohan Kulkarni',
  PatientContact: '919876543210',
  AppointmentType: 'Direct Consultation',
  POC_ID: testId(200),
  POC_Name: 'Dr. Asha Menon',
  money: { amount: null },
  AppointmentDate: '2026-11-21',
  StatusAt: '2026-11-18T10:32:00Z',
  StatusBy: 'Front Desk 1',
  at: '00000000000000000001',
};
