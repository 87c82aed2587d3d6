import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { ManyResult } from '@dayline/contracts/endpoints/appointments/many';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { applyLive, refetchConcerned } from '../../shared/api/live/mapping.ts';
import { useLiveState } from '../../shared/api/live/state.ts';
import { detail } from '../../shared/testing/appointment-detail.ts';
import { anAdmin, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, loseConnection, refuse } from '../../shared/testing/server.ts';
import AppointmentDetailsPage from './appointment-details-page.tsx';

beforeEach(() => {
  useLiveState.setState({ state: 'live' });
  // The doctors to filter by.
  answer('listDoctorsOfClient', []);
});

const open = (state: unknown = { status: 'Confirmed' }, address = '') =>
  show(<AppointmentDetailsPage />, { as: anAdmin, at: `/appointment-details-admin${address}`, state });
const list = (rows = [detail(1), detail(2)], total = rows.length, cursor?: string) =>
  answer('listAppointmentDetailsOfClient', rows, {
    'X-Total-Count': String(total),
    ...(cursor ? { 'X-Next-Cursor': cursor } : {}),
  });
const atPosition = (number: number): string => String(number).padStart(20, '0');
const headings = async () => (await screen.findAllByRole('columnheader')).map((cell) => cell.textContent);

test('the columns of the specification, the status asked for, and payments as chips', async () => {
  const requests = list([detail(1), detail(2, { Payment_Status: 'Pay_later' })]);
  const { container } = open();
  expect(await headings()).toEqual([
    'S.No',
    'User Name',
    'Contact',
    'Location',
    'POC Name',
    'Specialization',
    'Appointment Type',
    'Appointment Date',
    'Appointment Time',
    'Payment Status',
    'Actions',
  ]);
  const row = screen.getByRole('row', { name: /Patient 1/ });
  expect(within(row).getByText('4:15 PM')).toBeInTheDocument();
  expect(within(row).getByText('Paid')).toBeInTheDocument();
  expect(screen.getByText('Pay later')).toBeInTheDocument();
  expect(requests[0]?.body).toEqual({ clientId: testId(100), status: 'Confirmed', page: 1, pageSize: 10 });
  expect(await axe(container)).toHaveNoViolations();
});

test('a visit that the patient has confirmed says so below its status, whole', async () => {
  list([detail(1, { patientConfirmed: true }), detail(2)]);
  open();
  expect(await headings()).toContain('Status');
  const confirmed = screen.getByRole('row', { name: /Patient 1/ });
  expect(within(confirmed).getByText('Confirmed by the patient')).toBeVisible();
  expect(screen.getAllByText('Confirmed by the patient')).toHaveLength(1);
});

test('Branch takes the place of Appointment Type for a client with branches, on every page alike', async () => {
  list([detail(1, { BranchID: 2 }), detail(2)], 34);
  const as = { ...anAdmin, hasBranches: true };
  const { user } = show(<AppointmentDetailsPage />, { as, at: '/appointment-details-admin' });
  expect(await headings()).toContain('Branch');
  expect(screen.getByText('Branch ID: 2')).toBeInTheDocument();
  expect(screen.getByText('Direct Consultation')).toBeInTheDocument();
  list([detail(3)], 34);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByRole('cell', { name: 'Patient 3' })).toBeInTheDocument();
  expect(await headings()).toContain('Branch');
});

test('the unresolved stand under a heading with their number on all pages', async () => {
  // The tests' clock is on November 21.
  answer(
    'listAppointmentDetailsOfClient',
    ({ body }) =>
      body.pageSize === 1
        ? [detail(9)]
        : [detail(1, { AppointmentDate: '2026-11-23' }), detail(2, { AppointmentDate: '2026-11-20' })],
    { 'X-Total-Count': '12' },
  );
  open();
  expect(await screen.findByText('Unresolved from earlier days 12')).toBeInTheDocument();
});

test('a client without branches keeps Appointment Type', async () => {
  list([detail(1, { BranchID: 2, BranchName: 'Andheri' })]);
  open();
  expect(await headings()).toContain('Appointment Type');
});

