import { z } from 'zod';
import { requiredLine } from '../../fields/text.ts';
import { endpoint, roles } from '../definition.ts';
import { signedInSchema } from '../session.ts';
import { commandReply } from '../shapes.ts';

/** The JSON forms of WebAuthn level 3, 5.1: bytes are base64url. */
const bytes = (maxLength: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(maxLength);
/** A credential's id has at most 1,023 bytes. */
const passkeyIdSchema = bytes(1_364);
const credential = { id: passkeyIdSchema, rawId: passkeyIdSchema, type: z.literal('public-key') };

/** A signature by a passkey. */
export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(2_048),
    authenticatorData: bytes(1_024),
    signature: bytes(1_024),
    /** The account's id, as it was given at the registration. */
    userHandle: bytes(88).exactOptional(),
  }),
});
export type Assertion = z.infer<typeof assertionSchema>;

/** A new passkey. */
const attestationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(2_048),
    attestationObject: bytes(8_192),
    transports: z.array(z.string().max(32)).max(8).exactOptional(),
  }),
});
export type Attestation = z.infer<typeof attestationSchema>;

const described = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) });
/** ms; the browser stops asking then. */
const timeout = z.int();

/** What a browser needs to ask for a passkey. */
export const passkeyRequestSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout,
  userVerification: z.literal('required'),
  /** Empty: any passkey of this site. */
  allowCredentials: z.array(described),
});

const passkeyCreationSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout,
  excludeCredentials: z.array(described),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

const maxNameLength = 60;
export const passkeyNameSchema = requiredLine(maxNameLength, 'Please enter a name.');
const failure = 'The second factor could not be changed. Please try again.';
const own = { kind: 'command', access: roles, action: 'password', failure } as const;
const signingIn = { kind: 'command', access: 'public', failure: 'Failed to login. Please try again.' } as const;

const beginPasskey = endpoint('/api/sign-in/passkey/begin', {
  ...signingIn,
  /** The second step is that of the pending sign-in's account. */
  request: z.strictObject({ step: z.enum(['first', 'second']) }),
  response: z.object({ success: z.literal(true), message: z.string(), options: passkeyRequestSchema }),
  refusals: ['factor.sign-in-expired', 'request.throttled'],
  title: 'What a browser needs to ask for a passkey: instead of the password, or as the second step of a sign-in',
});

const signInByPasskey = endpoint('/api/sign-in/passkey', {
  ...signingIn,
  request: z.strictObject({ passkey: assertionSchema }),
  response: signedInSchema,
  refusals: ['passkey.refused', 'sign-in.left', 'sign-in.provider-required', 'request.throttled'],
  title: 'Sign in by a passkey alone; the account decides the role',
});

const beginPasskeyEnrolment = endpoint('/api/sign-in/passkey/enrolment/begin', {
  ...signingIn,
  request: z.strictObject({}),
  response: z.object({ success: z.literal(true), message: z.string(), options: passkeyCreationSchema }),
  refusals: ['factor.sign-in-expired', 'factor.exists', 'request.throttled'],
  title: 'The second step of a sign-in that needs a second factor first: what a browser needs to make a passkey',
});

const confirmPasskeyEnrolment = endpoint('/api/sign-in/passkey/enrolment/confirm', {
  ...signingIn,
  request: z.strictObject({ name: passkeyNameSchema, passkey: attestationSchema }),
  response: signedInSchema.extend({ recoveryCodes: z.array(z.string()) }),
  refusals: [
    ...(['factor.sign-in-expired', 'factor.exists', 'passkey.refused'] as const),
    ...(['sign-in.left', 'sign-in.provider-required', 'sign-in.busy', 'request.throttled'] as const),
  ],
  title: 'Add a passkey, and sign in; answers the recovery codes once',
});

const beginAddPasskey = endpoint('/api/account/passkeys/begin', {
  ...own,
  needsProof: true,
  request: z.strictObject({}),
  response: z.object({ ...commandReply, options: passkeyCreationSchema }),
  refusals: ['passkey.too-many'],
  title: 'What a browser needs to make a passkey for your own account',
});

const addPasskey = endpoint('/api/account/passkeys/add', {
  ...own,
  request: z.strictObject({ name: passkeyNameSchema, passkey: attestationSchema }),
  /** The recovery codes if the account had none. */
  response: z.object({ ...commandReply, recoveryCodes: z.array(z.string()).exactOptional() }),
  refusals: ['passkey.refused', 'passkey.too-many', 'sign-in.busy'],
  title: 'Add a passkey to your own account; ends your other sessions',
});

const renamePasskey = endpoint('/api/account/passkeys/rename', {
  ...own,
  request: z.strictObject({ passkeyId: passkeyIdSchema, name: passkeyNameSchema }),
  response: z.object(commandReply),
  refusals: ['passkey.missing'],
  title: 'Rename a passkey of your own account',
});

const removePasskey = endpoint('/api/account/passkeys/remove', {
  ...own,
  needsProof: true,
  request: z.strictObject({ passkeyId: passkeyIdSchema }),
  response: z.object(commandReply),
  refusals: ['passkey.missing', 'factor.required'],
  title: 'Remove a passkey from your own account; ends your other sessions',
});

/** For `proveIdentity`. */
const beginPasskeyProof = endpoint('/api/account/prove/begin', {
  ...own,
  request: z.strictObject({}),
  response: z.object({ ...commandReply, options: passkeyRequestSchema }),
  failure: 'This could not be checked. Please try again.',
  refusals: ['passkey.none'],
  title: 'What a browser needs to ask for a passkey of your own account, to confirm that it is you',
});

export const passkeyEndpoints = {
  ...{ beginPasskey, signInByPasskey, beginPasskeyEnrolment, confirmPasskeyEnrolment },
  ...{ beginAddPasskey, addPasskey, renamePasskey, removePasskey, beginPasskeyProof },
};
