import { locale } from './locale.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats an instant, ms since the epoch; in UTC unless the options name another zone. */
export function dateText(at: number, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale.dates, { timeZone: 'UTC', ...options });
  formats.set(key, format);
  return format.format(at);
}

/** `11:20 AM`, or `11 AM` without the minutes, for a clinic time HH:mm. */
export const dayTimeText = (time: string, minute?: '2-digit'): string =>
  dateText(Date.UTC(1970, 0, 1, Number(time.slice(0, 2)), Number(time.slice(3, 5))), {
    hour: 'numeric',
    ...(minute && { minute }),
  });
