import type { DayPicture } from '@dayline/contracts/endpoints/boards';
import { BarChart } from '@mui/x-charts/BarChart';
import { shortDate } from '../format/time.ts';
import { chartHeight, chartLook } from './chart-look.ts';

/** Visits and no-shows of the last 30 days, one on the other. */
export default function VisitChart({ days }: { days: DayPicture['lastDays'] }) {
  const first = days[0]?.date;
  const last = days.at(-1)?.date;
  return (
    <BarChart
      height={chartHeight}
      margin={{ top: 12, right: 24, bottom: 0, left: 0 }}
      borderRadius={2}
      hideLegend
      skipAnimation
      disableKeyboardNavigation
      grid={{ horizontal: true }}
      xAxis={[
        {
          scaleType: 'band',
          data: days.map(({ date }) => date),
          valueFormatter: shortDate,
          // Only the ends are named: the days between follow by themselves.
          tickLabelInterval: (date: string) => date === first || date === last,
          categoryGapRatio: 0.35,
          disableLine: true,
          disableTicks: true,
          height: 24,
        },
      ]}
      yAxis={[{ disableLine: true, disableTicks: true, width: 32, tickMinStep: 1, tickNumber: 4 }]}
      series={[
        {
          label: 'Visited',
          data: days.map((day) => day.visited),
          stack: 'visits',
          color: 'color-mix(in srgb, var(--dl-palette-fill-low) 72%, var(--dl-palette-background-paper))',
        },
        {
          label: 'Not Visited',
          data: days.map((day) => day.notVisited),
          stack: 'visits',
          color: 'var(--dl-palette-fill-medium)',
        },
      ]}
      sx={chartLook}
    />
  );
}
