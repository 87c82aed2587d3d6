import { type ClinicTime, hasPassed } from '@dayline/contracts/clinic/clinic-time';
import { spanFrom } from '@dayline/contracts/clinic/spans';

/** When a time of a doctor can be booked. */
export interface Closing {
  /** yyyy-mm-dd and HH:mm of the clinic, and its length. */
  date: string;
  time: string;
  minutes: number;
  /** When bookings close; when the time begins if absent. */
  closes?: ClinicTime;
}

const isOver = (at: ClinicTime, now: ClinicTime): boolean =>
  at.date < now.date || (at.date === now.date && at.time <= now.time);

/** Judged by the page's clock: a session may close before its time is over, and its only time may last long. */
export function closingOf({ date, time, minutes, closes }: Closing, now: ClinicTime): 'open' | 'closed' | 'passed' {
  if (!closes) return hasPassed(date, time, now) ? 'passed' : 'open';
  if (!isOver(closes, now)) return 'open';
  return isOver({ date, time: spanFrom(time, minutes).to }, now) ? 'passed' : 'closed';
}