test("Previous, Next and 'Page x of y': the next page by its cursor, the last by its number", async () => {
  const requests = list([detail(1)], 34, 'after-1');
  const { user } = open();
  expect(await screen.findByText('Page 1 of 4')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('Page 2 of 4')).toBeInTheDocument();
  expect(await screen.findByRole('cell', { name: '11' })).toBeInTheDocument();
  await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ page: 2, cursor: 'after-1' }));
  await user.click(screen.getByRole('button', { name: 'Last page' }));
  await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ page: 4 }));
  expect(requests.at(-1)?.body.cursor).toBeUndefined();
  expect(sessionStorage.getItem('appointmentDetailsCurrentPage:Confirmed')).toBe('4');
});

test('the heading of the date sorts by day and time', async () => {
  list([detail(1)]);
  const { user, router } = open(undefined, '?status=Confirmed');
  await user.click(await screen.findByRole('button', { name: 'Appointment Date' }));
  await waitFor(() => expect(router.state.location.search).toContain('sort=oldest'));
  expect(screen.getByRole('columnheader', { name: 'Appointment Date' })).toHaveAttribute('aria-sort', 'ascending');
});

test('From is typed key by key: a year that is not whole yet neither filters nor empties the field', async () => {
  list([detail(1)]);
  const { router } = open(undefined, '?status=Confirmed');
  const from = await screen.findByLabelText('From');
  for (const partly of ['0002-11-26', '0020-11-26', '0202-11-26']) {
    fireEvent.change(from, { target: { value: partly } });
    expect(from).toHaveValue(partly);
  }
  expect(router.state.location.search).not.toContain('from');
  // After losing focus, as on a click on Clear All, it shows the filter in force.
  fireEvent.blur(from);
  expect(from).toHaveValue('');
  fireEvent.change(from, { target: { value: '2026-11-26' } });
  await waitFor(() => expect(router.state.location.search).toContain('from=2026-11-26'));
  expect(from).toHaveValue('2026-11-26');
});

test('"Search resets to page 1", is asked of the server, persists, and Clear Search ends it', async () => {
  const requests = list([detail(1)], 34);
  const { user, container } = open(undefined, '?status=Confirmed&page=3');
  expect(await screen.findByText('Page 3 of 4')).toBeInTheDocument();
  list([], 0);
  await user.type(screen.getByRole('searchbox', { name: 'Search by user name or phone' }), 'meera');
  expect(await screen.findByText('No appointments found')).toBeInTheDocument();
  expect(sessionStorage.getItem('appointmentDetailsSearchTerm:Confirmed')).toBe('meera');
  expect(sessionStorage.getItem('appointmentDetailsCurrentPage:Confirmed')).toBeNull();
  expect(await axe(container)).toHaveNoViolations();
  const again = list([detail(1)], 34);
  await user.click(screen.getByRole('button', { name: 'Clear Search' }));
  expect(await screen.findByText('Page 1 of 4')).toBeInTheDocument();
  expect(again.every(({ body }) => body.page === 1)).toBe(true);
  expect(requests[0]?.body.page).toBe(3);
});

test('the list of another status begins at its own page, without the search of this one', async () => {
  sessionStorage.setItem('appointmentDetailsCurrentPage:Confirmed', '3');
  sessionStorage.setItem('appointmentDetailsSearchTerm:Confirmed', 'meera');
  const requests = list([detail(1, { Status: 'Cancelled' })], 34);
  open({ status: 'Cancelled' });
  expect(await screen.findByText('Page 1 of 4')).toBeInTheDocument();
  expect(requests[0]?.body).toEqual({ clientId: testId(100), status: 'Cancelled', page: 1, pageSize: 10 });
});

test("fails with 'Failed to fetch appointments.' and Try Again reloads", async () => {
  refuse('listAppointmentDetailsOfClient', 'service.fault');
  const { user } = open();
  expect(await screen.findByText('Failed to fetch appointments.')).toBeInTheDocument();
  list();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('cell', { name: 'Patient 1' })).toBeInTheDocument();
});

