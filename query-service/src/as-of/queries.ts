import { clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { SignedInContext } from '@dayline/http/handler';
import type { Pieces } from '@dayline/http/request/json-list';
import { countsKey } from '@dayline/projector/projections/desk/counts';
import type { OnHistoryRead } from '../activity/history-read.ts';
import { activityProgress, refusedUntilLevel } from '../activity/progress.ts';
import { entriesOf, zoneOf } from '../activity/queries.ts';
import { appointmentDetail } from '../desk/cards.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import type { Queries } from '../queries/answer.ts';
import { availabilityQueries } from '../queries/availability.ts';
import { noCounts } from '../queries/counts.ts';
import { dayPictureQueries } from '../queries/day-picture.ts';
import { slotGroupsQueries } from '../queries/slot-groups.ts';
import { todayQueries } from '../queries/today.ts';
import { openTurns, replayQueue } from '../turns/turns.ts';
import { entriesNear, marksOf } from './marks.ts';
import { type AsOfDeps, type Moment, type PastSnapshot, readPast } from './past-snapshot.ts';

export interface ReplayDeps extends AsOfDeps {
  readonly onHistoryRead: OnHistoryRead;
}

async function wholeList<Item>({ body, pieces }: { readonly body: readonly Item[]; readonly pieces?: Pieces }) {
  const items = [...body];
  // Cast is safe: a long list consists of pieces with the same items.
  for await (const piece of pieces ?? []) items.push(...(piece as readonly Item[]));
  return items;
}

type AsOfQuery =
  | 'getBoardAsOf'
  | 'getDashboardAsOf'
  | 'getAvailabilityAsOf'
  | 'listAppointmentsAsOf'
  | 'listReplayMarks';

/** The live queries over an earlier snapshot, for the client of the session. */
export function asOfQueries({ onHistoryRead, ...deps }: ReplayDeps): Queries<AsOfQuery> {
  const { inTurn } = replayQueue();
  const { activity, eventLog } = deps;

  /** Reads the past, records the opening, and answers; one entry per day and doctor, not per step of the slider. */
  function replay<Body extends object>(
    { at, position, pocId, date }: Moment & { readonly pocId?: string | undefined; readonly date?: string | undefined },
    live: Snapshot,
    context: SignedInContext,
    answer: (past: PastSnapshot) => Promise<Body | Refusal>,
  ): Promise<{ readonly body: Body } | Refusal> {
    return inTurn(context, async () => {
      const past = await readPast(deps, live, context, { at, position });
      if (isRefusal(past)) return past;
      const { instant, date: momentDate } = past.asOf;
      onHistoryRead(context, { date: date ?? momentDate, asOf: instant, ...(pocId !== undefined && { pocId }) });
      // The doctor was added later.
      if (pocId !== undefined && !past.snapshot.directory.doctor(pocId)) return refuse('doctor.unknown');
      const body = await answer(past);
      return isRefusal(body) ? body : { body };
    });
  }

  return {
    getBoardAsOf: (request, live, context) =>
      replay(request, live, context, async ({ snapshot, asOf }) => {
        const { pocId } = request;
        const { clientId } = context;
        const board =
          pocId === undefined
            ? await todayQueries.listTodaysAppointmentsOfClient({ clientId }, snapshot, context)
            : await todayQueries.listTodaysAppointmentsOfDoctor({ pocId }, snapshot, context);
        if (isRefusal(board)) return board;
        const near = await entriesNear({ activity, clientId, pocId }, asOf);
        const around = await entriesOf(near, { snapshot: live, activity, zone: asOf.zone });
        return { asOf, cards: await wholeList(board), around };
      }),

    getDashboardAsOf: (request, live, context) =>
      replay(request, live, context, async ({ snapshot, asOf }) => {
        const { pocId } = request;
        const { clientId } = context;
        const key = pocId === undefined ? countsKey.ofClient(clientId) : countsKey.ofDoctor(pocId);
        const { byStatus, byType, departments, doctors } = (await snapshot.desk.row('counts', key)) ?? noCounts;
        const picture =
          pocId === undefined
            ? await dayPictureQueries.getDayPictureOfClient({ clientId }, snapshot, context)
            : await dayPictureQueries.getDayPictureOfDoctor({ pocId }, snapshot, context);
        if (isRefusal(picture)) return picture;
        return { asOf, counts: { byStatus, byType, departments, doctors }, picture: picture.body };
      }),

    getAvailabilityAsOf: (request, live, context) =>
      replay(request, live, context, async ({ snapshot, asOf }) => {
        const { pocId, date = asOf.date } = request;
        const { clientId } = context;
        const dates = await availabilityQueries.listDatesWithAvailability({ pocId }, snapshot, context);
        if (isRefusal(dates)) return dates;
        const ofDate = { clientId, pocId, from: date, to: date };
        const slots = await slotGroupsQueries.listSlotsOfDoctor(ofDate, snapshot, context);
        if (isRefusal(slots)) return slots;
        return { asOf, dates: dates.body, slots: slots.body.appointmentDetails };
      }),

    listAppointmentsAsOf: (request, live, context) =>
      replay(request, live, context, async ({ snapshot, asOf }) => {
        const { pocId, date = asOf.date } = request;
        const { clientId } = context;
        const where = pocId === undefined ? { clientId, date } : { pocId, date };
        const { rows } = await snapshot.desk.page({ view: 'appointments', where, order: [{ field: 'time' }] });
        return { asOf, appointments: rows.map((row) => appointmentDetail(row, snapshot.directory)) };
      }),

    async listReplayMarks({ date: requestedDate, pocId, around }, live, { clientId, signal }) {
      const { isLevel } = await activityProgress({ activity, eventLog }, live.instant);
      if (!isLevel) return refusedUntilLevel(activity);
      const zone = zoneOf(live, clientId);
      const date = requestedDate ?? clinicNow(live.instant, zone).date;
      const marks = await marksOf(
        { activity, clientId, pocId },
        { date, zone, around, pauseBetween: openTurns(signal) },
      );
      return { body: { date, zone, ...marks } };
    },
  };
}
