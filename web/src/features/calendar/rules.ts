import { type Calendar, type HospitalDay, hospitalDayOn } from '@dayline/contracts/clinic/calendar';
import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { type Weekday, weekdayOf } from '@dayline/contracts/clinic/schedule';
import { isNth, type Nth } from '@dayline/contracts/clinic/sessions';
import { occasionOf } from '@dayline/contracts/endpoints/calendar';
import type { RequestInputOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { clockTime, shortWeekdayAndDate, weekdayText } from '../../shared/format/time.ts';
import { nths, nthText } from '../../shared/hours/hours-words.ts';
import { dateText } from '../../ui/locale/dates.ts';
import { listWords } from '../../ui/locale/words.ts';
import { calendarText as text } from './text.ts';

export type CalendarOfClient = ResponseOf<'listHospitalDays'>;
export type Day = CalendarOfClient['days'][number];

/** The month a number of months after another (yyyy-mm). */
export const monthLater = (month: string, months: number): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + months)).toISOString().slice(0, 7);

/** The dates of a month, yyyy-mm. */
export function datesOfMonth(month: string): string[] {
  const first = `${month}-01`;
  const dates: string[] = [];
  for (let date = first; date.startsWith(month); date = addDays(date, 1)) dates.push(date);
  return dates;
}

/** `Nov 2026` of yyyy-mm. */
export const monthText = (month: string): string =>
  dateText(Date.parse(`${month}-01T00:00:00Z`), { month: 'short', year: 'numeric' });

const isMonth = /^\d{4}-(?:0[1-9]|1[0-2])$/;
/** The first month shown: the address's, or else today's. */
export const monthOf = (parameter: string | null, today: string): string =>
  parameter !== null && isMonth.test(parameter) ? parameter : today.slice(0, 7);

/** The list as the calendar type of the server's rules, so that both use the same function for the days in force. */
export function calendarOf({ revision, days }: CalendarOfClient): Calendar {
  const chunk = days.flatMap((day): HospitalDay[] => {
    const occasion = occasionOf({ ...day, date: day.date ?? undefined, weekday: day.weekday ?? undefined });
    return occasion ? [{ ...day, on: occasion }] : [];
  });
  return { revision, days: chunk };
}

/** The days in force on dates, for one branch or all. */
export function daysInForce(
  listedCalendar: CalendarOfClient,
  branchId: number | null,
): (date: string) => readonly Day[] {
  const calendar = calendarOf(listedCalendar);
  const byId = new Map(listedCalendar.days.map((day) => [day.dayId, day]));
  const branches = branchId === null ? [0, ...listedCalendar.branches.map(({ id }) => id)] : [branchId];
  return (date) => {
    const ids = new Set(branches.map((id) => hospitalDayOn(calendar, date, id)?.dayId));
    return [...ids].flatMap((id) => byId.get(id ?? '') ?? []);
  };
}

/** The days that still apply on some date; rules first. */
export const daysAhead = ({ days }: CalendarOfClient, today: string, branchId: number | null): Day[] => {
  const ahead = days.filter(
    (day) =>
      day.liftedFrom === null &&
      (day.to === null || day.to >= today) &&
      (branchId === null || day.branchId === null || day.branchId === branchId),
  );
  return [...ahead.filter((day) => day.date === null), ...ahead.filter((day) => day.date !== null)];
};

const wholeDay = { from: '00:00', to: '24:00' };

/** Whether a date is excluded from a rule: the whole day is open. */
export const isAsUsual = ([first]: Day['open']): boolean => first?.from === wholeDay.from && first.to === wholeDay.to;

/** The request that opens one date of a rule. */
export const requestAsUsual = (
  { branchId }: Day,
  date: string,
  clientId: string,
): RequestInputOf<'setHospitalDay'> => ({ clientId, date, branchId, name: text.asUsual, open: [wholeDay] });

/** `Closed`, `Usual hours`, or `9:00 AM to 1:00 PM`. */
export function hoursText({ open, bookUntil }: Pick<Day, 'open' | 'bookUntil'>): string {
  if (open.length === 0) return text.closed;
  const hours = isAsUsual(open)
    ? text.usualHours
    : listWords(open.map((span) => text.span(clockTime(span.from), clockTime(span.to))));
  return bookUntil === undefined ? hours : `${hours}, ${text.booksUntil(clockTime(bookUntil))}`;
}

