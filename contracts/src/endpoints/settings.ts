import { z } from 'zod';
import { maxLateAfter, queueOrders } from '../clinic/queue.ts';
import { branchSchema, maxOverbooked, retentionYearsSchema, singleSignOnSchema } from '../events/organisation.ts';
import { maxNameLength } from '../fields/max-lengths.ts';
import { requiredLine } from '../fields/text.ts';
import { dateSchema, idSchema, monthSchema } from '../ids.ts';
import { messageTextSchema, ownTextsSchema } from '../patients/message-texts.ts';
import { messageSettingsSchema } from '../patients/messages.ts';
import { keptReasons, maxErasedAtOnce, maxMonthsAtOnce } from '../patients/retention.ts';
import { claims, endpoint } from './definition.ts';
import { commandReply, csvFile, paging } from './shapes.ts';

const ofClient = { claims: [claims.client], access: ['admin', 'auditor'], kind: 'query' } as const;
const byAdmin = { claims: [claims.client], access: ['admin'], kind: 'command', action: 'settings' } as const;

const nameSchema = requiredLine(maxNameLength, 'Please enter a name.');
const rules = {
  bookingNeedsEmail: z.boolean(),
  queueOrder: z.enum(queueOrders),
  /** A confirmed appointment of today is late once its time is more minutes past. */
  lateAfterMinutes: z.int().min(0).max(maxLateAfter),
  overbookPerSlot: z.int().min(0).max(maxOverbooked),
  calendarHasNames: z.boolean(),
  /** The messages that patients get by e-mail. */
  messages: messageSettingsSchema,
};

const getClient = endpoint('/api/settings/hospital', {
  ...ofClient,
  request: z.strictObject({ clientId: idSchema }),
  response: z.object({
    name: z.string(),
    zone: z.string(),
    meetingLinkHost: z.string(),
    ...rules,
    messageTexts: ownTextsSchema,
    branches: z.array(branchSchema.extend({ doctors: z.int() })),
    singleSignOn: singleSignOnSchema.omit({ sealedSecret: true }).nullable(),
  }),
  failure: 'Failed to load the settings.',
  title: 'The settings of a hospital, and its branches with the number of their doctors',
});

const changeClient = endpoint('/api/settings/hospital/change', {
  ...byAdmin,
  request: z.strictObject({
    clientId: idSchema,
    values: z.strictObject({
      name: nameSchema.exactOptional(),
      zone: z.string().max(64).exactOptional(),
      meetingLinkHost: z.string().trim().max(maxNameLength).exactOptional(),
      bookingNeedsEmail: rules.bookingNeedsEmail.exactOptional(),
      queueOrder: rules.queueOrder.exactOptional(),
      lateAfterMinutes: rules.lateAfterMinutes.exactOptional(),
      overbookPerSlot: rules.overbookPerSlot.exactOptional(),
      calendarHasNames: rules.calendarHasNames.exactOptional(),
      messages: rules.messages.exactOptional(),
      messageText: messageTextSchema.exactOptional(),
    }),
  }),
  response: z.object(commandReply),
  failure: 'The settings could not be saved. Please try again.',
  refusals: ['client.name-taken', 'key.reused', 'log.conflict'],
  title: 'Change settings of a hospital: each changed one is an event',
});

const changeBranch = endpoint('/api/settings/branch', {
  ...byAdmin,
  request: z.strictObject({
    clientId: idSchema,
    /** Without an id, a branch is added. */
    change: z.union([
      z.strictObject({ name: nameSchema }),
      z.strictObject({ id: z.int().min(1), name: nameSchema }),
      z.strictObject({ id: z.int().min(1), isClosed: z.boolean() }),
    ]),
  }),
  response: z.object(commandReply),
  failure: 'The branch could not be saved. Please try again.',
  refusals: ['branch.unknown', 'branch.name-taken', 'branch.in-use', 'key.reused', 'log.conflict'],
  title: 'Add a branch, rename it, close it once it has no doctors, or reopen it',
});

const setRetention = endpoint('/api/settings/retention', {
  ...byAdmin,
  needsProof: true,
  request: z.strictObject({
    clientId: idSchema,
    /** Patients without a visit for so many years may be erased; null: kept without end. */
    patientYears: retentionYearsSchema.exactOptional(),
    /** Sign-ins older than so many years may be erased; null: kept without end. */
    signInYears: retentionYearsSchema.exactOptional(),
  }),
  response: z.object(commandReply),
  failure: 'The retention could not be saved. Please try again.',
  refusals: ['key.reused', 'log.conflict'],
  title: 'Set how long patients without visits, or sign-ins, are kept; nothing is erased by it alone',
});

