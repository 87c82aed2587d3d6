import { searched } from '@dayline/contracts/fold';
import type { DisplayRow } from '@dayline/contracts/views';
import { changed, type View } from '../projection.ts';

export const displays: View<DisplayRow, 'display'> = {
  name: 'displays',
  indexes: [{ name: 'byClient', fields: ['clientId', 'search'] }],
  changes: {
    DisplayAdded: {
      fold: (_, { data: { clientId, name, pocIds, link }, position, metadata }, key) => ({
        key,
        at: position,
        clientId,
        name,
        search: searched(name),
        pocIds,
        addedAt: metadata.recordedAt,
        linkUntil: link.until,
        pairedAt: null,
      }),
    },
    DisplayLinkMade: { fold: (row, event) => changed(row, event, { linkUntil: event.data.link.until }) },
    DisplayPaired: {
      fold: (row, event) => changed(row, event, { linkUntil: null, pairedAt: event.metadata.recordedAt }),
    },
    DisplayRevoked: { fold: (row, event) => changed(row, event, { gone: true }) },
  },
};
