import { screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import InvitationPage from './invitation-page.tsx';

const password = 'Dayline#2026';
const open = () =>
  show(<InvitationPage />, {
    at: `/invitation/-/${testId(5)}`,
    path: '/invitation/:token/:pocId',
    state: { token: 'the-token' },
  });

test('an invited person sets name and password, once', async () => {
  answer('checkInvitation', { success: true, email: 'deepa@sunrise.example', name: 'Deepa' });
  const sent = answer('acceptInvitation', { success: true, message: 'Password updated.' });
  const { user, container } = open();
  await screen.findByText('You will sign in with deepa@sunrise.example.');
  const name = screen.getByRole('textbox', { name: 'Your Name' });
  expect(name).toHaveValue('Deepa');
  expect(await axe(container)).toHaveNoViolations();
  await user.clear(name);
  await user.type(screen.getByLabelText('Password'), password);
  await user.type(screen.getByLabelText('Confirm Password'), password);
  await user.click(screen.getByRole('button', { name: 'Set Password' }));
  expect(await screen.findByText('Please enter a name.')).toBeVisible();
  await user.type(name, 'Deepa Kulkarni');
  await user.click(screen.getByRole('button', { name: 'Set Password' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ token: 'the-token', pocId: testId(5), name: 'Deepa Kulkarni', password });
});

test('a used or withdrawn invitation says whom to ask', async () => {
  refuse('checkInvitation', 'token.invalid');
  open();
  expect(await screen.findByText(/Please ask your administrator to send it again/)).toBeVisible();
});
