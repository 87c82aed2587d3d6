import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import type { ReactNode } from 'react';

/** The printed page: without the frame, and with the sheet's own margins. */
const printStyle = (page: string) => ({
  '@page': { size: page, margin: 0 },
  '@media print': {
    main: { padding: '0 !important', maxWidth: 'none !important' },
    '.sheet': { boxShadow: 'none !important', margin: '0 !important' },
    '.sheet + .sheet': { breakBefore: 'page' },
  },
});

/**
 * Sheets as they will be printed; on a narrower screen they scroll sideways.
 * @param page for the `@page` rule: a CSS size
 */
export const Preview = ({ page, children }: { page: string; children: ReactNode }) => (
  <>
    <GlobalStyles styles={printStyle(page)} />
    <Box
      // Not a group, which isn't printed. Focusable, so that it can be scrolled without a mouse.
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
