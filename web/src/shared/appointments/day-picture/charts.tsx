import type { DayPicture } from '@dayline/contracts/endpoints/appointments/boards';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { BarChart } from '@mui/x-charts/BarChart';
import { useDrawingArea, useXScale } from '@mui/x-charts/hooks';
import { clockTime, dayOfYear } from '../../format/time.ts';
import { fillOf } from '../fill.ts';
import { pictureText as text } from '../text.ts';
import { chartHeight, chartLook } from './chart-look.ts';
import { freePlaces, hourName, nowAmong, tickLabel } from './rules.ts';

/** What both pictures have in common. */
const common = {
  height: chartHeight,
  hideLegend: true,
  skipAnimation: true,
  disableKeyboardNavigation: true,
  grid: { horizontal: true },
  yAxis: [{ disableLine: true, disableTicks: true, width: 32, tickMinStep: 1, tickNumber: 4 }],
  sx: chartLook,
};
const axis = { scaleType: 'band', disableLine: true, disableTicks: true, height: 24 } as const;

const strength = { high: 100, medium: 78, low: 56 } as const;

/** The clinic's current time as a line across the bars. */
function NowLine({ hours, now }: { hours: DayPicture['byHour']; now: string }) {
  const scale = useXScale<'band'>();
  const { left, top, width, height } = useDrawingArea();
  const place = nowAmong(hours, now);
  const hour = place && hours[place.index]?.hour;
  const start = hour === undefined ? undefined : scale(hour);
  if (!place || start === undefined) return null;
  const x = start + scale.bandwidth() * place.part;
  const late = x > left + width - 90;
  return (
    <g pointerEvents="none">
      <line
        x1={x}
        x2={x}
        y1={top - 16}
        y2={top + height}
        stroke="var(--dl-palette-text-primary)"
        strokeDasharray="2 3"
      />
      <text
        x={late ? x - 6 : x + 6}
        y={top - 8}
        textAnchor={late ? 'end' : 'start'}
        fill="var(--dl-palette-text-primary)"
        fontSize={12}
        fontWeight={600}
      >
        {text.now(clockTime(now))}
      </text>
    </g>
  );
}

/** Bookings of today by hour, stacked within the places. */
export function HourChart({ hours, now }: { hours: DayPicture['byHour']; now: string }) {
  const theme = useTheme();
  const isNarrow = useMediaQuery(theme.breakpoints.down('sm'));
  const step = hours.length <= 12 ? 1 : isNarrow ? 6 : 3;
  const booked = (index: number): string => {
    const hour = hours[index];
    const level = hour ? fillOf(hour.booked, hour.places) : 'low';
    return `color-mix(in srgb, var(--dl-palette-primary-main) ${strength[level]}%, var(--dl-palette-background-paper))`;
  };
  return (
    <BarChart
      {...common}
      margin={{ top: 24, right: 8, bottom: 0, left: 0 }}
      borderRadius={3}
      xAxis={[
        {
          ...axis,
          data: hours.map(({ hour }) => hour),
          valueFormatter: (hour: string, { location }: { location: string }) =>
            location === 'tick' && step === 1 ? tickLabel(hour, hours[0]?.hour) : hourName(hour),
          // Else the chart leaves out the longest labels, such as noon.
          tickLabelInterval: (_hour: string, index: number) => index % step === 0,
          categoryGapRatio: 0.4,
        },
      ]}
      series={[
        {
          label: text.booked,
          data: hours.map((hour) => hour.booked),
          stack: 'places',
          color: theme.palette.primary.main,
          colorGetter: ({ dataIndex }) => booked(dataIndex),
          // On a phone a long day has no room for numbers: the table has them.
          barLabel: ({ value }, { bar }) => (value && bar.width >= 11 ? String(value) : null),
          barLabelPlacement: 'outside',
        },
        {
          label: text.free,
          data: hours.map(freePlaces),
          stack: 'places',
          color: 'var(--dl-palette-fill-track)',
        },
      ]}
    >
      <NowLine hours={hours} now={now} />
    </BarChart>
  );
}

const visited = 'color-mix(in srgb, var(--dl-palette-fill-low) 72%, var(--dl-palette-background-paper))';
const notVisited = 'var(--dl-palette-fill-medium)';

/** The filling of a bar that still grows. */
const Hatching = ({ id, colour }: { id: string; colour: string }) => (
  <pattern id={id} width={4} height={4} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width={2} height={4} fill={colour} />
  </pattern>
);

/** Visits and no-shows of the last 30 days, stacked; today's are hatched: the day isn't over. */
export function VisitChart({ days }: { days: DayPicture['lastDays'] }) {
  const last = days.length - 1;
  return (
    <BarChart
      {...common}
      margin={{ top: 12, right: 24, bottom: 0, left: 0 }}
      borderRadius={2}
      xAxis={[
        {
          ...axis,
          data: days.map(({ date }) => date),
          valueFormatter: dayOfYear,
          // Today, and each week before it.
          tickLabelInterval: (_date: string, index: number) => (last - index) % 7 === 0,
          categoryGapRatio: 0.35,
        },
      ]}
      series={[
        {
          label: text.visited,
          data: days.map((day) => day.visited),
          stack: 'visits',
          color: visited,
          colorGetter: ({ dataIndex }) => (dataIndex === last ? 'url(#today-visited)' : visited),
        },
        {
          label: text.notVisited,
          data: days.map((day) => day.notVisited),
          stack: 'visits',
          color: notVisited,
          colorGetter: ({ dataIndex }) => (dataIndex === last ? 'url(#today-not-visited)' : notVisited),
        },
      ]}
    >
      <defs>
        <Hatching id="today-visited" colour={visited} />
        <Hatching id="today-not-visited" colour={notVisited} />
      </defs>
    </BarChart>
  );
}
