import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { useLiveState } from '../../shared/api/live/state.ts';
import { clinicToday } from '../../shared/format/time.ts';
import { aDoctor, anAdmin, anAuditor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import LeavePage from './leave-page.tsx';

const pocId = testId(200);
const colleague = testId(201);
const today = clinicToday();
const idOf = (own: number) => `${pocId}_${today.replaceAll('-', '')}_${testId(own)}`;
const leaveId = `${pocId}_${testId(9)}`;
const address = `/leave?doctor=${pocId}`;

type Row = ResponseOf<'previewLeave'>['days'][number]['bookings'][number];
const place = (of: string, time: string) => ({
  pocId: of,
  pocName: of === pocId ? 'Dr. Asha Menon' : 'Dr. Vikram Rao',
  date: today,
  time,
});
const row = (own: number, more: Partial<Row> = {}): Row => ({
  ...{ appointmentId: idOf(own), date: today, time: '09:00', userId: testId(900 + own), patientName: `Patient ${own}` },
  ...{ patientPhone: null, type: 'Direct Consultation', paymentStatus: 'Pay_later' },
  ...{ later: place(pocId, '10:30'), colleague: place(colleague, '09:30'), fees: null, ...more },
});
const previewed = (...bookings: Row[]) =>
  answer('previewLeave', {
    days: [
      {
        date: today,
        hasHours: true,
        at: '1',
        bookings,
        colleagues: [{ pocId: colleague, pocName: 'Dr. Vikram Rao', free: 7 }],
      },
    ],
  });
const settledRow = (own: number, more: object = {}) => {
  const { later: _, colleague: __, paymentStatus: ___, fees: ____, ...booking } = row(own);
  return {
    ...booking,
    action: 'move' as const,
    to: place(colleague, '09:30'),
    outcome: null,
    movedTo: null,
    problem: null,
    at: null,
    ...more,
  };
};
const leaveOf = (more: Partial<ResponseOf<'getLeave'>> = {}): ResponseOf<'getLeave'> => ({
  ...{ leaveId, pocName: 'Dr. Asha Menon', from: today, to: today, hours: null, reason: 'Ill', by: 'Desk 1' },
  ...{ startedAt: '2026-11-21T04:00:00.000Z', state: 'running', rows: [], undoUntil: null, stoppedAt: null, ...more },
});
const reply = { success: true, message: '', position: '00000000000000000002' } as const;

beforeEach(() => {
  useLiveState.setState({ state: 'live' });
  answer('listDoctorsOfClient', []);
  answer('listLeaves', []);
});
const open = (more = '', as: typeof anAdmin | typeof anAuditor | typeof aDoctor = anAdmin) =>
  show(<LeavePage />, { as, at: `${address}${more}` });
const what = (own: number) => screen.findByRole('combobox', { name: `What happens to Patient ${own}` });

test('each appointment has its proposals; one choice for all, and for one; then the leave is started', async () => {
  const requests = previewed(
    row(1),
    row(2, { later: null }),
    row(3, { later: null, colleague: null, paymentStatus: 'Paid' }),
  );
  const started = answer('startLeave', { ...reply, leaveId });
  answer('getLeave', leaveOf({ rows: [settledRow(1)] }));
  const { user, container, router } = open();
  expect(await what(1)).toHaveDisplayValue(/10:30 AM, Dr. Asha Menon/);
  expect(await what(2)).toHaveDisplayValue('9:30 AM, Dr. Vikram Rao');
  expect(await what(3)).toHaveDisplayValue('Keep its time, to be called');
  expect(screen.getByText('No free time found for 1')).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Other doctor' }), 'Dr. Vikram Rao (7 free)');
  await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ pocId, colleague, hours: null }));
  expect(await what(1)).toHaveDisplayValue(/9:30 AM, Dr. Vikram Rao/);
  await user.selectOptions(await what(3), 'Cancel');
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Paid appointments that are cancelled' }),
    'Do not refund',
  );
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'Ill');
  await user.click(screen.getByRole('button', { name: 'Start Leave' }));
  await waitFor(() => expect(router.state.location.search).toContain(`leave=${leaveId}`));
  const moved = { pocId: colleague, date: today, time: '09:30' };
  expect(started.map(({ body }) => body)).toEqual([
    {
      ...{ pocId, from: today, to: today, hours: null, reason: 'Ill', money: 'notRefunded' },
      rows: [
        { appointmentId: idOf(1), action: 'move', to: moved },
        { appointmentId: idOf(2), action: 'move', to: moved },
        { appointmentId: idOf(3), action: 'cancel', to: null },
      ],
    },
  ]);
  expect(await screen.findByText(/To be moved to .*Dr. Vikram Rao/)).toBeInTheDocument();
});

