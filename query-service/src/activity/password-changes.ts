import type { Activity } from './activity.ts';
import { newestFirst } from './order.ts';

/** The person's entries of the action that are searched; second factors and proofs count as it too. */
const searchLimit = 100;

/** When (UTC, ISO 8601) a person last changed the password; undefined if never. */
export const passwordChangesIn =
  (activity: Pick<Activity, 'page'>) =>
  async (clientId: string, accountId: string): Promise<string | undefined> => {
    const where = { clientId, actorId: accountId, action: 'password' };
    const { rows } = await activity.page({ view: 'entries', where, order: newestFirst, limit: searchLimit });
    return rows.find(({ type }) => type === 'PasswordChanged')?.recordedAt;
  };
