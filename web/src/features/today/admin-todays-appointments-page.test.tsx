import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { doctorDayOf } from '@dayline/contracts/ids';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { useToastState } from '../../shared/actions/toast.ts';
import { applyLive } from '../../shared/api/live/mapping.ts';
import { useLiveState } from '../../shared/api/live/state.ts';
import { aPicture } from '../../shared/appointments/day-picture/figures.fixture.ts';
import { anAdmin, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, lateReply, loseConnection, refuse } from '../../shared/testing/server.ts';
import { PageStyles } from '../../ui/theme/page-styles.tsx';
import { at, card } from './today.fixture.ts';
import AdminTodaysAppointmentsPage from './todays-appointments-page.tsx';

beforeEach(() => {
  useLiveState.setState({ state: 'live' });
  answer('getDayPictureOfClient', aPicture);
  answer('listAppointmentDetailsOfClient', [], { 'X-Total-Count': '0' });
});

const board = (rows: TodaysAppointment[]) => answer('listTodaysAppointmentsOfClient', rows, { 'X-Position': at(1) });
const open = (address = '?page=1') =>
  show(<AdminTodaysAppointmentsPage />, { as: anAdmin, at: `/admin-todays-appointments${address}` });
const cards = () => screen.findAllByRole('article');
const names = async () => (await cards()).map((card) => card.getAttribute('aria-label')?.split(', ')[1]);

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
    undoUntil: new Date(Date.now() + 300_000).toISOString(),
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
  await user.click(await screen.findByRole('button', { name: 'Mark as Visited' }));
  expect(await screen.findByText('Error updating appointment status')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Mark as Visited' })).toBeInTheDocument();
});

test('a conflict says so and shows what the appointment is by now', async () => {
  board([card(1)]);
  const { user } = open();
  const button = await screen.findByRole('button', { name: 'Mark as Visited' });
  refuse('updateAppointmentStatusAsAdmin', 'appointment.changed', { details: { status: 'Cancelled' } });
  board([card(1, { Status: 'Cancelled', at: at(9) })]);
  await user.click(button);
  expect(
    await screen.findByText(/Patient 1, 8:15 AM\. Someone else has changed this appointment\. It is now Cancelled\./),
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
  expect(screen.getByText(/It is too late to undo this\./)).toBeInTheDocument();
  expect(within((await cards())[0] as HTMLElement).getByText('Visited')).toBeInTheDocument();
});

test('Cancel is asked for first, and only a Confirmed card has it; a marked one has its correction', async () => {
  board([card(1), card(2, { Status: 'Availed' })]);
  const sent = accept();
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'More for Patient 2' }));
  expect(screen.getByRole('menuitem', { name: 'Correct status…' })).toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: 'Cancel Appointment' })).not.toBeInTheDocument();
  await user.keyboard('{Escape}');
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

test('J after the last card turns the page, and K before the first turns it back', async () => {
  board(Array.from({ length: 7 }, (_, own) => card(own)));
  const { user } = open();
  await cards();
  await user.keyboard('jjjjjj');
  expect(await screen.findByText('Page 2 of 2')).toBeInTheDocument();
  await waitFor(async () => expect((await cards())[0]).toHaveFocus());
  expect(await names()).toEqual(['Patient 5', 'Patient 6']);
  await user.keyboard('jj');
  expect((await cards())[1]).toHaveFocus();
  await user.keyboard('kk');
  expect(await screen.findByText('Page 1 of 2')).toBeInTheDocument();
  await waitFor(async () => expect((await cards())[4]).toHaveFocus());
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
  // At half past five in the morning, no appointment can have been missed.
  const question = await screen.findByRole('alertdialog', { name: 'Mark this appointment as Not Visited?' });
  expect(question).toHaveTextContent('Patient 2, 8:30 AM. The appointment time is still ahead.');
  await user.click(within(question).getByRole('button', { name: 'Mark as Not Visited' }));
  expect(await screen.findByText('Appointment marked as Not Visited')).toBeInTheDocument();
  expect(sent[0]?.body).toMatchObject({ appointmentId: card(2).AppointmentId, status: 'Not_Availed' });
  await user.keyboard('u');
  expect(await screen.findByText('Undo successful! Status reverted to Confirmed')).toBeInTheDocument();
});

