import { z } from 'zod';
import { endpoint, roles } from './definition.ts';
import { signedInSchema } from './session.ts';
import { commandReply } from './shapes.ts';

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
  request: z.strictObject({ code: codeSchema }),
  response: signedInSchema,
  failure: 'Failed to login. Please try again.',
  refusals: ['factor.sign-in-expired', 'factor.refused', 'sign-in.busy', 'request.throttled'],
  title: 'The second step of a sign-in: a code of the authenticator app, or a recovery code',
});

const getSecondFactor = endpoint('/api/account/second-factor', {
  kind: 'query',
  access: roles,
  request: z.strictObject({}),
  response: z.object({
    app: z.object({ since: z.iso.datetime(), lastUsedAt: z.iso.datetime() }).nullable(),
    recoveryCodes: z.object({ left: z.int(), of: z.int(), since: z.iso.datetime() }).nullable(),
  }),
  failure: 'Failed to load the second factor. Please try again.',
  title: 'The second factor of your own account, without its secrets',
});

const beginTotp = endpoint('/api/account/totp/begin', {
  ...command,
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
  refusals: ['factor.missing', 'factor.proof-refused', 'sign-in.busy', 'request.throttled'],
  title: 'Turn off codes by an authenticator app; ends your other sessions',
});

const makeRecoveryCodes = endpoint('/api/account/recovery-codes', {
  ...command,
  request: z.strictObject(proofs),
  response: z.object({ ...commandReply, recoveryCodes: recoveryCodesSchema }),
  refusals: ['factor.missing', 'factor.proof-refused', 'sign-in.busy', 'request.throttled'],
  title: 'New recovery codes, answered once; the former ones are void, and your other sessions end',
});

export const secondFactorEndpoints = {
  completeSignIn,
  getSecondFactor,
  beginTotp,
  confirmTotp,
  removeTotp,
  makeRecoveryCodes,
};
