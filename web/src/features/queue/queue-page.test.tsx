import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import type { QueueDoctor } from '@dayline/contracts/endpoints/appointments/queue';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { useLocation } from 'react-router-dom';
import { applyLive } from '../../shared/api/live/mapping.ts';
import { useLiveState } from '../../shared/api/live/state.ts';
import { anAdmin, testId } from '../../shared/testing/identities.ts';
import { show, showApp } from '../../shared/testing/render.tsx';
import { answer, lateReply, refuse } from '../../shared/testing/server.ts';
import { aDoctorOnDuty, visit } from './queue.fixture.ts';
import QueuePage from './queue-page.tsx';

const noFeeRules = { own: null, revision: -1, ofClient: null, fee: 50_000, sessions: [], patientClasses: [] };
const at = (number: number): string => String(number).padStart(20, '0');
const secondDoctor: QueueDoctor = {
  ...aDoctorOnDuty,
  pocId: testId(201),
  name: 'Dr. Vikram Rao',
  department: 'Dermatology',
};

beforeEach(() => useLiveState.setState({ state: 'live' }));

function open(rows: TodaysAppointment[], doctors: QueueDoctor[] = [aDoctorOnDuty, secondDoctor]) {
  answer(
    'getQueueBoard',
    { today: '2026-11-21', order: 'token', lateAfterMinutes: 10, doctors },
    { 'X-Position': at(1) },
  );
  answer('listTodaysAppointmentsOfClient', rows, { 'X-Position': at(1) });
  answer('getFeeRules', noFeeRules);
  return show(<QueuePage />, { as: anAdmin, at: '/queue' });
}
const column = (name = 'Dr. Asha Menon') => screen.findByRole('region', { name });
const reply = (row: TodaysAppointment, presence: ResponseOf<'arrive'>['presence'], position = 5) => ({
  ...{ success: true as const, message: 'ok', position: at(position), appointmentId: row.AppointmentId, presence },
  ...{ eventId: `event-${position}`, undoUntil: new Date(Date.now() + 300_000).toISOString() },
});

const waits = (token: number, name: string) => visit(name, '05:00', { token, arrivedAt: '05:00' });

test('a column a doctor on duty: Call Next with its token, and one click for an arrival', async () => {
  const [first, second, soon] = [waits(1, 'Hema Desai'), waits(2, 'Arjun Patel'), visit('Meera Nair', '23:00')];
  const called = answer('callPatient', () =>
    reply(first, { token: 1, arrivedAt: '05:00', call: { room: 'Room 4', calledAt: new Date().toISOString() } }),
  );
  const arrived = answer('arrive', () => reply(soon, { token: 3, arrivedAt: '05:30', call: null }, 6));
  const { user, container } = open([first, second, soon]);
  const own = within(await column());
  expect(await own.findByText('Room 4 is free')).toBeInTheDocument();
  expect(await column('Dr. Vikram Rao')).toHaveTextContent('No one is waiting.');
  expect(screen.getByText(/2 doctors on duty · 2 waiting · 0 called/)).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
  await user.click(own.getByRole('button', { name: 'Call Next 1' }));
  await waitFor(() => expect(called.map(({ body }) => body)).toEqual([{ pocId: testId(200), next: 1 }]));
  expect(await own.findByText('In Room 4')).toBeInTheDocument();
  expect(own.getByRole('button', { name: 'Call Next 2' })).toBeInTheDocument();
  await user.click(own.getByRole('button', { name: 'Arrived: Meera Nair' }));
  expect(await own.findByRole('article', { name: 'Token 3, Meera Nair' })).toBeInTheDocument();
  expect(arrived.map(({ body }) => body)).toEqual([{ appointmentId: soon.AppointmentId }]);
});

