import type { AccountEvent } from '@dayline/contracts/events/organisation';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider } from '../command-handler/decider.ts';

/** The log's part of an account; the vault has the data for signing in. */
export type OpenedAccount = Extract<AccountEvent, { type: 'AccountOpened' }>['data'];

/** Whether the account was opened. */
export type AccountState = boolean;

export const account: Decider<AccountState, OpenedAccount, AccountEvent> = {
  initial: false,
  fold: (state, events) => events.reduce(foldOne, state),
  decide: (isOpen, data) => (isOpen ? [] : [{ type: 'AccountOpened', data }]),
};

function foldOne(isOpen: AccountState, { type }: AccountEvent): AccountState {
  switch (type) {
    case 'AccountOpened':
      return true;
    case 'SignedIn':
    case 'SignInRefused':
    case 'SignedOut':
    case 'PasswordChanged':
    case 'SecondFactorAdded':
    case 'SecondFactorRemoved':
    case 'RecoveryCodesMade':
    case 'PasswordResetRequested':
    case 'CommandRefused':
    case 'HistoryRead':
    case 'ExportMade':
    case 'LetterSent':
      return isOpen;
    default:
      return unreachable(type);
  }
}
