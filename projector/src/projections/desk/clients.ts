import { foldClientSettings, isClientEvent } from '@dayline/contracts/client-settings';
import { streamKey } from '@dayline/contracts/ids';
import type { ClientRow } from '@dayline/contracts/views';
import { mustExist, noRows, notFolded, type View } from '../projection.ts';

/** A client's settings. Key: the client's id. */
export const clients: View<ClientRow> = {
  name: 'clients',
  indexes: [{ name: 'byName', fields: ['name'] }],
  names(event) {
    return isClientEvent(event) ? [streamKey(event.stream)] : noRows;
  },
  fold(row, event, key) {
    if (!isClientEvent(event)) return notFolded(event);
    const settings = foldClientSettings(row, event) ?? mustExist(row, event);
    return { ...settings, key, at: event.position };
  },
};
