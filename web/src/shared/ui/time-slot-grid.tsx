import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { clockTime } from '../format/time.ts';
import { useRovingChoice } from './roving-choice.ts';

export interface TimeChoice {
  /** HH:mm of the clinic. */
  time: string;
  state: 'free' | 'full' | 'blocked' | 'passed';
  /** Places left, where the page shows them. */
  left?: number;
}

interface TimeSlotGridProps {
  label: string;
  slots: readonly TimeChoice[];
  /** One time, or several where `multiple`. */
  selected: readonly string[];
  onToggle(time: string): void;
  multiple?: boolean;
  /** Availability pages let blocked times be chosen, to unblock them. */
  blockedSelectable?: boolean;
}

const words: Record<TimeChoice['state'], string> = { free: 'free', full: 'Full', blocked: 'Blocked', passed: 'Passed' };

/** Times of a day to choose from; what can't be chosen is struck out. */
export function TimeSlotGrid(props: TimeSlotGridProps) {
  const { label, slots, selected, onToggle, multiple = false, blockedSelectable = false } = props;
  const off = (slot: TimeChoice) => slot.state !== 'free' && !(slot.state === 'blocked' && blockedSelectable);
  const focusable = slots.flatMap((slot, index) => (off(slot) ? [] : [index]));
  const current = slots.findIndex((slot) => selected.includes(slot.time));
  const roving = useRovingChoice(focusable, current === -1 ? undefined : current);
  return (
    <Box
      role={multiple ? 'group' : 'radiogroup'}
      aria-label={label}
      sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(132px, 1fr))' }}
    >
      {slots.map((slot, index) => {
        const here = selected.includes(slot.time);
        const dead = off(slot);
        const says =
          slot.state === 'free' ? (slot.left === undefined ? 'free' : `${slot.left} left`) : words[slot.state];
        return (
          <ButtonBase
            key={slot.time}
            role={multiple ? 'checkbox' : 'radio'}
            aria-checked={here}
            aria-label={`${clockTime(slot.time)}, ${says}`}
            disabled={dead}
            ref={roving.refOf(index)}
            tabIndex={roving.tabIndexOf(index)}
            onKeyDown={roving.onKeyDown(index)}
            onClick={() => onToggle(slot.time)}
            sx={{
              minHeight: { xs: 44, md: 40 },
              px: 1,
              gap: 1,
              borderRadius: '6px',
              border: '1px solid',
              borderStyle: dead ? 'dashed' : 'solid',
              borderColor: here ? 'primary.main' : 'field.border',
              boxShadow: here ? 'inset 0 0 0 1px var(--dl-palette-primary-main)' : 'none',
              bgcolor: here ? 'teal.soft' : 'background.paper',
              color: here ? 'primary.main' : dead ? 'text.secondary' : 'text.primary',
              fontSize: '0.875rem',
              fontWeight: dead ? 400 : 600,
              '&:hover': { borderColor: 'primary.main' },
            }}
          >
            <Box component="span" sx={dead ? { textDecoration: 'line-through' } : {}}>
              {clockTime(slot.time)}
            </Box>
            {slot.state === 'free' && slot.left === undefined ? null : (
              <Typography component="span" sx={{ fontSize: '0.75rem', lineHeight: '1rem', color: 'text.secondary' }}>
                {says}
              </Typography>
            )}
          </ButtonBase>
        );
      })}
    </Box>
  );
}
