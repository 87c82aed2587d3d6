import { addDays } from './clinic-time.ts';

/** Days ahead that can be booked, counted from the clinic's today; the default of `BOOKING_HORIZON_DAYS`. */
export const bookingHorizonDays = 60;

/** The last date that can be booked: `horizonDays` days after the clinic's today. */
export const lastBookableDate = (today: string, horizonDays: number = bookingHorizonDays): string =>
  addDays(today, horizonDays);
