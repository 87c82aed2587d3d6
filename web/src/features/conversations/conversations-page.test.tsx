import type { ChatMessage, ListedChat, WholeChat } from '@dayline/contracts/endpoints/partner/chats';
import type { Visit } from '@dayline/contracts/endpoints/patients';
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { detail } from '../../shared/testing/appointment-detail.ts';
import { anAdmin, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import ConversationsPage from './conversations-page.tsx';
import type { Overview } from './rules.ts';

const message = (id: string, more: Partial<ChatMessage>): ChatMessage => ({
  ...{ id, from: 'patient', by: null, at: '2026-11-25T04:06:00.000Z', text: 'Is there a ramp?', choices: [] },
  ...{ sending: null, ...more },
});
const chatId = '0123456789abcdef0123456789abcdef';
const otherId = '00000000000000000000000000000000';
const shared = {
  ...{ chatId, phone: '+919000010427', patients: [{ userId: testId(300), name: 'Meera Nair' }] },
  ...{ askedAt: '2026-11-25T04:05:00.000Z', deskUntil: '2026-11-26T04:05:00.000Z' },
};
const listed: ListedChat = { ...shared, last: message('m1', {}), isAnswered: false };
const whole: WholeChat = {
  ...{ ...shared, replyUntil: '2026-11-26T04:06:00.000Z' },
  messages: [
    message('r1', { from: 'chatbot', text: 'What would you like?', choices: ['Book', 'The desk'], sending: 'sent' }),
    message('m0', { text: null }),
    message('m1', {}),
    message('r2', { from: 'desk', by: 'Front Desk 2', text: 'One moment.', sending: 'waiting' }),
    message('r3', { from: 'desk', by: 'Front Desk 2', text: 'Yes.', sending: 'failed' }),
  ],
};
const visit = (own: number, more: Partial<Visit>): Visit => ({
  ...{ appointmentId: `${testId(201)}_20261126_${testId(own)}`, status: 'Confirmed', pocId: testId(201) },
  ...{ pocName: 'Dr. Neha Joshi', specialization: 'Dermatology', departmentId: testId(10) },
  ...{ type: 'Direct Consultation', date: '2026-11-26', time: '10:20', minutes: 20, payment: 'Pay_later' },
  ...{ money: { amount: 50_000 }, at: '0000000000000005', ...more },
});
const overview: Overview = {
  ...{ userId: testId(300), name: 'Meera Nair', phone: '919000010427', email: 'meera@x.example', location: 'Pune' },
  ...{ phoneNote: null, bornOn: null, guardianRelation: null, guardianName: null, erased: false },
  ...{ registeredAt: '2024-03-05T08:00:00.000Z', today: '2026-11-25', noShows: 0, isCut: false },
  upcoming: { total: 1, visits: [visit(1, {})] },
  past: {
    ...{ total: 1, visited: 1, notVisited: 0, cancelled: 0, since: '2026-10-29' },
    visits: [visit(2, { status: 'Availed', date: '2026-10-29' })],
  },
  unpaid: { total: 0, fees: '0.00', withoutFee: 0, visits: [] },
};
beforeEach(() => {
  answer('getPatientOverview', overview);
  answer('countWaitingChats', { waiting: 0 });
});
const done = { success: true, message: 'Done.', position: '0000000000000009' } as const;
const open = (at = '/conversations') => show(<ConversationsPage />, { as: anAdmin, at });

test('without a chat the page says who would be listed', async () => {
  answer('listChats', []);
  const { container } = open();
  expect(await screen.findByText('No conversation waits for the desk')).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
  expect(screen.queryByRole('link', { name: 'Try the Chatbot' })).toBeNull();
});

test('in the demo it leads to the simulated phone', async () => {
  answer('listChats', []);
  answer('countWaitingChats', { waiting: 0, trial: true });
  open();
  expect(await screen.findByRole('link', { name: 'Try the Chatbot' })).toHaveAttribute('href', '/chatbot-try');
});

test('a failed start is tried again', async () => {
  refuse('listChats', 'service.fault');
  const { user } = open();
  await screen.findByText('Failed to fetch the conversations.');
  answer('listChats', []);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('No conversation waits for the desk')).toBeVisible();
});

test('the desk reads a chat, replies once, and hands it back once', async () => {
  answer('listChats', [listed]);
  answer('readChat', whole);
  const { user, container } = open();
  const talk = await screen.findByRole('region', { name: 'Conversation with Meera Nair' });
  expect(talk).toHaveTextContent('+91 90000 10427');
  const items = within(talk).getAllByRole('listitem');
  expect(items[0]).toHaveTextContent(/^Chatbot · .*What would you like\?Book · The desk$/);
  expect(items[1]).toHaveTextContent('something else without text');
  expect(items[3]).toHaveTextContent(/^Front Desk 2 · .* · not sent yetOne moment\.$/);
  expect(items[4]).toHaveTextContent(' · not sentYes.');
  expect(items[5]).toHaveTextContent(/^The chatbot is silent until /);
  expect(await axe(container)).toHaveNoViolations();
  const send = within(talk).getByRole('button', { name: 'Send' });
  expect(send).toBeDisabled();
  const replies = answer('replyToChat', done);
  const field = within(talk).getByRole('textbox', { name: 'Reply' });
  await user.type(field, 'Yes, at the east entrance.');
  await user.dblClick(send);
  await waitFor(() => expect(field).toHaveValue(''));
  expect(replies.map(({ body }) => body)).toEqual([
    { clientId: anAdmin.clientId, chatId, text: 'Yes, at the east entrance.' },
  ]);
  const handedBack = answer('handBackChat', done);
  await user.dblClick(within(talk).getByRole('button', { name: 'Hand Back to Chatbot' }));
  expect(await screen.findByText('Handed back to the chatbot')).toBeVisible();
  expect(handedBack.map(({ body }) => body)).toEqual([{ clientId: anAdmin.clientId, chatId }]);
});

