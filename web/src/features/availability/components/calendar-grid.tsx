import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import { shortWeekday } from '../../../shared/format/time.ts';
import { arrowSteps, focusDay } from '../../../ui/buttons/day-keys.ts';
import { Stack } from '../../../ui/layout/boxes.tsx';
import { datesBetween } from '../calendar-range.ts';
import { type CalendarDay, DayButton, isDead, type Joined } from './day-button.tsx';

const isOpen = ({ state }: CalendarDay): boolean => state === 'available' || state === 'partial';

interface CalendarGridProps {
  label: string;
  /** Whole weeks, Monday first. */
  days: readonly CalendarDay[];
  /** The clinic's today, marked. */
  today: string;
  /** In calendar order. */
  selected: readonly string[];
  /**
   * A plain click selects one date; a Shift-click, a drag, or a click in range mode selects every open or partial date
   * between, and reports the blocked ones skipped.
   */
  onSelect(dates: readonly string[], skippedDates: readonly string[]): void;
  /** "Clicking a blocked date … asks for confirmation" (section 4). */
  onBlocked(date: string): void;
  /** The touch switch 'Choose range'. */
  rangeMode?: boolean;
  /** A date without hours can be chosen, on its own. */
  isEmpty?: boolean;
}

/** A drag over the dates. */
function useDrag() {
  const [dragFrom, setDragFrom] = useState<string>();
  const dragged = useRef(false);
  useEffect(() => {
    if (dragFrom === undefined) return;
    const end = () => {
      setDragFrom(undefined);
      // A click follows a drag only if it ends where it began; otherwise the next click counts.
      setTimeout(() => {
        dragged.current = false;
      });
    };
    // If a pen's drag becomes a scroll, the browser takes it over.
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
    /** Whether a click only ends a drag and must not choose again. */
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
  const { label, days, today, selected, onSelect, onBlocked, rangeMode = false, isEmpty = false } = props;
  const anchor = useRef<string>(undefined);
  const drag = useDrag();
  const selection = new Set(selected);
  const isOff = (day: CalendarDay) => isDead(day) && !(isEmpty && day.state === 'none');
  const firstOpen = (days.find((day) => !isDead(day)) ?? days.find((day) => !isOff(day)))?.date;
  const focusable = selected.find((date) => days.some((day) => day.date === date)) ?? firstOpen;

  const between = (from: string, to: string): Parameters<typeof onSelect> => {
    const range = new Set(datesBetween(days, from, to));
    const inRange = days.filter(({ date }) => range.has(date));
    const datesOf = (some: readonly CalendarDay[]) => some.map(({ date }) => date);
    return [datesOf(inRange.filter(isOpen)), datesOf(inRange.filter(({ state }) => state === 'blocked'))];
  };
  const isChosen = (index: number): boolean => selection.has(days[index]?.date ?? '');
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
  const canFocus = (date: string): boolean | undefined => {
    const day = days.find((gridDay) => gridDay.date === date);
    return day && !isOff(day);
  };
  return (
    <Stack
      role="group"
      aria-label={label}
      onKeyDown={(event) => focusDay(event, arrowSteps, canFocus)}
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
          chosen={selection.has(day.date)}
          joined={joinedAt(index)}
          focusable={day.date === focusable}
          dead={isOff(day)}
          onClick={(shift) => choose(day, shift || (rangeMode && selected.length > 0))}
          onEnter={() => enter(day)}
          onDown={(event) => {
            // Touch movement scrolls the page.
            if (event.pointerType !== 'touch' && day.state !== 'blocked') drag.begin(day.date);
          }}
        />
      ))}
    </Stack>
  );
}
