import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Identity } from '@dayline/contracts/endpoints/session';
import { type LiveMessage, livePath, type PageToServer, type ServerToPage } from '@dayline/contracts/live';
import { displayCredential, keyCredential, sessionCredential } from '@dayline/http/caller';
import { ApiKeys } from '@dayline/http/partner/api-keys';
import { sealedCursors } from '@dayline/http/sealed-cursors';
import { securityHeaders } from '@dayline/http/security-headers';
import { createApp } from '@dayline/http/server/app';
import { CalendarFeeds } from '@dayline/http/session/calendar-feeds';
import { Displays } from '@dayline/http/session/displays';
import { Sessions } from '@dayline/http/session/sessions';
import { openThrottle, type Throttle } from '@dayline/http/throttle';
import { createLogger } from '@dayline/runtime/logging/logger';
import { type Vault, VaultUnavailable } from '@dayline/vault/port';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import { memoryBlobs } from '@dayline/vault/testing/memory-blobs';
import { type Socket as ClientSocket, io } from 'socket.io-client';
import { createQueryService, type QueryServiceDeps } from '../service.ts';
import type { TestClinic } from './clinic.ts';
import { proofParts } from './proof-parts.ts';

export type PageSocket = ClientSocket<ServerToPage, PageToServer>;

/** A page's socket with all messages it received. */
export interface TestPage {
  readonly socket: PageSocket;
  readonly received: LiveMessage[];
  /** Resolves when a received message matches, at once if one already does. */
  hears(what: (message: LiveMessage) => boolean): Promise<LiveMessage>;
  /** 'sessionEnded' and 'disconnect' in the order of arrival. */
  readonly ends: string[];
  /** What 'sessionEnding' said, in order. */
  readonly warnings: boolean[];
}

interface LiveServerOptions {
  readonly socketsPerAccount?: number;
  readonly publicUrl?: string;
  /** In ms: how far the clock of the sessions is ahead. */
  readonly sessionsAhead?: () => number;
  /** Awaited before each session lookup. */
  readonly beforeFinding?: () => Promise<void>;
  readonly isVaultAway?: () => boolean;
  readonly throttle?: Throttle;
}

/** The vault's sessions, which can be made to fail. */
function failingWhileAway({ sessions }: Vault, isAway: () => boolean): Pick<Vault, 'sessions'> {
  const reach = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    if (isAway()) throw new VaultUnavailable('unavailable');
    return ask();
  };
  return {
    sessions: {
      ...sessions,
      find: (tokenHash) => reach(() => sessions.find(tokenHash)),
      endedSince: (mark) => reach(() => sessions.endedSince(mark)),
      inForce: (tokenHashes) => reach(() => sessions.inForce(tokenHashes)),
    },
  };
}

function openTestPage(
  address: string,
  headers: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>> = {},
): TestPage {
  const socket: PageSocket = io(address, {
    path: livePath,
    query,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { origin: address, ...headers },
  });
  const received: LiveMessage[] = [];
  const ends: string[] = [];
  const warnings: boolean[] = [];
  const waiting: (() => void)[] = [];
  socket.on('live', (messages) => {
    received.push(...messages);
    for (const look of waiting) look();
  });
  socket.on('sessionEnding', (isEnding: boolean) => warnings.push(isEnding));
  socket.on('sessionEnded', () => ends.push('sessionEnded'));
  socket.on('disconnect', () => ends.push('disconnect'));
  return {
    socket,
    received,
    ends,
    warnings,
    hears: (what) =>
      new Promise((resolve) => {
        const look = () => {
          const match = received.find(what);
          if (match) resolve(match);
        };
        waiting.push(look);
        look();
      }),
  };
}

function recordingLogger() {
  const logged: string[] = [];
  const destination = new PassThrough();
  destination.on('data', (line: Buffer) => logged.push(line.toString()));
  return { logger: createLogger('query-service', { destination }), logged };
}

let vaults = 0;
export const sessionSecret = 'a secret for tests alone, long enough';

// Sessions use the wall clock: the once-a-second lookups must run although the clinic's clock stands still.
const wallClock = { now: () => Date.now() };

const sessionsOf = (of: Pick<Vault, 'sessions'>, ahead: () => number) =>
  new Sessions({
    vault: of,
    names: [],
    clock: { now: () => wallClock.now() + ahead() },
    sessionSecret,
    cookieSecure: false,
    sessionIdleHours: 12,
    sessionMaxDays: 7,
    proofMinutes: 15,
    onFault: (error) => {
      throw error;
    },
  });

function countedWatch(watch: ReturnType<Sessions['watch']>, onLook: () => void): typeof watch {
  return { add: (...added) => watch.add(...added), look: () => watch.look().finally(onLook) };
}

const unwatched = (sessions: Sessions): Omit<QueryServiceDeps['sessions'], 'find' | 'watch'> => ({
  cookie: sessions.cookie,
  ofAccount: (accountId) => sessions.ofAccount(accountId),
  publicIdOf: (tokenHash) => sessions.publicIdOf(tokenHash),
  isOurs: (cookie) => sessions.isOurs(cookie),
  isProved: (tokenHash) => sessions.isProved(tokenHash),
});