test('nothing is counted before it is loaded', async () => {
  answer(
    'getQueueBoard',
    { today: '2026-11-21', order: 'token', lateAfterMinutes: 10, doctors: [aDoctorOnDuty] },
    { 'X-Position': at(1) },
  );
  const rows = lateReply<TodaysAppointment[]>([]);
  answer('listTodaysAppointmentsOfClient', () => rows.reply, { 'X-Position': at(1) });
  show(<QueuePage />, { as: anAdmin, at: '/queue' });
  await screen.findByRole('option', { name: 'Cardiology' });
  expect(screen.queryByText(/0 waiting/)).not.toBeInTheDocument();
  rows.send();
  expect(await screen.findByText(/1 doctor on duty · 0 waiting · 0 called/)).toBeInTheDocument();
});

test('who is called to a video consultation has the meeting’s link, and the lists have keys', async () => {
  const error = jest.spyOn(console, 'error');
  const link = 'https://meet.example/one';
  const called = visit('Hema Desai', '05:00', { token: 1, arrivedAt: '05:00', calledAt: '2026-11-21T00:00:00.000Z' });
  open([{ ...called, meetingLink: link }]);
  const own = within(await column());
  expect(await own.findByRole('link', { name: 'Meeting link of Hema Desai' })).toHaveAttribute('href', link);
  expect(error).not.toHaveBeenCalled();
});

test('who came late is shown, but not of a walk-in, who took a time that had begun', async () => {
  const walkIn = visit('Hema Desai', '05:00', { token: 1, arrivedAt: '05:25' });
  const late = visit('Arjun Patel', '05:00', { token: 2, arrivedAt: '05:25' });
  // 5:25 AM at the clinic.
  open([{ ...walkIn, StatusAt: '2026-11-20T23:55:30.000Z' }, late]);
  const own = within(await column());
  expect(await own.findByRole('article', { name: 'Token 2, Arjun Patel' })).toHaveTextContent('came 25 min late');
  expect(own.getByRole('article', { name: 'Token 1, Hema Desai' })).not.toHaveTextContent('late');
});

test('keys choose doctor and patient, and act on the chosen one', async () => {
  const soon = visit('Meera Nair', '23:00');
  const arrived = answer('arrive', () => reply(soon, { token: 2, arrivedAt: '05:30', call: null }));
  const marked = answer('updateAppointmentStatusAsAdmin', ({ body }) => ({
    ...{ success: true, message: 'ok', position: at(7), appointmentId: body.appointmentId, status: body.status },
    ...{ eventId: 'event-7', undoUntil: null },
  }));
  const first = waits(1, 'Hema Desai');
  const { user } = open([first, soon]);
  await column();
  await user.keyboard('jja');
  await waitFor(() => expect(arrived.map(({ body }) => body.appointmentId)).toEqual([soon.AppointmentId]));
  await user.keyboard('kv');
  await waitFor(() => expect(marked.map(({ body }) => body.appointmentId)).toEqual([first.AppointmentId]));
});

test('a column that is pressed stays where it is; one chosen by keys comes into sight', async () => {
  const scrolledTo: (string | null)[] = [];
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolledTo.push(this.getAttribute('aria-label'));
  };
  const { user } = open([waits(1, 'Hema Desai')]);
  const pressed = await column('Dr. Vikram Rao');
  await user.click(within(pressed).getByText('Dermatology'));
  expect(await screen.findByRole('button', { name: /^Dr\. Vikram Rao: / })).toHaveAttribute('aria-pressed', 'true');
  expect(scrolledTo).toEqual([]);
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(scrolledTo).toEqual(['Dr. Asha Menon']));
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

test('before anything is chosen C is the filled button, and V, N and A are nobody’s', async () => {
  const inRoom = { token: 3, arrivedAt: '05:00', calledAt: '2026-11-21T00:00:00.000Z' };
  const ofOther = (row: TodaysAppointment) => ({ ...row, POC_ID: secondDoctor.pocId });
  const next = waits(1, 'Hema Desai');
  const called = answer('callPatient', () => reply(next, { token: 1, arrivedAt: '05:00', call: null }));
  const rows = [ofOther(visit('Arjun Patel', '05:00', inRoom)), ofOther(waits(4, 'Kabir Das')), next];
  const { user } = open([...rows, visit('Meera Nair', '23:00')], [secondDoctor, aDoctorOnDuty]);
  await column();
  // No other call has a response.
  await user.keyboard('vnac');
  await waitFor(() => expect(called.map(({ body }) => body)).toEqual([{ pocId: testId(200), next: 1 }]));
});

