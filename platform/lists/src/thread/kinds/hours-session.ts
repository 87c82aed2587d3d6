import type { Interval } from '@dayline/contracts/clinic/schedule';
import type { Nth, VisitKind } from '@dayline/contracts/clinic/sessions';
import { plainDigits } from '@dayline/contracts/fold';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import { RowProblem } from '../cells/cell.ts';
import { timeOf } from '../cells/times.ts';
import { type LineIn, numberIn, numberOrNone } from './slot-hours.ts';

export interface DateCells {
  readonly date: string | null;
  readonly from: string | null;
  readonly dateIn: (field: ImportField) => string | null;
  /** Whether the list has a column for each weekday. */
  readonly hasDayColumns: boolean;
}

const dayAndTimePattern = /^(?:(\d{1,2}) ?days? before,? ?|(?:the )?day before,? ?)?(\d{1,2}[:.]?\d{0,2}.*)$/i;

interface Weeks {
  readonly weeks: readonly Nth[];
  readonly isAlternate: boolean;
}

/** The other fields of a session. */
export function sessionOf(lineIn: LineIn, { from, dateIn }: DateCells, { weeks, isAlternate }: Weeks) {
  const [name, room, onRequest] = [lineIn('sessionName'), lineIn('room'), lineIn('onRequest')];
  const onlyFor = namesIn('onlyFor', lineIn);
  const everyWeeks = isAlternate ? 2 : numberOrNone('everyWeeks', lineIn);
  const everyFrom = dateIn('everyFrom') ?? (isAlternate ? from : null);
  if (isAlternate && everyFrom === null) throw new RowProblem('weekday', 'weekday.alternate');
  if (everyWeeks !== null && everyFrom === null) throw new RowProblem('everyFrom', 'date.wrong');
  const quota = {
    ...ceiling('first', 'firstPlaces', lineIn),
    ...ceiling('again', 'againPlaces', lineIn),
    ...ceiling('total', 'totalPlaces', lineIn),
    ...ceiling('sameDay', 'sameDayPlaces', lineIn),
  };
  return {
    ...(name !== null && { name }),
    ...(room !== null && { room }),
    ...(weeks.length > 0 && { weeks: [...weeks] }),
    ...(everyFrom !== null && {
      every: { weeks: everyWeeks ?? numberIn('everyWeeks', lineIn, null), from: everyFrom },
    }),
    ...dayAndTimeIn('bookFrom', lineIn),
    ...dayAndTimeIn('bookUntil', lineIn),
    ...dayAndTimeIn('firstUntil', lineIn),
    ...slotsPerVisitIn(lineIn),
    ...(lineIn('closesBefore') !== null && { closesBefore: numberIn('closesBefore', lineIn, null) }),
    ...(isYes(lineIn('openEnd')) && { openEnd: true as const }),
    ...(onRequest !== null && { onRequest }),
    ...(onlyFor.length > 0 && { onlyFor }),
    ...(Object.keys(quota).length > 0 && { quota }),
  };
}

/** "Cardiology; Diabetes": a name may have commas. */
export const namesIn = (field: 'alsoIn' | 'onlyFor', lineIn: LineIn): string[] =>
  (lineIn(field) ?? '').split(/ ?; ?/).filter((name) => name !== '');

const kindsOfVisit: Readonly<Record<string, VisitKind>> = {
  ...{ first: 'first', 'first visit': 'first', 'first visits': 'first', new: 'first' },
  ...{ again: 'again', 'follow-up': 'again', 'follow-ups': 'again', review: 'again' },
};

/** "first: 2; follow-up: 1; Procedure: 3", by kind of visit or patient class. */
function slotsPerVisitIn(lineIn: LineIn): Pick<Interval, 'slotsPerVisit'> {
  const kinds: Partial<Record<VisitKind, number>> = {};
  const classes: { patientClass: string; slots: number }[] = [];
  for (const part of (lineIn('slotsPerVisit') ?? '').split(/ ?[;,] ?/).filter((part) => part !== '')) {
    const words = plainDigits(part)
      .split(/[ :=]/)
      .filter((word) => word !== '');
    const count = words.pop() ?? '';
    const name = words.join(' ');
    if (name === '' || !/^\d{1,2}$/.test(count)) throw new RowProblem('slotsPerVisit', 'number.wrong');
    const kind = kindsOfVisit[name.toLowerCase()];
    if (kind) kinds[kind] = Number(count);
    else classes.push({ patientClass: name, slots: Number(count) });
  }
  const slotsPerVisit = { ...kinds, ...(classes.length > 0 && { classes }) };
  return Object.keys(slotsPerVisit).length > 0 ? { slotsPerVisit } : {};
}

export const isYes = (line: string | null): boolean => line !== null && /^(?:yes|y|true|1|हाँ|हां)$/i.test(line);

/** A quota may be 0. */
function ceiling(list: 'first' | 'again' | 'total' | 'sameDay', field: ImportField, lineIn: LineIn) {
  const line = lineIn(field);
  if (line === null) return {};
  return { [list]: /^0+$/.test(plainDigits(line)) ? 0 : numberIn(field, lineIn, null) };
}

/** "19:00", "1 day before, 19:00". */
function dayAndTimeIn(field: 'bookFrom' | 'bookUntil' | 'firstUntil', lineIn: LineIn) {
  const text = lineIn(field);
  if (text === null) return {};
  const [whole, days, time] = dayAndTimePattern.exec(text) ?? [];
  if (whole === undefined || time === undefined) throw new RowProblem(field, 'time.wrong');
  const isDayBefore = days === undefined && /day before/i.test(whole);
  return { [field]: { daysBefore: isDayBefore ? 1 : Number(days ?? 0), time: timeOf(field, time) } };
}
