import { addDays } from '../clinic/clinic-time.ts';

/** The most patients in one request for erasure by retention. */
export const maxErasedAtOnce = 50;

/** The first date whose visits keep a patient; `today` is the clinic's. */
export const visitedFrom = (today: string, years: number): string =>
  `${Number(today.slice(0, 4)) - years}${today.slice(4).replace('-02-29', '-02-28')}`;

/** Why retention keeps a patient: registered, booked or visited since, or another record of the person exists. */
export const keptReasons = ['visit', 'merged'] as const;
export type KeptReason = (typeof keptReasons)[number];

/** The reason of an erasure by retention, in the log. @param from the first date whose visits keep a patient */
export const erasedByRetention = (from: string): string => `Retention: no visit since ${from}`;

/** The most months of sign-ins in one request for erasure. */
export const maxMonthsAtOnce = 60;

/**
 * The first month whose sign-ins are kept, so that each erased one is older than the years; `today` is the clinic's. As
 * of the day before: months are of UTC, and end later than at a clinic to the east.
 */
export const signInsKeptFrom = (today: string, years: number): string =>
  visitedFrom(addDays(today, -1), years).slice(0, 7);
