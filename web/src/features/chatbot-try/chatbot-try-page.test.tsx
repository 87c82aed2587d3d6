import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import type { Trial, TrialCall, TrialMessage } from '@dayline/contracts/endpoints/partner/chatbot-try';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { detail } from '../../shared/testing/appointment-detail.ts';
import { aDoctor, anAdmin, anAuditor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, lateReply, refuse } from '../../shared/testing/server.ts';
import ChatbotTryPage from './chatbot-try-page.tsx';
import { lookEvery } from './rules.ts';

Object.assign(lookEvery, { awaited: 5 });

const message = (id: string, more: Partial<TrialMessage>): TrialMessage => ({
  ...{ id, from: 'chatbot', kind: 'text', text: '', opens: null, choices: [], chosen: null, tap: null },
  ...more,
});
const choice = (id: string, title: string, description: string | null = null) => ({ id, title, description });
const call = (id: string, more: Partial<TrialCall>): TrialCall => ({
  ...{ id, at: '2026-11-25T04:11:02.000Z', call: 'listPartnerSlots', ms: 12, tap: null, about: null, count: null },
  ...{ until: null, position: null, appointmentId: null, refused: false },
  ...more,
});
const trial: Trial = {
  knownName: 'Rohan Kulkarni',
  messages: [],
  isAwaited: false,
  isHandedOver: false,
  calls: [],
  doctor: null,
};
const row = detail(1, { AppointmentDate: '2026-11-25', AppointmentTime: '11:30', POC_ID: testId(200) });
const doctor = { pocId: testId(200), name: 'Dr. Asha Menon', date: '2026-11-25' };
const open = (as = anAdmin, at = '/chatbot-try') => show(<ChatbotTryPage />, { as, at });

test('without the demo the page says that there is nothing to try', async () => {
  answer('tryChatbot', { trial: null });
  const { container } = open();
  expect(await screen.findByText('There is no chatbot to try here')).toBeInTheDocument();
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test('a failed start is tried again', async () => {
  refuse('tryChatbot', 'service.fault');
  const { user } = open();
  await screen.findByText('Failed to reach the simulator.');
  answer('tryChatbot', { trial });
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Write “Hi” to begin.')).toBeInTheDocument();
});

test('a message is typed, the reply arrives, its choice is tapped once', async () => {
  const hi = message('message 1', { from: 'person', text: 'Hi' });
  const again = message('r1', {
    ...{ kind: 'buttons', text: 'Hello Rohan. A visit with Dr. Asha Menon again?' },
    choices: [choice('doctor:1', 'Yes'), choice('departments:0', 'Another doctor')],
  });
  let shown: Trial = trial;
  const requests = answer('tryChatbot', ({ body }) => {
    if (body.act?.does === 'say') shown = { ...trial, messages: [hi], isAwaited: true };
    else if (shown.isAwaited) shown = { ...trial, messages: [hi, again] };
    return { trial: shown };
  });
  const { user } = open();
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'Hi{Enter}');
  const phone = screen.getByRole('region', { name: "Rohan's phone" });
  expect(await within(phone).findByRole('button', { name: 'Another doctor' })).toBeInTheDocument();
  const late = lateReply({ trial: shown });
  const taps = answer('tryChatbot', late.reply);
  await user.click(within(phone).getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(taps.some(({ body }) => body.act?.does === 'tap')).toBe(true));
  late.send();
  expect(taps.filter(({ body }) => body.act).map(({ body }) => body)).toEqual([
    { person: 'known', network: 'inOrder', act: { does: 'tap', messageId: 'r1', choice: 'doctor:1' } },
  ]);
  expect(requests.filter(({ body }) => body.act)).toHaveLength(1);
});

test('a list opens, the number is shared, and a lost message is reported', async () => {
  const list = message('r2', {
    ...{ kind: 'list', text: 'Free times of Dr. Asha Menon:', opens: 'Choose' },
    choices: [choice('time:1', 'Today, 11:30 AM', 'one place')],
  });
  answer('tryChatbot', { trial: { ...trial, messages: [message('r1', { kind: 'contact', text: 'Share' }), list] } });
  const { user, container } = open(anAdmin, '/chatbot-try?person=hidden&network=doubled');
  const choose = await screen.findByRole('button', { name: 'Choose' });
  expect(screen.queryByRole('button', { name: /Today, 11:30 AM/ })).not.toBeInTheDocument();
  await user.click(choose);
  expect(screen.getByRole('button', { name: /Today, 11:30 AM/ })).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
  refuse('tryChatbot', 'service.fault');
  await user.click(screen.getByRole('button', { name: 'Share my number' }));
  expect(await screen.findByText('The message was not sent')).toBeInTheDocument();
});

test('the board shows the day of the doctor, what was booked, and which calls led to it', async () => {
  const booked = {
    call: 'bookPartnerAppointment',
    appointmentId: row.AppointmentId,
    position: '0000000003018443',
  } as const;
  const calls = [
    call('1', { call: 'lookUpPatients', about: 'Rohan', count: 1 }),
    call('2', { about: 'Dr. Asha Menon', count: 9, tap: 1 }),
    call('3', { call: 'createHold', about: '11:30', until: '2026-11-25T04:16:24.000Z', tap: 2 }),
    call('4', { ...booked, tap: 3 }),
    call('5', { call: 'listPartnerAppointments', count: 2 }),
    call('6', { call: 'savePartnerPatient' }),
    call('7', { call: 'releaseHold' }),
    call('8', { call: 'movePartnerAppointment' }),
    call('9', { call: 'cancelPartnerAppointment' }),
    call('10', { refused: true }),
    call('11', { call: 'lookUpPatients' }),
    call('12', { count: 3 }),
  ];
  answer('tryChatbot', { trial: { ...trial, calls, doctor } });
  const requests = answer('listAppointmentDetailsOfDoctor', [row, detail(2, { AppointmentTime: '09:00' })]);
  const { container, user } = open();
  const board = await screen.findByRole('region', { name: /^Dr. Asha Menon/ });
  const card = await within(board).findByRole('article', { name: /^11:30 AM/ });
  expect(card).toHaveTextContent('by WhatsApp, just now');
  expect(within(card).getByRole('link', { name: 'History' })).toHaveAttribute(
    'href',
    `/audit/appointments/${row.AppointmentId}`,
  );
  expect(requests[0]?.body).toEqual({ pocId: testId(200), from: '2026-11-25', to: '2026-11-25' });
  expect(within(board).getAllByRole('article')).toHaveLength(2);
  await user.click(within(board).getByRole('button', { name: /^Visited/ }));
  expect(within(board).queryByRole('article')).not.toBeInTheDocument();
  const trace = screen.getByRole('region', { name: 'What the chatbot asked of Dayline' });
  expect(
    within(trace)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringContaining('Who has this phone: Rohan'),
    expect.stringContaining('Free times of Dr. Asha Menon: 9'),
    expect.stringContaining('11:30 AM held until 9:46:24 AM'),
    expect.stringContaining('Booked, position 3018443'),
    expect.stringContaining('Appointments of the patient: 2'),
    ...['Registered', 'Hold released', 'Moved', 'Cancelled', 'Refused'].map((word) => expect.stringContaining(word)),
    expect.stringContaining('Who has this phone: nobody'),
    expect.stringContaining('Free times: 3'),
  ]);
  expect(await axe(container)).toHaveNoViolations();
});

