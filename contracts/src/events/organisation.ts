import { z } from 'zod';
import { claimKinds } from '../claims.ts';
import { feeRulesSchema } from '../clinic/fees.ts';
import { maxLateAfter, queueOrders } from '../clinic/queue.ts';
import { idSchema, monthSchema } from '../ids.ts';
import { messageTextSetSchema } from '../patients/message-texts.ts';
import { messageSettingsSchema } from '../patients/messages.ts';
import { defineEvent, type EventOf, personal } from './definition.ts';

export const departmentEvents = [
  defineEvent('DepartmentOpened', 1, z.object({ clientId: idSchema, name: z.string() }), {
    action: 'department',
    sentence: ['departmentOpened', 'data.name'],
  }),
  defineEvent('DepartmentRenamed', 1, z.object({ name: z.string() }), {
    action: 'department',
    sentence: ['departmentRenamed', 'data.name'],
  }),
  /** No doctor can be added; its name stays taken. */
  defineEvent('DepartmentClosed', 1, z.object({ name: z.string() }), {
    action: 'department',
    sentence: ['departmentClosed', 'data.name'],
  }),
  defineEvent('DepartmentReopened', 1, z.object({ name: z.string() }), {
    action: 'department',
    sentence: ['departmentReopened', 'data.name'],
  }),
] as const;
/** Events that change a department, but not the number of its doctors. */
export const departmentDetailTypes = ['DepartmentRenamed', 'DepartmentClosed', 'DepartmentReopened'] as const;
export type DepartmentEvent = EventOf<(typeof departmentEvents)[number]>;

/** A closed branch has no doctors, and none can be added. */
export const branchSchema = z.object({
  id: z.int().min(1),
  name: z.string().nullable(),
  closed: z.literal(true).exactOptional(),
});
export const clientSettingsSchema = z.object({
  name: z.string(),
  /** IANA time zone: "today" and every slot are the clinic's. */
  zone: z.string(),
  meetingLinkHost: z.string(),
  branches: z.array(branchSchema),
});
export type ClientSettings = z.infer<typeof clientSettingsSchema>;

/** The range of an overbooking limit. */
export const maxOverbooked = 10;

export const retentionYearsSchema = z.int().min(1).max(50).nullable();

export const singleSignOnSchema = z.object({
  /** As the button on the sign-in page names it. */
  providerName: z.string(),
  /** The issuer identifier, an address. */
  issuer: z.string(),
  /** The name by which the provider knows this product. */
  oidcClientId: z.string(),
  /** Encrypted with a key of the vault; nothing shows it. */
  sealedSecret: z.string(),
  /** Domains of the e-mail addresses by which accounts are found, in lower case. */
  domains: z.array(z.string()),
  /** Whether the provider asks for a second factor, so that the product asks for none after it. */
  hasSecondFactor: z.boolean(),
});
export type SingleSignOn = z.infer<typeof singleSignOnSchema>;

