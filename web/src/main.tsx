import './shared/theme/font.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { App } from './app/app.tsx';
import { makeRouter } from './app/router.tsx';
import { makeQueryClient } from './shared/api/query-client.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <App queryClient={makeQueryClient()}>
      <RouterProvider router={makeRouter()} />
    </App>
  </StrictMode>,
);
