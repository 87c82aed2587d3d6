import { type ClinicTime, hasPassed } from '@dayline/contracts/clinic/clinic-time';
import { spanFrom } from '@dayline/contracts/clinic/spans';

/** When a doctor's slot can be booked. */
export interface Closing {
  /** The start (yyyy-mm-dd and HH:mm at the clinic), and the length. */
  date: string;
  time: string;
  minutes: number;
  /** When bookings open; if absent, they are open. */
  opens?: ClinicTime;
  /** When bookings close; if absent, at the start. */
  closes?: ClinicTime;
}

const isOver = (at: ClinicTime, now: ClinicTime): boolean =>
  at.date < now.date || (at.date === now.date && at.time <= now.time);

export type BookingState = 'early' | 'open' | 'closed' | 'passed';

/** By the page's clock: a session may close before its slot is over, and its only slot may be long. */
export function closingOf({ date, time, minutes, opens, closes }: Closing, now: ClinicTime): BookingState {
  if (closes ? isOver(closes, now) : hasPassed(date, time, now)) {
    return !closes || isOver({ date, time: spanFrom(time, minutes).to }, now) ? 'passed' : 'closed';
  }
  return opens && !isOver(opens, now) ? 'early' : 'open';
}
