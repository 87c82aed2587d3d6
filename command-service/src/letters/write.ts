import { randomBytes } from 'node:crypto';
import { streams } from '@dayline/contracts/events/categories';
import { emailKey } from '@dayline/contracts/fields/email-address';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Trail } from '@dayline/http/trail/trail';
import type { Clock } from '@dayline/runtime/clock';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { Letter } from '@dayline/runtime/mail/port';
import type { OutboxJob, TokenPurpose } from '@dayline/vault/onboarding-port';
import type { Account, Vault } from '@dayline/vault/port';
import { mustUseProvider } from '@dayline/vault/second-factors';
import { systemActor } from '../command-handler/system-context.ts';
import type { DoctorAggregate } from '../doctor/doctor-commands.ts';
import { addressScope } from '../unique-values/email-address.ts';
import { askedBy, type LetterJob, readJob } from './jobs.ts';
import type { LetterKind } from './text.ts';
import { accountLetter, contactLetter, logHeadLetter } from './words.ts';

export interface LetterDeps {
  readonly aggregates: DoctorAggregate;
  /** Adds an account without a password. */
  readonly addAccount: (account: Omit<Account, 'passwordHash' | 'sessionEpoch'>) => Promise<unknown>;
  /** Gives an account without a password the doctor's present address. */
  readonly followAddress: (account: Account, email: string) => Promise<void>;
  readonly vault: Pick<Vault, 'accounts' | 'reservations' | 'tokens' | 'secondFactors'>;
  readonly trail: Trail;
  readonly clock: Clock;
  /** An origin; links are never built from a request. */
  readonly publicUrl: string;
  readonly operatorEmail: string;
}

export interface WrittenLetter {
  readonly letter: Letter;
  /** The purpose, and the account that it is about; null for an email to the operator. */
  readonly about: { readonly purpose: string; readonly account: Account } | null;
}

const minute = 60_000;
/** Validity of an emailed link, from its sending, in ms. */
export const linkLifetime = {
  verification: 24 * 60 * minute,
  reset: 30 * minute,
  signIn: 30 * minute,
  invitation: 72 * 60 * minute,
  email: 60 * minute,
} as const;
const linkPage = {
  verification: 'verify-email',
  reset: 'reset-password',
  signIn: 'sign-in-link',
  invitation: 'invitation',
  email: 'confirm-email',
} as const;

/**
 * The id that accompanies the token in an account's link: the doctor's pocId, or for other roles the account id, which
 * has the same format.
 */
export const linkIdOf = ({ pocId, accountId }: Account): string => pocId ?? accountId;

const randomLength = 43;
/** 256 random bits, followed by the address that the token is sent to, if it is to be confirmed. */
const tokenFor = (newEmail: string): string =>
  randomBytes(32).toString('base64url') + Buffer.from(newEmail).toString('base64url');
/** The address in a token; only one that was issued for it is valid. */
export const newEmailIn = (token: string): string =>
  Buffer.from(token.slice(randomLength), 'base64url').toString('utf8');

/** Letters about an account, with a link or without. */
function accountLetters({ vault, clock, publicUrl }: LetterDeps) {
  /** Null if the account has the highest number of valid links: a further request voids none of them. */
  async function linkFor(
    account: Account,
    purpose: TokenPurpose & keyof typeof linkLifetime,
    { id }: OutboxJob,
    /** A new address, to which this link is sent. */
    newEmail = '',
  ): Promise<string | null> {
    const token = tokenFor(newEmail);
    const now = clock.now();
    const expiresAt = now + linkLifetime[purpose];
    const { accountId } = account;
    // Those that only a signed-in person asks for replace the former one.
    const askedBy = purpose === 'invitation' || purpose === 'email' ? purpose : id;
    if (!(await vault.tokens.issue({ accountId, purpose, token, askedBy, now, expiresAt }))) return null;
    return `${publicUrl}/${linkPage[purpose]}/${token}/${linkIdOf(account)}`;
  }

  /** In the account's language, else in that of the requesting page. */
  function letterAbout(purpose: LetterKind, account: Account, link: string, job: OutboxJob): WrittenLetter {
    const language = account.language ?? askedBy(job)?.language ?? 'en';
    return { letter: accountLetter(purpose, account, { link, language }), about: { purpose, account } };
  }

  async function letterWithLink(
    account: Account,
    purpose: Exclude<keyof typeof linkLifetime, 'email'>,
    job: OutboxJob,
  ): Promise<WrittenLetter | null> {
    const link = await linkFor(account, purpose, job);
    return link === null ? null : letterAbout(purpose, account, link, job);
  }

  /** With a link, unless the account's hospital requires single sign-on of it. */
  async function signInLetter(account: Account, purpose: 'reset' | 'signIn', job: OutboxJob) {
    if (!(await mustUseProvider(vault.secondFactors, account))) return letterWithLink(account, purpose, job);
    const written = letterAbout('providerRequired', account, `${publicUrl}/`, job);
    // The request for a new password has the account's name, so its mail has no alias.
    return purpose === 'signIn' ? written : { ...written, about: { purpose: 'providerRequiredForReset', account } };
  }

  return { linkFor, letterAbout, letterWithLink, signInLetter };
}

/**
 * Writes a job's email with a fresh token: a retry voids the token of the previous attempt. Null if there is no
 * recipient, or if enough of its links are valid.
 */
