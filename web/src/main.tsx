import { ThemeProvider } from '@mui/material/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { hideWhenKept } from './app/page-cache.ts';
import { makeRouter } from './app/router.tsx';
import { guardPresses } from './ui/buttons/single-press.ts';
import { language } from './ui/locale/locale.ts';
import { PageStyles } from './ui/theme/page-styles.tsx';
import { theme } from './ui/theme/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

document.documentElement.lang = language;
guardPresses();
hideWhenKept(() => location.reload());

// Signed-in data is loaded with the shell of signed-in pages; public pages don't load it.
createRoot(root).render(
  <StrictMode>
    <ThemeProvider theme={theme} defaultMode="system" noSsr modeStorageKey="dayline.colours">
      <PageStyles />
      {/* In transitions, an address that a newer one has overtaken may be shown once more: fast typing lost letters. */}
      <RouterProvider router={makeRouter()} useTransitions={false} />
    </ThemeProvider>
  </StrictMode>,
);
