import type { AppointmentStatus } from '@dayline/contracts/appointments';
import { statusWords } from '@dayline/contracts/appointments';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/boards';
import { clockTime } from '../../shared/format/time.ts';

/** Tabs "All, Confirmed, Visited, Not Visited" and "All, Confirmed, Completed, Missed" (section 2), by the wire's words. */
export const filters = ['All', 'Confirmed', 'Availed', 'Not_Availed'] as const;
export type Filter = (typeof filters)[number];
export const isFilter = (text: string | null): text is Filter => filters.some((filter) => filter === text);

/** "5 cards per page, pagination when more than 5" (section 2, Admin today's appointments). */
export const cardsPerPage = 5;

export const matching = <Row extends { Status: AppointmentStatus }>(rows: readonly Row[], filter: Filter): Row[] =>
  filter === 'All' ? [...rows] : rows.filter((row) => row.Status === filter);

export function countsOf(rows: readonly { Status: AppointmentStatus }[]): Record<Filter, number> {
  const counts: Record<Filter, number> = { All: rows.length, Confirmed: 0, Availed: 0, Not_Availed: 0 };
  for (const { Status } of rows) if (Status !== 'Cancelled') counts[Status] += 1;
  return counts;
}

/** The day whose board this is, yyyy-mm-dd; undefined while it is empty. */
export const dayOf = (rows: readonly TodaysAppointment[]): string | undefined => rows[0]?.AppointmentDate;

/** The index of the first appointment that is still to come at `time` (HH:mm of the clinic), or 0. */
export function firstToCome(rows: readonly TodaysAppointment[], time: string): number {
  const index = rows.findIndex((row) => row.Status === 'Confirmed' && row.AppointmentTime >= time);
  return Math.max(0, index);
}

/** The page, from 1, that today's board opens at: where the day has come to. */
export const openingPage = (rows: readonly TodaysAppointment[], time: string): number =>
  Math.floor(firstToCome(rows, time) / cardsPerPage) + 1;

/**
 * What is shown next, where the pointer or the focus is at row `anchor` of what is shown: that row and those above it stay
 * as they are, also when they no longer match; below it the list is current. Without an anchor all of it is.
 */
export function steadyIds(args: {
  shown: readonly string[];
  /** The ids that match now, in order. */
  next: readonly string[];
  /** Where each appointment of the board stands in the order of the day. */
  order: ReadonlyMap<string, number>;
  anchor: number;
  /** Where `next` is cut: the page's first index and how many it has. */
  from: number;
  size: number;
}): string[] {
  const { shown, next, order, anchor, from, size } = args;
  const kept = anchor < 0 ? [] : shown.slice(0, anchor + 1).filter((id) => order.has(id));
  const last = kept.at(-1);
  if (last === undefined) return next.slice(from, from + size);
  const after = order.get(last) ?? 0;
  const following = next.filter((id) => (order.get(id) ?? 0) > after);
  return [...kept, ...following].slice(0, Math.max(size, kept.length));
}

/** A change that somebody else has made while the page was open. */
export interface Change {
  row: TodaysAppointment;
  /** What it was; undefined for an appointment that is new here. */
  before: AppointmentStatus | undefined;
}

/** What others have changed between two states of a day's board; `isOwn` knows this page's own changes. A new day is none. */
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
    const changed = was === undefined || (was.at < row.at && was.Status !== row.Status);
    if (changed && !isOwn(row)) changes.push({ row, before: was?.Status });
  }
  return changes;
}

/** 'Marked a moment ago by Front Desk 2: Sanjay Deshmukh, Visited.' */
export function changeLine(changes: readonly Change[]): string {
  const [change] = changes;
  if (!change) return '';
  if (changes.length > 1) return `${changes.length} appointments were changed a moment ago.`;
  const { row, before } = change;
  const name = row.PatientName ?? 'Erased patient';
  const by = `a moment ago by ${row.StatusBy}: ${name}`;
  if (row.Status === 'Cancelled') return `Cancelled ${by}, ${clockTime(row.AppointmentTime)}.`;
  if (row.Status !== 'Confirmed') return `Marked ${by}, ${statusWords[row.Status]}.`;
  return before === undefined
    ? `Booked ${by}, ${clockTime(row.AppointmentTime)}.`
    : `Undone ${by}, ${statusWords.Confirmed} again.`;
}
