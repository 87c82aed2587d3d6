import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, testId } from '../../../shared/testing/identities.ts';
import { show } from '../../../shared/testing/render.tsx';
import { answer, loseConnection, refuse } from '../../../shared/testing/server.ts';

const leaveFor = jest.fn();
jest.unstable_mockModule('./leave-for.ts', () => ({ leaveFor }));
const { default: SignInPage } = await import('../sign-in-page.tsx');
const { default: SingleSignOnPage } = await import('../single-sign-on-page.tsx');

const { clientId } = anAdmin;
const clients = [
  {
    ...{ Client_ID: clientId, Client_Name: anAdmin.clientName },
    Single_Sign_On: { name: 'Sunrise ID', domains: ['sunrise.example'] },
  },
  { Client_ID: testId(101), Client_Name: 'Lakeside Clinic' },
];
const button = () => screen.findByRole('button', { name: 'Sign in with Sunrise ID' });
const noButton = () => expect(screen.queryByRole('button', { name: /Sign in with/ })).not.toBeInTheDocument();
const path = '/sign-in/:clientId/callback';
const address = `/sign-in/${clientId}/callback`;
const returned = { code: 'a-code', state: 'a-state', iss: 'https://login.sunrise.example' };
const open = (search = `?${new URLSearchParams(returned)}`) =>
  show(<SingleSignOnPage />, { path, at: address + search });

beforeEach(() => {
  leaveFor.mockClear();
  answer('listClients', clients);
});

test("'Sign in with …' shows for the chosen client, and leads to its provider", async () => {
  const made = answer('beginSingleSignOn', {
    success: true,
    message: 'ok',
    address: 'https://login.sunrise.example/a',
  });
  const { user, container } = show(<SignInPage />);
  await screen.findByRole('option', { name: 'Lakeside Clinic' });
  noButton();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Select Client' }), 'Lakeside Clinic');
  noButton();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Select Client' }), anAdmin.clientName);
  const offered = await button();
  expect(await axe(container)).toHaveNoViolations();
  await user.click(offered);
  await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('https://login.sunrise.example/a'));
  expect(made.map(({ body }) => body)).toEqual([{ clientId, origin: location.origin }]);
});

test('a doctor finds it by the domain of the address; a provider that is away says so', async () => {
  const { user } = show(<SignInPage />);
  await user.click(screen.getByRole('button', { name: 'Doctor' }));
  const email = screen.getByRole('textbox', { name: 'Email Address' });
  await user.type(email, 'asha@elsewhere.example');
  noButton();
  await user.clear(email);
  await user.type(email, 'asha@Sunrise.example');
  refuse('beginSingleSignOn', 'provider.unavailable');
  await user.click(await button());
  expect(await screen.findByText(/The sign-in provider does not answer as it should/)).toBeInTheDocument();
  expect(leaveFor).not.toHaveBeenCalled();
});

test('the page of the return signs in once by itself, with the code out of the address', async () => {
  const made = answer('signInByProvider', { success: true, message: 'ok', pocId: null, user: anAdmin });
  const page = open();
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/admin-dashboard'));
  expect(page.router.state.location.search).toBe('');
  expect(made.map(({ body }) => body)).toEqual([{ clientId, origin: location.origin, ...returned }]);
});

test('the second step follows where the account has one', async () => {
  const next = { next: 'secondFactor' as const, factors: ['totp' as const] };
  answer('signInByProvider', { success: true, message: 'One more step.', pocId: null, ...next });
  const { container } = open();
  expect(await screen.findByText('Your hospital’s provider knows you. One more proof.')).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test.each([
  ['a refusal', () => refuse('signInByProvider', 'provider.unknown'), /No account of this hospital/],
  ['a lost connection', () => loseConnection('signInByProvider'), 'Failed to login. Please try again.'],
])('%s is said, and leads to sign-in', async (_what, happens, sentence) => {
  happens();
  const { container } = open();
  expect(await screen.findByText(sentence, undefined, { timeout: 10_000 })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to Sign In' })).toHaveAttribute('href', '/');
  expect(await axe(container)).toHaveNoViolations();
});

test('a person refused by the provider sees why, without a call', async () => {
  const made = answer('signInByProvider', { success: true, message: 'ok', pocId: null, user: anAdmin });
  open('?error=access_denied&state=a-state');
  expect(await screen.findByText(/The sign-in provider did not sign you in/)).toBeInTheDocument();
  expect(made).toEqual([]);
});
