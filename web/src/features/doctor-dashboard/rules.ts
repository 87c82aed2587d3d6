import { isLate } from '@dayline/contracts/clinic/clinic-time';
import type { DayPicture } from '@dayline/contracts/endpoints/appointments/boards';
import { clockTime } from '../../shared/format/time.ts';
import { dashboardText as text } from './text.ts';

type Day = Pick<DayPicture, 'today' | 'now' | 'todayToCome' | 'todayLate' | 'nextUp'>;

/** The rest of the day, under the welcome: '4 patients still to come today, the next at 11:20 AM. 2 are late.' */
export function dayLine({ today, now, todayToCome, todayLate, nextUp }: Day): string {
  const toCome = todayToCome - todayLate;
  if (toCome === 0) return todayLate === 0 ? text.nobody : `${text.nobodyElse} ${text.late(todayLate)}`;
  // The list has five entries, late ones first: if all are late, the next one is unknown.
  const next = nextUp.find(
    (visit) => !isLate(visit.AppointmentDate, visit.AppointmentTime, { date: today, time: now }),
  );
  const line = next ? text.toComeNext(toCome, clockTime(next.AppointmentTime)) : text.toCome(toCome);
  return todayLate === 0 ? line : `${line} ${text.late(todayLate)}`;
}
