import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { hourName } from '../../../shared/appointments/day-picture/rules.ts';
import { fillOf } from '../../../shared/appointments/fill.ts';
import { LoadBars, loadLegend } from '../../../shared/appointments/load-bars.tsx';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { formatText } from '../../../shared/format/text.ts';
import { shortDate, shortWeekday, shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { StepButtons } from '../../../ui/buttons/step-buttons.tsx';
import { Legend } from '../../../ui/charts/legend.tsx';
import { Inline, Muted, Span, Stack } from '../../../ui/layout/boxes.tsx';
import { axisOf, barsOf, type StripAxis, type StripDay, searchedDay } from '../slots-rules.ts';
import { slotsText as text } from '../slots-text.ts';

interface Marks {
  /** Keys of the slots on the current page of cards. */
  shown: ReadonlySet<string>;
  /** Key of the slot that is open beside the cards. */
  open: string | undefined;
}

interface WeekStripProps extends Marks {
  days: readonly StripDay[];
  now: ClinicTime;
  search: string;
  onSearch(search: string): void;
  onEarlier: (() => void) | undefined;
  onLater: (() => void) | undefined;
}

/** A day's status, shown beside its name. */
function dayWords({ state, free, booked }: StripDay): string {
  if (state === 'none') return '';
  if (state === 'blocked') return booked > 0 ? text.blockedStay(booked) : text.blocked;
  return text.free(free);
}

const labelOf = (day: StripDay, isToday: boolean): string =>
  [
    shortWeekdayAndDate(day.date),
    ...(isToday ? [text.today] : []),
    ...(day.state === 'none'
      ? [text.noHoursOfDay]
      : day.state === 'blocked'
        ? [dayWords(day)]
        : [appointmentText.bookedOf(day.booked, day.places), text.free(day.free)]),
  ].join(', ');

/** The last hour's label is at the end of the bars. */
const hourPlace = (part: number) => (part > 0.75 ? { right: 0 } : { left: `${part * 100}%` });

function Hours({ axis }: { axis: StripAxis }) {
  const hours = [0, 0.4, 0.8].map((part) => Math.round((axis.start + part * (axis.end - axis.start)) / 60));
  return (
    <Box
      aria-hidden="true"
      sx={{
        display: { xs: 'none', md: 'block' },
        position: 'relative',
        height: 16,
        mt: '5px',
        fontSize: '0.75rem',
        lineHeight: '1rem',
        color: 'text.secondary',
      }}
    >
      {[...new Set(hours)].map((hour) => (
        <Span
          key={hour}
          sx={{ position: 'absolute', whiteSpace: 'nowrap' }}
          style={hourPlace((hour * 60 - axis.start) / (axis.end - axis.start))}
        >
          {hourName(String(hour).padStart(2, '0'))}
        </Span>
      ))}
    </Box>
  );
}

/** On a phone a day is one bar, filled by its booked share. */
function DayBar({ day }: { day: StripDay }) {
  const blocked = day.state === 'blocked';
  return (
    <Box
      aria-hidden="true"
      sx={{
        display: { xs: 'block', md: 'none' },
        height: 6,
        mx: '5px',
        mt: '6px',
        mb: '2px',
        borderRadius: '3px',
        overflow: 'hidden',
        bgcolor: 'fill.track',
        color: 'status.blocked.main',
        visibility: day.state === 'none' ? 'hidden' : 'visible',
        ...(blocked
          ? { background: 'repeating-linear-gradient(135deg, currentColor 0 1px, transparent 1px 4px)' }
          : {}),
      }}
    >
      {blocked ? null : (
        <Box
          sx={{ height: '100%', bgcolor: `fill.${fillOf(day.booked, day.places)}` }}
          style={{ width: `${Math.min(1, day.booked / Math.max(1, day.places)) * 100}%` }}
        />
      )}
    </Box>
  );
}

function DayName({ date, isToday }: { date: string; isToday: boolean }) {
  return (
    <Inline
      component="b"
      sx={{
        fontWeight: 600,
        flexDirection: { xs: 'column', md: 'row' },
        columnGap: 0.5,
        lineHeight: '1.25rem',
        ...(isToday
          ? {
              color: { xs: 'primary.main', md: 'background.paper' },
              bgcolor: { xs: 'transparent', md: 'text.primary' },
              borderRadius: '10px',
              px: { md: '7px' },
              ml: { md: '-4px' },
            }
          : {}),
      }}
    >
      <Span sx={{ fontWeight: { xs: 400, md: 600 }, fontSize: { xs: '0.8125rem', md: 'inherit' } }}>
        {shortWeekday(date)}
      </Span>
      {Number(date.slice(8))}
    </Inline>
  );
}

function Day(props: Marks & { day: StripDay; axis: StripAxis; now: ClinicTime; isPressed: boolean; onPress(): void }) {
  const { day, axis, now, shown, open, isPressed, onPress } = props;
  const isToday = day.date === now.date;
  const none = day.state === 'none';
  return (
    <ButtonBase
      disabled={none}
      aria-label={labelOf(day, isToday)}
      aria-pressed={isPressed}
      onClick={onPress}
      sx={{
        minWidth: 0,
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'stretch',
        justifyContent: 'flex-start',
        textAlign: { xs: 'center', md: 'left' },
        px: { xs: 0, md: '8px' },
        py: '4px',
        minHeight: { xs: 60, md: 'auto' },
        fontSize: '0.875rem',
        borderRadius: { xs: 0, md: '6px' },
        ...(isPressed ? { bgcolor: 'teal.soft' } : {}),
        '&:hover': { bgcolor: isPressed ? 'teal.soft' : 'action.hover' },
        ...(isToday
          ? { '&&': { boxShadow: { xs: 'inset 0 -2px 0 var(--dl-palette-primary-main)', md: 'none' } } }
          : {}),
      }}
    >
      <Inline
        sx={{
          flexDirection: { xs: 'column', md: 'row' },
          justifyContent: 'space-between',
          color: none ? 'text.secondary' : 'text.primary',
        }}
      >
        <DayName date={day.date} isToday={isToday} />
        <Span
          sx={{
            minWidth: 0,
            fontSize: { xs: '0.6875rem', md: '0.8125rem' },
            lineHeight: { xs: '1rem', md: '1.25rem' },
            color: day.state === 'blocked' ? 'status.blocked.main' : 'text.secondary',
            overflowWrap: 'anywhere',
          }}
        >
          <Span sx={{ display: { md: 'none' } }}>
            {none ? text.off : day.state === 'blocked' ? text.blocked : dayWords(day)}
          </Span>
          <Span sx={{ display: { xs: 'none', md: 'inline' } }}>{dayWords(day)}</Span>
        </Span>
      </Inline>
      <DayBar day={day} />
      <Box sx={{ display: { xs: 'none', md: 'block' }, mt: '6px' }}>
        {none ? (
          <Stack sx={{ placeItems: 'center', height: 52, color: 'text.secondary', fontSize: '0.8125rem' }}>
            {text.noHours}
          </Stack>
        ) : (
          <LoadBars bars={barsOf(day.slots, axis, now, { shown, open })} height={52} />
        )}
      </Box>
      {none ? null : <Hours axis={axis} />}
    </ButtonBase>
  );
}

/** Seven days as bars by time. A click on a day searches for its date; a second click clears the search. */
export function WeekStrip(props: WeekStripProps) {
  const { days, now, search, onSearch, onEarlier, onLater, shown, open } = props;
  const first = days[0]?.date ?? now.date;
  const last = days.at(-1)?.date ?? now.date;
  const slots = days.flatMap((day) => day.slots);
  const axis = axisOf(slots);
  const free = days.reduce((sum, day) => sum + day.free, 0);
  const blockedCount = slots.filter((slot) => slot.active_status === 'blocked').length;
  return (
    <Paper component="section" aria-labelledby="slots-week" sx={{ p: { xs: 0, md: 1 }, mb: 1.5 }}>
      <Inline gap={2} sx={{ pl: 1, minHeight: 32 }}>
        <Typography
          id="slots-week"
          component="h2"
          sx={{ fontWeight: 600, fontSize: '0.9375rem', whiteSpace: 'nowrap' }}
        >
          {formatText.range(shortDate(first), shortDate(last))}
        </Typography>
        <Box sx={{ display: { xs: 'none', lg: 'block' } }}>
          <Legend entries={loadLegend()} />
        </Box>
        <Muted sx={{ ml: 'auto', whiteSpace: 'nowrap', display: { xs: 'none', sm: 'block' } }}>
          {text.freePlaces(free)}
          {blockedCount > 0 ? ` · ${text.blockedSlots(blockedCount)}` : ''}
        </Muted>
        <StepButtons
          back={{ name: text.earlier, onStep: onEarlier }}
          on={{ name: text.later, onStep: onLater }}
          sx={{ ml: { xs: 'auto', sm: 0 } }}
        />
      </Inline>
      <Stack
        sx={{
          gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
          columnGap: { xs: 0, md: '4px' },
          mt: 0.25,
          '& > * + *': { boxShadow: '-1px 0 0 var(--dl-palette-divider)' },
        }}
      >
        {days.map((day) => {
          const words = searchedDay(day.date);
          const isPressed = search === words;
          return (
            <Day
              key={day.date}
              day={day}
              axis={axis}
              now={now}
              shown={shown}
              open={open}
              isPressed={isPressed}
              onPress={() => onSearch(isPressed ? '' : words)}
            />
          );
        })}
      </Stack>
    </Paper>
  );
}
