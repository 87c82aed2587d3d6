import { type Weekday, weekdayOf, weekdays } from '@dayline/contracts/clinic/schedule';
import type { Nth } from '@dayline/contracts/clinic/sessions';
import { fold, plainDigits } from '@dayline/contracts/fold';
import { listSeparator, RowProblem } from './cell.ts';

/** The names of each weekday, Monday first. */
export const hindiWeekdays: readonly (readonly string[])[] = [
  'सोमवार|सोम',
  'मंगलवार|मंगल',
  'बुधवार|बुध',
  'गुरुवार|गुरु|बृहस्पतिवार',
  'शुक्रवार|शुक्र',
  'शनिवार|शनि',
  'रविवार|रवि|इतवार',
].map((names) => names.split('|'));
const weekdayNames = hindiWeekdays.map((names) => names.map(fold));
const groups: readonly (readonly [words: RegExp, from: Weekday, count: number])[] = [
  [/^(?:daily|all days|all seven days|every ?day|all|24 ?[x/] ?7|प्रतिदिन|रोज़|रोज)$/i, 'Monday', 7],
  [/^all working days$/i, 'Monday', 6],
  [/^weekdays?$/i, 'Monday', 5],
  [/^week ?ends?$/i, 'Saturday', 2],
];
const fromDay = (from: number, count: number): Weekday[] =>
  Array.from({ length: count }, (_, index) => weekdays[(from + index) % 7] ?? 'Monday');

/** "MWF": the letters of the days of a timetable. */
const lettersOfDays: Readonly<Record<string, readonly Weekday[]>> = {
  mwf: ['Monday', 'Wednesday', 'Friday'],
  tts: ['Tuesday', 'Thursday', 'Saturday'],
  tths: ['Tuesday', 'Thursday', 'Saturday'],
  mtwtf: fromDay(0, 5),
  mtwthf: fromDay(0, 5),
  mtwtfs: fromDay(0, 6),
};

/** "Mon", "Mondays only"; several with commas or blanks, a range, or all but some: "Mon-Fri", "daily except Sunday". @throws RowProblem */
export function weekdaysOf(text: string): Weekday[] {
  const [all = '', ...without] = text
    .trim()
    .replace(/ only$/i, '')
    .split(/[ (](?:except|excluding|excl\.?|but not|but)(?: on)? /i);
  const exceptions = without.flatMap((part) => weekdaysOf(part.replace(/\)$/, '')));
  const days = groupOf(all) ?? all.trim().split(listSeparator).flatMap(daysOfPart);
  return [...new Set(days)].filter((day) => !exceptions.includes(day));
}

function groupOf(text: string): readonly Weekday[] | null {
  const group = groups.find(([words]) => words.test(text.trim()));
  if (group) return fromDay(weekdays.indexOf(group[1]), group[2]);
  return lettersOfDays[text.toLowerCase().replaceAll(/[^a-z]/g, '')] ?? null;
}

function daysOfPart(part: string): readonly Weekday[] {
  const group = groupOf(part);
  if (group) return group;
  const names = part.split(/ ?(?:-|–|—|\bto\b|\bthrough\b|से) ?/i);
  const [from, to, ...rest] = names.map(weekdayIn);
  const isList = names.length === 1 || rest.length > 0;
  if (isList) return names.flatMap((name) => name.trim().split(/\s+/)).map(namedDay);
  if (from === undefined || from < 0 || to === undefined || to < 0) throw new RowProblem('weekday', 'weekday.wrong');
  return fromDay(from, ((to - from + 7) % 7) + 1);
}

function namedDay(name: string): Weekday {
  const day = weekdays[weekdayIn(name)];
  if (!day) throw new RowProblem('weekday', 'weekday.wrong');
  return day;
}

/** The days of a row of hours, as far as they have the same weeks. */
export interface DaysOfRow {
  readonly weekdays: readonly Weekday[];
  readonly weeks: readonly Nth[];
  /** Every other week. */
  readonly isAlternate: boolean;
}

const alternate = /^(?:(?:every |on )?(?:alternate|alternative|alt\.?)|every other|fortnightly(?: on)?) /i;

