import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Stack } from './boxes.tsx';

export interface SummaryItem {
  term: string;
  value: ReactNode;
  /** Goes back to where it can be changed. */
  change?: ReactNode;
}

/** The entries, before they are confirmed: term, value, and a link to change it. */
export function SummaryList({ items, label }: { items: readonly SummaryItem[]; label?: string }) {
  return (
    <Box component="dl" aria-label={label} sx={{ m: 0 }}>
      {items.map(({ term, value, change }) => (
        <Stack
          key={term}
          sx={{
            gridTemplateColumns: { xs: '1fr auto', sm: '160px 1fr auto' },
            columnGap: 1.5,
            alignItems: 'center',
            minHeight: 40,
            py: 0.75,
            borderBottom: '1px solid',
            borderColor: 'divider',
            '&:last-of-type': { borderBottom: 0 },
          }}
        >
          <Box
            component="dt"
            sx={{ color: 'text.secondary', gridColumn: { xs: '1 / 3', sm: 'auto' }, fontSize: '0.8125rem' }}
          >
            {term}
          </Box>
          <Box component="dd" sx={{ m: 0, fontWeight: 600, minWidth: 0 }}>
            {value}
          </Box>
          {change ? (
            <Box component="dd" sx={{ m: 0 }}>
              {change}
            </Box>
          ) : null}
        </Stack>
      ))}
    </Box>
  );
}
