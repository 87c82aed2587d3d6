import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { act, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { useToastState } from '../../shared/actions/toast.ts';
import { applyLive } from '../../shared/api/live/mapping.ts';
import { useLiveState } from '../../shared/api/live/state.ts';
import { aPicture } from '../../shared/appointments/day-picture/figures.fixture.ts';
import { aDoctor, anAdmin, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import { aQueue, at, card } from './today.fixture.ts';
import TodaysAppointmentsPage from './todays-appointments-page.tsx';

beforeEach(() => {
  useLiveState.setState({ state: 'live' });
  for (const name of ['getDayPictureOfClient', 'getDayPictureOfDoctor'] as const) answer(name, aPicture);
  for (const name of ['listAppointmentDetailsOfClient', 'listAppointmentDetailsOfDoctor'] as const) {
    answer(name, [], { 'X-Total-Count': '0' });
  }
  answer('getQueueBoard', aQueue('Room 4'));
  answer('listCalledElsewhere', []);
});

const openDesk = (rows: TodaysAppointment[]) => {
  answer('listTodaysAppointmentsOfClient', rows, { 'X-Position': at(1) });
  return show(<TodaysAppointmentsPage />, { as: anAdmin, at: '/admin-todays-appointments' });
};
const openDoctor = (rows: TodaysAppointment[]) => {
  answer('listTodaysAppointmentsOfDoctor', rows, { 'X-Position': at(1) });
  return show(<TodaysAppointmentsPage />, { as: { ...aDoctor, pocId: testId(200) }, at: '/todays-appointments' });
};
const there = (token: number, arrivedAt: string) => ({ presence: { token, arrivedAt, call: null } });
const calledNow = (token: number, room: string) => ({
  presence: { token, arrivedAt: '08:00', call: { room, calledAt: '2026-11-21T03:00:00.000Z' } },
});
const reply = (appointmentId: string, presence: object | null, position: number) => ({
  ...{ success: true as const, message: 'ok', position: at(position), appointmentId },
  ...{ eventId: `event-${position}`, undoUntil: new Date(Date.now() + 300_000).toISOString(), presence },
});
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

test('one click notes an arrival: the card waits with its token, and the undo names the event', async () => {
  const { AppointmentId: id } = card(1);
  answer('arrive', () => reply(id, { token: 4, arrivedAt: '08:00', call: null }, 5) as never);
  const withdrawn = answer('withdrawArrival', () => ({ ...reply(id, null, 6), undoUntil: null }) as never);
  const { user } = openDesk([card(1), card(2)]);
  await user.click((await screen.findAllByRole('button', { name: 'Arrived' }))[0] as HTMLElement);
  expect(await screen.findByText('Arrived, token 4')).toBeInTheDocument();
  expect(screen.getByRole('article', { name: /Waiting, token 4$/ })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Undo/ }));
  expect(await screen.findByText('Arrival undone')).toBeInTheDocument();
  expect(withdrawn.map(({ body }) => body)).toEqual([{ appointmentId: id, undo: 'event-5' }]);
  expect(screen.queryByRole('article', { name: /token 4/ })).not.toBeInTheDocument();
});

test('the board has Called, Waiting, Late, Next and Done; A and C act on the focused card', async () => {
  const rows = [
    card(0, { ...there(2, '07:50'), PatientName: 'Waits' }),
    card(1, { ...calledNow(1, 'Room 4'), PatientName: 'Called' }),
    card(30, { PatientName: 'Next' }),
    card(3, { Status: 'Availed' }),
  ];
  const arrived = answer(
    'arrive',
    ({ body }) => reply(body.appointmentId, { token: 3, arrivedAt: '08:00', call: null }, 5) as never,
  );
  const called = answer(
    'callPatient',
    ({ body }) => reply(body.appointmentId ?? '', calledNow(2, 'Room 4').presence, 6) as never,
  );
  const { user, container } = openDesk(rows);
  expect(await screen.findByRole('article', { name: /Called, token 1$/ })).toHaveTextContent('Room 4');
  expect(await axe(container)).toHaveNoViolations();
  expect(headings().slice(0, 4)).toEqual(['Called 1', 'Waiting 1', 'Next 1', 'Done 1']);
  screen.getByRole('article', { name: /Waits/ }).focus();
  await user.keyboard('c');
  await waitFor(() => expect(called.map(({ body }) => body.appointmentId)).toEqual([card(0).AppointmentId]));
  expect(await screen.findByText('Token 2 called to Room 4')).toBeInTheDocument();
  screen.getByRole('article', { name: /Next/ }).focus();
  await user.keyboard('a');
  await waitFor(() => expect(arrived.map(({ body }) => body.appointmentId)).toEqual([card(30).AppointmentId]));
});

