import { type IncomingMessage, ServerResponse } from 'node:http';
import { displaySocket } from '@dayline/contracts/displays/socket';
import { addressOf, type OriginSettings, originIsHome } from '@dayline/http/origin';
import { type HeaderList, setHeaders } from '@dayline/http/security-headers';
import type { Displays, LiveDisplay } from '@dayline/http/session/displays';
import type { LiveSession, Sessions } from '@dayline/http/session/sessions';
import type { Throttle } from '@dayline/http/throttle';
import type { Logger } from '@dayline/runtime/logging/logger';

export interface HandshakeDeps {
  readonly sessions: Pick<Sessions, 'isOurs' | 'find'>;
  readonly displays: Pick<Displays, 'isOurs' | 'find'>;
  /** The allowed origins: CORS doesn't cover websockets, and the browser sends the cookie along. */
  readonly settings: OriginSettings & { readonly trustProxy: number };
  /** Counts handshakes without a session by address, together with the calls without one. */
  readonly throttle: Throttle;
  readonly security: HeaderList;
  readonly logger: Logger;
}

export type OpenConnection = { readonly session: LiveSession } | { readonly display: LiveDisplay };

/**
 * The argument of an engine.io middleware: for an upgrade only a stand-in for a response, whose headers go into the
 * 101.
 */
type EngineResponse = ServerResponse | Pick<ServerResponse, 'setHeader'>;

/**
 * Guards engine.io: only the upgrade of a new websocket by a page of the same origin with a session passes, and it
 * never prolongs the session. Polling, JSONP and requests with a `sid` are refused; the page sees the status only.
 */
export function handshakes({ sessions, displays, settings, throttle, security, logger }: HandshakeDeps) {
  const isHome = originIsHome(settings);
  const connections = new WeakMap<IncomingMessage, OpenConnection>();

  /** The session, or the status of the refusal. */
  async function lookAt(request: IncomingMessage): Promise<OpenConnection | 400 | 401 | 403 | 429> {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    const isNew = request.method === 'GET' && !searchParams.has('sid');
    if (!isNew || searchParams.getAll('transport').join() !== 'websocket') return 400;
    if (!isHome(request)) return 403;
    const { cookie } = request.headers;
    const address = addressOf(request, settings.trustProxy);
    // A browser may have both cookies: the page names the one to use, and the room depends only on that cookie.
    const isDisplay = searchParams.has(displaySocket);
    const isOurs = isDisplay ? displays.isOurs(cookie) : sessions.isOurs(cookie);
    if (!isOurs && throttle.wait(address) > 0) return 429;
    const display = isDisplay ? await displays.find(cookie) : null;
    if (display) return display.isPaired ? { display } : 401;
    const session = isDisplay ? null : await sessions.find(cookie, { extend: false });
    if (session) return { session };
    return throttle.take(address) > 0 ? 429 : 401;
  }

  function refuse(response: ServerResponse, status: number, more: Readonly<Record<string, string>> = {}): void {
    setHeaders(response, security);
    const { socket } = response;
    response
      .writeHead(status, { 'Cache-Control': 'no-store', 'Content-Length': 0, Connection: 'close', ...more })
      .end(() => socket?.end());
  }

  return {
    /** The data that a socket was opened with. */
    openedWith: (request: IncomingMessage): OpenConnection | undefined => connections.get(request),

    middleware(request: IncomingMessage, response: EngineResponse, next: () => void): void {
      if (response instanceof ServerResponse) {
        refuse(response, 426, { Upgrade: 'websocket' });
        return;
      }
      const { socket } = request;
      // Node removes its own listener from an upgraded socket.
      socket.on('error', () => socket.destroy());
      const reject = (status: number): void => {
        const answer = new ServerResponse(request);
        answer.assignSocket(socket);
        refuse(answer, status);
      };
      lookAt(request).then(
        (found) => {
          if (typeof found === 'number') return reject(found);
          connections.set(request, found);
          setHeaders(response, security);
          next();
        },
        (error: unknown) => {
          logger.error({ err: error }, 'a socket could not be admitted');
          reject(503);
        },
      );
    },
  };
}