test("an empty list says 'No appointments found'", async () => {
  list([], 0);
  open();
  expect(await screen.findByText('No appointments found')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Clear Search' })).not.toBeInTheDocument();
});

test('Move… is for what is Confirmed from today on, of somebody who was not erased', async () => {
  list([
    detail(1),
    detail(2, { Status: 'Availed' }),
    detail(3, { AppointmentDate: '2026-11-20' }),
    detail(4, { UserName: null }),
  ]);
  const { user } = open(null);
  const offers: boolean[] = [];
  for (const more of await screen.findAllByRole('button', { name: /^More for/ })) {
    await user.click(more);
    offers.push(screen.queryByRole('menuitem', { name: 'Move…' }) !== null);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  }
  expect(offers).toEqual([true, false, false, false]);
});

test('a Confirmed row is cancelled from its menu after a confirmation', async () => {
  list([detail(1, { Payment_Status: 'Pay_later' }), detail(2, { Status: 'Availed' })]);
  const sent = answer('updateAppointmentStatusAsAdmin', ({ body }) => ({
    success: true,
    message: 'ok',
    position: '00000000000000000009',
    appointmentId: body.appointmentId,
    status: body.status,
    eventId: 'event',
    undoUntil: new Date(Date.now() + 300_000).toISOString(),
  }));
  const { user } = open(null);
  await user.click(await screen.findByRole('button', { name: 'More for Patient 2' }));
  expect(screen.queryByRole('menuitem', { name: 'Cancel Appointment' })).not.toBeInTheDocument();
  expect(screen.getByRole('menuitem', { name: 'History' })).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'More for Patient 1' }));
  await user.click(screen.getByRole('menuitem', { name: 'Cancel Appointment' }));
  const question = await screen.findByRole('alertdialog', { name: 'Cancel this appointment?' });
  expect(sent).toHaveLength(0);
  await user.click(within(question).getByRole('button', { name: 'Cancel Appointment' }));
  expect(await screen.findByText('Appointment marked as Cancelled')).toBeInTheDocument();
  expect(sent[0]?.body).toEqual({ appointmentId: detail(1).AppointmentId, status: 'Cancelled' });
});

test('a question says so when another desk has marked the visit, which the filtered list has lost by then', async () => {
  let Status: AppointmentStatus = 'Confirmed';
  let at = 1;
  answer(
    'listAppointmentDetailsOfClient',
    ({ body }) =>
      [detail(1, { Status, at: atPosition(at) })].filter((row) => !body.status || row.Status === body.status),
    () => ({ 'X-Total-Count': '1', 'X-Position': atPosition(at) }),
  );
  const { user, queryClient } = open(undefined, '?status=Confirmed');
  await user.click(await screen.findByRole('button', { name: 'More for Patient 1' }));
  await user.click(screen.getByRole('menuitem', { name: 'Cancel Appointment' }));
  const question = await screen.findByRole('dialog', { name: 'Cancel this appointment?' });
  [Status, at] = ['Availed', 9];
  const changed = applyLive(queryClient, {
    ...{ topic: 'hint', at: atPosition(9), views: ['appointments'], pocIds: [], dates: [] },
  });
  await act(() => refetchConcerned(queryClient, changed, atPosition(9)));
  expect(
    await within(question).findByText('Someone else has changed this appointment. It is now Visited.'),
  ).toBeVisible();
  expect(within(question).getByRole('button', { name: 'Cancel and Refund' })).toBeDisabled();
});

const of = (n: number) => ({ appointmentId: detail(n).AppointmentId, eventId: null, undoUntil: null });