test('Call Next waits for its answer, by the button and by its key', async () => {
  const first = waits(1, 'Hema Desai');
  const { reply: late, send } = lateReply(
    reply(first, { token: 1, arrivedAt: '05:00', call: { room: 'Room 4', calledAt: new Date().toISOString() } }),
  );
  const called = answer('callPatient', late);
  const { user } = open([first, waits(2, 'Arjun Patel'), waits(3, 'Zoya Siddiqui')], [aDoctorOnDuty]);
  const own = within(await column());
  await user.click(await own.findByRole('button', { name: 'Call Next 1' }));
  const second = await own.findByRole('button', { name: 'Call Next 2' });
  expect(second).toHaveAttribute('aria-disabled', 'true');
  await user.click(second);
  await user.keyboard('c');
  send();
  await waitFor(() => expect(second).toHaveAttribute('aria-disabled', 'false'));
  expect(called.map(({ body }) => body)).toEqual([{ pocId: testId(200), next: 1 }]);
  await user.keyboard('c');
  await waitFor(() => expect(called.map(({ body }) => body).slice(1)).toEqual([{ pocId: testId(200), next: 2 }]));
});

test('J and K move the focus over everybody who is shown, and the arrows choose the doctor from any button', async () => {
  const { user } = open([waits(1, 'Hema Desai'), visit('Meera Nair', '23:00')]);
  const own = within(await column());
  await own.findByRole('article', { name: 'Token 1, Hema Desai' });
  await user.keyboard('j');
  expect(own.getByRole('article', { name: 'Token 1, Hema Desai' })).toHaveFocus();
  await user.keyboard('j');
  const soon = own.getByRole('article', { name: /Meera Nair$/ });
  expect(soon).toHaveFocus();
  expect(soon).toHaveAttribute('aria-current', 'true');
  expect(own.getAllByRole('article', { current: true })).toEqual([soon]);
  own.getByRole('button', { name: 'More for Meera Nair' }).focus();
  await user.keyboard('k');
  expect(own.getByRole('article', { name: 'Token 1, Hema Desai' })).toHaveFocus();
});

test('a walk-in is found and booked, and the token is shown; who has a visit is noted as arrived', async () => {
  const known = visit('Kavya Pillai', '23:00');
  const found = { userId: testId(950), name: 'Zoya Siddiqui', phone: null, location: null };
  answer('searchPatients', {
    ...{ today: '2026-11-21', hasMore: false },
    people: [{ ...found, family: null, next: null, lastVisit: null }],
  });
  const requests = answer('walkIn', walkedIn(known));
  const { user } = open([known]);
  await column();
  await user.keyboard('w');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Walk-in' }));
  // The W key still held down types nothing.
  expect(dialog.getByRole('combobox', { name: 'Patient' })).toHaveFocus();
  expect(dialog.getByRole('combobox', { name: 'Patient' })).toHaveValue('');
  await user.click(dialog.getByRole('button', { name: 'Add to the Queue' }));
  expect(await dialog.findByText('Please choose a doctor.')).toBeInTheDocument();
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Doctor' }), 'Dr. Asha Menon');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Payment' }), 'Paid: UPI');
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Amount (₹)' })).toHaveValue('500'));
  await user.type(dialog.getByRole('combobox', { name: 'Patient' }), 'zoya');
  await user.click(await screen.findByRole('option', { name: /Zoya Siddiqui/ }));
  refuse('walkIn', 'patient.already-booked', {
    details: { visit: { appointmentId: known.AppointmentId, pocId: testId(200), date: '2026-11-21', time: '23:00' } },
  });
  await user.click(dialog.getByRole('button', { name: 'Add to the Queue' }));
  expect(await dialog.findByText('This patient has an appointment today at 11:00 PM.')).toBeInTheDocument();
  const arrived = answer('arrive', () => reply(known, { token: 1, arrivedAt: '05:30', call: null }));
  await user.click(dialog.getByRole('button', { name: 'Mark as Arrived' }));
  await waitFor(() => expect(arrived.map(({ body }) => body.appointmentId)).toEqual([known.AppointmentId]));
  expect(requests).toHaveLength(0);
});

