import type { AsOf } from '@dayline/contracts/endpoints/audit/as-of';
import type { Figures } from '@dayline/contracts/endpoints/audit/report';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { cellOf } from '@dayline/contracts/fields/csv-cell';
import { type ReportHeader, reportFormat } from '@dayline/contracts/proof/export-format';
import type { Signer } from '@dayline/event-log/sealed-log/signing';
import { clinicTime } from '../proof/clinic-time.ts';
import { SealedLines } from '../proof/sealed-lines.ts';

type Report = ResponseOf<'getReport'>;

export interface ReportExport
  extends Pick<Report, 'month' | 'earlier' | 'later' | 'doctors' | 'departments' | 'total'> {
  readonly clinic: string;
  /** UTC, ISO 8601. */
  readonly madeAt: string;
  /** Each day's lines, once. */
  readonly linesByDay: AsyncIterable<Report['lines']>;
}

/** A line of an export: the figures of somebody at a moment, or what an entry changed. Each has its position. */
interface Row {
  readonly row: 'doctor' | 'department' | 'all' | 'entry';
  readonly name: string;
  /** Empty for an entry. */
  readonly known: 'then' | 'today' | '';
  /** UTC, ISO 8601. */
  readonly utc: string;
  readonly position: string;
  readonly figures: Figures;
  readonly by?: string;
  readonly what?: string;
  readonly appointment?: string | null;
  readonly event?: string;
}

function figureRows({ doctors, departments, total, earlier, later }: ReportExport): Row[] {
  const both = (
    row: Row['row'],
    name: string,
    figures: { readonly earlier: Figures; readonly later: Figures },
  ): Row[] => [
    { row, name, ...momentOf('then', earlier), figures: figures.earlier },
    { row, name, ...momentOf('today', later), figures: figures.later },
  ];
  return [
    ...doctors.flatMap((doctor) => both('doctor', doctor.name, doctor)),
    ...departments.flatMap((department) => both('department', department.name, department)),
    ...both('all', 'All doctors', total),
  ];
}

const momentOf = (known: Row['known'], { instant, position }: AsOf) => ({ known, utc: instant, position });

async function* rowsOf(report: ReportExport): AsyncGenerator<readonly Row[]> {
  yield figureRows(report);
  const names = new Map(report.doctors.map(({ pocId, name }) => [pocId, name]));
  for await (const lines of report.linesByDay) {
    yield lines.map(({ entry, pocId, change }) => ({
      row: 'entry',
      name: names.get(pocId) ?? '',
      known: '',
      utc: entry.recordedAt,
      position: entry.position,
      figures: change,
      by: entry.actor.name,
      what: entry.sentence,
      appointment: entry.appointmentId,
      event: entry.eventId,
    }));
  }
}

const columns = [
  ...['clinic', 'zone', 'month', 'row', 'name', 'known', 'time', 'utc', 'position', 'visits', 'no_shows'],
  ...[
    'cancellations',
    'moved',
    'overbooked',
    'paid',
    'paid_without_amount',
    'payments',
    'taken',
    'refunded',
    'by',
    'what',
    'appointment',
    'event',
  ],
];

/** `-700.00` for -70000: rupees with two decimals and a sign. */
const signedRupees = (paise: number): string => (paise / 100).toFixed(2);

export async function* csvOf(report: ReportExport): AsyncGenerator<string> {
  const { clinic, month, later } = report;
  // With a byte order mark, by which spreadsheets know that it is UTF-8.
  let before = `\uFEFF${columns.join(',')}\r\n`;
  for await (const rows of rowsOf(report)) {
    yield before + rows.map((row) => csvLine(row, { clinic, month, zone: later.zone })).join('');
    before = '';
  }
}

function csvLine(row: Row, { clinic, month, zone }: { clinic: string; month: string; zone: string }): string {
  const { visits, noShows, cancellations, movedAway, overbooked, paid, paise, withoutAmount, taken, refunded } =
    row.figures;
  const cells = [
    ...[clinic, zone, month, row.row, row.name, row.known, clinicTime(row.utc, zone), row.utc, row.position].map(
      cellOf,
    ),
    // Plain numbers, which no spreadsheet runs, also with a sign.
    ...[visits, noShows, cancellations, movedAway, overbooked, paid, withoutAmount],
    ...[paise, taken, refunded].map(signedRupees),
    ...[row.by ?? null, row.what ?? null, row.appointment ?? null, row.event ?? null].map(cellOf),
  ];
  return `${cells.join(',')}\r\n`;
}

/** Sealed and signed as an export with the chain is. */
export async function* ndjsonOf(report: ReportExport, signer: Signer): AsyncGenerator<string> {
  const { clinic, month, madeAt, earlier, later } = report;
  const out = new SealedLines();
  const key = signer.publicKey;
  out.add({ format: reportFormat, clinic, month, madeAt, key, earlier, later } satisfies ReportHeader);
  let entries = 0;
  for await (const rows of rowsOf(report)) {
    for (const row of rows) out.add(row);
    entries += rows.length;
    yield out.take();
  }
  out.end(signer, { entries, leftOut: 0 });
  yield out.take();
}
