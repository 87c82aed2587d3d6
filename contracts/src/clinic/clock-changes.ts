import { changeOfOffset, offsetAt } from './clinic-time.ts';

/** Wall times that a zone's clocks skip: from yyyy-mm-ddTHH:mm, inclusive, to the same, exclusive. */
export interface SkippedTimes {
  readonly from: string;
  readonly to: string;
}

const day = 86_400_000;
/** Years with appointments. Others have no skipped times here: dates near the year 10000 can't be written as ISO 8601. */
const firstYear = '1970';
const lastYear = '2399';
const found = new Map<string, readonly SkippedTimes[]>();

/**
 * The wall times of a date that don't exist in `zone` because its clocks go forward. Times that occur twice exist.
 * Computed once for each zone and year.
 */
export function skippedTimes(zone: string, date: string): readonly SkippedTimes[] {
  const year = date.slice(0, 4);
  if (year < firstYear || year > lastYear) return [];
  const key = `${zone} ${year}`;
  const yearChanges = found.get(key) ?? skippedIn(zone, Number(year));
  found.set(key, yearChanges);
  return yearChanges.filter(({ from, to }) => from.slice(0, 10) <= date && date <= to.slice(0, 10));
}

export const isSkipped = (gaps: readonly SkippedTimes[], date: string, time: string): boolean =>
  gaps.some(({ from, to }) => from <= `${date}T${time}` && `${date}T${time}` < to);

function skippedIn(zone: string, year: number): SkippedTimes[] {
  const gaps: SkippedTimes[] = [];
  // A zone is less than two days from UTC, and its clocks don't change twice within a day.
  const last = Date.UTC(year + 1, 0, 3);
  for (let start = Date.UTC(year, 0, 1) - 2 * day; start < last; start += day) {
    const [before, after] = [offsetAt(start, zone), offsetAt(start + day, zone)];
    if (after <= before) continue;
    const change = changeOfOffset(start, start + day, zone);
    gaps.push({ from: wallText(change + before), to: wallText(change + after) });
  }
  return gaps;
}

const wallText = (wall: number): string => new Date(wall).toISOString().slice(0, 16);
