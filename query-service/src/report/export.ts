import type { AsOf } from '@dayline/contracts/endpoints/audit/as-of';
import type { BothFigures, Figures } from '@dayline/contracts/endpoints/audit/report';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { cellOf } from '@dayline/contracts/fields/csv-cell';
import type { Language } from '@dayline/contracts/fields/language';
import { type ReportHeader, reportFormat } from '@dayline/contracts/proof/export-format';
import type { Signer } from '@dayline/event-log/sealed-log/signing';
import { clinicTime } from '../proof/clinic-time.ts';
import { type Headings, headerRow } from '../proof/csv.ts';
import { SealedLines } from '../proof/sealed-lines.ts';

type Report = ResponseOf<'getReport'>;

/** An entry that changed a figure, and its reason. */
export type ExportedLine = Report['lines'][number] & { readonly reason: string | null };

export interface ReportExport
  extends Pick<Report, 'month' | 'earlier' | 'later' | 'doctors' | 'departments' | 'total'> {
  readonly clinic: string;
  /** UTC, ISO 8601. */
  readonly madeAt: string;
  /** Each day's lines, once. */
  readonly linesByDay: AsyncIterable<readonly ExportedLine[]>;
}

/** A line of an export: a doctor's figures at a moment, or the changes of an entry. Each has its position. */
interface Row {
  readonly row: 'doctor' | 'department' | 'all' | 'entry';
  readonly name: string;
  /** Empty for an entry. */
  readonly known: 'then' | 'today' | '';
  /** UTC, ISO 8601. */
  readonly utc: string;
  readonly position: string;
  readonly figures: Figures;
  /** Absent for an entry. */
  readonly messages?: number;
  readonly by?: string;
  readonly what?: string;
  readonly reason?: string | null;
  readonly appointment?: string | null;
  readonly event?: string;
}

function figureRows({ doctors, departments, total, earlier, later }: ReportExport): Row[] {
  const rowPair = (row: Row['row'], name: string, { messages, ...figures }: Omit<BothFigures, 'moved'>): Row[] => [
    { row, name, ...momentOf('then', earlier), figures: figures.earlier, messages: messages.earlier },
    { row, name, ...momentOf('today', later), figures: figures.later, messages: messages.later },
  ];
  return [
    ...doctors.flatMap((doctor) => rowPair('doctor', doctor.name, doctor)),
    ...departments.flatMap((department) => rowPair('department', department.name, department)),
    ...rowPair('all', 'All doctors', total),
  ];
}

const momentOf = (side: Row['known'], { instant, position }: AsOf) => ({ known: side, utc: instant, position });

async function* rowsOf(report: ReportExport): AsyncGenerator<readonly Row[]> {
  yield figureRows(report);
  const names = new Map(report.doctors.map(({ pocId, name }) => [pocId, name]));
  for await (const lines of report.linesByDay) {
    yield lines.map(({ entry, reason, pocId, change }) => ({
      row: 'entry',
      name: names.get(pocId) ?? '',
      known: '',
      utc: entry.recordedAt,
      position: entry.position,
      figures: change,
      by: entry.actor.name,
      what: entry.sentence,
      reason,
      appointment: entry.appointmentId,
      event: entry.eventId,
    }));
  }
}

const columns = {
  clinic: { en: 'Clinic', hi: 'क्लिनिक' },
  zone: { en: 'Time zone', hi: 'समय क्षेत्र' },
  month: { en: 'Month', hi: 'महीना' },
  row: { en: 'Kind of row', hi: 'पंक्ति का प्रकार' },
  name: { en: 'Name', hi: 'नाम' },
  known: { en: 'As known', hi: 'कब की जानकारी' },
  time: { en: 'Clinic time', hi: 'क्लिनिक का समय' },
  utc: { en: 'Time (UTC)', hi: 'समय (UTC)' },
  position: { en: 'Log position', hi: 'लॉग में क्रम' },
  visits: { en: 'Visits', hi: 'विज़िट' },
  noShows: { en: 'No-shows', hi: 'नहीं आए' },
  cancellations: { en: 'Cancellations', hi: 'रद्द' },
  moved: { en: 'Moved to another day or doctor', hi: 'दूसरे दिन या डॉक्टर के पास' },
  overbooked: { en: 'Overbooked', hi: 'जगह से ज़्यादा बुकिंग' },
  paid: { en: 'Paid visits', hi: 'भुगतान वाली विज़िट' },
  withoutAmount: { en: 'Paid without an amount', hi: 'बिना राशि के भुगतान' },
  payments: { en: 'Paid (₹)', hi: 'भुगतान (₹)' },
  taken: { en: 'Taken (₹)', hi: 'प्राप्त (₹)' },
  refunded: { en: 'Refunded (₹)', hi: 'वापस किया (₹)' },
  by: { en: 'By', hi: 'किसने किया' },
  what: { en: 'What happened', hi: 'क्या हुआ' },
  reason: { en: 'Reason', hi: 'कारण' },
  appointment: { en: 'Appointment ID', hi: 'अपॉइंटमेंट ID' },
  event: { en: 'Event ID', hi: 'इवेंट ID' },
  reminded: { en: 'Visits and no-shows with a reminder', hi: 'याद दिलाने पर आए या नहीं आए' },
  remindedNoShows: { en: 'No-shows with a reminder', hi: 'याद दिलाने पर नहीं आए' },
  messages: { en: 'Messages sent', hi: 'भेजे गए संदेश' },
} as const satisfies Record<string, Headings>;

/** `-700.00` for -70000: rupees with two decimals and a sign. */
const signedRupees = (paise: number): string => (paise / 100).toFixed(2);

/** @param language of the headers */
export async function* csvOf(report: ReportExport, language: Language): AsyncGenerator<string> {
  const { clinic, month, later } = report;
  let before = headerRow(columns, language);
  for await (const rows of rowsOf(report)) {
    yield before + rows.map((row) => csvLine(row, { clinic, month, zone: later.zone })).join('');
    before = '';
  }
}

function csvLine(row: Row, { clinic, month, zone }: { clinic: string; month: string; zone: string }): string {
  const { visits, noShows, cancellations, movedAway, overbooked, paid, paise, withoutAmount, taken, refunded } =
    row.figures;
  const { reminded, remindedNoShows } = row.figures;
  const cells = [
    ...[clinic, zone, month, row.row, row.name, row.known, clinicTime(row.utc, zone), row.utc, row.position].map(
      cellOf,
    ),
    // Plain numbers, which no spreadsheet treats as formulas, also with a sign.
    ...[visits, noShows, cancellations, movedAway, overbooked, paid, withoutAmount],
    ...[paise, taken, refunded].map(signedRupees),
    ...[row.by ?? null, row.what ?? null, row.reason ?? null, row.appointment ?? null, row.event ?? null].map(cellOf),
    // Last, so that the columns before keep their places.
    ...[reminded, remindedNoShows, row.messages ?? ''],
  ];
  return `${cells.join(',')}\r\n`;
}

/** Sealed and signed like an export with the chain. */
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
