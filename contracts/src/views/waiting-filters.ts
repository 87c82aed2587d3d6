import type { Joining } from './waiting-fold.ts';

/** What entries of the waiting list are chosen by. */
export interface WaitingFilters {
  /** A doctor or a department that somebody waits for; absent: any. */
  readonly target?: string | undefined;
  /** A day that suits; absent: any. */
  readonly date?: string | undefined;
}

export const isChosen = (
  { pocId, departmentId, from, to }: Pick<Joining, 'pocId' | 'departmentId' | 'from' | 'to'>,
  { target, date }: WaitingFilters,
): boolean =>
  (target === undefined || target === pocId || target === departmentId) &&
  (date === undefined || (from <= date && date <= to));
