import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import { useRovingChoice } from '../../ui/buttons/roving-choice.ts';
import { Muted, Span, Stack } from '../../ui/layout/boxes.tsx';
import { clockTime, shortWeekdayAndDate } from '../format/time.ts';
import { appointmentText as text } from './text.ts';

export interface TimeChoice {
  /** HH:mm at the clinic. */
  time: string;
  /** Set if it is on another day than the others: then the day is shown with it. */
  date?: string;
  state: 'free' | 'full' | 'blocked' | 'passed' | 'early' | 'closed' | 'onRequest' | 'onlyFor' | 'own';
  /** The part of the day, shown above its first time. */
  part?: string;
  /** Free capacity, if the page shows it. */
  left?: number;
  /** For the only time of a session: when the session ends. */
  until?: string;
  /** For a full time: a place is only held, until then (HH:mm). */
  heldUntil?: string;
  /** Bookings that a block would leave in place, if the page shows them. */
  booked?: number;
}

interface TimeSlotGridProps {
  label: string;
  slots: readonly TimeChoice[];
  /** One time, or several if `multiple`; see `choiceId`. */
  selected: readonly string[];
  onToggle(choice: string): void;
  multiple?: boolean;
  /** Availability pages allow blocked times to be chosen, to unblock them. */
  blockedSelectable?: boolean;
}

/** The time, with its date if it has one. */
export const choiceId = ({ time, date }: Pick<TimeChoice, 'time' | 'date'>): string =>
  date ? `${date} ${time}` : time;

/** Of a place that may be free again. */
const hatching = 'repeating-linear-gradient(135deg, var(--dl-palette-divider) 0 2px, transparent 2px 8px)';
const strikethrough = { textDecoration: 'line-through' } as const;

function wordsOf({ date, ...choice }: TimeChoice): string {
  if (date === undefined) return placesOf(choice);
  const isPlain = choice.state === 'free' && choice.left === undefined && !choice.until;
  return [shortWeekdayAndDate(date), ...(isPlain ? [] : [placesOf(choice)])].join(', ');
}

function placesOf({ state, left, until, booked, heldUntil }: TimeChoice): string {
  if (heldUntil !== undefined) return text.heldUntil(clockTime(heldUntil));
  const bookings = booked ? text.booked(booked) : undefined;
  if (state !== 'free') return [text.time[state], ...(bookings ? [bookings] : [])].join(', ');
  const places = bookings ?? (left === undefined ? text.time.free : text.left(left));
  return until === undefined ? places : `${text.comeUntil(clockTime(until))} · ${places}`;
}

/** Times of a day to choose from; unavailable ones are struck out. */
export function TimeSlotGrid(props: TimeSlotGridProps) {
  const { label, slots, selected, onToggle, multiple = false, blockedSelectable = false } = props;
  const off = (slot: TimeChoice) => slot.state !== 'free' && !(slot.state === 'blocked' && blockedSelectable);
  const focusable = slots.flatMap((slot, index) => (off(slot) ? [] : [index]));
  const current = slots.findIndex((slot) => selected.includes(choiceId(slot)));
  const roving = useRovingChoice(focusable, current === -1 ? undefined : current);
  return (
    <Stack
      role={multiple ? 'group' : 'radiogroup'}
      aria-label={label}
      gap={1}
      sx={{
        // Two columns in a dialog on a phone.
        gridTemplateColumns:
          slots.length === 1 && slots[0]?.until
            ? '1fr'
            : { xs: 'repeat(auto-fill, minmax(116px, 1fr))', md: 'repeat(auto-fill, minmax(132px, 1fr))' },
      }}
    >
      {slots.map((slot, index) => {
        const id = choiceId(slot);
        const here = selected.includes(id);
        const dead = off(slot);
        const words = wordsOf(slot);
        const begins = slot.part !== undefined && slot.part !== slots[index - 1]?.part;
        return (
          <Fragment key={id}>
            {begins ? (
              <Muted
                component="div"
                aria-hidden="true"
                sx={{ gridColumn: '1 / -1', mt: index === 0 ? 0 : 0.5, mb: -0.5 }}
              >
                {slot.part}
              </Muted>
            ) : null}
            <ButtonBase
              role={multiple ? 'checkbox' : 'radio'}
              aria-checked={here}
              aria-label={`${clockTime(slot.time)}, ${words}`}
              disabled={dead}
              ref={roving.refOf(index)}
              tabIndex={roving.tabIndexOf(index)}
              onKeyDown={roving.onKeyDown(index)}
              onClick={() => onToggle(id)}
              sx={{
                minHeight: { xs: 44, md: 40 },
                px: 1,
                // Text that doesn't fit beside the time is below it.
                flexWrap: 'wrap',
                columnGap: 1,
                borderRadius: '6px',
                border: '1px solid',
                borderStyle: dead ? 'dashed' : 'solid',
                borderColor: here ? 'primary.main' : 'field.border',
                boxShadow: here ? 'inset 0 0 0 1px var(--dl-palette-primary-main)' : 'none',
                bgcolor: here ? 'teal.soft' : 'background.paper',
                ...(slot.heldUntil === undefined ? {} : { backgroundImage: hatching }),
                color: here ? 'primary.main' : dead ? 'text.secondary' : 'text.primary',
                fontSize: '0.875rem',
                fontWeight: dead ? 400 : 600,
                '&:hover': { borderColor: 'primary.main' },
              }}
            >
              <Span sx={{ whiteSpace: 'nowrap', ...(dead && slot.state !== 'own' ? strikethrough : {}) }}>
                {clockTime(slot.time)}
              </Span>
              {slot.state === 'free' && slot.left === undefined && !slot.until && !slot.booked && !slot.date ? null : (
                <Typography component="span" sx={{ fontSize: '0.75rem', lineHeight: '1rem', color: 'text.secondary' }}>
                  {words}
                </Typography>
              )}
            </ButtonBase>
          </Fragment>
        );
      })}
    </Stack>
  );
}
