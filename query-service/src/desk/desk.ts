import type { Position } from '@dayline/contracts/ids';
import type { DeskView, DeskViews } from '@dayline/contracts/views';
import type { CountQuery, ProjectionStore, RowPage, RowQuery } from '@dayline/platform/view-store/port';

/** A question to one view of the projection `desk`. */
export type DeskQuery<View extends DeskView> = RowQuery & { readonly view: View };

/** Oldest change first, by view. */
export type ChangedRows<Views extends DeskView> = { readonly [View in Views]: readonly DeskViews[View][] };

/** The rows of the projection `desk`, by view and with their types; reads only. */
export interface Desk {
  /** The checkpoint: every event up to it is in the rows. Read it before the rows that it speaks for. */
  position(): Promise<Position>;
  /** Null where there is no such row, or it is gone. */
  row<View extends DeskView>(view: View, key: string): Promise<DeskViews[View] | null>;
  /** By key; rows that are missing or gone are left out. */
  rows<View extends DeskView>(view: View, keys: readonly string[]): Promise<ReadonlyMap<string, DeskViews[View]>>;
  page<View extends DeskView>(query: DeskQuery<View>): Promise<RowPage<DeskViews[View]>>;
  count(query: CountQuery & { readonly view: DeskView }): Promise<number>;
  /** Rows of views with `after < at <= upTo`, gone ones too; `complete` is false when more than `limit` of one changed. */
  changed<View extends DeskView>(
    views: readonly View[],
    after: Position,
    upTo: Position,
    limit: number,
  ): Promise<{ readonly rows: ChangedRows<View>; readonly complete: boolean }>;
  /** Every row of a view, gone ones too. */
  scan<View extends DeskView>(view: View): AsyncIterable<DeskViews[View]>;
  onCommit(listener: (position: Position) => void): () => void;
}

/** @param start the position before every event: what an empty store stands at */
export function deskOf(store: ProjectionStore, start: Position): Desk {
  // The border to the store, which knows rows only as rows: each view holds what `DeskViews` says, since the projector
  // is its one writer.
  const typed = store as unknown as {
    load<View extends DeskView>(view: View, keys: readonly string[]): Promise<ReadonlyMap<string, DeskViews[View]>>;
    changed: Desk['changed'];
    scan: Desk['scan'];
  };
  const rows: Desk['rows'] = async (view, keys) => {
    const loaded = await typed.load(view, keys);
    for (const row of loaded.values()) if (row.gone) return new Map([...loaded].filter(([, each]) => !each.gone));
    return loaded;
  };
  return {
    async position() {
      return (await store.checkpoint())?.position ?? start;
    },
    async row(view, key) {
      return (await rows(view, [key])).get(key) ?? null;
    },
    rows,
    page: (query) => store.query(query),
    count: (query) => store.count(query),
    changed: (views, after, upTo, limit) => typed.changed(views, after, upTo, limit),
    scan: (view) => typed.scan(view),
    onCommit: (listener) => store.onCommit(listener),
  };
}
