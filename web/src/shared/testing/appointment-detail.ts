import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import { testId } from './identities.ts';

/** A row of the details tables, for tests. */
export const detail = (own: number, more: Partial<AppointmentDetail> = {}): AppointmentDetail => ({
  AppointmentId: `${testId(200)}_20261121_${testId(own)}`,
  Status: 'Confirmed',
  User_ID: testId(900 + own),
  UserName: `Patient ${own}`,
  UserContact: '919845012345',
  UserLocation: 'Pune',
  POC_ID: testId(200),
  POCName: 'Dr. Asha Menon',
  Specialization: 'Cardiology',
  BranchID: 0,
  BranchName: null,
  AppointmentType: 'Direct Consultation',
  AppointmentDate: '2026-11-21',
  AppointmentTime: '16:15',
  minutes: 15,
  Payment_Status: 'Paid',
  money: { amount: 70_000, method: 'cash' },
  at: '00000000000000000001',
  ...more,
});
