import type { ImportCounts, ImportRow } from '@dayline/contracts/endpoints/import';
import type { RehearseRequest } from '../api/use-rehearsal.ts';
import type { Answer, Choice, ShownColumn } from '../rules.ts';

/** A page of a rehearsal's rows, and what can be done with them. */
export interface Rows {
  readonly request: RehearseRequest;
  readonly pageSize: number;
  readonly columns: readonly ShownColumn[];
  readonly rows: readonly ImportRow[];
  readonly counts: ImportCounts;
  readonly answers: readonly Answer[];
  /** Answers to rows that still ask: they aren't rehearsed yet. */
  readonly answered: number;
  readonly openRow: number | null;
  onOpen(row: number | null): void;
  /** @param choice undefined: takes the answer back */
  onAnswer(row: number, choice: Choice | undefined): void;
}

/** On a phone a row has two columns: the name above them, what becomes of it below. */
export const wholeOnPhone = { gridColumn: { xs: '1 / -1', md: 'auto' } } as const;
export const firstOnPhone = { ...wholeOnPhone, order: { xs: -1, md: 0 } } as const;
