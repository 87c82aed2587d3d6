import type { ActorRow } from '@dayline/contracts/activity';
import { everyEvent, type View } from '../projection.ts';
import { actorOf } from './entries.ts';

/** The actors of a client, for the activity's filter. */
export const actors: View<ActorRow> = {
  name: 'actors',
  indexes: [{ name: 'byClient', fields: ['clientId', 'name', 'key'] }],
  changes: everyEvent<ActorRow>({
    rows: (event) => [`${event.metadata.clientId}_${actorOf(event).actor.id}`],
    fold(_row, event, key) {
      const { id, kind, name } = actorOf(event).actor;
      return { key, at: event.position, clientId: event.metadata.clientId, actorId: id, kind, name };
    },
  }),
};
