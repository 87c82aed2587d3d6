import { mostRefusedRows } from '@dayline/contracts/endpoints/import';
import type { ImportViewRow } from '@dayline/contracts/views';
import { changed, mustExist, type View } from '../projection.ts';

/** Imports with their progress. Key: the import's id. */
export const imports: View<ImportViewRow, 'import'> = {
  name: 'imports',
  indexes: [{ name: 'byClient', fields: ['clientId', 'startedAt', 'key'] }],
  changes: {
    ImportStarted: {
      fold(_, { data, position, metadata }, key) {
        const { digest: _digest, ...said } = data;
        return {
          ...{ key, at: position, clientId: metadata.clientId, ...said },
          ...{ by: metadata.actor.name, startedAt: metadata.recordedAt },
          ...{ done: 0, created: 0, matched: 0, refused: 0, refusedRows: [] },
          ...{ settledAt: null, ended: null, back: null },
        };
      },
    },
    ImportAdvanced: {
      fold(row, event) {
        const { created, matched, refused, refusedRows } = mustExist(row, event);
        const { data } = event;
        const isNew = data.made.filter((made) => made.isNew).length;
        return changed(row, event, {
          done: data.done,
          created: created + isNew,
          // A correction of somebody known matched them.
          matched: matched + data.matched + data.made.length - isNew,
          refused: refused + data.refusedRows.length,
          refusedRows: [...refusedRows, ...data.refusedRows].slice(0, mostRefusedRows),
        });
      },
    },
    ImportSettled: {
      fold: (row, event) => changed(row, event, { ...event.data, settledAt: event.metadata.recordedAt }),
    },
    ImportBackStarted: {
      fold(row, event) {
        const { actor, recordedAt } = event.metadata;
        const back = {
          by: actor.name,
          startedAt: recordedAt,
          takenBack: 0,
          stayed: 0,
          stayedRows: [],
          settledAt: null,
        };
        return changed(row, event, { back });
      },
    },
    ImportBackAdvanced: {
      fold(row, event) {
        const { back } = mustExist(row, event);
        const { takenBack, stayedRows } = event.data;
        if (!back) return changed(row, event, {});
        return changed(row, event, {
          back: {
            ...back,
            takenBack: back.takenBack + takenBack,
            stayed: back.stayed + stayedRows.length,
            stayedRows: [...back.stayedRows, ...stayedRows].slice(0, mostRefusedRows),
          },
        });
      },
    },
    ImportBackSettled: {
      fold(row, event) {
        const { back } = mustExist(row, event);
        return changed(row, event, { back: back && { ...back, settledAt: event.metadata.recordedAt } });
      },
    },
  },
};
