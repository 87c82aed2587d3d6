import { maxRefusedRows } from '@dayline/contracts/endpoints/import';
import type { ImportViewRow } from '@dayline/contracts/views';
import { changed, mustExist, type View } from '../projection.ts';

/** Imports with their progress. Key: the import's id. */
export const imports: View<ImportViewRow, 'import'> = {
  name: 'imports',
  indexes: [{ name: 'byClient', fields: ['clientId', 'startedAt', 'key'] }],
  changes: {
    ImportStarted: {
      fold(_, { data, position, metadata }, key) {
        const { digest: _digest, ...rest } = data;
        return {
          ...{ key, at: position, clientId: metadata.clientId, ...rest },
          ...{ by: metadata.actor.name, startedAt: metadata.recordedAt },
          ...{ done: 0, created: 0, matched: 0, refused: 0, refusedRows: [] },
          ...{ finishedAt: null, outcome: null, undo: null },
        };
      },
    },
    ImportAdvanced: {
      fold(row, event) {
        const { created, matched, refused, refusedRows } = mustExist(row, event);
        const { data } = event;
        const isNew = data.importedRows.filter((row) => row.isNew).length;
        return changed(row, event, {
          done: data.done,
          created: created + isNew,
          // A row that corrects an existing record has matched it.
          matched: matched + data.matched + data.importedRows.length - isNew,
          refused: refused + data.refusedRows.length,
          refusedRows: [...refusedRows, ...data.refusedRows].slice(0, maxRefusedRows),
        });
      },
    },
    ImportFinished: {
      fold: (row, event) => changed(row, event, { outcome: event.data.outcome, finishedAt: event.metadata.recordedAt }),
    },
    ImportUndoStarted: {
      fold(row, event) {
        const { actor, recordedAt } = event.metadata;
        const undo = {
          by: actor.name,
          startedAt: recordedAt,
          undone: 0,
          kept: 0,
          keptRows: [],
          finishedAt: null,
        };
        return changed(row, event, { undo });
      },
    },
    ImportUndoAdvanced: {
      fold(row, event) {
        const { undo } = mustExist(row, event);
        const { undone, keptRows } = event.data;
        if (!undo) return changed(row, event, {});
        return changed(row, event, {
          undo: {
            ...undo,
            undone: undo.undone + undone,
            kept: undo.kept + keptRows.length,
            keptRows: [...undo.keptRows, ...keptRows].slice(0, maxRefusedRows),
          },
        });
      },
    },
    ImportUndoFinished: {
      fold(row, event) {
        const { undo } = mustExist(row, event);
        return changed(row, event, { undo: undo && { ...undo, finishedAt: event.metadata.recordedAt } });
      },
    },
  },
};
