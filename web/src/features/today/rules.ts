import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import type { StatusFilter } from '../../shared/appointments/status-filters.ts';
import { appointmentText } from '../../shared/appointments/text.ts';
import { clockTime } from '../../shared/format/time.ts';
import { todayText } from './text.ts';
import type { Group } from './worklist.ts';

/** "5 cards per page, pagination when more than 5" (section 2, Admin today's appointments). */
export const cardsPerPage = 5;
/** After 'Show more', where so many fit. */
export const mostCards = 9;

/** Whether a tab shows a row. A just marked one stays in its group, and so visible, until its toast goes. */
export const matches = (row: { Status: AppointmentStatus }, group: Group, filter: StatusFilter): boolean =>
  filter === 'All' || row.Status === filter || (filter === 'Confirmed' && group !== 'done');

/** The board's date, yyyy-mm-dd; undefined while it is empty. */
export const dayOf = (rows: readonly TodaysAppointment[]): string | undefined => rows[0]?.AppointmentDate;

/**
 * The rows to show next, with the pointer or focus at row `anchor` of the shown ones: that row and those above it stay,
 * even if they no longer match; below it the list is current. Without an anchor all of it is.
 */
export function steadyIds(args: {
  shown: readonly string[];
  /** The ids that match now, in order. */
  next: readonly string[];
  /** Each appointment's index in the order of the day. */
  order: ReadonlyMap<string, number>;
  anchor: number;
  /** Ids whose position in the order has changed since they were shown: what follows can't be derived from them. */
  moved?: ReadonlySet<string>;
  /** The window of `next`: the page's first index and its size. */
  from: number;
  size: number;
}): string[] {
  const { shown, next, order, anchor, moved, from, size } = args;
  const fixed = anchor < 0 ? [] : shown.slice(0, anchor + 1).filter((id) => order.has(id));
  if (fixed.length === 0) return next.slice(from, from + size);
  const last = fixed.findLast((id) => !moved?.has(id));
  const after = last === undefined ? undefined : (order.get(last) ?? 0);
  const following = (after === undefined ? next.slice(from) : next.filter((id) => (order.get(id) ?? 0) > after)).filter(
    (id) => !fixed.includes(id),
  );
  return [...fixed, ...following].slice(0, Math.max(size, fixed.length));
}

/** A change made by somebody else while the page was open. */
export interface Change {
  row: TodaysAppointment;
  /** The previous status; undefined for a new appointment. */
  before: AppointmentStatus | undefined;
  /** The previous time, if it has another one. */
  timeBefore?: string;
}

/**
 * Others' changes between two states of a day's board; `isOwn` recognises this page's own changes. A new day has none.
 */
export function changesByOthers(
  before: readonly TodaysAppointment[],
  after: readonly TodaysAppointment[],
  isOwn: (row: TodaysAppointment) => boolean,
): Change[] {
  if (before.length > 0 && dayOf(before) !== dayOf(after)) return [];
  const known = new Map(before.map((row) => [row.AppointmentId, row]));
  const changes: Change[] = [];
  for (const row of after) {
    const was = known.get(row.AppointmentId);
    const isMoved = was !== undefined && was.AppointmentTime !== row.AppointmentTime;
    const changed = was === undefined || (was.at < row.at && (isMoved || was.Status !== row.Status));
    if (changed && !isOwn(row)) {
      changes.push({ row, before: was?.Status, ...(isMoved ? { timeBefore: was.AppointmentTime } : {}) });
    }
  }
  return changes;
}

/** 'Marked as Visited by Front Desk 2', and the patient. */
export function newsOf(changes: readonly Change[]): { message: string; detail?: string } | undefined {
  const [change] = changes;
  if (!change) return undefined;
  if (changes.length > 1) return { message: todayText.changedByOthers(changes.length) };
  const { row, before, timeBefore } = change;
  const detail = `${row.PatientName ?? appointmentText.erased}, ${clockTime(row.AppointmentTime)}`;
  const who = row.StatusBy ?? '';
  // A row says by whom its status was set, not its time.
  if (timeBefore !== undefined && row.Status === before) {
    return { message: todayText.movedFrom(clockTime(timeBefore)), detail };
  }
  if (row.Status === 'Cancelled') return { message: todayText.cancelledBy(who), detail };
  if (row.Status !== 'Confirmed') return { message: todayText.markedBy(row.Status, who), detail };
  return { message: before === undefined ? todayText.bookedBy(who) : todayText.undoneBy(who), detail };
}

/** The same as one line: 'A moment ago: Marked as Visited by Front Desk 2, Sanjay Deshmukh, 8:10 AM.' */
export function changeLine(changes: readonly Change[]): string {
  const news = newsOf(changes);
  if (!news) return '';
  return news.detail === undefined ? `${news.message}.` : todayText.aMomentAgo(`${news.message}, ${news.detail}`);
}
