import type { Calendar } from '@dayline/contracts/clinic/calendar';
import type { ImportFinding, ImportRow } from '@dayline/contracts/endpoints/import';
import type { Refusal } from '@dayline/contracts/errors';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import type { ImportProblem } from '@dayline/contracts/words/import';
import type { CommandContext } from '../../command-handler/command-context.ts';
import type { Made } from '../../import/import.ts';
import type { Lists } from '../../views/lists.ts';
import type { Cells, ReadContext, ReadRow } from '../rows/row.ts';

/** What a client has, and how somebody is found by the hospital's number. */
export interface World {
  readonly clientId: string;
  readonly today: string;
  readonly lists: Lists;
  readonly branches: readonly { readonly id: number; readonly name: string | null }[];
  readonly calendar: Calendar | null;
  /** The id of who has it; null: nobody. */
  readonly holderOf: (uhid: string) => Promise<string | null>;
}

export type Change = ImportRow['changes'][number];
export type Other = NonNullable<ImportRow['other']>;

/** What becomes of a row. `command` is what a start carries out: none if nothing changes. */
export interface Found<Command> {
  readonly finding: ImportFinding;
  readonly other?: Other;
  readonly changes?: readonly Change[];
  readonly problem?: { readonly field: ImportField | null; readonly code: ImportProblem };
  readonly command?: Command;
}

/** Finds what becomes of a file's rows, one after another: later ones see what earlier ones will make. */
export interface Finder<Read, Command> {
  /** Reads what the next rows need, at once. */
  prepare?(rows: readonly Read[]): Promise<void>;
  /** @param isSame the answer to what the row asks; absent if there is none. @throws RowProblem */
  find(row: number, read: Read, isSame: boolean | undefined): Found<Command> | Promise<Found<Command>>;
  /** A row that can't be read: what belongs together with it may be spoilt. */
  spoil?(cells: Cells, context: ReadContext): Promise<void>;
  /** Rows that belong together have their command at the last one. */
  end?(): readonly { readonly row: number; readonly found: Found<Command> }[];
}

/** What a row made: of which id, and whether that is new. Null: nothing changed. */
export type Carried = Pick<Made, 'id' | 'isNew'> | null;

/** One kind of rows. */
export interface Kind<Read = unknown, Command = unknown> {
  /** @throws RowProblem */
  read(cells: Cells, context: ReadContext): ReadRow<Read>;
  finder(world: World): Finder<Read, Command>;
  /** Carries a row out by the ordinary commands. `idOfRow`: what an earlier row of the file made. */
  carryOut(command: Command, by: CommandContext, idOfRow: (row: number) => string): Promise<Carried | Refusal>;
  /** Before rows are taken back: what is made of them from then on is refused, so that it needn't be looked for. */
  beforeBack?(made: readonly Made[], by: (made: Made) => CommandContext): Promise<void>;
  /** Takes back what a row made. Answers why it stays, or null. */
  takeBack(made: Made, by: CommandContext): Promise<ImportProblem | null>;
}