export const clientEvents = [
  defineEvent('ClientOnboarded', 1, clientSettingsSchema, {
    action: 'settings',
    sentence: ['clientSetUp', 'data.name'],
  }),
  defineEvent('ClientRenamed', 1, clientSettingsSchema.pick({ name: true }), {
    action: 'settings',
    sentence: ['clientRenamed', 'data.name'],
  }),
  defineEvent('ClientZoneChanged', 1, clientSettingsSchema.pick({ zone: true }), {
    action: 'settings',
    sentence: ['zoneChanged', 'data.zone'],
  }),
  defineEvent('ClientLinkHostChanged', 1, clientSettingsSchema.pick({ meetingLinkHost: true }), {
    action: 'settings',
    sentence: ['linkHostChanged', 'data.meetingLinkHost'],
  }),
  /** Whether a booking needs the patient's email address; it does before the first event. */
  defineEvent('BookingEmailRuleSet', 1, z.object({ bookingNeedsEmail: z.boolean() }), {
    action: 'settings',
    sentence: ['bookingEmailRuleSet', 'data.bookingNeedsEmail'],
  }),
  /** The order of the queue; by token before the first event. */
  defineEvent('QueueOrderSet', 1, z.object({ queueOrder: z.enum(queueOrders) }), {
    action: 'settings',
    sentence: ['queueOrderSet', 'data.queueOrder'],
  }),
  /** After how many minutes an appointment is late; 10 before the first event. */
  defineEvent('LateAfterSet', 1, z.object({ lateAfterMinutes: z.int().min(0).max(maxLateAfter) }), {
    action: 'settings',
    sentence: ['lateAfterSet', 'data.lateAfterMinutes'],
  }),
  /**
   * The number of appointments that can be booked beyond a slot's capacity, each with a reason; 1 before the first
   * event, 0 forbids it.
   */
  defineEvent('OverbookingLimitSet', 1, z.object({ overbookPerSlot: z.int().min(0).max(maxOverbooked) }), {
    action: 'settings',
    sentence: ['overbookingLimitSet', 'data.overbookPerSlot'],
  }),
  /** Patients without a visit for so many years may be erased; null, and before the first event: no end. */
  defineEvent('RetentionSet', 1, z.object({ patientYears: retentionYearsSchema }), {
    action: 'settings',
    sentence: ['retentionSet', 'data.patientYears'],
  }),
  /** Sign-ins older than so many years may be erased, by month; null, and before the first event: no end. */
  defineEvent('SignInRetentionSet', 1, z.object({ signInYears: retentionYearsSchema }), {
    action: 'settings',
    sentence: ['signInRetentionSet', 'data.signInYears'],
  }),
  /** Whether calendar feeds have the patients' names; they don't before the first event. */
  defineEvent('CalendarNamesSet', 1, z.object({ calendarHasNames: z.boolean() }), {
    action: 'settings',
    sentence: ['calendarNamesSet', 'data.calendarHasNames'],
  }),
  /** Which messages patients get, and their language; none before the first event. */
  defineEvent('MessagesSet', 1, z.object({ messages: messageSettingsSchema }), {
    action: 'settings',
  }),
  /** A hospital's own text of a message to patients; null: the product's. */
  defineEvent('MessageTextSet', 1, messageTextSetSchema, {
    action: 'settings',
    sentence: ['messageTextSet', 'data.kind', 'data.text'],
  }),
  /** The hospital's own sign-in provider (OpenID Connect), by which people with an account can sign in. */
  defineEvent('SingleSignOnSet', 1, singleSignOnSchema, {
    action: 'settings',
    sentence: ['singleSignOnSet', 'data.providerName', 'data.issuer'],
  }),
  defineEvent('SingleSignOnRemoved', 1, z.object({}), { action: 'settings', sentence: ['singleSignOnRemoved'] }),
  /** The fee rules of doctors without their own; null: none. */
  defineEvent('ClientFeeRulesSet', 1, z.object({ feeRules: feeRulesSchema.nullable() }), { action: 'settings' }),
  defineEvent('BranchAdded', 1, branchSchema.omit({ closed: true }), { action: 'settings' }),
  defineEvent('BranchRenamed', 1, z.object({ id: z.int().min(1), name: z.string() }), {
    action: 'settings',
    sentence: ['branchRenamed', 'data.name'],
  }),
  defineEvent('BranchClosed', 1, z.object({ id: z.int().min(1) }), { action: 'settings' }),
  defineEvent('BranchReopened', 1, z.object({ id: z.int().min(1) }), { action: 'settings' }),
] as const;
export type ClientEvent = EventOf<(typeof clientEvents)[number]>;

/** How somebody begins a sign-in, and what proves it a second time. */
const firstFactors = ['password', 'link', 'passkey', 'provider'] as const;
export type FirstFactor = (typeof firstFactors)[number];
/** First factors that a second can follow: a passkey is both. */
export type BegunFactor = Exclude<FirstFactor, 'passkey'>;
const usedSecondFactors = ['totp', 'recoveryCode', 'passkey'] as const;
export type UsedSecondFactor = (typeof usedSecondFactors)[number];
/** Those that an account adds and removes. */
const secondFactors = ['totp', 'passkey'] as const;

/**
 * Strangers can attempt this without end. With `until` alone, further attempts are counted until then; with `count`,
 * the entry stands for that many attempts before `until`.
 */
const counted = { count: z.int().optional(), until: z.string().optional() };

/**
 * An account's permissions, and the audit trail of its actions that append no other event. Contains no secrets, and no
 * personal data except the encrypted address.
 */
