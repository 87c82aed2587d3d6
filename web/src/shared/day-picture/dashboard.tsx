import type { DayPicture, TodaysAppointment } from '@dayline/contracts/endpoints/boards';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, type ReactNode, useEffect } from 'react';
import { shortDate } from '../format/time.ts';
import { countText } from '../format/words.ts';
import { paths } from '../paths.ts';
import { HelpCard } from '../ui/dashboard-cards.tsx';
import { Notice } from '../ui/list-state.tsx';
import { useOverdue } from '../ui/overdue.ts';
import { chartHeight } from './chart-look.ts';
import { FiguresTable } from './figures-table.tsx';
import { NextUp } from './next-up.tsx';
import { PictureSection } from './picture-section.tsx';
import { bookedPlaces, hourName, visitTotals } from './rules.ts';

const HourChart = lazy(async () => ({ default: (await import('./charts.tsx')).HourChart }));
const VisitChart = lazy(async () => ({ default: (await import('./charts.tsx')).VisitChart }));

/** The clock in the picture moves on, in ms, also while nobody changes anything. */
const aMinute = 60_000;

const four = { display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr 1fr', lg: 'repeat(4, 1fr)' } } as const;
const two = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(0, 5.6fr)' },
} as const;

interface DashboardProps {
  header: ReactNode;
  stats: ReactNode;
  actions: ReactNode;
  picture: UseQueryResult<DayPicture>;
  /** Where today's appointments are. */
  today: string;
  /** What stands beside a name in 'Next up'. */
  beside(row: TodaysAppointment): string;
}

function TodayByHour({ picture }: { picture: DayPicture }) {
  const { booked, places } = bookedPlaces(picture.byHour);
  return (
    <PictureSection
      title="Today by hour"
      empty={places === 0 && booked === 0 ? 'No doctor has hours today, and nothing is booked.' : undefined}
      summary={`${countText(booked)} of ${countText(places)} places booked`}
      chart={<HourChart hours={picture.byHour} now={picture.now} />}
      table={
        <FiguresTable
          label="Bookings of today by hour"
          columns={['Hour', 'Booked', 'Places']}
          rows={picture.byHour.map((hour) => ({ name: hourName(hour.hour), figures: [hour.booked, hour.places] }))}
        />
      }
    />
  );
}

function Last30Days({ picture }: { picture: DayPicture }) {
  const { visited, notVisited, rate } = visitTotals(picture.lastDays);
  return (
    <PictureSection
      title="Last 30 days"
      empty={visited + notVisited === 0 ? 'Nobody was marked in the last 30 days yet.' : undefined}
      summary={`${countText(visited)} visited · ${countText(notVisited)} not visited (${rate} %)`}
      chart={<VisitChart days={picture.lastDays} />}
      table={
        <FiguresTable
          label="Visits of the last 30 days"
          columns={['Day', 'Visited', 'Not Visited']}
          rows={picture.lastDays.map((day) => ({
            name: shortDate(day.date),
            figures: [day.visited, day.notVisited],
          }))}
        />
      }
    />
  );
}

/** What both dashboards are made of: figures, the day as a picture, quick actions, the last 30 days and help. */
export function Dashboard({ header, stats, actions, picture, today, beside }: DashboardProps) {
  const { data, error, refetch } = picture;
  const overdue = useOverdue(picture.isPending);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refetch();
    }, aMinute);
    return () => clearInterval(timer);
  }, [refetch]);
  const place = (
    <Skeleton variant="rounded" height={chartHeight + 66} sx={{ visibility: overdue ? 'visible' : 'hidden' }} />
  );
  return (
    <>
      {header}
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box sx={four}>{stats}</Box>
        {data ? (
          <Box sx={two}>
            <TodayByHour picture={data} />
            <NextUp rows={data.nextUp} to={today} beside={beside} />
          </Box>
        ) : error ? (
          <Paper>
            <Notice
              icon="warning"
              failed
              title="Today's figures could not be loaded."
              action={{ label: 'Try Again', perform: () => void refetch() }}
            />
          </Paper>
        ) : (
          <Box sx={two} aria-busy="true">
            {place}
            {place}
          </Box>
        )}
        <Box component="section" aria-label="Quick actions" sx={four}>
          {actions}
        </Box>
        <Box sx={{ ...two, alignItems: 'start' }}>
          {data ? <Last30Days picture={data} /> : <span />}
          <HelpCard to={paths.home} />
        </Box>
      </Box>
    </>
  );
}
