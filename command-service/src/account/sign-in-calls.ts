import { emailKey } from '@dayline/contracts/email-address';
import type { Identity } from '@dayline/contracts/endpoints/session';
import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { Actor } from '@dayline/contracts/events/metadata';
import { actorOf, type CallContext, type Reply, type SignedInContext } from '@dayline/http/handler';
import type { Passwords } from '@dayline/http/session/passwords';
import type { Sessions } from '@dayline/http/session/sessions';
import { entryOf } from '@dayline/http/trail/call-entry';
import type { Trail } from '@dayline/http/trail/trail';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { Attempts } from '@dayline/vault/attempts/attempts';
import { signInAttempts } from '@dayline/vault/attempts/sign-in-attempts';
import type { Account, Vault } from '@dayline/vault/port';

export interface SignInDeps {
  readonly vault: Pick<Vault, 'accounts'>;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly trail: Trail;
  readonly logger: Pick<Logger, 'warn'>;
}

/** The actor is not known yet. */
const nobody: Actor = { kind: 'system', id: 'sign-in', name: 'Sign-in' };

/**
 * Sign-in and sign-out. Any mismatch (address, password, role, client) gets the same answer after the same work, so
 * that it doesn't reveal who has an account.
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
      const email = emailKey(request.email);
      const account = await vault.accounts.byEmail(email);
      const counted = await signInAttempts(attempts, email, call.address);
      const throttled = (retryAfter: number): Refusal => {
        refused(account, 'request.throttled', call);
        return refuse('request.throttled', { retryAfter });
      };
      const wait = await counted.wait();
      if (wait > 0) return throttled(wait);
      const verdict = await passwords.verify(account?.passwordHash ?? null, request.password);
      if (verdict === 'busy') return refuse('sign-in.busy');
      if (!account || !verdict.isRight || !isChosenRightly(account, request)) {
        const waitNow = await counted.refused();
        if (waitNow > 0) return throttled(waitNow);
        refused(account, 'sign-in.refused', call);
        return refuse('sign-in.refused');
      }
      // Of many concurrent guesses, those verified after the delay began don't learn the result.
      const waitNow = await counted.wait();
      if (waitNow > 0) return throttled(waitNow);
      await counted.granted();
      // A sign-in replaces the browser's earlier session, which must not live on in another tab's socket.
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

    async signOut(_request: RequestOf<'signOut'>, call: SignedInContext): Promise<Reply<ResponseOf<'signOut'>>> {
      await endSession(call.sessionHash, call.identity, call);
      return {
        body: { success: true, message: 'Signed out.', position: null },
        headers: { 'Clear-Site-Data': '"cookies", "storage"' },
      };
    },
  };
}

/** "An auditor signs in under "Admin" with the client chosen, and the account decides the role." */
function isChosenRightly({ role, clientId }: Account, chosen: RequestOf<'signIn'>): boolean {
  if (chosen.role === 'doctor') return role === 'doctor';
  return role !== 'doctor' && chosen.clientId === clientId;
}
