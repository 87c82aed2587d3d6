import type { BuildingViews } from '@dayline/contracts/errors';
import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type LiveState, useLiveState } from '../../shared/api/live/state.ts';
import { type Outage, watchOutages } from '../../shared/api/outage.ts';
import { Icon } from '../../ui/icons/icon.tsx';

export const outageText = {
  offline: 'There is no connection to the server. What you see may be out of date. Dayline keeps trying.',
  away: 'Part of the service is not available. What you see may be out of date. Dayline keeps trying.',
  limited: 'Dayline is open in too many tabs. This one asks for changes every 15 seconds.',
} as const;

const timeLeft = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  return minutes > 1 ? `, about ${minutes} minutes left` : ', less than a minute left';
};

const buildingText = ({ percent, secondsLeft }: BuildingViews): string =>
  `After an upgrade the lists are being built: ${percent} %${secondsLeft === null ? '' : timeLeft(secondsLeft)}.`;

function textOf(live: LiveState, outage: Outage | null): string | null {
  if (live === 'offline') return outageText.offline;
  if (outage?.building) return buildingText(outage.building);
  if (outage || live === 'away') return outageText.away;
  return live === 'limited' ? outageText.limited : null;
}

/**
 * Says why the page may be stale: over the title and date of the top bar, so that nothing on the page moves or is
 * covered. Loaded right after the first page: during an outage it can't be loaded.
 */
export default function OutageBanner() {
  const client = useQueryClient();
  const live = useLiveState(({ state }) => state);
  const [outage, setOutage] = useState<Outage | null>(null);
  useEffect(() => watchOutages(client.getQueryCache(), setOutage), [client]);
  const says = textOf(live, outage);
  return (
    <Box role="status">
      {says === null ? null : (
        <Box
          sx={{
            position: 'absolute',
            inset: 0,
            display: 'flex',
            alignItems: 'center',
            gap: 1.5,
            px: { xs: 1, md: 1.5 },
            borderRadius: '6px',
            bgcolor: 'status.notVisited.soft',
            color: 'status.notVisited.main',
            fontSize: { xs: '0.75rem', md: '0.8125rem' },
            lineHeight: { xs: '0.875rem', md: '1.125rem' },
          }}
        >
          <Box sx={{ display: { xs: 'none', md: 'flex' } }}>
            <Icon name="warning" />
          </Box>
          {says}
        </Box>
      )}
    </Box>
  );
}
