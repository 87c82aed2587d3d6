import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { Outlet, type RouteObject, useLocation } from 'react-router-dom';
import { paths } from '../shared/paths.ts';
import { rememberIdentity, useSession } from '../shared/session/session-store.ts';
import { aDoctor, anAdmin, anAuditor } from '../shared/testing/identities.ts';
import { showApp } from '../shared/testing/render.tsx';
import { answer, cutAnswer, refuse } from '../shared/testing/server.ts';
import { LoadingPage } from './fallbacks/loading-page.tsx';
import { guard } from './guards.ts';
import { IdentityGate } from './identity-gate.tsx';
import { pages } from './pages.ts';
import { setNavigation } from './session-end.ts';

function Place() {
  return <p>at {useLocation().pathname}</p>;
}

const bookingPage = pages.find(({ path }) => path === paths.addNewAppointment);

const routes: RouteObject[] = [
  {
    HydrateFallback: LoadingPage,
    element: <Outlet />,
    children: [
      { path: '/', element: <Place /> },
      { path: '/admin-dashboard', element: <Place />, middleware: [guard('admin')] },
      { path: '/poc-dashboard', element: <Place />, middleware: [guard('doctor')] },
      { path: '/audit', element: <Place />, middleware: [guard('admin', 'auditor')] },
      {
        path: '/booking',
        element: (
          <IdentityGate needs={['pocId']} delay={bookingPage?.redirectDelay ?? 0}>
            <Place />
          </IdentityGate>
        ),
      },
      {
        path: '/needs-poc',
        middleware: [guard('admin', 'doctor')],
        element: (
          <IdentityGate needs={['pocId']}>
            <Place />
          </IdentityGate>
        ),
      },
    ],
  },
];

test("a protected page validates the session and shows 'Loading...' meanwhile", async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  answer('validateSession', async () => {
    await held;
    return { user: anAdmin };
  });
  showApp(routes, { at: '/admin-dashboard' });
  expect(await screen.findByText('Loading...')).toBeInTheDocument();
  expect(screen.queryByText('at /admin-dashboard')).not.toBeInTheDocument();
  release();
  expect(await screen.findByText('at /admin-dashboard')).toBeInTheDocument();
  expect(sessionStorage.getItem('clientId')).toBe(anAdmin.clientId);
  expect(sessionStorage.getItem('clientName')).toBe(anAdmin.clientName);
  expect(sessionStorage.getItem('pocId')).toBeNull();
});

test('an answer that is cut off says nothing about the session: what the tab has stored stays', async () => {
  sessionStorage.setItem('appointmentSearch', 'sharma');
  answer('validateSession', { user: anAdmin });
  cutAnswer('validateSession');
  showApp(routes, { at: '/admin-dashboard' });
  expect(await screen.findByText('at /admin-dashboard')).toBeInTheDocument();
  expect(sessionStorage.getItem('appointmentSearch')).toBe('sharma');
});

test('if unauthenticated it redirects to /', async () => {
  refuse('validateSession', 'session.missing');
  showApp(routes, { at: '/admin-dashboard' });
  expect(await screen.findByText('at /')).toBeInTheDocument();
});

test('whoever was signed in hears on the way why it leads to /', async () => {
  const events: unknown[] = [];
  setNavigation({ here: () => ({ to: '/audit', state: null }), go: (to, state) => events.push([to, state]) });
  refuse('validateSession', 'session.missing');
  rememberIdentity(anAdmin, Date.now() - 60_000);
  showApp(routes, { at: '/admin-dashboard' });
  expect(await screen.findByText('at /')).toBeInTheDocument();
  expect(events).toEqual([['/', { error: 'Unauthorized - Session expired' }]]);
  expect(useSession.getState().returnPoint).toMatchObject({ accountId: anAdmin.accountId, to: '/audit' });
});

test.each([
  ['a doctor', aDoctor, '/admin-dashboard', '/poc-dashboard'],
  ['an admin', anAdmin, '/poc-dashboard', '/admin-dashboard'],
  ['an auditor', anAuditor, '/admin-dashboard', '/audit'],
  ['a doctor', aDoctor, '/audit', '/poc-dashboard'],
])('%s in the wrong place is led home', async (_who, user, path, home) => {
  answer('validateSession', { user });
  showApp(routes, { at: path });
  expect(await screen.findByText(`at ${home}`)).toBeInTheDocument();
});

test('the session is not asked for again on the way from page to page', async () => {
  const requests = answer('validateSession', { user: anAdmin });
  const { go } = showApp(routes, { at: '/admin-dashboard' });
  await screen.findByText('at /admin-dashboard');
  await go('/audit');
  expect(await screen.findByText('at /audit')).toBeInTheDocument();
  expect(requests).toHaveLength(1);
});

test('a filter of the page that is shown asks nobody, however long ago the session was checked', async () => {
  const requests = answer('validateSession', { user: anAdmin });
  const { go, router } = showApp(routes, { at: '/admin-dashboard' });
  setNavigation({ here: () => ({ to: router.state.location.pathname, state: null }), go: () => undefined });
  await screen.findByText('at /admin-dashboard');
  useSession.setState({ checkedAt: Date.now() - 60_000 });
  await go('/admin-dashboard?page=2');
  expect(router.state.location.search).toBe('?page=2');
  expect(requests).toHaveLength(1);
  await go('/audit');
  expect(requests).toHaveLength(2);
});

test('a page whose identity is missing leads to /, one that the navigation names shows', async () => {
  answer('validateSession', { user: anAdmin });
  const first = showApp(routes, { at: '/needs-poc' });
  await waitFor(() => expect(screen.getByText('at /')).toBeInTheDocument());
  first.unmount();
  showApp(routes, { at: '/needs-poc', state: { pocId: aDoctor.pocId } });
  expect(await screen.findByText('at /needs-poc')).toBeInTheDocument();
});

test("'Missing-identity redirect in booking 500 ms.'", async () => {
  jest.useFakeTimers();
  showApp(routes, { at: '/booking' });
  act(() => jest.advanceTimersByTime(499));
  expect(screen.queryByText('at /')).not.toBeInTheDocument();
  act(() => jest.advanceTimersByTime(1));
  jest.useRealTimers();
  expect(await screen.findByText('at /')).toBeInTheDocument();
});
