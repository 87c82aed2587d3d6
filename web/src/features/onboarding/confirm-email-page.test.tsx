import { screen } from '@testing-library/react';
import { axe } from 'jest-axe';
import { testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import ConfirmEmailPage from './confirm-email-page.tsx';

const accountId = testId(11);
const done = { success: true, message: 'Your email is changed.', email: 'new@sunrise.example' } as const;
const open = (state: object | null = { token: 'a-token' }) =>
  show(<ConfirmEmailPage />, {
    at: `/confirm-email/-/${accountId}`,
    path: '/confirm-email/:token/:pocId',
    ...(state && { state }),
  });

test('the link changes the email and leads to the sign-in', async () => {
  const sent = answer('confirmEmailChange', done);
  const { container } = open();
  expect(await screen.findByText('Your email is changed.')).toBeInTheDocument();
  expect(screen.getByText('new@sunrise.example')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to Sign In' })).toHaveAttribute('href', '/');
  expect(sent.map(({ body }) => body)).toEqual([{ token: 'a-token', pocId: accountId }]);
  expect(await axe(container)).toHaveNoViolations();
});

test('a used or expired link leads to the own account', async () => {
  refuse('confirmEmailChange', 'token.invalid');
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('This link is no longer valid.');
  expect(screen.getByRole('link', { name: 'My Account' })).toHaveAttribute('href', '/account');
});

test('an address that was taken meanwhile is shown, and an outage can be tried again', async () => {
  refuse('confirmEmailChange', 'email.taken');
  const { unmount } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('This email is already in use.');
  unmount();
  refuse('confirmEmailChange', 'request.throttled');
  const { user } = open();
  const again = await screen.findByRole('button', { name: 'Try Again' });
  answer('confirmEmailChange', done);
  await user.click(again);
  expect(await screen.findByText('new@sunrise.example')).toBeInTheDocument();
});

test('without a link the page says where it is', async () => {
  open(null);
  expect(await screen.findByText('Please open the link in the email that we sent you.')).toBeVisible();
});
