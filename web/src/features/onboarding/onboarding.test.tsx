import { screen, waitFor } from '@testing-library/react';
import { anAdmin, testId } from '../../shared/testing/identities.ts';
import { type RenderedPage, show } from '../../shared/testing/render.tsx';
import { answer } from '../../shared/testing/server.ts';
import CreatePasswordPage from './create-password-page.tsx';
import ForgotPasswordPage from './forgot-password-page.tsx';
import ResetPasswordPage from './reset-password-page.tsx';
import SignUpPage from './sign-up-page.tsx';

const email = 'asha@sunrise.example';
const password = 'Dayline#2026';
const done = { success: true, message: 'It is done.' } as const;

async function typePassword({ user }: RenderedPage, label: string): Promise<void> {
  await user.type(await screen.findByLabelText(label), password);
  await user.type(screen.getByLabelText('Confirm Password'), password);
}

// Each press is made twice: setup.ts checks that a form is sent once.
test('a sign-up is sent once', async () => {
  answer('listClients', [{ Client_ID: anAdmin.clientId, Client_Name: 'Sunrise Hospital' }]);
  const sent = answer('verifyPocEmail', done);
  const { user } = show(<SignUpPage />);
  await user.type(screen.getByLabelText('Healthcare Provider'), 'sunrise');
  await user.click(await screen.findByRole('button', { name: 'Sunrise Hospital' }));
  await user.type(screen.getByLabelText('Email Address'), email);
  await user.click(screen.getByRole('button', { name: 'Verify Email' }));
  expect(await screen.findByText(done.message)).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ clientId: anAdmin.clientId, email }]);
});

test('a first password is sent once', async () => {
  const sent = answer('updatePassword', done);
  const page = show(<CreatePasswordPage />, { state: { email, pocId: testId(200) } });
  await typePassword(page, 'Password');
  await page.user.click(screen.getByRole('button', { name: 'Create Password' }));
  expect(await screen.findByText(done.message)).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ email, pocId: testId(200), password }]);
});

test('a reset link is asked for once', async () => {
  const sent = answer('requestPasswordReset', done);
  const { user } = show(<ForgotPasswordPage />);
  await user.type(screen.getByLabelText('Enter email'), `${email}{Enter}`);
  expect(await screen.findByText(done.message)).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ email }]);
});

test('a new password is sent once', async () => {
  answer('checkResetLink', { success: true, email });
  const sent = answer('resetPassword', done);
  const page = show(<ResetPasswordPage />, {
    at: `/reset-password/-/${testId(200)}`,
    path: '/reset-password/:token/:pocId',
    state: { token: 'the-token' },
  });
  await typePassword(page, 'New Password');
  await page.user.click(screen.getByRole('button', { name: 'Reset Password' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ token: 'the-token', pocId: testId(200), newPassword: password });
});
