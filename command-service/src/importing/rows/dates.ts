import { type Weekday, weekdayOf, weekdays } from '@dayline/contracts/clinic/schedule';
import type { Nth } from '@dayline/contracts/clinic/sessions';
import { fold, plainDigits } from '@dayline/contracts/fold';
import { dateSchema, timePattern } from '@dayline/contracts/ids';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import { RowProblem } from './cell.ts';

export type DayOrder = 'dayFirst' | 'monthFirst';

const months = (
  'january|february|march|april|may|june|july|august|september|october|november|december' +
  '|जनवरी|फ़रवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|अक्टूबर|नवंबर|दिसंबर'
)
  .split('|')
  .map(fold);
const two = (part: string): string => part.padStart(2, '0');
/** A year of two digits is of this century, or of the last one if it would be after next year's. */
const whole = (year: string, thisYear: number): string =>
  year.length === 4 ? year : String(Number(year) + (Number(year) > (thisYear % 100) + 1 ? 1900 : 2000));

/** A date as lists have it, yyyy-mm-dd. A time behind it is left out. @throws RowProblem */
export function dateOf(field: ImportField, text: string, order: DayOrder, today: string): string {
  const [bare = ''] = plainDigits(text)
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .split(/[T ](?=\d{1,2}:\d{2})/);
  const date = dateSchema.safeParse(readDate(withoutWeekday(bare.trim()), order, Number(today.slice(0, 4)))).data;
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
  if (y && m && d) return `${y}-${two(m)}-${two(d)}`;
  const [, day, word, year] = /^(\d{1,2})[\s/.-]*([\p{L}\p{M}]{3,})[\s,/.-]*(\d{4}|\d\d)$/iu.exec(text) ?? [];
  if (day && word && year) return named(day, word, whole(year, thisYear));
  const [, word2, day2, year2] = /^([\p{L}\p{M}]{3,})[\s.-]*(\d{1,2})[\s,-]+(\d{4}|\d\d)$/iu.exec(text) ?? [];
  if (day2 && word2 && year2) return named(day2, word2, whole(year2, thisYear));
  const [, one, other, last] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d\d)$/.exec(text) ?? [];
  if (!one || !other || !last) return null;
  const [month, dayOfMonth] = order === 'dayFirst' ? [other, one] : [one, other];
  return `${whole(last, thisYear)}-${two(month)}-${two(dayOfMonth)}`;
}

function named(day: string, word: string, year: string): string | null {
  const short = fold(word).replace(/^sept$/, 'sep');
  const month = (months.findIndex((each) => each.startsWith(short)) % 12) + 1;
  return month === 0 ? null : `${year}-${two(String(month))}-${two(day)}`;
}

/** What the dates of a column say of their order. */
export interface OrderSeen {
  dayFirst: boolean;
  monthFirst: boolean;
}

/** Whether both are a date: 03/02/2024. */
export function isEitherOrder(date: string): boolean {
  const seen = { dayFirst: false, monthFirst: false };
  seeOrder(seen, date);
  const [, one, other] = dayAndMonth.exec(plainDigits(date)) ?? [];
  return one !== undefined && Number(one) !== Number(other) && !seen.dayFirst && !seen.monthFirst;
}

const dayAndMonth = /^\s*(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}/;

export function seeOrder(seen: OrderSeen, date: string): void {
  const [, one, other] = dayAndMonth.exec(plainDigits(date)) ?? [];
  if (Number(one) > 12) seen.dayFirst = true;
  if (Number(other) > 12) seen.monthFirst = true;
}

/** The order of the dates of columns: the month is first only where no day is. */
export const orderOf = (columns: readonly OrderSeen[]): DayOrder =>
  columns.some(({ monthFirst }) => monthFirst) && !columns.some(({ dayFirst }) => dayFirst) ? 'monthFirst' : 'dayFirst';

/** A time as it is written; `half` of the day where that isn't said. */
interface Written {
  readonly hour: number;
  readonly minutes: string;
  readonly half: 'am' | 'pm' | null;
  /** Written as clocks of 24 hours are: "05:00", "17:30", "0900". */
  readonly isWhole: boolean;
}

