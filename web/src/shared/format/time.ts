import { clinicNow, defaultZone } from '@dayline/contracts/clinic-time';

const asUtc = (date: string): Date => new Date(`${date}T00:00:00Z`);
const dates = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options });
  return (date: string): string => format.format(asUtc(date));
};

/** `Nov 21`: "Dates displayed as short month plus day, en-US" (section 9). Takes a clinic date, yyyy-mm-dd. */
export const shortDate = dates({ month: 'short', day: 'numeric' });
/** `Nov 21, 2026`, where the year may not be this one. */
export const shortDateWithYear = dates({ month: 'short', day: 'numeric', year: 'numeric' });
/** `Saturday, November 21, 2026`. */
export const longDate = dates({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
/** `Wednesday, Nov 25`. */
export const weekdayAndDate = dates({ weekday: 'long', month: 'short', day: 'numeric' });
/** `Wed`. */
export const shortWeekday = dates({ weekday: 'short' });

/** `11:20 AM` of a clinic time HH:mm: "Times in today's appointments shown 12-hour" (section 9). */
export function clockTime(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Today's date at the clinic, yyyy-mm-dd. */
export const clinicToday = (zone: string = defaultZone, now: number = Date.now()): string => clinicNow(now, zone).date;

/** An instant (ISO text, UTC) on the clinic's clock: `Nov 18, 4:02 PM`; `seconds` adds them. */
export function instantAtClinic(instant: string, zone: string = defaultZone, seconds = false): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(seconds ? { second: '2-digit' } : {}),
  }).format(new Date(instant));
}

/** Whether the viewer's own clock differs from the clinic's, so that the page has to name the clinic's zone. */
export const isForeignZone = (zone: string, now: number = Date.now()): boolean => {
  const here = clinicNow(now, Intl.DateTimeFormat().resolvedOptions().timeZone);
  const there = clinicNow(now, zone);
  return here.date !== there.date || here.time !== there.time;
};