export const accountEvents = [
  /** A copy of the vault's data about the account, so that a change there is detected. */
  defineEvent(
    'AccountOpened',
    1,
    z.object({
      role: z.enum(['admin', 'doctor', 'auditor']),
      name: z.string(),
      /** The doctor whose account it is. */
      pocId: idSchema.nullable(),
      email: personal,
    }),
    { action: 'settings', sealedFor: 'streamOwner', sentence: ['accountOpened', 'data.name', 'data.role'] },
  ),
  /** Its owner opened the link that was sent to the new address. */
  defineEvent('AccountEmailChanged', 1, z.object({ email: personal }), {
    action: 'settings',
    sealedFor: 'streamOwner',
    sentence: ['accountEmailChanged'],
  }),
  /** Without a factor: by password or link, before these were recorded. */
  defineEvent(
    'SignedIn',
    2,
    z.object({
      /** Absent where an alias stands for the account. */
      role: z.string().exactOptional(),
      factor: z.enum(firstFactors).exactOptional(),
      secondFactor: z.enum(usedSecondFactors).exactOptional(),
    }),
    { action: 'signIn', sentence: ['signedIn', 'data.factor', 'data.secondFactor'] },
  ),
  defineEvent('SignInRefused', 2, z.object({ code: z.string(), ...counted }), { action: 'signIn', is: 'refusal' }),
  defineEvent('SignedOut', 2, z.object({}), { action: 'signIn', sentence: ['signedOut'] }),
  defineEvent('PasswordChanged', 1, z.object({}), { action: 'password', sentence: ['passwordChanged'] }),
  /** Its owner ended one of their sessions, or all but the one in use. */
  defineEvent('SessionsEnded', 1, z.object({ which: z.enum(['one', 'others']) }), {
    action: 'signIn',
    sentence: ['sessionsEnded', 'data.which'],
  }),
  /** Its owner's other sessions have ended. */
  defineEvent('SecondFactorAdded', 1, z.object({ factor: z.enum(secondFactors) }), {
    action: 'password',
    sentence: ['secondFactorAdded', 'data.factor'],
  }),
  defineEvent('SecondFactorRemoved', 1, z.object({ factor: z.enum(secondFactors) }), {
    action: 'password',
    sentence: ['secondFactorRemoved', 'data.factor'],
  }),
  /** Its owner gave a passkey another name. */
  defineEvent('PasskeyRenamed', 1, z.object({}), { action: 'password', sentence: ['passkeyRenamed'] }),
  defineEvent('RecoveryCodesMade', 1, z.object({}), { action: 'password', sentence: ['recoveryCodesMade'] }),
  defineEvent('PasswordResetRequested', 1, z.object(counted), { action: 'password' }),
  /**
   * The call's name, the ids in its body that belong to the account's client, and the refusal code. For other things in
   * the body only the kind; absent if there are none.
   */
  defineEvent(
    'CommandRefused',
    1,
    z.object({
      call: z.string(),
      subject: z.record(z.string(), z.string()),
      foreign: z.array(z.enum(claimKinds)).min(1).optional(),
      code: z.string(),
    }),
    { action: 'other', is: 'refusal' },
  ),
  defineEvent('HistoryRead', 1, z.object({ subject: z.record(z.string(), z.string()) }), { action: 'read' }),
  /** The format, the filters, the number of entries, and the positions of the first and last. */
  defineEvent('ExportMade', 1, z.object({ subject: z.record(z.string(), z.string()) }), { action: 'read' }),
  /** The purpose, and the account or record that it is about; never an address. */
  defineEvent('LetterSent', 2, z.object({ purpose: z.string(), subject: z.record(z.string(), z.string()) }), {
    action: 'other',
    sentence: ['letterSent', 'account', 'data.purpose'],
  }),
] as const;
export type AccountEvent = EventOf<(typeof accountEvents)[number]>;

const signInEventTypes = ['SignedIn', 'SignInRefused', 'SignedOut', 'LetterSent'] as const;
type SignInEventType = (typeof signInEventTypes)[number];
type SignInDefinition = Extract<(typeof accountEvents)[number], { type: SignInEventType }>;

/**
 * Those of an account that are recorded under an alias; before, and of unknown addresses, in the account's stream. Their
 * version is that of the alias, so that a build that doesn't know it says that it is older than the log.
 */
export const signInEvents: readonly SignInDefinition[] = accountEvents.filter((event): event is SignInDefinition =>
  signInEventTypes.some((type) => type === event.type),
);

export const signInMonthEvents = [
  /** No account of the month's sign-ins can be named again. `before`: the first month that was kept. */
  defineEvent('SignInsErased', 1, z.object({ month: monthSchema, before: monthSchema }), {
    action: 'signIn',
    sentence: ['signInsErased', 'data.month'],
  }),
] as const;
export type SignInMonthEvent = EventOf<(typeof signInMonthEvents)[number]>;
