import { clockTime, shortDate } from '../../shared/format/time.ts';
import type { Plan } from './rules.ts';
import { leaveText as text } from './text.ts';

/** 'Nov 26 to Dec 5', one day, or with its hours. */
export function rangeText({ from, to, hours }: Plan): string {
  const days = from === to ? shortDate(from) : text.between(shortDate(from), shortDate(to));
  return hours === null ? days : `${days}, ${text.between(clockTime(hours.from), clockTime(hours.to))}`;
}
