import { addDays, clinicNow, defaultZone, startOfDay } from '@dayline/contracts/clinic/clinic-time';
import { type Weekday, weekdays } from '@dayline/contracts/clinic/schedule';
import { dateText, dayTimeText } from '../../ui/locale/dates.ts';
import { serverNow } from '../clock.ts';
import { useSession } from '../session/session-store.ts';
import { formatText as text } from './text.ts';

const dates = (options: Intl.DateTimeFormatOptions) => (date: string) =>
  dateText(Date.parse(`${date}T00:00:00Z`), options);
/** The year at the signed-in person's clinic. */
const clinicYear = (): string => clinicToday(useSession.getState().shown?.zone).slice(0, 4);
/** With the year only if it isn't the clinic's current one. */
const datesWithoutThisYear = (options: Intl.DateTimeFormatOptions) => {
  const [plain, withYear] = [dates(options), dates({ ...options, year: 'numeric' })];
  return (date: string): string => (date.slice(0, 4) === clinicYear() ? plain : withYear)(date);
};

/** `Nov 21`, or `Jan 2, 2027`: "Dates displayed as short month plus day, en-US" (section 9). Takes a clinic date, yyyy-mm-dd. */
export const shortDate = datesWithoutThisYear({ month: 'short', day: 'numeric' });
/** `Nov 21, 2026`, for any year. */
export const fullDate = dates({ month: 'short', day: 'numeric', year: 'numeric' });
/** `November 2026`. */
export const monthAndYear = dates({ month: 'long', year: 'numeric' });
/** `Nov`, for a date. */
export const shortMonth = dates({ month: 'short' });
/** `Nov 21`, for any year, if the year is shown nearby or irrelevant. */
export const dayOfYear = dates({ month: 'short', day: 'numeric' });
/** `Saturday, November 21, 2026`. */
export const longDate = dates({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
/** `Wednesday, Nov 25`. */
export const weekdayAndDate = datesWithoutThisYear({ weekday: 'long', month: 'short', day: 'numeric' });
/** `Wed`. */
export const shortWeekday = dates({ weekday: 'short' });
/** `Wed, Nov 25`. */
export const shortWeekdayAndDate = datesWithoutThisYear({ weekday: 'short', month: 'short', day: 'numeric' });

/** `Wednesday`, or `Wed`, for the schedule's `Wednesday`. */
export const weekdayText = (day: Weekday, length: 'long' | 'short' = 'long'): string =>
  dateText(Date.UTC(2024, 0, 1 + weekdays.indexOf(day)), { weekday: length });

/**
 * `11:20 AM` for a clinic time HH:mm, `midnight` for the day's end: "Times in today's appointments shown 12-hour"
 * (section 9).
 */
export function clockTime(time: string): string {
  return time === '24:00' ? text.midnight : dayTimeText(time, '2-digit');
}
/** `11:20`, where AM or PM is evident. */
export const clockDigits = (time: string): string => `${Number(time.slice(0, 2)) % 12 || 12}:${time.slice(3, 5)}`;

/** Today's date at the clinic, yyyy-mm-dd. */
export const clinicToday = (zone: string = defaultZone, now: number = serverNow()): string => clinicNow(now, zone).date;

/**
 * An instant (ISO text, UTC) on the clinic's clock: `Nov 18, 4:02 PM`, with the year if it isn't the current one;
 * `seconds` adds them.
 */
export function instantAtClinic(instant: string, zone: string = defaultZone, seconds = false): string {
  const at = Date.parse(instant);
  return dateText(at, {
    timeZone: zone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(clinicToday(zone, at).slice(0, 4) === clinicToday(zone).slice(0, 4) ? {} : { year: 'numeric' }),
    ...(seconds ? { second: '2-digit' } : {}),
  });
}

/** `4:02:05 PM` for an instant, on the clinic's clock. */
export const timeAtClinic = (instant: string, zone: string): string =>
  dateText(Date.parse(instant), { timeZone: zone, hour: 'numeric', minute: '2-digit', second: '2-digit' });

/** Whether the viewer's own clock differs from the clinic's, so that the page has to name the clinic's zone. */
export const isForeignZone = (zone: string, now: number = serverNow()): boolean => {
  const here = clinicNow(now, Intl.DateTimeFormat().resolvedOptions().timeZone);
  const there = clinicNow(now, zone);
  return here.date !== there.date || here.time !== there.time;
};

/** The last millisecond of a clinic day, as an instant. */
export const endOfDay = (day: string, zone: string): string =>
  new Date(startOfDay(addDays(day, 1), zone) - 1).toISOString();
