import './shared/theme/font.css';
import './shared/theme/system-colours.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { App } from './app/app.tsx';
import { forgetOnPersonChange } from './app/person-change.ts';
import { makeRouter } from './app/router.tsx';
import { makeQueryClient } from './shared/api/query-client.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const queryClient = makeQueryClient();
forgetOnPersonChange(queryClient);

createRoot(root).render(
  <StrictMode>
    <App queryClient={queryClient}>
      <RouterProvider router={makeRouter()} />
    </App>
  </StrictMode>,
);