test('several are chosen and marked; what is left by the answer follows, and what is refused is named', async () => {
  const past = { AppointmentDate: '2026-11-20' };
  list([detail(1, past), detail(2, past), detail(3, { ...past, Status: 'Cancelled' })]);
  const done = { ...of(1), outcome: 'done', status: 'Availed', eventId: 'e1' } as const;
  const why = { code: 'appointment.not-confirmed', message: '', status: 'Not_Availed' } as const;
  const answers: ManyResult[][] = [
    [done, { ...of(2), outcome: 'notBegun' }],
    [done, { ...of(2), outcome: 'refused', ...why }],
  ];
  const requests = answer('changeMany', () => ({
    ...{ success: true, message: '', position: '0000000000000099', batchId: 'b' },
    results: answers.shift() ?? [],
  }));
  const { user } = open({});
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  expect(screen.getAllByRole('checkbox')).toHaveLength(3);
  expect(await screen.findByRole('region', { name: '2 appointments selected' })).toHaveTextContent('Nov 20 · 1 doctor');
  await user.click(screen.getByRole('button', { name: 'Mark 2 as Visited' }));
  expect(await screen.findByRole('region', { name: /^not changed: Patient 2, Nov 20/ })).toHaveTextContent(
    'It is already Not Visited.',
  );
  expect(requests.map(({ body }) => body.status)).toEqual(['Availed', 'Availed']);
  const [first, second] = requests.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(second).toBe(first);
  expect(within(screen.getByRole('row', { name: /Patient 1/ })).getByText('Visited')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Leave as It Is' }));
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});

test('nobody can be marked ahead of the day, and one that is paid in part asks what becomes of the money', async () => {
  const money = { amount: 40_000, payments: [{ amount: 30_000, method: 'upi' as const }] };
  list([detail(1, { AppointmentDate: '2026-11-23', Payment_Status: 'Pay_later', money })]);
  const requests = answer('changeMany', {
    ...{ success: true, message: '', position: null, batchId: 'b' },
    results: [{ ...of(1), outcome: 'unchanged', status: 'Cancelled' }],
  });
  const { user } = open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select Patient 1' }));
  expect(await screen.findByRole('button', { name: 'Mark 1 as Visited' })).toBeDisabled();
  expect(screen.getByText('₹300.00 is paid already')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel 1 Appointment…' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('1 of them is paid: ₹300.00.');
  await user.click(await screen.findByRole('button', { name: 'Cancel, Not Refunded' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toMatchObject({ status: 'Cancelled', money: 'notRefunded' });
});

test('a range goes on from the row chosen last, wherever that is by now, and who can no longer be chosen is not', async () => {
  const rows = [detail(1), detail(2), detail(3), detail(4)];
  list(rows);
  const { user, queryClient } = open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select Patient 1' }));
  // Another user's changes, by a live message.
  list([rows[1], rows[2], rows[3], rows[0]].flatMap((row) => row ?? []));
  await queryClient.invalidateQueries();
  await waitFor(() => expect(screen.getAllByRole('row').at(-1)).toHaveTextContent('Patient 1'));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Select Patient 4' }));
  await user.keyboard('{/Shift}');
  expect(await screen.findByRole('region', { name: '2 appointments selected' })).toBeVisible();
  list([detail(1), detail(2), detail(3), detail(4, { Status: 'Availed' })]);
  await queryClient.invalidateQueries();
  expect(await screen.findByRole('region', { name: '1 appointment selected' })).toBeVisible();
});

test('to choose all without a connection says so', async () => {
  list([detail(1), detail(2)], 34);
  const { user } = open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  const all = await screen.findByRole('button', { name: 'Select all 34' });
  loseConnection('listAppointmentDetailsOfClient');
  await user.click(all);
  expect(await screen.findByRole('alert')).toHaveTextContent('They could not be selected. Please try again.');
});

test('the Undo of many sends their events once', async () => {
  list();
  const done = { outcome: 'done', status: 'Not_Availed', undoUntil: '2026-11-21T23:00:00.000Z' } as const;
  const both = [1, 2].map((n) => ({ ...of(n), ...done, eventId: `e${n}` }));
  const reply = { success: true, message: '', position: '0000000000000099', batchId: 'b' } as const;
  answer('changeMany', { ...reply, results: both });
  const undone = answer('undoMany', { ...reply, results: both.map((result) => ({ ...result, status: 'Confirmed' })) });
  const { user } = open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel 2 Appointments…' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel, Not Refunded' }));
  await user.click(await screen.findByRole('button', { name: 'Undo 2' }));
  await waitFor(() => expect(undone).toHaveLength(1));
  expect(undone[0]?.body.events.map(({ eventId }) => eventId)).toEqual(['e1', 'e2']);
});
