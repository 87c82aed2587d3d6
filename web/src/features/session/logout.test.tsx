import { fireEvent, screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import LogoutPage from './logout-page.tsx';

test("'Ready to leave?' asks twice, then posts logout, clears what was stored and goes to root", async () => {
  const made = answer('signOut', { success: true, message: 'Signed out', position: null });
  const { user, router, container } = show(<LogoutPage />, { as: anAdmin, at: '/logout' });
  expect(screen.getByRole('heading', { name: 'Ready to leave?' })).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
  await user.click(screen.getByRole('button', { name: 'Sign Out' }));
  expect(made).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Yes, Sign Out' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(made).toHaveLength(1);
  expect(sessionStorage.getItem('clientId')).toBeNull();
  expect(sessionStorage.getItem('clientName')).toBeNull();
});

test('the second click of a double click on Sign Out is no Yes', async () => {
  const made = answer('signOut', { success: true, message: 'Signed out', position: null });
  const { user } = show(<LogoutPage />, { as: anAdmin, at: '/logout' });
  await user.click(screen.getByRole('button', { name: 'Sign Out' }));
  fireEvent.click(screen.getByRole('button', { name: 'Yes, Sign Out' }), { detail: 2 });
  await user.click(screen.getByRole('button', { name: 'No, Stay Here' }));
  expect(made).toHaveLength(0);
});

test("'No, Stay Here' steps back to the first question; Cancel goes back", async () => {
  const { user, router, go } = show(<LogoutPage />, { as: anAdmin, at: '/logout' });
  await user.click(screen.getByRole('button', { name: 'Sign Out' }));
  await user.click(screen.getByRole('button', { name: 'No, Stay Here' }));
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeInTheDocument();
  await go('/admin-dashboard');
  await go('/logout');
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin-dashboard'));
});

test('Cancel leads home where the page was opened directly', async () => {
  const { user, router } = show(<LogoutPage />, { as: anAdmin, at: '/logout' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin-dashboard'));
});

test('a sign-out that failed says so and stays; a session that is over leaves', async () => {
  refuse('signOut', 'service.unavailable');
  const { user, router } = show(<LogoutPage />, { as: anAdmin, at: '/logout' });
  await user.click(screen.getByRole('button', { name: 'Sign Out' }));
  await user.click(screen.getByRole('button', { name: 'Yes, Sign Out' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('You could not be signed out. Please try again.');
  expect(router.state.location.pathname).toBe('/logout');
  refuse('signOut', 'session.missing');
  await user.click(screen.getByRole('button', { name: 'Yes, Sign Out' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});
