import type { Position } from '@dayline/contracts/ids';
import type { ViewRow } from '@dayline/contracts/views';
import type { ProjectionStore } from '@dayline/platform/view-store/port';
import type { Projection } from '../projections/projection.ts';

/** What comparing the new rows with the serving ones came to. */
export type Compared =
  /** Nothing had been folded yet. */
  | { readonly kind: 'nothing' }
  /** The serving rows were made for other views or indexes. */
  | { readonly kind: 'otherShape' }
  /** The serving rows can't be brought to the log's end; the reason. */
  | { readonly kind: 'stuck'; readonly reason: string }
  | {
      readonly kind: 'compared';
      /** How many of the serving rows were compared. */
      readonly rows: number;
      /** By view, how many differ, or are in one of the two alone. Views that are the same are left out. */
      readonly differing: ReadonlyMap<string, number>;
      /** Rows that changed at each look, and so were never seen at one position. */
      readonly movedOn: number;
    };

export interface Comparison {
  readonly projection: Projection;
  /** At or past the position; a projector may write it meanwhile. */
  readonly standing: ProjectionStore;
  /** Exactly at the position, and nobody writes it. */
  readonly next: ProjectionStore;
  readonly position: Position;
}

export interface Found {
  rows: number;
  readonly differing: Map<string, number>;
  /** Rows of the serving generation that are past the position already, by view and key. */
  readonly movedOn: Map<string, { readonly view: string; readonly key: string }>;
}

/** Keys looked up together. */
const pageSize = 500;

/**
 * Compares all rows by key. A row whose last event is at or before the position is as it was there, whatever happened
 * to others since: so no snapshot is needed, on any store.
 */
export async function compareRows(comparison: Comparison): Promise<Found> {
  const found: Found = { rows: 0, differing: new Map(), movedOn: new Map() };
  for (const { name } of comparison.projection.views) await compareView(comparison, name, found);
  return found;
}

async function compareView(comparison: Comparison, view: string, found: Found): Promise<void> {
  const { standing, next } = comparison;
  const others = next.scan(view)[Symbol.asyncIterator]();
  let other = await others.next();
  for await (const row of standing.scan(view)) {
    for (; !other.done && other.value.key < row.key; other = await others.next()) differs(found, view);
    const isThere = !other.done && other.value.key === row.key;
    judge(comparison, { view, row, other: isThere ? other.value : null }, found);
    if (isThere) other = await others.next();
  }
  for (; !other.done; other = await others.next()) differs(found, view);
}

/** Looks again at the rows that had moved on, at the later position of the comparison. */
export async function settle(comparison: Comparison, found: Found): Promise<void> {
  const waiting = [...found.movedOn.values()];
  found.movedOn.clear();
  for (const { name: view } of comparison.projection.views) {
    const keys = waiting.filter((each) => each.view === view).map(({ key }) => key);
    for (let from = 0; from < keys.length; from += pageSize) {
      const page = keys.slice(from, from + pageSize);
      const [rows, others] = [await comparison.standing.load(view, page), await comparison.next.load(view, page)];
      for (const row of rows.values()) judge(comparison, { view, row, other: others.get(row.key) ?? null }, found);
    }
  }
}

interface Pair {
  readonly view: string;
  readonly row: ViewRow;
  readonly other: ViewRow | null;
}

function judge({ position }: Comparison, { view, row, other }: Pair, found: Found): void {
  if (row.at > position) {
    found.movedOn.set(`${view} ${row.key}`, { view, key: row.key });
    return;
  }
  found.rows += 1;
  if (JSON.stringify(other) !== JSON.stringify(row)) differs(found, view);
}

function differs({ differing }: Found, view: string): void {
  differing.set(view, (differing.get(view) ?? 0) + 1);
}
