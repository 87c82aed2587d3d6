import { screen } from '@testing-library/react';
import { axe } from 'jest-axe';
import { testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import YourVisitPage from './your-visit-page.tsx';

const appointmentId = `${testId(1)}_20261124_${testId(2)}`;
const open = (state: object | null = { token: 'a-token' }) =>
  show(<YourVisitPage />, {
    at: `/your-visit/-/${appointmentId}`,
    path: '/your-visit/:token/:pocId',
    ...(state && { state }),
  });
const visit = {
  ...{ firstName: 'Kavya', hospital: 'Sunrise', branch: 'Baner' },
  ...{ doctor: 'Dr. Asha Menon', date: '2026-11-24', time: '09:00' },
};
const asked = { token: 'a-token', appointmentId };
const pressed = (name: string) => screen.findByRole('button', { name });

test('opening the link shows the visit and answers nothing; Confirm does', async () => {
  const sent = answer('answerVisit', { success: true, state: 'open', visit });
  const { user, container } = open();
  expect(await screen.findByText('Hello Kavya,')).toBeVisible();
  expect(screen.getByText(/Dr. Asha Menon: Tuesday, November 24, 2026, 9:00 AM/)).toBeVisible();
  expect(screen.getByText('Sunrise, Baner')).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
  expect(sent.map(({ body }) => body)).toEqual([asked]);
  const answered = answer('answerVisit', { success: true, state: 'confirmed', visit });
  await user.dblClick(await pressed('Confirm'));
  expect(await screen.findByText('You have confirmed this visit. Thank you.')).toBeVisible();
  expect(answered.map(({ body }) => body)).toEqual([{ ...asked, answer: { is: 'confirm', time: '09:00' } }]);
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
});

test('Cancel asks first', async () => {
  const sent = answer('answerVisit', { success: true, state: 'confirmed', visit });
  const { user } = open();
  await user.click(await pressed('Cancel'));
  await user.click(await pressed('No, Keep It'));
  await user.click(await pressed('Cancel'));
  expect(sent).toHaveLength(1);
  const answered = answer('answerVisit', { success: true, state: 'cancelled', visit: null });
  await user.click(await pressed('Yes, Cancel'));
  expect(await screen.findByText(/This visit is cancelled/)).toBeVisible();
  expect(answered.map(({ body }) => body)).toEqual([{ ...asked, answer: { is: 'cancel', time: '09:00' } }]);
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  ['moved', /has another time now/],
  ['past', /has begun or is over/],
  ['ended', /no visit to answer/],
] as const)('a visit that is %s has a sentence and no button', async (state, sentence) => {
  answer('answerVisit', { success: true, state, visit: null });
  open();
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a damaged link is final, a failure can be tried again, and without a link the page says where it is', async () => {
  refuse('answerVisit', 'token.invalid');
  const { unmount } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('This link is not valid.');
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  refuse('answerVisit', 'request.throttled');
  const again = open();
  expect(await screen.findByRole('alert')).toBeVisible();
  answer('answerVisit', { success: true, state: 'open', visit });
  await again.user.click(await pressed('Try Again'));
  expect(await pressed('Confirm')).toBeVisible();
  again.unmount();
  open(null);
  expect(await screen.findByText('Please open the link in the email that you got.')).toBeVisible();
});