test('another doctor’s fees are asked once, with the totals, and sent as they were shown', async () => {
  const [before, after, cheaper] = [40_000, 80_000, 30_000];
  const fees = { due: before, later: before };
  previewed(
    row(1, { paymentStatus: 'Paid', fees: { ...fees, paid: before, colleague: after } }),
    row(2, { paymentStatus: 'Paid', fees: { ...fees, paid: before, colleague: cheaper } }),
    row(3, { fees: { ...fees, paid: 0, colleague: cheaper } }),
    row(4, { fees: { ...fees, paid: 0, colleague: before } }),
  );
  const started = answer('startLeave', { ...reply, leaveId });
  answer('getLeave', leaveOf());
  const { user } = open();
  await what(4);
  expect(screen.getByText('Fees stay as they were booked.')).toBeInTheDocument();
  await user.selectOptions(screen.getByRole('combobox', { name: 'For all' }), 'Another doctor');
  const asked = screen.getByRole('combobox', { name: '3 appointments with a different fee' });
  expect(asked).toHaveDisplayValue('Fees stay as booked');
  const sums = 'With the new fees: ₹400.00 more to pay, ₹100.00 less to pay, ₹100.00 refunded.';
  expect(screen.getByText(sums)).toBeInTheDocument();
  await user.selectOptions(asked, 'New fees');
  await user.click(screen.getByRole('button', { name: 'Start Leave' }));
  await waitFor(() => expect(started).toHaveLength(1));
  const [{ body } = { body: null }] = started;
  expect(body).toMatchObject({
    difference: 'taken',
    rows: [{ fee: after }, { fee: cheaper }, { fee: cheaper }, { fee: before }],
  });
});

test('a booking that slipped in is shown, and the list is previewed again', async () => {
  previewed(row(1));
  refuse('startLeave', 'leave.changed', {
    details: { bookings: [{ appointmentId: idOf(2), date: today, time: '09:30' }] },
  });
  const { user } = open();
  await what(1);
  previewed(row(1), row(2));
  await user.click(screen.getByRole('button', { name: 'Start Leave' }));
  expect(await screen.findByText(/1 appointment was booked meanwhile/)).toBeInTheDocument();
  expect(await what(2)).toBeInTheDocument();
});

test('it settles row by row; what was refused is shown, and it is undone or ended', async () => {
  const problem = { code: 'slot.full', sentence: 'This time was taken a moment ago.' };
  const rows = [
    settledRow(1, { outcome: 'moved', at: '2026-11-21T04:00:05.000Z' }),
    settledRow(2, { outcome: 'open', problem }),
  ];
  answer('getLeave', leaveOf({ state: 'settled', rows, undoUntil: new Date(Date.now() + 300_000).toISOString() }));
  const undone = answer('undoLeave', reply);
  const ended = answer('endLeave', reply);
  const { user, container } = open(`&leave=${leaveId}`);
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Leave of Dr. Asha Menon');
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '2');
  const needsDesk = within(screen.getByRole('list', { name: 'Needs the front desk' }));
  expect(needsDesk.getByText('Still at its old time: This time was taken a moment ago.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'People to Call' })).toHaveAttribute('href', expect.stringContaining(pocId));
  expect(await axe(container)).toHaveNoViolations();
  await user.click(screen.getByRole('button', { name: 'Undo Leave' }));
  await waitFor(() => expect(undone.map(({ body }) => body)).toEqual([{ pocId, leaveId }]));
  await user.click(screen.getByRole('button', { name: 'End Leave Early' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End Leave Early' }));
  await waitFor(() => expect(ended.map(({ body }) => body)).toEqual([{ pocId, leaveId }]));
});

test('an undone leave says how many appointments were undone', async () => {
  const rows = [settledRow(1, { outcome: 'undone' }), settledRow(2, { outcome: 'notUndone' })];
  answer('getLeave', leaveOf({ state: 'undone', rows }));
  open(`&leave=${leaveId}`);
  expect(await screen.findByText('1 of 2 appointments undone')).toBeInTheDocument();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '1');
});

test('a stopped leave names who was booked; an auditor starts and undoes nothing', async () => {
  const stoppedAt = { date: today, bookings: [{ time: '09:30', patientName: 'Kavya Reddy' }] };
  answer('getLeave', leaveOf({ state: 'stopped', stoppedAt }));
  open(`&leave=${leaveId}`, anAuditor);
  expect(await screen.findByText(/9:30 AM Kavya Reddy/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Undo Leave' })).not.toBeInTheDocument();
});

test('a doctor plans the own leave: later or kept, nothing else', async () => {
  previewed(row(1, { colleague: null }));
  const { user } = open('', aDoctor);
  const choice = within(await what(1));
  expect(choice.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Dr. Asha Menon'),
    'Keep its time, to be called',
  ]);
  await user.click(screen.getByRole('button', { name: 'Hours' }));
  expect(await screen.findByLabelText('Start time')).toHaveValue('09:00');
});

test('a doctor leaves: one choice of doctor for all, and the last day is confirmed with all of them', async () => {
  previewed(row(1, { later: null }), row(2, { later: null, colleague: null }));
  const started = answer('startLeave', { ...reply, leaveId });
  answer('getLeave', leaveOf({ rows: [settledRow(1)], reason: 'Leaves the hospital' }));
  const { user } = open(`&last=1&from=${today}`);
  expect(await what(1)).toHaveDisplayValue('9:30 AM, Dr. Vikram Rao');
  expect(await what(2)).toHaveDisplayValue('Keep its time, to be called');
  expect(screen.queryByRole('option', { name: 'Same doctor later' })).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: /leaves$/ })).toBeVisible();
  await user.selectOptions(await what(2), 'Cancel');
  await user.click(screen.getByRole('button', { name: 'Confirm Last Day' }));
  expect(await screen.findByText('Leaves the hospital', { exact: false })).toBeVisible();
  expect(started).toMatchObject([
    {
      body: {
        ...{ pocId, from: today, hours: null, reason: 'Leaves the hospital', lastDay: true },
        rows: [{ action: 'move' }, { action: 'cancel' }],
      },
    },
  ]);
});
