import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Phone, Simulator } from '@dayline/chatbot/simulator/simulator';
import { simulatorRoutes } from '@dayline/chatbot/simulator/simulator-routes';
import { keyScopes } from '@dayline/contracts/api-keys/scopes';
import express from 'express';
import { bytesOf, filesIn } from '../testing/data-files.ts';
import { demoData } from '../testing/demo-data.ts';
import { eventsIn, eventually } from '../testing/event-file.ts';
import { type SignedIn, signIn } from '../testing/http-caller.ts';
import { dayline, daylineOutput } from '../testing/processes/command-line.ts';
import { type Product, removeData, startProduct } from '../testing/processes/product.ts';

/** The chatbot in the started product, between the simulator of WhatsApp and the product's own partner API. */

const number = '919988776611';
const name = 'Quintavalle';
const given = {
  phoneNumberId: '123456789',
  accessToken: 'the token of the number',
  appSecret: 'the secret of the app',
  verifyToken: 'the token of the webhook',
};

let dataDir = '';
let product: Product;
let server: Server;
let simulator: Simulator;
let env: Record<string, string>;
let phone: Phone;
let clientId = '';
let admin: SignedIn;

beforeAll(async () => {
  dataDir = await demoData();
  product = await startProduct(dataDir);
  admin = await signIn(product.url, 'admin@sunrise.example');
  ({ clientId } = admin.user);
  const issue = { clientId, name: 'WhatsApp chatbot', scopes: [...keyScopes], days: 30 };
  const { apiKey } = (await admin.call('issueApiKey', issue)).reply();
  await product.stop();
  const app = express();
  app.use(simulatorRoutes(() => simulator));
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast is safe: it listens on a port.
  const { port } = server.address() as AddressInfo;
  env = {
    WHATSAPP_PHONE_NUMBER_ID: given.phoneNumberId,
    WHATSAPP_ACCESS_TOKEN: given.accessToken,
    WHATSAPP_APP_SECRET: given.appSecret,
    WHATSAPP_VERIFY_TOKEN: given.verifyToken,
    WHATSAPP_API_KEY: apiKey,
    WHATSAPP_GRAPH_URL: `http://127.0.0.1:${port}`,
  };
  product = await startProduct(dataDir, env);
  admin = await signIn(product.url, 'admin@sunrise.example');
  simulator = new Simulator({
    ...{ clock: { now: () => Date.now() }, ...given },
    deliver: async (body, signature) => {
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
      return (await fetch(`${product.url}/api/whatsapp/webhook`, { method: 'POST', body, headers })).status;
    },
  });
  simulator.network = { doubles: true, batches: true };
  phone = simulator.phone(number);
});
afterAll(async () => {
  await product?.stop();
  server?.closeAllConnections();
  server?.close();
  removeData(dataDir);
});

/** Sends what waits, and waits for the reply. */
async function reply(): Promise<string> {
  const before = phone.messages.length;
  expect(await simulator.flush()).toEqual(expect.arrayContaining([200]));
  await eventually('the reply', async () => phone.messages.length > before);
  return phone.last.text;
}
const titled = (pattern: RegExp): string => phone.last.choices.find(({ title }) => pattern.test(title))?.title ?? '';

test('a new patient registers and books, and the desk has the visit under the name of the key', async () => {
  phone.say('Hi');
  expect(await reply()).toContain('Which language');
  phone.tap('English');
  expect(await reply()).toContain('full name');
  phone.say(`Zubeida ${name}`);
  expect(await reply()).toContain('email address');
  phone.say('zubeida@x.example');
  expect(await reply()).toBe('Hello Zubeida. What can I do for you?');
  phone.tap('Book a visit');
  expect(await reply()).toBe('Which department?');
  phone.tap(titled(/./));
  expect(await reply()).toBe('Which doctor?');
  phone.tap(titled(/^Dr/));
  expect(await reply()).toMatch(/^Free times of Dr/);
  // The last one: the first may pass before it is booked.
  const when = phone.last.choices.findLast(({ title }) => / [AP]M$/.test(title))?.title ?? '';
  phone.tap(when);
  expect(await reply()).toMatch(new RegExp(`^Kept for 5 minutes: ${when}, .* for Zubeida\\.`));
  phone.tap('Confirm');
  expect(await reply()).toMatch(new RegExp(`^Booked: ${when}, `));
  const booked = (await eventsIn(dataDir)).filter(({ metadata }) => metadata.actor.name === 'WhatsApp chatbot');
  const types = booked.map(({ type }) => type);
  expect(types.filter((type) => type === 'AppointmentBooked')).toHaveLength(1);
  expect(types.filter((type) => type === 'ChatMessageReceived')).toHaveLength(9);
  expect(simulator.refusals).toEqual([]);
});

test('verify finds number, key and webhook, and says what is wrong', async () => {
  const verify = (more: Record<string, string>) =>
    dayline(dataDir, ['chatbot', 'verify'], '', { ...env, WHATSAPP_DAYLINE_URL: product.url, ...more });
  const fine = await verify({});
  expect(fine).toMatchObject({ code: 0 });
  expect(fine.output).toContain('Sunrise, +91 11 4000 0000');
  const wrong = await verify({ WHATSAPP_VERIFY_TOKEN: 'another token, as long' });
  expect(wrong).toMatchObject({ code: 1, error: 'The chatbot does not work with these settings.' });
  expect(wrong.output).toContain('FAILED  webhook');
});

test('the chat and the desk’s reply in it are erased with the patient: no file holds a byte of them, and the log verifies', async () => {
  const [named] = (await eventsIn(dataDir)).filter(({ type }) => type === 'ChatPatientNamed');
  const patientId = String(named?.data['patientId']);
  const [question, answer] = ['May I bring my Xiphosuran', 'Yes, by the Yellowhammer gate'];
  phone.say('desk');
  await reply();
  phone.say(question);
  await simulator.flush();
  const { chatId } = await eventually('the question at the desk', async () => {
    const [chat] = (await admin.call('listChats', { clientId })).reply();
    return chat?.last?.text === question && chat;
  });
  const ofChat = { clientId, chatId };
  (await admin.call('replyToChat', { ...ofChat, text: answer })).reply();
  await eventually('the answer on the phone', async () => phone.last.text === answer);
  const texts = [number, name, phone.userId, 'Xiphosuran', 'Yellowhammer'].map((text) => text.toLowerCase());
  const filesWith = () =>
    filesIn(dataDir).filter((path) => {
      const bytes = bytesOf(path).toString('latin1').toLowerCase();
      return texts.some((text) => bytes.includes(text));
    });
  await daylineOutput(dataDir, ['patient', 'erase', patientId, '--yes']);
  await eventually('nothing is left in any file', async () => filesWith().length === 0);
  expect((await admin.call('listChats', { clientId })).reply()).toEqual([]);
  expect((await admin.call('readChat', ofChat)).failure().code).toBe('chat.unknown');
  expect((await admin.call('replyToChat', { ...ofChat, text: answer })).failure().code).toBe('chat.unknown');
  const chat = named?.stream ?? '';
  phone.say('Hi');
  expect(await reply()).toContain('Which language');
  const streams = new Set(
    (await eventsIn(dataDir)).map(({ stream }) => stream).filter((stream) => stream.startsWith('chat-')),
  );
  expect([...streams].filter((stream) => stream !== chat)).toHaveLength(1);
  expect(await daylineOutput(dataDir, ['audit', 'verify'])).toContain('no tampering found');
});
