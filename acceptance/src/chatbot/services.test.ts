import { createServer, type Server } from 'node:http';
import { type Phone, Simulator } from '@dayline/chatbot/simulator/simulator';
import { simulatorRoutes } from '@dayline/chatbot/simulator/simulator-routes';
import { keyScopes } from '@dayline/contracts/api-keys/scopes';
import { streams } from '@dayline/contracts/events/categories';
import { type EventStoreServer, startEventStore } from '@dayline/test-servers/eventstore-server';
import { listenOnAnyPort } from '@dayline/test-servers/listening';
import { describeOnMongodb, type MongodbServer } from '@dayline/test-servers/mongodb-server';
import express from 'express';
import { eventually } from '../testing/event-file.ts';
import { callerAt, type SignedIn } from '../testing/http-caller.ts';
import { describeWithNginx, freePort, type Nginx, startNginx } from '../testing/processes/nginx.ts';
import { type Product, removeData, startProduct, temporaryData } from '../testing/processes/product.ts';
import { type Services, sharedSecrets, startServices } from '../testing/processes/services.ts';
import { atStores, prepareSmallClinic, type SmallClinic } from '../testing/small-clinic.ts';

/** The chatbot as a service of its own, and the desk in its chats: on separate services behind the proxy's configuration. */

const given = {
  ...{ phoneNumberId: '123456789', accessToken: 'the token of the number' },
  ...{ appSecret: 'the secret of the app', verifyToken: 'the token of the webhook' },
};
const number = '919988776612';
const addressOf = ({ url }: Product): string => new URL(url).host.replace('localhost', '127.0.0.1');

await describeOnMongodb('a chat at the desk on EventStoreDB and MongoDB', (mongo: MongodbServer) => {
  describeWithNginx('behind nginx', () => {
    const folder = temporaryData();
    let eventStore: EventStoreServer;
    let clinic: SmallClinic;
    let services: Services;
    let chatbot: Product;
    let proxy: Nginx;
    let graph: Server;
    let closeGraph: () => Promise<void>;
    let simulator: Simulator;
    let phone: Phone;
    let admin: SignedIn;
    let env: Readonly<Record<string, string>>;

    beforeAll(async () => {
      eventStore = await startEventStore();
      env = { EVENT_STORE_URL: eventStore.url, VIEW_STORE_URL: mongo.database() };
      clinic = await prepareSmallClinic(env);
      services = await startServices({ commands: 1, queries: 2, projectors: 1 }, env);
      const url = services.fronts[0]?.url ?? '';
      const first = await eventually('the clinic is known', () => clinic.signIn(url).catch(() => null));
      const issue = { clientId: clinic.clientId, name: 'WhatsApp chatbot', scopes: [...keyScopes], days: 30 };
      const { apiKey } = (await first.call('issueApiKey', issue)).reply();
      const person = { name: 'Meera Nair', phone: number, email: 'meera@x.example', location: 'Pune' };
      (await first.call('saveUser', { ...person, clientId: clinic.clientId })).reply();
      graph = createServer(express().use(simulatorRoutes(() => simulator)));
      const listening = await listenOnAnyPort(graph);
      closeGraph = listening.close;
      const port = await freePort();
      const settings = {
        ...{ WHATSAPP_PHONE_NUMBER_ID: given.phoneNumberId, WHATSAPP_ACCESS_TOKEN: given.accessToken },
        ...{ WHATSAPP_APP_SECRET: given.appSecret, WHATSAPP_VERIFY_TOKEN: given.verifyToken },
        ...{ WHATSAPP_API_KEY: apiKey, WHATSAPP_GRAPH_URL: `http://127.0.0.1:${listening.port}` },
        WHATSAPP_DAYLINE_URL: `http://127.0.0.1:${port}`,
      };
      chatbot = await startProduct(folder, { ...sharedSecrets, ...env, ...settings }, undefined, 'chatbot');
      proxy = await startNginx(port, {
        commandServices: services.commands.map(addressOf),
        queryServices: services.queries.map(addressOf),
        chatbot: addressOf(chatbot),
      });
      admin = { ...first, ...callerAt(proxy.url, first.cookie) };
      simulator = new Simulator({
        ...{ clock: { now: () => Date.now() }, ...given },
        deliver: async (body, signature) => {
          const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
          return (await fetch(`${proxy.url}/api/whatsapp/webhook`, { method: 'POST', body, headers })).status;
        },
      });
      phone = simulator.phone(number);
    });
    afterAll(async () => {
      await proxy?.close();
      await chatbot?.stop();
      await services?.stop();
      graph?.closeAllConnections();
      await closeGraph?.();
      await eventStore?.stop();
      removeData(folder);
    });

    async function reply(): Promise<string> {
      const before = phone.messages.length;
      expect(await simulator.flush()).toEqual(expect.arrayContaining([200]));
      await eventually('the reply', async () => phone.messages.length > before);
      return phone.last.text;
    }
    const listed = async () => (await admin.call('listChats', { clientId: clinic.clientId })).reply();

    test('is listed, read, answered over WhatsApp and handed back, whichever service is called', async () => {
      expect(await listed()).toEqual([]);
      phone.say('Hi');
      expect(await reply()).toContain('Which language');
      phone.tap('English');
      expect(await reply()).toContain('Hello Meera');
      phone.say('desk');
      await reply();
      phone.say('Is there a ramp?');
      await simulator.flush();
      const { chatId, patients } = await eventually('the question at the desk', async () => {
        const [chat] = await listed();
        return chat?.last?.text === 'Is there a ramp?' && chat;
      });
      expect(patients.map(({ name }) => name)).toEqual(['Meera Nair']);
      const ofChat = { clientId: clinic.clientId, chatId };
      const text = 'Yes, at the east entrance.';
      const key = { 'idempotency-key': 'one-reply-of-the-desk' };
      const first = (await admin.call('replyToChat', { ...ofChat, text }, key)).reply();
      expect((await admin.call('replyToChat', { ...ofChat, text }, key)).reply()).toEqual(first);
      await eventually('the reply on the phone', async () => phone.last.text === text);
      expect(phone.messages.filter((message) => message.text === text)).toHaveLength(1);
      for (const { url } of services.queries) {
        const read = callerAt(url, admin.cookie);
        const last = await eventually('the reply as sent', async () => {
          const { messages } = (await read.call('readChat', ofChat)).reply();
          return messages.at(-1)?.sending === 'sent' && messages.at(-1);
        });
        expect(last).toMatchObject({ from: 'desk', by: admin.user.name, text });
      }
      (await admin.call('handBackChat', ofChat)).reply();
      expect((await admin.call('replyToChat', { ...ofChat, text })).failure().code).toBe('chat.not-handed-over');
      phone.say('menu');
      expect(await reply()).toContain('Meera');
      expect(simulator.refusals).toEqual([]);
      const types = await atStores(env, async ({ log }) => {
        const events = await log.readStream(streams.chat(clinic.clientId, chatId));
        return events.map(({ type }) => type);
      });
      expect(types.filter((type) => type === 'HandoverEnded')).toHaveLength(1);
    });
  });
});
