import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { type Interval, type Weekday, weekdayOf } from '@dayline/contracts/clinic/schedule';
import { holdsOn, type Nth, type Pattern } from '@dayline/contracts/clinic/sessions';
import { listWords } from '../../ui/locale/words.ts';
import { formatText } from '../format/text.ts';
import { clockTime, fullDate, weekdayText } from '../format/time.ts';
import { hoursText as text } from './text.ts';

/** The nth weekdays of a month that hours can name. */
export const nths: readonly Nth[] = [1, 2, 3, 4, 5, 'last'];

export const nthText = (nth: Nth): string => (nth === 'last' ? text.last : (text.nths[nth - 1] ?? ''));

/** `2nd and 4th Saturday`. */
function whenText({ weeks, every }: Pattern, weekday: Weekday): string {
  const day = weekdayText(weekday);
  if (weeks) return text.says.nth(listWords(weeks.map(nthText)), day);
  return every ? text.says.every(every.weeks, day, fullDate(every.from)) : day;
}

/**
 * `2nd and 4th Saturday, 10:00 AM to 12:00 PM, books until 7:00 PM the day before`; without a weekday it is one date's.
 * Department and branch are ids, and left out.
 */
export function saysText(interval: Interval, weekday?: Weekday): string {
  const { name, startTime, endTime, bookUntil, quota = {}, room } = interval;
  const lists = (['first', 'again', 'sameDay'] as const).flatMap((list) => {
    const of = quota[list];
    return of === undefined ? [] : [text.says[list](of)];
  });
  const said = [
    weekday && whenText(interval, weekday),
    formatText.range(clockTime(startTime), clockTime(endTime)),
    bookUntil && text.says.until(clockTime(bookUntil.time), text.days(bookUntil.daysBefore)),
    ...lists,
    room,
  ]
    .filter(Boolean)
    .join(', ');
  return name === undefined ? said : `${name}: ${said}`;
}

const lookedAhead = 2 * 366;

/** The next dates of a pattern, from a date on; fewer if it ends within two years. */
export function nextDates(pattern: Pattern, weekday: Weekday, from: string, count = 5): string[] {
  const dates: string[] = [];
  let date = from;
  while (weekdayOf(date) !== weekday) date = addDays(date, 1);
  for (const last = addDays(from, lookedAhead); date <= last && dates.length < count; date = addDays(date, 7)) {
    if (holdsOn(pattern, date)) dates.push(date);
  }
  return dates;
}
