import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import type { AvailabilityWord } from '@dayline/contracts/clinic/day/availability';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useRovingChoice } from '../../ui/buttons/roving-choice.ts';
import { Span, Stack } from '../../ui/layout/boxes.tsx';
import { clockTime, longDate, shortDate, shortWeekday } from '../format/time.ts';
import { appointmentText as text } from './text.ts';

export interface DateChoice {
  /** yyyy-mm-dd. */
  date: string;
  availability: AvailabilityWord;
  /** Free capacity, if the page shows it. */
  free?: number;
  /** When the first bookings open, if none can be made before. */
  opens?: ClinicTime;
  /** What is left of it must be asked for; it can be chosen to see how. */
  onRequest?: boolean;
  /** A full date can be chosen, for overbooking. */
  overbook?: boolean;
}

interface DateGridProps {
  label: string;
  days: readonly DateChoice[];
  selected: string | undefined;
  onSelect(date: string): void;
  /** Availability pages allow blocked dates to be chosen, to unblock them; booking doesn't. */
  blockedSelectable?: boolean;
}

const lineOf: Record<AvailabilityWord, string> = {
  available: 'divider',
  partial: 'status.notVisited.line',
  blocked: 'divider',
};

function labelOf({ date, availability, free, opens, onRequest }: DateChoice): string {
  if (availability === 'blocked') return text.calendar.blocked;
  if (onRequest) return text.onRequest;
  if (opens) return text.opens(opens.date === date ? clockTime(opens.time) : shortDate(opens.date));
  if (free === undefined) return text.calendar[availability];
  return free === 0 ? text.time.full : text.free(free);
}

function colourOf({ availability, free }: DateChoice): string {
  if (availability === 'blocked') return 'status.blocked.main';
  if (free === 0) return 'text.secondary';
  return availability === 'partial' ? 'status.notVisited.main' : 'text.secondary';
}

/** Dates to choose one from, seven per row, each with its free capacity. */
export function DateGrid({ label, days, selected, onSelect, blockedSelectable = false }: DateGridProps) {
  const off = (day: DateChoice) =>
    (day.free === 0 && !day.overbook && !day.onRequest) || (day.availability === 'blocked' && !blockedSelectable);
  const focusable = days.flatMap((day, index) => (off(day) ? [] : [index]));
  const current = days.findIndex((day) => day.date === selected);
  const roving = useRovingChoice(focusable, current === -1 ? undefined : current);
  return (
    <Stack
      role="radiogroup"
      aria-label={label}
      gap={1}
      sx={{ gridTemplateColumns: 'repeat(auto-fill, minmax(84px, 1fr))' }}
    >
      {days.map((day, index) => {
        const here = day.date === selected;
        const dead = off(day);
        return (
          <ButtonBase
            key={day.date}
            role="radio"
            aria-checked={here}
            aria-label={`${longDate(day.date)}, ${labelOf(day)}`}
            disabled={dead}
            ref={roving.refOf(index)}
            tabIndex={roving.tabIndexOf(index)}
            onKeyDown={roving.onKeyDown(index)}
            onClick={() => onSelect(day.date)}
            sx={{
              display: 'block',
              textAlign: 'center',
              py: '6px',
              borderRadius: '6px',
              border: '1px solid',
              borderColor: here ? 'primary.main' : lineOf[day.availability],
              boxShadow: here ? 'inset 0 0 0 1px var(--dl-palette-primary-main)' : 'none',
              bgcolor: here ? 'teal.soft' : 'background.paper',
              color: here ? 'primary.main' : dead ? 'text.secondary' : 'text.primary',
              fontSize: '0.875rem',
              '&:hover': { borderColor: 'primary.main' },
            }}
          >
            <Typography component="span" variant="caption" sx={{ display: 'block' }}>
              {shortWeekday(day.date)}
            </Typography>
            <Span sx={{ display: 'block', fontWeight: 600, ...(dead ? { textDecoration: 'line-through' } : {}) }}>
              {shortDate(day.date)}
            </Span>
            <Typography component="span" variant="caption" sx={{ display: 'block', color: colourOf(day) }}>
              {labelOf(day)}
            </Typography>
          </ButtonBase>
        );
      })}
    </Stack>
  );
}