test('the visits of the people at the phone are beside the talk: moved, cancelled and booked from there', async () => {
  answer('listChats', [listed]);
  const family = [...shared.patients, { userId: testId(301), name: 'Arjun Nair' }];
  answer('readChat', { ...whole, patients: family });
  const asked = answer('getPatientOverview', ({ body: { userId } }) =>
    userId === testId(300)
      ? overview
      : {
          ...overview,
          userId,
          name: 'Arjun Nair',
          upcoming: { total: 0, visits: [] },
          past: { ...overview.past, visits: [] },
        },
  );
  answer('listAppointmentDetailsOfClient', [
    detail(1, {
      AppointmentId: visit(1, {}).appointmentId,
      POC_ID: testId(201),
      ...{ Payment_Status: 'Pay_later', money: { amount: 50_000 } },
      AppointmentDate: '2026-11-26',
      AppointmentTime: '10:20',
      User_ID: testId(300),
    }),
  ]);
  const { user, router } = open();
  const panel = await screen.findByRole('complementary', { name: 'Visits of Meera Nair' });
  const [next] = within(await within(panel).findByRole('list', { name: 'Upcoming visits' })).getAllByRole('listitem');
  expect(next).toHaveTextContent(/^Thu, Nov 26, 10:20 AM.*Dr\. Neha JoshiDirect Consultation/);
  expect(within(panel).getByRole('list', { name: 'Past visits' })).toHaveTextContent('Oct 29Dr. Neha JoshiVisited');
  const cancelled = answer('updateAppointmentStatusAsAdmin', {
    ...{ success: true, message: 'Cancelled.', status: 'Cancelled', appointmentId: visit(1, {}).appointmentId },
    ...{ position: '0000000000000009', eventId: testId(900), undoUntil: null },
  });
  await user.click(within(panel).getByRole('button', { name: 'Cancel Appointment: Nov 26, 10:20 AM' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel Appointment' }));
  await waitFor(() => expect(cancelled).toHaveLength(1));
  expect(await within(panel).findByText('No upcoming visits')).toBeVisible();
  await user.click(within(panel).getByRole('button', { name: 'Arjun Nair' }));
  const other = await screen.findByRole('complementary', { name: 'Visits of Arjun Nair' });
  await user.click(await within(other).findByRole('button', { name: 'Book for Arjun Nair' }));
  expect([...new Set(asked.map(({ body }) => body.userId))]).toEqual([testId(300), testId(301)]);
  expect(router.state.location).toMatchObject({
    pathname: '/add-new-appointment',
    state: { person: { phone: '919000010427', userId: testId(301) } },
  });
});

test('every minute the list and the chat are read again: what ends by the clock has no live message', async () => {
  jest.useFakeTimers({ doNotFake: ['Date', 'setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask'] });
  const lists = answer('listChats', [listed]);
  const reads = answer('readChat', whole);
  try {
    open();
    await screen.findByRole('list', { name: 'Upcoming visits' });
    expect([lists.length, reads.length]).toEqual([1, 1]);
    act(() => jest.advanceTimersByTime(60_000));
  } finally {
    jest.useRealTimers();
  }
  await waitFor(() => expect([lists.length, reads.length]).toEqual([2, 2]));
});

test('a refused reply says why, and what was typed stays', async () => {
  answer('listChats', [listed]);
  answer('readChat', whole);
  refuse('replyToChat', 'chat.window-closed');
  const { user } = open();
  const field = await screen.findByRole('textbox', { name: 'Reply' });
  await user.type(field, 'Yes');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('The reply was not sent')).toBeVisible();
  expect(screen.getByText(/more than 24 hours old/)).toBeVisible();
  expect(field).toHaveValue('Yes');
});

test('chats are in groups; one that nobody may reply to any more, and one that was handed back, say so', async () => {
  const other: ListedChat = { ...listed, chatId: otherId, phone: null, patients: [], deskUntil: null, last: null };
  const byDesk = { ...listed, last: message('r2', { by: 'Front Desk 2', text: 'One moment.' }), isAnswered: true };
  answer('listChats', [{ ...byDesk, patients: [] }, other]);
  answer('readChat', ({ body }) =>
    body.chatId === otherId
      ? {
          ...whole,
          ...{ chatId: otherId, phone: null, patients: [{ userId: testId(1), name: null }] },
          deskUntil: null,
        }
      : { ...whole, replyUntil: null },
  );
  const { user } = open();
  expect(await screen.findByText(/WhatsApp takes no reply any more/)).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    ...['Answered 1', 'Handed back 1', 'Meera Nair'],
  ]);
  expect(screen.getByRole('button', { name: /^\+919000010427/ })).toHaveTextContent('Front Desk 2: One moment.');
  await user.click(screen.getByRole('button', { name: /^Hidden number/ }));
  expect(await screen.findByText('The chatbot answers this conversation again.')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Conversation with Erased patient' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Hand Back to Chatbot' })).not.toBeInTheDocument();
});