const card = (own: number, more: Partial<TodaysAppointment>): TodaysAppointment => ({
  ...{ AppointmentId: `${testId(200)}_20261121_${testId(own)}`, AppointmentTime: '11:30', Status: 'Confirmed' },
  ...{ Is_Active: 1, User_ID: testId(900 + own), PatientName: `Patient ${own}`, PatientContact: '919845012345' },
  ...{ AppointmentType: 'Direct Consultation', POC_ID: testId(200), POC_Name: doctor.name, money: { amount: 50_000 } },
  ...{ AppointmentDate: '2026-11-21', StatusAt: '2026-11-20T08:00:00.000Z', StatusBy: 'Front Desk 1' },
  at: '00000000000000000001',
  ...more,
});

test('today is in the groups of its board, and is marked there; an auditor only reads', async () => {
  answer('tryChatbot', { trial: { ...trial, doctor: { ...doctor, date: '2026-11-21' } } });
  const late = card(1, { AppointmentTime: '04:00' });
  answer('listTodaysAppointmentsOfDoctor', [
    card(2, {}),
    card(3, { AppointmentTime: '03:00', Status: 'Availed', Is_Active: 0 }),
    late,
  ]);
  const { user, container, unmount } = open();
  const board = await screen.findByRole('region', { name: 'Dr. Asha Menon today' });
  const headings = async () =>
    (await within(board).findAllByRole('heading', { level: 3 })).map((each) => each.textContent);
  expect(await headings()).toEqual(['Late 1', 'Next 1', 'Done 1']);
  expect(await axe(container)).toHaveNoViolations();
  const marked = answer('updateAppointmentStatusAsAdmin', {
    ...{ success: true, message: 'Marked.', status: 'Availed', appointmentId: late.AppointmentId },
    ...{ position: '00000000000000000009', eventId: testId(901), undoUntil: null },
  });
  const row = within(board).getByRole('article', { name: /^4:00 AM/ });
  await user.dblClick(within(row).getByRole('button', { name: 'Mark as Visited' }));
  const done = await within(board).findByRole('article', { name: '4:00 AM, Patient 1, Visited' });
  expect(within(done).queryByRole('button', { name: 'Mark as Visited' })).toBeNull();
  expect(await headings()).toEqual(['Next 1', 'Done 2']);
  expect(marked.map(({ body }) => body)).toEqual([{ appointmentId: late.AppointmentId, status: 'Availed' }]);
  unmount();
  open(anAuditor);
  expect(await screen.findByRole('article', { name: /^11:30 AM/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Mark as Visited' })).toBeNull();
});

test('a doctor sees only the own day', async () => {
  answer('tryChatbot', { trial: { ...trial, isHandedOver: true, doctor: { ...doctor, pocId: testId(201) } } });
  open(aDoctor);
  expect(await screen.findByText('This is the day of another doctor.')).toBeInTheDocument();
  expect(screen.getByText('Handed over to the desk. The chatbot is silent.')).toBeInTheDocument();
});