const Carried = () => <output aria-label="Carried">{JSON.stringify(useLocation().state)}</output>;

test('a doctor who takes no walk-in now offers free times, which begin a booking with the patient’s phone', async () => {
  answer(
    'getQueueBoard',
    { today: '2026-11-21', order: 'token', lateAfterMinutes: 10, doctors: [aDoctorOnDuty] },
    { 'X-Position': at(1) },
  );
  answer('listTodaysAppointmentsOfClient', [], { 'X-Position': at(1) });
  answer('getFeeRules', noFeeRules);
  answer('listDepartments', [{ departmentId: testId(10), Value_name: aDoctorOnDuty.department }]);
  const person = { userId: testId(960), name: 'Zoya Siddiqui', phone: '919845031276', location: null };
  answer('searchPatients', {
    today: '2026-11-21',
    hasMore: false,
    people: [{ ...person, lastVisit: null, next: null, family: '' }],
  });
  const freeTimes = ['09:00', '09:15', '09:30', '09:45'].map((time) => ({ date: '2026-11-22', time, left: 1 }));
  refuse('walkIn', 'slot.blocked', { details: { freeTimes } });
  const routes = [
    { path: '/queue', element: <QueuePage /> },
    { path: '/add-new-appointment', element: <Carried /> },
  ];
  const { user } = showApp(routes, { as: anAdmin, at: '/queue' });
  await column();
  await user.keyboard('w');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Walk-in' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Doctor' }), aDoctorOnDuty.name);
  await user.type(dialog.getByRole('combobox', { name: 'Patient' }), 'zoya');
  await user.click(await screen.findByRole('option', { name: /Zoya Siddiqui/ }));
  await user.click(dialog.getByRole('button', { name: /^Add to the Queue/ }));
  expect(await dialog.findAllByRole('link', { name: /^Nov 22, / })).toHaveLength(3);
  await user.click(dialog.getByRole('link', { name: 'Nov 22, 9:15 AM' }));
  expect(JSON.parse((await screen.findByRole('status', { name: 'Carried' })).textContent)).toMatchObject({
    ...{ departmentId: testId(10), pocId: aDoctorOnDuty.pocId },
    ...{ date: '2026-11-22', time: '09:15', phone: person.phone },
  });
});

const walkedIn = (row: TodaysAppointment): ResponseOf<'walkIn'> => ({
  ...reply(row, { token: 7, arrivedAt: '05:30', call: null }, 8),
  time: '11:00',
});
/** Dr. Menon begins at 11 AM and has a place then; Dr. Rao has one now; Dr. Shah is of another department. */
const onDuty: QueueDoctor[] = [
  {
    ...aDoctorOnDuty,
    hours: [{ from: '11:00', to: '13:00' }],
    walkIn: { time: '11:00', overbooked: false },
  },
  { ...secondDoctor, department: 'Cardiology', walkIn: { time: '05:00', overbooked: false } },
  { ...secondDoctor, pocId: testId(202), name: 'Dr. Jignesh Shah', walkIn: { time: '05:00', overbooked: true } },
];

