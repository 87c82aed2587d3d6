import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin } from '../../shared/testing/identities.ts';
import { answer, refuse } from '../../shared/testing/server.ts';
import { readDraft } from './api/draft.ts';
import { answerAll, goToNext, openAt } from './wizard.fixture.tsx';

const date = '2099-11-25';
const listsWith = (first: number) => ({ first: { left: first, of: 40 }, again: { left: 31, of: 60 } });
const dayOf = (first: number, visit = 'again'): ResponseOf<'listTimesWithAvailability'> => [
  {
    ...{ appointment_time: '09:30', active_status: 'available', free: visit === 'again' ? 31 : first, capacity: 100 },
    ...{ minutes: 240, sessionIndex: 0, session: { name: 'General', room: 'Room 3' }, lists: listsWith(first) },
    closes: { date, time: '11:00' },
  },
  {
    ...{ appointment_time: '17:00', active_status: 'available', free: 1, capacity: 1, minutes: 15, sessionIndex: 1 },
    session: { name: 'Special', branch: 'City Centre' },
  },
];

function answerSessions(first = 12) {
  const calls = answerAll();
  return {
    ...calls,
    before: answer('getVisitBefore', { visit: 'again', lastVisit: '2099-10-03' }),
    times: answer('listTimesWithAvailability', ({ body }) => dayOf(first, body.visit)),
  };
}

const chooseDate = async (user: Awaited<ReturnType<typeof openAt>>['user']) =>
  user.click(await screen.findByRole('radio', { name: /^Wednesday, November 25/ }));

test('each session is a card with its hours, place, close and lists, and the booking says which it is', async () => {
  const calls = answerSessions();
  const { user, container } = await openAt(5);
  await chooseDate(user);
  const general = await screen.findByRole('region', { name: 'General' });
  expect(general).toHaveTextContent('General 9:30 AM to 1:30 PMRoom 3 · bookings close at 11:00 AM that day');
  expect(general).toHaveTextContent('First visits12 left of 40Follow-ups31 left of 60');
  expect(screen.getByRole('region', { name: 'Special' })).toHaveTextContent(
    'Special 5:00 PM to 5:15 PMCity Centre · bookings close when the slot starts',
  );
  expect(await axe(container)).toHaveNoViolations();
  await user.click(within(general).getByRole('radio', { name: '9:30 AM, come until 1:30 PM · 31 left' }));
  expect(calls.times.at(-1)?.body).toMatchObject({ visit: 'again', departmentId: expect.any(String) });
  await goToNext(user);
  expect(await screen.findByLabelText('Appointment')).toHaveTextContent(
    '9:30 AM · come until 1:30 PM · General · Room 3',
  );
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await user.click(await screen.findByRole('button', { name: 'Pay Now' }));
  await screen.findByText('Appointment booked');
  expect(screen.getByLabelText('Appointment')).toHaveTextContent('9:30 AM · come until 1:30 PM · General · Room 3');
  expect(calls.booked[0]?.body).not.toHaveProperty('visit');
});

test('the desk changes first or again: places and the booking are of that kind, and a full list says so', async () => {
  const calls = answerSessions(0);
  const { user } = await openAt(5);
  await chooseDate(user);
  await user.click(await screen.findByRole('radio', { name: /^9:30 AM/ }));
  const line = screen.getByRole('group', { name: 'First visit or follow-up' });
  expect(line).toHaveTextContent('Follow-up: last seen by Dr. Asha Menon on Oct 3');
  await user.click(within(line).getByRole('button', { name: 'Change' }));
  await user.click(within(line).getByRole('button', { name: 'First' }));
  expect(await screen.findByText('The first-visit quota of this session is full.')).toBeVisible();
  expect(screen.getByRole('radio', { name: '9:30 AM, Full' })).toBeDisabled();
  expect(screen.getByRole('group', { name: 'First visit or follow-up' })).toHaveTextContent(
    'First visit, although last seen by Dr. Asha Menon on Oct 3',
  );
  await user.click(screen.getByRole('radio', { name: /^5:00 PM/ }));
  await goToNext(user);
  await user.click(await screen.findByRole('button', { name: 'Confirm' }));
  await user.click(await screen.findByRole('button', { name: 'Pay Now' }));
  await screen.findByText('Appointment booked');
  expect(calls.booked[0]?.body).toMatchObject({ time: '17:00', visit: 'first' });
});

test.each([
  ['session.closed', undefined, 'Bookings for 10:00 AM are closed.'],
  ['session.list-full', 'again', 'The follow-up quota of this session is full.'],
] as const)('%s goes back to Timing with free times, and everything is kept', async (code, list, sentence) => {
  answerAll();
  const { user } = await openAt(7);
  const freeTimes = [{ date, time: '09:45', left: 3 }];
  refuse('createAppointment', code, { details: { freeTimes, ...(list && { list }) } });
  await user.click(await screen.findByRole('button', { name: 'Pay Now' }));
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getByRole('button', { name: /9:45 AM/ })).toBeEnabled();
  await waitFor(() =>
    expect(readDraft(anAdmin.accountId)).toMatchObject({
      step: 5,
      payment: 'Paid',
      fields: { name: 'Rohan Kulkarni' },
    }),
  );
});

test('what cannot be read about earlier visits is left to the booking', async () => {
  answerSessions();
  refuse('getVisitBefore', 'service.fault');
  const { user } = await openAt(5);
  await chooseDate(user);
  expect(await screen.findByText('First visit or follow-up is decided when you book.')).toBeVisible();
});
