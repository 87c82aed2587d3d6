import type { PersonToCall } from '@dayline/contracts/endpoints/appointments/calls';
import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { useLiveState } from '../../shared/api/live/state.ts';
import { detail } from '../../shared/testing/appointment-detail.ts';
import { anAdmin, anAuditor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, lateReply, refuse } from '../../shared/testing/server.ts';
import CallsPage from './calls-page.tsx';

const person = (own: number, more: Partial<PersonToCall> = {}): PersonToCall => ({
  ...detail(own, { AppointmentDate: '2026-11-23', AppointmentTime: '09:00' }),
  ...{ why: 'blocked', reason: 'Ill' },
  ...more,
});
const called = { reached: true, note: 'Comes on Friday', at: '2026-11-21T04:00:00.000Z', by: 'Front Desk 2' };
const list = (rows: PersonToCall[], total = rows.length) =>
  answer('listCalls', rows, { 'X-Total-Count': String(total) });
const open = (address = '', as: typeof anAdmin | typeof anAuditor = anAdmin) =>
  show(<CallsPage />, { as, at: `/calls${address}` });

beforeEach(() => {
  useLiveState.setState({ state: 'live' });
  answer('listDoctorsOfClient', []);
});

test('each row has the number to call, the visit, why, and the last call', async () => {
  const requests = list([person(1), person(2, { why: 'hospitalDay', reason: 'Founders', contact: called })], 44);
  const { container } = open(`?pocId=${testId(200)}`);
  const row = await screen.findByRole('row', { name: /Patient 1/ });
  expect(within(row).getByRole('link', { name: '+91 98450 12345' })).toHaveAttribute('href', 'tel:+919845012345');
  expect(within(row).getByText('Mon, Nov 23, 9:00 AM')).toBeInTheDocument();
  expect(within(row).getByText('Blocked: Ill')).toBeInTheDocument();
  expect(within(row).getByText('not called yet')).toBeInTheDocument();
  const second = screen.getByRole('row', { name: /Patient 2/ });
  expect(within(second).getByText('Hospital closed: Founders')).toBeInTheDocument();
  expect(within(second).getByText(/Comes on Friday/)).toBeInTheDocument();
  expect(screen.getByText('44 people')).toBeInTheDocument();
  expect(requests[0]?.body).toEqual({ clientId: testId(100), pocId: testId(200), page: 1, pageSize: 10 });
  expect(await axe(container)).toHaveNoViolations();
});

