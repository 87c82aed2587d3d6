import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { PageStyles } from '../ui/theme/page-styles.tsx';
import { theme } from '../ui/theme/theme.ts';

/** Common to every page. Signed-in data is loaded with the shell of signed-in pages; public pages load none of it. */
export function App({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider theme={theme} defaultMode="system" noSsr modeStorageKey="dayline.colours">
      <PageStyles />
      {children}
    </ThemeProvider>
  );
}
