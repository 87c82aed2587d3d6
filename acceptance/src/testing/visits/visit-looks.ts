import { viewsOf } from '@dayline/command-service/views/views';
import { leftOf, sumOf } from '@dayline/contracts/clinic/takings';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { heldOf } from '@dayline/contracts/fields/visit-money';
import { doctorDayKey } from '@dayline/contracts/ids';
import type { AppointmentRow, CountsRow, ViewRow } from '@dayline/contracts/views';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { countsKey, emptyCounts } from '@dayline/projector/projections/desk/counts';
import { desk } from '@dayline/projector/projections/desk/projection';
import { foldAll } from '@dayline/projector/projections/fold';
import { PastDesk } from '@dayline/query-service/as-of/past-desk';
import { PastRows } from '@dayline/query-service/as-of/past-rows';
import { deskOf, deskOfClient } from '@dayline/query-service/desk/desk';
import type { ProjectionStore } from '@dayline/view-store/port';
import type { Shown } from './visit-oracle.ts';

/** What lists had after an append. */
export interface Moment {
  readonly position: string;
  readonly shown: readonly Shown[];
}

interface LooksDeps {
  readonly stage: { readonly views: ProjectionStore; readonly log: SealedLog };
  readonly clientId: string;
  readonly pocIds: readonly string[];
  readonly dates: readonly string[];
  /** All of the client, in the order of the log. */
  readonly events: readonly RecordedDaylineEvent[];
}

/** What the views say of a history, now and as of its moments, against the oracle and a fold from nothing. */
export class VisitLooks {
  readonly #deps: LooksDeps;

  constructor(deps: LooksDeps) {
    this.#deps = deps;
  }

  async now({ shown, moved }: { readonly shown: readonly Shown[]; readonly moved: readonly string[] }): Promise<void> {
    const { stage, events } = this.#deps;
    const rebuilt = foldAll(desk, events);
    for (const { name } of desk.views) {
      const rows = rebuilt.rows(name);
      const kept = await stage.views.load(
        name,
        rows.map(({ key }) => key),
      );
      for (const row of rows) expect({ name, row: kept.get(row.key) ?? null }).toEqual({ name, row });
    }
    // Casts are safe: a view's name fixes the type of its rows.
    expect(shownIn(rebuilt.rows('appointments') as AppointmentRow[])).toEqual(shown);
    expect(keysOf(rebuilt.rows('movedAppointments'))).toEqual(moved);
  }

  /** The sums that a day would be closed with. */
  async takings(expected: ReadonlyMap<string, number>): Promise<void> {
    const { stage, clientId } = this.#deps;
    for (const [date, taken] of expected) {
      const found = await viewsOf(stage.views).takings({ clientId, date, zone: 'Asia/Kolkata' }, '');
      const { withoutAmount, ...sums } = sumOf(found?.totals ?? []);
      expect({ date, taken: leftOf(sums), withoutAmount }).toEqual({ date, taken, withoutAmount: 0 });
    }
  }

  async asOf({ position, shown }: Moment): Promise<void> {
    const { stage, clientId, pocIds, dates, events } = this.#deps;
    const live = deskOfClient(deskOf(stage.views, stage.log.start), clientId);
    const breath = async () => {};
    const past = new PastRows({ desk: deskOf(stage.views, stage.log.start), sealedLog: stage.log, position, breath });
    const activity = { page: () => Promise.reject(new Error('no total is asked for')) };
    const then = new PastDesk({ desk: live, activity, past, clientId, position, pocIds, breath });
    const folded = foldAll(
      desk,
      events.filter((event) => event.position <= position),
    );
    const listed: AppointmentRow[] = [];
    for (const date of dates) {
      listed.push(...(await then.page({ view: 'appointments', where: { clientId, date } })).rows);
      for (const pocId of pocIds) {
        const days = await then.rows('doctorDays', [doctorDayKey(pocId, date)]);
        for (const [key, row] of days) expect(row).toEqual(folded.get('doctorDays', key));
        const counts = countsKey.ofDoctorDay(pocId, date);
        const counted = (await then.rows('counts', [counts])).get(counts);
        expect(figuresOf(counted)).toEqual(figuresOf(folded.get('counts', counts)));
      }
    }
    expect(shownIn(listed)).toEqual(shown);
    const there = (folded.rows('appointments') as AppointmentRow[]).filter(({ gone }) => !gone);
    expect(byKey(listed)).toEqual(byKey(there));
  }
}

const byKey = <Row extends ViewRow>(rows: readonly Row[]): Row[] =>
  [...rows].sort(({ key: one }, { key: other }) => (one < other ? -1 : 1));
/** A day that has nothing may have no row. */
const figuresOf = (row: ViewRow | null | undefined) => {
  // Cast is safe: it is a row of counts.
  const { byStatus, byType, byHour } = (row as CountsRow | null | undefined) ?? emptyCounts('', '', '');
  return { byStatus, byType, byHour };
};
const keysOf = (rows: readonly ViewRow[]): string[] => rows.flatMap(({ key, gone }) => (gone ? [] : [key])).sort();

const shownIn = (rows: readonly AppointmentRow[]): Shown[] =>
  byKey(rows)
    .filter(({ gone }) => !gone)
    .map(({ key: id, status, time, payment, payments, due, fee, overbookedAt, movingTo, presence }) => ({
      ...{ id, status, time, payment, isOver: overbookedAt === time, movingTo: movingTo?.appointmentId ?? null },
      ...{ paid: payments.length === 0 ? null : heldOf(payments), due, fee: fee ?? null },
      ...{ token: presence?.token ?? null, isCalled: (presence?.call ?? null) !== null },
    }));
