import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { AccountEvent } from '@dayline/contracts/events/organisation';
import type { CommandHandlers, SignedInContext } from '@dayline/http/handler';
import type { Passwords } from '@dayline/http/session/passwords';
import type { Sessions } from '@dayline/http/session/sessions';
import { entryBy } from '@dayline/http/trail/call-entry';
import type { Trail } from '@dayline/http/trail/trail';
import type { Vault } from '@dayline/vault/port';
import type { SecondFactors } from '@dayline/vault/second-factors';
import {
  newTotp,
  type SecondFactorDeps,
  secondFactorSteps,
  stepOf,
  updateSecondFactors,
} from './second-factor-commands.ts';

export interface SecondFactorCallDeps extends SecondFactorDeps {
  readonly vault: Pick<Vault, 'accounts' | 'secondFactors'>;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly trail: Trail;
}

/** How long a new secret waits for the code that confirms it, in ms. */
const pendingLifetime = 10 * 60_000;

type Calls = 'beginTotp' | 'confirmTotp' | 'removeTotp' | 'makeRecoveryCodes';
const done = (message: string) => ({ success: true, message, position: null }) as const;

/** The second factor of the caller's own account. Each change ends the account's other sessions. */
export function secondFactorCalls(_commands: object, deps: SecondFactorCallDeps): Pick<CommandHandlers, Calls> {
  const { vault, sessions, passwords, trail } = deps;
  const { attempt, use, newRecoveryCodes } = secondFactorSteps(deps);

  /** Writes a change, ends the other sessions, and records it. */
  async function changed<Result extends { readonly factors: SecondFactors }>(
    call: SignedInContext,
    event: AccountEvent,
    change: (factors: SecondFactors) => Promise<Result | Refusal>,
  ): Promise<Result | Refusal> {
    const { caller } = call;
    const ends = { endSessions: { except: caller.sessionHash } };
    const next = await updateSecondFactors(vault.secondFactors, caller.id, change, ends);
    if (isRefusal(next)) return next;
    // This process caches sessions for a second.
    sessions.forget(caller.id);
    trail.record({ ...entryBy(caller, call), event });
    return next;
  }

  /** Carries out a change for a caller who knows the password and has a valid code. */
  async function withProofs<Result>(
    { password, code }: { readonly password: string; readonly code: string },
    call: SignedInContext,
    work: () => Promise<Result | Refusal>,
  ): Promise<Result | Refusal> {
    const { id } = call.caller;
    const prove = async () => {
      const account = await vault.accounts.byId(id);
      if ((await vault.secondFactors.read(id)).factors.totp === null) return refuse('factor.missing');
      const verdict = await passwords.verify(account?.passwordHash ?? null, password, call.address);
      if (verdict === 'busy') return refuse('sign-in.busy');
      // With a wrong password no code is used up.
      const used = verdict.isRight ? await use(id, code, call) : null;
      if (used === 'busy') return refuse('sign-in.busy');
      return used === null ? refuse('factor.proof-refused') : { used };
    };
    const proved = await attempt(id, prove);
    return isRefusal(proved) ? proved : work();
  }

  return {
    async beginTotp(_request, { caller, now }) {
      const account = await vault.accounts.byId(caller.id);
      if (!account) return refuse('session.missing');
      const { secret, uri } = newTotp(account.email);
      const pending = { secret, since: now };
      const begun = await updateSecondFactors(vault.secondFactors, caller.id, async (factors) =>
        factors.totp === null ? { factors: { ...factors, pending } } : refuse('factor.exists'),
      );
      if (isRefusal(begun)) return begun;
      return { body: { ...done('Scan the QR code with an authenticator app.'), secret, uri } };
    },

    async confirmTotp({ code }, call) {
      const { caller, now } = call;
      const confirm = async () => {
        const made = await newRecoveryCodes(call);
        if (made === 'busy') return refuse('sign-in.busy');
        const { codes, recoveryCodes } = made;
        return changed(call, { type: 'SecondFactorAdded', data: { factor: 'totp' } }, async ({ pending, totp }) => {
          if (totp !== null) return refuse('factor.exists');
          if (pending === null || now >= pending.since + pendingLifetime) return refuse('factor.enrolment-expired');
          const lastStep = await stepOf(pending.secret, code.replaceAll(/\s/g, ''), now);
          if (lastStep === null) return refuse('factor.refused');
          const added = { secret: pending.secret, since: now, lastUsedAt: now, lastStep };
          return { factors: { pending: null, totp: added, recoveryCodes }, codes };
        });
      };
      const confirmed = await attempt(caller.id, confirm);
      if (isRefusal(confirmed)) return confirmed;
      return { body: { ...done('The second factor is on.'), recoveryCodes: confirmed.codes } };
    },

    async removeTotp(request, call) {
      const event = { type: 'SecondFactorRemoved', data: { factor: 'totp' } } as const;
      const remove = () =>
        changed(call, event, async (factors) => ({ factors: { ...factors, totp: null, recoveryCodes: null } }));
      const removed = await withProofs(request, call, remove);
      return isRefusal(removed) ? removed : { body: done('The second factor is off.') };
    },

    async makeRecoveryCodes(request, call) {
      const made = await withProofs(request, call, async () => {
        const fresh = await newRecoveryCodes(call);
        if (fresh === 'busy') return refuse('sign-in.busy');
        const { codes, recoveryCodes } = fresh;
        return changed(call, { type: 'RecoveryCodesMade', data: {} }, async (factors) => ({
          factors: { ...factors, recoveryCodes },
          codes,
        }));
      });
      if (isRefusal(made)) return made;
      return { body: { ...done('New recovery codes.'), recoveryCodes: made.codes } };
    },
  };
}
