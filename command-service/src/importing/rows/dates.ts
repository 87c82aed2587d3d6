import { type Weekday, weekdays } from '@dayline/contracts/clinic/schedule';
import type { Nth } from '@dayline/contracts/clinic/sessions';
import { plainDigits } from '@dayline/contracts/fold';
import { dateSchema, timePattern } from '@dayline/contracts/ids';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import { RowProblem } from './cell.ts';

export type DayOrder = 'dayFirst' | 'monthFirst';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const two = (part: string): string => part.padStart(2, '0');
/** A year of two digits is of this century, or of the last one if it would be after next year's. */
const whole = (year: string, thisYear: number): string =>
  year.length === 4 ? year : String(Number(year) + (Number(year) > (thisYear % 100) + 1 ? 1900 : 2000));

/** A date as lists have it, yyyy-mm-dd. A time behind it is left out. @throws RowProblem */
export function dateOf(field: ImportField, text: string, order: DayOrder, today: string): string {
  const [bare = ''] = plainDigits(text).split(/[T\s]+(?=\d{1,2}:\d{2})/);
  const date = dateSchema.safeParse(readDate(bare.trim(), order, Number(today.slice(0, 4)))).data;
  if (date === undefined) throw new RowProblem(field, 'date.wrong');
  return date;
}

function readDate(text: string, order: DayOrder, thisYear: number): string | null {
  const [, y, m, d] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  if (y && m && d) return `${y}-${two(m)}-${two(d)}`;
  const [, day, word, year] = /^(\d{1,2})[\s-]*([a-z]{3,9})[\s,-]*(\d{4}|\d\d)$/i.exec(text) ?? [];
  if (day && word && year) return named(day, word, whole(year, thisYear));
  const [, word2, day2, year2] = /^([a-z]{3,9})[\s-]*(\d{1,2})[\s,-]+(\d{4}|\d\d)$/i.exec(text) ?? [];
  if (day2 && word2 && year2) return named(day2, word2, whole(year2, thisYear));
  const [, one, other, last] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d\d)$/.exec(text) ?? [];
  if (!one || !other || !last) return null;
  const [month, dayOfMonth] = order === 'dayFirst' ? [other, one] : [one, other];
  return `${whole(last, thisYear)}-${two(month)}-${two(dayOfMonth)}`;
}

function named(day: string, word: string, year: string): string | null {
  const month = months.indexOf(word.slice(0, 3).toLowerCase()) + 1;
  return month === 0 ? null : `${year}-${two(String(month))}-${two(day)}`;
}

/** The order of the dates of a column: the month is first only where a day can't be. */
export function orderOf(dates: Iterable<string>): DayOrder {
  let hasMonthFirst = false;
  for (const date of dates) {
    const [, one, other] = /^\s*(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}/.exec(date) ?? [];
    if (Number(one) > 12) return 'dayFirst';
    if (Number(other) > 12) hasMonthFirst = true;
  }
  return hasMonthFirst ? 'monthFirst' : 'dayFirst';
}

/** "9:00", "09:00:00", "9 AM", "2.30 pm": HH:mm. @throws RowProblem */
export function timeOf(field: ImportField, text: string): string {
  const [, hours = '', minutes = '00', half] =
    /^(\d{1,2})(?:[:.](\d{2})(?::\d{2}(?:\.\d+)?)?)?\s*(a\.?m\.?|p\.?m\.?)?$/i.exec(plainDigits(text).trim()) ?? [];
  const isAfternoon = half?.toLowerCase().startsWith('p') ?? false;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  const time = `${two(String(hour))}:${minutes}`;
  const isTime = hours !== '' && (half === undefined || (Number(hours) >= 1 && Number(hours) <= 12));
  if (!isTime || !(timePattern.test(time) || time === '24:00')) throw new RowProblem(field, 'time.wrong');
  return time;
}

/** "08:00-12:00", "8 am to 2 pm"; several behind commas or semicolons. @throws RowProblem */
export function spansOf(field: ImportField, text: string): { readonly from: string; readonly to: string }[] {
  return text.split(/\s*[,;]\s*/).map((part) => {
    const [from, to, ...more] = part.split(/\s*(?:-|–|—|\bto\b)\s*/i);
    if (!from || !to || more.length > 0) throw new RowProblem(field, 'hours.wrong');
    const span = { from: timeOf(field, from), to: timeOf(field, to) };
    if (span.to === '00:00') span.to = '24:00';
    if (span.from >= span.to) throw new RowProblem(field, 'hours.wrong');
    return span;
  });
}

/** "Mon", "monday"; several behind commas, or from one to another: "Mon-Fri". @throws RowProblem */
export function weekdaysOf(text: string): Weekday[] {
  return text.split(/\s*[,;&/]\s*/).flatMap((part) => {
    const [from, to, ...more] = part.split(/\s*(?:-|–|\bto\b)\s*/i).map(weekdayIn);
    if (from === undefined || from < 0 || to === -1 || more.length > 0)
      throw new RowProblem('weekday', 'weekday.wrong');
    const days = to === undefined ? 1 : ((to - from + 7) % 7) + 1;
    return Array.from({ length: days }, (_, index) => weekdays[(from + index) % 7] ?? 'Monday');
  });
}

/** "2, 4", "1st and 3rd", "last": which of a month; "each" and nothing are all. @throws RowProblem */
export function weeksOf(text: string): Nth[] {
  const words = text.split(/[\s,;&]+|\band\b/i).filter((word) => word !== '' && !/^(?:each|every|all)$/i.test(word));
  const order = (nth: Nth): number => (nth === 'last' ? 6 : nth);
  return words.map(nthOf).sort((one, other) => order(one) - order(other));
}

function nthOf(word: string): Nth {
  if (/^last$/i.test(word)) return 'last';
  const nth = Number(/^([1-5])(?:st|nd|rd|th)?$/i.exec(word)?.[1]);
  if (!nth) throw new RowProblem('weeks', 'weeks.wrong');
  return nth;
}

/** -1: none. */
function weekdayIn(word: string): number {
  const short = word.trim().toLowerCase().replace(/[.s]$/, '');
  return short.length < 2 ? -1 : weekdays.findIndex((day) => day.toLowerCase().startsWith(short));
}
