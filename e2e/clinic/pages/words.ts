// How the pages display wire values; implemented independently, so that a story doesn't repeat a page's mistake.

/** `11:20 AM` from HH:mm. */
export function clockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** `Saturday, November 21, 2026` from yyyy-mm-dd; in Hindi `शनिवार, 21 नवंबर 2026`. */
export const longDate = (date: string, language: 'en-US' | 'hi-IN-u-nu-latn' = 'en-US'): string =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString(language, {
    timeZone: 'UTC',
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  });

/** `Nov 21` from yyyy-mm-dd. */
export const shortDate = (date: string): string =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' });

/** `1,245`. */
export const count = (number: number): string => number.toLocaleString('en-US');
