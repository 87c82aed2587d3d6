import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { publicEventTypes } from '@dayline/contracts/api-keys/public-event-types';
import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { webhookCursor } from '@dayline/contracts/partner/webhook';
import { runs } from '@dayline/contracts/testing/trials';
import { type Follower, follow } from '@dayline/event-log/follower';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { newUlid } from '@dayline/runtime/ids/ulid';
import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import type { Vault } from '@dayline/vault/port';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import { Webhook } from 'standardwebhooks';
import { systemContext } from '../command-handler/system-context.ts';
import { createAggregates } from '../modules.ts';
import { openDispatcher } from './open.ts';
import { webhookSecrets } from './secrets.ts';
import { webhookSender } from './sender.ts';
import { webhookCommands } from './webhook-commands.ts';

const clientId = '01J0000000000000000000000C';
const otherId = '01J0000000000000000000000D';
const pocId = '01J0000000000000000000000P';
const minute = 60_000;
const hour = 60 * minute;

let now: number;
const clock = { now: () => now };
let sleepers: { at: number; wake: () => void }[];
const sleepUntil = (at: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (at <= now || signal.aborted) return resolve();
    sleepers.push({ at, wake: resolve });
    signal.addEventListener('abort', () => resolve());
  });
function advance(ms: number): void {
  now += ms;
  for (const { at, wake } of sleepers.splice(0)) {
    if (at <= now) wake();
    else sleepers.push({ at, wake });
  }
}
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly id: string;
}
type Answer = (response: ServerResponse, received: Received) => void;
const ok: Answer = (response) => response.writeHead(204).end();
const answering =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end('no');

const endless = (response: ServerResponse): void => {
  response.on('error', () => undefined);
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(10_000)));
  };
  response.writeHead(200).on('drain', more);
  more();
};

