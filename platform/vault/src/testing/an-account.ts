import type { Account } from '../port.ts';

/** An administrator's account, not stored yet. */
export const anAccount: Account = {
  accountId: 'a1',
  email: 'asha@sunrise.example',
  role: 'admin',
  name: 'Asha Menon',
  clientId: 'c1',
  pocId: null,
  passwordHash: null,
  sessionEpoch: 0,
};
