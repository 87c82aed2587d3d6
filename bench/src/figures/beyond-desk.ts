import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type Phone, Simulator } from '@dayline/chatbot/simulator/simulator';
import { simulatorRoutes } from '@dayline/chatbot/simulator/simulator-routes';
import { keyScopes } from '@dayline/contracts/api-keys/scopes';
import express from 'express';
import { openLoop } from '../load/open-loop.ts';
import { callsOn } from '../load/requests.ts';
import { type RunningServer, startServer } from '../load/server-process.ts';
import { openTarget, type Target } from '../load/target.ts';
import type { Figures, GoalFigure } from '../report.ts';
import type { ClinicSize } from '../server/messages.ts';
import { percentile, spreadOf } from '../statistics.ts';

export interface BeyondDeskPlan {
  readonly rounds: number;
  readonly perSecond: number;
  /** Bookings of a round. */
  readonly bookings: number;
  /** Chats of a round, with two messages each. */
  readonly chats: number;
}

const receivers = 5;
/** An event or a reply that takes longer counts as lost, in ms. */
const lostAfter = 30_000;
const whatsApp = {
  phoneNumberId: '123456789',
  accessToken: 'the token of the number',
  appSecret: 'the secret of the app',
  verifyToken: 'the token of the webhook',
};

const p99 = (samples: readonly number[]) => percentile(samples, 0.99);
const goalOf = (what: string, rounds: readonly number[][], must: number): GoalFigure => ({
  ...{ goal: 'P6', what, must, bound: 'atMost', ...spreadOf(rounds.map(p99)) },
  value: p99(rounds.flat()),
});

/** P6: from a booking's start until each of five webhooks has it; from a WhatsApp message until its reply. */
export async function beyondTheDesk(folder: string, plan: BeyondDeskPlan, clinic: ClinicSize): Promise<Figures> {
  const { apiKey, prepared } = await issueKey(folder, clinic);
  const graph = await openGraph();
  const settings = {
    WHATSAPP_PHONE_NUMBER_ID: whatsApp.phoneNumberId,
    WHATSAPP_ACCESS_TOKEN: whatsApp.accessToken,
    WHATSAPP_APP_SECRET: whatsApp.appSecret,
    WHATSAPP_VERIFY_TOKEN: whatsApp.verifyToken,
    WHATSAPP_API_KEY: apiKey,
    WHATSAPP_GRAPH_URL: graph.url,
  };
  const server = await startServer({ folder, clinic: prepared, eventStoreUrl: null, settings });
  const target = await openTarget(server);
  const rate = `${plan.perSecond}/s`;
  const goals = [
    goalOf(`a booking, ${rate}, at ${receivers} webhooks: p99, ms`, await webhookRounds(server, target, plan), 2_000),
    goalOf(`the chatbot's reply, ${rate}: p99, ms`, await replyRounds(server, graph, plan), 1_000),
  ];
  await target.close();
  await server.stop();
  await graph.close();
  return { goals, plain: [] };
}

/** The chatbot's settings name a key, so that the product starts twice. */
async function issueKey(folder: string, clinic: ClinicSize) {
  const server = await startServer({ folder, clinic, eventStoreUrl: null });
  const target = await openTarget(server);
  const { clientId } = server.clinic;
  const body = { clientId, name: 'WhatsApp chatbot', scopes: keyScopes, days: 30 };
  const { apiKey } = await command(target, '/api/api-keys/issue', body);
  await target.close();
  await server.stop();
  return { apiKey: String(apiKey), prepared: server.clinic };
}

async function command({ post, cookies }: Target, path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { cookie: cookies[0] ?? '', 'idempotency-key': randomUUID() };
  const answer = await post(path, JSON.stringify(body), headers);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  // Cast is safe: every reply is an object.
  return answer.body as Record<string, unknown>;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast is safe: it listens on a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** @throws Error if it doesn't hold in time */
async function until(holds: () => boolean, what: string): Promise<void> {
  const end = performance.now() + lostAfter;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`${what} did not arrive within ${lostAfter} ms.`);
    await pause(10);
  }
}