test('a walk-in of a new person, by name and phone in place: when it will be seen is shown before, with Undo after', async () => {
  // jsdom has no layout; what comes into sight is recorded.
  const scrolledTo: (string | null)[] = [];
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolledTo.push(this.getAttribute('aria-label'));
  };
  const first = waits(1, 'Hema Desai');
  answer('searchPatients', { today: '2026-11-21', hasMore: false, people: [] });
  const known = { userId: testId(960), name: 'Anil Bai', email: 'family@mail.example', location: 'Pune' };
  answer('verifyUser', { exists: true, ...known, others: [] });
  const { user } = open([first, visit('Meera Nair', '10:00')], onDuty);
  await column();
  await user.keyboard('w');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Walk-in' }));
  const shortest = within(dialog.getByRole('group', { name: 'Shortest waits' }));
  expect(shortest.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Dr. Vikram Rao · free now · 0 before',
    'Dr. Asha Menon · next free 11:00 AM · 2 before',
    'Dr. Jignesh Shah · full: overbooked at 5:00 AM · 0 before',
  ]);
  await user.click(shortest.getByRole('button', { name: /Menon/ }));
  expect(dialog.getByText(/begins 11:00 AM · next free 11:00 AM · 2 before/)).toBeVisible();
  // Those of the department.
  expect(shortest.getAllByRole('button')).toHaveLength(2);
  await user.type(dialog.getByRole('combobox', { name: 'Patient' }), 'Rukmini Bai');
  await user.click(await screen.findByRole('option', { name: 'Add “Rukmini Bai” as new' }));
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Rukmini Bai');
  await user.click(dialog.getByRole('button', { name: 'Add to the Queue, 11:00 AM' }));
  expect(await dialog.findByText('Phone number is required.')).toBeVisible();
  expect(dialog.getByText('Email is required.')).toBeVisible();
  await user.click(dialog.getByRole('textbox', { name: 'Phone Number' }));
  await user.paste('9845031276');
  expect(await dialog.findByText('Already registered with this number:')).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('family@mail.example');
  const similar = { userId: testId(971), name: 'Rukmani Bai', phone: '919845031276', location: null };
  const asked = answer('findDuplicates', { people: [{ ...similar, same: ['name', 'phone'] }] });
  const saved = answer('saveUser', { success: true, message: 'Saved.', position: at(7), userId: testId(970) });
  const added = answer('walkIn', walkedIn(visit('Rukmini Bai', '11:00')));
  await user.click(dialog.getByRole('button', { name: 'Add to the Queue, 11:00 AM' }));
  expect(await dialog.findByRole('button', { name: /^Same person: Rukmani Bai/ })).toBeVisible();
  expect(saved).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Somebody else: add' }));
  expect(await screen.findByText('Added to the queue: Token 7, 11:00 AM')).toBeInTheDocument();
  expect(scrolledTo).toContain('Dr. Asha Menon');
  expect(asked).toHaveLength(1);
  expect(saved.map(({ body }) => body)).toEqual([
    {
      ...{ name: 'Rukmini Bai', phone: '919845031276', email: 'family@mail.example', location: 'Pune' },
      ...{ clientId: anAdmin.clientId, differentFrom: [testId(971)] },
    },
  ]);
  expect(added.map(({ body }) => body)).toMatchObject([{ userId: testId(970), pocId: testId(200) }]);
  expect(screen.getByRole('button', { name: 'Dr. Asha Menon: 1 waiting · Room 4' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(screen.getByRole('button', { name: 'Slip' })).toBeInTheDocument();
  const undone = answer('undoWalkIn', ({ body }) => ({
    ...{ success: true, message: 'Walk-in undone.', position: at(9), appointmentId: body.appointmentId },
    ...{ presence: null, eventId: 'event-9', undoUntil: null },
  }));
  await user.click(screen.getByRole('button', { name: /^Undo/ }));
  expect(await screen.findByText('Walk-in undone')).toBeInTheDocument();
  expect(undone.map(({ body }) => body.undo)).toEqual(['event-8']);
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

test('where the client needs no email, a new person may lack email and place', async () => {
  answer('searchPatients', { today: '2026-11-21', hasMore: false, people: [] });
  answer('verifyUser', { exists: false, userId: null, name: null, email: null, location: null, others: [] });
  answer('findDuplicates', { people: [] });
  const saved = answer('saveUser', { success: true, message: 'Saved.', position: at(7), userId: testId(970) });
  answer('walkIn', walkedIn(visit('Rukmini Bai', '11:00')));
  answer('getFeeRules', noFeeRules);
  answer(
    'getQueueBoard',
    { today: '2026-11-21', order: 'token', lateAfterMinutes: 10, doctors: onDuty },
    { 'X-Position': at(1) },
  );
  answer('listTodaysAppointmentsOfClient', [], { 'X-Position': at(1) });
  const { user } = show(<QueuePage />, { as: { ...anAdmin, emailOptional: true }, at: '/queue' });
  await column();
  await user.keyboard('w');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Walk-in' }));
  await user.click(dialog.getByRole('button', { name: /Rao/ }));
  await user.type(dialog.getByRole('combobox', { name: 'Patient' }), '98450 31276');
  await user.click(await screen.findByRole('option', { name: 'Add “98450 31276” as new' }));
  expect(dialog.getByRole('textbox', { name: 'Phone Number' })).toHaveValue('9845031276');
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Rukmini Bai');
  await user.click(dialog.getByRole('button', { name: /^Add to the Queue/ }));
  await waitFor(() => expect(saved[0]?.body).toMatchObject({ email: null, location: null }));
});

test('the page of a patient leads here with the patient chosen', async () => {
  answer(
    'getQueueBoard',
    { today: '2026-11-21', order: 'token', lateAfterMinutes: 10, doctors: onDuty },
    { 'X-Position': at(1) },
  );
  answer('listTodaysAppointmentsOfClient', [], { 'X-Position': at(1) });
  const state = { walkIn: { value: testId(950), label: 'Zoya Siddiqui' } };
  const { user, router } = show(<QueuePage />, { as: anAdmin, at: '/queue', state });
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Walk-in' }));
  expect(dialog.getByRole('combobox', { name: 'Patient' })).toHaveValue('Zoya Siddiqui');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(router.state.location.state).toBeNull());
});

test('columns stand in the order of need, blocked ones are folded, and a line names all rooms', async () => {
  const blocked = { ...secondDoctor, pocId: testId(203), name: 'Dr. Neha Joshi', blocked: true };
  const own = { ...waits(4, 'Kabir Das'), POC_ID: testId(202) };
  const { user } = open([own], [blocked, ...onDuty]);
  await column();
  const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(names()).toEqual(['Dr. Jignesh Shah', 'Dr. Vikram Rao', 'Dr. Asha Menon']);
  const rooms = within(screen.getByRole('group', { name: 'All rooms' }));
  expect(rooms.getAllByRole('button').map((room) => room.getAttribute('aria-label'))).toEqual([
    'Dr. Jignesh Shah: 1 waiting · Room 4',
    'Dr. Vikram Rao: free · Room 4',
    'Dr. Asha Menon: begins 11:00 AM · Room 4',
    'Dr. Neha Joshi: blocked · Room 4',
  ]);
  expect(screen.getByRole('region', { name: '1 blocked today' })).toHaveTextContent('Dr. Neha Joshi');
  await user.click(rooms.getByRole('button', { name: /Joshi/ }));
  expect(await screen.findByRole('region', { name: 'Dr. Neha Joshi' })).toBeVisible();
  expect(screen.queryByRole('region', { name: '1 blocked today' })).toBeNull();
});

test('no column moves while the pointer is over them', async () => {
  const { user, queryClient } = open([], [aDoctorOnDuty, secondDoctor]);
  const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  await user.hover(await column());
  const arrived = { ...waits(1, 'Kabir Das'), POC_ID: secondDoctor.pocId, at: at(5) };
  act(() => void applyLive(queryClient, { topic: 'today', at: at(5), rows: [arrived] }));
  expect(await within(await column('Dr. Vikram Rao')).findByText('Kabir Das')).toBeVisible();
  expect(names()).toEqual(['Dr. Asha Menon', 'Dr. Vikram Rao']);
  await user.hover(screen.getByRole('heading', { name: 'Queue' }));
  await waitFor(() => expect(names()).toEqual(['Dr. Vikram Rao', 'Dr. Asha Menon']));
});

test('who waits and is called at another doctor has it shown on the row', async () => {
  const waiting = waits(1, 'Hema Desai');
  const inRoom = visit('Hema Desai', '05:00', { token: 3, arrivedAt: '05:00', calledAt: '2026-11-21T00:00:00.000Z' });
  const otherRow = { POC_ID: secondDoctor.pocId, POC_Name: secondDoctor.name, User_ID: waiting.User_ID };
  open([waiting, { ...inRoom, ...otherRow }]);
  const row = await within(await column()).findByRole('article', { name: 'Token 1, Hema Desai' });
  expect(row).toHaveTextContent('called at Dr. Vikram Rao now, Room 4');
});

test('a queue that fails says so, and one without doctors too', async () => {
  refuse('getQueueBoard', 'service.fault');
  answer('listTodaysAppointmentsOfClient', []);
  const { unmount } = show(<QueuePage />, { as: anAdmin, at: '/queue' });
  expect(await screen.findByText('Failed to fetch appointments.')).toBeInTheDocument();
  unmount();
  open([], []);
  expect(await screen.findByText('No doctor is on duty today.')).toBeInTheDocument();
});

/** Drags an element to another, firing a browser's events; returns whether it can be dropped there. */
function drag(from: HTMLElement, to: HTMLElement): boolean {
  const data = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, value: string) => data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
  };
  fireEvent.dragStart(from, { dataTransfer });
  // A browser fires a drop only where it is accepted.
  const isAccepted = !fireEvent.dragOver(to, { dataTransfer });
  if (isAccepted) fireEvent.drop(to, { dataTransfer });
  fireEvent.dragEnd(from, { dataTransfer });
  return isAccepted;
}

