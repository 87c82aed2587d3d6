import type { Position } from '@dayline/contracts/ids';
import type { AppointmentRow, CountsRow, DeskViews } from '@dayline/contracts/views';
import type { ViewRow } from '@dayline/contracts/views/row';
import { countsKey, emptyCounts } from '@dayline/projector/projections/desk/counts';
import type { RowPage } from '@dayline/view-store/port';
import type { Activity } from '../activity/activity.ts';
import type { ClientDesk, DayDesk, DayQuery, DayView, DeskQuery, PastView } from '../desk/desk.ts';
import { pagesOf } from '../paging/pages-of.ts';
import type { PastRows } from './past-rows.ts';
import { plus } from './plus.ts';
import { partOfRows, selectRows } from './select.ts';
import { totalAt } from './totals.ts';

/** Fields that no event changes: the past rows are among the present rows with the same values. */
const lasting: Readonly<Record<DayView, readonly string[]>> = {
  appointments: ['clientId', 'pocId', 'date', 'type'],
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
  readonly pauseBetween: () => Promise<void>;
}

/** The past rows of one client, for the queries that answer from the live rows. */
export class PastDesk implements DayDesk {
  readonly #deps: PastDeskDeps;
  readonly #read = new Map<string, Promise<readonly ViewRow[]>>();
  readonly #selections = new Map<string, Promise<readonly ViewRow[]>>();

  constructor(deps: PastDeskDeps) {
    this.#deps = deps;
  }

  async row<View extends PastView>(view: View, key: string): Promise<DeskViews[View] | null> {
    return (await this.rows(view, [key])).get(key) ?? null;
  }

  async rows<View extends PastView>(view: View, keys: readonly string[]) {
    const found = view === 'counts' ? await this.#counts(keys) : await this.#deps.past.rows(view, keys);
    // Cast is safe: the rows belong to the view.
    return found as ReadonlyMap<string, ViewRow> as ReadonlyMap<string, DeskViews[View]>;
  }

  async page<View extends DayView>(query: DayQuery<View>): Promise<RowPage<DeskViews[View]>> {
    const rows = await this.#selected(query);
    await this.#deps.pauseBetween();
    return partOfRows(rows, query);
  }

  async count<View extends DayView>(query: DayQuery<View>): Promise<number> {
    return (await this.#selected(query)).length;
  }

  /** The rows of a query, selected and sorted once for all its pages. */
  #selected<View extends DayView>(query: DayQuery<View>) {
    const { limit: _limit, after: _after, offset: _offset, ...whole } = query;
    const key = JSON.stringify(whole);
    const rows = this.#selections.get(key) ?? this.#listed(query).then((all) => selectRows(all, whole));
    this.#selections.set(key, rows);
    // Cast is safe: the view is part of the key.
    return rows as Promise<readonly DeskViews[View][]>;
  }

  /** The rows of a list with all of its constant filters, read once. */
  #listed<View extends DayView>({ view, where, range }: DayQuery<View>) {
    const fields = lasting[view];
    const conditions = Object.fromEntries(Object.entries(where).filter(([field]) => fields.includes(field)));
    const rangeFilter = range && fields.includes(range.field) ? { range } : {};
    const key = JSON.stringify([view, conditions, rangeFilter]);
    const rows = this.#read.get(key) ?? this.#readAll<View>({ view, where: conditions, ...rangeFilter });
    this.#read.set(key, rows);
    // Cast is safe: the view is part of the key.
    return rows as Promise<readonly DeskViews[View][]>;
  }

  async #readAll<View extends DayView>(list: DeskQuery<View>): Promise<readonly DeskViews[View][]> {
    const { desk, past, pauseBetween } = this.#deps;
    const rows: DeskViews[View][] = [];
    const order = list.view === 'appointments' ? [{ field: 'date' }, { field: 'time' }] : [{ field: 'date' }];
    for await (const live of pagesOf((part) => desk.page<View>({ ...list, order, ...part }))) {
      rows.push(...(await past.asOf<View>(list.view, live)));
      await pauseBetween();
    }
    // Cast is safe: the view is that of appointments.
    if (list.view === 'appointments') rows.push(...((await this.#movedSince(list)) as DeskViews[View][]));
    return rows;
  }

  /** Appointments that were moved away later: they were in the lists then. */
  async #movedSince({ where, range }: Pick<DeskQuery<'appointments'>, 'where' | 'range'>) {
    const { desk, past, position, pauseBetween } = this.#deps;
    // The type is compared when the rows are selected.
    const { type: _, ...indexed } = where;
    const query = { view: 'movedAppointments', where: indexed, ...(range && { range }) } as const;
    const order = [{ field: 'date' }, { field: 'time' }];
    const rows: AppointmentRow[] = [];
    for await (const row of pagesOf((part) => desk.page({ ...query, order, ...part }))) {
      const keys = row.flatMap(({ key, at }) => (at > position ? [key] : []));
      rows.push(...(await past.refolded('appointments', keys)));
      await pauseBetween();
    }
    return rows;
  }

  async #counts(keys: readonly string[]): Promise<Map<string, CountsRow>> {
    const live = await this.#deps.desk.rows('counts', keys);
    const found = new Map<string, CountsRow>();
    for (const [key, row] of live) found.set(key, row.at <= this.#deps.position ? row : await this.#countsOf(key));
    return found;
  }

  async #countsOf(key: string): Promise<CountsRow> {
    const { activity, past, clientId, position, pocIds, pauseBetween } = this.#deps;
    const [kind, , date] = key.split(':');
    if (date === undefined) return totalAt({ activity, clientId, position, pauseBetween }, key);
    if (kind === 'poc') return (await past.rows('counts', [key])).get(key) ?? emptyCounts(key, clientId, position);
    // A client's day is the sum of its doctors' days.
    const ofDoctors = await past.rows(
      'counts',
      pocIds.map((pocId) => countsKey.ofDoctorDay(pocId, date)),
    );
    return [...ofDoctors.values()].reduce(plus, emptyCounts(key, clientId, position));
  }
}
