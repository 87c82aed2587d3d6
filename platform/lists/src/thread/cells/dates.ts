import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { withoutEnds } from '@dayline/contracts/fields/without-ends';
import { fold, plainDigits } from '@dayline/contracts/fold';
import { dateSchema } from '@dayline/contracts/ids';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import { RowProblem } from './cell.ts';
import { hindiWeekdays } from './weekdays.ts';

export type DayOrder = 'dayFirst' | 'monthFirst';

/** What is known of the dates of a list. */
export interface DateContext {
  /** The clinic's date. */
  readonly today: string;
  /** IANA. */
  readonly zone: string;
  readonly dayOrder: DayOrder;
  /** Of dates without one. */
  readonly year?: number | null;
}

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

const hyphens = /[\u2010-\u2015\u2212]/g;

/** yyyy-mm-dd, without the time behind a date; of an instant, the clinic's date. @throws RowProblem */
export function dateOf(field: ImportField, text: string, context: DateContext): string {
  const date = dateIn(text, context);
  if (date !== null) return checked(field, text, [date])[0] ?? date;
  const isYearless = dateSchema.safeParse(
    dateFrom({ year: Number(context.today.slice(0, 4)), ...partIn(text, context) }),
  );
  throw new RowProblem(field, isYearless.success ? 'date.no-year' : 'date.wrong');
}

/** Null: not a date. */
export function dateIn(text: string, context: DateContext): string | null {
  const plain = plainDigits(text).replaceAll(hyphens, '-').trim();
  const instant = instantIn(plain, context);
  if (instant !== null) return clinicNow(instant, context.zone).date;
  const [dateText = ''] = plain.split(/[T ](?=\d{1,2}:\d{2})/);
  const isoDate = readDate(withoutWeekday(dateText.trim()), context.dayOrder, Number(context.today.slice(0, 4)));
  const part = isoDate === null && context.year ? partIn(plain, context) : null;
  return dateSchema.safeParse(isoDate ?? dateFrom({ year: context.year ?? undefined, ...part })).data ?? null;
}

const withOffset =
  /^(.{6,40}?)[T ,]{1,2}(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)? ?(z|(?:utc|gmt)?[+-]\d{2}:?(?:\d{2})?|utc|gmt)(?: ?\([^()]{1,60}\))?$/i;

