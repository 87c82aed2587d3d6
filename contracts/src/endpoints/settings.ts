import { z } from 'zod';
import { queueOrders } from '../clinic/queue.ts';
import { branchSchema, maxOverbooked } from '../events/organisation.ts';
import { maxNameLength } from '../fields/max-lengths.ts';
import { requiredLine } from '../fields/text.ts';
import { idSchema } from '../ids.ts';
import { claims, endpoint } from './definition.ts';
import { commandReply } from './shapes.ts';

const ofClient = { claims: [claims.client], access: ['admin', 'auditor'], kind: 'query' } as const;
const byAdmin = { claims: [claims.client], access: ['admin'], kind: 'command', action: 'settings' } as const;

const nameSchema = requiredLine(maxNameLength, 'Please enter a name.');
const rules = {
  bookingNeedsEmail: z.boolean(),
  queueOrder: z.enum(queueOrders),
  overbookPerSlot: z.int().min(0).max(maxOverbooked),
};

const getClient = endpoint('/api/settings/hospital', {
  ...ofClient,
  request: z.strictObject({ clientId: idSchema }),
  response: z.object({
    name: z.string(),
    zone: z.string(),
    meetingLinkHost: z.string(),
    ...rules,
    branches: z.array(branchSchema.extend({ doctors: z.int() })),
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
      overbookPerSlot: rules.overbookPerSlot.exactOptional(),
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
  title: 'Add a branch, rename it, close it once no doctor sits there, or reopen it',
});

export const settingsEndpoints = { getClient, changeClient, changeBranch };
