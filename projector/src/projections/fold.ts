import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import type { ViewRow } from '@dayline/contracts/views';
import { isFolded, type NamedRows, type Projection, type View } from './projection.ts';
import { WorkingRows } from './working-rows.ts';

/** The rows of each view that an event names; views that it doesn't concern are left out. */
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

/** The keys and look-ups that one event's fold must find among the working rows. */
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
 * Folds one event into the working rows: into all rows that it names, or into none where one of them can't take it.
 * @throws PoisonEvent, or whatever a fold throws on data that it can't read
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

/**
 * Folds events from nothing: the views as they were after them, as far as these events tell. For the past and for
 * comparisons.
 */
export function foldAll(projection: Projection, events: Iterable<RecordedDaylineEvent>): WorkingRows {
  const rows = new WorkingRows();
  for (const event of events) foldEvent(namedBy(projection, event), event, rows);
  return rows;
}
