/** Dates and times as displayed; "short month plus day, en-US" (specification, section 9). */

const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const shortMonths = Array.from({ length: 12 }, (_, month) => shortMonth.format(Date.UTC(2026, month)));

/** 'Nov 21' for 2026-11-21; a calendar date has no zone. */
export const dateWords = (date: string): string =>
  `${shortMonths[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8))}`;

/** 'Nov 26 to Dec 5', or the one day. */
export const rangeWords = (from: string, to: string): string =>
  from === to ? dateWords(from) : `${dateWords(from)} to ${dateWords(to)}`;

/** 'Nov 21, 2026'. */
export const fullDateWords = (date: string): string => `${dateWords(date)}, ${date.slice(0, 4)}`;

const longMonth = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'October 2026' for 2026-10; another text is unchanged. */
export function monthWords(month: string): string {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  return Number.isNaN(first) ? month : longMonth.format(first);
}

/** '11:20 AM' for 11:20; 'midnight' for the end of the day, 24:00. */
export function clockWords(time: string): string {
  if (time === '24:00') return 'midnight';
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 === 0 ? 12 : hour % 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** '4 s', '3 min', '2 h' or '5 days': a duration in the largest unit that fits, rounded down. Takes ms. */
export function spanWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24)} days`;
}
