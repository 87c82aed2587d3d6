import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { ToneName } from '../theme/tokens.ts';

/** A line of 28 px above a group of rows: its name, its count and a note. */
export function GroupHeading({ tone, children }: { tone?: ToneName; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        minHeight: 28,
        px: 2,
        fontSize: '0.8125rem',
        borderBottom: '1px solid',
        borderColor: 'divider',
        bgcolor: tone ? `status.${tone}.soft` : 'surface.raised',
        color: tone ? `status.${tone}.main` : 'text.primary',
      }}
    >
      {children}
    </Box>
  );
}
