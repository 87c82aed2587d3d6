import type { ActivityEntry } from '@dayline/contracts/endpoints/audit/activity';
import { linesAtOnce, type ReportRequest } from '@dayline/contracts/endpoints/audit/report';
import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { languageIn } from '@dayline/contracts/fields/language';
import type { SignedInContext } from '@dayline/http/handler';
import type { Ticket } from '@dayline/runtime/fair-queue';
import { ViewStoreUnavailable } from '@dayline/runtime/unavailable';
import type { OnHistoryRead } from '../activity/history-read.ts';
import { entriesOf } from '../activity/queries.ts';
import { type AsOfDeps, type PastSnapshot, readPast } from '../as-of/past-snapshot.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import type { ProofDeps } from '../proof/queries.ts';
import { reasonsIn } from '../proof/reasons.ts';
import type { Answer, Queries } from '../queries/answer.ts';
import { busy, openTurns, replayQueue } from '../turns/turns.ts';
import { csvOf, ndjsonOf, type ReportExport } from './export.ts';
import { type Change, type MonthDeps, partsOfMonth } from './month.ts';
import { grouped, type MonthSums, sumMonth } from './report.ts';

export interface ReportDeps extends AsOfDeps, Pick<ProofDeps, 'onExported' | 'heads'> {
  readonly onHistoryRead: OnHistoryRead;
}

type Line = ResponseOf<'getReport'>['lines'][number];

interface OpenReport {
  readonly earlier: PastSnapshot;
  readonly later: PastSnapshot;
  readonly month: MonthDeps;
}

/** An export whose figures are computed, with its ticket in the queue. */
interface SummedMonth {
  readonly live: Snapshot;
  readonly context: SignedInContext;
  readonly ticket: Ticket;
  readonly found: { readonly opened: OpenReport; readonly sums: MonthSums };
}

/** A month as known at two moments, for the session's client. */
export function reportQueries(deps: ReportDeps): Queries<'getReport' | 'exportReportCsv' | 'exportReportNdjson'> {
  const { activity, eventLog, heads, onHistoryRead, onExported } = deps;
  const reasonOf = reasonsIn(deps.sealedLog);
  // Reports wait for other reports, not for the steps of a replay.
  const { inTurn, enter } = replayQueue();

  /** The figures are summed before the first line is written; then each day's lines follow in log order. */
  async function exportMonth(
    format: 'csv' | 'ndjson',
    request: ReportRequest,
    live: Snapshot,
    context: SignedInContext,
  ): Promise<Answer<'exportReportCsv' | 'exportReportNdjson'> | Refusal> {
    let ticket: Ticket | null = null;
    try {
      ticket = enter(context);
      const found = await ticket.turn(async () => {
        const report = await openReport(deps, request, live, context);
        if (isRefusal(report)) return report;
        return { opened: report, sums: await sumMonth(report.month, { after: eventLog.start, limit: 0 }) };
      });
      if (!isRefusal(found)) return await sendInTurns(format, request, { live, context, ticket, found });
      ticket.leave();
      return found;
    } catch (error) {
      ticket?.leave();
      return busy(error);
    }
  }

  /** The lines of each day are made in one turn; sending them, which the reader may delay, takes none. */
  async function sendInTurns(
    format: 'csv' | 'ndjson',
    request: ReportRequest,
    { live, context, ticket, found }: SummedMonth,
  ): Promise<Answer<'exportReportCsv' | 'exportReportNdjson'>> {
    const { clientId, now: madeAt } = context;
    const { opened, sums } = found;
    const { earlier, later } = opened;
    const clinic = live.directory.client(clientId)?.name ?? '';
    let lines = 0;
    async function* linesByDay() {
      for await (const part of madeInTurns(ticket, partsOfMonth(opened.month), (changes) =>
        linesOf(activity, changes, live, opened),
      )) {
        lines += part.length;
        const reasons = await Promise.all(part.map(({ entry }) => reasonOf(entry)));
        yield part.map((line, index) => ({ ...line, reason: reasons[index] ?? null }));
      }
    }
    const report: ReportExport = {
      clinic,
      month: request.month,
      madeAt: new Date(madeAt).toISOString(),
      earlier: earlier.asOf,
      later: later.asOf,
      ...grouped(sums.byDoctor, opened, clientId),
      linesByDay: linesByDay(),
    };
    const text =
      format === 'csv' ? csvOf(report, languageIn(context.cookie) ?? 'en') : ndjsonOf(report, await heads.signer());
    async function* recorded() {
      let complete = 'no';
      try {
        yield* text;
        complete = 'yes';
      } finally {
        ticket.leave();
        const positions = { position: earlier.asOf.position, with: later.asOf.position };
        onExported(context, { format, month: request.month, ...positions, entries: String(lines), complete });
      }
    }
    const name = clinic.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    const file = `dayline-${name}-report-${request.month}-known-${earlier.asOf.date}.${format}`;
    return { body: {}, headers: { 'Content-Disposition': `attachment; filename="${file}"` }, text: recorded() };
  }

  return {
    getReport: ({ after = eventLog.start, ...listed }, live, context) =>
      inTurn(context, async () => {
        const { clientId } = context;
        const report = await openReport(deps, listed, live, context);
        if (isRefusal(report)) return report;
        onHistoryRead(context, { month: listed.month });
        const sums = await sumMonth(report.month, { after, limit: linesAtOnce, isListed: listing(listed, report) });
        const body = {
          month: listed.month,
          earlier: report.earlier.asOf,
          later: report.later.asOf,
          ...grouped(sums.byDoctor, report, clientId),
          lines: await linesOf(activity, sums.changes, live, report),
          lineCount: sums.changeCount,
          next: sums.next,
        };
        return { body };
      }),
    exportReportCsv: (request, live, context) => exportMonth('csv', request, live, context),
    exportReportNdjson: (request, live, context) => exportMonth('ndjson', request, live, context),
  };
}