export function letterWriter(deps: LetterDeps) {
  const { vault, trail, publicUrl, operatorEmail } = deps;
  const { linkFor, letterAbout, letterWithLink, signInLetter } = accountLetters(deps);

  /** The reply didn't say whether the address is free: its mailbox learns it. */
  async function emailChange(
    { accountId, email, sessionEpoch }: Extract<LetterJob, { kind: 'emailChange' }>,
    job: OutboxJob,
  ): Promise<WrittenLetter | null> {
    const account = await vault.accounts.byId(accountId);
    if (!account || account.email === email) return null;
    // A new password voids links, so none is made for who had the former one, however late the mail is sent.
    if (sessionEpoch !== undefined && sessionEpoch !== account.sessionEpoch) return null;
    const holder = await vault.accounts.byEmail(email);
    if (holder) return letterAbout('emailTaken', holder, `${publicUrl}/`, job);
    const link = await linkFor(account, 'email', job, email);
    return link === null ? null : letterAbout('emailChange', { ...account, email }, link, job);
  }

  async function signUp(
    { email, clientId }: Extract<LetterJob, { kind: 'verification' }>,
    job: OutboxJob,
  ): Promise<WrittenLetter | null> {
    const account = await doctorsAccount(deps, email, clientId);
    if (!account) return null;
    if (account.passwordHash === null) return letterWithLink(account, 'verification', job);
    return letterAbout('alreadyRegistered', account, `${publicUrl}/`, job);
  }

  async function reset(
    { email, trace }: Extract<LetterJob, { kind: 'reset' }>,
    job: OutboxJob,
  ): Promise<WrittenLetter | null> {
    const account = await vault.accounts.byEmail(email);
    if (job.tries === 0) {
      trail.record({
        ...trace,
        channel: 'web',
        accountId: account?.accountId ?? null,
        event: { type: 'PasswordResetRequested', data: {} },
        actor: { kind: 'system', id: 'sign-in', name: 'Sign-in' },
        clientId: account?.clientId ?? '',
      });
    }
    if (!account) return null;
    // Without a completed sign-up there is nothing to reset; the verification link or the invitation completes it.
    if (account.passwordHash === null) {
      return account.role === 'doctor' ? letterWithLink(account, 'verification', job) : null;
    }
    return signInLetter(account, 'reset', job);
  }

  return async (outboxJob: OutboxJob): Promise<WrittenLetter | null> => {
    const job = readJob(outboxJob);
    switch (job.kind) {
      case 'verification':
        return signUp(job, outboxJob);
      case 'reset':
        return reset(job, outboxJob);
      case 'signIn': {
        const account = await vault.accounts.byEmail(job.email);
        // Without a password the sign-up isn't complete.
        return account?.passwordHash ? signInLetter(account, 'signIn', outboxJob) : null;
      }
      case 'passwordChanged':
      case 'secondFactorReset':
      case 'newDevice':
      case 'webhookDisabled':
      case 'factorsChanged': {
        const account = await vault.accounts.byId(job.accountId);
        const purpose = job.kind === 'factorsChanged' ? job.change : job.kind;
        const page = job.kind === 'webhookDisabled' ? 'settings/connections' : 'forgot-password';
        return account && letterAbout(purpose, account, `${publicUrl}/${page}`, outboxJob);
      }
      case 'emailChange':
        return emailChange(job, outboxJob);
      case 'emailChangeRequested': {
        const account = await vault.accounts.byId(job.accountId);
        const page = `${publicUrl}/forgot-password`;
        return account && letterAbout(job.kind, { ...account, email: job.to }, page, outboxJob);
      }
      case 'emailChanged': {
        const account = await vault.accounts.byId(job.accountId);
        return account && letterAbout('emailChanged', { ...account, email: job.to }, `${publicUrl}/home`, outboxJob);
      }
      case 'invitation': {
        const account = await vault.accounts.byId(job.accountId);
        // Set meanwhile, by an earlier attempt to send it.
        return account && account.passwordHash === null ? letterWithLink(account, 'invitation', outboxJob) : null;
      }
      case 'logHead':
        return { letter: logHeadLetter(job.to, job.head), about: null };
      case 'contact':
        return { letter: contactLetter(operatorEmail, job), about: null };
      default:
        return unreachable(job);
    }
  };
}

/** The doctor's account at a client by address; created without a password if missing. */
async function doctorsAccount(
  { vault, aggregates, addAccount, followAddress }: LetterDeps,
  email: string,
  clientId: string,
): Promise<Account | null> {
  const reserved = await vault.reservations.find(addressScope, emailKey(email));
  if (!reserved) return null;
  const pocId = reserved.id;
  const { state: doctor } = await aggregates.doctors.load(streams.doctor(pocId), 0);
  // The address differs if a crash left an unused reservation.
  if (doctor?.clientId !== clientId || !doctor.email || emailKey(doctor.email) !== emailKey(email)) return null;
  const accountId = derivedFrom(pocId, 'account');
  const existing = await vault.accounts.byId(accountId);
  if (existing?.passwordHash === null && existing.email !== emailKey(email)) {
    await followAddress(existing, emailKey(email));
  } else if (!(await vault.accounts.ownerOf(email))) {
    await addAccount({ accountId, email, role: 'doctor', name: doctor.name, clientId, pocId });
  }
  const account = await vault.accounts.byEmail(email);
  return account?.pocId === pocId ? account : null;
}

/** Records in the account's trail that an email was sent, without its address. */
export const recordLetter =
  (trail: Pick<Trail, 'record'>) =>
  (job: OutboxJob, { about }: WrittenLetter): void => {
    if (!about) return;
    const { accountId, clientId } = about.account;
    const { requestId = job.id, correlationId = requestId } = askedBy(job) ?? {};
    trail.record({
      accountId,
      clientId,
      event: { type: 'LetterSent', data: { purpose: about.purpose, subject: { accountId } } },
      actor: systemActor,
      channel: 'system',
      commandId: job.id,
      commandDigest: '',
      correlationId,
      causationId: requestId,
      traceparent: null,
    });
  };
