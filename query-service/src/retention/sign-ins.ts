import { refuse } from '@dayline/contracts/errors';
import { signInsKeptFrom } from '@dayline/contracts/patients/retention';
import type { Activity } from '../activity/activity.ts';
import type { Queries } from '../queries/answer.ts';

/** More months than anything is kept. */
const manyMonths = 1_200;

/** The months of sign-ins that are due for erasure by the client's retention. */
export const signInRetentionQueries = ({
  activity,
}: {
  readonly activity: Pick<Activity, 'page'>;
}): Queries<'listDueSignIns'> => ({
  async listDueSignIns({ clientId }, { directory, clinicOf }) {
    const client = directory.client(clientId);
    if (!client) return refuse('access.foreign');
    const { signInYears } = client;
    const keptFrom = signInYears === null ? null : signInsKeptFrom(clinicOf(clientId).date, signInYears);
    const { rows } = await activity.page({
      ...{ view: 'signInMonths', where: { clientId }, order: [{ field: 'month' }], limit: manyMonths },
    });
    const months = rows.flatMap(({ month, entries, isErased }) =>
      keptFrom === null || month >= keptFrom || isErased ? [] : { month, entries },
    );
    return { body: { signInYears, keptFrom, since: rows[0]?.month ?? null, months } };
  },
});
