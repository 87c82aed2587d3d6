import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { getConfig, type RenderResult, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { ConfirmHost } from '../../ui/dialogs/confirm-host.tsx';
import { theme } from '../../ui/theme/theme.ts';
import { useShortcuts } from '../actions/actions.ts';
import { ShortcutSheet } from '../actions/shortcut-sheet.tsx';
import { ToastHost } from '../actions/toast-host.tsx';
import { type Identity, rememberIdentity } from '../session/session-store.ts';
import { nervous } from './presses.ts';

type TestRouter = ReturnType<typeof createMemoryRouter>;

export interface RenderedPage extends RenderResult {
  user: UserEvent;
  router: TestRouter;
  /** Navigates to another address, as a link would. */
  go(to: string): Promise<void>;
  queryClient: QueryClient;
}

interface ShowOptions {
  /** The signed-in identity. */
  as?: Identity;
  /** The address, with `?search` and `#hash` if needed. */
  at?: string;
  /** The page's navigation state. */
  state?: unknown;
  /** The route's pattern, if the page reads parameters. */
  path?: string;
}

/**
 * Types like a person, with doubled presses, but pastes a plain text except for its last character: each key renders
 * the page again.
 */
function quickTypist(): UserEvent {
  const user = userEvent.setup();
  const { click, dblClick, keyboard } = nervous(user);
  return {
    ...user,
    ...{ click, dblClick, keyboard },
    async type(field, text) {
      const pasted = /^[^{[]*(?=[^{[])/.exec(text)?.[0] ?? '';
      await click(field);
      if (pasted && field.getAttribute('type') !== 'date') await user.paste(pasted);
      await keyboard(field.getAttribute('type') === 'date' ? text : text.slice(pasted.length));
    },
  };
}

function showRoutes(routes: RouteObject[], { as, at = '/', state }: ShowOptions): RenderedPage {
  if (as) rememberIdentity(as);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  const address = new URL(at, 'http://test');
  const router = createMemoryRouter(routes, {
    initialEntries: [{ pathname: address.pathname, search: address.search, hash: address.hash, state }],
  });
  const result = render(
    <QueryClientProvider client={queryClient}>
      <ThemeProvider theme={theme} noSsr>
        <RouterProvider router={router} useTransitions={false} />
        <ConfirmHost />
        <ToastHost />
        <ShortcutSheet />
        <Shortcuts />
      </ThemeProvider>
    </QueryClientProvider>,
  );
  return {
    ...result,
    user: quickTypist(),
    router,
    queryClient,
    // As user-event does: a page that focuses a field while it is rendered would end an `act`.
    go: (to) => getConfig().asyncWrapper(() => router.navigate(to)),
  };
}

/**
 * Renders a page or a component as the application would, with its hosts; every other address shows `elsewhere:
 * <path>`.
 */
export function show(page: ReactNode, options: ShowOptions = {}): RenderedPage {
  const { pathname } = new URL(options.at ?? '/', 'http://test');
  return showRoutes(
    [
      { path: options.path ?? pathname, element: page },
      { path: '*', element: <Elsewhere /> },
    ],
    options,
  );
}

function Shortcuts() {
  useShortcuts();
  return null;
}

function Elsewhere() {
  return <p>elsewhere</p>;
}

/** Renders the application's own routes, for tests of guards and shells. */
export const showApp = (routes: RouteObject[], options: ShowOptions = {}): RenderedPage => showRoutes(routes, options);
