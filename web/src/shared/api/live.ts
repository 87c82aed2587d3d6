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
import { applyLive, type Refetch, refetchConcerned } from './live-mapping.ts';
import { isAway } from './patience.ts';
import { noteSeen } from './positions.ts';

/**
 * `away`: the socket is open, but the server can't read what it would tell. `limited`: the account has as many sockets as
 * it may; this page asks now and then instead.
 */
export type LiveState = 'live' | 'reconnecting' | 'away' | 'offline' | 'limited';

/** What the dot in the bar shows. */
export const useLiveState = create<{ state: LiveState }>()(() => ({ state: 'reconnecting' }));

/** Refetches wait this long and up to as long again, in ms, so that a thousand pages don't ask at once. */
const jitter = 150;
/** After this long without a connection the page says Offline, in ms. */
const offlineAfter = 8_000;

/** A page without a place for its socket asks anew, and for a place, this often, in ms. */
const askEvery = 15_000;

export interface LiveConnection {
  close(): void;
}

/** The page's half of the socket, for tests to stand in for. */
export type LiveSocket = Pick<Socket<ServerToPage, PageToServer>, 'on' | 'off' | 'emit' | 'connect' | 'disconnect'>;

const openSocket = (): LiveSocket => io({ path: livePath, transports: ['websocket'], withCredentials: true });

/**
 * Follows what changes for the signed-in person. The server joins the rooms by the session; this only names the position
 * that the page shows, after every connect, and gets what changed since.
 */
export function connectLive(
  client: QueryClient,
  onSessionEnded: () => void,
  socket: LiveSocket = openSocket(),
): LiveConnection {
  let waiting: { refetch: Refetch; at: string }[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let goingOffline: ReturnType<typeof setTimeout> | undefined;
  let asking: ReturnType<typeof setTimeout> | undefined;
  let recovering: ReturnType<typeof setTimeout> | undefined;
  /** Up to here every change has come through the socket; a command's own position proves nothing about others'. */
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
      noteSeen(message.at);
      follow(message.at);
      waiting.push({ refetch: applyLive(client, message), at: message.at });
    }
    timer ??= setTimeout(flush, jitter + Math.random() * jitter);
  };

  const askAgain = () =>
    void client.refetchQueries({ type: 'active', predicate: ({ state: { error } }) => isAway(error) });

  const onConnect = () => {
    clearTimeout(goingOffline);
    goingOffline = undefined;
    useLiveState.setState({ state: 'live' });
    const from = followedTo ?? oldestShown(client);
    if (from !== undefined) socket.emit('resume', from, ({ at }) => follow(at));
    // What could not be asked for while the server was away needn't wait for its next try.
    clearTimeout(recovering);
    recovering = setTimeout(askAgain, jitter + Math.random() * jitter);
  };

  const onLost = () => {
    if (goingOffline !== undefined) return;
    useLiveState.setState({ state: 'reconnecting' });
    goingOffline = setTimeout(() => useLiveState.setState({ state: 'offline' }), offlineAfter);
  };

  /** The account has too many pages open: this one does without until another is closed. */
  const onTooMany = () => {
    clearTimeout(goingOffline);
    goingOffline = undefined;
    useLiveState.setState({ state: 'limited' });
    asking = setTimeout(
      () => {
        void client.invalidateQueries();
        // A socket that was refused a place doesn't try again by itself.
        socket.connect();
      },
      askEvery + Math.random() * jitter,
    );
  };

  /** A handshake that is refused says no reason: a session that ended meanwhile looks like a server that is away. */
  const onRefused = (refusal?: Error) => {
    if (refusal?.message === tooManySockets) return onTooMany();
    onLost();
    call('validateSession', {}).catch((error: unknown) => {
      if (error instanceof CallError && error.status === 401) onSessionEnded();
    });
  };

  socket.on('connect', onConnect);
  socket.on('disconnect', onLost);
  socket.on('connect_error', onRefused);
  socket.on('live', onMessages);
  socket.on('away', (isAway) => useLiveState.setState({ state: isAway ? 'away' : 'live' }));
  socket.on('sessionEnded', onSessionEnded);

  return {
    close() {
      clearTimeout(timer);
      clearTimeout(asking);
      clearTimeout(recovering);
      clearTimeout(goingOffline);
      socket.off('disconnect', onLost);
      socket.off('connect_error', onRefused);
      socket.disconnect();
      useLiveState.setState({ state: 'reconnecting' });
    },
  };
}

/** The oldest position among what is shown: what changed since then has to come again. */
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
