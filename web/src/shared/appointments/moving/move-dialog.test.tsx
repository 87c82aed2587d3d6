import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import type { ErrorCode, FailureDetails } from '@dayline/contracts/errors';
import { doctorDayOf } from '@dayline/contracts/ids';
import { act, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { HttpResponse, http } from 'msw';
import { applyLive } from '../../api/live/mapping.ts';
import { useLiveState } from '../../api/live/state.ts';
import { detail } from '../../testing/appointment-detail.ts';
import { anAdmin } from '../../testing/identities.ts';
import { show } from '../../testing/render.tsx';
import { answer, lateReply, loseConnection, refuse, server } from '../../testing/server.ts';
import type { Time } from '../slot-picker/times.ts';
import { useVisitActions } from '../visit/use-visit-actions.tsx';
import type { VisitRow } from '../visit/visit-row.ts';

const row = detail(1, { AppointmentTime: '10:30', UserName: 'Farah Merchant' });
const { AppointmentId: appointmentId, POC_ID: pocId, AppointmentDate: date } = row;
const visit: VisitRow = {
  ...row,
  ...{ PatientName: 'Farah Merchant', about: 'Farah Merchant, 10:30 AM', POC_Name: row.POCName },
};
const time = (appointment_time: string, free: number, more: Partial<Time> = {}): Time => ({
  ...{ appointment_time, active_status: 'available', free, capacity: 3 },
  ...more,
});
const day = [
  ...[time('08:00', 3), time('10:00', 0), time('10:30', 0), time('11:00', 1), time('12:00', 2), time('12:30', 2)],
  ...[time('13:00', 2), time('15:00', 3, { active_status: 'blocked' })],
];

const later = '2026-11-23';
const dates = [date, later].map((Schedule_Date) => ({
  ...{ Schedule_Date, active_status: 'available' as const, free: 8 },
}));

const aDoctor = (
  index: number,
  more: Partial<ResponseOf<'listDoctorsOfClient'>[number]>,
): ResponseOf<'listDoctorsOfClient'>[number] => ({
  ...{ pocId: `${pocId.slice(0, -1)}${index + 1}`, pocName: 'Dr. A', departmentName: 'Cardiology' },
  ...{ departmentDoctors: 2, email: null, contactNumber: null, externalId: null, nextFree: null, freeTimes: [] },
  today: { state: 'open', capacity: 8, booked: 0, byHour: [], blockedHours: [] },
  ...more,
});

const freeAt = (...at: string[]) => {
  const freeTimes = at.map((time) => ({ date, time }));
  return { freeTimes, nextFree: freeTimes[0] ?? null };
};

beforeEach(() => {
  useLiveState.setState({ state: 'live' });
  answer('listDatesWithAvailability', dates);
  answer('listTimesWithAvailability', day, { 'X-Position': '00000000000000000001' });
  answer('listAppointmentDetailsOfClient', [row], { 'X-Total-Count': '1' });
  answer('getFeeOfMove', sameFee);
});

const sameFee = { before: 70_000, after: 70_000, rule: null, registration: 0, paid: 0, asks: false };

function Page() {
  const { moveAction, dialogs } = useVisitActions('admin', '2026-11-21');
  const { name, perform } = moveAction(visit);
  return (
    <main>
      <button type="button" onClick={perform}>
        {name}
      </button>
      {dialogs}
    </main>
  );
}

async function open() {
  const page = show(<Page />, { as: anAdmin });
  await page.user.click(screen.getByRole('button', { name: 'Move…' }));
  const dialog = await screen.findByRole('dialog', { name: /^Move Farah Merchant/ });
  const nearest = await within(dialog).findByRole('radiogroup', { name: 'Nearest free times' });
  // The first match: the next day's times have the date in their names.
  const choose = async (name: string) => {
    const [first] = within(nearest).getAllByRole('radio', { name: new RegExp(`^${name}`) });
    if (first) await page.user.click(first);
  };
  const move = (to: string) =>
    page.user.click(within(dialog).getByRole('button', { name: `Move Farah Merchant to ${to}` }));
  return { ...page, dialog, nearest, choose, move };
}

const replyTo = ({ appointmentId, time }: { appointmentId: string; time: string }, undoable = true) => ({
  ...{ success: true as const, message: 'Appointment moved.', position: '00000000000000000009' },
  ...{ appointmentId, ...doctorDayOf(appointmentId), time, eventId: 'event-9' },
  undoUntil: undoable ? new Date(Date.now() + 300_000).toISOString() : null,
});
const accept = () => answer('moveAppointment', ({ body }) => replyTo(body));
const radios = (group: HTMLElement) =>
  within(group)
    .getAllByRole('radio')
    .map((radio) => radio.getAttribute('aria-label'));

test('says whose visit it is and from when, the free times nearest to it, and the whole day', async () => {
  const { dialog, nearest, container } = await open();
  expect(dialog).toHaveTextContent('Sat, Nov 21, 10:30 AM · Dr. Asha Menon · Direct Consultation');
  expect(await within(dialog).findAllByText('Paid')).toHaveLength(2);
  expect(radios(nearest)).toEqual([
    ...['11:00 AM, 1 left', '12:00 PM, 2 left', '12:30 PM, 2 left'],
    '8:00 AM, Mon, Nov 23, 3 left',
  ]);
  const all = within(dialog).getByRole('radiogroup', { name: 'Time on Saturday, Nov 21' });
  expect(within(all).getByRole('radio', { name: '10:30 AM, Current time' })).toBeDisabled();
  expect(within(all).getByRole('radio', { name: '10:00 AM, Full' })).toBeDisabled();
  expect(within(dialog).getByText('10:30 AM becomes free')).toBeVisible();
  expect(within(dialog).getByText('1 of 3 will be free')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Move Farah Merchant to …' })).toBeDisabled();
  expect(await axe(container.ownerDocument.body)).toHaveNoViolations();
});

test('the first field is focused: a near time, else the date', async () => {
  const { nearest, unmount } = await open();
  await waitFor(() => expect(within(nearest).getAllByRole('radio')[0]).toHaveFocus());
  unmount();
  answer('listTimesWithAvailability', [time('10:30', 0)]);
  const { user } = show(<Page />, { as: anAdmin });
  await user.click(screen.getByRole('button', { name: 'Move…' }));
  await waitFor(() => expect(screen.getByRole('radio', { name: /November 21/, checked: true })).toHaveFocus());
});

test('another fee is shown beside what is paid, and the desk chooses what becomes of the difference', async () => {
  answer('getFeeOfMove', { before: 40_000, after: 80_000, rule: null, registration: 0, paid: 40_000, asks: true });
  const moved = accept();
  const { user, dialog, nearest } = await open();
  await user.click(within(nearest).getAllByRole('radio')[0] as HTMLElement);
  expect(await within(dialog).findByText(/the fee is ₹800(\.00)?, paid ₹400(\.00)?$/)).toBeVisible();
  const move = within(dialog).getByRole('button', { name: 'Move Farah Merchant to 11:00 AM' });
  expect(move).toBeDisabled();
  expect(within(dialog).getByRole('radio', { name: 'Keep the current fee' })).not.toBeChecked();
  await user.click(within(dialog).getByRole('radio', { name: /^₹400(\.00)? open$/ }));
  await user.click(move);
  expect(await screen.findByText('Appointment moved to 11:00 AM')).toBeVisible();
  expect(moved.map(({ body }) => body)).toEqual([{ appointmentId, time: '11:00', fee: 80_000, difference: 'taken' }]);
});

test('without a mouse: Enter chooses a time and Enter moves; Undo moves back once', async () => {
  const moved = accept();
  const undone = answer('undoMove', ({ body }) => replyTo({ ...body, time: '10:30' }, false));
  const { user, nearest } = await open();
  await waitFor(() => expect(within(nearest).getAllByRole('radio')[0]).toHaveFocus());
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Sat, Nov 21, 11:00 AM')).toBeVisible();
  expect(moved).toHaveLength(0);
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Appointment moved to 11:00 AM')).toBeVisible();
  expect(moved.map(({ body }) => body)).toMatchObject([{ appointmentId, time: '11:00' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.dblClick(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undo successful! Appointment moved back to 10:30 AM')).toBeVisible();
  expect(undone.map(({ body }) => body)).toEqual([{ appointmentId, undo: 'event-9' }]);
});

test('without a mouse to another day: the last of the nearest times, with as many keys', async () => {
  const moved = accept();
  const { user, nearest } = await open();
  await waitFor(() => expect(within(nearest).getAllByRole('radio')[0]).toHaveFocus());
  await user.keyboard('{ArrowLeft}{Enter}');
  expect(await screen.findByText('Mon, Nov 23, 8:00 AM')).toBeVisible();
  expect(within(nearest).getByRole('radio', { name: /^8:00 AM/ })).toBeChecked();
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(moved.map(({ body }) => body)).toMatchObject([{ appointmentId, pocId, date: later, time: '08:00' }]),
  );
});

test('to another day: five clicks with the menu, and its undo takes the appointment that it became', async () => {
  const fresh = `${pocId}_20261123_01J0000000000000000000000B`;
  const moved = answer('moveAppointment', ({ body }) => ({ ...replyTo({ ...body, appointmentId: fresh }) }));
  const undone = answer('undoMove', () => replyTo({ appointmentId, time: '10:30' }, false));
  const { user, dialog, move } = await open();
  await user.click(await within(dialog).findByRole('radio', { name: /November 23/ }));
  const times = await within(dialog).findByRole('radiogroup', { name: 'Time on Monday, Nov 23' });
  await user.click(within(times).getByRole('radio', { name: /^11:00 AM/ }));
  await move('Mon, Nov 23, 11:00 AM');
  expect(await screen.findByText('Appointment moved to Mon, Nov 23, 11:00 AM')).toBeVisible();
  expect(moved.map(({ body }) => body)).toMatchObject([{ appointmentId, pocId, date: later, time: '11:00' }]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undo successful! Appointment moved back to Sat, Nov 21, 10:30 AM')).toBeVisible();
  expect(undone.map(({ body }) => body)).toEqual([{ appointmentId: fresh, undo: 'event-9' }]);
});

test('to another doctor: three free times of each in one click, those of the department first', async () => {
  const others = [
    aDoctor(1, { pocId, pocName: row.POCName }),
    aDoctor(2, { pocName: 'Dr. Neha Joshi', departmentName: 'Orthopaedics', ...freeAt('11:20', '11:40', '12:00') }),
    aDoctor(3, { pocName: 'Dr. Vikram Rao', ...freeAt('12:00', '12:30') }),
    aDoctor(4, { pocName: 'Dr. Full', nextFree: null }),
  ];
  answer('listDoctorsOfClient', others);
  const moved = accept();
  const { user, dialog, move, container } = await open();
  await user.click(within(dialog).getByRole('button', { name: 'Another doctor' }));
  const list = await within(dialog).findByRole('list', { name: 'Cardiology · same department' });
  const offered = (of: HTMLElement) =>
    within(of)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'));
  expect(offered(list)).toEqual(['12:00 PM', '12:30 PM'].map((at) => `Dr. Vikram Rao, Sat, Nov 21, ${at}`));
  const rest = within(dialog).getByRole('list', { name: 'Other departments · nearest free time first' });
  expect(offered(rest)).toEqual(['11:20 AM', '11:40 AM', '12:00 PM'].map((at) => `Dr. Neha Joshi, Sat, Nov 21, ${at}`));
  expect(await axe(container.ownerDocument.body)).toHaveNoViolations();
  await user.click(within(list).getByRole('button', { name: 'Dr. Vikram Rao, Sat, Nov 21, 12:00 PM' }));
  expect(await within(dialog).findByText('Paid with Dr. Asha Menon')).toBeVisible();
  await move('Sat, Nov 21, 12:00 PM, Dr. Vikram Rao');
  expect(await screen.findByText('Appointment moved to Sat, Nov 21, 12:00 PM, Dr. Vikram Rao')).toBeVisible();
  expect(moved.map(({ body }) => body)).toMatchObject([
    { appointmentId, pocId: others[2]?.pocId, date, time: '12:00' },
  ]);
});

test('a time that was lost is shown, other free ones are offered with the reason kept, and one click moves', async () => {
  const { user, dialog, choose, move } = await open();
  const freeTimes = ['10:30', '12:00', '12:30'].map((free) => ({ date, time: free, left: 1 }));
  refuse('moveAppointment', 'slot.full', { details: { freeTimes } });
  await user.click(within(dialog).getByRole('textbox', { name: 'Reason (optional)' }));
  await user.paste('Late bus');
  await choose('11:00 AM');
  await move('11:00 AM');
  const banner = await within(dialog).findByRole('alert');
  expect(banner).toHaveTextContent('11:00 AM was taken a moment ago. Farah Merchant still has 10:30 AM.');
  expect(
    within(banner)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Move to 12:00 PM', 'Move to 12:30 PM']);
  expect(within(dialog).getByRole('button', { name: 'Move Farah Merchant to …' })).toBeDisabled();
  const moved = accept();
  await user.click(within(banner).getByRole('button', { name: 'Move to 12:00 PM' }));
  expect(await screen.findByText('Appointment moved to 12:00 PM')).toBeVisible();
  expect(moved.map(({ body }) => body)).toMatchObject([{ appointmentId, time: '12:00', reason: 'Late bus' }]);
});

test('a chosen time that another desk takes is lost before it is sent', async () => {
  const { dialog, choose, queryClient } = await open();
  await choose('11:00 AM');
  const slots = day.map(({ appointment_time, free, capacity }) => ({
    ...{ time: appointment_time, minutes: 30, capacity, booked: 0, blocked: false, places: capacity },
    free: appointment_time === '11:00' ? 0 : free,
  }));
  const at = '00000000000000000008';
  act(() => void applyLive(queryClient, { topic: 'days', at, rows: [{ pocId, date, slots, at }] }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('11:00 AM was taken a moment ago.');
});

test.each<[ErrorCode, FailureDetails, string]>([
  ['slot.blocked', {}, '11:00 AM was blocked a moment ago. Farah Merchant still has 10:30 AM.'],
  ['slot.passed', {}, '11:00 AM has passed.'],
  ['slot.unknown', {}, "11:00 AM is no longer one of the doctor's times."],
  ['session.closed', {}, 'Bookings for 11:00 AM are closed.'],
  ['session.list-full', { list: 'first' }, 'The first-visit quota of this session is full.'],
  [
    'patient.already-booked',
    { visit: { appointmentId, pocId, date, time: '11:15' } },
    'The patient already has an appointment with this doctor at 11:15 AM.',
  ],
  [
    'appointment.moved',
    { moved: { appointmentId, pocId, date: later, time: '09:30', by: 'Desk 2' } },
    'Error moving appointment. Desk 2 is moving it to Mon, Nov 23, 9:30 AM.',
  ],
  [
    'move.past',
    {},
    'Error moving appointment. An appointment in the past cannot be moved. Mark it and book a new one.',
  ],
  [
    'appointment.not-confirmed',
    { status: 'Availed' },
    'Error moving appointment. Someone else has changed this appointment. It is now Visited.',
  ],
])('%s is shown in the dialog, which stays', async (code, details, sentence) => {
  const { dialog, choose, move } = await open();
  refuse('moveAppointment', code, { details });
  await choose('11:00 AM');
  await move('11:00 AM');
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(sentence);
});

test.each([
  ['marked', [{ ...row, Status: 'Cancelled' as const }], 'It is now Cancelled.'],
  ['moved', [], 'Someone else has changed this appointment.'],
])('a visit that was %s meanwhile is not moved any more', async (_, rows, sentence) => {
  const { dialog, choose, queryClient } = await open();
  await choose('11:00 AM');
  answer('listAppointmentDetailsOfClient', rows, { 'X-Total-Count': String(rows.length) });
  await act(() => queryClient.invalidateQueries({ queryKey: ['listAppointmentDetailsOfClient'] }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(sentence);
  expect(within(dialog).getByRole('button', { name: 'Move Farah Merchant to 11:00 AM' })).toBeDisabled();
});

test('with the network away the dialog keeps what was entered; closed while it is sent, a toast says what came of it', async () => {
  const { user, dialog, choose, move } = await open();
  loseConnection('moveAppointment');
  await choose('11:00 AM');
  await move('11:00 AM');
  expect(await within(dialog).findByText(/^Error moving appointment\. /)).toBeVisible();
  expect(within(dialog).getByText('Sat, Nov 21, 11:00 AM')).toBeVisible();
  const late = lateReply(true);
  answer('moveAppointment', async ({ body }) => {
    await late.reply;
    return replyTo(body);
  });
  await move('11:00 AM');
  await user.click(within(dialog).getByRole('button', { name: 'Do Not Move' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  late.send();
  expect(await screen.findByText('Appointment moved to 11:00 AM')).toBeVisible();
});

test('closed while it is sent, a refusal is shown by a toast', async () => {
  const { user, dialog, choose, move } = await open();
  const late = lateReply(true);
  server.use(
    http.post('*/api/admin/move-appointment', async () => {
      await late.reply;
      return HttpResponse.json({ success: false, code: 'slot.blocked', message: '', requestId: '1' }, { status: 409 });
    }),
  );
  await choose('11:00 AM');
  await move('11:00 AM');
  await user.click(within(dialog).getByRole('button', { name: 'Do Not Move' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  late.send();
  expect(await screen.findByText('Error moving appointment')).toBeVisible();
});

test('sessions are shown with what differs, and where the visit then is', async () => {
  answer('listTimesWithAvailability', [
    time('10:30', 2, { minutes: 30 }),
    time('11:00', 1, { minutes: 30, sessionIndex: 0, session: { name: 'Special', room: 'Room 4' } }),
  ]);
  const { dialog, choose, move } = await open();
  expect(within(dialog).getByRole('region', { name: 'Special' })).toHaveTextContent('Room 4');
  await choose('11:00 AM');
  expect(within(dialog).getByText('Special · Room 4')).toBeVisible();
  const moved: RequestOf<'moveAppointment'>[] = [];
  answer('moveAppointment', ({ body }) => {
    moved.push(body);
    return replyTo(body);
  });
  await move('11:00 AM');
  await waitFor(() => expect(moved).toMatchObject([{ appointmentId, time: '11:00' }]));
});
