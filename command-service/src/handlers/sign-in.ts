import type { Identity } from '@dayline/contracts/endpoints/session';
import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { Actor } from '@dayline/contracts/events/metadata';
import { actorOf, type CallContext, type Reply } from '@dayline/platform/http/handler';
import type { Logger } from '@dayline/platform/logging/logger';
import type { Passwords } from '@dayline/platform/session/passwords';
import type { Sessions } from '@dayline/platform/session/sessions';
import type { Attempts } from '@dayline/platform/throttling/attempts';
import { entryOf } from '@dayline/platform/trail/call-entry';
import type { Trail } from '@dayline/platform/trail/trail';
import type { Account, Vault } from '@dayline/platform/vault/port';

export interface SignInDeps {
  readonly vault: Pick<Vault, 'accounts'>;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly trail: Trail;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Who it was is not known yet. */
const nobody: Actor = { kind: 'system', id: 'sign-in', name: 'Sign-in' };

/**
 * Sign-in and sign-out. Whatever doesn't fit (address, password, role, client) is answered the same, after the same
 * work, so that an answer says nothing about who has an account.
 */
export function signInHandlers({ vault, sessions, passwords, attempts, trail, logger }: SignInDeps) {
  async function endSession(tokenHash: string, identity: Identity, call: CallContext): Promise<void> {
    await sessions.end(tokenHash);
    trail.record({
      ...entryOf(call),
      accountId: identity.accountId,
      event: { type: 'SignedOut', data: {} },
      actor: actorOf(identity),
      clientId: identity.clientId,
    });
  }

  function refused(account: Account | null, code: 'sign-in.refused' | 'request.throttled', call: CallContext): void {
    const event = { type: 'SignInRefused', data: { code } } as const;
    const clientId = account?.clientId ?? '';
    trail.record({ ...entryOf(call), accountId: account?.accountId ?? null, event, actor: nobody, clientId });
  }

  return {
    async signIn(request: RequestOf<'signIn'>, call: CallContext): Promise<Reply<ResponseOf<'signIn'>> | Refusal> {
      const email = request.email.trim().toLowerCase();
      const account = await vault.accounts.byEmail(email);
      const here = attempts.key('signInFromHere', email, call.address);
      const before = attempts.key('signedInBefore', email, call.address);
      const isKnownHere = await attempts.has(before);
      const counters = [
        here,
        attempts.key('signInFromAddress', call.address),
        // Strangers' guesses don't hold up whoever has signed in from here lately.
        ...(isKnownHere ? [] : [attempts.key('signInToAccount', email)]),
      ];
      const throttled = (retryAfter: number): Refusal => {
        refused(account, 'request.throttled', call);
        return refuse('request.throttled', { retryAfter });
      };
      const wait = await attempts.wait(counters);
      if (wait > 0) return throttled(wait);
      const verdict = await passwords.verify(account?.passwordHash ?? null, request.password);
      if (verdict === 'busy') return refuse('sign-in.busy');
      if (!account || !verdict.isRight || !isChosenRightly(account, request)) {
        const waitNow = await attempts.take(counters);
        if (waitNow > 0) return throttled(waitNow);
        refused(account, 'sign-in.refused', call);
        return refuse('sign-in.refused');
      }
      // Of many guesses at once, those whose verdict comes after the delay began don't hear it.
      const waitNow = await attempts.wait(counters);
      if (waitNow > 0) return throttled(waitNow);
      if (await attempts.has(here)) await attempts.forget([here]);
      if (!isKnownHere) await attempts.take([before]);
      // Whoever signs in over another session takes its place: nothing of it lives on in another tab's socket.
      const carried = await sessions.find(call.cookie, { extend: false });
      if (carried) await endSession(carried.tokenHash, carried.identity, call);
      const { session, setCookie } = await sessions.open(account);
      const { identity } = session;
      if (verdict.rehashed !== null) {
        vault.accounts.rehash(account.accountId, verdict.rehashed).catch((error: unknown) => {
          const { accountId } = account;
          logger.warn({ requestId: call.requestId, accountId, err: error }, 'a password could not be rehashed');
        });
      }
      trail.record({
        ...entryOf(call),
        accountId: account.accountId,
        event: { type: 'SignedIn', data: { role: account.role } },
        actor: actorOf(identity),
        clientId: account.clientId,
      });
      return {
        body: { success: true, message: 'Signed in.', pocId: identity.pocId, user: identity },
        headers: { 'Set-Cookie': setCookie },
      };
    },

    async signOut(_request: RequestOf<'signOut'>, call: CallContext): Promise<Reply<ResponseOf<'signOut'>> | Refusal> {
      const { identity, sessionHash } = call;
      if (!identity || sessionHash === null) return refuse('session.missing');
      await endSession(sessionHash, identity, call);
      return {
        body: { success: true, message: 'Signed out.', position: null },
        headers: { 'Set-Cookie': sessions.cookie.clear, 'Clear-Site-Data': '"cookies", "storage"' },
      };
    },
  };
}

/** "An auditor signs in under "Admin" with the client chosen, and the account decides the role." */
function isChosenRightly({ role, clientId }: Account, chosen: RequestOf<'signIn'>): boolean {
  if (chosen.role === 'doctor') return role === 'doctor';
  return role !== 'doctor' && chosen.clientId === clientId;
}
