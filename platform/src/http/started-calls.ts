import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@dayline/contracts/endpoints/definition';
import { createLogger } from '../logging/logger.ts';
import { openSessions, type Sessions } from '../session/sessions.ts';
import type { Vault } from '../vault/port.ts';
import { openSqliteVault } from '../vault/sqlite/open.ts';
import { createApp } from './app.ts';
import { answerCalls, type CallDeps } from './calls.ts';
import { listen } from './listen.ts';
import type { Route } from './route-table.ts';
import { securityHeaders } from './security-headers.ts';
import { type Received, type Sent, send } from './send.ts';
import { openThrottle } from './throttle.ts';

/** Ids of the small world that the tests of this folder live in: two clients, a doctor at each. */
export const ids = {
  client: '01J00000000000000000000C01',
  otherClient: '01J00000000000000000000C02',
  doctor: '01J00000000000000000000D01',
  colleague: '01J00000000000000000000D02',
  otherDoctor: '01J00000000000000000000D09',
  department: '01J00000000000000000000E01',
  patient: '01J00000000000000000000P01',
  nobody: '01J00000000000000000000X99',
} as const;

const clientOf = new Map<string, string>([
  [ids.doctor, ids.client],
  [ids.colleague, ids.client],
  [ids.otherDoctor, ids.otherClient],
  [ids.department, ids.client],
  [ids.patient, ids.client],
]);
const owner = async (id: string): Promise<string | null> => clientOf.get(id) ?? null;

export interface StartedCalls {
  readonly base: string;
  readonly sessions: Sessions;
  readonly vault: Vault;
  /** Lines that were logged. */
  readonly log: string[];
  /** The clock's time, ms; settable. */
  now: number;
  send(sent: Sent): Promise<Received>;
  /** A Cookie header of a new session. */
  signIn(role: Role): Promise<string>;
  close(): Promise<void>;
}

export interface StartOptions extends Partial<Omit<CallDeps, 'sessions' | 'logger' | 'clock'>> {
  readonly cookieSecure?: boolean;
  readonly requestTimeoutMs?: number;
  readonly logLevel?: string;
}

/** Starts routes over HTTP on a free port, with sessions in a real vault in a folder of their own. */
export async function startCalls(
  routes: readonly Route[],
  { cookieSecure = false, requestTimeoutMs = 10_000, logLevel = 'debug', ...deps }: StartOptions = {},
): Promise<StartedCalls> {
  const folder = mkdtempSync(join(tmpdir(), 'dayline-http-'));
  const vault = await openSqliteVault({
    path: join(folder, 'vault.db'),
    masterKey: Buffer.from('0123456789abcdef'.repeat(2)),
  });
  const log: string[] = [];
  const logger = createLogger('test', { level: logLevel, destination: { write: (line) => log.push(line) } });
  const clock = { now: () => started.now };
  const sessions = openSessions({
    vault,
    directory: {
      client: async () => ({ name: 'Sunrise', zone: 'Asia/Kolkata' }),
      doctor: async () => ({ name: 'Dr. Asha Menon' }),
    },
    clock,
    sessionSecret: 'a secret of the tests, 32 characters or more',
    cookieSecure,
    sessionIdleHours: 12,
    sessionMaxDays: 7,
    onFault: (error) => logger.error({ err: error }, 'session'),
  });
  const security = securityHeaders({ secure: cookieSecure });
  const calls = answerCalls(routes, {
    sessions,
    clock,
    logger,
    security,
    ownership: { clientOfDoctor: owner, clientOfDepartment: owner, clientOfPatient: owner },
    throttle: openThrottle({ callsPerMinute: 1_000_000, clock }),
    settings: { publicUrl: null, allowedOrigins: [], cookieSecure, trustProxy: 0 },
    ...deps,
  });
  const app = createApp({ security, logger, calls: [calls] });
  const { port, close } = await listen(app, { host: '127.0.0.1', port: 0, security, requestTimeoutMs });
  const base = `http://127.0.0.1:${port}`;
  let accounts = 0;
  const started: StartedCalls = {
    base,
    sessions,
    vault,
    log,
    now: Date.UTC(2026, 0, 5, 4, 30),
    send: (sent) => send(base, sent),
    async signIn(role) {
      accounts += 1;
      const account = {
        accountId: `01J000000000000000000${String(accounts).padStart(5, '0')}`,
        email: `${role}${accounts}@sunrise.example`,
        role,
        name: 'Meera Nair',
        clientId: ids.client,
        pocId: role === 'doctor' ? ids.doctor : null,
        passwordHash: null,
        sessionEpoch: 0,
      };
      await vault.accounts.add(account);
      const { setCookie } = await sessions.open(account);
      return setCookie.split(';')[0] ?? '';
    },
    async close() {
      await close(0);
      await vault.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return started;
}
