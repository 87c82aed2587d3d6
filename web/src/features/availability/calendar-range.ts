import { addDays } from '@dayline/contracts/clinic/clinic-time';

/** The dates between two dates in either order; both ends included. */
export function datesBetween(days: readonly { date: string }[], from: string, to: string): string[] {
  const [first, last] = from <= to ? [from, to] : [to, from];
  return days.flatMap(({ date }) => (date >= first && date <= last ? [date] : []));
}

/** A date's weekday, 0 for Monday. */
const weekday = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;

/** The dates of whole weeks, Monday first, starting with the week of `date`. */
export function weeksFrom(date: string, weeks: number): string[] {
  const monday = addDays(date, -weekday(date));
  return Array.from({ length: weeks * 7 }, (_, index) => addDays(monday, index));
}
