import { z } from 'zod';
import { sessionIdleSchema } from '../../events/client-people.ts';
import { secondFactorPolicies } from '../../fields/password.ts';
import { idSchema } from '../../ids.ts';
import { claims, endpoint, roles } from '../definition.ts';
import { signedInSchema } from '../session.ts';
import { commandReply } from '../shapes.ts';
import { assertionSchema } from './passkeys.ts';

/** A code of an authenticator app or a recovery code, as typed: spaces and hyphens don't count. */
const codeSchema = z.string().max(32);
/** Changes of the second factor need both, however short ago the sign-in was. */
const proofs = { password: z.string(), code: codeSchema };
const recoveryCodesSchema = z.array(z.string());
const failure = 'The second factor could not be changed. Please try again.';
const command = { kind: 'command', access: roles, action: 'password', failure } as const;

const completeSignIn = endpoint('/api/sign-in/second-factor', {
  kind: 'command',
  access: 'public',
  /** One of the two. */
  request: z.strictObject({ code: codeSchema.exactOptional(), passkey: assertionSchema.exactOptional() }),
  response: signedInSchema,
  failure: 'Failed to login. Please try again.',
  refusals: [
    ...(['factor.sign-in-expired', 'factor.refused', 'passkey.refused', 'sign-in.left'] as const),
    ...(['sign-in.provider-required', 'sign-in.busy', 'request.throttled'] as const),
  ],
  title: 'The second step of a sign-in: a passkey, a code of the authenticator app, or a recovery code',
});

const enrolling = { kind: 'command', access: 'public', failure: 'Failed to login. Please try again.' } as const;

const beginEnrolment = endpoint('/api/sign-in/totp/begin', {
  ...enrolling,
  request: z.strictObject({}),
  response: z.object({ success: z.literal(true), message: z.string(), secret: z.string(), uri: z.string() }),
  refusals: ['factor.sign-in-expired', 'factor.exists', 'request.throttled'],
  title: 'The second step of a sign-in that needs a second factor first: a secret for an authenticator app',
});

const confirmEnrolment = endpoint('/api/sign-in/totp/confirm', {
  ...enrolling,
  request: z.strictObject({ code: codeSchema }),
  response: signedInSchema.extend({ recoveryCodes: recoveryCodesSchema }),
  refusals: [
    ...(['factor.sign-in-expired', 'factor.exists', 'factor.enrolment-expired', 'factor.refused'] as const),
    ...(['sign-in.left', 'sign-in.provider-required', 'sign-in.busy', 'request.throttled'] as const),
  ],
  title: 'Turn on codes by an authenticator app, and sign in; answers the recovery codes once',
});

const getSecondFactor = endpoint('/api/account/second-factor', {
  kind: 'query',
  access: roles,
  request: z.strictObject({}),
  response: z.object({
    app: z.object({ since: z.iso.datetime(), lastUsedAt: z.iso.datetime() }).nullable(),
    passkeys: z.array(
      z.object({
        passkeyId: z.string(),
        name: z.string(),
        since: z.iso.datetime(),
        lastUsedAt: z.iso.datetime().nullable(),
      }),
    ),
    /** The policy of the account's client, and whether it requires a second factor of this account. */
    policy: z.enum(secondFactorPolicies),
    required: z.boolean(),
    /** How long (minutes) a session may stay unused at the account's client; absent: as the installation has it. */
    idleMinutes: z.int().exactOptional(),
    recoveryCodes: z.object({ left: z.int(), of: z.int(), since: z.iso.datetime() }).nullable(),
  }),
  failure: 'Failed to load the second factor. Please try again.',
  title: 'The second factor of your own account, without its secrets, and the policies of its client',
});

const proveIdentity = endpoint('/api/account/prove', {
  kind: 'command',
  access: roles,
  action: 'password',
  /** One of the three; code and passkey only if the account has them. */
  request: z.strictObject({
    password: z.string().exactOptional(),
    code: codeSchema.exactOptional(),
    passkey: assertionSchema.exactOptional(),
  }),
  response: z.object(commandReply),
  failure: 'This could not be checked. Please try again.',
  refusals: ['proof.refused', 'factor.refused', 'passkey.refused', 'sign-in.busy', 'request.throttled'],
  title: 'Confirm by the password, a code or a passkey that it is you, for the calls that need it again',
});

const beginTotp = endpoint('/api/account/totp/begin', {
  ...command,
  needsProof: true,
  request: z.strictObject({}),
  response: z.object({ ...commandReply, secret: z.string(), uri: z.string() }),
  refusals: ['factor.exists'],
  title: 'A new secret for an authenticator app; it counts once a code confirms it, within ten minutes',
});

const confirmTotp = endpoint('/api/account/totp/confirm', {
  ...command,
  request: z.strictObject({ code: codeSchema }),
  response: z.object({ ...commandReply, recoveryCodes: recoveryCodesSchema }),
  refusals: ['factor.exists', 'factor.enrolment-expired', 'factor.refused', 'sign-in.busy', 'request.throttled'],
  title: 'Turn on codes by an authenticator app; answers the recovery codes once, and ends your other sessions',
});

const removeTotp = endpoint('/api/account/totp/remove', {
  ...command,
  request: z.strictObject(proofs),
  response: z.object(commandReply),
  refusals: ['factor.missing', 'factor.required', 'factor.proof-refused', 'sign-in.busy', 'request.throttled'],
  title: 'Turn off codes by an authenticator app; ends your other sessions',
});

const makeRecoveryCodes = endpoint('/api/account/recovery-codes', {
  ...command,
  request: z.strictObject(proofs),
  response: z.object({ ...commandReply, recoveryCodes: recoveryCodesSchema }),
  refusals: ['factor.missing', 'factor.proof-refused', 'sign-in.busy', 'request.throttled'],
  title: 'New recovery codes, answered once; the former ones are void, and your other sessions end',
});

const setSecondFactorPolicy = endpoint('/api/client/second-factor-policy', {
  kind: 'command',
  access: ['admin'],
  action: 'settings',
  needsProof: true,
  claims: [claims.client],
  request: z.strictObject({ clientId: idSchema, policy: z.enum(secondFactorPolicies) }),
  response: z.object(commandReply),
  failure: 'The policy could not be saved. Please try again.',
  refusals: ['factor.own-first'],
  title: 'Who of the client needs a second factor; sessions of accounts that need one and have none end',
});

const setSessionIdleTime = endpoint('/api/client/session-idle-time', {
  kind: 'command',
  access: ['admin'],
  action: 'settings',
  needsProof: true,
  claims: [claims.client],
  request: z.strictObject({ clientId: idSchema, minutes: sessionIdleSchema }),
  response: z.object(commandReply),
  failure: 'The automatic sign-out could not be saved. Please try again.',
  refusals: ['key.reused', 'log.conflict'],
  title: 'How long sessions of the client may stay unused; those unused for longer end',
});

export const secondFactorEndpoints = {
  completeSignIn,
  beginEnrolment,
  confirmEnrolment,
  setSecondFactorPolicy,
  setSessionIdleTime,
  proveIdentity,
  getSecondFactor,
  beginTotp,
  confirmTotp,
  removeTotp,
  makeRecoveryCodes,
};
