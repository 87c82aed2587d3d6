import type { ImportField } from '@dayline/contracts/imports/kinds';
import type { DayOrder } from './dates.ts';

/** A row's cells by what their columns become. */
export type Cells = Readonly<Partial<Record<ImportField, string>>>;

export interface ReadContext {
  /** The clinic's date. */
  readonly today: string;
  readonly dayOrder: DayOrder;
  /** The answer to which of two ages holds; absent if there is none. */
  readonly age?: 'inName' | 'beside' | undefined;
}

export interface ReadRow<Read> {
  readonly read: Read;
  /** The fields whose cells say it otherwise than they are written. */
  readonly mended: ReadonlySet<ImportField>;
  /** What becomes of each field, to be shown. */
  readonly shown: Readonly<Partial<Record<ImportField, string | null>>>;
}