async function webhookRounds(server: RunningServer, target: Target, plan: BeyondDeskPlan): Promise<number[][]> {
  /** By receiver: when each position arrived, ms of `performance.now()`. */
  const arrived = Array.from({ length: receivers }, () => new Map<string, number>());
  const receiver = createServer(async (request, response) => {
    // Cast is safe: it is an event of the product.
    const { position } = JSON.parse((await buffer(request)).toString()) as { readonly position: string };
    arrived[Number(request.url?.slice(1))]?.set(position, performance.now());
    response.end();
  });
  const url = await listen(receiver);
  const { clientId } = server.clinic;
  for (let index = 0; index < receivers; index += 1) {
    const body = { clientId, url: `${url}/${index}`, types: ['appointment.booked'] };
    await command(target, '/api/webhooks/add', body);
  }
  const { book } = callsOn(target, server.clinic);
  async function round(count: number): Promise<number[]> {
    for (const positions of arrived) positions.clear();
    const samples = await openLoop(book, { perSecond: plan.perSecond, count });
    await until(() => arrived.every(({ size }) => size === count), 'An event');
    // A reply's position is that of the last event of its booking: the order is the same.
    const inOrder = samples.toSorted((one, other) => (one.position < other.position ? -1 : 1));
    return arrived.flatMap((positions) => {
      const arrivals = [...positions].sort(([one], [other]) => (one < other ? -1 : 1));
      return arrivals.map(([, at], index) => at - (inOrder[index]?.due ?? Number.NaN));
    });
  }
  await round(5);
  const rounds: number[][] = [];
  while (rounds.length < plan.rounds) rounds.push(await round(plan.bookings));
  await close(receiver);
  return rounds;
}

interface Graph {
  readonly url: string;
  /** @param deliver sends a message to the product */
  simulate(deliver: (body: string, signature: string) => Promise<number>): Simulator;
  close(): Promise<void>;
}

async function openGraph(): Promise<Graph> {
  let simulator: Simulator | undefined;
  const app = express();
  app.use(
    simulatorRoutes(() => {
      if (!simulator) throw new Error('Nothing is simulated yet.');
      return simulator;
    }),
  );
  const server = createServer(app);
  return {
    url: await listen(server),
    simulate(deliver) {
      const clock = { now: () => performance.timeOrigin + performance.now() };
      simulator = new Simulator({ clock, ...whatsApp, deliver });
      return simulator;
    },
    close: () => close(server),
  };
}

/** Each patient writes, and when all have written chooses a language, by which the chatbot looks the patient up. */
async function replyRounds(server: RunningServer, graph: Graph, plan: BeyondDeskPlan): Promise<number[][]> {
  const simulator = graph.simulate(async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
    const url = `http://127.0.0.1:${server.port}/api/whatsapp/webhook`;
    return (await fetch(url, { method: 'POST', body, headers })).status;
  });
  /** @returns the latencies, in ms */
  async function step(phones: readonly Phone[], act: (phone: Phone) => void): Promise<number[]> {
    const before = phones[0]?.messages.length ?? 0;
    let next = 0;
    const due: number[] = [];
    await openLoop(
      async () => {
        const phone = phones[next];
        next += 1;
        if (!phone) throw new Error('There are no more phones.');
        act(phone);
        due.push(phone.wroteAt);
        await simulator.flush();
        return '';
      },
      { perSecond: plan.perSecond, count: phones.length },
    );
    await until(() => phones.every(({ messages }) => messages.length > before), 'A reply');
    return phones.map(({ last }, index) => last.at - (due[index] ?? Number.NaN));
  }
  let numbers = 0;
  const rounds: number[][] = [];
  while (rounds.length < plan.rounds) {
    const phones = Array.from({ length: plan.chats }, () => {
      numbers += 1;
      return simulator.phone(`91${9_000_000_000 + numbers}`);
    });
    const first = await step(phones, (phone) => phone.say('Hi'));
    // WhatsApp takes one message in 6 seconds for each user.
    await pause(6_000);
    rounds.push([...first, ...(await step(phones, (phone) => phone.tap('English')))]);
  }
  if (simulator.refusals.length > 0) throw new Error(`WhatsApp refused: ${simulator.refusals.join(', ')}`);
  return rounds;
}
