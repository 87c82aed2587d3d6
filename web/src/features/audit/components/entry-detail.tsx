import type { StoryEntry } from '@dayline/contracts/endpoints/audit';
import Box from '@mui/material/Box';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { detailOf } from '../story.ts';

export function EntryDetail({ entry }: { entry: StoryEntry }) {
  const { zone } = useIdentity();
  return (
    <Box
      component="dl"
      aria-label={`Technical detail of ${entry.sentence}`}
      sx={{
        m: 0,
        mt: 1,
        p: 1.5,
        display: 'grid',
        gridTemplateColumns: '96px minmax(0, 1fr)',
        gap: 0.5,
        borderRadius: '6px',
        bgcolor: 'background.default',
        fontSize: '0.8125rem',
        lineHeight: '1.125rem',
      }}
    >
      {detailOf(entry, zone).map(({ term, value }) => (
        <Box key={term} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {term}
          </Box>
          <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
