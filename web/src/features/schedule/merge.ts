import { type Interval, sortedHours, type Week, type Weekday, weekdays } from '@dayline/contracts/clinic/schedule';
import { canonicalJson } from '@dayline/contracts/json';

/** Weekly hours in three versions: as read, as edited here, and as saved by somebody else since. */
export interface Versions {
  base: Week;
  mine: Week;
  theirWeek: Week;
}

export const hoursOf = (week: Week, weekday: Weekday): readonly Interval[] =>
  week.find(({ day }) => day === weekday)?.timeIntervals ?? [];

const isSame = (a: Week, b: Week, day: Weekday): boolean =>
  canonicalJson(sortedHours(hoursOf(a, day))) === canonicalJson(sortedHours(hoursOf(b, day)));

/** The days that a change of the weekly hours affects. */
export const changedDays = (base: Week, week: Week): Weekday[] => weekdays.filter((day) => !isSame(base, week, day));

/** Days that both changed, differently. */
export const bothChanged = ({ base, mine, theirWeek }: Versions): Weekday[] =>
  weekdays.filter((day) => !isSame(base, mine, day) && !isSame(base, theirWeek, day) && !isSame(mine, theirWeek, day));

/** Merges day by day; of days that both changed, ours except those in `theirDays`. */
export function mergedWeek({ base, mine, theirWeek }: Versions, theirDays: readonly Weekday[]): Week {
  return weekdays.flatMap((day) => {
    const isTheirs = theirDays.includes(day) || isSame(base, mine, day);
    const timeIntervals = [...hoursOf(isTheirs ? theirWeek : mine, day)];
    return timeIntervals.length === 0 ? [] : [{ day, timeIntervals }];
  });
}
