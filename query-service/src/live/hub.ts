import type { Server as HttpServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Role } from '@dayline/contracts/endpoints/definition';
import type { Position } from '@dayline/contracts/ids';
import { positionSchema } from '@dayline/contracts/ids';
import {
  type LiveMessage,
  livePath,
  type PageToServer,
  type ServerToPage,
  tooManySockets,
} from '@dayline/contracts/live';
import type { OriginSettings } from '@dayline/http/caller';
import { isOutage } from '@dayline/http/outage';
import type { HeaderList } from '@dayline/http/security-headers';
import type { Sessions } from '@dayline/http/session/sessions';
import { ignoreOtherUpgrades } from '@dayline/http/upgrades';
import type { Logger } from '@dayline/runtime/logging/logger';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import type { Desk } from '../desk/desk.ts';
import type { Read } from '../desk/reading.ts';
import { LiveFeed } from './feed.ts';
import { handshakes } from './handshake.ts';
import { lookEvery } from './look-every.ts';
import { type Room, roomOf } from './rooms.ts';
import { packetLine, type TraceOf, withTraces } from './traces.ts';

export interface HubDeps {
  readonly desk: Desk;
  readonly read: Read;
  readonly sessions: Pick<Sessions, 'find' | 'watch'>;
  readonly origins: OriginSettings;
  readonly security: HeaderList;
  readonly logger: Logger;
  /** "connections per account capped" (quality): the newest is refused, so that no open page loses its own. */
  readonly socketsPerAccount?: number;
  /** The traceparent of a change; without it packets name none. */
  readonly traceOf?: TraceOf;
}

export interface Hub {
  /** Tells every page to refetch: after a rebuild of the views. */
  refetchAll(): Promise<void>;
  /** How many sockets are open, by role; for metrics. */
  openSockets(): ReadonlyMap<Role, number>;
  /** Closes every socket; the HTTP server belongs to the caller. */
  stop(): Promise<void>;
}

interface SocketData {
  readonly tokenHash: string;
  readonly room: Room;
  readonly accountId: string;
  readonly role: Role;
}
type LiveServer = Server<PageToServer, ServerToPage, DefaultEventsMap, SocketData>;
type LiveSocket = Socket<PageToServer, ServerToPage, DefaultEventsMap, SocketData>;

/** "message ≤ 64 kB" (quality) */
const messageAtMost = 64 * 1024;
const socketsAtMost = 20;
/**
 * In ms. Ten thousand open pages are 220 pings a second. Proxies drop a connection that is silent for 60 s or more; a
 * visible page asks far more often by itself.
 */
const pingEvery = 45_000;
/** Retry delay in ms after the views could not be read. */
const resumeAgainAfter = 250;
/** Interval of the check for a new clinic day, in ms. */
const clockLookEvery = 600;
/** In ms: a session that ends, in any process, closes its sockets within 1 s. */
const sessionLookEvery = 500;

