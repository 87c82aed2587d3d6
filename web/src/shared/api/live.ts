import {
  type LiveMessage,
  livePath,
  type PageToServer,
  type ServerToPage,
  tooManySockets,
} from '@dayline/contracts/live';
import type { QueryClient } from '@tanstack/react-query';
import { io, type Socket } from 'socket.io-client';
import { create } from 'zustand';
import { CallError } from './call-error.ts';
import { call } from './client.ts';
import { startHeartbeat } from './heartbeat.ts';
import { applyLive, type Refetch, refetchConcerned } from './live-mapping.ts';
import { isAway } from './patience.ts';
import { forgetPositions, noteSeen } from './positions.ts';

/**
 * `away`: the socket is open, but the server can't read the views. `limited`: the account has reached its socket limit;
 * this page polls instead.
 */
export type LiveState = 'live' | 'reconnecting' | 'away' | 'offline' | 'limited';

/** The state shown by the live dot. */
export const useLiveState = create<{ state: LiveState }>()(() => ({ state: 'reconnecting' }));

/** Delay of refetches in ms, plus up to as much at random, so that a thousand pages don't fetch at once. */
const jitter = 150;
/** In ms. After this long without a connection the page shows Offline. */
const offlineAfter = 8_000;

/** In ms. Above the socket limit a page refetches, and tries to connect, at this interval. */
const askEvery = 15_000;

export interface LiveConnection {
  close(): void;
}

/** The client side of the socket; tests replace it. */
export type LiveSocket = Pick<Socket<ServerToPage, PageToServer>, 'on' | 'off' | 'emit' | 'connect' | 'disconnect'>;

const openSocket = (): LiveSocket => io({ path: livePath, transports: ['websocket'], withCredentials: true });

/**
 * Follows changes for the signed-in person. The server joins rooms by the session; this only sends the page's position
 * after every connect, and receives what changed since.
 */
