import { randomBytes } from 'node:crypto';
import { streams } from '@dayline/contracts/ids';
import type { Clock } from '@dayline/platform/clock';
import { derivedFrom } from '@dayline/platform/ids/derived';
import type { Letter } from '@dayline/platform/mail/port';
import type { Trail } from '@dayline/platform/trail/trail';
import type { OutboxJob, TokenPurpose } from '@dayline/platform/vault/onboarding-port';
import type { Account, Vault } from '@dayline/platform/vault/port';
import { addressScope } from '../handlers/given.ts';
import type { Kernels } from '../kernels.ts';
import { type LetterJob, readJob } from './jobs.ts';
import {
  alreadyRegisteredLetter,
  contactLetter,
  passwordChangedLetter,
  resetLetter,
  verificationLetter,
} from './words.ts';

export interface LetterDeps {
  readonly kernels: Kernels;
  readonly vault: Pick<Vault, 'accounts' | 'reservations' | 'tokens'>;
  readonly trail: Trail;
  readonly clock: Clock;
  /** An origin; links never come from a request. */
  readonly publicUrl: string;
  readonly operatorEmail: string;
}

const minute = 60_000;
/** How long a mailed link is good, from its mailing. */
export const linkLifetime = { verification: 24 * 60 * minute, reset: 30 * minute } as const;

/**
 * The id that stands behind the token in an account's link: the doctor's pocId, and the account's own id for those who
 * are no doctor; it has the same shape.
 */
export const linkIdOf = ({ pocId, accountId }: Account): string => pocId ?? accountId;

/**
 * Writes the letter that a job asks for, with a token made just now: a job that is tried again voids the token of the
 * try before. Null where there is nobody to write to.
 */
export function letterWriter({ kernels, vault, trail, clock, publicUrl, operatorEmail }: LetterDeps) {
  async function linkFor(account: Account, purpose: TokenPurpose & keyof typeof linkLifetime): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = clock.now() + linkLifetime[purpose];
    await vault.tokens.issue({ accountId: account.accountId, purpose, token, expiresAt });
    const page = purpose === 'verification' ? 'verify-email' : 'reset-password';
    return `${publicUrl}/${page}/${token}/${linkIdOf(account)}`;
  }

  const verification = async (account: Account): Promise<Letter> =>
    verificationLetter(account.email, account.name, await linkFor(account, 'verification'));

  /** The account of a doctor at a client, by address; made without a password where there is none yet. */
  async function doctorsAccount(email: string, clientId: string): Promise<Account | null> {
    const reserved = await vault.reservations.find(addressScope, email.toLowerCase());
    if (!reserved) return null;
    const pocId = reserved.id;
    const { state: doctor } = await kernels.doctors.load(streams.doctor(pocId));
    // Null once the doctor was erased.
    if (!doctor || doctor.clientId !== clientId || doctor.email === null) return null;
    await vault.accounts.add({
      accountId: derivedFrom(pocId, 'account'),
      email,
      role: 'doctor',
      name: doctor.name,
      clientId,
      pocId,
      passwordHash: null,
      sessionEpoch: 0,
    });
    const account = await vault.accounts.byEmail(email);
    return account?.pocId === pocId ? account : null;
  }

  async function signUp({ email, clientId }: Extract<LetterJob, { kind: 'verification' }>): Promise<Letter | null> {
    const account = await doctorsAccount(email, clientId);
    if (!account) return null;
    if (account.passwordHash === null) return verification(account);
    return alreadyRegisteredLetter(account.email, account.name, `${publicUrl}/`);
  }

  async function reset(
    { email, trace }: Extract<LetterJob, { kind: 'reset' }>,
    isFirstTry: boolean,
  ): Promise<Letter | null> {
    const account = await vault.accounts.byEmail(email);
    if (isFirstTry) {
      trail.record({
        ...trace,
        accountId: account?.accountId ?? null,
        event: { type: 'PasswordResetRequested', data: {} },
        actor: { kind: 'system', id: 'sign-in', name: 'Sign-in' },
        clientId: account?.clientId ?? '',
      });
    }
    if (!account) return null;
    // Who never completed the sign-up has nothing to reset, and completes it by the same proof.
    if (account.role === 'doctor' && account.passwordHash === null) return verification(account);
    return resetLetter(account.email, account.name, await linkFor(account, 'reset'));
  }

  return async (outboxJob: OutboxJob): Promise<Letter | null> => {
    const job = readJob(outboxJob);
    switch (job.kind) {
      case 'verification':
        return signUp(job);
      case 'reset':
        return reset(job, outboxJob.tries === 0);
      case 'passwordChanged': {
        const account = await vault.accounts.byId(job.accountId);
        return account && passwordChangedLetter(account.email, account.name, `${publicUrl}/forgot-password`);
      }
      case 'contact':
        return contactLetter(operatorEmail, job);
      default:
        return job satisfies never;
    }
  };
}
