import type { ChatEvent } from '@dayline/contracts/events/contact/chat';
import { handoverMs, windowMs } from '@dayline/contracts/views/chat-fold';
import { recorded, specification } from '../testing/given-when-then.ts';
import { chat } from './chat.ts';

/** The log's clock of the tests is an hour ahead of requests. */
const now = Date.parse('2026-11-25T09:00:00.000Z');
const hourMs = 3_600_000;
const at = { at: now - hourMs };
const received = (text: string | null, userId: string | null = 'user', sent = now): ChatEvent => ({
  type: 'ChatMessageReceived',
  data: {
    ...{ messageId: `m ${text}`, sentAt: new Date(sent).toISOString(), userId, phone: '919812300001' },
    content: text === null ? null : JSON.stringify({ kind: 'text', text }),
  },
});
const requested: ChatEvent = { type: 'HandoverRequested', data: { reason: 'asked' } };
const ended: ChatEvent = { type: 'HandoverEnded', data: {} };
const reply = { kind: 'reply', replyId: 'r1', text: 'Yes, please.' } as const;
const handBack = { kind: 'handBack' } as const;
const planned: ChatEvent = {
  type: 'ReplyPlanned',
  data: { replyId: 'r1', answers: null, message: '{"kind":"text","text":"Yes, please."}', state: null },
};
const { given } = specification(chat);
const after = (...events: ChatEvent[]) => given().and(events, at);

test('the desk replies to a chat that was handed over, as often as it likes', () => {
  after(received('desk'), requested).when(reply, { now }).thenAppends(planned);
  after(received('desk'), requested, planned).when(reply, { now }).thenAppends(planned);
});

test('a chat that nobody handed over, or that is erased, is unknown', () => {
  for (const command of [reply, handBack]) {
    after().when(command, { now }).thenRefused('chat.unknown');
    after(received('Hi')).when(command, { now }).thenRefused('chat.unknown');
    after(received(null, null), requested).when(command, { now }).thenRefused('chat.unknown');
  }
});

test('once the chatbot answers again, the desk doesn’t', () => {
  after(received('desk'), requested, ended).when(reply, { now }).thenRefused('chat.not-handed-over');
  for (const word of ['menu', ' STOP '])
    after(received('desk'), requested, received(word)).when(reply, { now }).thenRefused('chat.not-handed-over');
  const late = now + handoverMs;
  given()
    .and([received('desk'), requested], at)
    .and([received('Hello?', 'user', late)], { at: late })
    .when(reply, { now: late + hourMs })
    .thenRefused('chat.not-handed-over');
});

test('24 hours after the last message no reply is taken, by WhatsApp’s time of it', () => {
  after(received('desk'), requested)
    .when(reply, { now: now + windowMs })
    .thenRefused('chat.window-closed');
  const early = now - windowMs;
  after(received('desk', 'user', early), requested)
    .when(reply, { now })
    .thenRefused('chat.window-closed');
});

test('a chat is handed back once', () => {
  after(received('desk'), requested).when(handBack, { now }).thenAppends(ended);
  after(received('desk'), requested, ended).when(handBack, { now }).thenAppends();
});

test('the desk reads who wrote what, the words of a tapped choice, and what became of a reply', () => {
  const asked: ChatEvent = {
    type: 'ReplyPlanned',
    data: {
      ...{ replyId: 'r0', answers: 'm', state: null },
      message: JSON.stringify({ kind: 'buttons', text: 'What?', buttons: [{ id: 'desk', title: 'The desk' }] }),
    },
  };
  const tapped = received('x');
  const choice = { ...tapped, data: { ...tapped.data, content: '{"kind":"choice","id":"desk"}' } } as ChatEvent;
  const other = { ...tapped, data: { ...tapped.data, content: '{"kind":"other"}' } } as ChatEvent;
  const events: ChatEvent[] = [
    asked,
    ...[choice, { type: 'ChatPatientNamed', data: { patientId: 'p1' } } as const, requested, planned, other],
    ...[{ type: 'ReplyAccepted', data: { replyId: 'r0', messageId: 'w' } } as const],
    ...[{ type: 'ReplyFailed', data: { replyId: 'r1', code: 'window' } } as const],
  ];
  const state = chat.fold(chat.initial, recorded(events));
  expect(state.messages.map(({ from, text, choices, sending }) => ({ from, text, choices, sending }))).toEqual([
    { from: 'desk', text: 'What?', choices: ['The desk'], sending: 'sent' },
    { from: 'patient', text: 'The desk', choices: [], sending: null },
    { from: 'desk', text: 'Yes, please.', choices: [], sending: 'failed' },
    { from: 'patient', text: null, choices: [], sending: null },
  ]);
  expect([state.phone, state.patientIds]).toEqual(['919812300001', ['p1']]);
});
