import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { ToneChip } from '../../../ui/feedback/tone-chip.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Inline, outlined, Round, Span, Stack } from '../../../ui/layout/boxes.tsx';
import { filled } from '../../../ui/locale/filled.ts';
import { talkText as text } from '../text.ts';

/** An illustrated conversation; the strip below it is the front desk's card of the same booking. */
export function BookingConversation() {
  return (
    <Box component="figure" aria-label={text.picture} sx={{ m: 0, position: 'relative', pb: 7 }}>
      <Stack
        gap={1.25}
        sx={{
          px: { xs: 2, md: 2.5 },
          pt: 2,
          pb: { xs: 10, md: 7 },
          bgcolor: 'background.paper',
          ...outlined,
          borderRadius: '12px',
          boxShadow: '0 12px 40px rgb(23 33 43 / .08)',
          fontSize: '0.9375rem',
          lineHeight: '1.375rem',
        }}
      >
        <Inline gap={1.25} sx={{ pb: 1.5, borderBottom: '1px solid', borderColor: 'divider' }}>
          <Round
            component="span"
            aria-hidden="true"
            size={32}
            sx={{ bgcolor: 'teal.soft', color: 'primary.main', fontSize: '0.8125rem', fontWeight: 600 }}
          >
            {text.initials}
          </Round>
          <b>{text.hospital}</b>
        </Inline>
        <Says own>{text.asked}</Says>
        <Says>
          {text.offered}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: 1 }}>
            {text.times.map((time) => (
              <Time key={time} taken={time === text.chosen}>
                {time}
              </Time>
            ))}
          </Box>
        </Says>
        <Says own>{text.chosen}</Says>
        <Says>
          <Span sx={{ color: 'status.visited.main', verticalAlign: '-4px', mr: 0.75, display: 'inline-block' }}>
            <Icon name="check" size={18} />
          </Span>
          {filled(text.booked, { booked: <b>{text.bookedMark}</b> })}
        </Says>
      </Stack>
      <Box
        component="figcaption"
        sx={{
          position: 'absolute',
          left: { xs: 0, md: -32 },
          right: { xs: 0, md: 32 },
          bottom: 0,
          px: 2,
          py: 1.25,
          bgcolor: 'background.paper',
          ...outlined,
          borderLeft: '3px solid',
          borderLeftColor: 'primary.main',
          borderRadius: 1,
          boxShadow: '0 12px 32px rgb(23 33 43 / .14)',
        }}
      >
        <Span sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{text.atDesk}</Span>
        <Inline wrap sx={{ columnGap: 1.75, fontSize: '0.9375rem' }}>
          <b>{text.chosen}</b>
          <b>{text.patient}</b>
          <Span sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{text.doctor}</Span>
          <Box sx={{ ml: 'auto' }}>
            <ToneChip tone="confirmed" icon="clock">
              {text.active}
            </ToneChip>
          </Box>
        </Inline>
      </Box>
    </Box>
  );
}

function Says({ own = false, children }: { own?: boolean; children: ReactNode }) {
  return (
    <Box
      component="div"
      sx={{
        m: 0,
        maxWidth: 320,
        px: 1.75,
        py: 1.125,
        justifySelf: own ? 'end' : 'start',
        borderRadius: own ? '12px 12px 3px 12px' : '12px 12px 12px 3px',
        bgcolor: own ? 'primary.main' : 'background.default',
        color: own ? 'primary.contrastText' : 'text.primary',
      }}
    >
      {children}
    </Box>
  );
}

function Time({ taken = false, children }: { taken?: boolean; children: string }) {
  return (
    <Span
      sx={{
        px: 1.25,
        py: '3px',
        border: '1px solid',
        borderColor: taken ? 'primary.main' : 'field.border',
        borderRadius: '14px',
        bgcolor: taken ? 'teal.soft' : 'background.paper',
        color: 'primary.main',
        fontSize: '0.875rem',
        fontWeight: 600,
      }}
    >
      {children}
    </Span>
  );
}
