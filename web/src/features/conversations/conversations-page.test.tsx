import type { ChatMessage, ListedChat, WholeChat } from '@dayline/contracts/endpoints/partner/chats';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import ConversationsPage from './conversations-page.tsx';

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
const done = { success: true, message: 'Done.', position: '0000000000000009' } as const;
const open = (at = '/conversations') => show(<ConversationsPage />, { as: anAdmin, at });

test('without a chat the page says who would be listed', async () => {
  answer('listChats', []);
  const { container } = open();
  expect(await screen.findByText('No conversation waits for the desk')).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
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
