import type { Server as HttpServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { roles } from '@dayline/contracts/endpoints/definition';
import type { Position } from '@dayline/contracts/ids';
import { positionSchema } from '@dayline/contracts/ids';
import {
  type LiveMessage,
  livePath,
  type PageToServer,
  type ServerToPage,
  tooManySockets,
} from '@dayline/contracts/live';
import { isOutage } from '@dayline/http/outage';
import { ignoreOtherUpgrades } from '@dayline/http/server/upgrades';
import type { Sessions } from '@dayline/http/session/sessions';
import { lasting } from '@dayline/runtime/logging/lasting';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import type { Desk } from '../desk/desk.ts';
import type { Read } from '../desk/snapshot.ts';
import { LiveFeed } from './feed.ts';
import { type HandshakeDeps, handshakes, type OpenConnection } from './handshake.ts';
import { roomsOfLeft } from './left-doctors.ts';
import { lookEvery } from './look-every.ts';
import type { OpenDisplay } from './messages.ts';
import { type Room, roomOf, roomOfDisplay } from './rooms.ts';
import { packetLine, type TraceOf, withTraces } from './traces.ts';

export interface HubDeps extends HandshakeDeps {
  readonly desk: Desk;
  readonly read: Read;
  readonly sessions: Pick<Sessions, 'isOurs' | 'find' | 'watch'>;
  /** "connections per account capped" (quality): the newest is refused, so that no open page loses its own. */
  readonly socketsPerAccount?: number;
  /** The traceparent of a change; absent: packets name none. */
  readonly traceOf?: TraceOf;
}

export interface Hub {
  /** Makes every page refetch after a rebuild of the views. */
  refetchAll(): Promise<void>;
  /** How many sockets are open, by role; for metrics. */
  openSockets(): ReadonlyMap<SocketRole, number>;
  /** Closes every socket; the HTTP server belongs to the caller. */
  stop(): Promise<void>;
}

export const socketRoles = [...roles, 'display'] as const;
export type SocketRole = (typeof socketRoles)[number];

interface SocketData {
  readonly room: Room;
  /** The account or the display, whose sockets are counted. */
  readonly ownerId: string;
  readonly role: SocketRole;
  /** Null for a display: its room is closed when it changes. */
  readonly tokenHash: string | null;
}
type LiveServer = Server<PageToServer, ServerToPage, DefaultEventsMap, SocketData>;
type LiveSocket = Socket<PageToServer, ServerToPage, DefaultEventsMap, SocketData>;

/** "message ≤ 64 kB" (quality) */
const messageAtMost = 64 * 1024;
const socketsAtMost = 20;
/**
 * In ms. Ten thousand open pages send 220 pings a second. Proxies drop a connection that is silent for 60 s or more; a
 * visible page sends far more often itself.
 */
const pingEveryMs = 45_000;
/** Retry delay in ms after the views could not be read. */
const resumeAgainAfter = 250;
/** Interval of the check for a new clinic day, in ms. */
const clockCheckEveryMs = 600;
/** In ms: when a session ends, in any process, its sockets close within 1 s. */
const sessionPollEveryMs = 500;

function dataOf(connection: OpenConnection): SocketData | null {
  if ('display' in connection) {
    const { id } = connection.display;
    return { room: roomOfDisplay(id), ownerId: id, role: 'display', tokenHash: null };
  }
  const { identity, tokenHash } = connection.session;
  const room = roomOf(identity);
  return room && { room, ownerId: identity.accountId, role: identity.role, tokenHash };
}

/** Serves the sockets of this process: rooms come from the session, changes from the views. */
export function attachHub(httpServer: HttpServer, deps: HubDeps): Hub {
  return new LiveHub(httpServer, deps);
}

class LiveHub implements Hub {
  readonly #deps: HubDeps;
  readonly #io: LiveServer;
  readonly #openedWith: ReturnType<typeof handshakes>['openedWith'];
  readonly #sessionWatch: ReturnType<Sessions['watch']>;
  readonly #feed: LiveFeed;
  /** The number of open sockets of each account and display. */
  readonly #owners = new Map<string, number>();
  /** The displays with a screen here. */
  readonly #displays = new Map<string, OpenDisplay>();
  readonly #stopListening: () => void;
  readonly #clockLook: ReturnType<typeof lookEvery>;
  readonly #sessionLook: ReturnType<typeof lookEvery>;
  readonly #resumeTried: (error: unknown) => void;
  #isAway = false;

  constructor(httpServer: HttpServer, deps: HubDeps) {
    const { desk, read, sessions } = deps;
    const { middleware, openedWith } = handshakes(deps);
    this.#deps = deps;
    this.#resumeTried = this.#lasting('missed changes');
    this.#openedWith = openedWith;
    this.#io = openSocketServer(httpServer);
    this.#io.engine.use(middleware);
    this.#sessionWatch = sessions.watch();
    const rooms = this.#io.of('/').adapter.rooms;
    this.#feed = new LiveFeed({
      desk,
      read,
      hasListeners: (room) => rooms.has(room),
      isAnybodyThere: () => rooms.size > 0,
      onTried: this.#lasting('changes'),
      displays: () => [...this.#displays.values()],
      // Its screen opens another socket if it still belongs to the display.
      onDisplayChanged: (displayId) => this.#io.in(roomOfDisplay(displayId)).disconnectSockets(true),
      send: (room, changes) => this.#sendToRoom(room, changes),
    });
    this.#io.use((socket, next) => next(this.#admit(socket)));
    this.#io.on('connection', (socket) => this.#connect(socket));
    this.#stopListening = desk.onCommit(() => this.#feed.wake());
    this.#feed.wake();
    const clockTried = this.#lasting('clock');
    this.#clockLook = lookEvery(clockCheckEveryMs, () => this.#lookAtTheClock(clockTried));
    const sessionsTried = this.#lasting('sessions');
    this.#sessionLook = lookEvery(sessionPollEveryMs, () =>
      this.#sessionWatch.look().then(() => sessionsTried(null), sessionsTried),
    );
  }

  refetchAll(): Promise<void> {
    return this.#feed.refetchAll();
  }

  openSockets(): ReadonlyMap<SocketRole, number> {
    const open = new Map<SocketRole, number>();
    for (const { data } of this.#io.of('/').sockets.values()) open.set(data.role, (open.get(data.role) ?? 0) + 1);
    return open;
  }

  async stop(): Promise<void> {
    this.#stopListening();
    await Promise.all([this.#feed.stop(), this.#clockLook.stop(), this.#sessionLook.stop()]);
    this.#io.disconnectSockets(true);
    // Not `io.close()`, which would close the caller's HTTP server too.
    this.#io.engine.close();
    await this.#io.of('/').adapter.close();
  }

  /** One line when it starts to fail, and one when it succeeds again. */
  #lasting(subject: string): (error: unknown) => void {
    const { logger } = this.#deps;
    return lasting((error) => {
      if (error === null) logger.info({ of: subject }, 'live updates work again');
      else logger.error({ of: subject, err: error }, 'live updates failed; they are tried again');
    });
  }

  #sendToRoom(room: Room | 'all', changes: readonly LiveMessage[]): void {
    const { logger, traceOf = () => undefined } = this.#deps;
    const messages = withTraces(changes, traceOf);
    if (logger.isLevelEnabled('debug')) logger.debug(packetLine(room, messages), 'sent to sockets');
    if (room === 'all') this.#io.emit('live', messages);
    else this.#io.to(room).emit('live', messages);
  }

  /** Counts a socket and notes its session; the error if it has no session, or its account too many sockets. */
  #admit(socket: LiveSocket): Error | undefined {
    const { socketsPerAccount = socketsAtMost } = this.#deps;
    const connection = this.#openedWith(socket.request);
    const data = connection && dataOf(connection);
    if (!data) return new Error('session.missing');
    const { ownerId } = data;
    const open = this.#owners.get(ownerId) ?? 0;
    if (open >= socketsPerAccount) return new Error(tooManySockets);
    this.#owners.set(ownerId, open + 1);
    if ('display' in connection) this.#displays.set(ownerId, connection.display);
    // Counted here, before the first await; a socket that fails to open is uncounted when its connection closes.
    socket.conn.once('close', () => this.#leave(ownerId));
    socket.data = data;
    return undefined;
  }

  #leave(ownerId: string): void {
    const others = (this.#owners.get(ownerId) ?? 1) - 1;
    if (others > 0) {
      this.#owners.set(ownerId, others);
      return;
    }
    this.#owners.delete(ownerId);
    this.#displays.delete(ownerId);
  }

  #connect(socket: LiveSocket): void {
    void socket.join(socket.data.room);
    const { tokenHash, ownerId: accountId } = socket.data;
    if (tokenHash !== null) {
      const end = () => {
        socket.emit('sessionEnded');
        socket.disconnect(true);
      };
      const unwatch = this.#sessionWatch.add({ tokenHash, accountId }, end, (isEnding) =>
        socket.emit('sessionEnding', isEnding),
      );
      socket.once('disconnect', unwatch);
    }
    if (this.#isAway) socket.emit('away', true);
    socket.on('beat', (acknowledge: unknown) => {
      if (typeof acknowledge === 'function') acknowledge();
    });
    let resuming = false;
    socket.on('resume', async (position: unknown, acknowledge: unknown) => {
      const parsed = positionSchema.safeParse(position);
      if (resuming || !parsed.success) return;
      resuming = true;
      // A page without its missed changes would show stale rows until they change again.
      while (socket.connected && !(await this.#resumed(socket, parsed.data, acknowledge))) {
        await pause(resumeAgainAfter, undefined, { ref: false });
      }
      resuming = false;
    });
  }

  /** Sends one page the changes since its position, after it has joined its room. Returns whether that succeeded. */
  async #resumed(socket: LiveSocket, position: Position, acknowledge: unknown): Promise<boolean> {
    try {
      const { at, messages } = await this.#feed.since(position, socket.data.room);
      if (messages.length > 0) socket.emit('live', messages);
      if (typeof acknowledge === 'function') acknowledge({ at });
      this.#resumeTried(null);
      return true;
    } catch (error) {
      this.#resumeTried(error);
      return false;
    }
  }

  async #lookAtTheClock(onResult: (error: unknown) => void): Promise<void> {
    try {
      await this.#feed.checkClock();
      await this.#endSessionsOfLeft();
      onResult(null);
      this.#setAway(false);
    } catch (error) {
      onResult(error);
      this.#setAway(isOutage(error));
    }
  }

  /** The session is refused from then on, but the vault doesn't report it as ended. */
  async #endSessionsOfLeft(): Promise<void> {
    for (const room of await roomsOfLeft(this.#io.of('/').adapter.rooms.keys(), this.#deps.read)) {
      this.#io.in(room).emit('sessionEnded');
      this.#io.in(room).disconnectSockets(true);
    }
  }

  /** A page that sends no requests would not notice that its updates have stopped. */
  #setAway(isAway: boolean): void {
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    this.#io.emit('away', isAway);
  }
}

function openSocketServer(httpServer: HttpServer): LiveServer {
  const io: LiveServer = new Server(httpServer, {
    path: livePath,
    serveClient: false,
    destroyUpgrade: false,
    transports: ['websocket'],
    maxHttpBufferSize: messageAtMost,
    pingInterval: pingEveryMs,
    perMessageDeflate: false,
    httpCompression: false,
    // A socket that was admitted but is in no room, such as one above the cap, doesn't keep the connection.
    connectTimeout: 10_000,
  });
  ignoreOtherUpgrades(httpServer, ({ url }) => url?.startsWith(`${livePath}/`) ?? false);
  return io;
}
