import { dateSchema, idSchema, timeSchema } from '@dayline/contracts/ids';
import { z } from 'zod';
import { changeDraft, hasBegun, readDraft } from './draft.ts';

/** Doctor, date and time chosen on another page, as navigation state. */
const carriedSchema = z.object({ departmentId: idSchema, pocId: idSchema, date: dateSchema, time: timeSchema });

/** Initialises the draft with the previous page's choice; a draft in progress stays as it is. */
export function takeCarried(accountId: string, navigationState: unknown): void {
  const carried = carriedSchema.safeParse(navigationState);
  const draft = readDraft(accountId);
  if (carried.success && !hasBegun(draft)) changeDraft(accountId, { fields: { ...draft.fields, ...carried.data } });
}
