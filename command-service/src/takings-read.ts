import { addDays, startOfDay } from '@dayline/contracts/clinic/clinic-time';
import { type DayTakings, takingsOf } from '@dayline/contracts/clinic/takings';
import type { PaymentRow } from '@dayline/contracts/views';
import type { ReadStore } from '@dayline/view-store/lazy';
import type { RowPage } from '@dayline/view-store/port';

export interface DayOfClient {
  readonly clientId: string;
  readonly date: string;
  /** The clinic's time zone. */
  readonly zone: string;
}

/** A day's takings as the views have them; null while they have nothing. @throws ViewStoreUnavailable */
export type TakingsRead = (day: DayOfClient) => Promise<DayTakings | null>;

export const takingsIn =
  (desk: Pick<ReadStore, 'query' | 'checkpoint'>): TakingsRead =>
  async ({ clientId, date, zone }) => {
    // Rows never change, so those up to the checkpoint are the day as of it, whatever is written meanwhile.
    const checkpoint = await desk.checkpoint();
    if (checkpoint === null) return null;
    const { position } = checkpoint;
    const from = new Date(startOfDay(date, zone)).toISOString();
    const to = new Date(startOfDay(addDays(date, 1), zone) - 1).toISOString();
    const query = {
      view: 'payments',
      where: { clientId },
      range: { field: 'recordedAt', from, to },
      order: [{ field: 'recordedAt' }],
      limit: 500,
    };
    const rows: PaymentRow[] = [];
    let after: string | null = null;
    do {
      const page: RowPage<PaymentRow> = await desk.query({ ...query, ...(after !== null && { after }) });
      rows.push(...page.rows.filter(({ at }) => at <= position));
      after = page.next;
    } while (after !== null);
    const lastAt = rows.reduce<string | null>((last, { at }) => (last !== null && last > at ? last : at), null);
    return { totals: takingsOf(rows), position, lastAt };
  };
