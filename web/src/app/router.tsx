import type { ComponentType, ReactNode } from 'react';
import { createBrowserRouter, type RouteObject, redirect } from 'react-router-dom';
import { whenSessionEnds } from '../shared/api/session-ended.ts';
import { untilLoaded } from '../shared/lazy-piece.ts';
import { ErrorPage } from './fallbacks/error-page.tsx';
import { LoadingPage } from './fallbacks/loading-page.tsx';
import { type PageEntry, pages, redirects } from './pages.ts';
import { endSession, setNavigation } from './session-end.ts';

function RouteError({ error }: { error: unknown }): never {
  throw error;
}

/**
 * If a route's chunk can't be loaded, the router renders nothing, not even its error; this loads the chunk and throws
 * while rendering instead.
 */
const loaded =
  <Route extends { Component: ComponentType }>(load: () => Promise<Route>) =>
  (): Promise<Route | { element: ReactNode }> =>
    untilLoaded(load).catch((error: unknown) => ({ element: <RouteError error={error} /> }));

/** The page, behind the identity gate if it needs one. */
async function componentOf({ load, needs = [], redirectDelay = 0 }: PageEntry): Promise<ComponentType> {
  if (needs.length === 0) return (await load()).default;
  const [{ default: Page }, { IdentityGate }] = await Promise.all([load(), import('./identity-gate.tsx')]);
  return () => (
    <IdentityGate needs={needs} delay={redirectDelay}>
      <Page />
    </IdentityGate>
  );
}

/** A page in its own chunk; the guard runs before the page loads anything. */
const routeOf = (entry: PageEntry): RouteObject => ({
  path: entry.path,
  ErrorBoundary: ErrorPage,
  lazy: loaded(async () => ({ Component: await componentOf(entry) })),
  ...(entry.roles
    ? {
        middleware: [
          async (args, next) =>
            (await untilLoaded(() => import('./guards.ts'))).guard(...(entry.roles ?? []))(args, next),
        ],
      }
    : {}),
});

const routesIn = (shell: PageEntry['shell']): RouteObject[] =>
  pages.filter((entry) => entry.shell === shell).map(routeOf);

const notFound: PageEntry = {
  path: '*',
  shell: 'app',
  load: () => import('./fallbacks/not-found-page.tsx'),
};

const routes: RouteObject[] = [
  {
    HydrateFallback: LoadingPage,
    ErrorBoundary: ErrorPage,
    children: [
      ...redirects.map(([path, to]) => ({ path, loader: () => redirect(to) })),
      {
        lazy: loaded(async () => ({ Component: (await import('./shells/auth-shell.tsx')).AuthShell })),
        children: routesIn('auth'),
      },
      {
        lazy: loaded(async () => ({ Component: (await import('./shells/site-shell.tsx')).SiteShell })),
        children: routesIn('site'),
      },
      {
        lazy: loaded(async () => ({ Component: (await import('./shells/public-shell.tsx')).PublicShell })),
        children: routesIn('public'),
      },
      {
        lazy: loaded(async () => {
          const { PageShell, pageShellLoader, isAnotherPage } = await import('./shells/page-shell.tsx');
          return { Component: PageShell, loader: pageShellLoader, shouldRevalidate: isAnotherPage };
        }),
        children: [...routesIn('app'), routeOf(notFound)],
      },
    ],
  },
];

/** Created once, by main.tsx; a 401 of any call uses it to go to sign-in. */
export function makeRouter() {
  const router = createBrowserRouter(routes);
  setNavigation({
    here: () => {
      const { pathname, search, state } = router.state.location;
      return { to: pathname + search, state };
    },
    go: (to, state) => void router.navigate(to, { replace: true, state }),
  });
  whenSessionEnds(endSession);
  return router;
}
