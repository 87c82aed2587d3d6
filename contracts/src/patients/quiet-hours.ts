import { addDays, clinicNow, instantOf } from '../clinic/clinic-time.ts';

/** Quiet hours of the clinic's zone, in which no patient is disturbed. */
const quietFrom = '21:00';
const quietUntil = '08:00';

/** The instant itself (ms since the epoch, UTC), or the end of the quiet hours that it is in. */
export function afterQuiet(instant: number, zone: string): number {
  const { date, time } = clinicNow(instant, zone);
  if (time >= quietFrom) return instantOf({ date: addDays(date, 1), time: quietUntil }, zone);
  return time < quietUntil ? instantOf({ date, time: quietUntil }, zone) : instant;
}