/** Serves the sockets of this process: rooms come from the session, changes from the views. */
export function attachHub(httpServer: HttpServer, deps: HubDeps): Hub {
  const { desk, read, logger, socketsPerAccount = socketsAtMost, traceOf = () => undefined } = deps;
  const { middleware, sessionOf } = handshakes(deps);
  const io: LiveServer = new Server(httpServer, {
    path: livePath,
    serveClient: false,
    destroyUpgrade: false,
    transports: ['websocket'],
    maxHttpBufferSize: messageAtMost,
    pingInterval: pingEvery,
    perMessageDeflate: false,
    httpCompression: false,
    // A socket that was admitted but is in no room, such as one above the cap, doesn't keep the connection.
    connectTimeout: 10_000,
  });
  ignoreOtherUpgrades(httpServer, ({ url }) => url?.startsWith(`${livePath}/`) ?? false);
  io.engine.use(middleware);
  const onFault = (error: unknown) => logger.error({ err: error }, 'live updates failed');
  const accounts = new Map<string, number>();
  const rooms = io.of('/').adapter.rooms;
  const sessionWatch = deps.sessions.watch();
  const feed = new LiveFeed({
    desk,
    read,
    isHeard: (room) => rooms.has(room),
    isAnybodyThere: () => rooms.size > 0,
    onFault,
    send: sendToRoom,
  });

  function sendToRoom(room: Room | 'all', changes: readonly LiveMessage[]) {
    const messages = withTraces(changes, traceOf);
    if (logger.isLevelEnabled('debug')) logger.debug(packetLine(room, messages), 'sent to sockets');
    if (room === 'all') io.emit('live', messages);
    else io.to(room).emit('live', messages);
  }

  io.use((socket, next) => {
    const session = sessionOf(socket.request);
    const room = session && roomOf(session.identity);
    if (!session || !room) return next(new Error('session.missing'));
    const { accountId, role } = session.identity;
    const open = accounts.get(accountId) ?? 0;
    if (open >= socketsPerAccount) return next(new Error(tooManySockets));
    accounts.set(accountId, open + 1);
    // Counted here, before the first await; a socket that fails to open is uncounted below.
    socket.conn.once('close', () => leave(accountId));
    socket.data = { tokenHash: session.tokenHash, room, accountId, role };
    next();
  });

  function leave(accountId: string) {
    const left = (accounts.get(accountId) ?? 1) - 1;
    if (left > 0) accounts.set(accountId, left);
    else accounts.delete(accountId);
  }

  io.on('connection', (socket) => {
    void socket.join(socket.data.room);
    const unwatch = sessionWatch.add(socket.data, () => {
      socket.emit('sessionEnded');
      socket.disconnect(true);
    });
    socket.once('disconnect', unwatch);
    if (isAway) socket.emit('away', true);
    socket.on('beat', (answered: unknown) => {
      if (typeof answered === 'function') answered();
    });
    let resuming = false;
    socket.on('resume', async (position: unknown, answered: unknown) => {
      const shown = positionSchema.safeParse(position);
      if (resuming || !shown.success) return;
      resuming = true;
      // A page without its missed changes would show stale rows until they change again.
      while (socket.connected && !(await resumed(socket, shown.data, answered))) {
        await pause(resumeAgainAfter, undefined, { ref: false });
      }
      resuming = false;
    });
  });

  /** Sends one page what changed since its position, after it has joined its room. Whether that succeeded. */
  async function resumed(socket: LiveSocket, shown: Position, answered: unknown): Promise<boolean> {
    try {
      const { at, messages } = await feed.since(shown, socket.data.room);
      if (messages.length > 0) socket.emit('live', messages);
      if (typeof answered === 'function') answered({ at });
      return true;
    } catch (error) {
      onFault(error);
      return false;
    }
  }

  const stopListening = desk.onCommit(() => feed.wake());
  feed.wake();

  let isAway = false;
  /** A page that sends no requests would not notice that its updates have stopped. */
  function tellPages(areViewsAway: boolean) {
    if (areViewsAway === isAway) return;
    isAway = areViewsAway;
    io.emit('away', isAway);
  }

  const clockLook = lookEvery(clockLookEvery, () =>
    feed.lookAtTheClock().then(
      () => tellPages(false),
      (error: unknown) => {
        onFault(error);
        tellPages(isOutage(error));
      },
    ),
  );
  const sessionLook = lookEvery(sessionLookEvery, () => sessionWatch.look().catch(onFault));

  return {
    refetchAll: () => feed.refetchAll(),
    openSockets() {
      const open = new Map<Role, number>();
      for (const { data } of io.of('/').sockets.values()) open.set(data.role, (open.get(data.role) ?? 0) + 1);
      return open;
    },
    async stop() {
      stopListening();
      await Promise.all([feed.stop(), clockLook.stop(), sessionLook.stop()]);
      io.disconnectSockets(true);
      // Not `io.close()`, which would close the caller's HTTP server too.
      io.engine.close();
      await io.of('/').adapter.close();
    },
  };
}
