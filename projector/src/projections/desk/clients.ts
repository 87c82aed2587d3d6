import { clientTypes, foldClientSettings } from '@dayline/contracts/client-settings';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { ClientEvent } from '@dayline/contracts/events/organisation';
import type { ClientRow } from '@dayline/contracts/views';
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
