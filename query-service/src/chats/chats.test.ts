import { streams } from '@dayline/contracts/events/categories';
import type { ChatEvent } from '@dayline/contracts/events/contact/chat';
import type { Actor } from '@dayline/contracts/events/metadata';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { frontDesk, openSunrise, saturdayMorning, sunrise } from '../testing/sunrise.ts';
import { ChatsAtDesk } from './chats-at-desk.ts';

const { jest } = import.meta;

/** The chats of one client at the desk: which are listed, what is counted, and whose chat was read. */

const bot: Actor = { kind: 'partner', id: 'key', name: 'WhatsApp chatbot' };
const { clientId, meera, rohan } = sunrise;
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

test('a reply that WhatsApp refused is no reply: the chat waits', async () => {
  await handOver();
  const replyId = `${chatId}_r1`;
  await happens(frontDesk, planned(replyId, 'One moment.'));
  expect([await waiting(), (await listed())[0]?.isAnswered]).toEqual([0, true]);
  await happens(bot, { type: 'ReplyFailed', data: { replyId, code: '131047' } });
  expect([await waiting(), (await listed())[0]?.isAnswered]).toEqual([1, false]);
});

test('two records of one person are shown once', async () => {
  await handOver();
  await happens(bot, { type: 'ChatPatientNamed', data: { patientId: rohan } });
  expect((await listed())[0]?.patients).toHaveLength(2);
  const merge = { mergeId: 'm', patientId: rohan, into: meera, chosen: [] };
  for (const id of [meera, rohan])
    await clinic.append(streams.patient(id), clientId, frontDesk, { type: 'PatientMerged', data: merge });
  await clinic.project();
  expect((await listed())[0]?.patients).toEqual([{ userId: meera, name: 'Meera Nair' }]);
});

describe('what was read leaves the memory, whether or not anybody asks', () => {
  let chats: ChatsAtDesk;
  let commit: () => void;
  let watch: ReturnType<ChatsAtDesk['watch']>;
  const begin = () => {
    const onCommit = (listener: (position: string) => void) => {
      commit = () => listener('');
      return () => undefined;
    };
    const error = (fields: object) => {
      throw new Error('the memory could not be checked', { cause: fields });
    };
    watch = chats.watch({ desk: { rows: read.desk.rows, onCommit }, clock: clinic.clock, logger: { error } });
  };
  /** Until what began before is done. */
  const pruned = async () => {
    await watch.stop();
    begin();
  };
  const readsToAsk = async () => {
    await pruned();
    reads = 0;
    await chats.of((await read.read()).of(clientId));
    return reads;
  };
  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['Date', 'setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask'] });
    chats = new ChatsAtDesk(clinic.sealedLog);
    begin();
    await handOver();
    expect([await readsToAsk(), await readsToAsk()]).toEqual([1, 0]);
  });
  afterEach(async () => {
    await watch.stop();
    jest.useRealTimers();
  });

  test('with the commit that erases a patient', async () => {
    commit();
    expect(await readsToAsk()).toBe(0);
    await clinic.append(streams.patient(meera), clientId, frontDesk, { type: 'PatientErased', data: {} });
    await clinic.project();
    commit();
    expect(await readsToAsk()).toBe(1);
  });

  test('within a minute after its 24 hours, and no earlier', async () => {
    clinic.clock.set('2026-11-22T04:09:59.999Z');
    jest.advanceTimersByTime(60_000);
    await pruned();
    clinic.clock.set(saturdayMorning);
    expect(await readsToAsk()).toBe(0);
    clinic.clock.set('2026-11-22T04:10:00.000Z');
    jest.advanceTimersByTime(60_000);
    await pruned();
    // Asked as of an earlier moment, it is read again.
    clinic.clock.set(saturdayMorning);
    expect(await readsToAsk()).toBe(1);
  });
});