/** "Mon-Fri, 2nd & 4th Sat", "alternate Fridays": days in words. @throws RowProblem */
export function daysIn(text: string): DaysOfRow[] {
  const whole = weekdayWithWeeks(text);
  if (whole) return [{ weekdays: weekdaysOf(whole.weekday), weeks: weeksOf(whole.weeks), isAlternate: false }];
  if (/except|exclu|\bbut\b/i.test(text) || groupOf(text))
    return [{ weekdays: weekdaysOf(text), weeks: [], isAlternate: false }];
  const found: DaysOfRow[] = [];
  let weeks: Nth[] = [];
  let plain: string[] = [];
  const closePlain = (): void => {
    if (plain.length > 0) found.push({ weekdays: weekdaysOf(plain.join(', ')), weeks: [], isAlternate: false });
    plain = [];
  };
  for (const part of text.split(listSeparator).map((piece) => piece.trim().replace(/^every /i, ''))) {
    const [, nthWords = '', rest = ''] = nthFirst.exec(plainDigits(part)) ?? [];
    if (nthWords === '' && !alternate.test(part)) {
      if (weeks.length > 0) throw new RowProblem('weekday', 'weekday.wrong');
      plain.push(part);
      continue;
    }
    closePlain();
    if (nthWords !== '') weeks = [...weeks, ...weeksOf(nthWords)];
    if (nthWords !== '' && rest === '') continue;
    const isAlternate = nthWords === '';
    found.push({ weekdays: weekdaysOf(isAlternate ? part.replace(alternate, '') : rest), weeks, isAlternate });
    weeks = [];
  }
  closePlain();
  if (weeks.length > 0 || found.length === 0) throw new RowProblem('weekday', 'weekday.wrong');
  return found;
}

const nth = '(?:[1-5](?:st|nd|rd|th)|first|second|third|fourth|fifth|last)';
const nths = `${nth}(?:(?: ?[,&/] ?| and | )${nth})*`;
const weeksFirst = new RegExp(`^(${nths}) (\\p{L}[\\p{L}\\p{M}.]*)$`, 'iu');
const nthFirst = new RegExp(`^(${nth})(?: (?:week )?(.+))?$`, 'iu');
const weeksLast = new RegExp(`^(\\p{L}[\\p{L}\\p{M}.]*) ?[(,-] ?(${nths}) ?\\)?$`, 'iu');

/** "2nd & 4th Sat", "Saturday (2nd, 4th)": weeks of the month in the cell of a weekday; null if there are none. */
export function weekdayWithWeeks(text: string): { readonly weekday: string; readonly weeks: string } | null {
  const plain = plainDigits(text);
  const [, weeks, weekday] = weeksFirst.exec(plain) ?? [];
  if (weeks !== undefined && weekday !== undefined) return { weeks, weekday };
  const [, day, weeksOfDay] = weeksLast.exec(plain) ?? [];
  return day !== undefined && weeksOfDay !== undefined ? { weeks: weeksOfDay, weekday: day } : null;
}

/** Weekday and weeks, from their cells or from one cell: "2nd & 4th Sat". */
export function occasionIn(weekday: string | null, weeks: string | null) {
  const parts = weekday === null ? null : weekdayWithWeeks(weekday);
  if (!parts) return { weekday, weeks };
  if (weeks !== null && weeksOf(weeks).join() !== weeksOf(parts.weeks).join())
    throw new RowProblem('weeks', 'weeks.wrong');
  return parts;
}

/** Whether a date is on one of the weekdays of its row. @throws RowProblem */
export const isOn = (date: string, weekday: string): boolean => weekdaysOf(weekday).includes(weekdayOf(date));

/** "2, 4", "1st and 3rd", "last": of a month; "each" and nothing are all weeks. @throws RowProblem */
export function weeksOf(text: string): Nth[] {
  const words = plainDigits(text)
    .split(/[\s,;&/]+|\band\b/i)
    .filter((word) => word !== '' && !/^(?:each|every|all)$/i.test(word));
  const order = (nth: Nth): number => (nth === 'last' ? 6 : nth);
  return [...new Set(words.map(nthOf))].sort((week, nextWeek) => order(week) - order(nextWeek));
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

function nthOf(word: string): Nth {
  if (/^last$/i.test(word)) return 'last';
  const nth = Number(/^([1-5])(?:st|nd|rd|th)?$/i.exec(word)?.[1] ?? ordinals.indexOf(word.toLowerCase()) + 1);
  // Cast is safe: 1 to 5.
  if (!nth) throw new RowProblem('weeks', 'weeks.wrong');
  return nth as Nth;
}

/** Index of a weekday; -1: not a weekday. */
function weekdayIn(word: string): number {
  const weekday = weekdayNames.findIndex((names) => names.includes(fold(word)));
  const short = word.trim().toLowerCase().replace(/[.s]$/, '');
  if (weekday >= 0 || short.length < 2) return weekday;
  return weekdays.findIndex((day) => day.toLowerCase().startsWith(short));
}
