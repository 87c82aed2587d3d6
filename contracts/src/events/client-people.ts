import { z } from 'zod';
import { secondFactorPolicies } from '../fields/password.ts';
import { idSchema } from '../ids.ts';
import { defineEvent, type EventOf } from './definition.ts';

/** The owner's name, as the history shows it. */
const accountNamed = { accountId: idSchema, name: z.string(), role: z.enum(['admin', 'doctor', 'auditor']) };

/** How long (minutes) a session of a client may stay unused; null: as `SESSION_IDLE_HOURS` says. */
export const sessionIdleSchema = z
  .int()
  .min(5)
  .max(7 * 24 * 60)
  .nullable();

/** The accounts of a client. The trail of an account is its own stream. */
export const peopleEvents = [
  /** An account without a password exists, and its owner was sent a link to set one; again if it was sent again. */
  defineEvent('AccountInvited', 1, z.object(accountNamed), {
    action: 'settings',
    sentence: ['accountInvited', 'data.name', 'data.role'],
  }),
  /** Its owner followed the link and sets a password. */
  defineEvent('AccountActivated', 1, z.object(accountNamed), {
    action: 'settings',
    sentence: ['accountActivated', 'data.name', 'data.role'],
  }),
  defineEvent('AccountRenamed', 1, z.object({ ...accountNamed, former: z.string() }), {
    action: 'settings',
    sentence: ['accountRenamed', 'data.former', 'data.name'],
  }),
  /** Nobody can sign in to the account, its sessions have ended, and its name remains in the history. */
  defineEvent('AccountDeactivated', 1, z.object(accountNamed), {
    action: 'settings',
    sentence: ['accountDeactivated', 'data.name', 'data.role'],
  }),
  defineEvent('AccountReactivated', 1, z.object(accountNamed), {
    action: 'settings',
    sentence: ['accountReactivated', 'data.name', 'data.role'],
  }),
  /** Who needs a second factor; nobody before the first event. Sessions of those who have none have ended. */
  defineEvent('SecondFactorPolicySet', 1, z.object({ policy: z.enum(secondFactorPolicies) }), {
    action: 'settings',
    sentence: ['secondFactorPolicySet', 'data.policy'],
  }),
  /** How long sessions may stay unused; before the first event as the installation has it. */
  defineEvent('SessionIdleTimeSet', 1, z.object({ minutes: sessionIdleSchema }), {
    action: 'settings',
    sentence: ['sessionIdleTimeSet', 'data.minutes'],
  }),
  /**
   * The accounts that may sign in without the hospital's sign-in provider, and their names; null, and before the first
   * event: all. Sessions of others that began otherwise have ended.
   */
  defineEvent(
    'SingleSignOnPolicySet',
    1,
    z.object({ localAdministrators: z.array(idSchema).min(1).nullable(), names: z.string() }),
    { action: 'settings', sentence: ['singleSignOnPolicySet', 'data.names'] },
  ),
  /** An administrator ended the sessions that the account had. */
  defineEvent('PersonSignedOut', 1, z.object(accountNamed), {
    action: 'signIn',
    sentence: ['personSignedOut', 'data.name'],
  }),
  /** The account's person at the hospital's sign-in provider counts no longer, and its sessions have ended. Without an issuer:
   * by a build that didn't record it. */
  defineEvent('SingleSignOnUnbound', 1, z.object({ ...accountNamed, issuer: z.string().exactOptional() }), {
    action: 'password',
    sentence: ['singleSignOnUnbound', 'data.name'],
  }),
  /** An operator removed the account's second factor, and its sessions have ended. */
  defineEvent('SecondFactorReset', 1, z.object({ ...accountNamed, reason: z.string() }), {
    action: 'password',
    sentence: ['secondFactorReset', 'data.name', 'data.role', 'data.reason'],
  }),
] as const;
export type PeopleEvent = EventOf<(typeof peopleEvents)[number]>;
