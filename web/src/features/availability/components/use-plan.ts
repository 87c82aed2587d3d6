import { clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { serverNow } from '../../../shared/clock.ts';
import { type useBookings, useTimesOf } from '../api/queries.ts';
import { affectedBy, type Choice, openTimes, timesTogether } from '../rules.ts';
import type { CalendarDay } from './day-button.tsx';
import type { Draft, DraftMode } from './use-choice.ts';

/** The draft applied to the current days. */
export function usePlan(props: {
  pocId: string;
  zone: string;
  days: readonly CalendarDay[];
  draft: Draft;
  bookings: ReturnType<typeof useBookings>;
}) {
  const { pocId, zone, days, draft, bookings } = props;
  const stateOf = new Map(days.map((day) => [day.date, day.state]));
  const [only] = draft.dates.length === 1 ? draft.dates : [];
  const mode = modeOf(draft, only !== undefined && stateOf.get(only) === 'none');
  // Dates that another desk has blocked meanwhile are removed from the selection and named.
  const open = draft.dates.filter((date) => stateOf.get(date) === 'available' || stateOf.get(date) === 'partial');
  // Typed hours are kept, so that the date can be unblocked for them.
  const dates = mode === 'hours' ? draft.dates : open;
  const skippedDates = [...draft.skippedDates, ...draft.dates]
    .filter((date) => stateOf.get(date) === 'blocked' && !dates.includes(date))
    .sort();
  const now = clinicNow(serverNow(), zone);
  const times = useTimesOf(pocId, mode === 'partial' ? dates : []);
  const slots = timesTogether(times.days ?? [], bookings.bookings ?? [], now);
  const free = new Set(slots.flatMap(({ time, state }) => (state === 'free' ? [time] : [])));
  const choice: Choice = {
    dates,
    mode: mode === 'hours' ? 'full' : mode,
    times: draft.times.filter((time) => free.has(time)),
  };
  const openOn = (date: string): string[] => {
    const day = times.days?.find((day) => day.date === date);
    return day ? openTimes(day.times, date, now) : [];
  };
  return {
    mode,
    /** The only chosen date, and its state. */
    only: only === undefined ? undefined : { date: only, state: stateOf.get(only) },
    dates,
    /** Blocked dates in the range. */
    leftOut: skippedDates,
    times,
    slots,
    choice,
    hits: bookings.bookings && affectedBy(bookings.bookings, choice),
    openOn,
  };
}

/** A date without hours can only be given some; hours are set for a single date. */
function modeOf({ mode, dates }: Draft, hasNoHours: boolean): DraftMode {
  if (hasNoHours) return 'hours';
  return mode === 'hours' && dates.length > 1 ? 'full' : mode;
}
