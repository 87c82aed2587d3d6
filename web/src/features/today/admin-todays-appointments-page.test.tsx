import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/boards';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { useLiveState } from '../../shared/api/live.ts';
import { applyLive } from '../../shared/api/live-mapping.ts';
import { usePendingMarks } from '../../shared/marking/pending-marks.ts';
import { anAdmin, testId } from '../../shared/testing/people.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, loseConnection, refuse } from '../../shared/testing/server.ts';
import { AdminTodaysAppointmentsPage } from './admin-todays-appointments-page.tsx';
import { at, card } from './sample.ts';

beforeEach(() => useLiveState.setState({ state: 'live' }));
afterEach(() => usePendingMarks.setState({ marks: new Map(), own: new Set() }));

const board = (rows: TodaysAppointment[]) => answer('listTodaysAppointmentsOfClient', rows, { 'X-Position': at(1) });
const open = (address = '?page=1') =>
  show(<AdminTodaysAppointmentsPage />, { as: anAdmin, at: `/admin-todays-appointments${address}` });
const cards = () => screen.findAllByRole('article');
const names = async () => (await cards()).map((one) => one.getAttribute('aria-label')?.split(', ')[1]);

let position = 100;
const accepted = (status: AppointmentStatus, appointmentId: string) => {
  position += 1;
  return {
    success: true as const,
    message: 'ok',
    position: at(position),
    appointmentId,
    status,
    eventId: `event-${position}`,
    undoUntil: new Date(Date.now() + 15_000).toISOString(),
  };
};
const accept = () => answer('updateAppointmentStatusAsAdmin', ({ body }) => accepted(body.status, body.appointmentId));

