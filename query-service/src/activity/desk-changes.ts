import type { Queries } from '../queries/answer.ts';
import type { ActivityDeps } from './queries.ts';
import { entriesOf, zoneOf } from './queries.ts';

/** In ms: older changes are in the activity only. */
const shownForMs = 14 * 86_400_000;

/** What the desk changed in a doctor's settings, for the doctor. */
export function deskChangesQueries({ activity }: Pick<ActivityDeps, 'activity'>): Queries<'listDeskChanges'> {
  return {
    async listDeskChanges({ pocId }, snapshot) {
      const since = new Date(snapshot.instant - shownForMs).toISOString();
      const row = (await activity.rows('deskChanges', [pocId])).get(pocId);
      const changes = (row?.changes ?? []).filter(({ recordedAt }) => recordedAt >= since);
      const entries = await activity.rows(
        'entries',
        changes.map(({ eventId }) => eventId),
      );
      const rows = changes.flatMap(({ eventId }) => entries.get(eventId) ?? []);
      const zone = zoneOf(snapshot, snapshot.clientId);
      const body = (await entriesOf(rows, { snapshot, activity, zone })).map(
        ({ eventId, recordedAt, actor, sentence, words, note, noteWords }) => ({
          ...{ eventId, recordedAt, actor, sentence, words, note, noteWords },
        }),
      );
      return { body };
    },
  };
}
