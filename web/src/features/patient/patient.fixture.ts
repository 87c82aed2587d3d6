import type { Visit } from '@dayline/contracts/endpoints/patients';
import { testId } from '../../shared/testing/identities.ts';
import type { Family, Overview } from './rules.ts';

/** A visit of the fixture's patient: 10:00 AM with Dr. Vikram Rao, paid. */
export const visit = (own: number, more: Partial<Visit> = {}): Visit => ({
  appointmentId: `${testId(201)}_20261121_${testId(own)}`,
  status: 'Availed',
  pocId: testId(201),
  pocName: 'Dr. Vikram Rao',
  specialization: 'Cardiology',
  departmentId: testId(10),
  type: 'Direct Consultation',
  date: '2026-11-04',
  time: '10:00',
  minutes: 30,
  payment: 'Paid',
  money: { amount: 70_000 },
  at: '0000000000000005',
  ...more,
});

const upcoming = visit(1, { status: 'Confirmed', date: '2026-11-21', time: '11:00', payment: 'Pay_later' });
const owed = visit(2, { date: '2026-08-26', payment: 'Pay_later' });

export const meera: Overview = {
  userId: testId(31),
  name: 'Meera Nair',
  phone: '919845031276',
  email: 'meera@mail.example',
  location: 'Pune',
  identity: { uhid: '240017', sex: 'female', age: { count: 45, unit: 'years' } },
  ...{ phoneNote: 'son', bornOn: null, guardianRelation: 'husband', guardianName: 'Ravi Nair' },
  erased: false,
  registeredAt: '2024-03-05T08:00:00.000Z',
  today: '2026-11-21',
  upcoming: { total: 1, visits: [upcoming] },
  past: {
    total: 11,
    visited: 8,
    notVisited: 2,
    cancelled: 1,
    since: '2024-03-05',
    visits: [visit(3, { status: 'Cancelled', date: '2026-11-10', payment: 'Pay_later' }), visit(4), owed],
  },
  noShows: 2,
  unpaid: { total: 2, fees: '1400.00', withoutFee: 0, visits: [owed, upcoming] },
  isCut: false,
};

export const family: Family = [
  {
    userId: testId(32),
    name: 'Anil Nair',
    email: 'anil@mail.example',
    location: 'Pune',
    next: visit(5, { date: '2026-12-03' }),
    lastVisit: null,
  },
  {
    userId: testId(33),
    name: 'Ishita Nair',
    identity: { uhid: null, sex: 'female', age: null },
    email: null,
    location: 'Pune',
    next: null,
    lastVisit: '2026-10-12',
  },
];
