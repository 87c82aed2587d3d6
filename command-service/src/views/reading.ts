import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@dayline/contracts/ids';
import type { DeskView, DeskViews } from '@dayline/contracts/views';
import type { ReadStore } from '@dayline/view-store/lazy';
import { type RowPage, type RowQuery, ViewStoreUnavailable } from '@dayline/view-store/port';

const maxWaitMs = 3_000;
const lookEveryMs = 50;

/**
 * Whether the views reach a position of the log soon.
 * @throws ViewStoreUnavailable
 */
export async function reaches(store: Pick<ReadStore, 'checkpoint'>, position: Position): Promise<boolean> {
  const until = performance.now() + maxWaitMs;
  while (((await store.checkpoint())?.position ?? '') < position) {
    if (performance.now() > until) return false;
    await pause(lookEveryMs);
  }
  return true;
}

/**
 * Waits until the views reach a position.
 * @throws ViewStoreUnavailable, also if they don't soon
 */
export async function reach(store: Pick<ReadStore, 'checkpoint'>, position: Position): Promise<void> {
  if (!(await reaches(store, position))) throw new ViewStoreUnavailable(`The views don't reach ${position}.`);
}

/** All rows of a query, or the first ones up to its limit. */
export async function rowsOf<View extends DeskView>(
  store: Pick<ReadStore, 'query'>,
  view: View,
  query: Omit<RowQuery, 'view' | 'after'>,
): Promise<readonly DeskViews[View][]> {
  const found: DeskViews[View][] = [];
  let after: string | null = null;
  do {
    const page: RowPage = await store.query({ ...query, view, ...(after !== null && { after }) });
    // Cast is safe: the projector, its only writer, writes what `DeskViews` says.
    found.push(...(page.rows as unknown as DeskViews[View][]));
    after = query.limit === undefined ? page.next : null;
  } while (after !== null);
  return found;
}
