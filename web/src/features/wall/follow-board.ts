import { displaySocket, livePath } from '@dayline/contracts/displays/socket';
import type { Socket } from 'socket.io-client';
import { CallError } from '../../shared/api/call-error.ts';
import { call } from '../../shared/api/client.ts';
import { type Contact, deviceTime } from './rules.ts';

export type WallState =
  | { readonly kind: 'connecting' | 'unpaired' | 'revoked' }
  | { readonly kind: 'board'; readonly contact: Contact };

/** In ms. A silent connection counts as dead after one missing response. */
const askEvery = 10_000;
const answerWithin = 8_000;
const retryAfter = 3_000;
/** In ms: a screen without a display may be paired in another tab. */
const askUnpairedEvery = 60_000;

export type WallSocket = Pick<Socket, 'on' | 'connect' | 'disconnect' | 'active'>;

const openSocket = async (): Promise<WallSocket> => {
  const { io } = await import('socket.io-client');
  return io({ path: livePath, transports: ['websocket'], withCredentials: true, query: { [displaySocket]: '1' } });
};

/** Whether the server reports that this screen belongs to no display; other failures don't tell. */
function refusalOf(error: unknown): 'unpaired' | 'revoked' | null {
  if (!(error instanceof CallError)) return null;
  if (error.code === 'session.missing') return 'unpaired';
  return error.code === 'display.revoked' ? 'revoked' : null;
}

/**
 * Requests the board at intervals, without end, and at once whenever the socket reports a change. Returns a function
 * that stops it.
 */
export function followBoard(show: (state: WallState) => void, open = openSocket): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let socket: WallSocket | undefined;
  let isOpening = false;
  let isAsking = false;
  let isAgain = false;
  let hasFailed = false;
  let isStopped = false;

  /** Null if there was no response. */
  async function answer(): Promise<WallState | null> {
    const ending = new AbortController();
    const limit = setTimeout(() => ending.abort(), answerWithin);
    try {
      const board = await call('getDisplayBoard', {}, { signal: ending.signal });
      return { kind: 'board', contact: { board, at: deviceTime() } };
    } catch (error) {
      const kind = refusalOf(error);
      return kind && { kind };
    } finally {
      clearTimeout(limit);
    }
  }

  async function ask(): Promise<void> {
    if (isStopped) return;
    isAgain = isAsking;
    if (isAsking) return;
    clearTimeout(timer);
    isAsking = true;
    const state = await answer();
    isAsking = false;
    if (isStopped) return;
    if (state) show(state);
    if (state?.kind === 'board') void listen();
    else if (state) socket?.disconnect();
    hasFailed = state === null;
    if (isAgain) return ask();
    timer = setTimeout(ask, state === null ? retryAfter : state.kind === 'board' ? askEvery : askUnpairedEvery);
  }

  async function listen(): Promise<void> {
    if (socket) {
      // After a failure the socket may be dead without noticing; a disconnection by the server is final for it.
      if (hasFailed) socket.disconnect();
      if (!socket.active) socket.connect();
      return;
    }
    if (isOpening) return;
    isOpening = true;
    // Without a socket the board is fetched at intervals; each response is followed by an attempt to connect.
    socket = await open().catch(() => undefined);
    isOpening = false;
    if (isStopped) socket?.disconnect();
    for (const event of ['connect', 'disconnect', 'live']) socket?.on(event, ask);
  }

  const onSeen = () => void ask();
  addEventListener('online', onSeen);
  document.addEventListener('visibilitychange', onSeen);
  void ask();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    removeEventListener('online', onSeen);
    document.removeEventListener('visibilitychange', onSeen);
    socket?.disconnect();
  };
}
