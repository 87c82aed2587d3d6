import type { DayPicture } from '@dayline/contracts/endpoints/boards';
import { clockTime } from '../../shared/format/time.ts';
import { counted } from '../../shared/format/words.ts';

/** What the day still holds, under the welcome: '4 patients still to come today, the next at 11:20 AM.' */
export function dayLine({ todayToCome, nextUp }: Pick<DayPicture, 'todayToCome' | 'nextUp'>): string {
  const [next] = nextUp;
  if (todayToCome === 0 || !next) return 'Nobody is expected any more today.';
  return `${counted(todayToCome, 'patient')} still to come today, the next at ${clockTime(next.AppointmentTime)}.`;
}
