import { randomBytes } from 'node:crypto';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { type Person, personOf } from '@dayline/http/caller';
import type { CallContext, Reply } from '@dayline/http/handler';
import { type TokenCookie, tokenCookie } from '@dayline/http/session/cookie';
import type { Sessions } from '@dayline/http/session/sessions';
import { entryBy } from '@dayline/http/trail/call-entry';
import type { Trail } from '@dayline/http/trail/trail';
import type { Account } from '@dayline/vault/port';

export interface SessionOpenerDeps {
  readonly sessions: Sessions;
  readonly trail: Trail;
  readonly cookieSecure: boolean;
}

const aYear = 31_536_000;

/** The cookie that identifies a browser, also after a sign-out. It grants no access. */
const deviceCookie = (secure: boolean): TokenCookie =>
  tokenCookie({ name: 'dayline_device', secure, sameSite: 'Lax', maxAgeSeconds: aYear });

/** Opens and ends sessions, and records both. */
export function sessionOpener({ sessions, trail, cookieSecure }: SessionOpenerDeps) {
  const cookie = deviceCookie(cookieSecure);

  async function endSession(person: Person, call: CallContext): Promise<void> {
    await sessions.end(person.sessionHash);
    trail.record({ ...entryBy(person, call), event: { type: 'SignedOut', data: {} } });
  }

  return {
    endSession,
    /** The token of the calling browser; null if it sends none. */
    deviceOf: (call: CallContext): string | null => cookie.tokenIn(call.cookie),
    newDevice: (): string => randomBytes(32).toString('base64url'),
    /** The reply that signs in an authenticated person in the browser with this token. */
    async openSession(account: Account, call: CallContext, device: string): Promise<Reply<ResponseOf<'signIn'>>> {
      // A sign-in replaces the browser's earlier session, which must not continue in another tab's socket.
      const presented = await sessions.find(call.cookie, { extend: false });
      if (presented) await endSession(personOf(presented), call);
      const { session, setCookie } = await sessions.open(account);
      const { identity } = session;
      const event = { type: 'SignedIn', data: { role: account.role } } as const;
      trail.record({ ...entryBy(personOf(session), call), event });
      return {
        body: {
          success: true,
          message: 'Signed in.',
          pocId: identity.pocId,
          user: identity,
          language: account.language,
        },
        headers: { 'Set-Cookie': [setCookie, cookie.set(device)] },
      };
    },
  };
}
