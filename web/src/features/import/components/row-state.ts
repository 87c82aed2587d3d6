import type { ImportCounts, ImportRow } from '@dayline/contracts/endpoints/import';
import type { PreviewRequest } from '../api/use-preview.ts';
import type { Choice, Decision, ShownColumn } from '../rules.ts';

/** A page of the preview's rows, and what can be done with them. */
export interface Rows {
  readonly request: PreviewRequest;
  readonly pageSize: number;
  readonly columns: readonly ShownColumn[];
  readonly rows: readonly ImportRow[];
  readonly counts: ImportCounts;
  readonly decisions: readonly Decision[];
  /** Decisions that are not previewed yet. */
  readonly decided: number;
  /** @param choice undefined: removes the decision */
  onDecide(row: number, choice: Choice | undefined): void;
}

/** On a phone a row has two columns, with the name above them and the result below. */
export const wholeOnPhone = { gridColumn: { xs: '1 / -1', md: 'auto' } } as const;
export const firstOnPhone = { ...wholeOnPhone, order: { xs: -1, md: 0 } } as const;
