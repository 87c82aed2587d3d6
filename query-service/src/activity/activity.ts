import type { ActivityViews } from '@dayline/contracts/activity';
import type { ReadStore } from '@dayline/view-store/lazy';
import type { Checkpoint, CountQuery, RowPage, RowQuery } from '@dayline/view-store/port';

export type ActivityView = keyof ActivityViews;

/** Typed read access to the rows of the projection `activity`, by view. */
export interface Activity {
  checkpoint(): Promise<Checkpoint | null>;
  rows<View extends ActivityView>(
    view: View,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, ActivityViews[View]>>;
  page<View extends ActivityView>(query: RowQuery & { readonly view: View }): Promise<RowPage<ActivityViews[View]>>;
  count(query: CountQuery & { readonly view: ActivityView }): Promise<number>;
}

export function activityOf(store: ReadStore): Activity {
  // Cast is safe: the store has untyped rows, and the projector is their only writer.
  const typed = store as unknown as { load: Activity['rows'] };
  return {
    checkpoint: () => store.checkpoint(),
    rows: (view, keys) => typed.load(view, keys),
    page: (query) => store.query(query),
    count: (query) => store.count(query),
  };
}