describe('after Arrived on the fourth row', () => {
  const rows = [1, 2, 3, 30, 31].map((own) => card(own, { AppointmentTime: `${String(own + 9).padStart(2, '0')}:00` }));
  const order = () =>
    screen.getAllByRole('article').map((row) => /Patient \d+/.exec(row.getAttribute('aria-label') ?? '')?.[0]);
  const groups = () => headings().filter((heading) => /^(Called|Waiting|Late|Next|Done) /.test(heading ?? ''));
  async function arriveFourth() {
    answer('arrive', ({ body }) => reply(body.appointmentId, { token: 1, arrivedAt: '08:00', call: null }, 5) as never);
    const opened = openDesk(rows.map((row, index) => ({ ...row, AppointmentTime: `1${index}:00` })));
    await opened.user.click((await screen.findAllByRole('button', { name: 'Arrived' }))[3] as HTMLElement);
    await screen.findByText('Arrived, token 1');
    return opened;
  }

  test('it keeps its place under the pointer and the focus, says that it waits, and no heading is there twice', async () => {
    await arriveFourth();
    expect(order()).toEqual(['Patient 1', 'Patient 2', 'Patient 3', 'Patient 30', 'Patient 31']);
    expect(screen.getAllByRole('article')[3]).toHaveAccessibleName(/Waiting, token 1$/);
    expect(groups()).toEqual(['Next 4']);
  });

  test('it goes up to Waiting with the focus on its button once the toast is gone', async () => {
    await arriveFourth();
    act(() => useToastState.setState({ toasts: [] }));
    await waitFor(() => expect(order()[0]).toBe('Patient 30'));
    expect(groups()).toEqual(['Waiting 1', 'Next 4']);
    const [first] = screen.getAllByRole('article');
    expect(first).toContainElement(document.activeElement as HTMLElement);
    expect(document.activeElement).toHaveAccessibleName('Call');
  });

  test('it goes up at once when pointer and focus leave it, also for another row of the list', async () => {
    const { user } = await arriveFourth();
    await user.click(screen.getAllByRole('article')[0] as HTMLElement);
    expect(order().slice(0, 2)).toEqual(['Patient 1', 'Patient 30']);
    expect(groups()).toEqual(['Waiting 1', 'Next 4']);
  });

  test('somebody who arrives at another desk waits above at once, whatever row is in use', async () => {
    const { queryClient } = await arriveFourth();
    const arrived = { presence: { token: 2, arrivedAt: '08:01', call: null } };
    act(() => void applyLive(queryClient, { topic: 'today', at: at(9), rows: [card(31, { ...arrived, at: at(9) })] }));
    await waitFor(() => expect(order()[0]).toBe('Patient 31'));
    expect(order()[3]).toBe('Patient 30');
    expect(groups()).toEqual(['Waiting 2', 'Next 3']);
  });
});

test('who waits here and is called at another doctor has it shown on the card and by the call', async () => {
  const otherCard = { POC_ID: testId(201), POC_Name: 'Dr. Vikram Rao', User_ID: card(1).User_ID };
  answer('callPatient', ({ body }) => reply(body.appointmentId ?? '', calledNow(2, 'Room 4').presence, 6) as never);
  const { user } = openDesk([card(1, there(2, '07:50')), card(2, { ...calledNow(1, 'Room 1'), ...otherCard })]);
  const waiting = await screen.findByRole('article', { name: /Waiting, token 2$/ });
  expect(waiting).toHaveTextContent('called at Dr. Vikram Rao now, Room 1');
  await user.click(within(waiting).getByRole('button', { name: 'Call' }));
  expect(
    await screen.findByText('Token 2 called to Room 4 · called at Dr. Vikram Rao now, Room 1'),
  ).toBeInTheDocument();
});

