import type { AvailabilityWord } from '@dayline/contracts/clinic/day/availability';
import ButtonBase from '@mui/material/ButtonBase';
import type { PointerEvent } from 'react';
import { appointmentText as text } from '../../../shared/appointments/text.ts';
import { longDate, shortMonth } from '../../../shared/format/time.ts';
import { Legend } from '../../../ui/charts/legend.tsx';
import { Icon, type IconName } from '../../../ui/icons/icon.tsx';
import { Span } from '../../../ui/layout/boxes.tsx';
import { filled } from '../../../ui/locale/filled.ts';

export interface CalendarDay {
  /** yyyy-mm-dd. */
  date: string;
  /** `none` has no hours, `passed` is before today, `later` is beyond the booking horizon. */
  state: AvailabilityWord | 'passed' | 'none' | 'later';
  /** The day's bookings, if known. */
  booked?: number;
  /** The date has its own hours instead of the weekly ones. */
  ownHours?: boolean;
}

const looks: Record<CalendarDay['state'], { icon?: IconName; colour: string; line: string }> = {
  available: { icon: 'ring', colour: 'status.visited.main', line: 'divider' },
  partial: { icon: 'halfRing', colour: 'status.notVisited.main', line: 'status.notVisited.line' },
  blocked: { icon: 'blocked', colour: 'status.blocked.main', line: 'status.blocked.line' },
  passed: { colour: 'text.secondary', line: 'divider' },
  none: { colour: 'text.secondary', line: 'divider' },
  later: { colour: 'text.secondary', line: 'divider' },
};

/** "Grid of dates with legend (Available, Partial, Blocked)" (section 2). */
export const AvailabilityLegend = ({ ownHours = false }: { ownHours?: boolean }) => (
  <Legend
    entries={[
      ...(['available', 'partial', 'blocked'] as const).map((state) => {
        const { icon = 'ring', colour } = looks[state];
        return { sign: <Icon name={icon} size={14} />, label: text.calendar[state], colour };
      }),
      ...(ownHours ? [{ sign: <Icon name="clock" size={14} />, label: text.ownHours }] : []),
    ]}
  />
);

export const isDead = ({ state }: CalendarDay): boolean => state === 'passed' || state === 'none' || state === 'later';
const bookedWords = ({ booked }: CalendarDay): string => (booked === undefined ? '' : text.booked(booked));

/** The sides on which a range's band continues within the week. */
export type Joined = 'left' | 'right';
const accent = 'var(--dl-palette-primary-main)';

/** A range is one band: its dates join across the gap between them. */
function bandOf(joined: readonly Joined[]) {
  const [left, right] = [joined.includes('left'), joined.includes('right')];
  const lines = [`inset 0 1px 0 ${accent}`, `inset 0 -1px 0 ${accent}`];
  if (!left) lines.push(`inset 1px 0 0 ${accent}`);
  if (!right) lines.push(`inset -1px 0 0 ${accent}`);
  return {
    boxShadow: lines.join(', '),
    ...(left ? { borderLeftWidth: 0, borderTopLeftRadius: 0, borderBottomLeftRadius: 0 } : {}),
    ...(right
      ? {
          borderRightWidth: 0,
          borderTopRightRadius: 0,
          borderBottomRightRadius: 0,
          width: 'calc(100% + 6px)',
        }
      : {}),
  };
}

export function DayButton(props: {
  day: CalendarDay;
  isToday: boolean;
  chosen: boolean;
  joined: readonly Joined[];
  focusable: boolean;
  dead: boolean;
  onClick(shift: boolean): void;
  onEnter(): void;
  onDown(event: PointerEvent): void;
}) {
  const { day, isToday, chosen, joined, focusable, dead } = props;
  const { icon, colour, line } = looks[day.state];
  const word = text.calendar[day.state];
  const words = [longDate(day.date), word, day.ownHours ? text.ownHours : '', bookedWords(day)];
  const mark = day.ownHours ? <Icon name="clock" size={12} /> : null;
  const inBlock = day.state === 'blocked';
  return (
    <ButtonBase
      data-date={day.date}
      aria-label={words.filter((part) => part !== '').join(', ')}
      aria-pressed={dead || inBlock ? undefined : chosen}
      aria-current={isToday ? 'date' : undefined}
      disabled={dead}
      tabIndex={focusable ? 0 : -1}
      onClick={(event) => props.onClick(event.shiftKey)}
      onPointerEnter={props.onEnter}
      onPointerDown={props.onDown}
      sx={{
        display: 'grid',
        // On a phone the number is above its icon.
        gridTemplateColumns: { xs: '1fr', md: '1fr auto' },
        justifyItems: { xs: 'center', md: 'start' },
        alignContent: { xs: 'center', md: 'start' },
        textAlign: 'left',
        whiteSpace: 'nowrap',
        width: '100%',
        minHeight: { xs: 56, md: 70 },
        py: { xs: 0.5, md: 1 },
        px: { xs: 0.5, md: 0.75 },
        borderRadius: '6px',
        border: '1px solid',
        borderStyle: isDead(day) ? 'dashed' : 'solid',
        borderColor: chosen ? 'primary.main' : line,
        ...(chosen ? bandOf(joined) : {}),
        bgcolor: chosen ? 'teal.soft' : inBlock ? 'status.blocked.soft' : 'background.paper',
        color: chosen ? 'primary.main' : isDead(day) ? 'text.secondary' : 'text.primary',
        fontSize: '0.75rem',
        lineHeight: '1rem',
        touchAction: 'manipulation',
        '&:hover': { borderColor: 'primary.main' },
      }}
    >
      <Span
        sx={{
          fontSize: '0.875rem',
          fontWeight: 600,
          ...(isToday
            ? {
                px: 0.75,
                mx: { xs: 0, md: -0.5 },
                borderRadius: '10px',
                bgcolor: 'text.primary',
                color: 'background.paper',
              }
            : {}),
        }}
      >
        {day.date.endsWith('-01')
          ? filled(text.firstOf, {
              month: <Span sx={{ display: { xs: 'none', md: 'inline' } }}>{shortMonth(day.date)}</Span>,
            })
          : Number(day.date.slice(8))}
      </Span>
      <Span sx={{ color: colour, display: 'flex', gap: '2px' }}>
        {icon ? <Icon name={icon} size={14} /> : null}
        <Span sx={{ display: { xs: 'contents', md: 'none' }, color: 'text.secondary' }}>{mark}</Span>
      </Span>
      <Span
        sx={{
          gridColumn: '1 / 3',
          mt: '2px',
          width: '100%',
          display: { xs: 'none', md: 'flex' },
          alignItems: 'center',
          justifyContent: 'space-between',
        }}
      >
        {word}
        <Span sx={{ display: 'flex', mr: '-3px' }}>{mark}</Span>
      </Span>
      <Span
        sx={{
          gridColumn: '1 / 3',
          color: 'text.secondary',
          display: { xs: 'none', md: 'block' },
          whiteSpace: 'normal',
        }}
      >
        {bookedWords(day)}
      </Span>
    </ButtonBase>
  );
}
