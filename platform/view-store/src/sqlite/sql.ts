import type { Scalar } from '../port.ts';

export type SqlValue = string | number | bigint | null;

export interface Sql {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** SQLite has no booleans; they are stored as numbers. */
export const toBound = (value: Scalar): SqlValue => (typeof value === 'boolean' ? Number(value) : value);
