import { type HallTime, isLate } from '@dayline/contracts/clinic/clinic-time';
import { minutesOf } from '@dayline/contracts/clinic/schedule';
import type { DayPicture, TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { dayTimeText } from '../../../ui/locale/dates.ts';
import { appointmentText, pictureText as text } from '../text.ts';

/** `8` for '08', `1` for '13': an hour of the day under its bar. */
export const hourLabel = (hour: string): string => String(Number(hour) % 12 || 12);
/** `8 AM` for '08': for a table, which has no axis to show the half of the day. */
export const hourName = (hour: string): string => dayTimeText(hour);

/** From the first to the last hour with capacity or bookings. */
export function openHours<Hour extends { places: number; booked: number }>(hours: readonly Hour[]): Hour[] {
  const isOpen = (hour: Hour) => hour.places > 0 || hour.booked > 0;
  const first = hours.findIndex(isOpen);
  return first < 0 ? [] : hours.slice(first, hours.findLastIndex(isOpen) + 1);
}

/**
 * The label of every `step`th hour: with `AM` or `PM` for the first hour of each half of the day and where hours are
 * left out, otherwise only the hour.
 */
export function tickOf(
  hour: string,
  { index, step, first }: { readonly index: number; readonly step: number; readonly first: string | undefined },
): string | undefined {
  if (index % step !== 0) return undefined;
  return step > 1 || hour === first || hour === '12' || hour === '00' ? hourName(hour) : hourLabel(hour);
}

/** Free capacity of the hour; never below 0, even if a block came after the bookings. */
export const freePlaces = ({ booked, places }: { booked: number; places: number }): number =>
  Math.max(0, places - booked);

/**
 * The position of `now` (HH:mm) among the hours: the hour's index and its elapsed fraction; undefined outside of them.
 */
export function nowAmong(hours: readonly { hour: string }[], now: string): { index: number; part: number } | undefined {
  const index = hours.findIndex(({ hour }) => hour === now.slice(0, 2));
  return index < 0 ? undefined : { index, part: Number(now.slice(3, 5)) / 60 };
}

/** `3 h 22 min late`; undefined while an appointment isn't late, or once the patient has arrived. */
export const lateText = (
  {
    AppointmentDate,
    AppointmentTime,
    presence,
  }: Pick<TodaysAppointment, 'AppointmentDate' | 'AppointmentTime' | 'presence'>,
  now: HallTime,
): string | undefined =>
  !presence && isLate(AppointmentDate, AppointmentTime, now)
    ? appointmentText.late(minutesOf(now.time) - minutesOf(AppointmentTime))
    : undefined;

/** Total visits and no-shows of all days; `rate` is the no-shows' share in percent, with one decimal. */
export function visitTotals(days: DayPicture['lastDays']): { visited: number; notVisited: number; rate: string } {
  const visitedCount = days.reduce((sum, day) => sum + day.visited, 0);
  const notVisited = days.reduce((sum, day) => sum + day.notVisited, 0);
  const all = visitedCount + notVisited;
  return { visited: visitedCount, notVisited, rate: (all === 0 ? 0 : (100 * notVisited) / all).toFixed(1) };
}

/** '31 of them today, 2 late' */
export const toComeHint = ({ todayToCome, todayLate }: Pick<DayPicture, 'todayToCome' | 'todayLate'>): string =>
  todayLate > 0 ? text.ofTodayLate(todayToCome, todayLate) : text.ofToday(todayToCome);

/** "93 of 148 places booked". */
export const bookedPlaces = (hours: DayPicture['byHour']): { booked: number; places: number } => ({
  booked: hours.reduce((sum, hour) => sum + hour.booked, 0),
  places: hours.reduce((sum, hour) => sum + hour.places, 0),
});
