import { livePath, type PageToServer, type ServerToPage, tooManySockets } from '@dayline/contracts/live';
import type { QueryClient } from '@tanstack/react-query';
import { io, type Socket } from 'socket.io-client';
import { isSessionOver } from '../call-error.ts';
import { call } from '../client.ts';
import { isAway } from '../patience.ts';
import { followChanges, jitter, refetchDelay } from './changes.ts';
import { startHeartbeat } from './heartbeat.ts';
import { followConnectivity, useLiveState, useSessionEnding } from './state.ts';

/** In ms. Above the socket limit a page refetches, and tries to connect, at this interval. */
const askEveryMs = 15_000;

export interface LiveConnection {
  close(): void;
}

/** The client side of the socket; tests replace it. */
export type LiveSocket = Pick<Socket<ServerToPage, PageToServer>, 'on' | 'off' | 'emit' | 'connect' | 'disconnect'>;

const openSocket = (): LiveSocket => io({ path: livePath, transports: ['websocket'], withCredentials: true });

/** Shows or withdraws the warning that the session is about to end. */
const warn = (isEnding: boolean): void => useSessionEnding.setState({ isEnding });

/**
 * Follows changes for the signed-in person. The server joins rooms by the session; this only sends the page's position
 * after every connect, and receives what changed since.
 */
export function connectLive(
  client: QueryClient,
  onSessionEnded: () => void,
  socket: LiveSocket = openSocket(),
): LiveConnection {
  const reach = followConnectivity();
  const changes = followChanges(client);
  let asking: ReturnType<typeof setTimeout> | undefined;
  let recovering: ReturnType<typeof setTimeout> | undefined;
  let stopHeartbeat = (): void => undefined;

  let stopWaiting = (): void => undefined;

  /** Requests the missed changes; returns whether the page shows anything that may lack changes. */
  const resume = (): boolean => {
    const from = changes.resumeFrom();
    if (from !== undefined) socket.emit('resume', from, ({ at }) => changes.resumed(at));
    return from !== undefined;
  };

  const onConnect = () => {
    reach.connected();
    stopHeartbeat();
    stopHeartbeat = startHeartbeat((onAnswer) => socket.emit('beat', onAnswer), reach.lost, reach.back);
    stopWaiting();
    // A first response requested before the connection may lack changes made before it.
    if (!resume()) stopWaiting = client.getQueryCache().subscribe(() => resume() && stopWaiting());
    clearTimeout(recovering);
    recovering = setTimeout(() => retryFailed(client), refetchDelay());
  };

  const onDisconnect = () => {
    warn(false);
    stopWaiting();
    stopHeartbeat();
    reach.lost();
  };

  /** The account has too many open pages: this one has no socket until another is closed. */
  const onLimit = () => {
    reach.limited();
    const askAgain = () => {
      void client.invalidateQueries();
      // A socket refused by the server doesn't reconnect by itself.
      socket.connect();
    };
    asking = setTimeout(askAgain, askEveryMs + Math.random() * jitter);
  };

  /** A refused handshake gives no reason: an ended session looks like an unreachable server. */
  const onRefused = (refusal?: Error) => {
    if (refusal?.message === tooManySockets) return onLimit();
    reach.lost();
    call('validateSession', {}).catch((error: unknown) => {
      if (isSessionOver(error)) onSessionEnded();
    });
  };

  const renew = () => {
    clearTimeout(asking);
    socket.disconnect();
    // A socket waiting for its next attempt ignores `connect` unless it was disconnected.
    socket.connect();
  };
  /** The browser notices before the server's next ping is missing; the socket listens to it except on localhost. */
  const onNetworkLost = () => {
    reach.lost();
    renew();
  };
  /** The socket's next attempt may be 5 s away. */
  const onNetworkBack = () => {
    if (['reconnecting', 'offline'].includes(useLiveState.getState().state)) renew();
  };

  const ignoreNetwork = followNetwork(onNetworkLost, onNetworkBack);
  socket.on('connect', onConnect);
  socket.on('disconnect', onDisconnect);
  socket.on('connect_error', onRefused);
  socket.on('live', changes.receive);
  socket.on('away', reach.away);
  socket.on('sessionEnding', warn);
  socket.on('sessionEnded', onSessionEnded);

  return {
    close() {
      clearTimeout(asking);
      clearTimeout(recovering);
      warn(false);
      stopWaiting();
      changes.end();
      ignoreNetwork();
      stopHeartbeat();
      socket.off('disconnect', onDisconnect);
      socket.off('connect_error', onRefused);
      socket.disconnect();
      reach.end();
    },
  };
}

/** Queries that failed while the server was unavailable don't wait for their next retry. */
function retryFailed(client: QueryClient): void {
  void client.refetchQueries({ type: 'active', predicate: ({ state: { error } }) => isAway(error) });
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
