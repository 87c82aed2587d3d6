import { spanFrom } from '@dayline/contracts/clinic/spans';
import type { SlotGroup } from '@dayline/contracts/endpoints/appointments/appointments';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { FillBar, FillWords } from '../../../shared/appointments/fill-bar.tsx';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { sessionText } from '../../../shared/format/session.ts';
import { clockTime, shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { ToneChip } from '../../../ui/feedback/tone-chip.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { quietText, Span } from '../../../ui/layout/boxes.tsx';
import type { SlotState } from '../slots-rules.ts';
import { slotsText as text } from '../slots-text.ts';

export const barStates = {
  open: 'open',
  full: 'open',
  blocked: 'blocked',
  passed: 'passed',
  early: 'open',
  closed: 'passed',
  onRequest: 'open',
  onlyFor: 'open',
} as const;

function OverChip({ words }: { words: string }) {
  return (
    <Span
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: '6px',
        height: 24,
        pl: '6px',
        pr: 1,
        borderRadius: '12px',
        ...quietText,
        fontWeight: 600,
        bgcolor: 'fill.track',
      }}
    >
      <Icon name="clock" size={14} />
      {words}
    </Span>
  );
}

/** Icon and label of a slot that isn't open. */
function StateChip({ state }: { state: SlotState }) {
  if (state === 'open') return null;
  if (state !== 'full' && state !== 'blocked') return <OverChip words={text[state]} />;
  return state === 'full' ? (
    <ToneChip tone="cancelled" icon="ring">
      {text.full}
    </ToneChip>
  ) : (
    <ToneChip tone="blocked" icon="blocked">
      {text.blocked}
    </ToneChip>
  );
}

/** "2 free", until when the last places are held, the remaining capacity of a blocked slot, or why a slot can't be booked. */
export function freeWords(slot: SlotGroup, state: SlotState): string {
  if (state === 'open') return text.free(slot.free);
  if (state === 'full' && slot.closed) return text.earlierHours(clockTime(spanFrom(slot.time, slot.minutes).to));
  if (slot.noOfAppointments > slot.totalSlots) return text.beyond(slot.noOfAppointments - slot.totalSlots);
  if (state === 'full' && slot.heldUntil !== undefined) return appointmentText.heldUntil(clockTime(slot.heldUntil));
  if (state === 'full' && slot.noOfAppointments < slot.totalSlots) return text.overlapped;
  return state === 'blocked' && slot.noOfAppointments > 0 ? text.stay(slot.noOfAppointments) : '';
}

interface SlotCardProps {
  slot: SlotGroup;
  state: SlotState;
  open: boolean;
  /** How many patients on the waiting list it suits. */
  waiting?: number;
  onOpen(): void;
}

/** A slot: its time, a bar with one segment per appointment that fits, and a label in the fill's colour. */
export function SlotCard({ slot, state, open, waiting = 0, onOpen }: SlotCardProps) {
  const { noOfAppointments: bookedCount, totalSlots: total } = slot;
  const held = state === 'full' && slot.heldUntil !== undefined;
  const fill = { booked: bookedCount, total, state: barStates[state], held } as const;
  return (
    <ButtonBase
      aria-pressed={open}
      onClick={onOpen}
      sx={(theme) => ({
        width: '100%',
        height: '100%',
        display: 'grid',
        gridTemplateColumns: '1fr auto',
        columnGap: 1,
        px: '15px',
        py: '11px',
        textAlign: 'left',
        lineHeight: '1.25rem',
        fontSize: '0.875rem',
        border: '1px solid',
        borderRadius: '6px',
        borderColor: state === 'blocked' ? 'status.blocked.line' : 'divider',
        bgcolor: state === 'passed' ? 'transparent' : 'background.paper',
        '&:hover': { borderColor: 'field.border' },
        // The ring is inset, so that nothing moves.
        ...(open
          ? {
              boxShadow: 'inset 0 0 0 1px var(--dl-palette-primary-main)',
              '&, &:hover': { borderColor: 'primary.main' },
            }
          : {}),
        [theme.breakpoints.down('md')]: { gridTemplateColumns: 'auto 1fr auto', px: '12px', py: '10px' },
      })}
    >
      <Span
        sx={{
          fontSize: { xs: '1rem', md: '1.125rem' },
          lineHeight: '1.5rem',
          fontWeight: 600,
          color: state === 'passed' ? 'text.secondary' : 'text.primary',
        }}
      >
        {clockTime(slot.time)}
      </Span>
      <Box sx={{ justifySelf: 'end', gridColumn: { xs: 3, md: 2 }, gridRow: 1, minHeight: 24 }}>
        <StateChip state={state} />
      </Box>
      <Span
        sx={{
          gridColumn: { xs: 2, md: '1 / 3' },
          alignSelf: 'center',
          color: 'text.secondary',
          overflowWrap: 'anywhere',
        }}
      >
        {[shortWeekdayAndDate(slot.date), sessionText(slot.session)].filter(Boolean).join(' · ')}
      </Span>
      <Box sx={{ gridColumn: '1 / -1', mt: { xs: 1, md: 1.5 }, mb: { xs: 0.75, md: 1 } }}>
        <FillBar {...fill} />
      </Box>
      <Span sx={{ gridColumn: { xs: '1 / 3', md: 1 } }}>
        <FillWords {...fill} />
      </Span>
      <Span sx={{ color: 'text.secondary', textAlign: 'right', whiteSpace: 'nowrap' }}>{freeWords(slot, state)}</Span>
      {waiting > 0 ? (
        <Span sx={{ gridColumn: '1 / -1', mt: 0.5, fontWeight: 600 }}>{text.waiting(waiting)}</Span>
      ) : null}
    </ButtonBase>
  );
}