/** The query service on a free port, with real sessions in a vault. */
export async function startLiveServer(clinic: TestClinic, options: LiveServerOptions = {}) {
  const { publicUrl = null, beforeFinding, isVaultAway = () => false, sessionsAhead = () => 0, ...more } = options;
  vaults += 1;
  const path = join(clinic.folder, `vault-${vaults}.db`);
  const openVault = () => openSqliteVault({ path, masterKey: Buffer.alloc(32, 7) });
  const vault = await openVault();
  let looks = 0;
  const sessions = sessionsOf(failingWhileAway(vault, isVaultAway), sessionsAhead);
  const displays = new Displays({ log: clinic.eventLog, sessionSecret, cookieSecure: false });
  const apiKeys = new ApiKeys({ log: clinic.eventLog, clock: clinic.clock, sessionSecret });
  const { logger, logged } = recordingLogger();
  const security = securityHeaders({ secure: false });
  const service = createQueryService({
    desk: clinic.views,
    activity: clinic.activity,
    ...{ blobs: memoryBlobs(), webhooks: vault },
    ...{ accounts: vault.accounts, secondFactors: vault.secondFactors },
    ...{ reservations: vault.reservations, keyUses: vault.keyUses },
    eventLog: clinic.eventLog,
    sealedLog: clinic.sealedLog,
    proof: { ...proofParts(clinic), onExported: () => undefined },
    displays,
    calendarFeeds: new CalendarFeeds({ log: clinic.eventLog, sessionSecret }),
    credentials: [sessionCredential(sessions), displayCredential(displays), keyCredential(apiKeys)],
    sessions: {
      ...unwatched(sessions),
      watch: () =>
        countedWatch(sessions.watch(), () => {
          looks += 1;
        }),
      async find(...args) {
        await beforeFinding?.();
        return sessions.find(...args);
      },
    },
    clock: clinic.clock,
    horizonDays: 60,
    logger,
    settings: { publicUrl, allowedOrigins: ['https://desk.example'], cookieSecure: false, trustProxy: 0 },
    security,
    cursors: sealedCursors('a secret for tests alone, long enough'),
    throttle: openThrottle({ callsPerMinute: 600, clock: wallClock }),
    ...more,
  });
  const server = createServer(createApp({ security, logger, calls: [service.router] }));
  const connections = new Set<Socket>();
  server.on('connection', (socket) => connections.add(socket));
  service.attachLive(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const pages: PageSocket[] = [];

  return {
    address,
    service,
    ...{ sessions, displays, apiKeys },
    /** Resolves after this many more session checks of open sockets, successful or not. */
    async looksAtSessions(times: number) {
      const until = looks + times;
      while (looks < until) await new Promise((resolve) => setImmediate(resolve));
    },
    /** Runs another process on the same vault, which exits right after; this process has to see its changes. */
    async inOtherProcess(act: (process: { readonly sessions: Sessions; readonly vault: Vault }) => Promise<void>) {
      const own = await openVault();
      await act({ sessions: sessionsOf(own, sessionsAhead), vault: own });
      await own.close();
    },
    logged,
    /** Resolves when the next of the current connections closes. */
    connectionClosed: () =>
      new Promise<void>((resolve) => {
        for (const socket of connections) socket.once('close', () => resolve());
      }),

    /** Opens an account and a session; returns the Cookie header. */
    async signIn({ accountId, role, name, clientId, pocId }: Identity) {
      const account = { accountId, role, name, clientId, pocId, email: `${accountId}@example.org` };
      const stored = { ...account, passwordHash: null, sessionEpoch: 0 };
      await vault.accounts.add(stored);
      // A former sign-in may have added it, and its password may have been changed since.
      const { setCookie, session } = await sessions.open((await vault.accounts.byId(accountId)) ?? stored);
      return { cookie: setCookie.split(';')[0] ?? '', tokenHash: session.tokenHash };
    },

    open(...how: [headers: Readonly<Record<string, string>>, query?: Readonly<Record<string, string>>]): TestPage {
      const page = openTestPage(address, ...how);
      pages.push(page.socket);
      return page;
    },

    async stop() {
      for (const page of pages) page.disconnect();
      await service.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await vault.close();
    },
  };
}

export const opened = ({ socket }: TestPage): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('connect_error', reject);
  });

/** The reason why a socket was refused. */
export const refusal = ({ socket }: TestPage): Promise<string> =>
  new Promise((resolve, reject) => {
    socket.once('connect', () => reject(new Error('the socket was admitted')));
    socket.once('connect_error', (error) => resolve(error.message));
  });

export const closed = ({ socket }: TestPage): Promise<void> =>
  new Promise((resolve) => {
    if (socket.disconnected) resolve();
    else socket.once('disconnect', () => resolve());
  });
