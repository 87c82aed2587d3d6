import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLiveState } from '../../shared/api/live.ts';
import { watchOutages } from '../../shared/api/outage.ts';
import { Banner } from '../../shared/ui/banner.tsx';

export const outageText = {
  offline:
    'There is no connection to the server. What you see may be out of date. Dayline keeps trying and goes on by itself.',
  away: 'Part of the service is not available right now. What you see may be out of date. Dayline keeps trying and goes on by itself.',
  limited:
    'Dayline is open in too many tabs. This one asks for changes every 15 seconds; close some others to see them at once.',
} as const;

/** Says in words why the page may not be current. Loaded beside the first page: nothing can be, once it has to be shown. */
export default function OutageBanner() {
  const client = useQueryClient();
  const live = useLiveState(({ state }) => state);
  const [away, setAway] = useState(false);
  useEffect(() => watchOutages(client.getQueryCache(), setAway), [client]);
  const isAway = away || live === 'away';
  const says = live === 'offline' ? 'offline' : isAway ? 'away' : live === 'limited' ? 'limited' : undefined;
  return (
    <Box sx={{ mb: says === undefined ? 0 : 2 }}>
      {says === undefined ? null : (
        <Banner tone="notVisited" icon="warning">
          {outageText[says]}
        </Banner>
      )}
    </Box>
  );
}
