import { importUndoMs } from '@dayline/contracts/endpoints/import';
import { refuse } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { ImportEvent } from '@dayline/contracts/events/imports';
import { requestedAt } from '@dayline/contracts/events/metadata';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider } from '../../command-handler/decider.ts';

type DataOf<Type extends ImportEvent['type']> = Extract<ImportEvent, { type: Type }>['data'];
export type ImportedRow = DataOf<'ImportAdvanced'>['importedRows'][number];

export interface ImportState extends DataOf<'ImportStarted'> {
  readonly clientId: string;
  readonly done: number;
  /** In the order of the rows. */
  readonly importedRows: readonly ImportedRow[];
  readonly finished: { readonly outcome: DataOf<'ImportFinished'>['outcome']; readonly at: number } | null;
  /** `done`: rows that were undone or kept. */
  readonly undo: { readonly done: number; readonly undone: number; readonly isFinished: boolean } | null;
}

export type ImportCommand =
  | { readonly kind: 'start'; readonly data: DataOf<'ImportStarted'> }
  | { readonly kind: 'advance'; readonly data: DataOf<'ImportAdvanced'> }
  | { readonly kind: 'finish'; readonly outcome: DataOf<'ImportFinished'>['outcome'] }
  | { readonly kind: 'startUndo' }
  | { readonly kind: 'advanceUndo'; readonly data: DataOf<'ImportUndoAdvanced'> }
  | { readonly kind: 'finishUndo' };

export interface ImportContext {
  /** ms, UTC. */
  readonly now: number;
}

/** The import of a list, and its undo. A step that is already recorded appends nothing. */
export const importDecider: Decider<ImportState | null, ImportCommand, ImportEvent, ImportContext> = {
  initial: null,
  fold: (state, events) => events.reduce(foldOne, state),
  decide(state, command, { now }) {
    if (command.kind === 'start') {
      if (!state) return [{ type: 'ImportStarted', data: command.data }];
      return state.digest === command.data.digest ? [] : refuse('import.changed');
    }
    if (!state) return refuse('import.unknown');
    const { finished, undo } = state;
    switch (command.kind) {
      case 'advance':
        return finished || command.data.done <= state.done ? [] : [{ type: 'ImportAdvanced', data: command.data }];
      case 'finish':
        return finished
          ? []
          : [{ type: 'ImportFinished', data: { outcome: command.outcome, changed: state.importedRows.length } }];
      case 'startUndo':
        if (!finished) return refuse('import.running');
        if (undo) return [];
        return now - finished.at > importUndoMs
          ? refuse('import.undo-expired')
          : [{ type: 'ImportUndoStarted', data: {} }];
      case 'advanceUndo': {
        const isAhead = undo !== null && !undo.isFinished && command.data.done > undo.done;
        return isAhead ? [{ type: 'ImportUndoAdvanced', data: command.data }] : [];
      }
      case 'finishUndo':
        return undo && !undo.isFinished ? [{ type: 'ImportUndoFinished', data: { undone: undo.undone } }] : [];
      default:
        return unreachable(command);
    }
  },
};

function foldOne(state: ImportState | null, event: Recorded<ImportEvent>): ImportState | null {
  switch (event.type) {
    case 'ImportStarted':
      return {
        ...event.data,
        clientId: event.metadata.clientId,
        done: 0,
        importedRows: [],
        finished: null,
        undo: null,
      };
    case 'ImportAdvanced':
      return (
        state && { ...state, done: event.data.done, importedRows: [...state.importedRows, ...event.data.importedRows] }
      );
    case 'ImportFinished':
      return state && { ...state, finished: { outcome: event.data.outcome, at: requestedAt(event.metadata) } };
    case 'ImportUndoStarted':
      return state && { ...state, undo: { done: 0, undone: 0, isFinished: false } };
    case 'ImportUndoAdvanced':
      return state?.undo ? { ...state, undo: undoAdvanced(state.undo, event.data) } : state;
    case 'ImportUndoFinished':
      return state?.undo ? { ...state, undo: { ...state.undo, isFinished: true } } : state;
    default:
      return unreachable(event);
  }
}

const undoAdvanced = (
  undo: NonNullable<ImportState['undo']>,
  { done, undone }: DataOf<'ImportUndoAdvanced'>,
): ImportState['undo'] => ({ ...undo, done, undone: undo.undone + undone });
