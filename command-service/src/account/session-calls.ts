import { randomBytes } from 'node:crypto';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { type ErrorCode, type Refusal, refuse } from '@dayline/contracts/errors';
import type { Actor } from '@dayline/contracts/events/metadata';
import type { BegunFactor, FirstFactor, UsedSecondFactor } from '@dayline/contracts/events/organisation';
import { needsSecondFactor } from '@dayline/contracts/fields/password';
import { type Person, personOf } from '@dayline/http/caller';
import type { CallContext, Reply } from '@dayline/http/handler';
import { type TokenCookie, tokenCookie } from '@dayline/http/session/cookie';
import { deviceIn } from '@dayline/http/session/device';
import type { Sessions } from '@dayline/http/session/sessions';
import { entryBy, entryOf } from '@dayline/http/trail/call-entry';
import type { Trail } from '@dayline/http/trail/trail';
import type { Account, Vault } from '@dayline/vault/port';
import { hasSecondFactor, mustUseProvider, type SecondFactors } from '@dayline/vault/second-factors';
import { addJob } from '../letters/jobs.ts';

export interface SessionOpenerDeps {
  readonly vault: Pick<Vault, 'accounts' | 'secondFactors' | 'outbox'>;
  readonly sessions: Sessions;
  readonly trail: Trail;
  readonly cookieSecure: boolean;
}

const aYear = 31_536_000;

/** The cookie that identifies a browser, also after a sign-out. It grants no access. */
const deviceCookie = (secure: boolean): TokenCookie =>
  tokenCookie({ name: 'dayline_device', secure, sameSite: 'Lax', maxAgeSeconds: aYear });

/** The actor is unknown so far. */
const nobody: Actor = { kind: 'system', id: 'sign-in', name: 'Sign-in' };

/** Records a refused sign-in, of an account if it is known. */
export const refusedSignIn =
  (trail: Trail) =>
  (account: Account | null, code: ErrorCode, call: CallContext): void => {
    const event = { type: 'SignInRefused', data: { code } } as const;
    const clientId = account?.clientId ?? '';
    trail.record({ ...entryOf(call), accountId: account?.accountId ?? null, event, actor: nobody, clientId });
  };

const factorsIn = ({ totp, passkeys }: SecondFactors) => [
  ...(passkeys.length > 0 ? (['passkey'] as const) : []),
  ...(totp === null ? [] : (['totp'] as const)),
];

/** Opens and ends sessions, and records both. */
export function sessionOpener({ vault, sessions, trail, cookieSecure }: SessionOpenerDeps) {
  const cookie = deviceCookie(cookieSecure);

  async function endSession(person: Person, call: CallContext): Promise<void> {
    await sessions.end(person.sessionHash);
    trail.record({ ...entryBy(person, call), event: { type: 'SignedOut', data: {} } });
  }

  /** The first sign-in of an account is new to nobody. */
  async function hasSignedInBefore({ accountId, clientId }: Account): Promise<boolean> {
    const storedAccount = (await vault.accounts.ofClient(clientId)).find((account) => account.accountId === accountId);
    return storedAccount !== undefined && storedAccount.lastSignInAt !== null;
  }

  /** Recorded; null if the client allows this way to sign in. */
  async function refusalOf(account: Account, factor: FirstFactor, call: CallContext): Promise<Refusal | null> {
    if (factor === 'provider' || !(await mustUseProvider(vault.secondFactors, account))) return null;
    refusedSignIn(trail)(account, 'sign-in.provider-required', call);
    return refuse('sign-in.provider-required');
  }

  return {
    endSession,
    /** The token of the calling browser; null if it sends none. */
    deviceOf: (call: CallContext): string | null => cookie.tokenIn(call.cookie),
    newDevice: (): string => randomBytes(32).toString('base64url'),
    /** The reply that leads to the second step, or refuses the first; null if the account has no second factor, and needs none. */
    async secondStep(
      account: Account,
      factor: BegunFactor,
      call: CallContext,
    ): Promise<Reply<ResponseOf<'signIn'>> | Refusal | null> {
      const { accountId, pocId, clientId, role } = account;
      const refusal = await refusalOf(account, factor, call);
      if (refusal) return refusal;
      const { factors } = await vault.secondFactors.read(accountId);
      const hasOne = hasSecondFactor(factors);
      if (!hasOne && !needsSecondFactor(await vault.secondFactors.policyOf(clientId), role)) return null;
      const next = hasOne
        ? ({ next: 'secondFactor', factors: factorsIn(factors) } as const)
        : ({ next: 'enrol' } as const);
      return {
        body: { success: true, message: 'One more step.', pocId, ...next },
        headers: { 'Set-Cookie': sessions.pending.set(account, factor, call.now) },
      };
    },
    /** The reply that signs in a person, who proved these factors, in the browser with this token. */
    async openSession(
      account: Account,
      call: CallContext,
      {
        device,
        isNew = false,
        ...factors
      }: {
        readonly device: string;
        /** Whether neither the browser nor the address had signed in to the account lately: its owner is notified by mail. */
        readonly isNew?: boolean;
        readonly factor: FirstFactor;
        readonly secondFactor?: UsedSecondFactor;
      },
    ): Promise<Reply<ResponseOf<'completeSignIn'>> | Refusal> {
      if (await sessions.hasLeft(account)) {
        refusedSignIn(trail)(account, 'sign-in.left', call);
        return refuse('sign-in.left');
      }
      const refusal = await refusalOf(account, factors.factor, call);
      if (refusal) return refusal;
      const isNotable = isNew && (await hasSignedInBefore(account));
      // A sign-in replaces the browser's earlier session, which must not continue in another tab's socket.
      const presented = await sessions.find(call.cookie, { extend: false });
      if (presented) await endSession(personOf(presented), call);
      const { session, setCookie } = await sessions.open(account, {
        ...deviceIn(call.userAgent),
        address: call.address,
        isByProvider: factors.factor === 'provider',
      });
      const { identity } = session;
      const event = { type: 'SignedIn', data: { role: account.role, ...factors } } as const;
      trail.record({ ...entryBy(personOf(session), call), event });
      // A used recovery code has a mail of the same command.
      const notice = { ...call, commandId: `${call.commandId} new device` };
      if (isNotable) await addJob(vault.outbox, notice, { kind: 'newDevice', accountId: account.accountId });
      return {
        body: {
          success: true,
          message: 'Signed in.',
          pocId: identity.pocId,
          user: identity,
          language: account.language,
        },
        headers: { 'Set-Cookie': [setCookie, cookie.set(device), sessions.pending.clear] },
      };
    },
  };
}
