import { Span, Stack } from '../../ui/layout/boxes.tsx';
import { fillOf } from './fill.ts';
import { appointmentText as text } from './text.ts';

/** From this capacity on a bar has no segments: they would be thinner than the gaps. */
const maxSegments = 24;

const hatching = 'repeating-linear-gradient(135deg, currentColor 0 2px, transparent 2px 6px)';

interface FillBarProps {
  booked: number;
  total: number;
  /** Blocked: bookings stay, the rest is unavailable. Passed: greyed. */
  state?: 'open' | 'blocked' | 'passed';
  /** The rest is held. */
  held?: boolean;
}

const colourOf = ({ booked, total, state = 'open' }: FillBarProps): string => {
  if (state === 'blocked') return 'status.blocked.main';
  return state === 'passed' ? 'field.border' : `fill.${fillOf(booked, total)}`;
};

/** A slot's bar, one segment per appointment that fits; hidden from screen readers, since FillWords says the same. */
export function FillBar(props: FillBarProps) {
  const { booked, total, state = 'open', held = false } = props;
  const segments = Array.from({ length: Math.min(total, maxSegments) }, (_, index) => index);
  const filledSegments = total > maxSegments ? Math.round((booked / total) * maxSegments) : booked;
  return (
    <Stack
      aria-hidden="true"
      gap={total > maxSegments ? 0 : '2px'}
      sx={{
        gridAutoFlow: 'column',
        gridAutoColumns: '1fr',
        height: 8,
        borderRadius: '4px',
        overflow: 'hidden',
        color: colourOf(props),
      }}
    >
      {segments.map((segment) => (
        <Span
          key={segment}
          sx={
            segment < filledSegments
              ? { bgcolor: 'currentColor' }
              : {
                  bgcolor: 'fill.track',
                  ...(state === 'blocked' || held ? { background: hatching, opacity: 0.5 } : {}),
                }
          }
        />
      ))}
    </Stack>
  );
}

/** "8 of 10 booked", in the fill's colour. */
export function FillWords(props: FillBarProps) {
  return (
    <Span sx={{ fontWeight: 600, color: props.state === 'passed' ? 'text.secondary' : colourOf(props) }}>
      {text.bookedOf(props.booked, props.total)}
    </Span>
  );
}
