import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type RenderResult, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { type Identity, rememberIdentity } from '../session/session-store.ts';
import { theme } from '../theme/theme.ts';
import { ConfirmHost } from '../ui/confirm-host.tsx';
import { ShortcutSheet } from '../ui/shortcut-sheet.tsx';
import { ToastHost } from '../ui/toast-host.tsx';

type TestRouter = ReturnType<typeof createMemoryRouter>;

export interface Shown extends RenderResult {
  user: UserEvent;
  router: TestRouter;
  /** Goes to another address, as a link would. */
  go(to: string): Promise<void>;
  queryClient: QueryClient;
}

interface ShowOptions {
  /** Who is signed in. */
  as?: Identity;
  /** The address, with `?search` if needed. */
  at?: string;
  /** The navigation state that the page is opened with. */
  state?: unknown;
  /** The route's pattern, where the page reads parameters. */
  path?: string;
}

function showRoutes(routes: RouteObject[], { as, at = '/', state }: ShowOptions): Shown {
  if (as) rememberIdentity(as);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  const address = new URL(at, 'http://test');
  const router = createMemoryRouter(routes, {
    initialEntries: [{ pathname: address.pathname, search: address.search, state }],
  });
  const result = render(
    <QueryClientProvider client={queryClient}>
      <ThemeProvider theme={theme} noSsr>
        <RouterProvider router={router} />
        <ConfirmHost />
        <ToastHost />
        <ShortcutSheet />
      </ThemeProvider>
    </QueryClientProvider>,
  );
  return {
    ...result,
    user: userEvent.setup(),
    router,
    queryClient,
    go: (to) => act(() => router.navigate(to)),
  };
}

/** Shows a page or a piece as the application would, with its hosts; every other address shows `elsewhere: <path>`. */
export function show(page: ReactNode, options: ShowOptions = {}): Shown {
  const { pathname } = new URL(options.at ?? '/', 'http://test');
  return showRoutes(
    [
      { path: options.path ?? pathname, element: page },
      { path: '*', element: <Elsewhere /> },
    ],
    options,
  );
}

function Elsewhere() {
  return <p>elsewhere</p>;
}

/** Shows the application's own routes, for what guards and shells do. */
export const showApp = (routes: RouteObject[], options: ShowOptions = {}): Shown => showRoutes(routes, options);
