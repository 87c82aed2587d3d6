import type { ActivityEntry } from '@dayline/contracts/endpoints/audit/activity';
import { cellOf } from '@dayline/contracts/fields/csv-cell';
import type { Language } from '@dayline/contracts/fields/language';
import { clinicTime } from './clinic-time.ts';

/** The fields that every line of an export has. */
export interface Clinic {
  readonly name: string;
  readonly zone: string;
}

/** The headers of a column, by language. `docs/exports.md` describes the columns. */
export type Headings = Readonly<Record<Language, string>>;

/** With a byte order mark, by which spreadsheets recognise UTF-8. */
export const headerRow = (columns: Readonly<Record<string, Headings>>, language: Language): string =>
  `\uFEFF${Object.values(columns)
    .map((headings) => cellOf(headings[language]))
    .join(',')}\r\n`;

/** Makes the first chunk now: an earlier failure is answered as a failed call. */
export async function withFirstChunk(text: AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
  const first = await text.next();
  return (async function* () {
    try {
      if (first.done !== true) yield first.value;
      yield* text;
    } finally {
      await text.return(undefined);
    }
  })();
}

const columns = {
  clinic: { en: 'Clinic', hi: 'क्लिनिक' },
  zone: { en: 'Time zone', hi: 'समय क्षेत्र' },
  time: { en: 'Clinic time', hi: 'क्लिनिक का समय' },
  utc: { en: 'Time (UTC)', hi: 'समय (UTC)' },
  position: { en: 'Log position', hi: 'लॉग में क्रम' },
  by: { en: 'By', hi: 'किसने किया' },
  role: { en: 'Role', hi: 'भूमिका' },
  channel: { en: 'Channel', hi: 'माध्यम' },
  what: { en: 'What happened', hi: 'क्या हुआ' },
  reason: { en: 'Reason', hi: 'कारण' },
  note: { en: 'Remark', hi: 'टिप्पणी' },
  action: { en: 'Kind of entry', hi: 'प्रविष्टि का प्रकार' },
  outcome: { en: 'Outcome', hi: 'परिणाम' },
  appointment: { en: 'Appointment ID', hi: 'अपॉइंटमेंट ID' },
  event: { en: 'Event ID', hi: 'इवेंट ID' },
  type: { en: 'Event type', hi: 'इवेंट का प्रकार' },
  stream: { en: 'Stream', hi: 'स्ट्रीम' },
  revision: { en: 'Revision', hi: 'रिवीज़न' },
  trace: { en: 'Trace ID', hi: 'ट्रेस ID' },
} as const satisfies Record<string, Headings>;
type Column = keyof typeof columns;

export const csvHeader = (language: Language): string => headerRow(columns, language);

/** @param reason why the entry was made; null without one */
export function csvLine(entry: ActivityEntry, reason: string | null, { name, zone }: Clinic): string {
  const cells: Record<Column, string | number | null> = {
    clinic: name,
    zone,
    time: clinicTime(entry.recordedAt, zone),
    utc: entry.recordedAt,
    position: entry.position,
    by: entry.actor.name,
    role: entry.actor.kind,
    channel: entry.channel,
    what: entry.sentence,
    reason,
    note: entry.note,
    action: entry.action,
    outcome: entry.outcome,
    appointment: entry.appointmentId,
    event: entry.eventId,
    type: entry.type,
    stream: entry.stream,
    revision: entry.revision,
    trace: entry.correlationId,
  };
  // Cast is safe: the columns are this object's keys.
  return `${(Object.keys(columns) as Column[]).map((column) => cellOf(cells[column])).join(',')}\r\n`;
}
