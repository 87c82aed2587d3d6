import { type Interval, type Weekday, weekdays } from '@dayline/contracts/clinic/schedule';
import { maxOnRequestLength, maxReasonLength } from '@dayline/contracts/fields/max-lengths';
import { type ImportField, weekdayFields } from '@dayline/contracts/imports/kinds';
import { lineOf, RowProblem } from '../cells/cell.ts';
import { dateOf, timeBehind } from '../cells/dates.ts';
import { isOff, isOnDuty, offReason } from '../cells/off-duty.ts';
import { spanOf, spansOf, timeOf } from '../cells/times.ts';
import { daysIn, isOn, occasionIn, weekdayWithWeeks, weeksOf } from '../cells/weekdays.ts';
import { daysWithHours } from '../cells/weekly-text.ts';
import { type DateCells, isYes, namesIn, sessionOf } from './hours-session.ts';
import { type HoursOfDays, hoursShown, isDifferent } from './hours-shown.ts';
import type { Cells, ReadContext, ReadRow } from './row.ts';
import { defaultMinutes, divideHours, type LineIn, numberOrNone, ofSession, type SlotLengths } from './slot-hours.ts';

export interface HoursCells {
  readonly doctor: string | null;
  readonly doctorEmail: string | null;
  /** Of the hours of one date. */
  readonly date: string | null;
  /** The first day of a week; today if absent. */
  readonly from: string | null;
  readonly weekName: string | null;
  /** Of a week; a day may have none. */
  readonly days: readonly { readonly weekday: Weekday; readonly intervals: readonly Interval[] }[];
  /** Of a date. */
  readonly intervals: readonly Interval[];
  /** The reason why the doctor is away on a date: leave, on call. */
  readonly off: string | null;
  /** Of its sessions, if other than the doctor's. */
  readonly department: string | null;
  /** The names of further departments that offer them. */
  readonly alsoIn: readonly string[];
  readonly branch: string | null;
  readonly reason: string | null;
}

const longest = 120;
const maxLengthOf: Readonly<Partial<Record<ImportField, number>>> = {
  reason: maxReasonLength,
  onRequest: maxOnRequestLength,
};

/** A row of a list of hours: of weekdays, or of one date. @throws RowProblem */
export function readHours(cells: Cells, context: ReadContext): ReadRow<HoursCells> {
  const { today } = context;
  const lineIn: LineIn = (field) => {
    const line = lineOf(field, cells[field] ?? '', maxLengthOf[field] ?? longest).value;
    // Calendars have the date in both.
    const isTime = line !== null && (field === 'start' || field === 'end');
    return isTime ? (timeBehind(line, context) ?? line) : line;
  };
  const hasDayColumns = weekdayFields.some((field) => cells[field] !== undefined);
  const dateIn = (field: ImportField) => {
    const line = lineIn(field);
    return line === null ? null : dateOf(field, line, context);
  };
  const futureDateIn = (field: ImportField) => {
    const date = dateIn(field);
    if (date !== null && date < today) throw new RowProblem(field, 'date.past');
    return date;
  };
  const date = futureDateIn('date');
  const from = date === null ? futureDateIn('from') : null;
  const off = offOf(lineIn, date, cells.status);
  const { hours, lengths } = off === null ? hoursOf(lineIn, { date, from, dateIn, hasDayColumns }) : noHours;
  const values = {
    ...{ doctor: lineIn('doctor'), doctorEmail: lineIn('doctorEmail'), date, from, off },
    weekName: lineIn('weekName'),
    days: hours.flatMap(({ days, intervals }) => days.map((weekday) => ({ weekday, intervals }))),
    intervals: date === null ? [] : hours.flatMap(({ intervals }) => intervals),
    ...{ department: lineIn('department'), branch: lineIn('branch') },
    alsoIn: namesIn('alsoIn', lineIn),
    reason: lineIn('reason'),
  };
  if (values.doctor === null && values.doctorEmail === null) throw new RowProblem('doctor', 'doctor.unknown');
  const lines = Object.fromEntries(Object.keys(cells).map((field) => [field, lineIn(field as ImportField)]));
  const shownHours = { ...hoursShown(lines, hours), ...lengths, ...(off !== null && { status: off }) };
  const times = (['start', 'end', 'beforeBreak', 'afterBreak', ...weekdayFields] as const).filter(
    (field) => shownHours[field] !== undefined && isDifferent(lines[field], shownHours[field]),
  );
  const corrections = new Set<ImportField>(weekdayWithWeeks(lines['weekday'] ?? '') ? [...times, 'weekday'] : times);
  if (lengths.minutes !== undefined) corrections.add('minutes');
  return { values, corrected: corrections, shown: { ...lines, ...shownHours, date, from: values.from } };
}

/** Why the doctor is away on a date. Null: the row has hours, or is of a week. */
function offOf(lineIn: LineIn, date: string | null, statusCell = ''): string | null {
  // "N/A" is an empty cell, but not of a status.
  const status = lineIn('status') ?? (isOff(statusCell) ? statusCell.trim() : null);
  const times = [lineIn('start'), lineIn('beforeBreak'), lineIn('afterBreak')].filter((line) => line !== null);
  const words = [status, ...times].filter((line) => line !== null && isOff(line));
  if (status !== null && words[0] !== status && !isOnDuty(status)) throw new RowProblem('status', 'status.wrong');
  const [off] = words;
  if (date === null || off === undefined || off === null) return null;
  // A doctor on leave has no hours; a doctor with a free evening has some.
  const hasHours = times.some((line) => !isOff(line));
  if (hasHours && off !== status) return null;
  if (hasHours) throw new RowProblem('status', 'hours.off');
  return offReason(off);
}

