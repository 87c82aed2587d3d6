import type { Trial, TrialAct, TrialPerson } from '@dayline/contracts/endpoints/partner/chatbot-try';
import { demoData } from '../testing/demo-data.ts';
import { eventsIn, eventually } from '../testing/event-file.ts';
import { type SignedIn, signIn } from '../testing/http-caller.ts';
import { type Product, removeData, startProduct } from '../testing/processes/product.ts';

/** A chat that is handed over to the desk, in the started product with the simulator of WhatsApp. */

let dataDir = '';
let product: Product;
let admin: SignedIn;
let clientId = '';

beforeAll(async () => {
  dataDir = await demoData();
  product = await startProduct(dataDir);
  admin = await signIn(product.url, 'admin@sunrise.example');
  clientId = admin.user.clientId ?? '';
});
afterAll(async () => {
  await product?.stop();
  removeData(dataDir);
});

async function show(person: TrialPerson, act?: TrialAct): Promise<Trial> {
  const { trial } = (await admin.call('tryChatbot', { person, ...(act && { act }) })).reply();
  if (!trial) throw new Error('The demo has a simulator.');
  return trial;
}
const untilShown = (person: TrialPerson, what: (trial: Trial) => boolean): Promise<Trial> =>
  eventually('the message on the phone', async () => {
    const trial = await show(person);
    return !trial.isAwaited && what(trial) ? trial : null;
  });
const lastText = ({ messages }: Trial): string => messages.at(-1)?.text ?? '';
const say = (person: TrialPerson, text: string) => show(person, { does: 'say', text });
const listed = async () => (await admin.call('listChats', { clientId })).reply();
const ofTalk = async () => ({ clientId, chatId: (await listed())[0]?.chatId ?? '' });

test('a chat that was handed over is listed, read, answered and handed back; the patient sees the reply', async () => {
  expect(await listed()).toEqual([]);
  await say('known', 'Hi');
  const asked = await untilShown('known', ({ messages }) => messages.length === 2);
  const english = asked.messages.at(-1);
  await show('known', { does: 'tap', messageId: english?.id ?? '', choice: english?.choices[0]?.id ?? '' });
  await untilShown('known', ({ messages }) => messages.length === 4);
  await say('known', 'desk');
  await untilShown('known', ({ isHandedOver }) => isHandedOver);
  await say('known', 'Is there a ramp?');
  const [chat, ...others] = await eventually('the question at the desk', async () => {
    const chats = await listed();
    return chats[0]?.last?.text === 'Is there a ramp?' ? chats : null;
  });
  expect(others).toEqual([]);
  expect(chat).toMatchObject({
    patients: [{ name: 'Rohan Kulkarni' }],
    isAnswered: false,
    deskUntil: expect.anything(),
  });
  const waiting = async () => (await admin.call('countWaitingChats', { clientId })).reply().waiting;
  expect(await waiting()).toBe(1);
  const request = await ofTalk();
  const read = (await admin.call('readChat', request)).reply();
  expect(read.replyUntil).not.toBeNull();
  expect(read.messages.map(({ from, text }) => [from, text])).toEqual([
    ['patient', 'Hi'],
    ['chatbot', expect.stringContaining('Which language')],
    ['patient', 'English'],
    ['chatbot', expect.stringContaining('Rohan')],
    ['patient', 'desk'],
    ['chatbot', expect.anything()],
    ['patient', 'Is there a ramp?'],
  ]);
  const key = { 'idempotency-key': 'one-reply-of-the-desk' };
  const reply = { ...request, text: 'Yes, at the east entrance.' };
  const first = (await admin.call('replyToChat', reply, key)).reply();
  expect((await admin.call('replyToChat', reply, key)).reply()).toEqual(first);
  const answered = await untilShown('known', (trial) => lastText(trial) === 'Yes, at the east entrance.');
  expect(answered.messages.filter(({ text }) => text === 'Yes, at the east entrance.')).toHaveLength(1);
  expect(answered.isHandedOver).toBe(true);
  const sent = await eventually('the reply as sent', async () => {
    const { messages } = (await admin.call('readChat', request)).reply();
    return messages.at(-1)?.sending === 'sent' ? messages.at(-1) : null;
  });
  expect(sent).toMatchObject({ from: 'desk', by: admin.user.name });
  expect(await waiting()).toBe(0);
  (await admin.call('handBackChat', request)).reply();
  expect((await admin.call('handBackChat', request)).reply().position).toBeNull();
  expect((await admin.call('replyToChat', reply)).failure().code).toBe('chat.not-handed-over');
  await say('known', 'menu');
  const back = await untilShown('known', (trial) => lastText(trial) !== 'menu' && !trial.isHandedOver);
  expect(lastText(back)).toContain('Rohan');
  expect((await listed())[0]).toMatchObject({ deskUntil: null });
});

test('who replied is in the log, and the texts are in it for nobody', async () => {
  const events = await eventsIn(dataDir);
  const byDesk = events.filter(({ type, metadata }) => type === 'ReplyPlanned' && metadata.actor.kind === 'admin');
  expect(byDesk.map(({ metadata }) => [metadata.actor.name, metadata.channel])).toEqual([[admin.user.name, 'web']]);
  expect(JSON.stringify(events.filter(({ stream }) => stream.startsWith('chat-')))).not.toMatch(/ramp|entrance/);
  const reads = await eventually('the reads in the log', async () => {
    const byDesk = (await eventsIn(dataDir)).filter(({ metadata }) => metadata.actor.kind === 'admin');
    const read = byDesk.filter(({ type }) => type === 'HistoryRead');
    return read.length > 0 && read;
  });
  expect(reads.map(({ data }) => data['subject'])).toEqual([{ list: 'chat', patientId: expect.anything() }]);
  const ended = events.filter(({ type }) => type === 'HandoverEnded');
  expect(ended.map(({ metadata }) => metadata.actor.kind)).toEqual(['admin']);
});

test('only administrators of the client have its chats', async () => {
  const request = await ofTalk();
  const reply = { ...request, text: 'Hello' };
  const [auditor, doctor, stranger] = [
    await signIn(product.url, 'auditor@sunrise.example'),
    await signIn(product.url, 'doctor@sunrise.example'),
    await signIn(product.url, 'admin@lakeside.example'),
  ];
  const codesOf = async (as: SignedIn, of = request) => [
    (await as.call('listChats', { clientId: of.clientId })).failure().code,
    (await as.call('countWaitingChats', { clientId: of.clientId })).failure().code,
    (await as.call('readChat', of)).failure().code,
    (await as.call('replyToChat', { ...reply, ...of })).failure().code,
    (await as.call('handBackChat', of)).failure().code,
  ];
  for (const as of [auditor, doctor]) expect(new Set(await codesOf(as))).toEqual(new Set(['access.role']));
  expect(new Set(await codesOf(stranger))).toEqual(new Set(['access.foreign']));
  const theirs = { ...request, clientId: stranger.user.clientId ?? '' };
  expect((await stranger.call('listChats', { clientId: theirs.clientId })).reply()).toEqual([]);
  for (const name of ['readChat', 'handBackChat'] as const)
    expect((await stranger.call(name, theirs)).failure().code).toBe('chat.unknown');
  expect((await stranger.call('replyToChat', { ...theirs, text: 'Hello' })).failure().code).toBe('chat.unknown');
  expect((await admin.call('replyToChat', { ...request, text: ' ' })).failure().code).toBe('request.invalid');
});
