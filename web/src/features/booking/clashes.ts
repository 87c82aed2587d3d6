import { minutesOf } from '@dayline/contracts/clinic/schedule';
import type { Visit } from '@dayline/contracts/endpoints/patients';

/** The patient's other appointments that a desk should know before booking. */
export interface Clash {
  kind: 'sameHour' | 'sameDoctor';
  visit: Visit;
}

/** Visits less than this many minutes apart are at the same hour. */
const anHour = 60;

/** The patient's visits on the chosen day that are at the same hour, with any doctor, or with the same doctor. */
export function clashesOf(
  visits: readonly Visit[],
  { pocId, date, time }: { readonly pocId: string; readonly date: string; readonly time: string },
): Clash[] {
  if (time === '') return [];
  return visits
    .filter((visit) => visit.date === date)
    .flatMap((visit): Clash[] => {
      if (Math.abs(minutesOf(visit.time) - minutesOf(time)) < anHour) return [{ kind: 'sameHour', visit }];
      return visit.pocId === pocId ? [{ kind: 'sameDoctor', visit }] : [];
    });
}
