import Box from '@mui/material/Box';
import { Fragment, type ReactNode } from 'react';
import { lineBelow, Stack, smallText } from './boxes.tsx';

export interface SummaryItem {
  term: string;
  value: ReactNode;
  /** Returns to the step where it can be changed. */
  change?: ReactNode;
}

/** The entries to confirm: term, value, and a link to change it. */
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
            ...lineBelow,
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

/** Small terms and values, such as the contents of a log entry. */
export const Facts = ({ items }: { items: readonly { term: string; value: ReactNode }[] }) => (
  <Stack
    component="dl"
    gap={'4px 12px'}
    sx={{ m: 0, gridTemplateColumns: '96px minmax(0, 1fr)', ...smallText, '& dt': { color: 'text.secondary' } }}
  >
    {items.map(({ term, value }) => (
      <Fragment key={term}>
        <dt>{term}</dt>
        <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
          {value}
        </Box>
      </Fragment>
    ))}
  </Stack>
);
