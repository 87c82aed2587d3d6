import { type Interval, intervalSchema, minutesOf, type Weekday } from '@dayline/contracts/clinic/schedule';
import { longestReason } from '@dayline/contracts/fields/longest';
import { plainDigits } from '@dayline/contracts/fold';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import { lineOf, RowProblem } from '../cells/cell.ts';
import { dateOf } from '../cells/dates.ts';
import { spanOf, spansOf, timeOf } from '../cells/times.ts';
import { isOn, occasionIn, weekdaysOf, weekdayWithWeeks, weeksOf } from '../cells/weekdays.ts';
import type { Cells, ReadContext, ReadRow } from './row.ts';

export interface HoursCells {
  readonly doctor: string | null;
  readonly doctorEmail: string | null;
  /** Of the hours of one date. */
  readonly date: string | null;
  /** The first day of a week; today if absent. */
  readonly from: string | null;
  readonly weekName: string | null;
  readonly weekdays: readonly Weekday[];
  readonly intervals: readonly Interval[];
  /** Of its sessions, if other than the doctor's. */
  readonly department: string | null;
  readonly branch: string | null;
  readonly reason: string | null;
}

const longest = 120;

/** A row of a list of hours: of weekdays, or of one date. @throws RowProblem */
export function readHours(cells: Cells, { today, dayOrder }: ReadContext): ReadRow<HoursCells> {
  const lineIn = (field: ImportField) =>
    lineOf(field, cells[field] ?? '', field === 'reason' ? longestReason : longest).value;
  const dateIn = (field: ImportField) => {
    const line = lineIn(field);
    return line === null ? null : dateOf(field, line, dayOrder, today);
  };
  const futureDateIn = (field: ImportField) => {
    const date = dateIn(field);
    if (date !== null && date < today) throw new RowProblem(field, 'date.past');
    return date;
  };
  const date = futureDateIn('date');
  const { weekday, weeks } = occasionIn(lineIn('weekday'), lineIn('weeks'));
  if (date === null && weekday === null) throw new RowProblem('weekday', 'weekday.wrong');
  if (date !== null && weekday !== null && !isOn(date, weekday)) throw new RowProblem('weekday', 'date.weekday');
  const values = {
    ...{
      doctor: lineIn('doctor'),
      doctorEmail: lineIn('doctorEmail'),
      date,
      from: date === null ? futureDateIn('from') : null,
    },
    weekName: lineIn('weekName'),
    weekdays: date === null ? weekdaysOf(weekday ?? '') : [],
    intervals: intervalsOf(lineIn, date).map((interval) =>
      checked({ ...interval, ...sessionOf(lineIn, dateIn, weeks) }),
    ),
    ...{ department: lineIn('department'), branch: lineIn('branch') },
    reason: lineIn('reason'),
  };
  if (values.doctor === null && values.doctorEmail === null) throw new RowProblem('doctor', 'doctor.unknown');
  const lines = Object.fromEntries(Object.keys(cells).map((field) => [field, lineIn(field as ImportField)]));
  const shownHours = hoursShown(lines, values);
  const times = (['start', 'end', 'beforeBreak', 'afterBreak'] as const).filter(
    (field) => shownHours[field] !== undefined && isDifferent(lines[field], shownHours[field]),
  );
  const corrected = new Set<ImportField>(weekdayWithWeeks(lines['weekday'] ?? '') ? [...times, 'weekday'] : times);
  return { values, corrected, shown: { ...lines, ...shownHours, date, from: values.from } };
}

/** The hours of a row as they were read, for the fields that have a cell. */
function hoursShown(
  lines: Readonly<Record<string, string | null>>,
  { weekdays, intervals }: Pick<HoursCells, 'weekdays' | 'intervals'>,
): Readonly<Record<string, string>> {
  if (intervals.length === 0) return { weekday: weekdays.join(', ') };
  const spans = intervals.map(({ startTime, endTime }) => `${startTime}-${endTime}`);
  const ofBreak = lines['beforeBreak'] ? spansOf('beforeBreak', lines['beforeBreak']).length : 0;
  const [first] = intervals;
  const shown: Readonly<Record<string, string | undefined>> = {
    beforeBreak: spans.slice(0, ofBreak).join(', '),
    afterBreak: spans.slice(ofBreak).join(', '),
    ...(!lines['beforeBreak'] && !lines['afterBreak'] && { start: first?.startTime, end: first?.endTime }),
    weekday: weekdays.join(', '),
    weeks: first?.weeks?.join(', '),
  };
  return Object.fromEntries(
    Object.entries(shown).flatMap(([field, value]) => (lines[field] && value ? [[field, value]] : [])),
  );
}

/** Whether a cell and its value differ in more than the form of their digits: "9:00:00" equals "09:00". */
const isDifferent = (line: string | null | undefined, value: string | undefined): boolean =>
  line
    ?.replaceAll(' ', '')
    .replaceAll(/\b\d:/g, '0$&')
    .replaceAll(/(\d\d:\d\d):\d\d/g, '$1') !== value?.replaceAll(' ', '');

