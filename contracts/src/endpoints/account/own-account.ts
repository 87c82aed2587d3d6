import { z } from 'zod';
import { emailWith } from '../../fields/email.ts';
import { idSchema } from '../../ids.ts';
import { endpoint, roles } from '../definition.ts';
import { passwordSchema } from '../onboarding.ts';
import { personNameSchema } from '../people.ts';
import { commandReply } from '../shapes.ts';

const emailInvalid = 'Please enter a valid email address.';
/** Each person's own account: no request names an account. */
const command = { kind: 'command', access: roles, action: 'password', response: z.object(commandReply) } as const;

const getOwnAccount = endpoint('/api/account/details', {
  kind: 'query',
  access: roles,
  request: z.strictObject({}),
  response: z.object({
    name: z.string(),
    email: z.string(),
    /** When its owner last changed the password; absent if never, and until the activity has the change. */
    passwordChangedAt: z.iso.datetime().exactOptional(),
  }),
  failure: 'Failed to load your account. Please try again.',
  title: 'The name and email of your own account, and when its password was changed',
});

const changeOwnName = endpoint('/api/account/name', {
  ...command,
  /** A doctor's name is part of the doctor's details. */
  access: ['admin', 'auditor'],
  action: 'settings',
  request: z.strictObject({ name: personNameSchema }),
  failure: 'The name could not be saved. Please try again.',
  refusals: ['key.reused', 'log.conflict'],
  title: 'Change the name of your own account',
});

const changePassword = endpoint('/api/account/password', {
  ...command,
  request: z.strictObject({ currentPassword: z.string(), newPassword: passwordSchema }),
  failure: 'Failed to update password.',
  refusals: ['proof.refused', 'password.common', 'sign-in.busy', 'request.throttled'],
  title: 'Change the password of your own account; your other sessions end, and an email says so',
});

const requestEmailChange = endpoint('/api/account/email', {
  ...command,
  /** A doctor's address is part of the doctor's details. */
  access: ['admin', 'auditor'],
  request: z.strictObject({ email: emailWith(emailInvalid, emailInvalid), currentPassword: z.string() }),
  failure: 'The email could not be changed. Please try again.',
  refusals: ['proof.refused', 'sign-in.busy', 'request.throttled'],
  title: 'Change the email of your own account: emails a link to the new address; the reply is the same for one in use',
});

const confirmEmailChange = endpoint('/api/confirm-email-change', {
  kind: 'command',
  access: 'public',
  /** The address is part of the token. */
  request: z.strictObject({ token: z.string().max(500), pocId: idSchema }),
  response: z.object({ success: z.literal(true), message: z.string(), email: z.string() }),
  failure: 'An error occurred while verifying the email.',
  refusals: ['token.invalid', 'email.taken', 'request.throttled', 'log.conflict'],
  title: 'Use an emailed link: the account has the new address from now on, and the former one gets a mail',
});

const listOwnSessions = endpoint('/api/account/sessions', {
  kind: 'query',
  access: roles,
  request: z.strictObject({}),
  response: z.array(
    z.object({
      /** Names it in `endOwnSession`, and is of no other use. */
      ownSessionId: z.string(),
      isThis: z.boolean(),
      /** As the browser gave them at the sign-in; null if it didn't, or for a session of an earlier version. */
      browser: z.string().nullable(),
      system: z.string().nullable(),
      /** Where the sign-in came from; null for a session of an earlier version. */
      address: z.string().nullable(),
      since: z.iso.datetime(),
      /** To the minute. */
      lastSeenAt: z.iso.datetime(),
    }),
  ),
  failure: 'Failed to load your sessions. Please try again.',
  title: 'Where you are signed in: your own sessions, this one first',
});

const sessionsFailure = 'The session could not be ended. Please try again.';
const endOwnSession = endpoint('/api/account/sessions/end', {
  ...command,
  action: 'signIn',
  request: z.strictObject({ ownSessionId: z.string().max(64) }),
  failure: sessionsFailure,
  refusals: ['account.session-unknown'],
  title: 'End one of your own sessions, on every page and device where it is open',
});

const endOtherSessions = endpoint('/api/account/sessions/end-others', {
  ...command,
  action: 'signIn',
  request: z.strictObject({}),
  failure: sessionsFailure,
  title: 'End all of your own sessions but this one',
});

export const accountEndpoints = {
  getOwnAccount,
  changeOwnName,
  changePassword,
  requestEmailChange,
  confirmEmailChange,
  listOwnSessions,
  endOwnSession,
  endOtherSessions,
};
