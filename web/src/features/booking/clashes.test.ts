import type { Visit } from '@dayline/contracts/endpoints/patients';
import { clashesOf } from './clashes.ts';

const visit = (pocId: string, date: string, time: string): Visit => ({
  ...{ appointmentId: `${pocId} ${date} ${time}`, status: 'Confirmed', pocId, pocName: pocId, specialization: 'x' },
  ...{
    departmentId: null,
    type: 'Direct Consultation',
    date,
    time,
    minutes: 30,
    payment: 'Paid',
    money: { amount: null },
  },
  at: '0000000000000005',
});
const found = (visits: readonly Visit[], time = '10:00') =>
  clashesOf(visits, { pocId: 'asha', date: '2026-11-25', time }).map(({ kind, visit: { appointmentId } }) => [
    kind,
    appointmentId,
  ]);

test('a visit at the same hour is one, with whichever doctor; at another one, only with the same doctor', () => {
  const day = '2026-11-25';
  expect(found([visit('vikram', day, '10:59'), visit('vikram', day, '11:00'), visit('vikram', day, '09:01')])).toEqual([
    ['sameHour', 'vikram 2026-11-25 10:59'],
    ['sameHour', 'vikram 2026-11-25 09:01'],
  ]);
  expect(found([visit('asha', day, '10:00'), visit('asha', day, '16:00')])).toEqual([
    ['sameHour', 'asha 2026-11-25 10:00'],
    ['sameDoctor', 'asha 2026-11-25 16:00'],
  ]);
});

test('a visit of another day is none, and nothing is one before a time is chosen', () => {
  expect(found([visit('asha', '2026-11-26', '10:00')])).toEqual([]);
  expect(found([visit('asha', '2026-11-25', '10:00')], '')).toEqual([]);
});
