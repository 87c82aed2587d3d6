import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import { maxAtOnce } from '@dayline/contracts/endpoints/appointments/many';
import type { DayVisit } from '@dayline/contracts/endpoints/appointments/takings';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { dateSchema } from '@dayline/contracts/ids';
import type { Pending } from '../../shared/appointments/marking/pending-changes.ts';
import { withPending } from '../../shared/appointments/marking/rules.ts';

export type Takings = ResponseOf<'getTakings'>;

/** The day in the address; today if it is missing or in the future. */
export function dayOf(parameter: string | null, today: string): string {
  const day = dateSchema.safeParse(parameter).data;
  return day === undefined || day > today ? today : day;
}

/** Visits just marked here disappear at once. */
export const stillUnmarked = (visits: readonly DayVisit[], pending: Pending): DayVisit[] =>
  withPending(visits, pending).filter(({ Status }) => Status === 'Confirmed');
export const stillUnpaid = (visits: readonly DayVisit[], pending: Pending): DayVisit[] =>
  withPending(visits, pending).filter(
    ({ Status, Payment_Status }) => Payment_Status === 'Pay_later' && (Status === 'Confirmed' || Status === 'Availed'),
  );

/** Whether its time is in the future. */
export const isToCome = ({ AppointmentDate: date, AppointmentTime: time }: DayVisit, now: ClinicTime): boolean =>
  `${date} ${time}` > `${now.date} ${now.time}`;

/**
 * The no-shows, at most as many as one request accepts: without visits that have arrived, are still to come or are
 * being moved.
 */
export const restOf = (unmarkedVisits: readonly DayVisit[], now: ClinicTime): DayVisit[] =>
  unmarkedVisits
    .filter((visit) => !isToCome(visit, now))
    .filter(({ arrived, movingTo }) => !arrived && !movingTo)
    .slice(0, maxAtOnce);
