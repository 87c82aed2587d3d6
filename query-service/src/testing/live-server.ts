import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Identity } from '@dayline/contracts/endpoints/session';
import { type LiveMessage, livePath, type PageToServer, type ServerToPage } from '@dayline/contracts/live';
import { memoryBlobs } from '@dayline/platform/blobs/memory';
import { securityHeaders } from '@dayline/platform/http/security-headers';
import { openThrottle } from '@dayline/platform/http/throttle';
import { createLogger } from '@dayline/platform/logging/logger';
import { openSessions } from '@dayline/platform/session/sessions';
import { openSqliteVault } from '@dayline/platform/vault/sqlite/open';
import { io, type Socket } from 'socket.io-client';
import { createQueryService } from '../service.ts';
import type { TestClinic } from './clinic.ts';

export type PageSocket = Socket<ServerToPage, PageToServer>;

/** A page's socket with all that it has heard. */
export interface TestPage {
  readonly socket: PageSocket;
  readonly heard: LiveMessage[];
  /** Resolves when something heard fulfils it, at once when something has already. */
  hears(what: (message: LiveMessage) => boolean): Promise<LiveMessage>;
  /** 'sessionEnded' and 'disconnect' in the order in which they came. */
  readonly ends: string[];
}

/** The query service on a free port, with real sessions in a vault. */
export async function startLiveServer(clinic: TestClinic, options: { readonly socketsPerAccount?: number } = {}) {
  const vault = await openSqliteVault({ path: join(clinic.folder, 'vault.db'), masterKey: Buffer.alloc(32, 7) });
  // Sessions live by the wall clock: the look-ups of a second must pass although the clinic's clock stands still.
  const wallClock = { now: () => Date.now() };
  const nobody = { client: async () => null, doctor: async () => null };
  const openAll = () =>
    openSessions({
      vault,
      directory: nobody,
      clock: wallClock,
      sessionSecret: 'a secret for tests alone, long enough',
      cookieSecure: false,
      sessionIdleHours: 12,
      sessionMaxDays: 7,
      onFault: (error) => {
        throw error;
      },
    });
  const sessions = openAll();
  const logged: string[] = [];
  const destination = new PassThrough();
  destination.on('data', (line: Buffer) => logged.push(line.toString()));
  const service = createQueryService({
    desk: clinic.views,
    blobs: memoryBlobs(),
    eventLog: clinic.eventLog,
    sealedLog: clinic.sealedLog,
    sessions,
    clock: clinic.clock,
    horizonDays: 60,
    logger: createLogger('query-service', { destination }),
    settings: { publicUrl: null, allowedOrigins: ['https://desk.example'], cookieSecure: false, trustProxy: 0 },
    security: securityHeaders({ secure: false }),
    throttle: openThrottle({ callsPerMinute: 600, clock: wallClock }),
    ...options,
  });
  const server = createServer((request, response) =>
    service.router(request, response, () => {
      response.writeHead(404).end();
    }),
  );
  service.attachLive(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const pages: PageSocket[] = [];

  return {
    address,
    service,
    sessions,
    /** Another process over the same vault: what it ends, this one has to see. */
    otherProcess: openAll(),
    logged,

    /** Opens an account and a session for somebody; gives the Cookie header. */
    async signIn({ accountId, role, name, clientId, pocId }: Identity) {
      const account = { accountId, role, name, clientId, pocId, email: `${accountId}@example.org` };
      const stored = { ...account, passwordHash: null, sessionEpoch: 0 };
      await vault.accounts.add(stored);
      const { setCookie, session } = await sessions.open(stored);
      return { cookie: setCookie.split(';')[0] ?? '', tokenHash: session.tokenHash };
    },

    open(headers: Readonly<Record<string, string>>): TestPage {
      const socket: PageSocket = io(address, {
        path: livePath,
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
        extraHeaders: { ...headers },
      });
      pages.push(socket);
      const heard: LiveMessage[] = [];
      const ends: string[] = [];
      const waiting: (() => void)[] = [];
      socket.on('live', (messages) => {
        heard.push(...messages);
        for (const look of waiting) look();
      });
      socket.on('sessionEnded', () => ends.push('sessionEnded'));
      socket.on('disconnect', () => ends.push('disconnect'));
      return {
        socket,
        heard,
        ends,
        hears: (what) =>
          new Promise((resolve) => {
            const look = () => {
              const found = heard.find(what);
              if (found) resolve(found);
            };
            waiting.push(look);
            look();
          }),
      };
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

/** Why a socket was refused. */
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