const listDuePatients = endpoint('/api/settings/retention/due', {
  ...ofClient,
  request: z.strictObject({
    clientId: idSchema,
    /** X-Next-Cursor of the part before. A part may have few patients, or none. */
    cursor: z.string().max(2_000).exactOptional(),
  }),
  response: z.object({
    patientYears: retentionYearsSchema,
    /** A visit on this date or later keeps a patient; null: patients are kept without end. */
    visitedFrom: dateSchema.nullable(),
    patients: z.array(
      z.object({
        userId: idSchema,
        name: z.string().nullable(),
        phone: z.string().nullable(),
        uhid: z.string().nullable(),
        /** UTC, ISO 8601. */
        registeredAt: z.string(),
        /** The date of the last appointment or imported visit; null if there is none. */
        lastVisit: dateSchema.nullable(),
      }),
    ),
  }),
  failure: 'Failed to load the patients. Please try again.',
  title: 'The patients who were registered and last visited before the time for which the hospital keeps them',
});

const eraseDuePatients = endpoint('/api/settings/retention/erase', {
  ...byAdmin,
  action: 'patient',
  needsProof: true,
  request: z.strictObject({ clientId: idSchema, patientIds: z.array(idSchema).min(1).max(maxErasedAtOnce) }),
  response: z.object({
    ...commandReply,
    erased: z.int(),
    kept: z.array(z.object({ userId: idSchema, reason: z.enum(keptReasons) })),
  }),
  failure: 'The patients could not be erased. Please try again.',
  refusals: ['key.reused', 'log.conflict'],
  title: 'Erase patients whom the hospital keeps no longer; those with a later visit, and merged ones, stay',
});

const listDueSignIns = endpoint('/api/settings/retention/sign-ins', {
  ...ofClient,
  request: z.strictObject({ clientId: idSchema }),
  response: z.object({
    signInYears: retentionYearsSchema,
    /** The first month that is kept; null: sign-ins are kept without end. */
    keptFrom: monthSchema.nullable(),
    /** The first month that can be erased once it is due; sign-ins recorded before stay. Null if there is none yet. */
    since: monthSchema.nullable(),
    /** Those that are due, the oldest first. */
    months: z.array(z.object({ month: monthSchema, entries: z.int() })),
  }),
  failure: 'Failed to load the sign-ins. Please try again.',
  title: 'Months of sign-ins that are due for erasure, with their entry counts',
});

const eraseDueSignIns = endpoint('/api/settings/retention/sign-ins/erase', {
  ...byAdmin,
  needsProof: true,
  request: z.strictObject({ clientId: idSchema, months: z.array(monthSchema).min(1).max(maxMonthsAtOnce) }),
  response: z.object({
    ...commandReply,
    /** The months that are erased now, or were before. */
    erased: z.array(monthSchema),
    /** Those that aren't due, or without sign-ins. */
    kept: z.array(monthSchema),
  }),
  failure: 'The sign-ins could not be erased. Please try again.',
  refusals: ['key.reused', 'log.conflict'],
  title: 'Erase who signed in, for months that the hospital keeps no longer; the entries stay without the account',
});

/** The lists of the office and the settings that are exported as their pages show them. */
export const officeLists = [
  ...(['departments', 'branches', 'people', 'displays', 'api-keys', 'webhooks', 'deliveries'] as const),
  ...(['imports', 'possible-duplicates', 'due-patients', 'due-sign-ins'] as const),
] as const;
export type OfficeList = (typeof officeLists)[number];

const exportOfficeList = endpoint('/api/export/office-list', {
  ...csvFile,
  access: ['admin', 'auditor'],
  claims: [claims.client],
  refusals: ['webhook.unknown'],
  request: z.strictObject({
    clientId: idSchema,
    list: z.enum(officeLists),
    /** Of departments: only those that the search finds. */
    search: paging.search,
    /** Of people: only those of this status. */
    status: z.enum(['active', 'invited', 'deactivated']).exactOptional(),
    /** Of deliveries: the webhook that they are of. */
    webhookId: idSchema.exactOptional(),
  }),
  title: 'Export a list of the office or the settings as CSV',
});

export const settingsEndpoints = {
  ...{ getClient, changeClient, changeBranch, exportOfficeList },
  ...{ setRetention, listDuePatients, eraseDuePatients },
  ...{ listDueSignIns, eraseDueSignIns },
};
