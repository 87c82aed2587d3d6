import { minutesOf, type Week, weekdays } from '@dayline/contracts/clinic/schedule';
import { paiseOf, rupeesOf } from '@dayline/contracts/fields/money';
import { isAmount, isMeetingLink } from '../../shared/format/doctor-fields.ts';
import { formatText } from '../../shared/format/text.ts';
import { weekdayText } from '../../shared/format/time.ts';
import { feesText, linkText, profileText } from './text.ts';

/** The error of a link. */
export function linkProblem(input: string): string | undefined {
  if (input.trim() === '') return linkText.missing;
  return isMeetingLink(input.trim()) ? undefined : linkText.invalid;
}

/** The error of an amount: "required; number of at least 0" (section 5). */
export function feesProblem(input: string): string | undefined {
  if (input.trim() === '') return feesText.missing;
  return isAmount(input.trim()) ? undefined : feesText.invalid;
}

/** "500.00" of 500, 500. or 500.0: "sent with two decimals" (section 5). */
export const feesOnWire = (input: string): string => rupeesOf(paiseOf(input.trim()));

/** `Mon to Sat, 300 places` for a week's schedule; `Mon, Wed, 40 places` if days between are off. */
export function weekWords(week: Week): string {
  const at = week.filter(({ timeIntervals }) => timeIntervals.length > 0).map(({ day }) => weekdays.indexOf(day));
  const [first, last] = [Math.min(...at), Math.max(...at)];
  if (at.length === 0) return '';
  const short = (index: number) => weekdayText(weekdays[index] ?? 'Monday', 'short');
  const isRun = at.length > 2 && last - first === at.length - 1;
  const days = isRun
    ? formatText.range(short(first), short(last))
    : at
        .sort((a, b) => a - b)
        .map(short)
        .join(', ');
  const places = week
    .flatMap(({ timeIntervals }) => timeIntervals)
    .reduce(
      (sum, { startTime, endTime, slotDuration, appointmentsPerSlot }) =>
        sum + Math.floor((minutesOf(endTime) - minutesOf(startTime)) / slotDuration) * appointmentsPerSlot,
      0,
    );
  return profileText.week(days, places);
}
