import type { Position } from '@dayline/contracts/ids';
import type { CountsRow, DeskView, DeskViews, ViewRow } from '@dayline/contracts/views';
import { countsKey, emptyCounts } from '@dayline/projector/projections/desk/counts';
import type { RowFilter, RowQuery, Scalar } from '@dayline/view-store/port';
import type { Activity } from '../activity/activity.ts';
import type { ClientDesk } from '../desk/desk.ts';
import { pagesOf } from '../paging/pages-of.ts';
import type { PastRows } from './past-rows.ts';
import { plus } from './plus.ts';
import { partOfRows, selectRows } from './select.ts';
import { totalAt } from './totals.ts';

/** Fields that no event changes: the rows then are among the rows now that have the same. */
const lasting: Readonly<Partial<Record<DeskView, readonly string[]>>> = {
  appointments: ['clientId', 'pocId', 'date', 'time', 'patientId', 'type'],
  doctorDays: ['clientId', 'pocId', 'date'],
};

export interface PastDeskDeps {
  readonly desk: ClientDesk;
  readonly activity: Pick<Activity, 'page'>;
  readonly past: PastRows;
  readonly clientId: string;
  readonly position: Position;
  /** Every doctor of the client. */
  readonly pocIds: readonly string[];
  readonly breath: () => Promise<void>;
}

/** The rows of one client as they were, for the queries that answer from the live rows. */
export function pastDesk({ desk, activity, past, clientId, position, pocIds, breath }: PastDeskDeps): ClientDesk {
  const read = new Map<string, Promise<readonly ViewRow[]>>();
  const selections = new Map<string, Promise<readonly ViewRow[]>>();

  /** The rows of a list with all its lasting filters, read once. */
  function listed<View extends DeskView>({ view, where, range }: RowFilter & { readonly view: View }) {
    const fields: readonly string[] = lasting[view] ?? [];
    const kept = Object.fromEntries(Object.entries(where).filter(([field]) => fields.includes(field)));
    const within = range && fields.includes(range.field) ? { range } : {};
    if (!('date' in kept) && range?.field !== 'date') throw new TypeError(`A list of ${view} as of then is of days.`);
    const asked = JSON.stringify([view, kept, within]);
    const rows = read.get(asked) ?? readAll(view, kept, within);
    read.set(asked, rows);
    // Cast is safe: the view is part of the key.
    return rows as Promise<readonly DeskViews[View][]>;
  }

  /** The rows of a query, selected and sorted once for all its pages. */
  function selected<View extends DeskView>(query: RowQuery & { readonly view: View }) {
    const { limit: _limit, after: _after, offset: _offset, ...whole } = query;
    const asked = JSON.stringify(whole);
    const rows = selections.get(asked) ?? listed(query).then((all) => selectRows(all, whole));
    selections.set(asked, rows);
    // Cast is safe: the view is part of the key.
    return rows as Promise<readonly DeskViews[View][]>;
  }

  async function readAll<View extends DeskView>(
    view: View,
    where: Readonly<Record<string, Scalar>>,
    within: Pick<RowFilter, 'range'>,
  ): Promise<readonly DeskViews[View][]> {
    if (view !== 'appointments' && view !== 'doctorDays')
      throw new TypeError(`There is no list of ${view} as of then.`);
    const rows: DeskViews[View][] = [];
    const order = view === 'appointments' ? [{ field: 'date' }, { field: 'time' }] : [{ field: 'date' }];
    for await (const live of pagesOf((part) => desk.page<View>({ view, where, ...within, order, ...part }))) {
      rows.push(...((await past.asOf(view, live as never)) as DeskViews[View][]));
      await breath();
    }
    return rows;
  }

  async function countsOf(key: string): Promise<CountsRow> {
    const [kind, , date] = key.split(':');
    if (date === undefined) return totalAt({ activity, clientId, position, breath }, key);
    if (kind === 'poc') return (await past.rows('counts', [key])).get(key) ?? emptyCounts(key, clientId, position);
    // A client's day is the sum of its doctors' days.
    const ofDoctors = await past.rows(
      'counts',
      pocIds.map((pocId) => countsKey.ofDoctorDay(pocId, date)),
    );
    return [...ofDoctors.values()].reduce(plus, emptyCounts(key, clientId, position));
  }

  async function counts(keys: readonly string[]): Promise<Map<string, CountsRow>> {
    const live = await desk.rows('counts', keys);
    const found = new Map<string, CountsRow>();
    for (const [key, row] of live) found.set(key, row.at <= position ? row : await countsOf(key));
    return found;
  }

  const rows = async <View extends DeskView>(view: View, keys: readonly string[]) => {
    if (view === 'visitors') throw new TypeError('There are no visitors as of then.');
    const found = view === 'counts' ? await counts(keys) : await past.rows(view, keys);
    // Cast is safe: the rows are of the view.
    return found as ReadonlyMap<string, ViewRow> as ReadonlyMap<string, DeskViews[View]>;
  };

  return {
    rows,
    row: async (view, key) => (await rows(view, [key])).get(key) ?? null,
    async page(query) {
      const rows = await selected(query);
      await breath();
      return partOfRows(rows, query);
    },
    count: async (query) => (await selected(query)).length,
  };
}
