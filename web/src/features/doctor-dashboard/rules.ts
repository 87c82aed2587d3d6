import { isLate } from '@dayline/contracts/clinic/clinic-time';
import type { DayPicture } from '@dayline/contracts/endpoints/appointments/boards';
import { clockTime } from '../../shared/format/time.ts';
import { counted } from '../../ui/locale/words.ts';

type Day = Pick<DayPicture, 'today' | 'now' | 'todayToCome' | 'todayLate' | 'nextUp'>;

/** The rest of the day, under the welcome: '4 patients still to come today, the next at 11:20 AM. 2 are late.' */
export function dayLine({ today, now, todayToCome, todayLate, nextUp }: Day): string {
  const late = todayLate === 0 ? '' : ` ${todayLate} ${todayLate === 1 ? 'is' : 'are'} late.`;
  const toCome = todayToCome - todayLate;
  if (toCome === 0) return late === '' ? 'Nobody is expected any more today.' : `Nobody else is expected today.${late}`;
  // The list has five entries, late ones first: if all are late, the next one is unknown.
  const next = nextUp.find((one) => !isLate(one.AppointmentDate, one.AppointmentTime, { date: today, time: now }));
  const when = next ? `, the next at ${clockTime(next.AppointmentTime)}` : '';
  return `${counted(toCome, 'patient')} still to come today${when}.${late}`;
}
