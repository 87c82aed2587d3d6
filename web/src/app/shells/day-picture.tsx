import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/icons/icon.tsx';
import { Inline, Span, Stack } from '../../ui/layout/boxes.tsx';
import { dayTimeText } from '../../ui/locale/dates.ts';
import { authText as text } from './auth-text.ts';

type Kind = 'visited' | 'missed' | 'next' | 'later' | 'free';

interface Stop {
  time: keyof typeof text.patients;
  kind: Kind;
}

/** A fictitious morning, on no particular day. */
const before: readonly Stop[] = [
  { time: '08:00', kind: 'visited' },
  { time: '08:10', kind: 'missed' },
  { time: '08:20', kind: 'visited' },
];
const now = '08:28';
const after: readonly Stop[] = [
  { time: '08:30', kind: 'next' },
  { time: '08:40', kind: 'later' },
  { time: '08:50', kind: 'free' },
];

const icons: Record<Exclude<Kind, 'free'>, IconName> = {
  visited: 'check',
  missed: 'cross',
  next: 'clock',
  later: 'clock',
};

const line = { past: '#3f8c97', here: '#6fd0dc', free: '#5f9aa3', missed: '#e0b36a', missedInk: '#f0c98a' };
const dashes = `repeating-linear-gradient(${line.past} 0 3px, transparent 3px 8px)`;

/** A line of the picture: the time, its place on the timeline, and what is there. */
function Line({ time, kind, children }: { time: string; kind: Kind | 'now'; children: ReactNode }) {
  const isNow = kind === 'now';
  const isAhead = kind === 'next' || kind === 'later' || kind === 'free';
  const size = isNow ? 16 : 12;
  return (
    <Stack
      gap={'6px'}
      sx={{
        position: 'relative',
        gridTemplateColumns: '68px 20px 1fr',
        alignItems: 'center',
        minHeight: isNow ? 28 : 50,
        '&::before': {
          content: '""',
          position: 'absolute',
          left: 83,
          top: 0,
          bottom: 0,
          width: 2,
          background: isAhead ? dashes : line.past,
        },
        '&:first-of-type::before': { top: '50%' },
        '&:last-of-type::before': { bottom: '50%' },
        ...(isNow ? { color: line.here, fontWeight: 600 } : {}),
      }}
    >
      <Box sx={{ textAlign: 'right', fontSize: '0.8125rem' }}>{dayTimeText(time, '2-digit')}</Box>
      <Box
        sx={{
          position: 'relative',
          justifySelf: 'center',
          width: size,
          height: size,
          borderRadius: '50%',
          boxShadow: '0 0 0 4px var(--dl-palette-rail-ground)',
          ...(isAhead
            ? { bgcolor: 'rail.ground', border: `2px solid ${line.here}` }
            : { bgcolor: isNow ? line.here : kind === 'missed' ? line.missed : line.past }),
        }}
      />
      {children}
    </Stack>
  );
}

function StopLine({ time, kind }: Stop) {
  const look = {
    next: { bgcolor: line.here, color: '#0b3b44' },
    free: { border: `1px dashed ${line.free}` },
    visited: {},
    missed: {},
    later: {},
  }[kind];
  return (
    <Line time={time} kind={kind}>
      <Inline
        sx={{
          justifyContent: 'space-between',
          minHeight: 38,
          px: 1.5,
          borderRadius: '6px',
          ...(kind === 'free' ? {} : { bgcolor: 'rgb(255 255 255 / .07)' }),
          ...look,
        }}
      >
        <Box sx={kind === 'free' ? {} : { fontWeight: 600, color: kind === 'next' ? 'inherit' : '#fff' }}>
          {text.patients[time]}
        </Box>
        {kind === 'free' ? null : (
          <Box
            sx={{
              display: 'inline-flex',
              alignItems: 'center',
              gap: 0.75,
              fontSize: '0.8125rem',
              fontWeight: kind === 'next' ? 600 : 400,
              ...(kind === 'missed' ? { color: line.missedInk } : {}),
            }}
          >
            <Icon name={icons[kind]} size={14} />
            {text[kind]}
          </Box>
        )}
      </Inline>
    </Line>
  );
}

/** The picture of the sign-in page: one doctor's morning. Decorative, so hidden from screen readers. */
export function DayPicture() {
  return (
    <Box aria-hidden="true" sx={{ maxWidth: 440, fontSize: '0.875rem', lineHeight: '1.25rem' }}>
      <Box sx={{ pl: '100px', mb: 1.25 }}>
        <Span sx={{ fontWeight: 600, color: '#fff', mr: 1 }}>{text.doctor}</Span>
        {text.day}
      </Box>
      <div>
        {before.map((stop) => (
          <StopLine key={stop.time} {...stop} />
        ))}
        <Line time={now} kind="now">
          <Box sx={{ borderTop: `2px dotted ${line.here}` }} />
        </Line>
        {after.map((stop) => (
          <StopLine key={stop.time} {...stop} />
        ))}
      </div>
    </Box>
  );
}
