import { viewsOf } from '@dayline/command-service/views/views';
import type { DeskTakings } from '@dayline/contracts/clinic/takings';
import { noBothFigures, plusBoth } from '@dayline/contracts/endpoints/audit/figures';
import type { Figures } from '@dayline/contracts/endpoints/audit/report';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { doctorDayKey } from '@dayline/contracts/ids';
import type { AppointmentRow, CountsRow } from '@dayline/contracts/views';
import type { ViewRow } from '@dayline/contracts/views/row';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { countsKey, emptyCounts } from '@dayline/projector/projections/desk/counts';
import { desk } from '@dayline/projector/projections/desk/projection';
import { foldAll } from '@dayline/projector/projections/fold';
import { PastDesk } from '@dayline/query-service/as-of/past-desk';
import { PastRows } from '@dayline/query-service/as-of/past-rows';
import { deskOf, deskOfClient } from '@dayline/query-service/desk/desk';
import { sumMonth } from '@dayline/query-service/report/report';
import type { ProjectionStore } from '@dayline/view-store/port';
import type { ShownVisit } from './visit-oracle.ts';
import type { Sums } from './visit-payments.ts';
import { visitMonth } from './visit-steps.ts';

/** The content of the lists after an append. */
export interface Moment {
  readonly position: string;
  readonly shown: readonly ShownVisit[];
  /** The money moved by then, in the month. */
  readonly moved: Sums;
}

interface VisitLooksDeps {
  readonly stage: { readonly views: ProjectionStore; readonly log: SealedLog };
  readonly clientId: string;
  readonly pocIds: readonly string[];
  readonly dates: readonly string[];
  /** All events of the client, in the order of the log. */
  readonly events: readonly RecordedDaylineEvent[];
}

/** Compares the views of a history, now and as of its moments, with the oracle and a fold from scratch. */
export class VisitLooks {
  readonly #deps: VisitLooksDeps;

  constructor(deps: VisitLooksDeps) {
    this.#deps = deps;
  }

  async now({
    shown,
    moved,
  }: {
    readonly shown: readonly ShownVisit[];
    readonly moved: readonly string[];
  }): Promise<void> {
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

  /** The sums of each day, and those with which it is closed. */
  async takings(expected: ReadonlyMap<string, Sums>, close: (date: string, position: string) => Promise<Closed>) {
    const { stage, clientId } = this.#deps;
    for (const [date, sums] of expected) {
      const found = await viewsOf(stage.views).takings({ clientId, date, zone: 'Asia/Kolkata' }, '');
      const { totals = [], position = '' } = found ?? {};
      expect({ date, sums: sumsOf(totals) }).toEqual({ date, sums: known(sums) });
      expect((await close(date, position)).totals).toEqual(totals);
    }
  }

  /** An auditor's report of the money, as known now and at a moment. */
  async report(at: Moment, now: Omit<Moment, 'position'>): Promise<void> {
    const { stage, clientId } = this.#deps;
    const live = deskOfClient(deskOf(stage.views, stage.log.start), clientId);
    const later = (await stage.views.checkpoint())?.position ?? '';
    const { byDoctor } = await sumMonth(
      {
        ...{ desk: live, sealedLog: stage.log, clientId, earlier: at.position, later },
        ...{ month: visitMonth, zone: 'Asia/Kolkata', pauseBetween: async () => {} },
      },
      { after: stage.log.start, limit: 0 },
    );
    const total = [...byDoctor.values()].reduce(plusBoth, noBothFigures);
    expect({ before: moneyIn(total.earlier), now: moneyIn(total.later) }).toEqual({
      before: moneyOf(at),
      now: moneyOf(now),
    });
  }

  async asOf({ position, shown }: Moment): Promise<void> {
    const { stage, clientId, pocIds, dates, events } = this.#deps;
    const live = deskOfClient(deskOf(stage.views, stage.log.start), clientId);
    const pauseBetween = async () => {};
    const past = new PastRows({
      desk: deskOf(stage.views, stage.log.start),
      sealedLog: stage.log,
      position,
      pauseBetween,
    });
    const activity = { page: () => Promise.reject(new Error('no total is asked for')) };
    const then = new PastDesk({ desk: live, activity, past, clientId, position, pocIds, pauseBetween });
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

interface Closed {
  readonly totals: readonly DeskTakings[];
}

/** 'taken cash' and the like, where not zero. */
const sumsOf = (totals: readonly DeskTakings[]): Record<string, number> =>
  known(
    new Map(
      totals.flatMap(({ method, withoutAmount, ...of }) => [
        ...(['taken', 'corrected', 'refunded'] as const).map((kind) => [`${kind} ${method}`, of[kind]] as const),
        [`without amount ${method}`, withoutAmount] as const,
      ]),
    ),
  );
const known = (sums: Sums): Record<string, number> =>
  Object.fromEntries([...sums].filter(([, sum]) => sum !== 0).sort(([a], [b]) => (a < b ? -1 : 1)));

const moneyIn = ({ paid, paise, taken, refunded }: Figures) => ({ paid, paise, taken, refunded });
/** By the oracle: money taken less corrections; refunds; and the amounts of the visits. */
function moneyOf({ shown, moved }: Omit<Moment, 'position'>) {
  const of = (kind: string) =>
    [...moved].reduce((sum, [name, paise]) => (name.startsWith(`${kind} `) ? sum + paise : sum), 0);
  return {
    paid: shown.filter(({ payment }) => payment === 'Paid').length,
    paise: shown.reduce((sum, { payments }) => payments.reduce((all, { amount }) => all + amount, sum), 0),
    ...{ taken: of('taken') - of('corrected'), refunded: of('refunded') },
  };
}

const byKey = <Row extends ViewRow>(rows: readonly Row[]): Row[] =>
  [...rows].sort(({ key: a }, { key: b }) => (a < b ? -1 : 1));
/** A day without sums may have no row. */
const figuresOf = (row: ViewRow | null | undefined) => {
  // Cast is safe: it is a row of counts.
  const { byStatus, byType, byHour } = (row as CountsRow | null | undefined) ?? emptyCounts('', '', '');
  return { byStatus, byType, byHour };
};
const keysOf = (rows: readonly ViewRow[]): string[] => rows.flatMap(({ key, gone }) => (gone ? [] : [key])).sort();

const shownIn = (rows: readonly AppointmentRow[]): ShownVisit[] =>
  byKey(rows)
    .filter(({ gone }) => !gone)
    .map(({ key: id, status, time, payment, payments, due, fee, overbookedAt, movingTo, presence }) => ({
      ...{ id, status, time, payment, isOver: overbookedAt === time, movingTo: movingTo?.appointmentId ?? null },
      ...{ payments: payments.map(({ amount, method }) => ({ amount: amount ?? 0, method })), due, fee: fee ?? null },
      ...{ token: presence?.token ?? null, isCalled: (presence?.call ?? null) !== null },
    }));