test('"5 cards per page, pagination when more than 5": filters, counts, pages and the twelve-hour clock', async () => {
  board([
    ...Array.from({ length: 6 }, (_, own) => card(own)),
    card(20, { Status: 'Availed', AppointmentTime: '13:00' }),
  ]);
  const { user, container } = open();
  expect(await cards()).toHaveLength(5);
  expect(screen.getByText('Page 1 of 2')).toBeInTheDocument();
  expect(within((await cards())[1] as HTMLElement).getByText('8:15 AM')).toBeInTheDocument();
  expect(within((await cards())[1] as HTMLElement).getByText('Active')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(await names()).toEqual(['Patient 5', 'Patient 20']);
  expect(await axe(container)).toHaveNoViolations();
  await user.click(screen.getByRole('button', { name: 'Visited 1' }));
  expect(await names()).toEqual(['Patient 20']);
  expect(screen.queryByText(/^Page/)).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'History of Patient 20' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Mark as Visited' })).not.toBeInTheDocument();
});

test("an empty filter says 'There are no appointments for today that match your filter.'", async () => {
  board([card(1)]);
  const { user, container } = open();
  await cards();
  await user.click(screen.getByRole('button', { name: 'Not Visited 0' }));
  expect(await screen.findByText('There are no appointments for today that match your filter.')).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test("a list that fails says 'Failed to fetch appointments.' and Try Again reloads", async () => {
  refuse('listTodaysAppointmentsOfClient', 'service.fault');
  const { user } = open();
  expect(await screen.findByText('Failed to fetch appointments.')).toBeInTheDocument();
  board([card(1)]);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await names()).toEqual(['Patient 1']);
});

test('a mark is shown at once, its Undo sends the event once and reverts', async () => {
  board([card(1)]);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sent = answer('updateAppointmentStatusAsAdmin', async ({ body }) => {
    if (!body.undo) await held;
    return accepted(body.status, body.appointmentId);
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Mark as Visited' }));
  const [shown] = await cards();
  expect(within(shown as HTMLElement).getByText('Visited')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Visited 1' })).toBeInTheDocument();
  expect(shown).toHaveFocus();
  expect(screen.queryByText('Appointment marked as Visited')).not.toBeInTheDocument();
  release();
  expect(await screen.findByText('Appointment marked as Visited')).toBeInTheDocument();
  const undo = screen.getByRole('button', { name: /^Undo/ });
  await user.dblClick(undo);
  expect(await screen.findByText('Undo successful! Status reverted to Confirmed')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Mark as Visited' })).toBeInTheDocument();
  expect(sent.map(({ body }) => [body.status, body.undo])).toEqual([
    ['Availed', undefined],
    ['Confirmed', expect.stringMatching(/^event-/)],
  ]);
});

test("a mark that fails goes back and says 'Error updating appointment status'", async () => {
  board([card(1)]);
  loseConnection('updateAppointmentStatusAsAdmin');
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Mark as Not Visited' }));
  expect(await screen.findByText('Error updating appointment status')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Mark as Not Visited' })).toBeInTheDocument();
});

test('a conflict says so and shows what the appointment is by now', async () => {
  board([card(1)]);
  const { user } = open();
  const button = await screen.findByRole('button', { name: 'Mark as Visited' });
  refuse('updateAppointmentStatusAsAdmin', 'appointment.changed', { details: { status: 'Cancelled' } });
  board([card(1, { Status: 'Cancelled', at: at(9) })]);
  await user.click(button);
  expect(
    await screen.findByText('Somebody else has changed this appointment since. It is now Cancelled.'),
  ).toBeInTheDocument();
  await waitFor(async () => expect(within((await cards())[0] as HTMLElement).getByText('Cancelled')).toBeVisible());
});

test("an undo that fails says 'Error reverting appointment status' and the mark stays", async () => {
  board([card(1)]);
  accept();
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Mark as Visited' }));
  await screen.findByText('Appointment marked as Visited');
  refuse('updateAppointmentStatusAsAdmin', 'undo.expired');
  board([card(1, { Status: 'Availed', at: at(position) })]);
  await user.click(screen.getByRole('button', { name: /^Undo/ }));
  expect(await screen.findByText('Error reverting appointment status')).toBeInTheDocument();
  expect(screen.getByText('The time to undo this is over.')).toBeInTheDocument();
  expect(within((await cards())[0] as HTMLElement).getByText('Visited')).toBeInTheDocument();
});

test('Cancel is asked for first, and only a Confirmed card has it', async () => {
  board([card(1), card(2, { Status: 'Availed' })]);
  const sent = accept();
  const { user } = open();
  expect(await screen.findAllByRole('button', { name: /^More for/ })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'More for Patient 1' }));
  await user.click(screen.getByRole('menuitem', { name: 'Cancel Appointment' }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Keep Appointment' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(sent).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'More for Patient 1' }));
  await user.click(screen.getByRole('menuitem', { name: 'Cancel Appointment' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel Appointment' }));
  expect(await screen.findByText('Appointment marked as Cancelled')).toBeInTheDocument();
  expect(sent[0]?.body.status).toBe('Cancelled');
});

test('J and K move between the rows, V and N mark the one in focus, U undoes', async () => {
  board([card(1), card(2), card(3)]);
  const sent = accept();
  const { user } = open();
  await cards();
  await user.keyboard('v');
  expect(sent).toHaveLength(0);
  await user.keyboard('jjk');
  expect((await cards())[0]).toHaveFocus();
  await user.keyboard('jn');
  expect(await screen.findByText('Appointment marked as Not Visited')).toBeInTheDocument();
  expect(sent[0]?.body).toMatchObject({ appointmentId: card(2).AppointmentId, status: 'Not_Availed' });
  await user.keyboard('u');
  expect(await screen.findByText('Undo successful! Status reverted to Confirmed')).toBeInTheDocument();
});

test('what another desk changes flashes once and is announced; own changes are not', async () => {
  board([card(1), card(2)]);
  const { queryClient } = open();
  await cards();
  act(() => {
    applyLive(queryClient, {
      topic: 'today',
      at: at(50),
      rows: [card(2, { Status: 'Availed', StatusBy: 'Front Desk 2', at: at(50) })],
    });
  });
  expect(await screen.findByText('Marked a moment ago by Front Desk 2: Patient 2, Visited.')).toBeInTheDocument();
  expect((await cards())[1]).toHaveAttribute('data-flash', 'true');
  expect((await cards())[0]).toHaveAttribute('data-flash', 'false');
});

test('a marked row stays under the pointer, and leaves the filter with it', async () => {
  board([card(1), card(2)]);
  accept();
  const { user } = open('?filter=Confirmed&page=1');
  const [first] = await screen.findAllByRole('button', { name: 'Mark as Visited' });
  await user.click(first as HTMLElement);
  await screen.findByText('Appointment marked as Visited');
  expect(await names()).toEqual(['Patient 1', 'Patient 2']);
  await user.click(screen.getByRole('heading', { name: "Today's Appointments" }));
  await waitFor(async () => expect(await names()).toEqual(['Patient 2']));
});

test('the rows stay while a menu is open over them', async () => {
  board([card(1), card(2), card(3)]);
  accept();
  const { user } = open('?filter=Confirmed&page=1');
  const [first] = await screen.findAllByRole('button', { name: 'Mark as Visited' });
  await user.click(first as HTMLElement);
  await screen.findByText('Appointment marked as Visited');
  await user.click(screen.getByRole('button', { name: 'More for Patient 3' }));
  // A browser tells of the focus and the pointer that they have gone over to the menu.
  const item = screen.getByRole('menuitem', { name: 'Cancel Appointment' });
  fireEvent.pointerOver(item);
  fireEvent.blur(screen.getByRole('button', { name: 'More for Patient 3', hidden: true }), { relatedTarget: item });
  expect(screen.getAllByRole('article', { hidden: true })).toHaveLength(3);
});

test('asks for the own client', async () => {
  const asked = board([]);
  open();
  await screen.findByText('There are no appointments for today that match your filter.');
  expect(asked[0]?.body).toEqual({ clientId: testId(100) });
});
