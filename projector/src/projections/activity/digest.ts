import { hash } from 'node:crypto';
import { digestKey, type LogDigestRow } from '@dayline/contracts/activity';
import { digestStart, digestText, leafText } from '@dayline/contracts/proof/log-digest';
import { everyEvent, type View } from '../projection.ts';

/** The running digest over all streams in order of position, which checks of the log compare with. */
export const digest: View<LogDigestRow> = {
  name: 'digest',
  indexes: [],
  changes: everyEvent<LogDigestRow>({
    rows: () => [digestKey],
    fold(row, event, key) {
      const { events, digest: before } = row ?? { events: 0, digest: digestStart };
      const leaf = hash('sha256', leafText(event), 'hex');
      return { key, at: event.position, events: events + 1, digest: hash('sha256', digestText(before, leaf), 'hex') };
    },
  }),
};
