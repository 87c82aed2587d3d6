import type { ImportField } from '@dayline/contracts/imports/kinds';
import type { DayOrder } from '../cells/dates.ts';

/** A row's cells by field. */
export type Cells = Readonly<Partial<Record<ImportField, string>>>;

export interface ReadContext {
  /** The clinic's date. */
  readonly today: string;
  /** IANA; of the clinic's dates. */
  readonly zone: string;
  readonly dayOrder: DayOrder;
  /** Of dates without one. */
  readonly year?: number | null;
  /** Which of two ages is right; absent without a decision. */
  readonly age?: 'inName' | 'beside' | undefined;
}

export interface ReadRow<Values> {
  readonly values: Values;
  /** Fields whose value differs from their cell. */
  readonly corrected: ReadonlySet<ImportField>;
  /** The value of each field, for the preview. */
  readonly shown: Readonly<Partial<Record<ImportField, string | null>>>;
}
