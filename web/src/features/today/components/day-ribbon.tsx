import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { FiguresTable } from '../../../shared/appointments/day-picture/figures-table.tsx';
import { hourName, nowAmong } from '../../../shared/appointments/day-picture/rules.ts';
import { Bar, NowLine } from '../../../ui/charts/bars.tsx';
import { Legend, Swatch } from '../../../ui/charts/legend.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Inline, Muted, Span, Stack } from '../../../ui/layout/boxes.tsx';
import { todayText as text } from '../text.ts';
import type { RibbonHour } from '../worklist.ts';

/** Height of the tallest bar, in px. */
const barHeight = 72;

/** Light enough for a contrast of 3:1 with the marked part in either colour scheme. */
const toComeColour = 'color-mix(in srgb, var(--dl-palette-primary-main) 45%, var(--dl-palette-background-paper))';

function HourButton(props: {
  hour: RibbonHour;
  isChosen: boolean;
  highest: number;
  /** How many hours share the width. */
  shownHours: number;
  onHour(hour: string | undefined): void;
}) {
  const { hour, isChosen, highest, shownHours, onHour } = props;
  const { booked, places, late } = hour;
  return (
    <ButtonBase
      aria-pressed={isChosen}
      aria-label={
        late > 0
          ? text.hourLate(hourName(hour.hour), booked, places, late)
          : text.hourBooked(hourName(hour.hour), booked, places)
      }
      onClick={() => onHour(isChosen ? undefined : hour.hour)}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'flex-start',
        pt: '20px',
        borderRadius: '3px',
        fontSize: '0.8125rem',
        '&:hover': { bgcolor: 'action.hover' },
        '&[aria-pressed="true"]': {
          bgcolor: 'teal.soft',
          boxShadow: 'inset 0 -3px 0 var(--dl-palette-primary-main)',
        },
      }}
    >
      {late > 0 ? (
        <Span sx={{ position: 'absolute', top: 2, px: 0.5, color: 'status.notVisited.main' }}>
          <Icon name="warning" size={14} />
        </Span>
      ) : null}
      <Bar
        height={barHeight}
        highest={highest}
        parts={[
          { count: hour.marked, colour: 'primary.main' },
          { count: hour.toCome, colour: toComeColour },
          { count: places - booked, colour: 'fill.track' },
        ]}
      />
      <Span sx={{ whiteSpace: 'nowrap', py: 0.5, px: '2px', color: 'text.secondary', textAlign: 'left' }}>
        <Span
          // With many hours there is no room for one line.
          sx={{ fontWeight: 600, color: 'text.primary', display: shownHours > 12 ? 'block' : 'inline' }}
        >
          {hourName(hour.hour)}
        </Span>{' '}
        {shownHours > 16 ? `${booked}/${places}` : text.placesOf(booked, places)}
      </Span>
    </ButtonBase>
  );
}

const totalOf = (hours: readonly RibbonHour[], measure: (hour: RibbonHour) => number): number =>
  hours.reduce((sum, hour) => sum + measure(hour), 0);

/** "The day by hour": marked, upcoming and free. A click on an hour filters the board by it. */
export function DayRibbon(props: {
  hours: readonly RibbonHour[];
  now: ClinicTime;
  /** The hour by which the board is filtered. */
  hour: string | undefined;
  onHour(hour: string | undefined): void;
}) {
  const { hours, now, hour: chosenHour, onHour } = props;
  const [asTable, setAsTable] = useState(false);
  if (hours.length === 0) return null;
  const highest = Math.max(...hours.map((hour) => hour.places));
  const sums = {
    marked: totalOf(hours, (hour) => hour.marked),
    toCome: totalOf(hours, (hour) => hour.toCome),
    places: totalOf(hours, (hour) => hour.places),
    late: totalOf(hours, (hour) => hour.late),
  };
  const bookedCount = sums.marked + sums.toCome;
  const place = nowAmong(hours, now.time);
  return (
    <Paper component="section" className="not-on-paper" aria-label={text.byHour} sx={{ mt: 2, px: 2, py: 1.5 }}>
      <Inline wrap sx={{ columnGap: 2, rowGap: 0.5, mb: 1 }}>
        <Typography variant="h3" component="h2" sx={{ fontSize: '0.875rem' }}>
          {text.byHour}
        </Typography>
        <Legend
          entries={[
            { sign: <Swatch colour="primary.main" />, label: text.marked(sums.marked) },
            { sign: <Swatch colour={toComeColour} />, label: text.toCome(sums.toCome) },
            { sign: <Swatch colour="fill.track" />, label: text.free(sums.places - bookedCount) },
            ...(sums.late === 0
              ? []
              : [
                  {
                    sign: <Icon name="warning" size={14} />,
                    label: text.lateOnes(sums.late),
                    colour: 'status.notVisited.main',
                  },
                ]),
          ]}
        />
        <Muted sx={{ ml: { md: 'auto' } }}>
          {text.bookedOf(bookedCount, sums.places)} ·{' '}
          <Link
            component="button"
            type="button"
            onClick={() => setAsTable(!asTable)}
            sx={{ minHeight: { xs: 44, md: 24 } }}
          >
            {asTable ? text.asPicture : text.asTable}
          </Link>
        </Muted>
      </Inline>
      {asTable ? (
        <FiguresTable
          label={text.byHour}
          columns={(['hour', 'marked', 'toCome', 'late', 'booked', 'places'] as const).map(
            (name) => text.columns[name],
          )}
          rows={hours.map(({ hour, marked, toCome, late, booked, places }) => ({
            name: hourName(hour),
            figures: [marked, toCome, late, booked, places],
          }))}
          scrolls={false}
        />
      ) : (
        <Box sx={{ overflowX: 'auto', mx: -2, px: 2 }}>
          <Stack
            role="group"
            aria-label={text.hours}
            gap={'2px'}
            sx={{
              position: 'relative',
              gridAutoFlow: 'column',
              gridAutoColumns: 'minmax(48px, 1fr)',
              minWidth: 'max-content',
            }}
          >
            {place ? <NowLine at={(place.index + place.part) / hours.length} height={barHeight + 20} /> : null}
            {hours.map((hour) => (
              <HourButton
                key={hour.hour}
                hour={hour}
                isChosen={hour.hour === chosenHour}
                highest={highest}
                shownHours={hours.length}
                onHour={onHour}
              />
            ))}
          </Stack>
        </Box>
      )}
    </Paper>
  );
}
