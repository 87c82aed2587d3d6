import type { Server as HttpServer, IncomingMessage } from 'node:http';
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
import type { OriginSettings } from '@dayline/platform/http/caller';
import { isOutage } from '@dayline/platform/http/outage';
import type { Logger } from '@dayline/platform/logging/logger';
import type { LiveSession, Sessions } from '@dayline/platform/session/sessions';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import type { Desk } from '../desk/desk.ts';
import type { Read } from '../desk/reading.ts';
import { LiveFeed } from './feed.ts';
import { checkHandshake } from './handshake.ts';
import { refetchAt } from './messages.ts';
import { type Room, roomOf } from './rooms.ts';
import { endedAmong, lookEvery, type WatchedSocket } from './session-watch.ts';
import { packetLine, type TraceOf, withTraces } from './traces.ts';

export interface HubDeps {
  readonly desk: Desk;
  readonly read: Read;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly origins: OriginSettings;
  readonly logger: Logger;
  /** "connections per account capped" (quality): the newest is refused, so that no open page loses its own. */
  readonly socketsPerAccount?: number;
  /** Whose trace a change belongs to; without it packets name none. */
  readonly traceOf?: TraceOf;
}

export interface Hub {
  /** Tells every page to fetch anew: after a rebuild of the views. */
  refetchAll(): Promise<void>;
  /** How many sockets are open, by role; for metrics. */
  openSockets(): ReadonlyMap<Role, number>;
  /** Closes every socket; the HTTP server stays its owner's. */
  stop(): Promise<void>;
}

interface SocketData extends WatchedSocket {
  readonly room: Room;
  readonly accountId: string;
  readonly role: Role;
}
type LiveServer = Server<PageToServer, ServerToPage, DefaultEventsMap, SocketData>;
type LiveSocket = Socket<PageToServer, ServerToPage, DefaultEventsMap, SocketData>;

/** "message ≤ 64 kB" (quality) */
const messageAtMost = 64 * 1024;
const socketsAtMost = 20;
/** Where the views could not be read, in ms. */
const resumeAgainAfter = 250;

/** Serves the sockets of this process: rooms from the session, what changed from the views. */
export function attachHub(httpServer: HttpServer, deps: HubDeps): Hub {
  const { desk, read, logger, socketsPerAccount = socketsAtMost, traceOf = () => undefined } = deps;
  const opened = new WeakMap<IncomingMessage, LiveSession>();
  const io: LiveServer = new Server(httpServer, {
    path: livePath,
    serveClient: false,
    maxHttpBufferSize: messageAtMost,
    perMessageDeflate: false,
    httpCompression: false,
    // Who was admitted but is in no room yet, such as one too many, doesn't keep the line.
    connectTimeout: 10_000,
    allowRequest: (request, answer) => {
      checkHandshake(request, deps)
        .then((result) => {
          if ('refused' in result) return answer(result.refused, false);
          opened.set(request, result.session);
          answer(null, true);
        })
        .catch((error) => {
          logger.error({ err: error }, 'a socket could not be admitted');
          answer('unavailable', false);
        });
    },
  });
  const onFault = (error: unknown) => logger.error({ err: error }, 'live updates met a fault');
  const accounts = new Map<string, number>();
  const rooms = io.of('/').adapter.rooms;
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
    const session = opened.get(socket.request);
    const room = session && roomOf(session.identity);
    if (!session || !room) return next(new Error('session.missing'));
    const { accountId, role } = session.identity;
    const open = accounts.get(accountId) ?? 0;
    if (open >= socketsPerAccount) return next(new Error(tooManySockets));
    accounts.set(accountId, open + 1);
    // Counted here, before the first wait; a socket that doesn't come to be is taken off again below.
    socket.conn.once('close', () => leave(accountId));
    socket.data = { tokenHash: session.tokenHash, cookieHeader: socket.request.headers.cookie, room, accountId, role };
    next();
  });

  function leave(accountId: string) {
    const left = (accounts.get(accountId) ?? 1) - 1;
    if (left > 0) accounts.set(accountId, left);
    else accounts.delete(accountId);
  }

  io.on('connection', (socket) => {
    void socket.join(socket.data.room);
    if (isAway) socket.emit('away', true);
    let resuming = false;
    socket.on('resume', async (position: unknown, answered: unknown) => {
      const shown = positionSchema.safeParse(position);
      if (resuming || !shown.success) return;
      resuming = true;
      // A page that was not told what it missed would show the old for as long as nothing of it changes again.
      while (socket.connected && !(await resumed(socket, shown.data, answered))) {
        await pause(resumeAgainAfter, undefined, { ref: false });
      }
      resuming = false;
    });
  });

  /** Tells a page alone what changed since the position that it shows; its room is joined already. Whether it could. */
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

  const stopListening = desk.onCommit((position) => feed.wake(position));
  feed.wake();

  let isAway = false;
  /** A page that asks for nothing would never learn that its news have stopped. */
  function tellPages(areViewsAway: boolean) {
    if (areViewsAway === isAway) return;
    isAway = areViewsAway;
    io.emit('away', isAway);
  }

  let looking: Promise<void> | null = null;
  const watch = setInterval(() => {
    looking ??= Promise.all([feed.lookAtTheClock(), closeEnded()])
      .then(
        () => tellPages(false),
        (error: unknown) => {
          onFault(error);
          tellPages(isOutage(error));
        },
      )
      .finally(() => {
        looking = null;
      });
  }, lookEvery);
  watch.unref();

  async function closeEnded() {
    const sockets = new Map([...io.of('/').sockets.values()].map((socket) => [socket.data, socket]));
    for (const data of await endedAmong(sockets.keys(), deps.sessions, onFault)) {
      const socket = sockets.get(data);
      socket?.emit('sessionEnded');
      socket?.disconnect(true);
    }
  }

  return {
    async refetchAll() {
      io.emit('live', [refetchAt(await desk.position())]);
    },
    openSockets() {
      const open = new Map<Role, number>();
      for (const { data } of io.of('/').sockets.values()) open.set(data.role, (open.get(data.role) ?? 0) + 1);
      return open;
    },
    async stop() {
      clearInterval(watch);
      stopListening();
      await Promise.all([feed.stop(), looking]);
      io.disconnectSockets(true);
      // Not `io.close()`, which would close the HTTP server of its owner too.
      io.engine.close();
      await io.of('/').adapter.close();
    },
  };
}
