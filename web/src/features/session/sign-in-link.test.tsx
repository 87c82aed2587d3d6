import { screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, loseConnection, refuse } from '../../shared/testing/server.ts';
import SignInLinkPage from './sign-in-link-page.tsx';
import SignInPage from './sign-in-page.tsx';

const path = '/sign-in-link/:token/:pocId';
const address = `/sign-in-link/${'T'.repeat(43)}/${anAdmin.accountId}`;
const reply = { success: true, message: 'Signed in.', pocId: null, user: anAdmin } as const;

test('the link waits for a click, then signs in, with the token out of the address', async () => {
  const made = answer('signInByLink', reply);
  const page = show(<SignInLinkPage />, { path, at: address });
  await waitFor(() => expect(page.router.state.location.pathname).toBe(`/sign-in-link/-/${anAdmin.accountId}`));
  expect(made).toEqual([]);
  expect(await axe(page.container)).toHaveNoViolations();
  await page.user.click(screen.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/admin-dashboard'));
  expect(made[0]?.body).toEqual({ token: 'T'.repeat(43), pocId: anAdmin.accountId });
});

test('a used link says so and leads to sign-in; a lost connection can be tried again', async () => {
  loseConnection('signInByLink');
  const page = show(<SignInLinkPage />, { path, at: address });
  await page.user.click(await screen.findByRole('button', { name: 'Sign In' }));
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  refuse('signInByLink', 'token.invalid');
  await page.user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await screen.findByText('This link is no longer valid. Please request a new one.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to Sign In' })).toHaveAttribute('href', '/');
  expect(screen.queryByRole('button', { name: 'Sign In' })).not.toBeInTheDocument();
});

test('without a link the page says how it is opened', () => {
  show(<SignInLinkPage />, { path, at: '/sign-in-link/-/x' });
  expect(screen.getByText('Please open the link in the email that we sent you.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to Sign In' })).toBeInTheDocument();
});

test('who is delayed is offered a link; who merely mistyped is not', async () => {
  refuse('validateSession', 'session.missing');
  answer('listClients', []);
  refuse('signIn', 'sign-in.refused');
  const { user, container } = show(<SignInPage />);
  await user.type(screen.getByRole('textbox', { name: 'Email Address' }), 'admin@sunrise.example');
  await user.type(screen.getByLabelText('Password'), 'Dayline#2026{Enter}');
  expect(await screen.findByText('Invalid email or password.')).toBeInTheDocument();
  const offer = () => screen.queryByRole('button', { name: 'Email Me a Sign-In Link' });
  expect(offer()).not.toBeInTheDocument();
  refuse('signIn', 'request.throttled');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await screen.findByText('Don’t want to wait? Sign in with a link sent to your email.')).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
  const message = 'If this address has an account, a link to sign in is on its way.';
  const made = answer('requestSignInLink', { success: true, message });
  await user.click(screen.getByRole('button', { name: 'Email Me a Sign-In Link' }));
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(made[0]?.body).toEqual({ email: 'admin@sunrise.example' });
  expect(offer()).not.toBeInTheDocument();
});
