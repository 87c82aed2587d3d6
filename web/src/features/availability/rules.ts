import { type ClinicTime, hasPassed } from '@dayline/contracts/clinic/clinic-time';
import { lastBlockableDate } from '@dayline/contracts/clinic/horizon';
import { wholeDay } from '@dayline/contracts/clinic/spans';
import type { RequestInputOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import type { TimeChoice } from '../../shared/appointments/time-slot-grid.tsx';
import { formatText } from '../../shared/format/text.ts';
import { clockTime, shortWeekdayAndDate } from '../../shared/format/time.ts';
import { listWords } from '../../ui/locale/words.ts';
import { weeksFrom } from './calendar-range.ts';
import type { CalendarDay } from './components/day-button.tsx';
import { type Side, sideText, availabilityText as text } from './text.ts';

export type Mode = 'full' | 'partial';
export type Dates = ResponseOf<'listDatesWithAvailability'>;
export type Times = ResponseOf<'listTimesWithAvailability'>;
export type BlockedSlot = ResponseOf<'listBlockedSlots'>[number];

/** A booking that a block would leave in place. */
export interface Booking {
  appointmentId: string;
  date: string;
  time: string;
  patientName: string | null;
  /** Absent if the server lists the bookings that a change would leave. */
  minutes?: number;
}

/** The dates and times to block. */
export interface Choice {
  dates: readonly string[];
  mode: Mode;
  /** In partial mode; HH:mm. */
  times: readonly string[];
}

/** Length of a calendar page, in days. */
export const weeksOnPage = 5;

/** `Mon, Nov 30 to Wed, Dec 2`. */
export function rangeWords(dates: readonly string[]): string {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return '';
  return first === last
    ? shortWeekdayAndDate(first)
    : formatText.range(shortWeekdayAndDate(first), shortWeekdayAndDate(last));
}

interface Listed {
  dates: Dates;
  /** Undefined while loading. */
  bookings: readonly Booking[] | undefined;
  blocked: readonly BlockedSlot[];
  /** The dates that have their own hours. */
  ownHours: readonly string[];
}

/** Whole calendar pages from this week on, as far as a date can be blocked or have its own hours. */
export function calendarOf({ dates, bookings, blocked, ownHours }: Listed, today: string): CalendarDay[] {
  // A blocked day without hours isn't one of the doctor's dates.
  const states = new Map<string, CalendarDay['state']>(
    blocked.filter(isWholeDay).map((slot) => [slot.schedule_date, 'blocked']),
  );
  for (const { Schedule_Date: date, active_status: state } of dates) states.set(date, state);
  const last = lastBlockableDate(today);
  const own = new Set(ownHours);
  let weeks = weeksOnPage;
  while ((weeksFrom(today, weeks).at(-1) ?? last) < last) weeks += weeksOnPage;
  const counts = new Map<string, number>();
  for (const { date } of bookings ?? []) counts.set(date, (counts.get(date) ?? 0) + 1);
  return weeksFrom(today, weeks).map((date) => {
    const state = states.get(date);
    if (state === undefined) return { date, state: date < today ? 'passed' : date > last ? 'later' : 'none' };
    const day = own.has(date) ? { date, state, ownHours: true } : { date, state };
    return bookings === undefined ? day : { ...day, booked: counts.get(date) ?? 0 };
  });
}

/** A date's times that can still be blocked. */
export const openTimes = (times: Times, date: string, now: ClinicTime): string[] =>
  times
    .filter(({ active_status }) => active_status !== 'blocked')
    .map(({ appointment_time: time }) => time)
    .filter((time) => !hasPassed(date, time, now));

/** The times of all dates combined: blocked or passed only if so on every date that has them. */
export function timesTogether(
  days: readonly { date: string; times: Times }[],
  bookings: readonly Booking[],
  now: ClinicTime,
): TimeChoice[] {
  const dates = new Set(days.map(({ date }) => date));
  const counts = new Map<string, number>();
  for (const { date, time } of bookings) if (dates.has(date)) counts.set(time, (counts.get(time) ?? 0) + 1);
  const states = new Map<string, TimeChoice['state']>();
  for (const { date, times } of days) {
    const open = new Set(openTimes(times, date, now));
    for (const { appointment_time: time, active_status } of times) {
      if (open.has(time)) states.set(time, 'free');
      else if (!states.has(time)) states.set(time, active_status === 'blocked' ? 'blocked' : 'passed');
    }
  }
  return [...states]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([time, state]) => ({ time, state, booked: counts.get(time) ?? 0 }));
}

