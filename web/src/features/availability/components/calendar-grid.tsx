import type { AvailabilityWord } from '@dayline/contracts/clinic/slots';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { Legend } from '../../ui/charts/legend.tsx';
import { Icon, type IconName } from '../../ui/icons/icon.tsx';
import { Span, Stack } from '../../ui/layout/boxes.tsx';
import { filled } from '../../ui/locale/filled.ts';
import { longDate, shortMonth, shortWeekday } from '../format/time.ts';
import { datesBetween } from './calendar-range.ts';
import { appointmentText as text } from './text.ts';

export interface CalendarDay {
  /** yyyy-mm-dd. */
  date: string;
  /** `none` has no hours, `passed` is before today, `later` is beyond the booking horizon. */
  state: AvailabilityWord | 'passed' | 'none' | 'later';
  /** Bookings of the day, if known. */
  booked?: number;
  /** Instead of those of the week. */
  ownHours?: boolean;
}

interface CalendarGridProps {
  label: string;
  /** Whole weeks, Monday first. */
  days: readonly CalendarDay[];
  /** The clinic's today, marked. */
  today: string;
  /** In calendar order. */
  selected: readonly string[];
  /**
   * A plain click gives one date; Shift and a click, a drag, or a click in range mode gives every open or partial date
   * between, and the blocked ones that were skipped.
   */
  onSelect(dates: readonly string[], passedOver: readonly string[]): void;
  /** "Clicking a blocked date … asks for confirmation" (section 4). */
  onBlocked(date: string): void;
  /** The touch switch 'Choose range'. */
  rangeMode?: boolean;
  /** A date without hours can be chosen, alone. */
  noneSelectable?: boolean;
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

const isDead = ({ state }: CalendarDay): boolean => state === 'passed' || state === 'none' || state === 'later';
const isOpen = ({ state }: CalendarDay): boolean => state === 'available' || state === 'partial';
const bookedWords = ({ booked }: CalendarDay): string => (booked === undefined ? '' : text.booked(booked));

/** Where the band of a range continues, within the same week. */
type Joined = 'left' | 'right';
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

const arrows: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 7, ArrowUp: -7 };

function DayButton(props: {
  day: CalendarDay;
  isToday: boolean;
  chosen: boolean;
  joined: readonly Joined[];
  focusable: boolean;
  dead: boolean;
  onClick(shift: boolean): void;
  onEnter(): void;
  onDown(event: PointerEvent): void;
  onKeyDown(event: KeyboardEvent): void;
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
      onKeyDown={props.onKeyDown}
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

/** A drag over the dates. */
function useDrag() {
  const [dragFrom, setDragFrom] = useState<string>();
  const dragged = useRef(false);
  useEffect(() => {
    if (dragFrom === undefined) return;
    const end = () => {
      setDragFrom(undefined);
      // A drag ends with a click only if it ends where it began; otherwise the next click counts.
      setTimeout(() => {
        dragged.current = false;
      });
    };
    // The browser takes a pen's drag over if it becomes a scroll.
    const ends = ['pointerup', 'pointercancel'] as const;
    for (const name of ends) document.addEventListener(name, end);
    return () => {
      for (const name of ends) document.removeEventListener(name, end);
    };
  }, [dragFrom]);
  return {
    from: dragFrom,
    begin: setDragFrom,
    over: () => {
      dragged.current = true;
    },
    /** Whether a click only ends a drag: it must not choose again. */
    endsBy: (): boolean => {
      const isEnd = dragged.current;
      dragged.current = false;
      return isEnd;
    },
  };
}

/**
 * A calendar of whole weeks for choosing a date or a range. Arrows move by day and week; Shift and Enter choose a
 * range.
 */
export function CalendarGrid(props: CalendarGridProps) {
  const { label, days, today, selected, onSelect, onBlocked, rangeMode = false, noneSelectable = false } = props;
  const grid = useRef<HTMLDivElement>(null);
  const anchor = useRef<string>(undefined);
  const drag = useDrag();
  const chosen = new Set(selected);
  const isOff = (day: CalendarDay) => isDead(day) && !(noneSelectable && day.state === 'none');
  const firstOpen = (days.find((day) => !isDead(day)) ?? days.find((day) => !isOff(day)))?.date;
  const focusable = selected.find((date) => days.some((day) => day.date === date)) ?? firstOpen;

  const between = (from: string, to: string): Parameters<typeof onSelect> => {
    const range = new Set(datesBetween(days, from, to));
    const inRange = days.filter(({ date }) => range.has(date));
    const datesOf = (some: readonly CalendarDay[]) => some.map(({ date }) => date);
    return [datesOf(inRange.filter(isOpen)), datesOf(inRange.filter(({ state }) => state === 'blocked'))];
  };
  const isChosen = (index: number): boolean => chosen.has(days[index]?.date ?? '');
  const joinedAt = (index: number): Joined[] => [
    ...(index % 7 !== 0 && isChosen(index - 1) ? (['left'] as const) : []),
    ...(index % 7 !== 6 && isChosen(index + 1) ? (['right'] as const) : []),
  ];
  const choose = (day: CalendarDay, extend: boolean) => {
    if (drag.endsBy()) return;
    if (extend && anchor.current !== undefined) return onSelect(...between(anchor.current, day.date));
    if (day.state === 'blocked') return onBlocked(day.date);
    anchor.current = day.date;
    onSelect([day.date], []);
  };
  const enter = (day: CalendarDay) => {
    if (drag.from === undefined || drag.from === day.date || isDead(day)) return;
    drag.over();
    anchor.current = drag.from;
    onSelect(...between(drag.from, day.date));
  };
  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    const step = arrows[event.key];
    if (step === undefined) return;
    event.preventDefault();
    for (let at = index + step; at >= 0 && at < days.length; at += step) {
      const day = days[at];
      if (!day || isOff(day)) continue;
      grid.current?.querySelector<HTMLElement>(`[data-date="${day.date}"]`)?.focus();
      return;
    }
  };
  return (
    <Stack
      ref={grid}
      role="group"
      aria-label={label}
      gap={'6px'}
      sx={{ gridTemplateColumns: 'repeat(7, minmax(0, 1fr))', userSelect: 'none' }}
    >
      {days.slice(0, 7).map(({ date }) => (
        <Box
          key={date}
          aria-hidden="true"
          sx={{ textAlign: 'center', fontSize: '0.8125rem', color: 'text.secondary', py: 0.5 }}
        >
          {shortWeekday(date)}
        </Box>
      ))}
      {days.map((day, index) => (
        <DayButton
          key={day.date}
          day={day}
          isToday={day.date === today}
          chosen={chosen.has(day.date)}
          joined={joinedAt(index)}
          focusable={day.date === focusable}
          dead={isOff(day)}
          onClick={(shift) => choose(day, shift || (rangeMode && selected.length > 0))}
          onEnter={() => enter(day)}
          onDown={(event) => {
            // Touch movement scrolls the page.
            if (event.pointerType !== 'touch' && day.state !== 'blocked') drag.begin(day.date);
          }}
          onKeyDown={onKeyDown(index)}
        />
      ))}
    </Stack>
  );
}
