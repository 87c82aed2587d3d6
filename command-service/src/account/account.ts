import { refuse } from '@dayline/contracts/errors';
import type { AccountEvent } from '@dayline/contracts/events/organisation';
import { emailKey } from '@dayline/contracts/fields/email-address';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider } from '../command-handler/decider.ts';

/** The log's part of an account; the vault has the data for signing in. */
export type OpenedAccount = Extract<AccountEvent, { type: 'AccountOpened' }>['data'];

export type AccountCommand =
  | { readonly kind: 'open'; readonly data: OpenedAccount }
  | { readonly kind: 'changeEmail'; readonly email: string };

/** Null until the account is opened. */
export type AccountState = Pick<OpenedAccount, 'email'> | null;

export const account: Decider<AccountState, AccountCommand, AccountEvent> = {
  initial: null,
  fold: (state, events) => events.reduce(foldOne, state),
  decide(state, command) {
    switch (command.kind) {
      case 'open':
        return state ? [] : [{ type: 'AccountOpened', data: command.data }];
      case 'changeEmail': {
        if (!state) return refuse('access.foreign');
        const email = emailKey(command.email);
        return emailKey(state.email ?? '') === email ? [] : [{ type: 'AccountEmailChanged', data: { email } }];
      }
      default:
        return unreachable(command);
    }
  },
};

function foldOne(state: AccountState, { type, data }: AccountEvent): AccountState {
  switch (type) {
    case 'AccountOpened':
    case 'AccountEmailChanged':
      return { email: data.email };
    case 'SignedIn':
    case 'SignInRefused':
    case 'SignedOut':
    case 'PasswordChanged':
    case 'SessionsEnded':
    case 'SecondFactorAdded':
    case 'SecondFactorRemoved':
    case 'PasskeyRenamed':
    case 'RecoveryCodesMade':
    case 'PasswordResetRequested':
    case 'CommandRefused':
    case 'HistoryRead':
    case 'ExportMade':
    case 'LetterSent':
      return state;
    default:
      return unreachable(type);
  }
}
