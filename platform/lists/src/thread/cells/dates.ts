import { fold, plainDigits } from '@dayline/contracts/fold';
import { dateSchema } from '@dayline/contracts/ids';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import { RowProblem } from './cell.ts';

export type DayOrder = 'dayFirst' | 'monthFirst';

const months = (
  'january|february|march|april|may|june|july|august|september|october|november|december' +
  '|जनवरी|फ़रवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|अक्टूबर|नवंबर|दिसंबर'
)
  .split('|')
  .map(fold);
const twoDigits = (part: string): string => part.padStart(2, '0');
/** A year of two digits is of this century, or of the last one if it would be after next year. */
const fullYear = (year: string, thisYear: number): string =>
  year.length === 4 ? year : String(Number(year) + (Number(year) > (thisYear % 100) + 1 ? 1900 : 2000));

/** yyyy-mm-dd, without the time behind a date. @throws RowProblem */
export function dateOf(field: ImportField, text: string, order: DayOrder, today: string): string {
  const [dateText = ''] = plainDigits(text)
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .split(/[T ](?=\d{1,2}:\d{2})/);
  const date = dateSchema.safeParse(readDate(withoutWeekday(dateText.trim()), order, Number(today.slice(0, 4)))).data;
  if (date === undefined) throw new RowProblem(field, 'date.wrong');
  return date;
}

/** "Thu, 3rd January 1980", "3 January 1980 (Thursday)". */
const withoutWeekday = (text: string): string =>
  text
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? | ?[,(] ?(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\)?$/gi, '')
    .replace(/(?<=\b\d{1,2})(?:st|nd|rd|th)\b/i, '');

function readDate(text: string, order: DayOrder, thisYear: number): string | null {
  const [, y, m, d] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  if (y && m && d) return `${y}-${twoDigits(m)}-${twoDigits(d)}`;
  const [, day, word, year] = /^(\d{1,2})[\s/.-]*([\p{L}\p{M}]{3,})[\s,/.-]*(\d{4}|\d\d)$/iu.exec(text) ?? [];
  if (day && word && year) return namedMonth(day, word, fullYear(year, thisYear));
  const [, word2, day2, year2] = /^([\p{L}\p{M}]{3,})[\s.-]*(\d{1,2})[\s,-]+(\d{4}|\d\d)$/iu.exec(text) ?? [];
  if (day2 && word2 && year2) return namedMonth(day2, word2, fullYear(year2, thisYear));
  const [, first, second, last] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d\d)$/.exec(text) ?? [];
  if (!first || !second || !last) return null;
  const [month, dayOfMonth] = order === 'dayFirst' ? [second, first] : [first, second];
  return `${fullYear(last, thisYear)}-${twoDigits(month)}-${twoDigits(dayOfMonth)}`;
}

function namedMonth(day: string, word: string, year: string): string | null {
  const short = fold(word).replace(/^sept$/, 'sep');
  const month = (months.findIndex((name) => name.startsWith(short)) % 12) + 1;
  return month === 0 ? null : `${year}-${twoDigits(String(month))}-${twoDigits(day)}`;
}

/** Whether a column has dates that can only be in one order. */
export interface OrderSeen {
  dayFirst: boolean;
  monthFirst: boolean;
}

/** Whether a date can be read in both orders: 03/02/2024. */
export function isEitherOrder(date: string): boolean {
  const seen = { dayFirst: false, monthFirst: false };
  seeOrder(seen, date);
  const [, first, second] = dayAndMonth.exec(plainDigits(date)) ?? [];
  return first !== undefined && Number(first) !== Number(second) && !seen.dayFirst && !seen.monthFirst;
}

const dayAndMonth = /^\s*(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}/;

export function seeOrder(seen: OrderSeen, date: string): void {
  const [, first, second] = dayAndMonth.exec(plainDigits(date)) ?? [];
  if (Number(first) > 12) seen.dayFirst = true;
  if (Number(second) > 12) seen.monthFirst = true;
}

/** The order of the dates in some columns: month first only if no date has the day first. */
export const orderOf = (columns: readonly OrderSeen[]): DayOrder =>
  columns.some(({ monthFirst }) => monthFirst) && !columns.some(({ dayFirst }) => dayFirst) ? 'monthFirst' : 'dayFirst';
