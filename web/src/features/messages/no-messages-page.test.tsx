import { screen } from '@testing-library/react';
import { axe } from 'jest-axe';
import { testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import NoMessagesPage from './no-messages-page.tsx';

const patientId = testId(31);
const open = (state: object | null = { token: 'a-token' }) =>
  show(<NoMessagesPage />, {
    at: `/no-messages/-/${patientId}`,
    path: '/no-messages/:token/:pocId',
    ...(state && { state }),
  });
const button = () => screen.findByRole('button', { name: 'No More Emails' });
const done = { success: true, message: 'You get no more emails about your visits.' } as const;

test('opening the link changes nothing; the button ends the emails', async () => {
  const sent = answer('declineMessages', done);
  const { user, container } = open();
  expect(await button()).toBeEnabled();
  expect(await axe(container)).toHaveNoViolations();
  expect(sent).toEqual([]);
  await user.dblClick(await button());
  expect(await screen.findByText('You get no more emails about your visits.')).toBeVisible();
  expect(screen.getByText('If you want them again, please ask the hospital.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ token: 'a-token', userId: patientId }]);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a damaged link is final, and a failure can be tried again', async () => {
  refuse('declineMessages', 'token.invalid');
  const { user, unmount } = open();
  await user.click(await button());
  expect(await screen.findByRole('alert')).toHaveTextContent('This link is not valid.');
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  refuse('declineMessages', 'request.throttled');
  const again = open();
  await again.user.click(await button());
  expect(await screen.findByRole('alert')).toBeVisible();
  answer('declineMessages', done);
  await again.user.click(await button());
  expect(await screen.findByText('You get no more emails about your visits.')).toBeVisible();
});

test('without a link the page says where it is', async () => {
  open(null);
  expect(await screen.findByText('Please open the link in the email that you got.')).toBeVisible();
});
