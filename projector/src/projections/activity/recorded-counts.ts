import type { RecordedCountsRow } from '@dayline/contracts/activity';
import { counts, totalsOf } from '../desk/counts.ts';
import type { View } from '../projection.ts';

/** The UTC day on which an event was recorded. */
export const recordedDay = (recordedAt: string): string => recordedAt.slice(0, 10);

/**
 * What each day's events changed in the totals of `counts`, folded by the fold of `counts`. A day's figures are a
 * difference and may be negative.
 */
export const recordedCounts: View<RecordedCountsRow> = {
  name: 'recordedCounts',
  indexes: [{ name: 'byTotal', fields: ['total', 'key'] }],
  names: (event) => totalsOf(event).map((total) => `${total}@${recordedDay(event.metadata.recordedAt)}`),
  fold(row, event, key, others) {
    const total = key.slice(0, key.indexOf('@'));
    const folded = counts.fold(row, event, total, others);
    return { ...folded, key, total, first: row?.first ?? event.position };
  },
};
