import { type SecondFactorPolicy, secondFactorPolicies } from '@dayline/contracts/fields/password';
import { z } from 'zod';
import type { Account } from './account.ts';

/** An authenticator app's shared secret in base32. */
const secretSchema = z.string();
/** ms since the epoch, UTC. */
const instantSchema = z.int();

const passkeySchema = z.object({
  /** The credential's id, base64url. */
  id: z.string(),
  name: z.string(),
  /** COSE, base64url. */
  publicKey: z.string(),
  /** Of its last signature; 0 for good if it doesn't count. */
  counter: z.int(),
  /** How a browser reaches it. */
  transports: z.array(z.string()),
  since: instantSchema,
  lastUsedAt: instantSchema.nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;

const secondFactorsSchema = z.object({
  /** A secret that no code has confirmed yet. */
  pending: z.object({ secret: secretSchema, since: instantSchema }).nullable(),
  totp: z
    .object({
      secret: secretSchema,
      since: instantSchema,
      lastUsedAt: instantSchema,
      /** The 30 s step of the last code used; only later ones are valid. */
      lastStep: z.int(),
    })
    .nullable(),
  /** Absent in what an earlier build wrote. */
  passkeys: z.array(passkeySchema).default([]),
  /** argon2id hashes of the unused codes. */
  recoveryCodes: z.object({ hashes: z.array(z.string()), since: instantSchema }).nullable(),
});
export type SecondFactors = z.infer<typeof secondFactorsSchema>;

/** How many recovery codes are made at once. */
export const recoveryCodeCount = 10;

/** How many passkeys an account can have. */
export const maxPasskeys = 10;

export const noSecondFactors: SecondFactors = { pending: null, totp: null, passkeys: [], recoveryCodes: null };

/** Recovery codes alone are none. */
export const hasSecondFactor = ({ totp, passkeys }: SecondFactors): boolean => totp !== null || passkeys.length > 0;

/** The revision is 0 before the first write. */
export interface StoredSecondFactors {
  readonly factors: SecondFactors;
  readonly revision: number;
}

export interface SecondFactorWrite {
  /** As it was read. */
  readonly revision: number;
  /** Ends the account's sessions in the same write, except the one with this hash. Absent: ends none. */
  readonly endSessions?: { readonly except: string | null };
}

/** The second factors of accounts, encrypted at rest. A guarded write uses each code once. */
export interface SecondFactorStore {
  read(accountId: string): Promise<StoredSecondFactors>;
  /** False, changing nothing, if they were written since, or the account is closed or unknown. */
  write(accountId: string, factors: SecondFactors, write: SecondFactorWrite): Promise<boolean>;
  /** A client's policy, also while the log is unavailable; optional before the first. */
  policyOf(clientId: string): Promise<SecondFactorPolicy>;
  setPolicy(clientId: string, policy: SecondFactorPolicy): Promise<void>;
  /**
   * The accounts that may sign in without the client's sign-in provider, also while the log is unavailable; null: all
   * may.
   */
  localAdministratorsOf(clientId: string): Promise<readonly string[] | null>;
  /**
   * Also ends the sessions of the client's other accounts that began otherwise, and those that are being opened. Can be
   * repeated.
   */
  setLocalAdministrators(clientId: string, accountIds: readonly string[] | null): Promise<void>;
  /** How long (minutes) a client's sessions may stay unused; null: as the installation has it. */
  idleMinutesOf(clientId: string): Promise<number | null>;
  /** `endedSince` then reports the client's sessions, so that each process looks at them by the new time. */
  setIdleMinutes(clientId: string, minutes: number | null): Promise<void>;
}

/** Of a newer build's policy, the strictest known is taken. */
export const policyIn = (stored: string | undefined): SecondFactorPolicy =>
  stored === undefined ? 'optional' : (secondFactorPolicies.find((policy) => policy === stored) ?? 'everyone');

/** Whether an account's client requires its sign-in provider of it. */
export async function mustUseProvider(
  store: Pick<SecondFactorStore, 'localAdministratorsOf'>,
  { accountId, clientId }: Pick<Account, 'accountId' | 'clientId'>,
): Promise<boolean> {
  const local = await store.localAdministratorsOf(clientId);
  return local !== null && !local.includes(accountId);
}

export const sealed = (factors: SecondFactors): Buffer => Buffer.from(JSON.stringify(factors));
export const unsealed = (bytes: Buffer): SecondFactors => secondFactorsSchema.parse(JSON.parse(bytes.toString('utf8')));
