import { clientTypes, foldClientSettings } from '@dayline/contracts/client-settings';
import type { PeopleEvent } from '@dayline/contracts/events/client-people';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { AccountEvent, ClientEvent } from '@dayline/contracts/events/organisation';
import type { ClientRow, PeopleRow } from '@dayline/contracts/views/directory';
import { type Change, forTypes, mustExist, type View } from '../projection.ts';

const settings: Change<ClientRow, Recorded<ClientEvent>> = {
  fold: (row, event, key) => ({
    ...(foldClientSettings(row, event) ?? mustExist(row, event)),
    key,
    at: event.position,
  }),
};

/** A client's settings. Key: the client's id. */
export const clients: View<ClientRow, 'client'> = {
  name: 'clients',
  indexes: [{ name: 'byName', fields: ['name'] }],
  changes: forTypes(clientTypes, settings),
};

const noted: Change<PeopleRow, Recorded<AccountEvent | PeopleEvent>> = {
  rows: ({ metadata }) => [metadata.clientId],
  fold: (_, { position }, key) => ({ key, at: position, clientId: key }),
};

/**
 * Notifies open pages of changed accounts and of sessions that begin and end; the page of people reads the vault. Key:
 * the client's id.
 */
export const people: View<PeopleRow, 'people'> = {
  name: 'people',
  indexes: [],
  changes: {
    AccountInvited: noted,
    AccountActivated: noted,
    AccountRenamed: noted,
    AccountDeactivated: noted,
    AccountReactivated: noted,
    SecondFactorPolicySet: noted,
    SessionIdleTimeSet: noted,
    SecondFactorReset: noted,
    SingleSignOnUnbound: noted,
    SingleSignOnPolicySet: noted,
    PersonSignedOut: noted,
    AccountOpened: noted,
    AccountEmailChanged: noted,
    SignedIn: noted,
    SignedOut: noted,
    SessionsEnded: noted,
    PasswordChanged: noted,
    SecondFactorAdded: noted,
    SecondFactorRemoved: noted,
  },
};
