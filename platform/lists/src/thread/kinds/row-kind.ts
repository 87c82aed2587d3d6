import type { ImportFinding, ImportRow } from '@dayline/contracts/endpoints/import';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import type { ImportProblem } from '@dayline/contracts/words/import';
import type { Questions } from '../../messages.ts';
import type { ClientData } from '../../records.ts';
import type { Cells, ReadContext, ReadRow } from './row.ts';

export interface Client extends ClientData {
  readonly records: Questions;
}

export type Change = ImportRow['changes'][number];
export type MatchedRecord = NonNullable<ImportRow['match']>;

/** The preview of a row. `command` imports it; absent if nothing changes. */
export interface RowResult<Command> {
  readonly finding: ImportFinding;
  readonly match?: MatchedRecord;
  readonly changes?: readonly Change[];
  readonly problem?: { readonly field: ImportField | null; readonly code: ImportProblem };
  readonly command?: Command;
}

/** Compares the rows of a file, in their order, with the client's records and with earlier rows. */
export interface RowMatcher<Values, Command> {
  /** Reads the records that the next rows need. */
  prepare?(rows: readonly Values[]): Promise<void>;
  /** @param isSame the decision on the row; absent without one. @throws RowProblem */
  match(row: number, values: Values, isSame: boolean | undefined): RowResult<Command> | Promise<RowResult<Command>>;
  /** A refused row may spoil the rows that are imported together with it. */
  spoil?(cells: Cells, context: ReadContext): Promise<void>;
  /** The results of rows that are imported together; the last one of them has the command. */
  end?(): readonly { readonly row: number; readonly result: RowResult<Command> }[];
}

/** How the rows of one kind of list are read and compared. */
export interface RowKind<Values = unknown, Command = unknown> {
  /** @throws RowProblem */
  read(cells: Cells, context: ReadContext): ReadRow<Values>;
  matcher(client: Client): RowMatcher<Values, Command>;
}
