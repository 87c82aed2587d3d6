import { streamKey } from '@dayline/contracts/events/categories';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Process } from '../../process/process.ts';
import type { ImportState } from '../aggregate/import.ts';
import type { ImportService } from '../import-service.ts';
import { ImportRows, type ImportRowsDeps } from './import-rows.ts';

interface States {
  readonly importId: string;
  readonly state: ImportState;
  readonly hasFile: boolean;
}

type Step = { readonly name: string; readonly importId: string; readonly state: ImportState } & {
  readonly kind: 'advance' | 'finish' | 'destroyFile' | 'advanceUndo' | 'finishUndo';
};

export interface ImportProcessDeps extends ImportRowsDeps {
  readonly importService: ImportService;
}

/**
 * Imports the rows of a started import, each under an id made of import and row, so that none is imported twice; then
 * undoes them if that was requested. A crash loses only the count since the last event.
 */
export function importProcess(deps: ImportProcessDeps): Process<States, Step, 'imports'> {
  const rows = new ImportRows(deps);
  return {
    name: 'imports',
    begunBy: ['ImportStarted', 'ImportUndoStarted'],

    async load({ stream }) {
      const importId = streamKey(stream);
      const state = await deps.importService.uploads.stateOf(importId);
      return state && { importId, state, hasFile: !(await rows.isFileDestroyed(importId)) };
    },

    next({ importId, state, hasFile }) {
      const { finished, undo } = state;
      const step = (kind: Step['kind'], at: number | null): Step => {
        return { kind, importId, state, name: at === null ? kind : `${kind}-${at}` };
      };
      if (!finished) return state.done < state.rows ? step('advance', state.done) : step('finish', null);
      if (hasFile) return step('destroyFile', null);
      if (!undo || undo.isFinished) return null;
      return undo.done < state.importedRows.length ? step('advanceUndo', undo.done) : step('finishUndo', null);
    },

    async take(step, context, signal) {
      const { importId, kind } = step;
      const by = { ...context, batchId: importId };
      switch (kind) {
        case 'advance':
          return rows.advance(step, by, signal);
        case 'finish':
          return rows.finish(importId, 'done', by);
        case 'destroyFile':
          await rows.destroyFile(importId);
          return {};
        case 'advanceUndo':
          return rows.advanceUndo(step, by, signal);
        case 'finishUndo':
          return rows.execute(importId, { kind: 'finishUndo' }, by);
        default:
          return unreachable(kind);
      }
    },
  };
}
