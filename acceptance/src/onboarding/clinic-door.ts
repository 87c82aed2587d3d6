import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemContext } from '@dayline/command-service/command-handler/system-context';
import { type EndpointName, endpoints } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import type { EventLog } from '@dayline/event-log/port';
import { type Received, send } from '@dayline/http/testing/send';
import { readConfig } from '@dayline/runtime/config/config';
import { createLogger } from '@dayline/runtime/logging/logger';
import { type Embedded, startEmbedded } from '@dayline/standalone/embedded';
import type { Vault } from '@dayline/vault/port';
import { type MailServer, startMailServer } from './mail-server.ts';

export const password = 'Vermilion-teapot-41';
export const minute = 60_000;
export const hour = 60 * minute;

export interface Answer {
  readonly status: number;
  readonly headers: Received['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: an answer is read as a page would, field by field.
  readonly body: any;
  /** The body without the values that differ each time. */
  readonly message: unknown;
  /** The cookies that a browser would send back, or ''. */
  readonly cookie: string;
  readonly ms: number;
}

/** The product in this process on its own folder, with one clinic and a clock that the test sets. */
export interface ClinicDoor {
  readonly folder: string;
  readonly port: number;
  readonly clock: { now(): number; pass(ms: number): void };
  readonly vault: Vault;
  readonly log: EventLog;
  /** The logged lines. */
  readonly lines: string[];
  readonly clientId: string;
  readonly departmentId: string;
  addDoctor(email: string): Promise<string>;
  addAdmin(email: string): Promise<string>;
  call(name: EndpointName, body: object, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  signIn(email: string, secret: string, role?: 'admin' | 'doctor', headers?: Record<string, string>): Promise<Answer>;
  /** Restarts it on the same folder. */
  restart(env?: Readonly<Record<string, string>>): Promise<void>;
  close(): Promise<void>;
}

function done<Result extends object>(result: Result | Refusal): Result {
  if (isRefusal(result)) throw new Error(`Refused: ${result.refused}`);
  return result;
}

export async function openClinicDoor(env: Readonly<Record<string, string>> = {}): Promise<ClinicDoor> {
  const folder = mkdtempSync(join(tmpdir(), 'dayline-onboarding-'));
  const lines: string[] = [];
  const logger = createLogger('test', { level: 'info', destination: { write: (line) => lines.push(line) } });
  let instant = Date.now();
  const clock = {
    now: () => instant,
    pass: (ms: number) => {
      instant += ms;
    },
  };
  let vault: Vault | null = null;
  let log: EventLog | null = null;

  async function start(more: Readonly<Record<string, string>>): Promise<Embedded> {
    const read = readConfig({ DATA_DIR: folder, PORT: '0', DEMO: 'off', TRUST_PROXY: '1', ...env, ...more });
    if (!read.ok) throw new Error(read.problem);
    return startEmbedded({
      config: read.config,
      logger,
      clock,
      webFolder: null,
      more: (_app, parts) => {
        vault = parts.vault;
        log = parts.log;
      },
    });
  }
  let running = await start({});
  const by = (clientId: string) => systemContext({ clock, clientId });
  const { clientId } = done(await running.commands.onboardClient({ name: 'Sunrise' }, by('')));
  const { departmentId } = done(await running.commands.openDepartment({ name: 'Cardiology' }, by(clientId)));
  let phones = 0;

  const call: ClinicDoor['call'] = async (name, body, headers = {}) => {
    const begun = performance.now();
    const received = await send(`http://127.0.0.1:${running.port}`, { path: endpoints[name].path, body, headers });
    const ms = performance.now() - begun;
    const parsed = JSON.parse(received.text);
    const { requestId: _requestId, ...message } = parsed;
    const cookies = (received.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]);
    return {
      status: received.status,
      headers: received.headers,
      body: parsed,
      message,
      cookie: cookies.join('; '),
      ms,
    };
  };

  return {
    folder,
    clock,
    lines,
    clientId,
    departmentId,
    get port() {
      return running.port;
    },
    get vault() {
      if (!vault) throw new Error('It is not started.');
      return vault;
    },
    get log() {
      if (!log) throw new Error('It is not started.');
      return log;
    },
    async addDoctor(email) {
      phones += 1;
      const contactNumber = `98765${String(phones).padStart(5, '0')}`;
      const doctor = { departmentId, name: 'Asha Menon', contactNumber, email };
      return done(await running.commands.addDoctor(doctor, by(clientId))).pocId;
    },
    async addAdmin(email) {
      const account = { email, role: 'admin', name: 'Desk 1', pocId: null, password } as const;
      return done(await running.commands.openAccount(account, by(clientId))).accountId;
    },
    call,
    signIn: (email, secret, role = 'doctor', headers = {}) =>
      call('signIn', { email, password: secret, role, clientId: role === 'admin' ? clientId : null }, headers),
    async restart(more = {}) {
      await running.stop();
      running = await start(more);
    },
    async close() {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface SharedDoor {
  readonly door: ClinicDoor;
  readonly server: MailServer;
}
let shared: Promise<SharedDoor> | undefined;

/** One for all suites of a test file, with a mail server; the file calls `closeSharedDoor` at its end. */
export function sharedDoor(): Promise<SharedDoor> {
  shared ??= startMailServer().then(async (server) => ({
    door: await openClinicDoor({
      ...{ SMTP_URL: server.url, MAIL_FROM: 'Dayline <no-reply@dayline.example>' },
      ...{ PUBLIC_URL: 'https://dayline.example', COOKIE_SECURE: 'off' },
    }),
    server,
  }));
  return shared;
}

export async function closeSharedDoor(): Promise<void> {
  const { door, server } = (await shared) ?? {};
  await door?.close();
  await server?.close();
}

/** Retries until the result isn't null or undefined. */
export async function eventually<Value>(look: () => Value | Promise<Value>): Promise<NonNullable<Awaited<Value>>> {
  const until = Date.now() + 300_000;
  for (;;) {
    const value = await look();
    if (value !== undefined && value !== null && value !== false) return value as NonNullable<Awaited<Value>>;
    if (Date.now() > until) throw new Error('It did not come to pass in time.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
