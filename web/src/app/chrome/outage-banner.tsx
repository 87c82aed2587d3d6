import type { BuildingViews } from '@dayline/contracts/errors';
import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type LiveState, useLiveState } from '../../shared/api/live/state.ts';
import { type Outage, watchOutages } from '../../shared/api/outage.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { Inline } from '../../ui/layout/boxes.tsx';
import { outageText as text } from './text.ts';

const buildingText = ({ percent, secondsLeft }: BuildingViews): string =>
  secondsLeft === null ? text.building(percent) : text.buildingLeft(percent, Math.max(1, Math.ceil(secondsLeft / 60)));

function textOf(live: LiveState, outage: Outage | null): string | null {
  if (live === 'offline') return text.offline;
  if (outage?.building) return buildingText(outage.building);
  if (outage || live === 'away') return text.away;
  return live === 'limited' ? text.limited : null;
}

/**
 * Says why the page may be stale: over the title and date of the top bar, so that nothing on the page moves or is
 * covered. Loaded right after the first page, since it can't be loaded during an outage.
 */
export default function OutageBanner() {
  const client = useQueryClient();
  const live = useLiveState(({ state }) => state);
  const [outage, setOutage] = useState<Outage | null>(null);
  useEffect(() => watchOutages(client.getQueryCache(), setOutage), [client]);
  const sentence = textOf(live, outage);
  return (
    // Out of the flow even while empty: as another item of the bar it would narrow the title when loaded.
    <Box role="status" sx={{ position: 'absolute', inset: 0, '&:empty': { pointerEvents: 'none' } }}>
      {sentence === null ? null : (
        <Inline
          gap={1.5}
          sx={{
            height: '100%',
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
          {sentence}
        </Inline>
      )}
    </Box>
  );
}
