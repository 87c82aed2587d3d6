import { type Weekday, weekdayOf, weekdays } from '@dayline/contracts/clinic/schedule';
import type { Nth } from '@dayline/contracts/clinic/sessions';
import { fold, plainDigits } from '@dayline/contracts/fold';
import { listSeparator, RowProblem } from './cell.ts';

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

/** "Mon", "monday"; several with commas, or a range: "Mon-Fri". @throws RowProblem */
export function weekdaysOf(text: string): Weekday[] {
  const group = groups.find(([words]) => words.test(text.trim()));
  if (group) return fromDay(weekdays.indexOf(group[1]), group[2]);
  const days = text.split(listSeparator).flatMap((part) => {
    const [from, to, ...rest] = part.split(/ ?(?:-|–|—|\bto\b) ?/i).map(weekdayIn);
    if (from === undefined || from < 0 || to === -1 || rest.length > 0)
      throw new RowProblem('weekday', 'weekday.wrong');
    return fromDay(from, to === undefined ? 1 : ((to - from + 7) % 7) + 1);
  });
  return [...new Set(days)];
}

const nth = '(?:[1-5](?:st|nd|rd|th)|first|second|third|fourth|fifth|last)';
const nths = `${nth}(?:(?: ?[,&/] ?| and | )${nth})*`;
const weeksFirst = new RegExp(`^(${nths}) (\\p{L}[\\p{L}\\p{M}.]*)$`, 'iu');
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
  const both = weekday === null ? null : weekdayWithWeeks(weekday);
  if (!both) return { weekday, weeks };
  if (weeks !== null && weeksOf(weeks).join() !== weeksOf(both.weeks).join())
    throw new RowProblem('weeks', 'weeks.wrong');
  return both;
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
  const named = weekdayNames.findIndex((names) => names.includes(fold(word)));
  const short = word.trim().toLowerCase().replace(/[.s]$/, '');
  if (named >= 0 || short.length < 2) return named;
  return weekdays.findIndex((day) => day.toLowerCase().startsWith(short));
}
