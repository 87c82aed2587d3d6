import { streams } from '@dayline/contracts/events/categories';
import type { ChatEvent } from '@dayline/contracts/events/contact/chat';
import type { Actor } from '@dayline/contracts/events/metadata';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { frontDesk, openSunrise, sunrise } from '../testing/sunrise.ts';

/** The chats of one client at the desk: which are listed, what is counted, and whose chat was read. */

const bot: Actor = { kind: 'partner', id: 'key', name: 'WhatsApp chatbot' };
const { clientId, meera } = sunrise;
const chatId = '0123456789abcdef0123456789abcdef';
const stream = streams.chat(clientId, chatId);
const ofChat = { clientId, chatId };

let clinic: TestClinic;
let read: ReturnType<typeof openViewReader>;
let reads = 0;
beforeEach(async () => {
  clinic = await openSunrise();
  const { readStream } = clinic.sealedLog;
  reads = 0;
  clinic.sealedLog.readStream = (...args) => {
    if (args[0] === stream) reads += 1;
    return readStream(...args);
  };
  read = openViewReader(clinic);
});
afterEach(() => clinic.close());

const received = (messageId: string, text: string): ChatEvent => ({
  type: 'ChatMessageReceived',
  data: {
    ...{ messageId, sentAt: new Date(clinic.clock.now()).toISOString(), userId: 'IN.1', phone: '919876543211' },
    content: JSON.stringify({ kind: 'text', text }),
  },
});
const planned = (replyId: string, text: string): ChatEvent => ({
  type: 'ReplyPlanned',
  data: { replyId, answers: null, message: JSON.stringify({ kind: 'text', text }), state: null },
});
async function happens(actor: Actor, ...events: ChatEvent[]): Promise<void> {
  await clinic.append(stream, clientId, actor, ...events);
  await clinic.project();
}
const handOver = () =>
  happens(
    bot,
    received('m1', 'desk'),
    { type: 'ChatPatientNamed', data: { patientId: meera } },
    { type: 'HandoverRequested', data: { reason: 'asked' } },
  );
const waiting = async () => (await read.reply('countWaitingChats', { clientId })).body.waiting;
const listed = async () => (await read.reply('listChats', { clientId })).body;

test('only a chat that was handed over is listed, for 24 hours; it waits until the desk replies', async () => {
  await happens(bot, received('m0', 'Hi'));
  expect([await waiting(), await listed()]).toEqual([0, []]);
  expect(await read.ask('readChat', ofChat)).toMatchObject({ refused: 'chat.unknown' });
  await handOver();
  expect(await waiting()).toBe(1);
  await happens(frontDesk, planned(`${chatId}_r1`, 'One moment.'));
  expect(await waiting()).toBe(0);
  expect(await listed()).toMatchObject([
    { chatId, isAnswered: true, patients: [{ userId: meera, name: 'Meera Nair' }] },
  ]);
  await happens(bot, received('m2', 'Thank you. And a ramp?'));
  expect(await waiting()).toBe(1);
  clinic.clock.set('2026-11-22T04:10:00.000Z');
  expect([await waiting(), await listed()]).toEqual([0, []]);
});

test('a stream is read once after each change, however many pages ask', async () => {
  await handOver();
  await Promise.all([listed(), waiting(), read.reply('readChat', ofChat), listed()]);
  expect(reads).toBe(1);
  await happens(bot, received('m2', 'Hello?'));
  await Promise.all([listed(), waiting(), listed()]);
  expect(reads).toBe(2);
});

test('whose chat was read is recorded, and the list and the count record nothing', async () => {
  await handOver();
  await Promise.all([listed(), waiting()]);
  expect(read.historiesRead).toEqual([]);
  await read.reply('readChat', ofChat);
  expect(read.historiesRead).toEqual([{ list: 'chat', patientId: meera }]);
});

test('from a patient’s erasure on the chat is unknown, before its key is destroyed', async () => {
  await handOver();
  expect(await listed()).toHaveLength(1);
  await clinic.append(streams.patient(meera), clientId, frontDesk, { type: 'PatientErased', data: {} });
  await clinic.project();
  expect([await waiting(), await listed()]).toEqual([0, []]);
  expect(await read.ask('readChat', ofChat)).toMatchObject({ refused: 'chat.unknown' });
});
