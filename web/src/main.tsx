import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { App } from './app/app.tsx';
import { hideWhenKept } from './app/page-cache.ts';
import { makeRouter } from './app/router.tsx';
import { language } from './ui/locale/locale.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

document.documentElement.lang = language;
hideWhenKept(() => location.reload());

createRoot(root).render(
  <StrictMode>
    <App>
      {/* In transitions, an address that a newer one has overtaken may be shown once more: fast typing lost letters. */}
      <RouterProvider router={makeRouter()} useTransitions={false} />
    </App>
  </StrictMode>,
);
