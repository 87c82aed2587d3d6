import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import { emailKey } from '@dayline/contracts/fields/email-address';
import type { CallContext, Reply, SignedInContext } from '@dayline/http/handler';
import type { Passwords } from '@dayline/http/session/passwords';
import type { Sessions } from '@dayline/http/session/sessions';
import type { Trail } from '@dayline/http/trail/trail';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { Attempts } from '@dayline/vault/attempts/attempts';
import { signInAttempts } from '@dayline/vault/attempts/sign-in-attempts';
import type { Account, Vault } from '@dayline/vault/port';
import { refusedSignIn, sessionOpener } from './session-calls.ts';

export interface SignInDeps {
  readonly vault: Pick<Vault, 'accounts' | 'secondFactors' | 'outbox'>;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly trail: Trail;
  readonly cookieSecure: boolean;
  readonly logger: Pick<Logger, 'warn'>;
  /** Called with the address of each account after a failed attempt. */
  readonly onWrongPassword: (email: string) => void;
}

/**
 * Sign-in, sign-out and the account's language. Any mismatch (address, password, role, client) gets the same answer
 * after the same work, so that it doesn't reveal who has an account.
 */
export function signInCalls(_commands: object, deps: SignInDeps) {
  const { vault, sessions, passwords, attempts, trail, cookieSecure, logger, onWrongPassword } = deps;
  const { deviceOf, endSession, newDevice, openSession, secondStep } = sessionOpener({
    ...{ vault, sessions, trail, cookieSecure },
  });

  const refused = refusedSignIn(trail);

  return {
    async signIn(request: RequestOf<'signIn'>, call: CallContext): Promise<Reply<ResponseOf<'signIn'>> | Refusal> {
      const email = emailKey(request.email);
      const found = await vault.accounts.evenClosed(email);
      const account = found && !found.isClosed ? found.account : null;
      const device = deviceOf(call);
      const counted = await signInAttempts(attempts, email, { address: call.address, device });
      const throttled = (retryAfter: number): Refusal => {
        refused(account, 'request.throttled', call);
        return refuse('request.throttled', { retryAfter });
      };
      const wait = await counted.wait();
      if (wait > 0) return throttled(wait);
      const verdict = await passwords.verify(found?.account.passwordHash ?? null, request.password, call.address);
      if (verdict === 'busy') return refuse('sign-in.busy');
      // Only a caller with the right password learns this, and it isn't counted: nothing was guessed.
      if (found && verdict.isRight && clientMissing(found.account, request)) {
        const waitNow = await counted.wait();
        return waitNow > 0 ? throttled(waitNow) : refuse('sign-in.client-missing');
      }
      if (!found || !verdict.isRight || !isChosenRightly(found.account, request)) {
        const waitNow = await counted.refused();
        if (waitNow > 0) return throttled(waitNow);
        onWrongPassword(email);
        refused(account, 'sign-in.refused', call);
        return refuse('sign-in.refused');
      }
      // Of many concurrent guesses, those verified after the delay began don't learn the result.
      const waitNow = await counted.wait();
      if (waitNow > 0) return throttled(waitNow);
      if (!account) {
        refused(found.account, 'sign-in.closed', call);
        return refuse('sign-in.closed');
      }
      if (verdict.rehashed !== null) {
        vault.accounts.rehash(account, verdict.rehashed).catch((error: unknown) => {
          const { accountId } = account;
          logger.warn({ requestId: call.requestId, accountId, err: error }, 'a password could not be rehashed');
        });
      }
      const next = await secondStep(account, 'password', call);
      if (next) return next;
      const currentDevice = device ?? newDevice();
      const isNew = await counted.granted(currentDevice);
      return openSession(account, call, { device: currentDevice, isNew, factor: 'password' });
    },

    async setLanguage(
      { language }: RequestOf<'setLanguage'>,
      { caller }: SignedInContext,
    ): Promise<Reply<ResponseOf<'setLanguage'>>> {
      await vault.accounts.setLanguage(caller.identity.accountId, language);
      return { body: { success: true, message: 'Language changed.', position: null } };
    },

    async signOut(_request: RequestOf<'signOut'>, call: SignedInContext): Promise<Reply<ResponseOf<'signOut'>>> {
      await endSession(call.caller, call);
      return {
        body: { success: true, message: 'Signed out.', position: null },
        // The route clears the session's cookie; the device's own cookie remains.
        headers: { 'Clear-Site-Data': '"cache"' },
      };
    },
  };
}

const clientMissing = ({ role }: Account, request: RequestOf<'signIn'>): boolean =>
  request.role === 'admin' && role !== 'doctor' && !request.clientId;

/** "An auditor signs in under "Admin" with the client chosen, and the account decides the role." */
function isChosenRightly({ role, clientId }: Account, request: RequestOf<'signIn'>): boolean {
  if (request.role === 'doctor') return role === 'doctor';
  return role !== 'doctor' && request.clientId === clientId;
}