let answer: Answer;
let received: Received[];
let url: string;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const one = { headers: request.headers, body, id: String(request.headers['webhook-id']) };
  received.push(one);
  answer(response, one);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast is safe: a server that listens on a port has such an address.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dayline`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let folder: string;
let vault: Vault;
let log: ReturnType<typeof openMemoryEventLog>;
let commands: ReturnType<typeof webhookCommands>;
let aggregates: ReturnType<typeof createAggregates>;
let revision: number;
let running: (() => Promise<void>)[];
let troubles: string[];
const keys = memoryKeyRing();
const secrets = webhookSecrets(keys);
const by = () => systemContext({ clock, clientId });

beforeEach(async () => {
  now = Date.now();
  [sleepers, received, running, troubles, revision, answer] = [[], [], [], [], -1, ok];
  folder = mkdtempSync(join(tmpdir(), 'dayline-webhooks-'));
  vault = await openSqliteVault({ path: join(folder, 'vault.db'), masterKey: Buffer.alloc(32, 1), clock });
  log = openMemoryEventLog();
  aggregates = createAggregates({ log: openSealedLog(log, keys), clock });
  commands = webhookCommands({ aggregates });
  const admin = { accountId: '01J0000000000000000000000A', email: 'a@x.example', role: 'admin', name: 'A' } as const;
  await vault.accounts.add({ ...admin, clientId, pocId: null, passwordHash: 'hash', sessionEpoch: 0 });
});
afterEach(async () => {
  for (const stop of running) await stop();
  await vault.close();
  rmSync(folder, { recursive: true });
});

/** A process's dispatcher; returns what kills it. @param seen what it waits for before it sees an event */
function start(timeoutMs = 20_000, seen: () => Promise<void> = async () => undefined): () => Promise<void> {
  const sender = webhookSender({ privateHosts: ['127.0.0.1'], secrets, clock, timeoutMs });
  const error = (fields: unknown) => troubles.push(inspect(fields));
  const logger = { error, info: () => undefined, warn: () => undefined };
  const parts = { aggregates, commands, vault, clock, logger, log, sleepUntil };
  const dispatcher = openDispatcher({ ...parts, webhookSender: sender });
  const { handle } = dispatcher.parts;
  const follower: Follower = follow({
    ...dispatcher.parts,
    handle: async (...events) => {
      await seen();
      await handle(...events);
    },
  });
  const stop = async () => {
    await follower.stop();
    await dispatcher.stop();
  };
  running.push(stop);
  return stop;
}

/** Appends so many public events of a client; returns their ids. */
async function publish(count: number, of = clientId, type = 'DayUnblocked'): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = newUlid({ now: () => 0 });
    const metadata = {
      ...{
        commandId: id,
        commandDigest: '',
        correlationId: id,
        causationId: id,
        clientId: of,
        channel: 'web' as const,
      },
      ...{ actor: { kind: 'system' as const, id: 's', name: 'S' }, schemaVersion: 1, keyIds: [], chain: '' },
      recordedAt: new Date(now).toISOString(),
    };
    const event = { id, type, data: {}, metadata };
    const stream = streams.doctorDay(pocId, '2026-12-01');
    const appended = await log.append(stream, revision < 0 ? 'noStream' : revision, [event]);
    if (!appended.appended) throw new Error('not appended');
    revision = appended.revision;
    ids.push(id);
  }
  return ids;
}

async function add(types: readonly (typeof publicEventTypes)[number][] = publicEventTypes): Promise<string> {
  const added = await commands.addWebhook({ url, types }, by());
  if (isRefusal(added)) throw new Error(added.refused);
  return added.webhookId;
}
const ids = () => received.map(({ id }) => id);
/** In the order in which each came first. */
const firsts = () => [...new Set(ids())];
const webhookOf = async (webhookId: string) => {
  const webhook = await commands.webhookOf(clientId, webhookId);
  if (!webhook) throw new Error('removed');
  return webhook;
};
const disabled = async (webhookId: string) => (await webhookOf(webhookId)).disabled;
const mails = async () => {
  let count = 0;
  while (await vault.outbox.claim(hour)) count += 1;
  return count;
};

test('events of the client come in order, signed, and the cursor follows the answers', async () => {
  const before = await publish(1);
  const webhookId = await add();
  start();
  await publish(1, otherId);
  const sent = await publish(3);
  await until(() => received.length === 3);
  expect(ids()).toEqual(sent);
  expect(ids()).not.toContain(before[0]);
  const secret = await secrets.secretOf({ webhookId, generation: 0 });
  for (const { body, headers, id } of received) {
    const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(verified).toMatchObject({ id, type: 'slots.unblocked', data: { pocId, date: '2026-12-01' } });
  }
  const cursor = webhookCursor(await webhookOf(webhookId));
  await until(async () => (await vault.followers.read(cursor))?.position === (await log.head()));
});

test('types that were not chosen are not sent', async () => {
  await add(['slots.blocked']);
  start();
  const other = await add(['slots.unblocked']);
  await publish(2);
  await until(() => received.length === 2);
  await until(async () => (await vault.deliveries.list(other, 9)).length === 2);
  expect(received).toHaveLength(2);
});

test('after a rotation two secrets are valid for a day', async () => {
  const webhookId = await add();
  await commands.rotateWebhookSecret(webhookId, by());
  start();
  const isSigned = async (generation: number, { headers, body, id } = received.at(-1) as Received) => {
    const signature = new Webhook(await secrets.secretOf({ webhookId, generation })).sign(
      id,
      new Date(Number(headers['webhook-timestamp']) * 1_000),
      body,
    );
    return String(headers['webhook-signature']).split(' ').includes(signature);
  };
  await publish(1);
  await until(() => received.length === 1);
  expect([await isSigned(0), await isSigned(1)]).toEqual([true, true]);
  now += 24 * hour;
  await publish(1);
  await until(() => received.length === 2);
  expect([await isSigned(0), await isSigned(1)]).toEqual([false, true]);
});

test('a receiver that is down for ten minutes gets everything in order, once it is back', async () => {
  answer = answering(503);
  const webhookId = await add();
  start();
  const sent = await publish(4);
  const back = now + 10 * minute;
  while (now < back) {
    await until(() => sleepers.length > 0);
    advance(minute / 4);
  }
  expect(firsts()).toEqual([sent[0]]);
  answer = ok;
  await until(() => sleepers.length > 0);
  advance(30 * minute);
  await until(() => firsts().length === 4);
  expect(firsts()).toEqual(sent);
  const kept = (await vault.deliveries.list(webhookId, 99)).map(({ status, attempt }) => [status, attempt]);
  expect(kept.reverse().slice(0, 3)).toEqual([
    [503, 1],
    [503, 2],
    [503, 3],
  ]);
});

test.each<[string, Answer, object]>([
  ['redirects', (response) => response.writeHead(302, { location: url }).end(), { status: 302 }],
  ['hangs', () => undefined, { status: null, error: 'no answer in time' }],
  ['breaks the connection off', (response) => response.destroy(), { status: null }],
])('a receiver that %s has not taken the event', async (_, how, expected) => {
  answer = how;
  const webhookId = await add();
  // The short time is for the one that never answers: any other answer may take longer on a busy machine.
  const stop = start('error' in expected ? 50 : undefined);
  const sent = await publish(2);
  await until(() => sleepers.length > 0);
  expect(await vault.deliveries.last(webhookId)).toMatchObject({ ...expected, attempt: 1, eventId: sent[0] });
  expect(received.length).toBeLessThanOrEqual(1);
  await stop();
  start();
  answer = ok;
  advance(6_000);
  await until(() => firsts().length === 2);
  expect(firsts()).toEqual(sent);
});

test.each<[string, Answer]>([
  ['ends its answer', (response) => response.writeHead(200).write('x'.repeat(2_000))],
  ['gets beyond its first bytes', (response) => response.writeHead(200).write('x')],
  ['gets to the end of a huge one', (response) => endless(response)],
])('a receiver that never %s has taken the event with its status', async (_, how) => {
  answer = how;
  const webhookId = await add();
  start(300);
  const sent = await publish(2);
  await until(() => received.length === 2);
  expect(ids()).toEqual(sent);
  await until(async () => (await vault.deliveries.list(webhookId, 9)).length === 2);
  for (const { status, answer: kept } of await vault.deliveries.list(webhookId, 9)) {
    expect(status).toBe(200);
    expect(kept.length).toBeLessThanOrEqual(500);
  }
});

test('a replay since a whole second has the events of that second', async () => {
  const webhookId = await add(['slots.blocked']);
  now = Math.ceil(now / 1_000) * 1_000 + 114;
  const sent = await publish(1);
  await commands.changeWebhook({ kind: 'change', webhookId, url, types: [...publicEventTypes] }, by());
  const since = `${new Date(now).toISOString().slice(0, 19)}Z`;
  await commands.changeWebhook({ kind: 'replay', webhookId, after: null, since }, by());
  start();
  await until(() => received.length === 1);
  expect(ids()).toEqual(sent);
});

test('an event of a newer build is not passed: what is before it is sent, and what is behind it waits', async () => {
  const webhookId = await add();
  const sent = await publish(2);
  await publish(1, clientId, 'DayPraised');
  const behind = await publish(1);
  start();
  await until(async () => troubles.some((line) => line.includes('DayPraised')));
  expect(ids()).toEqual(sent);
  expect(ids()).not.toContain(behind[0]);
  expect((await webhookOf(webhookId)).disabled).toBeNull();
});

test('a receiver that answers 429 is not asked again before Retry-After', async () => {
  answer = answering(429, { 'retry-after': '120' });
  await add();
  start();
  await publish(1);
  await until(() => sleepers.length > 0);
  advance(119_000);
  expect(sleepers).toHaveLength(1);
  answer = ok;
  advance(1_001);
  await until(() => received.length === 2);
});

test('410 disables, and the administrators get a mail; once enabled, what waited is sent', async () => {
  answer = answering(410);
  const webhookId = await add();
  start();
  const sent = await publish(3);
  await until(async () => (await disabled(webhookId)) === 'gone');
  expect(received).toHaveLength(1);
  expect(await mails()).toBe(1);
  answer = ok;
  await commands.changeWebhook({ kind: 'enable', webhookId }, by());
  await until(() => firsts().length === 3);
  expect(firsts()).toEqual(sent);
});

test('once a disabling is answered nothing is sent, also by a dispatcher that has not seen it yet', async () => {
  const webhookId = await add();
  let see = () => {};
  let seen = Promise.resolve();
  const stop = start(undefined, () => seen);
  const other = await add();
  const [first = ''] = await publish(1);
  await until(() => received.length === 2);
  seen = new Promise((resolve) => {
    see = resolve;
  });
  await commands.changeWebhook({ kind: 'disable', webhookId, reason: 'admin' }, by());
  const [second] = await publish(1);
  await until(async () => (await vault.deliveries.last(other))?.eventId === second);
  see();
  await stop();
  expect((await vault.deliveries.last(webhookId))?.eventId).toBe(first);
  expect(ids()).toEqual([first, first, second]);
});

test('after ten tries it is disabled; nothing is lost, and a replay has the same ids', async () => {
  const webhookId = await add();
  const start0 = await log.head();
  start();
  const early = await publish(2);
  await until(() => received.length === 2);
  answer = answering(500);
  const late = await publish(2);
  for (let tries = 1; tries < 10; tries += 1) {
    await until(() => sleepers.length > 0);
    advance(27 * hour);
  }
  await until(async () => (await disabled(webhookId)) === 'failed');
  expect(ids().filter((id) => id === late[0])).toHaveLength(10);
  expect(ids()).not.toContain(late[1]);
  expect(await mails()).toBe(1);
  [answer, received] = [ok, []];
  await commands.changeWebhook({ kind: 'replay', webhookId, after: start0, since: null }, by());
  await until(() => received.length === 4);
  expect(ids()).toEqual([...early, ...late]);
  received = [];
  const since = new Date(now).toISOString();
  const last = await publish(1);
  await until(() => received.length === 1);
  await commands.changeWebhook({ kind: 'replay', webhookId, after: null, since }, by());
  await until(() => received.length === 2);
  expect(ids()).toEqual([...last, ...last]);
});

test('killed at any moment, each event comes once or more, in order, and none is skipped', async () => {
  await add();
  const sent = await publish(30);
  answer = (response) => void setTimeout(() => response.writeHead(200).end(), 1);
  const kills = runs(2, 20);
  for (let kill = 0; kill < kills; kill += 1) {
    const stop = start();
    const seen = received.length;
    await until(() => received.length > seen || firsts().length === sent.length);
    await stop();
  }
  start();
  await until(() => firsts().length === sent.length);
  expect(firsts()).toEqual(sent);
});

test('two processes that both believe to be the one skip nothing', async () => {
  await add();
  start();
  start();
  const sent = await publish(10);
  await until(() => firsts().length === 10);
  expect(firsts()).toEqual(sent);
});

test.each(['http://127.0.0.1', 'https://[::ffff:7f00:1]', 'https://169.254.169.254', 'https://user:word@lims.example'])(
  '%s is refused as an address',
  (address) => {
    expect(webhookSender({ privateHosts: [], secrets, clock }).accepts(address)).toBe(false);
  },
);

test('a name of a private address is refused when the connection is made', async () => {
  const sender = webhookSender({ privateHosts: [], secrets, clock });
  const webhook = { webhookId: 'w', url: 'https://localhost:8443/', generation: 0, rotatedAt: null };
  const sent = await sender.send(webhook, { id: 'i', type: 't', body: '{}' }, new AbortController().signal);
  expect(sent).toMatchObject({ status: null, error: 'the address is not public' });
});
