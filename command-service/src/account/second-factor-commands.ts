import { randomInt } from 'node:crypto';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { UsedSecondFactor } from '@dayline/contracts/events/organisation';
import type { CallContext } from '@dayline/http/handler';
import type { Passwords } from '@dayline/http/session/passwords';
import type { Attempts } from '@dayline/vault/attempts/attempts';
import { type Vault, VaultUnavailable } from '@dayline/vault/port';
import {
  recoveryCodeCount,
  type SecondFactorStore,
  type SecondFactors,
  type SecondFactorWrite,
} from '@dayline/vault/second-factors';
import { generateSecret, generateURI, verify } from 'otplib';

/** "Each code once, one step back at most" (RFC 6238, 5.2). */
const step = { seconds: 30, back: [30, 0] as [number, number] };
/** Without letters that look like digits; 12 of them are 60 bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLength = 12;
const totpPattern = /^\d{6}$/;
/** More conflicting writes than one person's codes can cause. */
const maxTries = 20;

type Call = Pick<CallContext, 'now' | 'address'>;

export interface SecondFactorDeps {
  readonly vault: Pick<Vault, 'secondFactors'>;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
}

/** A new secret of an authenticator app, and its address for a QR code. */
export function newTotp(email: string): { readonly secret: string; readonly uri: string } {
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer: 'Dayline', label: email, secret }) };
}

/** The time step whose code this is; null if none after `lastStep` has it. */
export async function stepOf(secret: string, code: string, now: number, lastStep?: number): Promise<number | null> {
  const epoch = Math.floor(now / 1_000);
  // After a clock was set back, no code is valid until it has caught up.
  if (!totpPattern.test(code) || (lastStep ?? 0) >= Math.floor(epoch / step.seconds)) return null;
  const afterTimeStep = lastStep === undefined ? {} : { afterTimeStep: lastStep };
  const result = await verify({ secret, token: code, epoch, epochTolerance: step.back, ...afterTimeStep });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** As typed from paper or an app: spaces, hyphens and case don't count, nor o for 0, and i or l for 1. */
const plain = (typed: string): string =>
  typed.replaceAll(/[\s-]/g, '').toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1');

const newRecoveryCode = (): string => {
  const characters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return characters.replaceAll(/(.{4})(?=.)/g, '$1-');
};

/** Writes what `change` makes of the stored factors, again if they were written meanwhile. */
export async function updateSecondFactors<Result extends { readonly factors: SecondFactors } | Refusal | 'busy' | null>(
  store: SecondFactorStore,
  accountId: string,
  change: (factors: SecondFactors) => Promise<Result>,
  ends: Pick<SecondFactorWrite, 'endSessions'> = {},
): Promise<Result> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { factors, revision } = await store.read(accountId);
    const next = await change(factors);
    if (next === null || next === 'busy' || !('factors' in next)) return next;
    if (await store.write(accountId, next.factors, { revision, ...ends })) return next;
  }
  throw new VaultUnavailable('The second factor of an account changed too often.');
}

/** Codes of the second factor: checked, each used once, and throttled. */
export function secondFactorSteps({ vault, passwords, attempts }: SecondFactorDeps) {
  /** The unused recovery code that this is. All are compared, so that the time reveals nothing about which. */
  async function hashOf(hashes: readonly string[], code: string, address: string): Promise<string | null | 'busy'> {
    let found: string | null = null;
    for (const hash of hashes) {
      const verdict = await passwords.verify(hash, code, address);
      if (verdict === 'busy') return 'busy';
      if (verdict.isRight) found = hash;
    }
    return found;
  }

  /** The factors once a code is used; null if the code isn't valid. */
  async function afterUse(factors: SecondFactors, typed: string, call: Call) {
    const code = plain(typed);
    const { totp, recoveryCodes } = factors;
    const timeStep = totp && (await stepOf(totp.secret, code, call.now, totp.lastStep));
    if (totp && timeStep !== null) {
      const used = { ...totp, lastStep: timeStep, lastUsedAt: call.now };
      return { factors: { ...factors, totp: used }, used: 'totp' } as const;
    }
    if (recoveryCodes === null || code.length !== codeLength) return null;
    const hash = await hashOf(recoveryCodes.hashes, code, call.address);
    if (hash === 'busy' || hash === null) return hash;
    const hashes = recoveryCodes.hashes.filter((unused) => unused !== hash);
    return { factors: { ...factors, recoveryCodes: { ...recoveryCodes, hashes } }, used: 'recoveryCode' } as const;
  }

  /** Counts an attempt before it is checked, so that of many at once no more are checked than are free. */
  async function attempt<Result extends object>(
    accountId: string,
    check: () => Promise<Result | Refusal>,
  ): Promise<Result | Refusal> {
    const key = attempts.key('secondFactor', accountId);
    const retryAfter = await attempts.take([key]);
    if (retryAfter > 0) return refuse('request.throttled', { retryAfter });
    const result = await check();
    if (!isRefusal(result)) await attempts.forget([key]);
    return result;
  }

  /** The factor that a code is of, used once; null if it isn't valid. */
  async function use(accountId: string, code: string, call: Call): Promise<UsedSecondFactor | null | 'busy'> {
    const next = await updateSecondFactors(vault.secondFactors, accountId, (factors) => afterUse(factors, code, call));
    return next === null || next === 'busy' ? next : next.used;
  }

  return {
    attempt,
    use,
    /** Uses a code alone, as one attempt. */
    check: (accountId: string, code: string, call: Call): Promise<{ readonly used: UsedSecondFactor } | Refusal> =>
      attempt(accountId, async () => {
        const used = await use(accountId, code, call);
        if (used === 'busy') return refuse('sign-in.busy');
        return used === null ? refuse('factor.refused') : { used };
      }),
    /** New recovery codes, and their hashes. */
    async newRecoveryCodes({ now, address }: Call) {
      const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
      const hashes: string[] = [];
      for (const code of codes) {
        const hash = await passwords.hash(plain(code), address);
        if (hash === 'busy') return 'busy' as const;
        hashes.push(hash);
      }
      return { codes, recoveryCodes: { hashes, since: now } };
    },
  };
}
