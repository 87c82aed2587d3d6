import type { Scalar } from '../port.ts';

export type Bound = string | number | bigint | null;

export interface Sql {
  readonly text: string;
  readonly values: readonly Bound[];
}

/** SQLite has no booleans; they are stored as numbers. */
export const toBound = (value: Scalar): Bound => (typeof value === 'boolean' ? Number(value) : value);