/** ms, UTC, of "2026-11-25T20:30:00Z", "Wed, 25 Nov 2026 20:30:00 GMT", "25/11/2026 20:30 +05:30". Null: no offset. */
function instantIn(plain: string, { dayOrder, today }: DateContext): number | null {
  const [, dateText = '', hours, minutes, seconds = '00', offset = ''] = withOffset.exec(plain) ?? [];
  if (hours === undefined) return null;
  const date = readDate(withoutWeekday(dateText.trim()), dayOrder, Number(today.slice(0, 4)));
  const [, sign, offsetHours = '00', offsetMinutes = '00'] = /([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? [];
  const zone = sign === undefined ? 'Z' : `${sign}${offsetHours}:${offsetMinutes}`;
  const instant = Date.parse(`${date}T${twoDigits(hours)}:${minutes}:${seconds}${zone}`);
  return date === null || Number.isNaN(instant) ? null : instant;
}

/** The time behind a date, "2026-08-09 15:15:00"; of an instant, the clinic's time. Null: none. */
export function timeBehind(text: string, context: DateContext): string | null {
  const plain = plainDigits(text).replaceAll(hyphens, '-').trim();
  const instant = instantIn(plain, context);
  if (instant !== null) return clinicNow(instant, context.zone).time;
  return /\d[T ,]{1,2}(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?)$/i.exec(plain)?.[1] ?? null;
}

/** What is written of a date; the rest stands in another one of its range. */
interface DatePart {
  readonly year?: number | undefined;
  readonly month?: number;
  readonly day?: number;
}

/** "24", "24 Dec", "Dec 24", "24/12", "26, 2026", or a whole date. Null: none of them. */
function partIn(text: string, { dayOrder, today }: DateContext): DatePart | null {
  const plain = withoutEnds(withoutWeekday(plainDigits(text).replaceAll(hyphens, '-').trim()), /[ ,]/, 'end');
  const whole = /^(\d{4})-(\d\d)-(\d\d)$/.exec(readDate(plain, dayOrder, Number(today.slice(0, 4))) ?? '');
  if (whole) return { year: Number(whole[1]), month: Number(whole[2]), day: Number(whole[3]) };
  const [, only, yearBehind] = /^(\d{1,2})(?:,? (\d{4}))?$/.exec(plain) ?? [];
  if (only) return { day: Number(only), ...(yearBehind !== undefined && { year: Number(yearBehind) }) };
  const [, day, word] = /^(\d{1,2})[\s/.-]*([\p{L}\p{M}]{3,})$/u.exec(plain) ?? [];
  const [, word2 = word, day2 = day] = /^([\p{L}\p{M}]{3,})[\s.-]*(\d{1,2})$/u.exec(plain) ?? [];
  const month = word2 === undefined ? 0 : monthNamed(word2);
  if (month > 0) return { month, day: Number(day2) };
  const [, first, second] = /^(\d{1,2})[-/.](\d{1,2})$/.exec(plain) ?? [];
  if (!first || !second) return null;
  return dayOrder === 'dayFirst'
    ? { day: Number(first), month: Number(second) }
    : { day: Number(second), month: Number(first) };
}

const dateFrom = ({ year, month, day }: DatePart): string | null =>
  year === undefined || month === undefined || day === undefined
    ? null
    : `${year}-${twoDigits(String(month))}-${twoDigits(String(day))}`;

const hindi = hindiWeekdays.flat().join('|');
const weekdayWord = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:(mon|tue|wed|thu|fri|sat|sun)(?:day|sday|s|nesday|r|rs|rsday|urday)?|(${hindi}))(?![\\p{L}\\p{M}])`,
  'giu',
);
const weekdayOrder = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
/** 0 is Sunday. */
const weekdayNamed = (english: string | undefined, name: string | undefined): number =>
  english === undefined
    ? (hindiWeekdays.findIndex((names) => names.includes(name ?? '')) + 1) % 7
    : weekdayOrder.indexOf(english.toLowerCase());

/** The dates, if the weekdays written beside them are theirs; a range may name those of its ends. @throws RowProblem */
function checked(field: ImportField, text: string, dates: readonly string[]): string[] {
  // An instant is of the zone that it is written in.
  if (withOffset.test(plainDigits(text).trim())) return [...dates];
  const words = [...text.matchAll(weekdayWord)].map(([, english, name]) => weekdayNamed(english, name));
  const ends = words.length === 2 ? [dates[0], dates.at(-1)] : dates;
  const dateTexts = words.length === dates.length || words.length === 2 ? ends : [];
  const isWrong = dateTexts.some((date, index) => date !== undefined && new Date(date).getUTCDay() !== words[index]);
  if (isWrong) throw new RowProblem(field, 'date.weekday');
  return [...dates];
}

/** A longer range is a mistake of one digit. */
const maxDays = 100;

/** The dates from the first to the last, both included. @throws RowProblem */
export function datesBetween(field: ImportField, from: string, to: string): string[] {
  const dates: string[] = [];
  for (let date = from; date <= to && dates.length <= maxDays; date = addDays(date, 1)) dates.push(date);
  if (dates.length === 0 || dates.length > maxDays) throw new RowProblem(field, 'date.range');
  return dates;
}

const toWord = / ?(?:\bto\b|\btill\b|\buntil\b|\bup ?to\b|\bthrough\b|से|–|—|~) ?| - /i;
const andWord = / ?[,;&+] ?| and | तथा | और | एवं /i;

/** One date, "24-26 Dec 2026", "4 May to 30 May 2027", "24/12/2026, 26/12/2026". @throws RowProblem */
export function datesOf(field: ImportField, text: string, context: DateContext): string[] {
  const dates = datesIn(field, text, context);
  if (dates) return checked(field, text, dates);
  const thisYear = Number(context.today.slice(0, 4));
  const isYearless = !context.year && datesIn(field, text, { ...context, year: thisYear }) !== null;
  throw new RowProblem(field, isYearless ? 'date.no-year' : 'date.wrong');
}

/** Null: no dates. */
function datesIn(field: ImportField, text: string, context: DateContext): string[] | null {
  const single = dateIn(text, context);
  if (single !== null) return [single];
  const line = plainDigits(text).trim();
  const [from, to, ...others] = line.split(toWord);
  if (from && to && others.length === 0) {
    const range = rangeOf([from, to], context);
    if (range) return datesBetween(field, ...range);
  }
  const dateRange = hyphenedRange(line.replaceAll(hyphens, '-'), context);
  if (dateRange) return datesBetween(field, ...dateRange);
  const parts = withYear(line.split(andWord));
  return parts.length > 1 ? completeDates(parts, context) : null;
}

/** "13, 14, 2027": a year alone belongs to the day before it. */
function withYear(parts: readonly string[]): readonly string[] {
  const [last = '', before] = [parts.at(-1), parts.at(-2)];
  return before !== undefined && /^20\d\d$/.test(last.trim())
    ? [...parts.slice(0, -2), `${before}, ${last.trim()}`]
    : parts;
}

/** At each hyphen, or slash, that may stand between two dates: "24-26 Dec 2026", "2026-12-24/2026-12-26". */
function hyphenedRange(line: string, context: DateContext): readonly [string, string] | null {
  for (let at = 1; at < line.length; at += 1) {
    if (line[at] !== '-' && line[at] !== '/') continue;
    const range = rangeOf([line.slice(0, at), line.slice(at + 1)], context);
    if (range) return range;
  }
  return null;
}

function rangeOf(texts: readonly [string, string], context: DateContext): readonly [string, string] | null {
  const [from, to, ...others] = completeDates(texts, context) ?? [];
  return from !== undefined && to !== undefined && others.length === 0 && from < to ? [from, to] : null;
}

/** Dates of which only one has the month, or the year. */
function completeDates(texts: readonly string[], context: DateContext): string[] | null {
  const parts = texts.map((text) => partIn(text, context));
  if (parts.some((part) => part === null || part.day === undefined)) return null;
  const year = parts.findLast((part) => part?.year !== undefined)?.year ?? context.year ?? undefined;
  const months = parts.map((part, index) => part?.month ?? parts.slice(index).find((next) => next?.month)?.month);
  const dates = parts.map((part, index) => {
    const month = months[index] ?? months.slice(0, index).findLast((earlier) => earlier !== undefined);
    return { year, ...part, ...(month !== undefined && { month }) };
  });
  const last = dates.at(-1);
  const whole = dates.map((date, index) => {
    // "24 Dec to 2 Jan 2027" begins in the year before.
    const isYearBefore = parts[index]?.year === undefined && (date.month ?? 0) > (last?.month ?? 0);
    const isoDate = dateFrom(isYearBefore && year !== undefined ? { ...date, year: year - 1 } : date);
    return dateSchema.safeParse(isoDate).data ?? null;
  });
  return whole.every((date) => date !== null) ? whole : null;
}

const besideDate = `(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|${hindi})`;
const weekdayAtEnds = new RegExp(`^${besideDate}\\.?,? | ?[,(] ?${besideDate}\\)?$`, 'gi');
/** "Thu, 3rd January 1980", "3 January 1980 (Thursday)". */
const withoutWeekday = (text: string): string =>
  text.replace(weekdayAtEnds, '').replace(/(?<=\b\d{1,2}) ?(?:st|nd|rd|th)\b/i, '');

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

/** 0: not a month. */
function monthNamed(word: string): number {
  const short = fold(word).replace(/^sept$/, 'sep');
  return (months.findIndex((name) => name.startsWith(short)) % 12) + 1;
}

function namedMonth(day: string, word: string, year: string): string | null {
  const month = monthNamed(word);
  return month === 0 ? null : `${year}-${twoDigits(String(month))}-${twoDigits(day)}`;
}

/** Whether a column has dates that can only be in one order. */
export interface OrderSeen {
  dayFirst: boolean;
  monthFirst: boolean;
}

/** Whether a date can be read in both orders: 03/02/2024. */
export function isEitherOrder(date: string): boolean {
  const dateOrder = { dayFirst: false, monthFirst: false };
  seeOrder(dateOrder, date);
  const [, first, second] = dayAndMonth.exec(plainDigits(date)) ?? [];
  return first !== undefined && Number(first) !== Number(second) && !dateOrder.dayFirst && !dateOrder.monthFirst;
}

const dayAndMonth = /^\s*(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}/;

export function seeOrder(dateOrder: OrderSeen, date: string): void {
  const [, first, second] = dayAndMonth.exec(plainDigits(date)) ?? [];
  if (Number(first) > 12) dateOrder.dayFirst = true;
  if (Number(second) > 12) dateOrder.monthFirst = true;
}

/** The order of the dates in some columns: month first only if no date has the day first. */
export const orderOf = (columns: readonly OrderSeen[]): DayOrder =>
  columns.some(({ monthFirst }) => monthFirst) && !columns.some(({ dayFirst }) => dayFirst) ? 'monthFirst' : 'dayFirst';
