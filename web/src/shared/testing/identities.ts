import type { Identity } from '../session/session-store.ts';

export const testId = (number: number): string => `01J0000000000000000000${String(number).padStart(4, '0')}`;

export const anAdmin: Identity = {
  accountId: testId(1),
  role: 'admin',
  name: 'Front Desk 1',
  clientId: testId(100),
  clientName: 'Sunrise Multispeciality Hospital',
  zone: 'Asia/Kolkata',
  hasBranches: false,
  pocId: null,
  pocName: null,
};

export const aDoctor: Identity = {
  ...anAdmin,
  accountId: testId(2),
  role: 'doctor',
  name: 'Dr. Asha Menon',
  pocId: testId(200),
  pocName: 'Dr. Asha Menon',
};

export const anAuditor: Identity = { ...anAdmin, accountId: testId(3), role: 'auditor', name: 'N. Auditor' };