/** The entries that a request lists: those that changed its figure, of its doctor or department. */
const listing =
  (
    { figure, pocId, departmentId }: Pick<RequestOf<'getReport'>, 'figure' | 'pocId' | 'departmentId'>,
    { later }: OpenReport,
  ) =>
  (line: Change): boolean =>
    (figure === undefined || line.change[figure] !== 0) &&
    (pocId === undefined || line.pocId === pocId) &&
    (departmentId === undefined || later.snapshot.directory.doctor(line.pocId)?.departmentId === departmentId);

async function openReport(deps: ReportDeps, request: ReportRequest, live: Snapshot, context: SignedInContext) {
  const { clientId, signal } = context;
  const { at, position, month, with: limit } = request;
  const earlier = await readPast(deps, live, context, { at, position });
  if (isRefusal(earlier)) return earlier;
  // Read second, so that without a position it is never earlier than the other.
  const later = await readPast(deps, live, context, limit === undefined ? {} : { position: limit, field: 'with' });
  if (isRefusal(later)) return later;
  const positions = { earlier: earlier.asOf.position, later: later.asOf.position };
  if (positions.earlier > positions.later) {
    const fields = [{ field: 'with', message: 'The later moment is before the earlier one.' }];
    return refuse('request.invalid', { details: { fields } });
  }
  const { desk } = live;
  return {
    earlier,
    later,
    month: {
      desk,
      sealedLog: deps.sealedLog,
      clientId,
      month,
      zone: later.asOf.zone,
      ...positions,
      pauseBetween: openTurns(signal),
    },
  };
}

/**
 * Names are the present ones, so that an erased patient has no name in any report.
 * @throws ViewStoreUnavailable if the activity lacks an entry: figures would count a change without a line
 */
async function linesOf(
  activity: ReportDeps['activity'],
  changes: readonly Change[],
  live: Snapshot,
  { later }: OpenReport,
): Promise<Line[]> {
  const rows = await activity.entriesOf(changes.map(({ eventId, position }) => ({ id: eventId, position })));
  const found = changes.flatMap(({ eventId }) => rows.get(eventId) ?? []);
  const { zone } = later.asOf;
  const entries = await entriesOf(found, { snapshot: live, activity, zone });
  const byId = new Map<string, ActivityEntry>(entries.map((entry) => [entry.eventId, entry]));
  return changes.map(({ eventId, pocId, change }) => {
    const entry = byId.get(eventId);
    if (!entry) throw new ViewStoreUnavailable('The activity is missing entries of the log.');
    return { entry, pocId, change };
  });
}

/** The lines of each day in sequence, each made in one turn. */
async function* madeInTurns(
  ticket: Ticket,
  parts: ReturnType<typeof partsOfMonth>,
  linesOfDay: (changes: readonly Change[]) => Promise<Line[]>,
): AsyncGenerator<Line[]> {
  const next = async (): Promise<Line[] | null> => {
    for (;;) {
      const { value, done } = await parts.next();
      if (done) return null;
      if (value.changes.length > 0) return linesOfDay(value.changes);
    }
  };
  for (let part = await ticket.turn(next); part; part = await ticket.turn(next)) yield part;
}
