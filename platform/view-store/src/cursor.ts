import type { Scalar } from './port.ts';

/** A page cursor holds the sort values of a row, the key last. Opaque to callers. */
export const writeCursor = (values: readonly Scalar[]): string =>
  Buffer.from(JSON.stringify(values), 'utf8').toString('base64url');

/** A cursor that was not issued for this query. */
export class BadCursor extends Error {
  override readonly name = 'BadCursor';
}

const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** @throws BadCursor */
export function readCursor(cursor: string, length: number): readonly Scalar[] {
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch (error) {
    throw new BadCursor('not a cursor', { cause: error });
  }
  if (Array.isArray(values) && values.length === length && values.every(isScalar)) return values;
  throw new BadCursor('a cursor of another query');
}