/** `Fri, Dec 25`, `Every Sun`, or `1st and 3rd Sat`. */
export function whenText({ date, weekday, weeks }: Pick<Day, 'date' | 'weekday' | 'weeks'>): string {
  if (date !== null) return shortWeekdayAndDate(date);
  const short = weekdayText(weekday ?? 'Monday', 'short');
  return weeks.length === 0 ? text.every(short) : text.rule(listWords(weeks.map(nthText)), short);
}

/** The name of a branch; for null, the words for all branches. */
export function branchText({ branches }: CalendarOfClient, branchId: number | null): string {
  if (branchId === null) return text.allBranches;
  return branches.find(({ id }) => id === branchId)?.name ?? text.branchNumber(branchId);
}

/** A form's entries. */
export interface Draft {
  repeats: 'date' | 'weekday';
  date: string;
  weekday: Weekday;
  weeks: readonly Nth[];
  /** A rule's first and last date; '' means from today on, and without end. */
  from: string;
  to: string;
  name: string;
  isClosed: boolean;
  open: Day['open'];
  /** When bookings close; '' means as usual. */
  bookUntil: string;
  /** '' for all. */
  branchId: string;
}

const morning = { from: '08:00', to: '13:00' };

/** Which occurrence of its weekday in the month a date is: the second Tuesday gives 2. */
export const nthOf = (date: string): Nth => nths.find((nth) => nth !== 'last' && isNth([nth], date)) ?? 'last';

/** A day to add on a date; '' if no date is chosen yet. */
export const newDraft = (date: string, branchId: number | null): Draft => ({
  repeats: 'date',
  date,
  weekday: date === '' ? 'Saturday' : weekdayOf(date),
  weeks: date === '' ? [] : [nthOf(date)],
  ...{ from: '', to: '', name: '', isClosed: true, open: [morning], bookUntil: '' },
  branchId: branchId === null ? '' : String(branchId),
});

/** A day to change: a rule that has already begun keeps its past, so it is changed from today on. */
export const draftOf = (day: Day, today: string): Draft => ({
  repeats: day.date === null ? 'weekday' : 'date',
  date: day.date ?? '',
  weekday: day.weekday ?? weekdayOf(day.from),
  weeks: day.weeks,
  from: day.from > today && day.date === null ? day.from : '',
  to: day.date === null ? (day.to ?? '') : '',
  name: day.name,
  isClosed: day.open.length === 0,
  open: day.open.length === 0 ? [morning] : day.open,
  bookUntil: day.bookUntil ?? '',
  branchId: day.branchId === null ? '' : String(day.branchId),
});

export type Faults = Partial<Record<'name' | 'date' | 'from' | 'to' | `open.${number}`, string>>;

/** The faults of a draft; a missing name is shown only on saving. */
export function faultsOf(draft: Draft, today: string): Faults {
  const faults: Faults = {};
  if (draft.repeats === 'date') {
    if (draft.date === '') faults.date = text.dateMissing;
    else if (draft.date < today) faults.date = text.dateOver;
  } else {
    if (draft.from !== '' && draft.from < today) faults.from = text.dateOver;
    if (draft.to !== '' && draft.to < (draft.from || today)) faults.to = text.endsFirst;
  }
  if (!draft.isClosed) {
    for (const [index, span] of draft.open.entries()) {
      if (!(span.from !== '' && span.to !== '' && span.from < span.to)) faults[`open.${index}`] = text.hoursWrong;
    }
  }
  return faults;
}

/** The request of a complete draft. */
export function requestOf(draft: Draft, clientId: string): Omit<RequestInputOf<'setHospitalDay'>, 'name'> {
  const when =
    draft.repeats === 'date'
      ? { date: draft.date }
      : {
          weekday: draft.weekday,
          weeks: [...draft.weeks],
          ...(draft.from === '' ? {} : { from: draft.from }),
          ...(draft.to === '' ? {} : { to: draft.to }),
        };
  return {
    clientId,
    ...when,
    branchId: draft.branchId === '' ? null : Number(draft.branchId),
    open: draft.isClosed ? [] : [...draft.open],
    ...(draft.isClosed || draft.bookUntil === '' ? {} : { bookUntil: draft.bookUntil }),
  };
}

/** The request that sets a removed day again. */
export const requestOfDay = (day: Day, clientId: string, today: string): RequestInputOf<'setHospitalDay'> => ({
  ...requestOf(draftOf(day, today), clientId),
  name: day.name,
});