test('Reached is one click, Not Reached asks for a note that Enter saves', async () => {
  list([person(1)]);
  const { user } = open();
  const undoUntil = new Date(Date.now() + 300_000).toISOString();
  const reply = { success: true, message: '', position: '00000000000000000002', eventId: 'e1', undoUntil } as const;
  const noted = answer('noteContact', reply);
  await user.click(await screen.findByRole('button', { name: 'Reached: Patient 1' }));
  expect(await screen.findByText('Recorded as reached')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Not Reached…: Patient 1' }));
  await user.type(await screen.findByRole('textbox', { name: /Note/ }), 'rang out{Enter}');
  expect(await screen.findByText('Recorded as not reached')).toBeInTheDocument();
  const { AppointmentId: appointmentId } = person(1);
  expect(noted.map(({ body }) => body)).toEqual([
    { appointmentId, reached: true },
    { appointmentId, reached: false, note: 'rang out' },
  ]);
  const undone = answer('noteContact', { ...reply, eventId: null, undoUntil: null });
  await user.click((await screen.findAllByRole('button', { name: 'Undo' })).at(-1) ?? document.body);
  expect(await screen.findByText('The call is not recorded any more')).toBeInTheDocument();
  expect(undone.map(({ body }) => body)).toEqual([{ appointmentId, reached: false, undo: 'e1' }]);
  const late = lateReply(reply);
  const slow = answer('noteContact', late.reply);
  const reached = () => screen.getByRole('button', { name: 'Reached: Patient 1' });
  await user.click(reached());
  await waitFor(() => expect(reached()).toHaveAttribute('aria-disabled', 'true'));
  fireEvent.click(reached());
  late.send();
  await waitFor(() => expect(reached()).not.toHaveAttribute('aria-disabled', 'true'));
  expect(slow).toHaveLength(1);
  refuse('noteContact', 'appointment.moved');
  await user.click(screen.getByRole('button', { name: 'Reached: Patient 1' }));
  expect(await screen.findByText('The call could not be recorded')).toBeInTheDocument();
});

test('several are cancelled at once, with the money asked for, and stay until Undo ends', async () => {
  const amounts = [70_000, 75_000, null];
  list(amounts.map((amount, index) => person(index + 1, { money: { amount } })));
  const { user } = open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  expect(screen.queryByRole('button', { name: /^Mark/ })).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Cancel 3 Appointments…' }));
  const ids = [1, 2, 3].map((own) => person(own).AppointmentId);
  const changed = answer('changeMany', {
    ...{ success: true, message: '', position: '00000000000000000002', batchId: 'b' },
    results: ids.map((appointmentId) => ({
      ...{ appointmentId, eventId: 'e', undoUntil: '2026-11-21T23:00:00.000Z' },
      ...{ outcome: 'done', status: 'Cancelled' },
    })),
  });
  const dialog = await screen.findByRole('dialog', { name: 'Cancel these 3 appointments?' });
  expect(dialog).toHaveTextContent('3 of them are paid: ₹1,450.00, 1 without an amount.');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel and Refund' }));
  await waitFor(() =>
    expect(changed[0]?.body).toEqual({ appointmentIds: ids, status: 'Cancelled', money: 'refunded' }),
  );
  list([]);
  expect(await screen.findAllByText('Cancelled')).toHaveLength(3);
});

test('Move is off, and says why, for somebody who is called', async () => {
  list([person(1, { called: true })]);
  open();
  const move = await screen.findByRole('button', { name: 'Move…: Patient 1' });
  expect(move).toBeDisabled();
  expect(move).toHaveAttribute('title', 'The patient has been called. Undo the call first.');
});

test('the whole list is printed, whatever page is shown', async () => {
  const printing = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  const requests = list([person(1)], 44);
  const { user, container } = open();
  await screen.findByRole('row', { name: /Patient 1/ });
  list([person(1), person(2, { contact: called })], 2);
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(printing).toHaveBeenCalled());
  expect(requests[0]?.body.pageSize).toBe(10);
  expect(container).toHaveTextContent('Reached: Comes on Friday');
});

test('an auditor reads: no box, no button but the story', async () => {
  list([person(1)]);
  const { user } = open('', anAuditor);
  await user.click(await screen.findByRole('button', { name: 'More for Patient 1' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['History']);
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Reached/ })).not.toBeInTheDocument();
});

test('the dates of the address are asked for, and are left out on request', async () => {
  const requests = list([person(1)]);
  const { user, router } = open(`?pocId=${testId(200)}&dates=2026-11-23,2026-11-24`);
  const dates = await screen.findByRole('combobox', { name: 'Dates' });
  expect(dates).toHaveDisplayValue('Nov 23 and Nov 24');
  expect(requests[0]?.body.dates).toEqual(['2026-11-23', '2026-11-24']);
  await user.selectOptions(dates, 'All dates');
  await waitFor(() => expect(requests.at(-1)?.body).not.toHaveProperty('dates'));
  expect(router.state.location.search).toBe(`?pocId=${testId(200)}`);
});

test('nobody is to be called; a filter without a match is cleared', async () => {
  list([]);
  const { user, router } = open('?open=1');
  await user.click(await screen.findByRole('button', { name: 'Show Everyone' }));
  expect(await screen.findByText('No one to call')).toBeInTheDocument();
  expect(router.state.location.search).toBe('');
});
