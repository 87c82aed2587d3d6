import type { DeskTakings } from '@dayline/contracts/clinic/takings';
import type { DayVisit } from '@dayline/contracts/endpoints/appointments/takings';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { useLiveState } from '../../shared/api/live/state.ts';
import { detail } from '../../shared/testing/appointment-detail.ts';
import { anAdmin, anAuditor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import DayClosePage from './day-close-page.tsx';
import type { Takings } from './rules.ts';

const position = '0000000000000042';
const of = (name: string, more: Partial<DeskTakings> = {}): DeskTakings => ({
  ...{ actorId: name, name, method: 'cash', taken: 140_000, corrected: 0, refunded: 70_000, withoutAmount: 0 },
  ...more,
});
const visit = (own: number, more: Partial<DayVisit> = {}): DayVisit => ({
  ...detail(own, { AppointmentDate: '2026-11-20', Payment_Status: 'Pay_later', money: { amount: 50_000 } }),
  ...more,
});
const takings = (more: Partial<Takings> = {}): Takings => ({
  ...{ position, takings: [of('Front Desk 1'), of('Front Desk 2', { method: 'upi', refunded: 0, withoutAmount: 2 })] },
  ...{ lastAt: '2026-11-20T12:30:00.000Z', closings: [], since: [] },
  ...{ unpaid: [], unmarked: [], next: { date: '2026-11-22', doctors: [] } },
  ...more,
});
const open = (as: typeof anAdmin | typeof anAuditor = anAdmin, address = '?day=2026-11-20') =>
  show(<DayClosePage />, { as, at: `/day-close${address}` });
const changed = { success: true, message: '', position: '0000000000000043' } as const;

beforeEach(() => {
  useLiveState.setState({ state: 'live' });
  // The visits of a question's own time.
  answer('listAppointmentDetailsOfClient', []);
});

test('takings of each desk by method, with refunds and what is left, and no column that nobody needs', async () => {
  const requests = answer('getTakings', takings());
  const { container, user } = open();
  // On paper, where the day selection is hidden.
  expect(screen.getByText(/, Fri, Nov 20$/)).toBeInTheDocument();
  const row = await screen.findByRole('row', { name: /Front Desk 1/ });
  const cells = (of: HTMLElement) =>
    within(of)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  // On a phone, refunds are below the payments.
  expect(cells(row)).toEqual(['₹1,400.00Refunded −₹700.00', '−₹700.00', '₹700.00']);
  expect(screen.getByRole('row', { name: /Front Desk 2 UPI/ })).toHaveTextContent('2 payments without an amount');
  expect(cells(screen.getByRole('row', { name: /^All desks/ }))[2]).toBe('₹2,100.00');
  // How far the views have come, to compare with the drawer.
  expect(screen.getByText(/Last entry: Nov 20, 6:00 PM\.$/)).toBeInTheDocument();
  expect(screen.queryByRole('columnheader', { name: 'Corrected' })).not.toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
  await user.click(screen.getByRole('button', { name: /Nov 19/ }));
  await waitFor(() =>
    expect(requests.map(({ body }) => body)).toEqual([
      { clientId: testId(100), day: '2026-11-20' },
      { clientId: testId(100), day: '2026-11-19' },
    ]),
  );
});

test('a long list shows its first ten visits until all are asked for', async () => {
  answer('getTakings', takings({ unmarked: Array.from({ length: 12 }, (_, own) => visit(own + 1)) }));
  const { user } = open();
  const list = await screen.findByRole('list', { name: /not marked yet/i });
  await user.click(screen.getByRole('button', { name: 'Show all 12' }));
  expect(within(list).getAllByRole('listitem')).toHaveLength(12);
  expect(screen.queryByRole('button', { name: 'Show all 12' })).not.toBeInTheDocument();
});

test('an open payment is paid in the dialog, and who did not come is marked at once', async () => {
  const toCome = visit(4, { AppointmentDate: '2999-01-01' });
  answer(
    'getTakings',
    takings({ unpaid: [visit(1)], unmarked: [visit(1), visit(2), visit(3, { arrived: true }), toCome] }),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /^Mark as Paid: Patient 1/ }));
  const reply = { ...changed, appointmentId: visit(1).AppointmentId, eventId: 'e', undoUntil: null };
  const paid = answer('correctPayment', { ...reply, payment: 'Paid' } as never);
  await user.click(await screen.findByRole('button', { name: /^(₹\S+ cash|Cash)$/ }));
  await waitFor(() => expect(paid[0]?.body).toMatchObject({ paymentStatus: 'Paid', method: 'cash' }));

  const ids = [visit(1).AppointmentId, visit(2).AppointmentId];
  const marked = answer('changeMany', {
    ...{ ...changed, batchId: 'b' },
    results: ids.map((appointmentId) => ({
      ...{ appointmentId, eventId: 'e', undoUntil: '2026-11-21T23:00:00.000Z' },
      ...{ outcome: 'done', status: 'Not_Availed' },
    })),
  });
  const mark = screen.getByRole('button', { name: 'Mark 2 as Not Visited' });
  expect(mark).toHaveAccessibleDescription('This skips patients who have arrived or whose time is still ahead.');
  await user.click(mark);
  await waitFor(() => expect(marked[0]?.body).toEqual({ appointmentIds: ids, status: 'Not_Availed' }));
  expect(await screen.findByRole('button', { name: /^Undo/ })).toBeInTheDocument();
});

