import { streamKey } from '@dayline/contracts/events/categories';
import type { PastVisitRow } from '@dayline/contracts/views';
import { mergeChanges } from '../merged-records.ts';
import { changed, type View } from '../projection.ts';

/** Imported past visits. They are in no list or count of appointments. */
export const pastVisits: View<PastVisitRow> = {
  name: 'pastVisits',
  indexes: [
    { name: 'byPatient', fields: ['patientId', 'date', 'key', 'pocId', 'outcome'], neededByFold: true },
    { name: 'byClient', fields: ['clientId', 'date', 'key'] },
  ],
  changes: {
    PastVisitNoted: {
      rows: ({ data }) => [data.visitId],
      fold: (_, { data, stream, position, metadata }, key) => ({
        key,
        at: position,
        clientId: metadata.clientId,
        patientId: streamKey(stream),
        ...data,
      }),
    },
    PastVisitWithdrawn: {
      rows: ({ data }) => [data.visitId],
      fold: (row, event) => changed(row, event, { gone: true }),
    },
    ...mergeChanges<PastVisitRow>(),
  },
};