function writtenTime(text: string): Written | null {
  const plain = plainDigits(text)
    .trim()
    .replace(/ ?(?:hrs?\.?|hours?|h)$/i, '');
  if (/^(?:12(?:[:.]00)?\s*)?noon$/i.test(plain)) return { hour: 12, minutes: '00', half: null, isWhole: true };
  if (/^(?:12(?:[:.]00)?\s*)?midnight$/i.test(plain)) return { hour: 24, minutes: '00', half: null, isWhole: true };
  const [, hours, minutes = '00', word] =
    /^(\d{1,2})(?:[:.](\d{2})(?::\d{2}(?:\.\d+)?)?)?\s*(a\.?\s?m\.?|p\.?\s?m\.?)?$/i.exec(plain) ??
    /^(\d{2})(\d{2})$/.exec(plain) ??
    [];
  if (hours === undefined) return null;
  const half = word === undefined ? null : word.toLowerCase().startsWith('p') ? 'pm' : 'am';
  const hour = Number(hours);
  if (half !== null && (hour < 1 || hour > 12)) return null;
  return { hour, minutes, half, isWhole: half === null && (hours.length === 2 || hour === 0 || hour > 12) };
}

const at = (hour: number, minutes: string): string => `${two(String(hour))}:${minutes}`;
const inHalf = ({ hour, minutes }: Written, half: 'am' | 'pm'): string =>
  at((hour % 12) + (half === 'pm' ? 12 : 0), minutes);

/** Before this hour, "5:00" may be the afternoon's. */
const firstHour = 7;

/** "9:00", "09:00:00", "9 AM", "2.30 pm", "0900 hrs": HH:mm. @throws RowProblem */
export function timeOf(field: ImportField, text: string): string {
  const written = writtenTime(text);
  const time = written && (written.half ? inHalf(written, written.half) : at(written.hour, written.minutes));
  if (!written || !time || !(timePattern.test(time) || time === '24:00')) throw new RowProblem(field, 'time.wrong');
  const isClear = written.half !== null || written.isWhole || written.hour >= firstHour;
  if (!isClear) throw new RowProblem(field, 'time.unclear');
  return time;
}

/** What stands between several in one line. */
const listed = / ?[,;&/] ?| and /i;

/** "08:00-12:00", "8 am to 2 pm", "9-1, 5-8"; several behind commas, semicolons, "&". @throws RowProblem */
export function spansOf(field: ImportField, text: string): { readonly from: string; readonly to: string }[] {
  let after = '';
  return text.split(listed).map((part) => {
    const [from, to, ...more] = part.split(/ ?(?:-|–|—|(?<![a-z])to(?![a-z])|(?<=[ap]\.?m\.?)to(?=\d)) ?/i);
    if (!from || !to || more.length > 0) throw new RowProblem(field, 'hours.wrong');
    const span = spanOf(field, from, to, after);
    after = span.to;
    return span;
  });
}

/**
 * Hours of a clock of 12 hours end within twelve hours of their beginning: "9-1" at 13:00, "5-8 pm" begins at 17:00.
 * @param after where the hours before end: "5-8" behind "9-1" is the evening
 */
export function spanOf(field: ImportField, typedFrom: string, typedTo: string, after = '') {
  const [from, to] = [writtenTime(typedFrom), writtenTime(typedTo)];
  if (!from || !to) throw new RowProblem(field, 'time.wrong');
  const begin = beginOf(field, { from, to, typed: typedFrom, after });
  const end = endOf(to, begin);
  if (end === null) throw new RowProblem(field, 'time.wrong');
  if (end === '' || begin > end) throw new RowProblem(field, 'hours.midnight');
  if (begin === end) throw new RowProblem(field, 'hours.wrong');
  return { from: begin, to: end };
}

interface Begin {
  readonly from: Written;
  readonly to: Written;
  readonly typed: string;
  readonly after: string;
}

function beginOf(field: ImportField, { from, to, typed, after }: Begin): string {
  if (from.half || (from.isWhole && from.hour !== 12)) return timeOf(field, typed);
  const [morning, evening] = from.hour > 12 ? [] : [inHalf(from, 'am'), inHalf(from, 'pm')];
  if (morning === undefined || evening === undefined) return timeOf(field, typed);
  if (from.hour === 12) return evening;
  // "5-8 pm": as late as it can be before its end.
  if (to.half) return evening < inHalf(to, to.half) ? evening : morning;
  if (to.isWhole && to.hour > 12) return morning;
  if (after !== '' && morning < after) return evening;
  return timeOf(field, typed);
}

/** Empty: on the next day. Null: no time. */
function endOf(to: Written, begin: string): string | null {
  const isMorningOnly = to.half === null && (to.hour === 0 || to.hour > 12 || (to.isWhole && to.hour < 10));
  if (to.half || isMorningOnly) {
    const time = to.half ? inHalf(to, to.half) : at(to.hour, to.minutes);
    if (!timePattern.test(time) && time !== '24:00') return null;
    return time === '00:00' ? '24:00' : time;
  }
  const [morning, evening] = [inHalf(to, 'am'), inHalf(to, 'pm')];
  if (!timePattern.test(evening)) return null;
  return [morning, evening].find((time) => time > begin) ?? '';
}