test('M moves the card in focus: it stands at its new time at once, and goes back if that is refused', async () => {
  board([card(1), card(2)]);
  // Other users' changes are unknown while none of these pages is open.
  answer('listAppointmentDetailsOfClient', [], { 'X-Total-Count': '200' });
  answer('getFeeOfMove', { before: 70_000, after: 70_000, rule: null, registration: 0, paid: 0, asks: false });
  answer('listDatesWithAvailability', []);
  answer(
    'listTimesWithAvailability',
    ['08:15', '08:30', '09:00'].map((time) => ({
      ...{ appointment_time: time, active_status: 'available' as const, free: 1, capacity: 1 },
    })),
  );
  const { user } = open();
  await cards();
  await user.keyboard('m');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.keyboard('jm');
  const dialog = await screen.findByRole('dialog', { name: /^Move Patient 1/ });
  const nearest = await within(dialog).findByRole('radiogroup', { name: 'Nearest free times' });
  await user.click(within(nearest).getByRole('radio', { name: /^9:00 AM/ }));
  const late = lateReply(true);
  const moved = answer('moveAppointment', async ({ body: { appointmentId, time } }) => {
    await late.reply;
    const undoUntil = new Date(Date.now() + 300_000).toISOString();
    const where = { appointmentId, ...doctorDayOf(appointmentId), time };
    return { success: true, message: 'ok', position: at(7), ...where, eventId: 'event-7', undoUntil };
  });
  await user.click(within(dialog).getByRole('button', { name: 'Move Patient 1 to 9:00 AM' }));
  await waitFor(() => expect(moved).toHaveLength(1));
  const labels = () =>
    screen.getAllByRole('article', { hidden: true }).map((card) => card.getAttribute('aria-label')?.slice(0, 18));
  expect(labels()).toContain('9:00 AM, Patient 1');
  late.send();
  expect(await screen.findByText('Appointment moved to 9:00 AM')).toBeVisible();
  expect(labels()).toContain('9:00 AM, Patient 1');
  refuse('undoMove', 'slot.full');
  board([card(1, { AppointmentTime: '09:00', at: at(7) }), card(2)]);
  await user.keyboard('u');
  expect(await screen.findByText('Error moving the appointment back')).toBeVisible();
  expect(labels()).toContain('9:00 AM, Patient 1');
});

test('a late visit that another desk moves is not late any more, though it stays under the pointer', async () => {
  board([card(1, { AppointmentTime: '05:00' }), card(2)]);
  const { user, queryClient } = open();
  const [first] = await cards();
  expect(first).toHaveAccessibleName(/min late/);
  await user.hover(first as HTMLElement);
  const rows = [card(1, { AppointmentTime: '09:00', at: at(5) })];
  act(() => void applyLive(queryClient, { topic: 'today', at: at(5), rows }));
  expect((await cards())[0]).toHaveAccessibleName('9:00 AM, Patient 1, Active');
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
  expect(
    await screen.findByText('A moment ago: Marked as Visited by Front Desk 2, Patient 2, 8:30 AM.'),
  ).toBeInTheDocument();
  expect((await cards())[1]).toHaveAttribute('data-flash', 'true');
  expect((await cards())[0]).toHaveAttribute('data-flash', 'false');
});

test('a marked row stays where it is until its toast goes, and leaves the filter then', async () => {
  board([card(1), card(2)]);
  accept();
  const { user } = open('?filter=Confirmed&page=1');
  const [first] = await screen.findAllByRole('button', { name: 'Mark as Visited' });
  await user.click(first as HTMLElement);
  expect(await screen.findByText('Patient 1, 8:15 AM')).toBeInTheDocument();
  await user.click(screen.getByRole('heading', { name: "Today's Appointments" }));
  expect(await names()).toEqual(['Patient 1', 'Patient 2']);
  act(() => useToastState.setState({ toasts: [] }));
  await waitFor(async () => expect(await names()).toEqual(['Patient 2']));
});

test('a marked row goes with its toast, also from under the pointer and the focus', async () => {
  board([card(1), card(2)]);
  accept();
  const { user } = open('?filter=Confirmed&page=1');
  const [first] = await screen.findAllByRole('button', { name: 'Mark as Visited' });
  await user.click(first as HTMLElement);
  await screen.findByText('Appointment marked as Visited');
  expect(await names()).toEqual(['Patient 1', 'Patient 2']);
  act(() => useToastState.setState({ toasts: [] }));
  await waitFor(async () => expect(await names()).toEqual(['Patient 2']));
});

