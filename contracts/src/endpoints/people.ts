import { z } from 'zod';
import { emailWith } from '../fields/email.ts';
import { maxNameLength, maxReasonLength } from '../fields/max-lengths.ts';
import { requiredLine } from '../fields/text.ts';
import { idSchema } from '../ids.ts';
import { claims, endpoint, roles } from './definition.ts';
import { commandReply } from './shapes.ts';

const failure = 'The change could not be saved. Please try again.';
const instant = z.iso.datetime();
const nameMissing = 'Please enter a name.';
const emailMissing = 'Please enter a valid email address.';
export const personNameSchema = requiredLine(maxNameLength, nameMissing);

/** An administrator changes the accounts of the own client; an account of another client is refused as unknown ones. */
const command = {
  kind: 'command',
  access: ['admin'],
  action: 'settings',
  needsProof: true,
  claims: [claims.client],
  response: z.object(commandReply),
  failure,
} as const;
const ofPerson = { clientId: idSchema, accountId: idSchema };
const refusals = ['key.reused', 'log.conflict'] as const;

const listPeople = endpoint('/api/people/list', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({ clientId: idSchema }),
  response: z.array(
    z.object({
      accountId: idSchema,
      name: z.string(),
      email: z.string(),
      role: z.enum(roles),
      /** Invited: without a password. */
      status: z.enum(['active', 'invited', 'deactivated']),
      /** When the invitation's link expires or expired; null if it has none. */
      invitedUntil: instant.nullable(),
      lastSignInAt: instant.nullable(),
      hasSecondFactor: z.boolean(),
      /** Whether the client requires its sign-in provider; `local`: of others, but not of this account. */
      singleSignOn: z.enum(['optional', 'required', 'local']),
      /** Whether a person of the client's sign-in provider is bound to the account. */
      isBound: z.boolean(),
      /** How many sessions it has, and when one was last used. */
      sessionCount: z.int(),
      lastSeenAt: instant.nullable(),
    }),
  ),
  failure: 'Failed to fetch people.',
  title: "A client's accounts by name, with how they sign in",
});

const invitePerson = endpoint('/api/people/invite', {
  ...command,
  request: z.strictObject({
    clientId: idSchema,
    name: personNameSchema,
    email: emailWith(emailMissing, emailMissing),
    role: z.enum(['admin', 'auditor']),
  }),
  response: z.object({ ...commandReply, accountId: idSchema }),
  refusals: [...refusals, 'email.taken'],
  title: 'Invite an administrator or auditor: emails a link to set a password, which works once and for 72 hours',
});

const resendInvitation = endpoint('/api/people/resend', {
  ...command,
  request: z.strictObject(ofPerson),
  refusals: [...refusals, 'account.active', 'account.deactivated'],
  title: 'Send an invitation again; the former link becomes invalid',
});

const renamePerson = endpoint('/api/people/rename', {
  ...command,
  request: z.strictObject({ ...ofPerson, name: personNameSchema }),
  refusals: [...refusals, 'account.of-doctor'],
  title: 'Change the name of an administrator or auditor',
});

const deactivatePerson = endpoint('/api/people/deactivate', {
  ...command,
  request: z.strictObject(ofPerson),
  refusals: [...refusals, 'account.own', 'account.last-admin', 'account.last-local'],
  title: 'Deactivate an account: its sessions and links end, and nobody can sign in to it',
});

const reactivatePerson = endpoint('/api/people/reactivate', {
  ...command,
  request: z.strictObject(ofPerson),
  refusals,
  title: 'Reactivate an account: emails a link to set a new password',
});

const resetSecondFactorOfPerson = endpoint('/api/people/reset-second-factor', {
  ...command,
  action: 'password',
  request: z.strictObject({ ...ofPerson, reason: requiredLine(maxReasonLength, 'Please give a reason.') }),
  refusals: [...refusals, 'account.own', 'factor.missing'],
  title: "Remove the second factor of somebody's account; its sessions end, and its owner is notified by email",
});

const unbindPerson = endpoint('/api/people/unbind', {
  ...command,
  action: 'password',
  request: z.strictObject(ofPerson),
  refusals: [...refusals, 'provider.not-bound', 'provider.secret'],
  title: "Unbind somebody's account from the hospital's sign-in provider; its sessions end",
});

const endSessionsOfPerson = endpoint('/api/people/end-sessions', {
  ...command,
  action: 'signIn',
  request: z.strictObject(ofPerson),
  refusals: [...refusals, 'account.own'],
  title: "End all sessions of somebody's account; it can sign in again",
});

export const peopleEndpoints = {
  listPeople,
  invitePerson,
  resendInvitation,
  renamePerson,
  deactivatePerson,
  reactivatePerson,
  resetSecondFactorOfPerson,
  unbindPerson,
  endSessionsOfPerson,
};