/**
 * The order of bookings before and after a block; at the same time by id, since the responses are ordered differently.
 */
export const inOrder = (a: Booking, b: Booking): number =>
  a.date.localeCompare(b.date) || a.time.localeCompare(b.time) || a.appointmentId.localeCompare(b.appointmentId);

/** Bookings that stay on the selected slots. */
export const affectedBy = (bookings: readonly Booking[], { dates, mode, times }: Choice): Booking[] =>
  bookings.filter(({ date, time }) => dates.includes(date) && (mode === 'full' || times.includes(time))).sort(inOrder);

/** Why the selection can't be sent (section 5), or undefined. */
export function refusalOf(pocId: string | undefined, { dates, mode, times }: Choice, side: Side): string | undefined {
  if (!pocId) return text.selectDoctorAndDate;
  if (dates.length === 0) return text.selectDate;
  if (mode === 'partial' && times.length === 0) return sideText[side].selectTimes;
  return undefined;
}

export type BlockCommand =
  | { call: 'blockDay'; date: string; request: RequestInputOf<'blockDay'> }
  | { call: 'blockSlots'; date: string; request: RequestInputOf<'blockSlots'> };

/** One command per date, in calendar order; none for a date without any of the selected times. */
export function commandsOf(
  pocId: string,
  { dates, mode, times }: Choice,
  reason: string,
  openOn: (date: string) => readonly string[],
): BlockCommand[] {
  return [...dates].sort().flatMap((date): BlockCommand[] => {
    const common = { pocId, date, reason: reason.trim() };
    if (mode === 'full') return [{ call: 'blockDay', date, request: { ...common, timings: [] } }];
    const open = openOn(date);
    const timings = times.filter((time) => open.includes(time)).sort();
    return timings.length === 0 ? [] : [{ call: 'blockSlots', date, request: { ...common, timings } }];
  });
}

/** `4 slots on 3 dates`, `Mon, Nov 30`, `3 dates`. */
export function amountWords({ dates, mode, times }: Choice): string {
  const days = dates.length === 1 ? rangeWords(dates) : text.dateCount(dates.length);
  return mode === 'full' ? days : text.slotsOn(times.length, days);
}

/** The confirmation's text: which times of which dates are blocked. */
export function blockSentence({ dates, mode, times }: Choice): string {
  const days =
    dates.length > 4
      ? `${rangeWords(dates)} (${text.dateCount(dates.length)})`
      : listWords(dates.map(shortWeekdayAndDate));
  const subject = mode === 'full' ? days : text.timesOn(times.map(clockTime), days);
  return `${subject} ${text.takeNone((mode === 'full' ? dates : times).length)}`;
}

/** The first few names of affected people. */
export function namesOf(bookings: readonly Pick<Booking, 'patientName'>[], limit = 5): string {
  const names = bookings.map(({ patientName }) => patientName ?? text.somebodyErased);
  const more = names.length - limit;
  return listWords(more > 0 ? [...names.slice(0, limit), text.more(more)] : names);
}

export interface BlockedDate {
  date: string;
  /** "'full' if all its slots are blocked, else 'partial'" (section 4). */
  extent: 'full' | 'partial';
  slots: readonly BlockedSlot[];
}

/** A blocked day without hours is listed as one row. */
export const isWholeDay = ({ start_time: from, end_time: to }: BlockedSlot): boolean =>
  from === wholeDay.from && to === wholeDay.to;

/** "only dates with at least one blocked slot are listed; slots sorted by start time" (section 4). */
export function blockedDates(slots: readonly BlockedSlot[], dates: Dates): BlockedDate[] {
  const full = new Set(dates.flatMap((entry) => (entry.active_status === 'blocked' ? [entry.Schedule_Date] : [])));
  const byDate = new Map<string, BlockedSlot[]>();
  for (const slot of slots) byDate.set(slot.schedule_date, [...(byDate.get(slot.schedule_date) ?? []), slot]);
  return [...byDate]
    .map(([date, own]) => ({
      date,
      extent: full.has(date) || own.some(isWholeDay) ? ('full' as const) : ('partial' as const),
      slots: [...own].sort((a, b) => a.start_time.localeCompare(b.start_time)),
    }))
    .sort((a, b) => a.date.localeCompare(b.date));
}

/** The reason that all of a date's slots share; null if none has one, undefined if they differ. */
export function sharedReason(slots: readonly BlockedSlot[]): string | null | undefined {
  const reasons = new Set(slots.map(({ reason }) => reason || null));
  return reasons.size === 1 ? [...reasons][0] : undefined;
}