test('a row that has gone to another group stays in it when the pointer comes', async () => {
  board([card(1, { Status: 'Availed' }), card(2)]);
  const { user, queryClient } = open();
  expect(await names()).toEqual(['Patient 2', 'Patient 1']);
  act(() => void applyLive(queryClient, { topic: 'today', at: at(5), rows: [card(1, { at: at(5) })] }));
  await waitFor(async () => expect(await names()).toEqual(['Patient 1', 'Patient 2']));
  const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  const shown = headings();
  await user.hover((await cards())[0] as HTMLElement);
  expect(headings()).toEqual(shown);
});

test('a wrong mark is corrected with a reason, from the card', async () => {
  board([card(1, { Status: 'Availed' })]);
  const sent = answer('correctAppointmentStatus', ({ body }) => accepted(body.status, body.appointmentId));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'More for Patient 1' }));
  await user.click(screen.getByRole('menuitem', { name: 'Correct status…' }));
  const dialog = await screen.findByRole('dialog', { name: /Correct the status/ });
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Status' }), 'Not Visited');
  await user.click(within(dialog).getByRole('button', { name: 'Correct status' }));
  expect(within(dialog).getByText('Please give a reason.')).toBeVisible();
  expect(sent).toHaveLength(0);
  // The refused attempt has focused the field; typing key by key takes seconds.
  expect(within(dialog).getByRole('textbox', { name: 'Reason' })).toHaveFocus();
  await user.paste('Marked the wrong patient');
  await user.click(within(dialog).getByRole('button', { name: 'Correct status' }));
  expect(await screen.findByText('Status corrected to Not Visited')).toBeInTheDocument();
  expect(sent[0]?.body).toMatchObject({ status: 'Not_Availed', reason: 'Marked the wrong patient' });
});

test.each([
  ['a no-show before its time', 'alertdialog', {}, 'Mark as Not Visited', ['Mark as Not Visited']],
  ['a cancellation', 'alertdialog', {}, 'Cancel Appointment', ['Cancel Appointment']],
  [
    'one of a paid visit',
    'dialog',
    { paid: true },
    'Cancel Appointment',
    ['Cancel, Not Refunded', 'Cancel and Refund'],
  ],
  ['a correction', 'dialog', { Status: 'Availed' }, 'Correct status…', ['Correct status']],
] as const)('the question of %s says so when another desk is faster', async (_, role, more, asks, yes) => {
  board([card(1, more)]);
  const { user, queryClient } = open();
  await user.click(await screen.findByRole('button', { name: asks.startsWith('Mark') ? asks : 'More for Patient 1' }));
  if (!asks.startsWith('Mark')) await user.click(screen.getByRole('menuitem', { name: asks }));
  const question = await screen.findByRole(role);
  const agree = () => yes.map((name) => within(question).getByRole('button', { name }));
  for (const button of agree()) expect(button).toBeEnabled();
  const rows = [card(1, { ...more, Status: 'Not_Availed', at: at(9) })];
  act(() => void applyLive(queryClient, { topic: 'today', at: at(9), rows }));
  expect(
    await within(question).findByText('Someone else has changed this appointment. It is now Not Visited.'),
  ).toBeVisible();
  for (const button of agree()) expect(button).toBeDisabled();
});

const aPayment = { paid: true, money: { amount: 70_000, method: 'upi', eventId: 'event-1' } } as const;

test.each([
  ['Mark as Paid', 'dialog', {}, aPayment, 'Its payment is now Paid.', '₹700.00 UPI'],
  ['Refund…', 'dialog', aPayment, {}, 'Its payment is now Pay later.', '₹700.00 UPI'],
  ['Change to Pay later…', 'dialog', aPayment, {}, 'Its payment is now Pay later.', 'Change to Pay later'],
  ['Cancel Appointment', 'alertdialog', {}, aPayment, 'Its payment is now Paid.', 'Cancel Appointment'],
] as const)(
  '%s takes no answer once another desk has changed the payment',
  async (asks, role, before, after, says, yes) => {
    board([card(1, before)]);
    const { user, queryClient } = open();
    await user.click(await screen.findByRole('button', { name: 'More for Patient 1' }));
    await user.click(screen.getByRole('menuitem', { name: asks }));
    const dialog = within(await screen.findByRole(role));
    expect(dialog.getByRole('button', { name: yes })).toBeEnabled();
    const rows = [card(1, { ...after, at: at(9) })];
    act(() => void applyLive(queryClient, { topic: 'today', at: at(9), rows }));
    expect(await dialog.findByText(`Someone else has changed this appointment. ${says}`)).toBeVisible();
    expect(dialog.getByRole('button', { name: yes })).toBeDisabled();
  },
);

