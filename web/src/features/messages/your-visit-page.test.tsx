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
  expect(answered.map(({ body }) => body)).toEqual([
    { ...asked, answer: { is: 'confirm', date: '2026-11-24', time: '09:00' } },
  ]);
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
  expect(answered.map(({ body }) => body)).toEqual([
    { ...asked, answer: { is: 'cancel', date: '2026-11-24', time: '09:00' } },
  ]);
  expect(screen.queryByRole('button')).toBeNull();
});

test('an offered place is shown with its end, and accepted once', async () => {
  const place = { ...visit, offeredUntil: { date: '2026-11-21', time: '12:30' } };
  const sent = answer('answerVisit', { success: true, state: 'offered', visit: place });
  const { user, container } = open();
  expect(
    await screen.findByText(/A place with Dr. Asha Menon is free: Tuesday, November 24, 2026, 9:00 AM/),
  ).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'A Place Is Free' })).toBeVisible();
  expect(screen.getByText('It is held for you until Saturday, November 21, 2026, 12:30 PM.')).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
  expect(sent.map(({ body }) => body)).toEqual([asked]);
  refuse('answerVisit', 'slot.blocked');
  await user.click(await pressed('Accept'));
  expect(await screen.findByRole('alert')).toHaveTextContent('This place can no longer be booked.');
  answer('answerVisit', { success: true, state: 'offered', visit: place });
  await user.click(await pressed('Try Again'));
  const accepted = answer('answerVisit', { success: true, state: 'open', visit });
  await user.dblClick(await pressed('Accept'));
  expect(await screen.findByText('The place is yours: this visit is booked.')).toBeVisible();
  const own = { date: '2026-11-24', time: '09:00' };
  expect(accepted.map(({ body }) => body)).toEqual([{ ...asked, answer: { is: 'accept', ...own } }]);
  expect(await pressed('Another Time')).toBeVisible();
});

test.each(['patient.already-booked', 'patient.without-email'] as const)(
  'an offer that is refused for its patient says to call (%s)',
  async (code) => {
    const place = { ...visit, offeredUntil: { date: '2026-11-21', time: '12:30' } };
    answer('answerVisit', { success: true, state: 'offered', visit: place });
    const { user } = open();
    const accept = await pressed('Accept');
    refuse('answerVisit', code);
    await user.click(accept);
    expect(await screen.findByRole('alert')).toHaveTextContent('no longer be booked. Please call the hospital.');
  },
);

test('Decline asks first, and keeps the patient on the list', async () => {
  const place = { ...visit, offeredUntil: { date: '2026-11-21', time: '12:30' } };
  const sent = answer('answerVisit', { success: true, state: 'offered', visit: place });
  const { user } = open();
  await user.click(await pressed('Decline'));
  await user.click(await pressed('No, Keep It'));
  await user.click(await pressed('Decline'));
  expect(sent).toHaveLength(1);
  const declined = answer('answerVisit', { success: true, state: 'declined', visit: null });
  await user.click(await pressed('Yes, Decline'));
  expect(await screen.findByText(/You have declined this place/)).toBeVisible();
  const own = { date: '2026-11-24', time: '09:00' };
  expect(declined.map(({ body }) => body)).toEqual([{ ...asked, answer: { is: 'decline', ...own } }]);
  expect(screen.queryByRole('button')).toBeNull();
});

describe('Another Time', () => {
  const own = { date: '2026-11-24', time: '09:00' };
  const later = { date: '2026-11-26', times: ['10:00', '10:30'], later: null };
  const shown = (free: object = {}) => ({ success: true, state: 'open', visit, ...free }) as const;

  test('offers free times a day at a time, asks, and moves once', async () => {
    answer('answerVisit', shown());
    const { user, container } = open();
    await pressed('Another Time');
    const first = answer('answerVisit', shown({ free: { date: '2026-11-24', times: ['11:00'], later: '2026-11-25' } }));
    await user.click(await pressed('Another Time'));
    expect(await pressed('11:00 AM')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Free times of Dr. Asha Menon' })).toBeVisible();
    expect(await pressed('Earlier Days')).toBeDisabled();
    expect(await axe(container)).toHaveNoViolations();
    const second = answer('answerVisit', shown({ free: later }));
    await user.click(await pressed('Later Days'));
    expect(await pressed('10:30 AM')).toBeVisible();
    expect(screen.getByText('Thursday, November 26, 2026')).toBeVisible();
    expect(await pressed('Later Days')).toBeDisabled();
    expect([first, second].map(([call]) => call?.body)).toEqual([
      { ...asked, freeFrom: '2026-11-24' },
      { ...asked, freeFrom: '2026-11-25' },
    ]);
    await user.click(await pressed('10:30 AM'));
    expect(screen.getByText('Move this visit to Thursday, November 26, 2026, 10:30 AM?')).toBeVisible();
    const there = { ...visit, date: '2026-11-26', time: '10:30' };
    const moved = answer('answerVisit', { success: true, state: 'open', visit: there });
    await user.dblClick(await pressed('Yes, Move It'));
    expect(await screen.findByText(/Your visit was moved/)).toBeVisible();
    expect(screen.getByText(/Thursday, November 26, 2026, 10:30 AM/)).toBeVisible();
    expect(await pressed('Confirm')).toBeVisible();
    const to = { date: '2026-11-26', time: '10:30' };
    expect(moved.map(({ body }) => body)).toEqual([{ ...asked, answer: { is: 'move', ...own, to } }]);
  });

  test.each([
    ['slot.full', /can no longer be booked/],
    ['appointment.changed', /has changed in the meantime/],
    ['fee.undecided', /please call the hospital/],
    ['patient.already-booked', /already have a visit/],
  ] as const)('says why it is refused (%s), and shows the visit again', async (code, sentence) => {
    answer('answerVisit', shown({ free: later }));
    const { user } = open();
    await user.click(await pressed('Another Time'));
    await user.click(await pressed('10:00 AM'));
    refuse('answerVisit', code);
    await user.click(await pressed('Yes, Move It'));
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    answer('answerVisit', shown());
    await user.click(await pressed('Try Again'));
    expect(await pressed('Another Time')).toBeVisible();
  });

  test('says that there is none', async () => {
    answer('answerVisit', shown({ free: { date: null, times: [], later: null } }));
    const { user } = open();
    await user.click(await pressed('Another Time'));
    expect(await screen.findByText(/No other time can be booked/)).toBeVisible();
    await user.click(await pressed('Keep This Time'));
    expect(await pressed('Confirm')).toBeVisible();
  });
});

test.each([
  ['moving', /is being moved/],
  ['past', /has begun or is over/],
  ['ended', /no visit to answer/],
  ['offerEnded', /no longer held for you/],
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
