import type { RecordedCountsRow } from '@dayline/contracts/activity';
import type { CountsRow } from '@dayline/contracts/views';
import { counts } from '../desk/counts.ts';
import { type Change, type RowName, rowsOf, type View } from '../projection.ts';

/** The UTC day on which an event was recorded. */
export const recordedDay = (recordedAt: string): string => recordedAt.slice(0, 10);

/** The client's and doctor's totals, over all days. */
const isTotal = (row: RowName): boolean => typeof row === 'string' && /^(?:client|poc):[^:]+$/.test(row);

const countChange = (change: Change<CountsRow>): Change<RecordedCountsRow> => ({
  rows(event) {
    const totals = rowsOf(change, event).filter(isTotal);
    return totals.map((total) => `${total}@${recordedDay(event.metadata.recordedAt)}`);
  },
  fold(row, event, key, others) {
    const total = key.slice(0, key.indexOf('@'));
    return { ...change.fold(row, event, total, others), key, total, first: row?.first ?? event.position };
  },
});

/**
 * The changes of each day's events to the totals of `counts`, by the fold of `counts`. A day's figures are a difference
 * and may be negative.
 */
export const recordedCounts: View<RecordedCountsRow> = {
  name: 'recordedCounts',
  indexes: [{ name: 'byTotal', fields: ['total', 'key'] }],
  changes: Object.fromEntries(
    Object.entries(counts.changes).map(([type, change]) => [type, change && countChange(change)]),
  ),
};