test('search, doctor and hour narrow the day; Show all brings it back', async () => {
  board([
    card(1, { PatientName: 'Hema Patel' }),
    card(2, { POC_ID: testId(201), POC_Name: 'Dr. Vikram Rao' }),
    card(8, { PatientName: 'Hema Rao', POC_ID: testId(201), POC_Name: 'Dr. Vikram Rao' }),
  ]);
  const { user, router } = open('');
  expect(await cards()).toHaveLength(3);
  await user.keyboard('/');
  await user.keyboard('hema');
  await waitFor(async () => expect(await names()).toEqual(['Hema Patel', 'Hema Rao']));
  expect(screen.getByRole('button', { name: 'All 2' })).toBeInTheDocument();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Doctor' }), 'Dr. Vikram Rao');
  await waitFor(async () => expect(await names()).toEqual(['Hema Rao']));
  await user.click(screen.getByRole('button', { name: /^8 AM, / }));
  expect(await screen.findByText('There are no appointments for today that match your filter.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  await waitFor(async () => expect(await cards()).toHaveLength(3));
  expect(router.state.location.search).toBe('');
});

test('the chosen doctor is still chosen after a way over the menu, until all are', async () => {
  board([card(1), card(2, { POC_ID: testId(201), POC_Name: 'Dr. Vikram Rao' })]);
  const { user, go, router } = open('');
  expect(await cards()).toHaveLength(2);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Doctor' }), 'Dr. Vikram Rao');
  await go('/users');
  await go('/admin-todays-appointments');
  expect(await names()).toEqual(['Patient 2']);
  await waitFor(() => expect(router.state.location.search).toBe(`?doctor=${testId(201)}`));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Doctor' }), 'All doctors');
  await go('/users');
  await go('/admin-todays-appointments');
  expect(await cards()).toHaveLength(2);
});

test('a doctor that a link names, without appointments today, is the one that the filter shows', async () => {
  board([card(1)]);
  open(`?doctor=${testId(299)}`);
  expect(await screen.findByText('There are no appointments for today that match your filter.')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Doctor' })).toHaveDisplayValue('Selected doctor');
});

test('the hour in force is shown at the top, and goes by a click on it', async () => {
  board([card(1), card(8)]);
  const { user } = open('?hour=10');
  expect(await cards()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: '10 AM only: show all hours' }));
  await waitFor(async () => expect(await cards()).toHaveLength(2));
});

test('a booking begins by a button and by B; one button of the cards is filled', async () => {
  board([card(1), card(2)]);
  const { user, router, container } = open();
  await cards();
  expect(screen.getByRole('link', { name: 'Add New Appointment' })).toHaveAttribute('href', '/add-new-appointment');
  expect(container.querySelectorAll('.MuiButton-contained')).toHaveLength(1);
  await user.keyboard('b');
  await waitFor(() => expect(router.state.location.pathname).toBe('/add-new-appointment'));
  expect(router.state.location.state).toEqual({ clientId: testId(100), clientName: anAdmin.clientName });
});

test('5 cards a page, or 15 or 30, as last chosen on this device', async () => {
  board(Array.from({ length: 31 }, (_, own) => card(own)));
  const { user, unmount, router } = open('?page=2');
  expect(await cards()).toHaveLength(5);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Cards per page' }), '15 per page');
  await waitFor(async () => expect(await cards()).toHaveLength(15));
  expect(router.state.location.search).toBe('');
  unmount();
  const again = open();
  expect(await cards()).toHaveLength(15);
  await again.user.selectOptions(screen.getByRole('combobox', { name: 'Cards per page' }), '30 per page');
  await waitFor(async () => expect(await cards()).toHaveLength(30));
});

test('Expected, Waiting and Called are filters beside the tabs', async () => {
  const waits = { presence: { token: 2, arrivedAt: '05:00', call: null } };
  board([card(1), card(2, waits), card(3, { Status: 'Availed' })]);
  const { user, router } = open();
  await cards();
  await user.click(screen.getByRole('button', { name: 'Waiting 1' }));
  expect((await cards()).map((card) => card.getAttribute('aria-label'))).toEqual([
    expect.stringMatching(/Patient 2, Waiting, token 2$/),
  ]);
  expect(router.state.location.search).toBe('?filter=Waiting');
  await user.click(screen.getByRole('button', { name: 'Expected 1' }));
  expect(await names()).toEqual(['Patient 1']);
  await user.click(screen.getByRole('button', { name: 'Called 0' }));
  expect(await screen.findByText('There are no appointments for today that match your filter.')).toBeVisible();
});

test('what is due stands on the card, and opens Mark as Paid', async () => {
  board([card(1), card(2, { paid: true }), card(3, { money: { amount: null } }), card(4, { Status: 'Not_Availed' })]);
  const paid = answer('correctPayment', ({ body: { appointmentId } }) => ({
    ...{ success: true, message: 'ok', position: at(9), appointmentId, paymentStatus: 'Paid' },
    ...{ eventId: 'event-9', undoUntil: null, money: { amount: 70_000, method: 'upi' } },
    moved: { amount: 70_000, method: 'upi' },
  }));
  const { user } = open();
  const dues = await screen.findAllByRole('button', { name: / due/ });
  expect(dues.map((due) => due.getAttribute('aria-label'))).toEqual([
    '₹700.00 due: Patient 1',
    'Payment due: Patient 3',
  ]);
  await user.click(dues[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: /^Mark as Paid/ }));
  await user.click(dialog.getByRole('button', { name: '₹700.00 UPI' }));
  await waitFor(() => expect(paid.map(({ body }) => body.appointmentId)).toEqual([card(1).AppointmentId]));
  await waitFor(() => expect(screen.queryByRole('button', { name: '₹700.00 due: Patient 1' })).toBeNull());
});

