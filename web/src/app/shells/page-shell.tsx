import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { type LoaderFunction, type ShouldRevalidateFunction, useLoaderData } from 'react-router-dom';
import { useShortcuts } from '../../shared/actions/actions.ts';
import '../../shared/actions/command-outcome.ts';
import '../../shared/actions/unhandled.ts';
import { whenUsedWithoutCalls } from '../../shared/api/attended.ts';
import { isSessionOver } from '../../shared/api/call-error.ts';
import { call } from '../../shared/api/client.ts';
import { makeQueryClient } from '../../shared/api/query-client.ts';
import { sessionEnded } from '../../shared/api/session-ended.ts';
import { lazyPiece } from '../../shared/lazy-piece.ts';
import { type Identity, useSession } from '../../shared/session/session-store.ts';
import { currentIdentity } from '../guards.ts';
import { followLocks } from '../lock.ts';
import { loadNextPages } from '../next-pages.ts';
import { PublicShell } from './public-shell.tsx';
import { RoleShell } from './role-shell.tsx';

const Overlays = lazyPiece(async () => ({ default: (await import('../chrome/overlays.tsx')).Overlays }));

// One for the life of the tab: after a new sign-in the pages still have their cache.
const queryClient = makeQueryClient();

whenUsedWithoutCalls(() => {
  if (!useSession.getState().identity) return;
  call('validateSession', {}).catch((error: unknown) => isSessionOver(error) && sessionEnded());
});

export const pageShellLoader = (async () => (await currentIdentity())?.role ?? null) satisfies LoaderFunction;

/** The frame's identity doesn't change with a page's filters. */
export const isAnotherPage: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname;

/** The signed-in frame, shared by all pages, so that it and its socket survive navigation. */
export function PageShell() {
  const routeRole = useLoaderData<Identity['role'] | null>();
  // Another tab may have signed in as somebody else since; the guard detects it, but this loader isn't called again.
  const now = useSession(({ shown }) => shown?.role);
  const role = routeRole === null ? null : (now ?? routeRole);
  useShortcuts();
  useEffect(() => followLocks(), []);
  useEffect(() => {
    if (role === null) return;
    const leaving = new AbortController();
    void loadNextPages(role, () => queryClient.isFetching() > 0, leaving.signal);
    return () => leaving.abort();
  }, [role]);
  return (
    <QueryClientProvider client={queryClient}>
      {role === null ? <PublicShell /> : <RoleShell key={role} of={role} />}
      <Suspense>
        <Overlays />
      </Suspense>
    </QueryClientProvider>
  );
}
