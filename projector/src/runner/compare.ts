import type { Position } from '@dayline/contracts/ids';
import type { ViewRow } from '@dayline/contracts/views/row';
import type { ProjectionStore } from '@dayline/view-store/port';
import type { Projection, View } from '../projections/projection.ts';

/** Result of comparing the new rows with the serving ones. */
export type ComparisonOutcome =
  /** The serving generation is empty. */
  | { readonly kind: 'nothing' }
  /** The serving rows have other views or indexes. */
  | { readonly kind: 'otherShape' }
  /** The reason why the serving rows can't reach the log's end. */
  | { readonly kind: 'stuck'; readonly reason: string }
  | {
      readonly kind: 'compared';
      /** Number of serving rows compared. */
      readonly rows: number;
      /** By view, the number of rows that differ or exist on one side only. Equal views are omitted. */
      readonly differing: ReadonlyMap<string, number>;
      /** Rows that changed before each comparison, so they were never compared at one position. */
      readonly movedOn: number;
    };

export interface Comparison {
  readonly projection: Projection;
  /** At or past the position; a projector may be writing it. */
  readonly old: ProjectionStore;
  /** Exactly at the position; nobody writes to it. */
  readonly next: ProjectionStore;
  readonly position: Position;
}

export interface Found {
  rows: number;
  readonly differing: Map<string, number>;
  /** Rows of the serving generation that are already past the position, by view and key. */
  readonly movedOn: Map<string, { readonly view: string; readonly key: string }>;
}

/** Keys per look-up. */
const pageSize = 500;

/**
 * Compares all rows by key. A row with `at` up to the position is unchanged since that position, so no snapshot is
 * needed on any store.
 */
export async function compareRows(comparison: Comparison): Promise<Found> {
  const found: Found = { rows: 0, differing: new Map(), movedOn: new Map() };
  for (const view of comparison.projection.views) await compareView(comparison, view, found);
  return found;
}

async function* scan(store: ProjectionStore, { name, forgetsGone }: View): AsyncGenerator<ViewRow> {
  for await (const row of store.scan(name)) if (!(forgetsGone && row.gone)) yield row;
}

async function compareView(comparison: Comparison, oldView: View, found: Found): Promise<void> {
  const { old, next } = comparison;
  const view = oldView.name;
  const others = scan(next, oldView);
  let other = await others.next();
  for await (const row of scan(old, oldView)) {
    for (; !other.done && other.value.key < row.key; other = await others.next()) differs(view, found);
    const isThere = !other.done && other.value.key === row.key;
    judge(comparison, { view, row, other: isThere ? other.value : null }, found);
    if (isThere) other = await others.next();
  }
  for (; !other.done; other = await others.next()) differs(view, found);
}

/** Compares the rows that changed meanwhile, at the comparison's later position. */
export async function settle(comparison: Comparison, found: Found): Promise<void> {
  const waiting = [...found.movedOn.values()];
  found.movedOn.clear();
  for (const { name: view } of comparison.projection.views) {
    const keys = waiting.filter((entry) => entry.view === view).map(({ key }) => key);
    for (let from = 0; from < keys.length; from += pageSize) {
      const page = keys.slice(from, from + pageSize);
      const [rows, others] = [await comparison.old.load(view, page), await comparison.next.load(view, page)];
      for (const row of rows.values()) judge(comparison, { view, row, other: others.get(row.key) ?? null }, found);
    }
  }
}

/** A serving row and the same row as folded from the log, if it is. */
interface Pair {
  readonly view: string;
  readonly row: ViewRow;
  readonly other: ViewRow | null;
}

function judge(comparison: Comparison, { view, row, other }: Pair, found: Found): void {
  if (row.at > comparison.position) {
    found.movedOn.set(`${view} ${row.key}`, { view, key: row.key });
    return;
  }
  found.rows += 1;
  if (JSON.stringify(other) !== JSON.stringify(row)) differs(view, found);
}

function differs(view: string, { differing }: Found): void {
  differing.set(view, (differing.get(view) ?? 0) + 1);
}