test('unresolved ones of earlier days are a link with their count', async () => {
  board([card(1)]);
  answer('listAppointmentDetailsOfClient', [], { 'X-Total-Count': '9' });
  open();
  const link = await screen.findByRole('link', { name: 'Unresolved from earlier days 9' });
  expect(link.getAttribute('href')).toMatch(
    /^\/appointment-details-admin\?status=Confirmed&to=\d{4}-\d\d-\d\d&search=$/,
  );
});

test('the rows stay while a menu is open over them', async () => {
  board([card(1), card(2), card(3)]);
  accept();
  const { user } = open('?filter=Confirmed&page=1');
  const [first] = await screen.findAllByRole('button', { name: 'Mark as Visited' });
  await user.click(first as HTMLElement);
  await screen.findByText('Appointment marked as Visited');
  await user.click(screen.getByRole('button', { name: 'More for Patient 3' }));
  // A browser reports that focus and pointer have moved to the menu.
  const item = screen.getByRole('menuitem', { name: 'Cancel Appointment' });
  fireEvent.pointerOver(item);
  fireEvent.blur(screen.getByRole('button', { name: 'More for Patient 3', hidden: true }), { relatedTarget: item });
  expect(screen.getAllByRole('article', { hidden: true })).toHaveLength(3);
});

test('asks for the own client', async () => {
  const requests = board([]);
  open();
  await screen.findByText('There are no appointments for today that match your filter.');
  expect(requests[0]?.body).toEqual({ clientId: testId(100) });
});

test('the whole day goes on paper, not the page that is looked at', async () => {
  board(Array.from({ length: 12 }, (_, own) => card(own + 1)));
  show(
    <>
      <PageStyles />
      <AdminTodaysAppointmentsPage />
    </>,
    { as: anAdmin, at: '/admin-todays-appointments' },
  );
  expect(await cards()).toHaveLength(5);
  // Synchronously: what the page shows when the event ends is printed.
  fireEvent(window, new Event('beforeprint'));
  expect(screen.getAllByRole('article')).toHaveLength(12);
  expect(document.documentElement).toHaveAttribute('data-scheme', 'light');
  fireEvent(window, new Event('afterprint'));
  expect(screen.getAllByRole('article')).toHaveLength(5);
});
