import { type Interval, type Weekday, weekdays } from '@dayline/contracts/clinic/schedule';
import { type ImportField, weekdayFields } from '@dayline/contracts/imports/kinds';
import { isOff } from '../cells/off-duty.ts';
import { spansOf } from '../cells/times.ts';

/** Hours of a row, and the weekdays that have them. */
export interface HoursOfDays {
  readonly days: readonly Weekday[];
  readonly intervals: readonly Interval[];
}

/** The hours of a row as they were read, for the fields that have a cell. */
export function hoursShown(
  lines: Readonly<Record<string, string | null>>,
  hours: readonly HoursOfDays[],
): Readonly<Partial<Record<ImportField, string>>> {
  const [first] = hours;
  const intervals = first?.intervals ?? [];
  const spansText = (all: readonly Interval[]) =>
    all.map(({ startTime, endTime }) => `${startTime}-${endTime}`).join(', ');
  const columns = weekdayFields.map((field, index) => {
    const day = hours.find(({ days }) => days.length === 1 && days[0] === weekdays[index]);
    return [field, day && spansText(day.intervals)] as const;
  });
  const ofBreak = lines['beforeBreak'] && !lines['afterBreak'] ? intervals.length : spansBefore(lines['beforeBreak']);
  const days = [...new Set(hours.flatMap((part) => part.days))].join(', ');
  const rowCells: Readonly<Record<string, string | undefined>> = {
    ...Object.fromEntries(columns),
    beforeBreak: hours.length > 1 ? undefined : spansText(intervals.slice(0, ofBreak)),
    afterBreak: spansText(intervals.slice(ofBreak)),
    ...(!lines['beforeBreak'] &&
      !lines['afterBreak'] && { start: intervals[0]?.startTime, end: intervals[0]?.endTime }),
    weekday: days,
    weeks: intervals[0]?.weeks?.join(', '),
  };
  return Object.fromEntries(
    Object.entries(rowCells).flatMap(([field, value]) => (lines[field] && value ? [[field, value]] : [])),
  );
}

const spansBefore = (line: string | null | undefined): number =>
  line && !isOff(line) ? spansOf('beforeBreak', line).length : 0;

/** Whether a cell and its value differ in more than the form of their digits: "9:00:00" equals "09:00". */
export const isDifferent = (line: string | null | undefined, value: string | undefined): boolean =>
  line
    ?.replaceAll(' ', '')
    .replaceAll(/\b\d:/g, '0$&')
    .replaceAll(/(\d\d:\d\d):\d\d/g, '$1') !== value?.replaceAll(' ', '');
