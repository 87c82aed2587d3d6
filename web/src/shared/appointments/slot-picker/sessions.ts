import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import { addDays, daysBetween } from '@dayline/contracts/clinic/clinic-time';
import { minutesOf } from '@dayline/contracts/clinic/schedule';
import type { ShownSession } from '@dayline/contracts/clinic/sessions';
import { clockTime, shortWeekdayAndDate } from '../../format/time.ts';
import type { TimeChoice } from '../time-slot-grid.tsx';
import { slotPickerText as text } from './text.ts';
import { endOfTime, type Time } from './times.ts';

/** The times of a date that belong together, with the details of their session. */
export interface SessionChoice {
  /** HH:mm, like `to`. */
  from: string;
  to: string;
  session: ShownSession;
  /** The hours over a midnight that it is a part of. */
  night: Time['night'];
  /** When bookings open, while they have not. */
  opens: ClinicTime | undefined;
  /** The time at which bookings close, if not the usual one (a slot's start, or the end of the only slot). */
  closes: ClinicTime | undefined;
  /** Bookings for each slot close separately. */
  isPerSlot: boolean;
  lists: NonNullable<Time['lists']>;
  /** The length of such a visit, if it takes several slots. */
  visitMinutes: number | undefined;
  choices: readonly TimeChoice[];
}

/** Until when the patient may come, if the time is the only one of a session that takes patients as they come. */
export function comeUntilOf(times: readonly Time[], time: string): string | undefined {
  const slot = times.find(({ appointment_time }) => appointment_time === time);
  if (slot?.closes === undefined || slot.session?.openEnd) return undefined;
  const isOnly = times.filter(({ sessionIndex }) => sessionIndex === slot.sessionIndex).length === 1;
  return isOnly ? endOfTime(slot) : undefined;
}

/**
 * The sessions of a date, by time; hours without a session between two others count as one too. Empty if no hours of
 * the date are a session. `choices` are those of the times, in their order.
 */
export function sessionsOf(times: readonly Time[], choices: readonly TimeChoice[]): SessionChoice[] {
  const [firstTime, otherTime] = [times[0], times.find(({ sessionIndex }) => sessionIndex !== undefined)];
  if (!firstTime || !otherTime) return [];
  const starts = times.flatMap((time, index) =>
    index === 0 || time.sessionIndex !== times[index - 1]?.sessionIndex ? [index] : [],
  );
  return starts.map((start, index) => {
    const own = times.slice(start, starts[index + 1]);
    const first = own[0] ?? firstTime;
    const last = own.at(-1) ?? firstTime;
    const to = endOfTime(last);
    const isOnly = comeUntilOf(times, first.appointment_time) !== undefined;
    const closes = own.find((time) => time.closes)?.closes;
    return {
      from: first.appointment_time,
      to,
      session: first.session ?? {},
      night: first.night,
      opens: own.find((time, at) => choices[start + at]?.state === 'early' && time.opens)?.opens,
      closes: isOnly && closes?.time === to ? undefined : closes,
      isPerSlot: own.length > 1 && first.closes !== undefined && first.closes.time !== last.closes?.time,
      lists: first.lists ?? {},
      visitMinutes: own.find(({ visitMinutes }) => visitMinutes)?.visitMinutes,
      choices: choices.slice(start, starts[index + 1]).map((choice) => (isOnly ? { ...choice, until: to } : choice)),
    };
  });
}

/** `8:00 PM to 1:00 AM the next day`, also of the part after midnight: then with the date of the evening. */
export function hoursText(date: string, { from, to, session, night }: SessionChoice): string {
  if (night && night.date !== date) {
    return text.hours(text.onDay(shortWeekdayAndDate(night.date), clockTime(night.from)), clockTime(night.to));
  }
  if (session.openEnd) return text.from(clockTime(from));
  return night
    ? text.hoursToNextDay(clockTime(night.from), clockTime(night.to))
    : text.hours(clockTime(from), clockTime(to));
}

/** Where the other times of hours over a midnight are. */
export function nightText(date: string, { night }: SessionChoice): string | undefined {
  if (!night) return undefined;
  return night.date === date ? text.afterMidnightOn(shortWeekdayAndDate(addDays(date, 1))) : text.afterMidnight;
}

/** `bookings open today, 7:00 AM`, `bookings close at 7:00 PM the day before`. */
export function closeText(
  date: string,
  { session, opens, closes, choices, isPerSlot, from }: SessionChoice,
): string | undefined {
  if (session.onRequest !== undefined) return undefined;
  if (choices.every(({ state }) => state === 'closed' || state === 'passed')) return text.booksUntil.closed;
  if (opens) return text.opensAt(`${shortWeekdayAndDate(opens.date)}, ${clockTime(opens.time)}`);
  if (!closes) return choices.length === 1 && choices[0]?.until ? undefined : text.booksUntil.begins;
  if (isPerSlot) return text.booksUntil.before(minutesBetween(closes, { date, time: from }));
  const time = clockTime(closes.time);
  if (closes.date === date) return text.booksUntil.thatDay(time);
  if (closes.date === addDays(date, -1)) return text.booksUntil.dayBefore(time);
  return text.booksUntil.on(time, shortWeekdayAndDate(closes.date));
}

const minutesBetween = (from: ClinicTime, to: ClinicTime): number =>
  daysBetween(from.date, to.date) * 24 * 60 + minutesOf(to.time) - minutesOf(from.time);