/** The date of a refused row. Null: none; undefined: it can't be read. */
export function dateIfAny(field: ImportField, cell: string | undefined, { today, dayOrder }: ReadContext) {
  try {
    const line = lineOf(field, cell ?? '', longest).value;
    return line === null ? null : dateOf(field, line, dayOrder, today);
  } catch {
    return undefined;
  }
}

type LineIn = (field: ImportField) => string | null;

/** From the columns of the hours before and after a break, or from a start and an end. */
function intervalsOf(lineIn: LineIn, date: string | null): Interval[] {
  // A weekday without hours. A date needs hours.
  if (date === null && [lineIn('start'), lineIn('beforeBreak')].some((line) => line !== null && closed.test(line)))
    return [];
  const parts = (['beforeBreak', 'afterBreak'] as const).flatMap((field) => {
    const hours = lineIn(field);
    if (hours === null) return [];
    const minutes = numberOrNone('minutes', lineIn);
    const places = numberIn(`${field}Places`, lineIn, minutes && numberIn('places', lineIn, 1));
    return spansOf(field, hours).map(({ from, to }) =>
      minutes
        ? checked({ startTime: from, endTime: to, appointmentsPerSlot: places, slotDuration: minutes })
        : shared(from, to, places),
    );
  });
  if (parts.length > 0) return parts;
  const [start, end] = [lineIn('start'), lineIn('end')];
  if (start === null || end === null) throw new RowProblem('start', 'hours.missing');
  const { from: startTime, to: endTime } = spanOf('start', start, end);
  const places = numberIn('places', lineIn, 1);
  const minutes = numberIn('minutes', lineIn, null);
  return [checked({ startTime, endTime, appointmentsPerSlot: places, slotDuration: minutes })];
}

const closed = /^(?:closed?|off|holiday|leave|weekly off|बंद|अवकाश)$/i;

const untilPattern = /^(?:(\d{1,2}) ?days? before,? ?|(?:the )?day before,? ?)?(\d{1,2}[:.]?\d{0,2}.*)$/i;

/** The other fields of a session. */
function sessionOf(lineIn: LineIn, dateIn: LineIn, weeksOfMonth: string | null) {
  const [name, room, until] = [lineIn('sessionName'), lineIn('room'), lineIn('bookUntil')];
  const weeks = weeksOf(weeksOfMonth ?? '');
  const [everyWeeks, everyFrom] = [numberOrNone('everyWeeks', lineIn), dateIn('everyFrom')];
  if (everyWeeks !== null && everyFrom === null) throw new RowProblem('everyFrom', 'date.wrong');
  const quota = {
    ...ceiling('first', numberOrNone('firstPlaces', lineIn)),
    ...ceiling('again', numberOrNone('againPlaces', lineIn)),
    ...ceiling('sameDay', numberOrNone('sameDayPlaces', lineIn)),
  };
  return {
    ...(name !== null && { name }),
    ...(room !== null && { room }),
    ...(weeks.length > 0 && { weeks }),
    ...(everyFrom !== null && { every: { weeks: numberIn('everyWeeks', lineIn, null), from: everyFrom } }),
    ...(until !== null && { bookUntil: untilOf(until) }),
    ...(Object.keys(quota).length > 0 && { quota }),
  };
}

const ceiling = (list: 'first' | 'again' | 'sameDay', places: number | null) =>
  places === null ? {} : { [list]: places };

/** "19:00", "1 day before, 19:00". */
function untilOf(text: string) {
  const [whole, days, time] = untilPattern.exec(text) ?? [];
  if (whole === undefined || time === undefined) throw new RowProblem('bookUntil', 'time.wrong');
  const isDayBefore = days === undefined && /day before/i.test(whole);
  return { daysBefore: isDayBefore ? 1 : Number(days ?? 0), time: timeOf('bookUntil', time) };
}

function numberOrNone(field: ImportField, lineIn: LineIn): number | null {
  const line = lineIn(field);
  if (line === null) return null;
  if (!/^\d{1,5}$/.test(line)) throw new RowProblem(field, 'number.wrong');
  return Number(line);
}

function numberIn(field: ImportField, lineIn: LineIn, otherwise: number | null): number {
  const line = lineIn(field);
  const digits = line && /^(\d{1,5})(?:\.0+)?(?:\s*(?:min(?:ute)?s?|patients?)\.?)?$/i.exec(plainDigits(line))?.[1];
  const number = line === null ? otherwise : Number(digits ?? Number.NaN);
  if (number === null || !Number.isInteger(number) || number < 1) throw new RowProblem(field, 'number.wrong');
  return number;
}

/** Patients share the hours: one after another if each gets whole minutes, else all at the start. */
function shared(startTime: string, endTime: string, patients: number): Interval {
  const length = minutesOf(endTime) - minutesOf(startTime);
  const minutes = length / patients;
  return checked(
    Number.isInteger(minutes)
      ? { startTime, endTime, appointmentsPerSlot: 1, slotDuration: minutes }
      : { startTime, endTime, appointmentsPerSlot: patients, slotDuration: length },
  );
}

function checked(interval: Interval): Interval {
  const { data } = intervalSchema.safeParse(interval);
  const isValid = data !== undefined && minutesOf(data.endTime) - minutesOf(data.startTime) >= data.slotDuration;
  if (!isValid) throw new RowProblem('start', 'hours.wrong');
  return data;
}