const weekdayNames: readonly (readonly string[])[] = [
  'सोमवार|सोम',
  'मंगलवार|मंगल',
  'बुधवार|बुध',
  'गुरुवार|गुरु|बृहस्पतिवार',
  'शुक्रवार|शुक्र',
  'शनिवार|शनि',
  'रविवार|रवि|इतवार',
].map((names) => names.split('|').map(fold));
const groups: readonly (readonly [words: RegExp, from: Weekday, count: number])[] = [
  [/^(?:daily|all days|every ?day|all|प्रतिदिन|रोज़)$/i, 'Monday', 7],
  [/^weekdays?$/i, 'Monday', 5],
  [/^week ?ends?$/i, 'Saturday', 2],
];
const fromDay = (from: number, count: number): Weekday[] =>
  Array.from({ length: count }, (_, index) => weekdays[(from + index) % 7] ?? 'Monday');

/** "Mon", "monday"; several behind commas, or from one to another: "Mon-Fri". @throws RowProblem */
export function weekdaysOf(text: string): Weekday[] {
  const group = groups.find(([words]) => words.test(text.trim()));
  if (group) return fromDay(weekdays.indexOf(group[1]), group[2]);
  const days = text.split(listed).flatMap((part) => {
    const [from, to, ...more] = part.split(/ ?(?:-|–|—|\bto\b) ?/i).map(weekdayIn);
    if (from === undefined || from < 0 || to === -1 || more.length > 0)
      throw new RowProblem('weekday', 'weekday.wrong');
    return fromDay(from, to === undefined ? 1 : ((to - from + 7) % 7) + 1);
  });
  return [...new Set(days)];
}

const nth = '(?:[1-5](?:st|nd|rd|th)|first|second|third|fourth|fifth|last)';
const nths = `${nth}(?:(?: ?[,&/] ?| and | )${nth})*`;
const weeksFirst = new RegExp(`^(${nths}) (\\p{L}[\\p{L}\\p{M}.]*)$`, 'iu');
const weeksLast = new RegExp(`^(\\p{L}[\\p{L}\\p{M}.]*) ?[(,-] ?(${nths}) ?\\)?$`, 'iu');

/** "2nd & 4th Sat", "Saturday (2nd, 4th)": weeks of the month beside a weekday; null if there are none. */
export function weeksBeside(text: string): { readonly weekday: string; readonly weeks: string } | null {
  const plain = plainDigits(text);
  const [, weeks, weekday] = weeksFirst.exec(plain) ?? [];
  if (weeks !== undefined && weekday !== undefined) return { weeks, weekday };
  const [, day, of] = weeksLast.exec(plain) ?? [];
  return day !== undefined && of !== undefined ? { weeks: of, weekday: day } : null;
}

/** Weekday and weeks of their cells, or of one cell: "2nd & 4th Sat". */
export function occasionIn(weekday: string | null, weeks: string | null) {
  const beside = weekday === null ? null : weeksBeside(weekday);
  if (!beside) return { weekday, weeks };
  if (weeks !== null && weeksOf(weeks).join() !== weeksOf(beside.weeks).join())
    throw new RowProblem('weeks', 'weeks.wrong');
  return beside;
}

/** Whether a date is one of the weekdays that stand beside it. @throws RowProblem */
export const isOn = (date: string, weekday: string): boolean => weekdaysOf(weekday).includes(weekdayOf(date));

/** "2, 4", "1st and 3rd", "last": which of a month; "each" and nothing are all. @throws RowProblem */
export function weeksOf(text: string): Nth[] {
  const words = plainDigits(text)
    .split(/[\s,;&/]+|\band\b/i)
    .filter((word) => word !== '' && !/^(?:each|every|all)$/i.test(word));
  const order = (nth: Nth): number => (nth === 'last' ? 6 : nth);
  return [...new Set(words.map(nthOf))].sort((one, other) => order(one) - order(other));
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

function nthOf(word: string): Nth {
  if (/^last$/i.test(word)) return 'last';
  const nth = Number(/^([1-5])(?:st|nd|rd|th)?$/i.exec(word)?.[1] ?? ordinals.indexOf(word.toLowerCase()) + 1);
  // Cast is safe: 1 to 5.
  if (!nth) throw new RowProblem('weeks', 'weeks.wrong');
  return nth as Nth;
}

/** -1: none. */
function weekdayIn(word: string): number {
  const named = weekdayNames.findIndex((names) => names.includes(fold(word)));
  const short = word.trim().toLowerCase().replace(/[.s]$/, '');
  if (named >= 0 || short.length < 2) return named;
  return weekdays.findIndex((day) => day.toLowerCase().startsWith(short));
}