export function connectLive(
  client: QueryClient,
  onSessionEnded: () => void,
  socket: LiveSocket = openSocket(),
): LiveConnection {
  let waiting: { refetch: Refetch; at: string }[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: ReturnType<typeof setTimeout> | undefined;
  let recovering: ReturnType<typeof setTimeout> | undefined;
  let stopHeartbeat = (): void => undefined;
  const reach = followReach();
  /**
   * Every change up to here has come through the socket; this page's own commands say nothing about others' changes.
   */
  let followedTo: string | undefined;
  const follow = (at: string) => {
    if (followedTo === undefined || at > followedTo) followedTo = at;
  };

  const flush = () => {
    timer = undefined;
    const due = waiting;
    waiting = [];
    const everything = due.find(({ refetch }) => refetch.names === undefined);
    if (everything) void refetchConcerned(client, everything.refetch, everything.at);
    else for (const { refetch, at } of due) void refetchConcerned(client, refetch, at);
  };

  const onMessages = (messages: readonly LiveMessage[]) => {
    for (const message of messages) {
      // The views were swapped, at an earlier position: what was seen before says nothing about them.
      if (message.topic === 'refetch' && followedTo !== undefined && message.at < followedTo) {
        followedTo = undefined;
        forgetPositions();
      }
      noteSeen(message.at);
      follow(message.at);
      waiting.push({ refetch: applyLive(client, message), at: message.at });
    }
    timer ??= setTimeout(flush, jitter + Math.random() * jitter);
  };

  const askAgain = () =>
    void client.refetchQueries({ type: 'active', predicate: ({ state: { error } }) => isAway(error) });

  const onConnect = () => {
    reach.connected();
    stopHeartbeat();
    stopHeartbeat = startHeartbeat((answered) => socket.emit('beat', answered), reach.lost, reach.back);
    const from = followedTo ?? oldestShown(client);
    if (from !== undefined) socket.emit('resume', from, ({ at }) => follow(at));
    // Queries that failed while the server was away needn't wait for their next retry.
    clearTimeout(recovering);
    recovering = setTimeout(askAgain, jitter + Math.random() * jitter);
  };

  const onDisconnect = () => {
    stopHeartbeat();
    reach.lost();
  };

  /** The account has too many open pages: this one has no socket until another is closed. */
  const onTooMany = () => {
    reach.limited();
    asking = setTimeout(
      () => {
        void client.invalidateQueries();
        // A socket refused by the server doesn't reconnect by itself.
        socket.connect();
      },
      askEvery + Math.random() * jitter,
    );
  };

  /** A refused handshake gives no reason: an ended session looks like an unreachable server. */
  const onRefused = (refusal?: Error) => {
    if (refusal?.message === tooManySockets) return onTooMany();
    reach.lost();
    call('validateSession', {}).catch((error: unknown) => {
      if (error instanceof CallError && error.status === 401) onSessionEnded();
    });
  };

  const renew = () => {
    clearTimeout(asking);
    socket.disconnect();
    // A socket that waits for its next try ignores `connect` unless it was disconnected.
    socket.connect();
  };
  /** The browser knows before the server's next ping is missing; the socket asks it except on localhost. */
  const onNetworkLost = () => {
    reach.lost();
    renew();
  };
  /** The socket's next try may be 5 s away. */
  const onNetworkBack = () => {
    if (['reconnecting', 'offline'].includes(useLiveState.getState().state)) renew();
  };

  const ignoreNetwork = followNetwork(onNetworkLost, onNetworkBack);
  socket.on('connect', onConnect);
  socket.on('disconnect', onDisconnect);
  socket.on('connect_error', onRefused);
  socket.on('live', onMessages);
  socket.on('away', reach.away);
  socket.on('sessionEnded', onSessionEnded);

  return {
    close() {
      clearTimeout(timer);
      clearTimeout(asking);
      clearTimeout(recovering);
      ignoreNetwork();
      stopHeartbeat();
      socket.off('disconnect', onDisconnect);
      socket.off('connect_error', onRefused);
      socket.disconnect();
      reach.end();
    },
  };
}

/** Shows whether the server is reached, and after a while without it Offline. */
function followReach() {
  let goingOffline: ReturnType<typeof setTimeout> | undefined;
  let areViewsAway = false;
  const show = (state: LiveState) => useLiveState.setState({ state });
  const cancelOffline = () => {
    clearTimeout(goingOffline);
    goingOffline = undefined;
  };
  return {
    connected() {
      cancelOffline();
      areViewsAway = false;
      show('live');
    },
    lost() {
      if (goingOffline !== undefined) return;
      show('reconnecting');
      goingOffline = setTimeout(() => show('offline'), offlineAfter);
    },
    /** The socket goes on: what was sent meanwhile comes through it. */
    back() {
      if (goingOffline === undefined) return;
      cancelOffline();
      show(areViewsAway ? 'away' : 'live');
    },
    away(isAway: boolean) {
      areViewsAway = isAway;
      show(isAway ? 'away' : 'live');
    },
    limited() {
      cancelOffline();
      show('limited');
    },
    end() {
      cancelOffline();
      show('reconnecting');
    },
  };
}

/** Follows whether the browser has a network; returns a function that stops it. */
function followNetwork(onLost: () => void, onBack: () => void): () => void {
  addEventListener('offline', onLost);
  addEventListener('online', onBack);
  return () => {
    removeEventListener('offline', onLost);
    removeEventListener('online', onBack);
  };
}

/** The oldest position of what is shown: changes since then have to be sent again. */
export function oldestShown(client: QueryClient): string | undefined {
  let oldest: string | undefined;
  for (const query of client.getQueryCache().getAll()) {
    const answer: unknown = query.state.data;
    if (typeof answer !== 'object' || answer === null || !('position' in answer)) continue;
    const { position } = answer;
    if (typeof position === 'string' && (oldest === undefined || position < oldest)) oldest = position;
  }
  return oldest;
}
