import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { draftOf, keepDraft } from '../../shared/session/drafts.ts';
import { forgetShown } from '../../shared/session/forget-shown.ts';
import { rememberIdentity, useSession } from '../../shared/session/session-store.ts';
import { mayBeSignedIn } from '../../shared/session/signed-in.ts';
import { aDoctor, anAdmin, anAuditor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, loseConnection, refuse } from '../../shared/testing/server.ts';
import { keepSignIn } from './kept-sign-in.ts';
import SignInPage from './sign-in-page.tsx';

const clients = [
  { Client_ID: anAdmin.clientId, Client_Name: anAdmin.clientName },
  { Client_ID: testId(101), Client_Name: 'Lakeside Clinic' },
];
const reply = (user: typeof anAdmin) => ({ success: true, message: 'ok', pocId: user.pocId, user }) as const;

async function fillAsAdmin({ user }: ReturnType<typeof show>) {
  await screen.findByRole('option', { name: anAdmin.clientName });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Select Client' }), anAdmin.clientName);
  await user.type(screen.getByRole('textbox', { name: 'Email Address' }), 'admin@sunrise.example');
  await user.type(screen.getByLabelText('Password'), 'Dayline#2026');
  await user.keyboard('{Enter}');
}

test("'Welcome Back', with the role Admin chosen and the clients to choose from", async () => {
  answer('listClients', clients);
  const { container } = show(<SignInPage />);
  expect(screen.getByRole('heading', { name: 'Welcome Back' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Admin' })).toHaveAttribute('aria-pressed', 'true');
  expect(await screen.findByText('Choose a client')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Select Client' })).toHaveFocus());
  expect(screen.queryByText('Forgot Password?')).not.toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test('an admin signs in with the client chosen and comes to /admin-dashboard with clientId and clientName', async () => {
  answer('listClients', clients);
  const made = answer('signIn', reply(anAdmin));
  const page = show(<SignInPage />);
  await fillAsAdmin(page);
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/admin-dashboard'));
  expect(made[0]?.body).toEqual({
    email: 'admin@sunrise.example',
    password: 'Dayline#2026',
    role: 'admin',
    clientId: anAdmin.clientId,
  });
  expect(page.router.state.location.state).toEqual({ clientId: anAdmin.clientId, clientName: anAdmin.clientName });
  expect(sessionStorage.getItem('clientId')).toBe(anAdmin.clientId);
});

test('a doctor chooses no client, finds the links, and comes to /poc-dashboard with pocId', async () => {
  answer('listClients', clients);
  answer('signIn', reply(aDoctor));
  const page = show(<SignInPage />);
  await page.user.click(screen.getByRole('button', { name: 'Doctor' }));
  expect(screen.queryByRole('combobox', { name: 'Select Client' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Create Account' })).toHaveAttribute('href', '/signup');
  expect(screen.getByRole('link', { name: 'Forgot Password?' })).toHaveAttribute('href', '/forgot-password');
  await page.user.type(screen.getByRole('textbox', { name: 'Email Address' }), 'doctor@sunrise.example');
  await page.user.type(screen.getByLabelText('Password'), 'Dayline#2026{Enter}');
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/poc-dashboard'));
  expect(page.router.state.location.state).toEqual({ pocId: aDoctor.pocId });
});

test('an auditor signs in under Admin and comes to /audit', async () => {
  answer('listClients', clients);
  answer('signIn', reply(anAuditor));
  const page = show(<SignInPage />);
  await fillAsAdmin(page);
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/audit'));
});

test('failure shows the server message, a lost connection the sentence', async () => {
  answer('listClients', clients);
  refuse('signIn', 'sign-in.refused');
  const page = show(<SignInPage />);
  await fillAsAdmin(page);
  expect(await screen.findByRole('alert')).toHaveTextContent('Invalid email or password.');
  loseConnection('signIn');
  await page.user.click(screen.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Failed to login. Please try again.'));
});

test('the first empty field has the focus; after a refusal the password has it, to be typed again', async () => {
  answer('listClients', clients);
  refuse('signIn', 'sign-in.refused');
  const page = show(<SignInPage />);
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Select Client' })).toHaveFocus());
  await fillAsAdmin(page);
  await screen.findByRole('alert');
  expect(screen.getByLabelText('Password')).toHaveFocus();
  await page.user.keyboard('x');
  expect(screen.getByLabelText('Password')).toHaveValue('x');
});

test('without a client the server asks for it, and the choice has the focus', async () => {
  answer('listClients', clients);
  refuse('signIn', 'sign-in.client-missing');
  const { user } = show(<SignInPage />);
  await screen.findByRole('option', { name: anAdmin.clientName });
  await user.type(screen.getByRole('textbox', { name: 'Email Address' }), 'admin@sunrise.example');
  await user.type(screen.getByLabelText('Password'), 'Dayline#2026{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Please choose a client.');
  expect(screen.getByRole('combobox', { name: 'Select Client' })).toHaveFocus();
});

test('the device remembers the client of its last sign-in, nothing of the person, and no client that is gone', async () => {
  answer('listClients', clients);
  answer('signIn', reply(anAdmin));
  const first = show(<SignInPage />);
  expect(screen.getByText(/The person who runs Dayline at your hospital can set a new one/)).toBeInTheDocument();
  await fillAsAdmin(first);
  await waitFor(() => expect(first.router.state.location.pathname).toBe('/admin-dashboard'));
  expect({ ...localStorage }).toEqual({ 'dayline.client': anAdmin.clientId, 'dayline.signedIn': 'yes' });
  first.unmount();
  forgetShown('gone');

  const second = show(<SignInPage />);
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Select Client' })).toHaveValue(anAdmin.clientId));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Email Address' })).toHaveFocus());
  expect(screen.getByRole('textbox', { name: 'Email Address' })).toHaveValue('');
  second.unmount();

  answer('listClients', clients.slice(1));
  const made = answer('signIn', reply(anAdmin));
  const { user } = show(<SignInPage />);
  await screen.findByRole('option', { name: 'Lakeside Clinic' });
  await user.type(screen.getByLabelText('Password'), 'Dayline#2026{Enter}');
  await waitFor(() => expect(made[0]?.body.clientId).toBe(''));
});

test('Sign In shows that it works from the click until the next page is there', async () => {
  answer('listClients', clients);
  answer('signIn', reply(anAdmin));
  const page = show(<SignInPage />);
  // The next page's code is still loading.
  const navigate = jest.spyOn(page.router, 'navigate').mockReturnValue(new Promise(() => undefined));
  await fillAsAdmin(page);
  const button = screen.getByRole('button', { name: /Sign In/ });
  expect(button).toBeDisabled();
  await waitFor(() => expect(navigate).toHaveBeenCalled());
  expect(button).toBeDisabled();
});

test('after the end of a session client and e-mail are kept', async () => {
  answer('listClients', clients);
  keepSignIn({ side: 'admin', clientId: anAdmin.clientId, email: 'admin@sunrise.example' });
  show(<SignInPage />, { state: { error: 'Unauthorized - Session expired' } });
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Select Client' })).toHaveValue(anAdmin.clientId));
  expect(screen.getByRole('textbox', { name: 'Email Address' })).toHaveValue('admin@sunrise.example');
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
});

test('somebody signed in goes on to the own home', async () => {
  answer('listClients', clients);
  answer('validateSession', { user: aDoctor });
  rememberIdentity(aDoctor);
  const { router } = show(<SignInPage />);
  await waitFor(() => expect(router.state.location.pathname).toBe('/poc-dashboard'));
});

test('the server is asked who is signed in only after a sign-in on this device, until it says nobody', async () => {
  answer('listClients', clients);
  const first = show(<SignInPage />);
  await screen.findByText('Choose a client');
  first.unmount();
  rememberIdentity(aDoctor);
  refuse('validateSession', 'session.missing');
  show(<SignInPage />);
  await waitFor(() => expect(mayBeSignedIn()).toBe(false));
});

test('says when the clients could not be fetched', async () => {
  refuse('listClients', 'service.fault');
  show(<SignInPage />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch clients. Please refresh and try again.');
});

test('says that the session expired, and leads the same person back with what was typed', async () => {
  answer('listClients', clients);
  answer('signIn', reply(anAdmin));
  keepDraft('booking', { name: 'Rohan' });
  useSession.setState({
    returnPoint: { accountId: anAdmin.accountId, to: '/add-new-appointment', state: { clientId: 'c' } },
  });
  const page = show(<SignInPage />, { state: { error: 'Unauthorized - Session expired' } });
  expect(screen.getByRole('alert')).toHaveTextContent('Unauthorized - Session expired');
  await fillAsAdmin(page);
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/add-new-appointment'));
  expect(page.router.state.location.state).toEqual({ clientId: 'c' });
  expect(draftOf('booking', undefined)).toEqual({ name: 'Rohan' });
});

test('somebody else comes to their own home and finds nothing of it', async () => {
  answer('listClients', clients);
  answer('signIn', reply(anAuditor));
  keepDraft('booking', { name: 'Rohan' });
  const { accountId } = anAdmin;
  useSession.setState({ shown: anAdmin, returnPoint: { accountId, to: '/add-new-appointment', state: null } });
  const page = show(<SignInPage />);
  await fillAsAdmin(page);
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/audit'));
  expect(draftOf('booking', undefined)).toBeUndefined();
});