test('a patient is dragged from Expected to Waiting, into the room, and back', async () => {
  const soon = visit('Meera Nair', '23:00');
  const there = { token: 1, arrivedAt: '05:30' };
  const arrived = answer('arrive', () => reply(soon, { ...there, call: null }));
  const called = answer('callPatient', () =>
    reply(soon, { ...there, call: { room: 'Room 4', calledAt: new Date().toISOString() } }, 6),
  );
  const withdrawn = answer('withdrawCall', () => reply(soon, { ...there, call: null }, 7));
  open([soon]);
  const own = within(await column());
  drag(await own.findByRole('article', { name: /Meera Nair$/ }), own.getByRole('heading', { name: /^Waiting/ }));
  const waiting = await own.findByRole('article', { name: 'Token 1, Meera Nair' });
  expect(arrived.map(({ body }) => body)).toEqual([{ appointmentId: soon.AppointmentId }]);
  // Another doctor's room doesn't accept this doctor's patient; where the patient already is, nothing would happen.
  expect(drag(waiting, within(await column('Dr. Vikram Rao')).getByText('Room 4 is free'))).toBe(false);
  expect(drag(waiting, own.getByRole('heading', { name: /^Waiting/ }))).toBe(false);
  expect(called).toEqual([]);
  drag(waiting, own.getByText('Room 4 is free'));
  const room = await own.findByText('In Room 4');
  expect(called.map(({ body }) => body)).toEqual([{ appointmentId: soon.AppointmentId }]);
  expect(room).toBeVisible();
  const shown = own.getByText('Meera Nair');
  expect(drag(shown, room)).toBe(false);
  drag(shown, own.getByRole('heading', { name: /^Waiting/ }));
  expect(await own.findByText('Room 4 is free')).toBeVisible();
  expect(withdrawn.map(({ body }) => body)).toEqual([{ appointmentId: soon.AppointmentId }]);
});

test("the day's confirmed visits are exported as CSV, unless one department is shown", async () => {
  URL.createObjectURL = () => 'blob:saved';
  URL.revokeObjectURL = () => undefined;
  const file = { 'Content-Disposition': 'attachment; filename="dayline-appointments.csv"' };
  const requests = answer('exportAppointments', {}, file);
  const { user } = open([visit('Meera Nair', '10:00')]);
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('Saved as dayline-appointments.csv')).toBeVisible();
  expect(requests[0]?.body).toEqual({ clientId: anAdmin.clientId, date: '2026-11-21', status: 'Confirmed' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Department' }), 'Dermatology');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull());
});
