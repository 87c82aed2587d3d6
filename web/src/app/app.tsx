import { ThemeProvider } from '@mui/material/styles';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageStyles } from '../shared/theme/page-styles.tsx';
import { theme } from '../shared/theme/theme.ts';
import { ConfirmHost } from '../shared/ui/confirm-host.tsx';
import { ShortcutSheet } from '../shared/ui/shortcut-sheet.tsx';
import { ToastHost } from '../shared/ui/toast-host.tsx';

/** Everything around the pages: data, theme, and the one host each for questions, toasts and keys. */
export function App({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider theme={theme} defaultMode="system" noSsr modeStorageKey="dayline.colours">
        <PageStyles />
        {children}
        <ConfirmHost />
        <ToastHost />
        <ShortcutSheet />
      </ThemeProvider>
    </QueryClientProvider>
  );
}
