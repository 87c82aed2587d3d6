import type { Refusal } from '@dayline/contracts/errors';
import type { ImportProblem } from '@dayline/contracts/words/import';
import type { CommandContext } from '../../command-handler/command-context.ts';
import type { ImportedRow } from '../aggregate/import.ts';

/** A record that a row created or changed. */
export type ImportedRecord = Omit<ImportedRow, 'row'>;

/** How the rows of one kind of list are imported and undone, by the product's ordinary commands. */
export interface KindImporter<Command = unknown> {
  /**
   * The records that the row created or changed: none if nothing changed.
   * @param idOfRow the id of the record that an earlier row of the file imported
   */
  importRow(
    command: Command,
    by: CommandContext,
    idOfRow: (row: number) => string | undefined,
  ): Promise<readonly ImportedRecord[] | Refusal | ImportProblem>;
  /** Called before rows are undone: later commands that use their records are refused. */
  beforeUndo?(rows: readonly ImportedRow[], by: (row: ImportedRow) => CommandContext): Promise<void>;
  /** The reason why a row is kept; null if it is undone. */
  undoRow(row: ImportedRow, by: CommandContext): Promise<ImportProblem | null>;
}
