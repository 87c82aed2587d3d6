import { ThemeProvider } from '@mui/material/styles';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { PageStyles } from '../shared/theme/page-styles.tsx';
import { theme } from '../shared/theme/theme.ts';
import { beside } from './beside.ts';

const Hosts = beside(async () => ({ default: (await import('./hosts.tsx')).Hosts }));

/** Everything around the pages: data, theme, and the one host each for questions, toasts and keys. */
export function App({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider theme={theme} defaultMode="system" noSsr modeStorageKey="dayline.colours">
        <PageStyles />
        {children}
        <Suspense>
          <Hosts />
        </Suspense>
      </ThemeProvider>
    </QueryClientProvider>
  );
}
