import type { StoryEntry } from '@dayline/contracts/endpoints/audit';
import Box from '@mui/material/Box';
import { detailOf } from './story.ts';
import { auditText as text } from './text.ts';

/** An entry's technical detail, on demand. */
export function EntryDetail({ entry }: { entry: StoryEntry }) {
  return (
    <Box component="details" sx={{ mt: 0.5, fontSize: '0.8125rem', lineHeight: '1.125rem' }}>
      <Box
        component="summary"
        aria-label={`${text.detail} of ${entry.sentence}`}
        sx={{
          width: 'fit-content',
          minHeight: { xs: 44, md: 24 },
          display: 'flex',
          alignItems: 'center',
          color: 'primary.main',
          cursor: 'pointer',
          listStyle: 'none',
          '&::-webkit-details-marker': { display: 'none' },
          '&::before': { content: '"›"', width: 14, fontWeight: 600 },
          'details[open] > &::before': { transform: 'rotate(90deg)', transformOrigin: '4px 55%' },
        }}
      >
        {text.detail}
      </Box>
      <Box
        component="dl"
        sx={{
          m: 0,
          mt: 0.5,
          p: 1.5,
          display: 'grid',
          gridTemplateColumns: '96px minmax(0, 1fr)',
          gap: 0.5,
          borderRadius: '6px',
          bgcolor: 'background.default',
        }}
      >
        {detailOf(entry).map(({ term, value }) => (
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
    </Box>
  );
}
