import type { AccountEvent } from '@dayline/contracts/events/organisation';
import type { Decider } from '../command-handler/decider.ts';

/** What the log says of an account; the vault has it to sign in with. */
export type OpenedAccount = Extract<AccountEvent, { type: 'AccountOpened' }>['data'];

/** Whether it was opened. */
export type AccountState = boolean;

export const account: Decider<AccountState, OpenedAccount, AccountEvent> = {
  initial: false,
  evolve: (state, events) => state || events.some(({ type }) => type === 'AccountOpened'),
  decide: (isOpen, data) => (isOpen ? [] : [{ type: 'AccountOpened', data }]),
};
