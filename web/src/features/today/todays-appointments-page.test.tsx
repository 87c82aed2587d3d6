import { act, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { applyLive } from '../../shared/api/live/mapping.ts';
import { useLiveState } from '../../shared/api/live/state.ts';
import { aPicture } from '../../shared/appointments/day-picture/figures.fixture.ts';
import { aDoctor } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer } from '../../shared/testing/server.ts';
import { aQueue, at, card } from './today.fixture.ts';
import TodaysAppointmentsPage from './todays-appointments-page.tsx';

beforeEach(() => {
  useLiveState.setState({ state: 'live' });
  answer('getDayPictureOfDoctor', aPicture);
  answer('getQueueBoard', aQueue());
  answer('listCalledElsewhere', []);
  answer('listAppointmentDetailsOfDoctor', [], { 'X-Total-Count': '0' });
  answer(
    'listTodaysAppointmentsOfDoctor',
    [card(1), ...Array.from({ length: 7 }, (_, own) => card(own + 4, { Status: 'Not_Availed' }))],
    { 'X-Position': at(1) },
  );
});

const open = () => show(<TodaysAppointmentsPage />, { as: aDoctor, at: '/todays-appointments' });
const accept = () =>
  answer('updateAppointmentStatusAsDoctor', ({ body }) => ({
    success: true,
    message: 'ok',
    position: at(7),
    appointmentId: body.appointmentId,
    status: body.status,
    eventId: 'event-7',
    undoUntil: new Date(Date.now() + 300_000).toISOString(),
  }));

test('tabs All, Confirmed, Completed, Missed with counts; the whole day without pages and without Cancel', async () => {
  const { user, container } = open();
  expect(await screen.findAllByRole('article')).toHaveLength(8);
  for (const name of ['All 8', 'Confirmed 1', 'Completed 0', 'Missed 7']) {
    expect(screen.getByRole('button', { name })).toBeInTheDocument();
  }
  expect(screen.queryByText(/^Page/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'More for Patient 1' }));
  expect(screen.getByRole('menuitem', { name: 'History' })).toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: 'Cancel Appointment' })).not.toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: /^Move/ })).not.toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  expect(await axe(container)).toHaveNoViolations();
});

test.each([
  ['Mark as Visited', 'Visited', 'Availed'],
  ['Mark as Not Visited', 'Not Visited', 'Not_Availed'],
])('%s asks first: "Mark this appointment as %s?"', async (button, word, status) => {
  const sent = accept();
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: button }));
  const question = await screen.findByRole('alertdialog', { name: `Mark this appointment as ${word}?` });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(sent).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: button }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: button }));
  expect(await screen.findByText(`Appointment marked as ${word}`)).toBeInTheDocument();
  expect(sent[0]?.body.status).toBe(status);
});

test('a question that the desk has answered meanwhile says so', async () => {
  const { user, queryClient } = open();
  await user.click(await screen.findByRole('button', { name: 'Mark as Visited' }));
  const question = await screen.findByRole('alertdialog');
  const own = Number(/Patient (\d+)/.exec(question.textContent ?? '')?.[1]);
  const rows = [card(own, { Status: 'Cancelled', at: at(9) })];
  act(() => void applyLive(queryClient, { topic: 'today', at: at(9), rows }));
  expect(await within(question).findByText(/It is now Cancelled\.$/)).toBeVisible();
  expect(within(question).getByRole('button', { name: 'Mark as Visited' })).toBeDisabled();
  expect(await axe(document.body)).toHaveNoViolations();
});

test('a mark that was not meant doesn’t take the focus later', async () => {
  const { user, queryClient } = open();
  await user.click(await screen.findByRole('button', { name: 'Mark as Visited' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  act(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    applyLive(queryClient, { topic: 'today', at: at(5), rows: [card(2, { at: at(5) })] });
  });
  expect(await screen.findByRole('article', { name: /Patient 2,/ })).toBeVisible();
  expect(document.body).toHaveFocus();
});

test("others' news comes by toast, with whom and when; the Undo of an own mark stays before it", async () => {
  accept();
  const { user, queryClient } = open();
  await screen.findAllByRole('article');
  const news = (own: number, position: number) =>
    act(() => {
      applyLive(queryClient, {
        topic: 'today',
        at: at(position),
        rows: [card(own, { Status: 'Cancelled', StatusBy: 'Front Desk 2', at: at(position) })],
      });
    });
  news(4, 50);
  expect(await screen.findByText('Cancelled by Front Desk 2')).toBeVisible();
  expect(screen.getByText('Patient 4, 9:00 AM')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Mark as Visited' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Mark as Visited' }));
  const undo = await screen.findByRole('button', { name: /^Undo/ });
  news(5, 51);
  expect(await screen.findByText('Patient 5, 9:15 AM')).not.toBeVisible();
  expect(undo).toBeVisible();
  expect(screen.queryByText('Patient 4, 9:00 AM')).not.toBeInTheDocument();
});

test("a key asks the button's question too", async () => {
  const sent = accept();
  const { user } = open();
  await screen.findAllByRole('article');
  await user.keyboard('jv');
  expect(await screen.findByRole('alertdialog', { name: 'Mark this appointment as Visited?' })).toBeInTheDocument();
  expect(sent).toHaveLength(0);
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Appointment marked as Visited')).toBeInTheDocument();
});
