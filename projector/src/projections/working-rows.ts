import type { Position } from '@dayline/contracts/ids';
import type { ViewRow } from '@dayline/contracts/views/row';
import type { RowWrite } from '@dayline/view-store/port';
import type { OtherRows } from './projection.ts';

interface Entry {
  row: ViewRow | null;
  /** The stored row's `at` when last read or written; null if there was no row. */
  was: Position | null;
}

interface WorkingView {
  readonly entries: Map<string, Entry>;
  /** By field and value, the keys of rows that have or had the value; built at the first look-up. */
  readonly lookUps: Map<string, Map<unknown, Set<string>>>;
}

// Cast is safe: the field is indexed by the view's definition.
const fieldOf = (row: ViewRow, field: string): unknown => (row as unknown as Record<string, unknown>)[field];

/**
 * The rows of a projection while events are folded into them: loaded from a store, or built from nothing ("as of"
 * reads).
 */
export class WorkingRows implements OtherRows {
  readonly #views = new Map<string, WorkingView>();
  readonly #changed = new Map<Entry, string>();

  #view(name: string): WorkingView {
    const existing = this.#views.get(name);
    if (existing) return existing;
    const workingView: WorkingView = { entries: new Map(), lookUps: new Map() };
    this.#views.set(name, workingView);
    return workingView;
  }

  /** Number of rows over all views. */
  get size(): number {
    let size = 0;
    for (const { entries } of this.#views.values()) size += entries.size;
    return size;
  }

  has(view: string, key: string): boolean {
    return this.#view(view).entries.has(key);
  }

  get(view: string, key: string): ViewRow | null {
    return this.#view(view).entries.get(key)?.row ?? null;
  }

  rows(view: string): ViewRow[] {
    return [...this.#view(view).entries.values()].flatMap(({ row }) => row ?? []);
  }

  /** The loaded rows whose field has the value. */
  having(view: string, field: string, value: string): ViewRow[] {
    const { entries, lookUps } = this.#view(view);
    let byValue = lookUps.get(field);
    if (!byValue) {
      byValue = new Map();
      lookUps.set(field, byValue);
      for (const row of this.rows(view)) note(byValue, fieldOf(row, field), row.key);
    }
    const keys = [...(byValue.get(value) ?? [])];
    return keys.flatMap((key) => entries.get(key)?.row ?? []).filter((row) => fieldOf(row, field) === value);
  }

  /** Adds a stored row unless the key is already loaded. */
  take(view: string, key: string, row: ViewRow | null): void {
    const workingView = this.#view(view);
    if (workingView.entries.has(key)) return;
    workingView.entries.set(key, { row, was: row?.at ?? null });
    if (row) noteAll(workingView, row);
  }

  put(view: string, row: ViewRow): void {
    const workingView = this.#view(view);
    let entry = workingView.entries.get(row.key);
    if (!entry) {
      entry = { row: null, was: null };
      workingView.entries.set(row.key, entry);
    }
    entry.row = row;
    noteAll(workingView, row);
    this.#changed.set(entry, view);
  }

  /** The pending writes, each guarded by the `at` that was read. */
  changes(): RowWrite[] {
    const writes: RowWrite[] = [];
    for (const [{ row, was }, view] of this.#changed) if (row) writes.push({ view, row, was });
    return writes;
  }

  /** Marks the changes as written; rows stay loaded for the next batch. */
  settle(): void {
    for (const entry of this.#changed.keys()) entry.was = entry.row?.at ?? null;
    this.#changed.clear();
  }

  /** Drops all rows, which may differ from the store. */
  forget(): void {
    this.#views.clear();
    this.#changed.clear();
  }
}

function note(byValue: Map<unknown, Set<string>>, value: unknown, key: string): void {
  const keys = byValue.get(value);
  if (keys) keys.add(key);
  else byValue.set(value, new Set([key]));
}

function noteAll({ lookUps }: WorkingView, row: ViewRow): void {
  for (const [field, byValue] of lookUps) note(byValue, fieldOf(row, field), row.key);
}
