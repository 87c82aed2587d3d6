import type { Role } from '@dayline/contracts/endpoints/definition';
import type { ComponentType, ReactNode } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { whenSessionEnds } from '../shared/api/session-ended.ts';
import { paths } from '../shared/paths.ts';
import { untilLoaded } from './beside.ts';
import { ErrorPage } from './error-page.tsx';
import { LoadingPage } from './loading-page.tsx';
import { endSession, leadBy } from './session-end.ts';

type PageModule = Promise<ComponentType>;

function Broken({ error }: { error: unknown }): never {
  throw error;
}

/** A route whose chunk couldn't be loaded would draw nothing at all, not even its error: so it loads, and then breaks as a page. */
const loaded =
  <Route extends { Component: ComponentType }>(load: () => Promise<Route>) =>
  (): Promise<Route | { element: ReactNode }> =>
    untilLoaded(load).catch((error: unknown) => ({ element: <Broken error={error} /> }));

/** A page in a chunk of its own. */
const page = (path: string, load: () => PageModule): RouteObject => ({
  path,
  ErrorBoundary: ErrorPage,
  lazy: loaded(async () => ({ Component: await load() })),
});

/** A page that only these roles see; the guard runs before the page loads anything. */
const guarded = (path: string, roles: readonly Role[], load: () => PageModule): RouteObject => ({
  ...page(path, load),
  middleware: [async (args, next) => (await untilLoaded(() => import('./guards.ts'))).guard(...roles)(args, next)],
});

export const routes: RouteObject[] = [
  {
    HydrateFallback: LoadingPage,
    ErrorBoundary: ErrorPage,
    children: [
      {
        lazy: loaded(async () => ({ Component: (await import('./shells/auth-shell.tsx')).AuthShell })),
        children: [page(paths.signIn, async () => (await import('../features/session/sign-in-page.tsx')).SignInPage)],
      },
      {
        lazy: loaded(async () => ({ Component: (await import('./shells/public-shell.tsx')).PublicShell })),
        children: [page(paths.logout, async () => (await import('../features/session/logout-page.tsx')).LogoutPage)],
      },
      {
        lazy: loaded(async () => {
          const { PageShell, pageShellLoader, isAnotherPage } = await import('./shells/page-shell.tsx');
          return { Component: PageShell, loader: pageShellLoader, shouldRevalidate: isAnotherPage };
        }),
        children: [
          guarded(
            paths.adminDashboard,
            ['admin'],
            async () => (await import('../features/admin-dashboard/admin-dashboard-page.tsx')).AdminDashboardPage,
          ),
          {
            lazy: loaded(async () => ({ Component: (await import('./booking-gate.tsx')).BookingGate })),
            children: [
              guarded(
                paths.addNewAppointment,
                ['admin'],
                async () => (await import('../features/booking/add-new-appointment-page.tsx')).AddNewAppointmentPage,
              ),
            ],
          },
          guarded(
            paths.adminTodaysAppointments,
            ['admin'],
            async () =>
              (await import('../features/today/admin-todays-appointments-page.tsx')).AdminTodaysAppointmentsPage,
          ),
          guarded(
            paths.appointmentDetailsAdmin,
            ['admin'],
            async () =>
              (await import('../features/appointments/appointment-details-admin-page.tsx')).AppointmentDetailsAdminPage,
          ),
          guarded(
            paths.pocDashboard,
            ['doctor'],
            async () => (await import('../features/doctor-dashboard/poc-dashboard-page.tsx')).PocDashboardPage,
          ),
          guarded(
            paths.todaysAppointments,
            ['doctor'],
            async () => (await import('../features/today/todays-appointments-page.tsx')).TodaysAppointmentsPage,
          ),
          guarded(
            paths.appointmentDetails,
            ['doctor'],
            async () => (await import('../features/appointments/appointment-details-page.tsx')).AppointmentDetailsPage,
          ),
          guarded(
            paths.audit,
            ['admin', 'auditor'],
            async () => (await import('../features/audit/audit-page.tsx')).AuditPage,
          ),
          guarded(
            `${paths.audit}/appointments/:appointmentId`,
            ['admin', 'auditor', 'doctor'],
            async () => (await import('../features/audit/appointment-story-page.tsx')).AppointmentStoryPage,
          ),
          page('*', async () => (await import('./not-found-page.tsx')).NotFoundPage),
        ],
      },
    ],
  },
];

/** Made once, by main.tsx; a 401 of any call leads to sign-in by it. */
export function makeRouter() {
  const router = createBrowserRouter(routes);
  leadBy({
    here: () => {
      const { pathname, search, state } = router.state.location;
      return { to: pathname + search, state };
    },
    go: (to, state) => void router.navigate(to, { replace: true, state }),
  });
  whenSessionEnds(endSession);
  return router;
}
