import { RowProblem } from '../thread/cells/cell.ts';

/** The field and the code of the problem that some work throws; 'none' without one. */
export function problemOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof RowProblem) return `${error.field} ${error.code}`;
    throw error;
  }
  return 'none';
}
