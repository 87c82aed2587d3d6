import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { type Interval, type Weekday, weekdayOf } from '@dayline/contracts/clinic/schedule';
import { holdsOn, type Nth, type Pattern } from '@dayline/contracts/clinic/sessions';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { wordsOf } from '@dayline/contracts/fields/phrase';
import { datesPhrase, type HoursSetting, hoursPhrase } from '@dayline/contracts/words/hours';
import { hoursSentence, hoursText as text } from './text.ts';

/** The nth weekdays of a month that hours can name. */
export const nths: readonly Nth[] = [1, 2, 3, 4, 5, 'last'];

export const nthText = (nth: Nth): string => (nth === 'last' ? text.last : (text.nths[nth - 1] ?? ''));

export type Places = NonNullable<ResponseOf<'listWeeks'>['places']>;

/** The names of a session's department and branch. */
export function placeOf({ departmentId, alsoIn = [], branchId }: Interval, places: Places | undefined): HoursSetting {
  const nameOf = (id: string | undefined) => places?.departments.find(({ departmentId }) => departmentId === id)?.name;
  const branch = places?.branches.find(({ id }) => id === branchId);
  return {
    department: nameOf(departmentId),
    alsoIn: alsoIn.flatMap((id) => nameOf(id) ?? []),
    branch: branch && (branch.name ?? text.branchNumber(branch.id)),
  };
}

/** Hours as text, in the same wording as the server's sentences. */
export const settingText = (interval: Interval, setting?: HoursSetting): string =>
  wordsOf(hoursPhrase(interval, setting), hoursSentence);

const lookedAhead = 2 * 366;

/** The dates on which hours apply: `2nd and 4th Saturday`. */
export const whenText = (pattern: Pattern, weekday: Weekday): string =>
  wordsOf(datesPhrase(pattern, weekday), hoursSentence);

type Closures = ResponseOf<'listClosures'>;

/** Whether the hospital is closed for a session on a date; `branches` are those named by the week's sessions. */
export function isClosedOn(closures: Closures, date: string, { branchId, branches }: SessionsBranch): boolean {
  const days = closures.filter((day) => day.date === date);
  const concerns = (id: number) => (branchId === '' ? !branches.includes(id) : String(id) === branchId);
  const ofBranch = days.find((day) => day.branchId !== undefined && concerns(day.branchId));
  return (ofBranch ?? days.find((day) => day.branchId === undefined))?.open.length === 0;
}
interface SessionsBranch {
  /** '' means the doctor's own branch. */
  branchId: string;
  branches: readonly number[];
}

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
