import type { ActivityRow, RecordedCountsRow } from '@dayline/contracts/activity';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import type { Position } from '@dayline/contracts/ids';
import type { CountsRow } from '@dayline/contracts/views';
import { recordedCounts } from '@dayline/projector/projections/activity/recorded-counts';
import { emptyCounts } from '@dayline/projector/projections/desk/counts';
import { foldEvent, namedBy } from '@dayline/projector/projections/fold';
import { WorkingRows } from '@dayline/projector/projections/working-rows';
import type { Activity } from '../activity/activity.ts';
import { oldestFirst } from '../activity/order.ts';
import { pagesOf } from '../paging/pages-of.ts';
import { plus } from './plus.ts';

interface TotalsDeps {
  readonly activity: Pick<Activity, 'page'>;
  readonly clientId: string;
  readonly position: Position;
  readonly pauseBetween: () => Promise<void>;
}

/**
 * A total of `counts` (of a client or a doctor) at the position: the sum of each day's changes. Only the day of the
 * position is counted again, from its entries.
 */
export async function totalAt(deps: TotalsDeps, total: string): Promise<CountsRow> {
  const { activity, clientId, position, pauseBetween } = deps;
  let sum = emptyCounts(total, clientId, position);
  const query = { view: 'recordedCounts', where: { total } } as const;
  for await (const days of pagesOf((part) => activity.page({ ...query, ...part }))) {
    for (const day of days) {
      if (day.first > position) continue;
      const dayCounts = day.at <= position ? day : await partOf(day, deps);
      if (dayCounts) sum = plus(sum, dayCounts);
    }
    await pauseBetween();
  }
  return sum;
}

/** The changes by the entries of a day up to the position, by the fold of `recordedCounts`. */
async function partOf(
  { key, pocId }: RecordedCountsRow,
  { activity, clientId, position, pauseBetween }: TotalsDeps,
): Promise<RecordedCountsRow | null> {
  const day = key.slice(key.indexOf('@') + 1);
  const projection = { name: 'activity', version: 0, views: [recordedCounts] };
  const rows = new WorkingRows();
  const found: ActivityRow[] = [];
  const query = {
    view: 'entries',
    where: { clientId, ...(pocId !== null && { pocId }) },
    range: { field: 'recordedAt', from: `${day}T00:00:00.000Z`, to: `${day}T23:59:59.999Z` },
    order: oldestFirst,
  } as const;
  for await (const entries of pagesOf((part) => activity.page({ ...query, ...part }))) {
    found.push(...entries.filter((entry) => entry.position <= position));
    await pauseBetween();
  }
  found.sort((a, b) => (a.position < b.position ? -1 : 1));
  for (const entry of found) {
    const event = eventOf(entry);
    foldEvent(namedBy(projection, event), event, rows);
  }
  // Cast is safe: the fold of a view returns rows of the view.
  return rows.get('recordedCounts', key) as RecordedCountsRow | null;
}

/** An entry holds its event without personal and long fields, which no count reads. */
const eventOf = ({ key, type, stream, revision, position, recordedAt, clientId, facts }: ActivityRow) =>
  // Cast is safe: see above.
  ({
    id: key,
    type,
    stream,
    revision,
    position,
    data: facts,
    metadata: { recordedAt, clientId },
  }) as unknown as RecordedDaylineEvent;
