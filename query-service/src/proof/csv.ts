import type { ActivityEntry } from '@dayline/contracts/endpoints/audit/activity';
import { cellOf } from '@dayline/contracts/fields/csv-cell';
import { clinicTime } from './clinic-time.ts';

/** What every line of an export names. */
export interface Clinic {
  readonly name: string;
  readonly zone: string;
}

const columns = [
  'clinic',
  'zone',
  'time',
  'utc',
  'position',
  'by',
  'role',
  'channel',
  'what',
  'note',
  'action',
  'outcome',
  'appointment',
  'event',
  'type',
  'stream',
  'revision',
  'trace',
] as const;

/** With a byte order mark, by which spreadsheets know that it is UTF-8. */
export const csvHeader = `\uFEFF${columns.join(',')}\r\n`;

export function csvLine(entry: ActivityEntry, { name, zone }: Clinic): string {
  const cells: Record<(typeof columns)[number], string | number | null> = {
    clinic: name,
    zone,
    time: clinicTime(entry.recordedAt, zone),
    utc: entry.recordedAt,
    position: entry.position,
    by: entry.actor.name,
    role: entry.actor.kind,
    channel: entry.channel,
    what: entry.sentence,
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
  return `${columns.map((column) => cellOf(cells[column])).join(',')}\r\n`;
}
