import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import type { ReactNode } from 'react';

/** The page that is printed: nothing of the frame, and the margins are the sheet's own. */
const printed = (page: string) => ({
  '@page': { size: page, margin: 0 },
  '@media print': {
    main: { padding: '0 !important', maxWidth: 'none !important' },
    '.sheet': { boxShadow: 'none !important', margin: '0 !important' },
    '.sheet + .sheet': { breakBefore: 'page' },
  },
});

/**
 * Sheets as they will be printed, which scroll sideways where the screen is narrower than they are.
 * @param page for the rule `@page`: a size of CSS
 */
export const Preview = ({ page, children }: { page: string; children: ReactNode }) => (
  <>
    <GlobalStyles styles={printed(page)} />
    <Box
      // Not a group, which isn't printed. It scrolls, also for somebody without a mouse.
      tabIndex={0}
      sx={{
        ...{ overflowX: 'auto', display: 'grid', gap: 2, justifyItems: { xs: 'start', md: 'center' } },
        '& > .sheet': { boxShadow: '0 1px 4px rgb(0 0 0 / 35%)', my: '4px' },
        '@media print': { display: 'block', overflow: 'visible' },
      }}
    >
      {children}
    </Box>
  </>
);
