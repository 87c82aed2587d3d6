import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { answer, refuse } from '../../shared/testing/server.ts';
import { answerAll, bookedId, dates, goToNext, openAt, position, times } from './wizard.fixture.tsx';

/** "The wizard offers it on a full time as the last choice" (the desk's day, 3). */

const date = '2099-11-25';
const withOverbook = times.map((time) => (time.free === 0 ? { ...time, overbook: true as const } : time));
const open = 'Overbook a full time…';

async function openTimes(offered = withOverbook) {
  const calls = answerAll();
  const listed = answer('listTimesWithAvailability', offered);
  const over = answer('overbook', { success: true, message: 'Booked.', position, appointmentId: bookedId });
  const { user, container } = await openAt(5);
  await user.click(await screen.findByRole('radio', { name: /^Wednesday, November 25/ }));
  await screen.findByRole('radio', { name: '9:15 AM, Full' });
  return { ...calls, listed, over, user, container };
}

test('a full time is booked with a reason, which Confirm shows; the blocked one is not offered', async () => {
  const { user, over, booked, container } = await openTimes();
  await user.click(screen.getByRole('button', { name: open }));
  const card = screen.getByRole('region', { name: 'Overbook' });
  // The only full time is preselected.
  expect(within(card).getByRole('combobox', { name: 'Full time' })).toHaveDisplayValue('9:15 AM');
  expect(within(card).queryByRole('option', { name: '9:30 AM' })).not.toBeInTheDocument();
  await goToNext(user);
  expect(await screen.findByText('Please give a reason.')).toBeVisible();
  const reason = screen.getByRole('textbox', { name: 'Reason' });
  await waitFor(() => expect(reason).toHaveFocus());
  expect(await axe(container)).toHaveNoViolations();
  await user.type(reason, 'Fever since yesterday');
  await goToNext(user);
  expect(await screen.findByLabelText('Appointment')).toHaveTextContent('9:15 AM · overbooked: Fever since yesterday');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await user.click(await screen.findByRole('button', { name: 'Pay Now' }));
  await screen.findByText('Appointment booked');
  expect(over[0]?.body).toMatchObject({ date, time: '09:15', reason: 'Fever since yesterday' });
  expect(booked).toEqual([]);
});

test('refused at the limit it says so at the times, with everything else kept', async () => {
  const { user } = await openTimes();
  refuse('overbook', 'overbook.limit');
  await user.click(screen.getByRole('button', { name: open }));
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Fever');
  await goToNext(user);
  await user.click(await screen.findByRole('button', { name: 'Confirm' }));
  await user.click(await screen.findByRole('button', { name: 'Pay Now' }));
  expect(await screen.findByText(/^9:15 AM cannot be overbooked any further./)).toBeVisible();
  expect(screen.getByRole('radio', { name: /^Wednesday, November 25/ })).toBeChecked();
  expect(screen.getByRole('button', { name: open })).toBeInTheDocument();
});

test('a free time takes its place; where no more can be overbooked, nothing is offered', async () => {
  const { user, over, booked } = await openTimes();
  await user.click(screen.getByRole('button', { name: open }));
  await user.click(screen.getByRole('radio', { name: /^9:45 AM/ }));
  expect(screen.queryByRole('region', { name: 'Overbook' })).not.toBeInTheDocument();
  await goToNext(user);
  await user.click(await screen.findByRole('button', { name: 'Confirm' }));
  await user.click(await screen.findByRole('button', { name: 'Pay Now' }));
  await screen.findByText('Appointment booked');
  expect([over.length, booked[0]?.body.time]).toEqual([0, '09:45']);
});

test('nothing is offered where the client’s limit is reached', async () => {
  await openTimes(times);
  expect(screen.queryByRole('button', { name: open })).not.toBeInTheDocument();
});

test('a date whose times are all full can be chosen, if one of them can be overbooked', async () => {
  answerAll();
  answer(
    'listDatesWithAvailability',
    dates.map((day) => (day.Schedule_Date === '2099-11-27' ? { ...day, overbook: true as const } : day)),
  );
  answer(
    'listTimesWithAvailability',
    withOverbook.filter(({ free }) => free === 0),
  );
  const { user } = await openAt(5);
  await user.click(await screen.findByRole('radio', { name: /^Friday, November 27.*Full$/ }));
  await user.click(await screen.findByRole('button', { name: open }));
  expect(screen.getByRole('combobox', { name: 'Full time' })).toHaveDisplayValue('9:15 AM');
});
