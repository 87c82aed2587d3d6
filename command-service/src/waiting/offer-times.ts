import { afterQuiet } from '@dayline/contracts/patients/quiet-hours';

/** Lengths of time are ms, instants ms since the epoch, UTC. */
const minute = 60_000;

/** How long a patient has for an answer. */
const answerMs = 120 * minute;
/** How much of it is left at the end of quiet hours in which it would end. */
const inTheMorning = 60 * minute;
/** An offer ends this long before the visit, so that others can still have the place. */
const beforeVisit = 30 * minute;
/** An offer that would be shorter is not made: the desk sees the free place, and can call. */
const shortest = 10 * minute;

/**
 * Until when a place is offered; null if it begins too soon. Quiet hours count for nothing: an offer in the evening lasts
 * into the morning. None lasts beyond the close of the bookings.
 */
export function offeredUntil(
  now: number,
  {
    startsAt,
    closesAt = startsAt,
    zone,
  }: { readonly startsAt: number; readonly closesAt?: number; readonly zone: string },
) {
  const end = afterQuiet(now, zone) + answerMs;
  const awake = afterQuiet(end, zone);
  const until = Math.min(awake > end ? awake + inTheMorning : end, startsAt - beforeVisit, closesAt);
  return until - now < shortest ? null : until;
}
