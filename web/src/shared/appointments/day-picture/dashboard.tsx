import type { DayPicture, TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Action } from '../../../ui/buttons/action.ts';
import { Legend, Swatch } from '../../../ui/charts/legend.tsx';
import { Notice } from '../../../ui/feedback/list-state.tsx';
import { useOverdue } from '../../../ui/feedback/overdue.ts';
import { uiText } from '../../../ui/text.ts';
import { shortDate } from '../../format/time.ts';
import { useEachMinute } from '../../format/use-clinic-now.ts';
import { paths } from '../../paths.ts';
import { useIdentity } from '../../session/session-store.ts';
import { ActionCard, type ActionCardProps, HelpCard, StatCard, type StatCardProps } from '../dashboard-cards.tsx';
import { pictureText as text } from '../text.ts';
import { chartHeight, HourChart, VisitChart } from './charts.tsx';
import { DayLine, type DayLinePart } from './day-line.tsx';
import { FiguresTable } from './figures-table.tsx';
import { NextUp } from './next-up.tsx';
import { PictureSection } from './picture-section.tsx';
import { bookedPlaces, hourName, openHours, visitTotals } from './rules.ts';
import type { Hall } from './use-hall.ts';

const four = { display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr 1fr', lg: 'repeat(4, 1fr)' } } as const;
const two = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(0, 5.6fr)' },
} as const;
/** The minimum height of a row with a picture, so that nothing below moves when its data arrives. */
const rowHeight = { xs: chartHeight + 114, sm: chartHeight + 90 };
const pictureRow = {
  ...two,
  gridAutoRows: { xs: `minmax(${rowHeight.xs}px, auto)`, sm: `minmax(${rowHeight.sm}px, auto)` },
} as const;

interface DashboardProps {
  header: ReactNode;
  /** Four figures with their lists, and four quick actions. */
  stats: readonly StatCardProps[];
  actions: readonly ActionCardProps[];
  /** Navigation state: the identity of all pages that the cards lead to. */
  state: object;
  picture: UseQueryResult<DayPicture>;
  /** Today's appointments page. */
  today: string;
  /** The text at the right of a name in 'Next up'. */
  noteOf(row: TodaysAppointment): string;
  /** The button of a row of 'Next up'. */
  actionOf?: (row: TodaysAppointment) => Action | undefined;
  /** Who is in the hall now. */
  hall: Hall;
  /** The line of the day; undefined while loading. */
  line: readonly DayLinePart[] | undefined;
  /** Stands beside 'Next up' instead of the day by hour, which follows below. */
  strip?: ReactNode;
}

const hourLegend = () => (
  <Legend
    entries={[
      { sign: <Swatch colour="primary.main" />, label: text.bookedFuller },
      { sign: <Swatch colour="fill.track" />, label: text.free },
    ]}
  />
);
const visitLegend = () => (
  <Legend
    entries={[
      { sign: <Swatch colour="fill.low" />, label: text.visited },
      { sign: <Swatch colour="fill.medium" />, label: text.notVisited },
      { sign: <Swatch colour="fill.low" hatched />, label: text.todaySoFar },
    ]}
  />
);

export function TodayByHour({ picture }: { picture: DayPicture }) {
  const { booked, places } = bookedPlaces(picture.byHour);
  const hours = openHours(picture.byHour);
  return (
    <PictureSection
      title={text.byHour}
      empty={places === 0 && booked === 0 ? text.noHours : undefined}
      summary={text.bookedPlaces(booked, places)}
      legend={hourLegend()}
      chart={<HourChart hours={hours} now={picture.now} />}
      table={
        <FiguresTable
          label={text.bookings}
          columns={[text.hour, text.booked, text.places]}
          rows={hours.map((hour) => ({ name: hourName(hour.hour), figures: [hour.booked, hour.places] }))}
        />
      }
    />
  );
}

export function Last30Days({ picture }: { picture: DayPicture }) {
  const { visited, notVisited, rate } = visitTotals(picture.lastDays);
  return (
    <PictureSection
      title={text.last30Days}
      empty={visited + notVisited === 0 ? text.noMarks : undefined}
      summary={text.visits(visited, notVisited, rate)}
      legend={visitLegend()}
      chart={<VisitChart days={picture.lastDays} />}
      table={
        <FiguresTable
          label={text.visitsTable}
          columns={[text.day, text.visited, text.notVisited]}
          rows={picture.lastDays.map((day) => ({
            name: shortDate(day.date),
            figures: [day.visited, day.notVisited],
          }))}
        />
      }
    />
  );
}

/** A picture that is loading, or why there is none. */
function Picture({ query, children }: { query: DashboardProps['picture']; children(data: DayPicture): ReactNode }) {
  const { data, error, refetch } = query;
  const overdue = useOverdue(query.isPending);
  if (data) return children(data);
  if (!error) {
    return (
      <Skeleton
        variant="rounded"
        aria-busy="true"
        sx={{ height: rowHeight, visibility: overdue ? 'visible' : 'hidden' }}
      />
    );
  }
  return (
    <Paper>
      <Notice
        icon="warning"
        failed
        title={text.failed}
        action={{ name: uiText.tryAgain, perform: () => void refetch() }}
      />
    </Paper>
  );
}

/** Common to both dashboards: who is in the hall, figures, quick actions, the day and the last 30 days as pictures. */
export function Dashboard(props: DashboardProps) {
  const { header, stats, actions, state, picture, today, noteOf, actionOf, hall, line, strip } = props;
  useEachMinute(useIdentity().zone, picture.refetch);
  const byHour = <Picture query={picture}>{(data) => <TodayByHour picture={data} />}</Picture>;
  const lastDays = <Picture query={picture}>{(data) => <Last30Days picture={data} />}</Picture>;
  return (
    <>
      {header}
      <Box sx={{ display: 'grid', gap: 2 }}>
        <DayLine parts={line} isFailed={hall.isFailed} />
        <Box sx={pictureRow}>
          <Box sx={{ order: { xs: 1, lg: 0 }, display: 'grid', minWidth: 0 }}>{strip ?? byHour}</Box>
          <NextUp
            isLoading={hall.rows === undefined}
            isFailed={hall.isFailed}
            rows={hall.next}
            now={hall.now}
            to={today}
            noteOf={noteOf}
            actionOf={actionOf}
          />
        </Box>
        <Box sx={four}>
          {stats.map((stat) => (
            <StatCard key={stat.label} {...stat} state={{ ...state, ...stat.state }} />
          ))}
        </Box>
        <Box component="section" aria-label={text.quickActions} sx={four}>
          {actions.map((action) => (
            <ActionCard key={action.label} {...action} state={state} />
          ))}
        </Box>
        {strip === undefined ? null : (
          <Box sx={pictureRow}>
            {byHour}
            {lastDays}
          </Box>
        )}
        <Box sx={{ ...two, alignItems: 'start' }}>
          {strip === undefined ? lastDays : null}
          <HelpCard to={`${paths.home}#contact`} />
        </Box>
      </Box>
    </>
  );
}