interface ReadHours {
  readonly hours: readonly HoursOfDays[];
  /** Of slots, where the list has none. */
  readonly lengths: Readonly<Partial<Record<ImportField, string>>>;
}
const noHours: ReadHours = { hours: [], lengths: {} };

/** The days with their hours. */
function hoursOf(lineIn: LineIn, when: DateCells): ReadHours {
  const { date, hasDayColumns } = when;
  const lengths: Partial<Record<ImportField, string>> = {};
  const minutes = numberOrNone('minutes', lineIn);
  const slots: SlotLengths = {
    lineIn,
    minutes,
    defaultUsed: () => Object.assign(lengths, { minutes: `${defaultMinutes}` }),
  };
  const { weekday, weeks } = occasionIn(lineIn('weekday'), lineIn('weeks'));
  if (date !== null) {
    if (weekday !== null && !isOn(date, weekday)) throw new RowProblem('weekday', 'date.weekday');
    const session = sessionOf(lineIn, when, { weeks: [], isAlternate: false });
    const intervals = timesOf(slots, date).map((interval) => ofSession(interval, session));
    return { hours: [{ days: [], intervals }], lengths };
  }
  const columns = weekdayFields.flatMap((field, index) => dayOfColumn(field, weekdays[index], slots) ?? []);
  const texts = !hasDayColumns && weekday === null ? daysWithHours(lineIn('beforeBreak') ?? '') : null;
  if (!hasDayColumns && weekday === null && !texts) throw new RowProblem('weekday', 'weekday.wrong');
  const hoursTexts = texts?.map(({ days, hours }) => ({ days, intervals: spanInCell('beforeBreak', hours, slots) }));
  const parts = hoursTexts ?? [{ days: weekday ?? '', intervals: hasDayColumns ? [] : timesOf(slots, null) }];
  const inWords = hasDayColumns
    ? []
    : parts.flatMap(({ days, intervals }) => {
        return daysIn(days).map((found) => {
          const all = weeks === null ? found : { ...found, weeks: weeksOf(weeks) };
          const session = sessionOf(lineIn, when, all);
          return { days: all.weekdays, intervals: intervals.map((interval) => ofSession(interval, session)) };
        });
      });
  const session = hasDayColumns ? sessionOf(lineIn, when, { weeks: [], isAlternate: false }) : {};
  const inColumns = columns.map(({ days, intervals }) => ({
    days,
    intervals: intervals.map((interval) => ofSession(interval, session)),
  }));
  return { hours: [...inColumns, ...inWords], lengths };
}

/** A weekday's own column; empty: no hours. Null: the list has no such column. */
function dayOfColumn(field: ImportField, day: Weekday | undefined, slots: SlotLengths): HoursOfDays | null {
  const line = slots.lineIn(field);
  if (!day || line === null) return null;
  return { days: [day], intervals: isOff(line) ? [] : spanInCell(field, line, slots) };
}

/** The date of a refused row. Null: none; undefined: it can't be read. */
export function dateIfAny(field: ImportField, cell: string | undefined, context: ReadContext) {
  try {
    const line = lineOf(field, cell ?? '', longest).value;
    return line === null ? null : dateOf(field, line, context);
  } catch {
    return undefined;
  }
}

/**
 * Hours in one cell: "9-1, 5-8 pm".
 * @param previousEnd of the hours before: "5-8" after them is in the evening
 */
function spanInCell(field: ImportField, text: string, slots: SlotLengths, previousEnd = ''): Interval[] {
  const isOfBreak = field === 'beforeBreak' || field === 'afterBreak';
  const patients = isOfBreak ? numberOrNone(`${field}Places`, slots.lineIn) : null;
  return spansOf(field, text, previousEnd).map(({ from, to }) =>
    divideHours({ startTime: from, endTime: to }, patients, slots),
  );
}

/** From the columns of the hours before and after a break, or from a start and an end. */
function timesOf(slots: SlotLengths, date: string | null): Interval[] {
  const { lineIn } = slots;
  const lines = [lineIn('status'), lineIn('start'), lineIn('beforeBreak')];
  // A weekday without hours. A date needs hours.
  if (date === null && lines.some((line) => line !== null && isOff(line))) return [];
  const partOf = (field: 'beforeBreak' | 'afterBreak', previousEnd?: string): Interval[] => {
    const hours = lineIn(field);
    return hours === null || isOff(hours) ? [] : spanInCell(field, hours, slots, previousEnd);
  };
  const before = partOf('beforeBreak');
  const parts = [...before, ...partOf('afterBreak', before.at(-1)?.endTime ?? '12:00')];
  if (parts.length > 0) return parts;
  const [start, end] = [lineIn('start'), lineIn('end')];
  if (start === null || end === null) throw new RowProblem('start', 'hours.missing');
  const endsNextDay = isYes(lineIn('endsNextDay'));
  const { from: startTime, to: endTime } = endsNextDay
    ? { from: timeOf('start', start), to: timeOf('end', end) }
    : spanOf('start', start, end);
  const hours = { startTime, endTime, ...(endsNextDay && { endsNextDay: true as const }) };
  return [divideHours(hours, numberOrNone('beforeBreakPlaces', lineIn), slots)];
}
