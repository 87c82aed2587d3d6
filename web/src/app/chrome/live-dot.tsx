import Box from '@mui/material/Box';
import { type LiveState, useLiveState } from '../../shared/api/live/state.ts';
import { chromeText as text } from './text.ts';

const tones: Record<LiveState, 'visited' | 'notVisited' | 'cancelled'> = {
  live: 'visited',
  reconnecting: 'notVisited',
  away: 'notVisited',
  offline: 'cancelled',
  limited: 'notVisited',
};

/** Whether the page is being updated live. Changes are announced politely. */
export function LiveDot() {
  const state = useLiveState((live) => live.state);
  return (
    <Box
      role="status"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        // Room for the longest word (on a phone, for the longest while a page loads), so that its neighbours don't
        // move.
        minWidth: { xs: 102, md: 106 },
        fontSize: '0.8125rem',
        whiteSpace: 'nowrap',
        color: `status.${tones[state]}.main`,
        '&::before': {
          content: '""',
          width: 8,
          height: 8,
          borderRadius: '50%',
          bgcolor: state === 'live' ? 'fill.low' : 'currentColor',
          boxShadow: '0 0 0 3px color-mix(in srgb, currentColor 18%, transparent)',
        },
      }}
    >
      {text.live[state]}
    </Box>
  );
}
