import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { stageOf } from '../../shared/appointments/presence/presence.ts';
import { countsOf as countsOfStatus, statusFilters } from '../../shared/appointments/status-filters.ts';
import { appointmentText } from '../../shared/appointments/text.ts';
import { clockTime } from '../../shared/format/time.ts';
import { todayText } from './text.ts';
import type { Group } from './worklist.ts';

/** "5 cards per page, pagination when more than 5" (section 2, Admin today's appointments): the default. */
export const cardsPerPage = 5;
/** What a desk can choose. */
export const pageSizes = [cardsPerPage, 15, 30] as const;

/** The specification's tabs, and who is expected, waits and is called. */
export const stageFilters = ['Expected', 'Waiting', 'Called'] as const;
export const boardFilters = [...statusFilters, ...stageFilters] as const;
export type BoardFilter = (typeof boardFilters)[number];
export const isBoardFilter = (text: string | null): text is BoardFilter => boardFilters.some((name) => name === text);

const filterOfStage: Record<Group, 'Expected' | 'Waiting' | 'Called' | undefined> = {
  ...{ late: 'Expected', next: 'Expected', waiting: 'Waiting', called: 'Called', done: undefined },
};

/** Whether a filter shows a row. A just marked one stays in its group, and so visible, until its toast goes. */
export const matches = (row: TodaysAppointment, group: Group, now: ClinicTime, filter: BoardFilter): boolean =>
  filter === 'All' ||
  row.Status === filter ||
  (filter === 'Confirmed' && group !== 'done') ||
  filterOfStage[stageOf(row, now)] === filter ||
  (group !== 'done' && row.Status !== 'Confirmed' && filterOfStage[group] === filter);

/** Number of rows per filter. */
export function countsOf(rows: readonly TodaysAppointment[], now: ClinicTime): Record<BoardFilter, number> {
  const counts = { ...countsOfStatus(rows), Expected: 0, Waiting: 0, Called: 0 };
  for (const row of rows) {
    const filter = filterOfStage[stageOf(row, now)];
    if (filter !== undefined) counts[filter] += 1;
  }
  return counts;
}

/** The board's date, yyyy-mm-dd; undefined while it is empty. */
export const dayOf = (rows: readonly TodaysAppointment[]): string | undefined => rows[0]?.AppointmentDate;

/**
 * The ids of a page: those of `kept` stand at their index of it, also if they no longer match, the others around them in
 * order.
 */
export function placed(
  matching: readonly string[],
  { kept, from, size }: { readonly kept: ReadonlyMap<string, number>; readonly from: number; readonly size: number },
): string[] {
  const page = matching.filter((id) => !kept.has(id)).slice(from, from + Math.max(0, size - kept.size));
  for (const [id, index] of [...kept].sort(([, a], [, next]) => a - next)) page.splice(index, 0, id);
  return page;
}

/** A change made by another user while the page was open. */
export interface Change {
  row: TodaysAppointment;
  /** The previous status; undefined for a new appointment. */
  before: AppointmentStatus | undefined;
  /** The previous time, if it has changed. */
  timeBefore?: string;
}

/**
 * Other users' changes between two states of a day's board; `isOwn` recognises this page's own changes. A new day has
 * none.
 */
export function changesByOthers(
  before: readonly TodaysAppointment[],
  after: readonly TodaysAppointment[],
  isOwn: (row: TodaysAppointment) => boolean,
): Change[] {
  if (before.length > 0 && dayOf(before) !== dayOf(after)) return [];
  const rowsBefore = new Map(before.map((row) => [row.AppointmentId, row]));
  const changes: Change[] = [];
  for (const row of after) {
    const was = rowsBefore.get(row.AppointmentId);
    const isMoved = was !== undefined && was.AppointmentTime !== row.AppointmentTime;
    const changed = was === undefined || (was.at < row.at && (isMoved || was.Status !== row.Status));
    if (changed && !isOwn(row)) {
      changes.push({ row, before: was?.Status, ...(isMoved ? { timeBefore: was.AppointmentTime } : {}) });
    }
  }
  return changes;
}

/** 'Marked as Visited by Front Desk 2', and the patient. */
export function newEventsOf(changes: readonly Change[]): { message: string; detail?: string } | undefined {
  const [change] = changes;
  if (!change) return undefined;
  if (changes.length > 1) return { message: todayText.changedByOthers(changes.length) };
  const { row, before, timeBefore } = change;
  const detail = `${row.PatientName ?? appointmentText.erased}, ${clockTime(row.AppointmentTime)}`;
  const who = row.StatusBy ?? '';
  // A row contains who set its status, but not who changed its time.
  if (timeBefore !== undefined && row.Status === before) {
    return { message: todayText.movedFrom(clockTime(timeBefore)), detail };
  }
  if (row.Status === 'Cancelled') return { message: todayText.cancelledBy(who), detail };
  if (row.Status !== 'Confirmed') return { message: todayText.markedBy(row.Status, who), detail };
  return { message: before === undefined ? todayText.bookedBy(who) : todayText.undoneBy(who), detail };
}

/** The same as one line: 'A moment ago: Marked as Visited by Front Desk 2, Sanjay Deshmukh, 8:10 AM.' */
export function changeLine(changes: readonly Change[]): string {
  const news = newEventsOf(changes);
  if (!news) return '';
  return news.detail === undefined ? `${news.message}.` : todayText.aMomentAgo(`${news.message}, ${news.detail}`);
}
