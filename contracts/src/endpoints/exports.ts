import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { claims, endpoint } from './definition.ts';
import { csvFile, paging } from './shapes.ts';

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

export const exportEndpoints = { exportOfficeList };