test('the day is closed with what is shown; who closed it meanwhile is shown', async () => {
  answer(
    'getTakings',
    takings({ unmarked: [visit(1), visit(2, { AppointmentDate: '2999-01-01' })], unpaid: [visit(1)] }),
  );
  const { user, container } = open();
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: 'Close the Day' }));
    return within(await screen.findByRole('dialog', { name: /^Close Fri, Nov 20\?/ }));
  };
  const question = await ask();
  expect(question.getByText(/Net takings after refunds: ₹2,100\.00/)).toBeInTheDocument();
  expect(question.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '2 visits not marked yet',
    '1 visit is still ahead',
    '1 open payment',
    '2 payments without an amount',
  ]);
  expect(await axe(container)).toHaveNoViolations();
  refuse('closeDay', 'close.again', { details: { closed: { at: '2026-11-20T12:30:00.000Z', by: 'Front Desk 2' } } });
  await user.click(question.getByRole('button', { name: 'Close the Day' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/Someone else has closed this day\. Front Desk 2/);

  refuse('closeDay', 'service.unavailable', { details: { outcome: 'unknown' } });
  await user.click((await ask()).getByRole('button', { name: 'Close the Day' }));
  const again = await screen.findByRole('button', { name: 'Close the Day' });
  await waitFor(() => expect(again).toBeEnabled());
  expect(screen.queryByText(/The day could not be closed/)).not.toBeInTheDocument();

  const closed = answer('closeDay', { ...changed, at: '2026-11-20T12:40:00.000Z', totals: takings().takings });
  await user.click((await ask()).getByRole('button', { name: 'Close the Day' }));
  expect(await screen.findByText('The day is closed with ₹2,100.00')).toBeInTheDocument();
  expect(closed[0]?.body).toEqual({ clientId: testId(100), day: '2026-11-20', position, closings: 0 });
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('cash is counted, and its difference from the cash that was taken is shown', async () => {
  const totals = takings().takings;
  const closing = { at: '2026-11-20T12:30:00.000Z', by: 'Front Desk 2', totals, position, countedCash: 75_000 };
  answer('getTakings', takings({ closings: [closing] }));
  const { user } = open();
  expect(await screen.findByText('Cash counted: ₹750.00 · ₹50.00 over')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close Again' }));
  const question = within(await screen.findByRole('dialog'));
  const field = question.getByRole('textbox', { name: /Cash counted/ });
  expect(field).toHaveAccessibleDescription('Expected from the takings: ₹700.00.');
  const closed = answer('closeDay', { ...changed, at: '2026-11-20T12:40:00.000Z', totals });
  await user.type(field, 'many');
  await user.click(question.getByRole('button', { name: 'Close the Day' }));
  expect(field).toHaveAccessibleDescription(/Please enter an amount/);
  await user.clear(field);
  await user.type(field, '700');
  expect(question.getByRole('status')).toHaveTextContent('No difference');
  await user.clear(field);
  await user.type(field, '500.50');
  expect(question.getByRole('status')).toHaveTextContent('₹199.50 short');
  await user.click(question.getByRole('button', { name: 'Close the Day' }));
  await waitFor(() => expect(closed[0]?.body).toMatchObject({ countedCash: 50_050, closings: 1 }));
});

test('an auditor reads who closed it and what has changed since', async () => {
  const closing = { at: '2026-11-20T12:30:00.000Z', by: 'Front Desk 2', totals: [of('Front Desk 1')], position };
  const doctors = [{ pocId: testId(200), name: 'Dr. Asha Menon', visits: 3, first: '09:00' }];
  answer(
    'getTakings',
    takings({
      ...{ closings: [closing], since: [of('Front Desk 2', { taken: 0 })] },
      ...{ unpaid: [visit(1)], unmarked: [visit(1)], next: { date: '2026-11-21', doctors } },
    }),
  );
  open(anAuditor);
  expect(await screen.findByText(/^Closed by Front Desk 2, Nov 20, 6:00 PM: ₹700\.00$/)).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Changed since then' })).toHaveTextContent('−₹700.00');
  expect(screen.getByText('3 visits, from 9:00 AM')).toBeInTheDocument();
  for (const name of [/^Close/, /^Mark/]) expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
});

test('says what is empty, and offers to try again', async () => {
  refuse('getTakings', 'service.fault');
  const { user } = open();
  expect(await screen.findByText('Failed to fetch the takings.')).toBeInTheDocument();
  answer('getTakings', takings({ takings: [], lastAt: null }));
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  for (const words of [
    /^No payments or refunds/,
    'All payments are recorded.',
    'All visits are marked.',
    'No appointments.',
  ]) {
    expect(await screen.findByText(words)).toBeInTheDocument();
  }
});
