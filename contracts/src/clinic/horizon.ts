import { addDays } from './clinic-time.ts';

/** Days ahead that can be booked, counted from the clinic's current date; the default of `BOOKING_HORIZON_DAYS`. */
export const bookingHorizonDays = 60;

/** The last date that can be booked: `horizonDays` days after the clinic's current date. */
export const lastBookableDate = (today: string, horizonDays: number = bookingHorizonDays): string =>
  addDays(today, horizonDays);

/** Days ahead that can be blocked: leave is planned by the year. */
const blockHorizonDays = 366;

/** The last date that can be blocked; never before the last that can be booked. */
export function lastBlockableDate(today: string, lastBookable: string = today): string {
  const last = addDays(today, blockHorizonDays);
  return last > lastBookable ? last : lastBookable;
}

/** Days of a leave, at most. */
export const maxLeaveDays = 92;
