import type { WaitingPatient } from '@dayline/contracts/endpoints/appointments/waiting';
import { clockTime, shortDate, shortWeekdayAndDate } from '../../shared/format/time.ts';
import { phoneText } from '../../ui/locale/words.ts';
import { waitingText as text } from './text.ts';

/** 'Nov 24 to Nov 27, 9:00 AM to 12:00 PM' */
export function daysOf({ from, to, times }: Pick<WaitingPatient, 'from' | 'to' | 'times'>): string {
  const days = from === to ? shortWeekdayAndDate(from) : `${shortDate(from)} – ${shortDate(to)}`;
  return times === null ? days : `${days}, ${clockTime(times.from)} – ${clockTime(times.to)}`;
}

/** 'Tue, Nov 24, 9:00 AM' */
export const placeOf = ({ date, time }: { readonly date: string; readonly time: string }): string =>
  `${shortWeekdayAndDate(date)}, ${clockTime(time)}`;

export const nameOf = ({ patientName }: Pick<WaitingPatient, 'patientName'>): string => patientName ?? text.erased;

/** 'Meera Nair, +91 90000 10427, Nov 24 – Nov 27': entries of one name differ. */
export const choiceOf = (row: WaitingPatient): string =>
  [nameOf(row), ...(row.patientPhone === null ? [] : [phoneText(row.patientPhone)]), daysOf(row)].join(', ');

/** The doctors and departments that somebody waits for, by name. */
export function targetsOf(rows: readonly WaitingPatient[]): { readonly value: string; readonly label: string }[] {
  const names = new Map(rows.map(({ pocId, departmentId, target }) => [pocId ?? departmentId ?? '', target]));
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label));
}
