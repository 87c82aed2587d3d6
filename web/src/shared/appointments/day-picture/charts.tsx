import type { DayPicture } from '@dayline/contracts/endpoints/appointments/boards';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { BarChart } from '../../../ui/charts/bars.tsx';
import { countText } from '../../../ui/locale/words.ts';
import { clockTime, dayOfYear } from '../../format/time.ts';
import { fillOf } from '../fill.ts';
import { pictureText as text } from '../text.ts';
import { freePlaces, hourName, nowAmong, tickOf } from './rules.ts';

/** Height of both pictures, in px. */
export const chartHeight = 212;

const strength = { high: 100, medium: 78, low: 56 } as const;
/** The fuller, the stronger the colour. */
const bookedColour = (bookedCount: number, places: number): string =>
  `color-mix(in srgb, var(--dl-palette-primary-main) ${strength[fillOf(bookedCount, places)]}%, var(--dl-palette-background-paper))`;

const titleOf = (name: string, ...counts: readonly (readonly [word: string, count: number])[]): string =>
  [name, ...counts.map(([word, count]) => `${word} ${countText(count)}`)].join(' · ');

/** Today's bookings by hour, within the capacity. */
export function HourChart({ hours, now }: { hours: DayPicture['byHour']; now: string }) {
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const isLong = hours.length > 12;
  // On a phone a bar is narrower than its label.
  const step = isLong ? (isNarrow ? 6 : 3) : isNarrow && hours.length > 6 ? 3 : 1;
  const place = nowAmong(hours, now);
  return (
    <BarChart
      height={chartHeight}
      now={place && { at: (place.index + place.part) / hours.length, label: text.now(clockTime(now)) }}
      bars={hours.map((hour, index) => ({
        key: hour.hour,
        title: titleOf(hourName(hour.hour), [text.booked, hour.booked], [text.free, freePlaces(hour)]),
        tick: tickOf(hour.hour, { index, step, first: hours[0]?.hour }),
        parts: [
          {
            count: hour.booked,
            colour: bookedColour(hour.booked, hour.places),
            // On a phone a long day has no room for numbers: the table has them.
            label: hour.booked > 0 && !(isNarrow && isLong) ? countText(hour.booked) : undefined,
          },
          { count: freePlaces(hour), colour: 'fill.track' },
        ],
      }))}
    />
  );
}

const visitedColour = 'color-mix(in srgb, var(--dl-palette-fill-low) 72%, var(--dl-palette-background-paper))';

/** Visits and no-shows of the last 30 days; today's are hatched: the day isn't over. */
export function VisitChart({ days }: { days: DayPicture['lastDays'] }) {
  const last = days.length - 1;
  return (
    <BarChart
      height={chartHeight}
      bars={days.map(({ date, visited, notVisited }, index) => ({
        key: date,
        title: titleOf(dayOfYear(date), [text.visited, visited], [text.notVisited, notVisited]),
        // Today, and each week before it.
        tick: (last - index) % 7 === 0 ? dayOfYear(date) : undefined,
        parts: [
          { count: visited, colour: visitedColour, isHatched: index === last },
          { count: notVisited, colour: 'fill.medium', isHatched: index === last },
        ],
      }))}
    />
  );
}
