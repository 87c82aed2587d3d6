import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import type { ViewRow } from '@dayline/contracts/views/row';
import { type Change, isFolded, type Projection, type RowName, rowsOf } from './projection.ts';
import { WorkingRows } from './working-rows.ts';

/** The changes of an event, by view; views without changed rows are omitted. */
export type NamedRows = readonly {
  readonly view: string;
  readonly change: Change;
  readonly rows: readonly RowName[];
}[];

export function namedBy(projection: Projection, event: RecordedDaylineEvent): NamedRows {
  const result: { view: string; change: Change; rows: readonly RowName[] }[] = [];
  for (const { name, changes } of projection.views) {
    const change: Change | null | undefined = changes[event.type];
    if (!change) continue;
    const rows = rowsOf(change, event);
    if (rows.length > 0 || change.found) result.push({ view: name, change, rows });
  }
  return result;
}

/** The keys and look-ups that must be loaded before an event is folded. */
export function rowsNeededBy(rowNames: NamedRows, event: RecordedDaylineEvent) {
  const keys: { view: string; key: string }[] = [];
  const lookUps: { view: string; field: string; value: string }[] = [];
  for (const { view, change, rows } of rowNames) {
    for (const row of rows) {
      if (typeof row === 'string') keys.push({ view, key: row });
      else lookUps.push({ view, ...row });
    }
    const copied = change.copiesFrom;
    if (copied) keys.push({ view: copied.view, key: copied.key(event) });
  }
  return { keys, lookUps };
}

/**
 * Folds one event into all rows it affects, or into none if one fold fails.
 * @throws PoisonEvent, or the error of a fold on malformed data
 */
export function foldEvent(rowNames: NamedRows, event: RecordedDaylineEvent, rows: WorkingRows): void {
  const result: { view: string; row: ViewRow }[] = [];
  const fold = (view: string, change: Change, key: string): void => {
    const row = rows.get(view, key);
    if (isFolded(row, event.position)) return;
    const after = change.fold(row, event, key, rows);
    if (after !== row) result.push({ view, row: after });
  };
  for (const { view, change, rows: names } of rowNames) {
    for (const name of names) {
      if (typeof name === 'string') fold(view, change, name);
      else for (const { key } of rows.having(view, name.field, name.value)) fold(view, change, key);
    }
    for (const key of change.found?.rows(event, rows) ?? []) fold(view, change, key);
  }
  for (const { view, row } of result) rows.put(view, row);
}

/** Folds events like the runner: an event that can't be folded, and later ones of its stream, are skipped. */
export function foldOrPark(projection: Projection, events: Iterable<RecordedDaylineEvent>, rows: WorkingRows): void {
  const parkedStreams = new Set<string>();
  for (const event of events) {
    if (parkedStreams.has(event.stream)) continue;
    try {
      foldEvent(namedBy(projection, event), event, rows);
    } catch {
      parkedStreams.add(event.stream);
    }
  }
}

/** Folds events into empty views, for "as of" reads and comparisons. */
export function foldAll(projection: Projection, events: Iterable<RecordedDaylineEvent>): WorkingRows {
  const rows = new WorkingRows();
  for (const event of events) foldEvent(namedBy(projection, event), event, rows);
  return rows;
}
