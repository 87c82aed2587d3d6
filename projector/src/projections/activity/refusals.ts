import type { RefusalRow } from '@dayline/contracts/activity';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { noRows, type View } from '../projection.ts';
import { aboutOf } from './about.ts';

/** The appointment that a refused command named. */
const triedOn = (event: RecordedDaylineEvent): string | null =>
  event.type === 'CommandRefused' ? aboutOf(event).appointmentId : null;

/**
 * Refused commands by appointment. A view of its own: they are few, where an index over all entries would cost each of
 * them.
 */
export const refusals: View<RefusalRow> = {
  name: 'refusals',
  indexes: [{ name: 'byAppointment', fields: ['clientId', 'appointmentId', 'recordedAt', 'key'] }],
  names: (event) => (triedOn(event) === null ? noRows : [event.id]),
  fold(_row, event, key) {
    // Cast is safe: a row is named by a refused command alone.
    const { data, stream, revision, position, metadata } = event as RecordedDaylineEvent & { type: 'CommandRefused' };
    const { clientId, recordedAt, actor, correlationId, chain } = metadata;
    return {
      key,
      at: position,
      clientId,
      appointmentId: triedOn(event) ?? '',
      recordedAt,
      actor,
      call: data.call,
      status: data.subject['status'] ?? null,
      code: data.code,
      stream,
      revision,
      correlationId,
      chain,
    };
  },
};
