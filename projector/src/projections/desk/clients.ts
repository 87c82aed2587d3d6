import { streamKey } from '@dayline/contracts/ids';
import type { ClientRow } from '@dayline/contracts/views';
import { mustExist, noRows, notFolded, type View } from '../projection.ts';

/** A client's settings. Key: the client's id. */
export const clients: View<ClientRow> = {
  name: 'clients',
  indexes: [{ name: 'byName', fields: ['name'] }],
  names(event) {
    const isOurs = event.type === 'ClientOnboarded' || event.type === 'ClientSettingsChanged';
    return isOurs ? [streamKey(event.stream)] : noRows;
  },
  fold(row, event, key) {
    const at = event.position;
    if (event.type === 'ClientOnboarded') return { key, at, ...event.data };
    if (event.type === 'ClientSettingsChanged') return { ...mustExist(row, event), at, ...event.data };
    return notFolded(event);
  },
};
