import { z } from 'zod';
import { positionSchema } from '../ids.ts';

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

/** The running digest of the log (log-digest.ts) at a position, signed with Ed25519. */
export const signedHeadSchema = z.object({
  position: positionSchema,
  /** The number of events it covers. */
  events: z.int().min(1),
  digest: sha256Schema,
  /** UTC, ISO 8601. */
  signedAt: z.iso.datetime(),
  keyId: z.string().max(64),
  /** The signature of `headText`, base64. */
  signature: z.string().max(128),
});
export type SignedHead = z.infer<typeof signedHeadSchema>;

/** A head of the log that was kept elsewhere: signed, or as `dayline audit head` prints it. */
export const keptHeadSchema = z.union([
  z.strictObject(signedHeadSchema.shape),
  z.strictObject({ position: positionSchema, events: z.int().min(1), digest: sha256Schema }),
]);
export type KeptHead = z.infer<typeof keptHeadSchema>;
export const isSignedHead = (head: KeptHead): head is SignedHead => 'signature' in head;

/** The signed text. */
export const headText = ({ position, events, digest, signedAt }: Omit<SignedHead, 'keyId' | 'signature'>): string =>
  `Dayline log head\n${position}\n${events}\n${digest}\n${signedAt}`;

/** A public key that verifies signatures of this installation. */
export const publicKeySchema = z.object({
  /** The first 16 hex digits of the SHA-256 of the key (SPKI, DER). */
  keyId: z.string(),
  algorithm: z.literal('Ed25519'),
  /** SPKI, DER, base64. */
  publicKey: z.string(),
});
export type PublicKey = z.infer<typeof publicKeySchema>;
