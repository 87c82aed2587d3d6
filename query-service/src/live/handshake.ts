import type { IncomingMessage } from 'node:http';
import { type OriginSettings, originCheck } from '@dayline/platform/http/caller';
import type { LiveSession, Sessions } from '@dayline/platform/session/sessions';

export interface HandshakeDeps {
  readonly sessions: Pick<Sessions, 'find'>;
  /** Where a page may come from: cross-origin rules of HTTP don't cover websockets, and the browser sends the cookie along. */
  readonly origins: OriginSettings;
}

/** What a handshake may be answered with; a page is told no more. */
export type HandshakeResult = { readonly session: LiveSession } | { readonly refused: 'origin' | 'session' };

/** Looks at a handshake's origin and session; never prolongs the session. */
export async function checkHandshake(
  request: IncomingMessage,
  { sessions, origins }: HandshakeDeps,
): Promise<HandshakeResult> {
  if (!originCheck(origins)(request)) return { refused: 'origin' };
  const session = await sessions.find(request.headers.cookie, { extend: false });
  return session ? { session } : { refused: 'session' };
}