test('who is called goes back to waiting from the menu', async () => {
  const withdrawn = answer(
    'withdrawCall',
    ({ body }) => ({ ...reply(body.appointmentId, there(1, '08:00').presence, 5), undoUntil: null }) as never,
  );
  const { user } = openDesk([card(1, calledNow(1, 'Room 4'))]);
  await user.click(await screen.findByRole('button', { name: 'More for Patient 1' }));
  expect(screen.getByRole('menuitem', { name: 'Call Again' })).toBeInTheDocument();
  await user.click(screen.getByRole('menuitem', { name: 'Undo Call' }));
  expect(await screen.findByText('Call undone')).toBeInTheDocument();
  expect(withdrawn).toHaveLength(1);
  expect(await screen.findByRole('button', { name: 'Call' })).toBeInTheDocument();
});

describe('a doctor', () => {
  const rows = [card(1, there(2, '08:10')), card(2, there(1, '08:20')), card(3)];
  const section = () => screen.findByRole('region', { name: 'Queue' });

  test('joins the meeting of the one who is called', async () => {
    const link = 'https://meet.example/one';
    openDoctor([card(1, { ...calledNow(1, 'Room 4'), meetingLink: link }), card(2, there(2, '08:20'))]);
    const join = await within(await section()).findByRole('link', { name: 'Join: Patient 1' });
    expect(join).toHaveAttribute('href', link);
  });

  test('sees who is called at another doctor, on the card and by the call', async () => {
    const elsewhere = { AppointmentId: card(2).AppointmentId, POC_Name: 'Dr. Vikram Rao', room: 'Room 1' };
    answer('listCalledElsewhere', [elsewhere]);
    answer('callPatient', () => reply(card(2).AppointmentId, calledNow(1, 'Room 4').presence, 5) as never);
    const { user } = openDoctor(rows);
    const waiting = await screen.findByRole('article', { name: /Waiting, token 1$/ });
    await within(waiting).findByText(/called at Dr. Vikram Rao now, Room 1/);
    await user.click(await screen.findByRole('button', { name: 'Call Next 1 Patient 2' }));
    expect(
      await screen.findByText('Token 1 called to Room 4 · called at Dr. Vikram Rao now, Room 1'),
    ).toBeInTheDocument();
  });

  test('calls the next one by token; nobody but the desk notes arrivals', async () => {
    const called = answer(
      'callPatient',
      () => reply(card(2).AppointmentId, calledNow(1, 'Room 4').presence, 5) as never,
    );
    const { user } = openDoctor(rows);
    const button = await within(await section()).findByRole('button', { name: 'Call Next 1 Patient 2' });
    expect(await section()).toHaveTextContent('2 waiting');
    expect(screen.queryByRole('button', { name: 'Arrived' })).not.toBeInTheDocument();
    await user.click(button);
    await waitFor(() => expect(called.map(({ body }) => body)).toEqual([{ pocId: testId(200), next: 1 }]));
    expect(await screen.findByRole('button', { name: 'Call Next 2 Patient 1' })).toBeInTheDocument();
  });

  test('reads who is next where somebody else was faster', async () => {
    refuse('callPatient', 'queue.changed', { details: { next: { appointmentId: card(1).AppointmentId, token: 2 } } });
    const { user } = openDoctor(rows);
    await user.click(await screen.findByRole('button', { name: 'Call Next 1 Patient 2' }));
    expect(await screen.findByText('Token 2 is next now.')).toBeInTheDocument();
  });

  test('sets how late the doctor is, and undoes it', async () => {
    const sent = answer('setLateness', { success: true, message: 'ok', position: at(9) });
    const { user } = openDoctor(rows);
    const field = await within(await section()).findByRole('combobox', { name: 'How late the doctor is' });
    expect(field).toHaveDisplayValue('On time');
    await user.selectOptions(field, 'About 30 min late');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeInTheDocument();
    expect(sent.map(({ body }) => body)).toEqual([
      { pocId: testId(200), minutes: 30, before: null },
      { pocId: testId(200), minutes: null, before: 30 },
    ]);
  });

  test('sets the room', async () => {
    const sent = answer('setRoom', { success: true, message: 'ok', position: at(9) });
    const { user } = openDoctor(rows);
    const field = await within(await section()).findByRole('textbox', { name: 'Room' });
    expect(field).toHaveValue('Room 4');
    await user.clear(field);
    await user.type(field, 'Room 7{Enter}');
    expect(await screen.findByText('Room saved')).toBeInTheDocument();
    expect(sent.map(({ body }) => body)).toEqual([{ pocId: testId(200), room: 'Room 7' }]);
  });
});
