import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { streams } from '@dayline/contracts/events/categories';
import type { StoredEvent } from '@dayline/event-log/port';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import express from 'express';
import { openChatLog } from '../chat/chat-log.ts';
import { ChatWorker } from '../chat/worker.ts';
import { openGraph } from '../graph/client.ts';
import { webhookPath, webhookRouter } from '../receive.ts';
import { Simulator } from '../simulator/simulator.ts';
import { simulatorRoutes } from '../simulator/simulator-routes.ts';
import { FakeDayline, testId } from './fake-dayline.ts';

export const clientId = testId(9_999);
const settings = {
  phoneNumberId: '123456789',
  appSecret: 'the secret of the app',
  verifyToken: 'the token of the webhook',
  accessToken: 'the token of the number',
};

/** The chatbot between the simulator and the fake partner API, over HTTP, on a clock of its own. */
export async function openStage({ template = 'dayline_menu' as string | null } = {}) {
  let now = Date.parse('2026-12-01T03:00:00Z');
  const clock = { now: () => now };
  const events: StoredEvent[] = [];
  const keys = memoryKeyRing();
  const memory = openMemoryEventLog({ events });
  let failsAppend: (() => boolean) | null = null;
  const log = openSealedLog(
    {
      ...memory,
      append: (...append) => {
        if (failsAppend?.()) return Promise.reject(new Error('killed'));
        return memory.append(...append);
      },
    },
    keys,
  );
  const owner = { clientId, keyId: testId(9_998), name: 'WhatsApp chatbot' };
  const chatLog = openChatLog({ log, keys, clock, secret: Buffer.alloc(32, 7), owner });
  const dayline = new FakeDayline(clock);
  const sent = { received: 0, sent: 0, failed: 0 };
  const count = (outcome: keyof typeof sent): void => {
    sent[outcome] += 1;
  };
  const app = express();
  const logger = { error: () => undefined, warn: () => undefined };
  const chats = async () => chatLog;
  app.use(webhookRouter({ settings, chats, logger, onReceived: () => count('received') }));
  let simulator: Simulator;
  const delays: number[] = [];
  app.use(
    '/graph',
    (_request, _response, next) => {
      now += delays.shift() ?? 0;
      next();
    },
    simulatorRoutes(() => simulator),
  );
  const server: Server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast is safe: it listens on a port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  simulator = new Simulator({
    ...{ clock, ...settings },
    deliver: async (body, signature) => {
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
      return (await fetch(`${url}${webhookPath}`, { method: 'POST', body, headers })).status;
    },
  });
  const ending = new AbortController();
  const newWorker = () =>
    new ChatWorker({
      ...{ chats, clock, template, partner: dayline.partner, onSent: (outcome) => count(outcome) },
      graph: openGraph({ ...settings, graphUrl: `${url}/graph` }),
      pause: async (ms) => {
        now += ms;
        // Statuses arrive meanwhile.
        await deliver();
      },
    });

  /** Meta repeats at once what isn't answered with 200. */
  async function deliver(): Promise<void> {
    while ((await simulator.flush()).some((status) => status !== 200));
  }

  /** Delivers and answers until nothing is left to do. */
  async function settle(): Promise<void> {
    for (let events = -1; events !== (await size()); ) {
      events = await size();
      await deliver();
      for (const stream of chatStreams()) await newWorker().work(stream, ending.signal);
    }
  }
  const size = async () => events.length;
  const chatStreams = () =>
    [...new Set(events.map(({ stream }) => stream))].filter((stream) => stream.startsWith('chat-'));
  return {
    ...{ simulator, dayline, chatLog, clock, events, keys, url, settings, sent, settle, chatStreams, newWorker },
    stream: (hash: string) => streams.chat(clientId, hash),
    /** How long (ms) the next requests to WhatsApp take until they arrive. */
    delays,
    advance: (ms: number) => {
      now += ms;
    },
    /** Appends fail as if the process were killed, while `fails` says so. */
    failAppends: (fails: (() => boolean) | null) => {
      failsAppend = fails;
    },
    typesIn: () => events.map(({ type }) => type),
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
export type Stage = Awaited<ReturnType<typeof openStage>>;
