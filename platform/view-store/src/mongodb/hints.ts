import { indexColumns } from '../names.ts';
import type { CountQuery, RowQuery, ViewDefinition } from '../port.ts';

interface Candidate {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isBroad?: boolean;
}

/** Indexes that every collection of rows has. */
const always: readonly Candidate[] = [
  { name: '_id_', columns: ['key'] },
  { name: 'at', columns: ['at', 'key'] },
];

type PlannedQuery = CountQuery & Pick<RowQuery, 'order'>;

/**
 * Chooses the index of a query. Left alone, the server runs all candidates against each other, on documents missing
 * from a cold cache, and re-plans whenever the mix of queries changes.
 */
export function hintsOf(view: ViewDefinition): (query: PlannedQuery) => { readonly hint?: string } {
  const own = view.indexes.map(({ fields, ...index }) => ({ ...index, columns: indexColumns(fields) }));
  const candidates = [...own, ...always];
  return (query) => {
    const ranking = candidates
      .map(({ name, columns, isBroad = false }) => ({ name, isBroad, rank: rankOf(columns, query) }))
      .filter(({ rank }) => rank.some((value) => value > 0));
    const best = ranking.toSorted((a, b) => compare(b.rank, a.rank) || Number(a.isBroad) - Number(b.isBroad))[0];
    return best ? { hint: best.name } : {};
  };
}

/**
 * Ranks an index, strongest criterion first: number of leading columns with an equality, whether the rest gives the
 * order, whether a range ends the scan, number of remaining fields it holds.
 */
function rankOf(columns: readonly string[], query: PlannedQuery): readonly number[] {
  const { where, among, foundIn, range, contains, order = [] } = query;
  const usedFields = new Set([...Object.keys(where), among?.field, foundIn?.field]);
  const end = columns.findIndex((column) => !usedFields.has(column));
  const fieldLimit = end === -1 ? columns.length : end;
  const rest = columns.slice(fieldLimit);
  const orderFields = order.filter(({ field }) => !(field in where));
  const isOneWay = orderFields.every(
    ({ descending }) => (descending ?? false) === (orderFields[0]?.descending ?? false),
  );
  const givesOrder =
    orderFields.length > 0 && isOneWay && orderFields.every(({ field }, index) => field === rest[index]);
  const others = [...usedFields, range?.field, contains?.field].filter((field) => field !== undefined);
  const fieldCount = fieldLimit > 0 || givesOrder ? others.filter((field) => columns.includes(field)).length : 0;
  return [fieldLimit, Number(givesOrder), Number(range !== undefined && range.field === rest[0]), fieldCount];
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
