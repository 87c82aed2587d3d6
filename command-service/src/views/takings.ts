import { type DayOfClient, type DayTakings, paymentsOfDay, takingsOf } from '@dayline/contracts/clinic/takings';
import type { Position } from '@dayline/contracts/ids';
import type { ReadStore } from '@dayline/view-store/lazy';
import { reaches, rowsOf } from './reading.ts';

/**
 * A day's takings at the position or later; null if the views don't reach it soon.
 * @throws ViewStoreUnavailable
 */
export type TakingsRead = (day: DayOfClient, position: Position) => Promise<DayTakings | null>;

export const takingsIn =
  (desk: Pick<ReadStore, 'query' | 'checkpoint'>): TakingsRead =>
  async (day, requestedPosition) => {
    if (!(await reaches(desk, requestedPosition))) return null;
    // Rows never change, so those up to the checkpoint are the day as of it, whatever is written meanwhile.
    const checkpoint = await desk.checkpoint();
    if (checkpoint === null || checkpoint.position < requestedPosition) return null;
    const { position } = checkpoint;
    const { view, ...query } = paymentsOfDay(day);
    const rows = (await rowsOf(desk, view, query)).filter(({ at }) => at <= position);
    const lastAt = rows.reduce<string | null>((last, { at }) => (last !== null && last > at ? last : at), null);
    return { totals: takingsOf(rows), position, lastAt };
  };
