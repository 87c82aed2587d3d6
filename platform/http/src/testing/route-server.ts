import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@dayline/contracts/endpoints/definition';
import { createLogger } from '@dayline/runtime/logging/logger';
import type { Vault } from '@dayline/vault/port';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import { type BodyTime, bodyTime } from '../body-time.ts';
import type { Route } from '../call.ts';
import { type CallDeps, callRoutes } from '../call-routes.ts';
import { sessionCredential } from '../caller.ts';
import { openBodyDigests } from '../request/body-digest.ts';
import { sealedCursors } from '../sealed-cursors.ts';
import { securityHeaders } from '../security-headers.ts';
import { createApp } from '../server/app.ts';
import { listen } from '../server/listen.ts';
import { Sessions } from '../session/sessions.ts';
import { openThrottle } from '../throttle.ts';
import { type Received, type Sent, send } from './send.ts';

/** The ids used in the tests: two clients with a doctor each. */
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

export interface RouteServer {
  readonly base: string;
  readonly sessions: Sessions;
  readonly vault: Vault;
  /** Logged lines. */
  readonly log: string[];
  /** The clock, ms; settable. */
  now: number;
  send(sent: Sent): Promise<Received>;
  /** The Cookie header of a new session. */
  signIn(role: Role, clientId?: string): Promise<string>;
  close(): Promise<void>;
}

export interface StartOptions extends Partial<Omit<CallDeps, 'sessions' | 'logger' | 'clock'>> {
  readonly cookieSecure?: boolean;
  readonly bodies?: BodyTime;
  readonly logLevel?: string;
}

/** Serves routes over HTTP on a free port, with sessions in a real vault in a temporary folder. */
export async function startRouteServer(
  routes: readonly Route[],
  { cookieSecure = false, bodies = bodyTime, logLevel = 'debug', credentials = [], ...deps }: StartOptions = {},
): Promise<RouteServer> {
  const folder = mkdtempSync(join(tmpdir(), 'dayline-http-'));
  const vault = await openSqliteVault({
    path: join(folder, 'vault.db'),
    masterKey: Buffer.from('0123456789abcdef'.repeat(2)),
  });
  const log: string[] = [];
  const logger = createLogger('test', { level: logLevel, destination: { write: (line) => log.push(line) } });
  const clock = { now: () => started.now };
  const sessions = new Sessions({
    vault,
    names: [
      {
        client: async () => ({ name: 'Sunrise', zone: 'Asia/Kolkata', branches: [] }),
        doctor: async () => ({ name: 'Dr. Asha Menon', leftFrom: null }),
      },
    ],
    clock,
    sessionSecret: 'a secret of the tests, 32 characters or more',
    cookieSecure,
    sessionIdleHours: 12,
    sessionMaxDays: 7,
    proofMinutes: 15,
    onFault: (error) => logger.error({ err: error }, 'session could not be looked up'),
  });
  const security = securityHeaders({ secure: cookieSecure });
  const calls = callRoutes(routes, {
    sessions,
    credentials: [sessionCredential(sessions), ...credentials],
    clock,
    logger,
    security,
    digestOf: openBodyDigests(vault.keys),
    cursors: sealedCursors('a secret of the tests, 32 characters or more'),
    ownership: { clientOf: async (_, id) => clientOf.get(id) ?? null, personOf: async (id) => id },
    throttle: openThrottle({ callsPerMinute: 1_000_000, clock }),
    settings: { publicUrl: null, allowedOrigins: [], cookieSecure, trustProxy: 0 },
    ...deps,
  });
  const app = createApp({
    security,
    logger,
    calls: [calls],
    bodies,
    allowedOrigins: deps.settings?.allowedOrigins ?? [],
  });
  const { port, close } = await listen(app, { host: '127.0.0.1', port: 0, security });
  const base = `http://127.0.0.1:${port}`;
  let accounts = 0;
  const started: RouteServer = {
    base,
    sessions,
    vault,
    log,
    now: Date.UTC(2026, 0, 5, 4, 30),
    send: (sent) => send(base, sent),
    async signIn(role, clientId = ids.client) {
      accounts += 1;
      const account = {
        accountId: `01J000000000000000000${String(accounts).padStart(5, '0')}`,
        email: `${role}${accounts}@sunrise.example`,
        role,
        name: 'Meera Nair',
        clientId,
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
