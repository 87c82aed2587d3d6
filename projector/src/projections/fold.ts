import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import type { ViewRow } from '@dayline/contracts/views';
import { isFolded, type NamedRows, type Projection, type View } from './projection.ts';
import { WorkingRows } from './working-rows.ts';

/** The rows that an event affects, by view; unaffected views are omitted. */
export type Named = readonly { readonly view: View; readonly names: NamedRows }[];

const isList = (names: NamedRows): names is readonly string[] => Array.isArray(names);

export function namedBy(projection: Projection, event: RecordedDaylineEvent): Named {
  const named: { view: View; names: NamedRows }[] = [];
  for (const view of projection.views) {
    const names = view.names(event);
    if (!isList(names) || names.length > 0) named.push({ view, names });
  }
  return named;
}

/** The keys and look-ups that must be loaded before an event is folded. */
export function neededBy(named: Named, event: RecordedDaylineEvent) {
  const keys: { view: string; key: string }[] = [];
  const lookUps: { view: string; field: string; value: string }[] = [];
  for (const { view, names } of named) {
    if (!isList(names)) {
      lookUps.push({ view: view.name, ...names });
      continue;
    }
    for (const key of names) keys.push({ view: view.name, key });
    const copied = view.copiesFrom?.(event);
    if (copied) keys.push(copied);
  }
  return { keys, lookUps };
}

/**
 * Folds one event into all rows it affects, or into none if one fold fails.
 * @throws PoisonEvent, or what a fold throws on malformed data
 */
export function foldEvent(named: Named, event: RecordedDaylineEvent, rows: WorkingRows): void {
  const folded: { view: string; row: ViewRow }[] = [];
  for (const { view, names } of named) {
    const keys = isList(names) ? names : rows.having(view.name, names.field, names.value).map((row) => row.key);
    for (const key of keys) {
      const row = rows.get(view.name, key);
      if (isFolded(row, event.position)) continue;
      folded.push({ view: view.name, row: view.fold(row, event, key, rows) });
    }
  }
  for (const { view, row } of folded) rows.put(view, row);
}

/** Folds events as the runner does: one that can't be folded, and the later ones of its stream, are left out. */
export function foldOrPark(projection: Projection, events: Iterable<RecordedDaylineEvent>, rows: WorkingRows): void {
  const parked = new Set<string>();
  for (const event of events) {
    if (parked.has(event.stream)) continue;
    try {
      foldEvent(namedBy(projection, event), event, rows);
    } catch {
      parked.add(event.stream);
    }
  }
}

/** Folds events from nothing: the views after them, for "as of" reads and comparisons. */
export function foldAll(projection: Projection, events: Iterable<RecordedDaylineEvent>): WorkingRows {
  const rows = new WorkingRows();
  for (const event of events) foldEvent(namedBy(projection, event), event, rows);
  return rows;
}
