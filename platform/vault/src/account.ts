import type { Role } from '@dayline/contracts/endpoints/definition';
import type { Language } from '@dayline/contracts/fields/language';

/** A sign-in. */
export interface Account {
  readonly accountId: string;
  /** Lower case. */
  readonly email: string;
  readonly role: Role;
  readonly name: string;
  readonly clientId: string;
  /** The doctor's own POC; null for other roles. */
  readonly pocId: string | null;
  /** argon2id, PHC string; null until the sign-up is completed. */
  readonly passwordHash: string | null;
  /** Incremented by a password change, which invalidates sessions of earlier epochs. */
  readonly sessionEpoch: number;
  /** The language of pages and emails; absent until the owner has chosen one. */
  readonly language?: Language | undefined;
}
