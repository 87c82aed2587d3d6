import type { RefusalRow } from '@dayline/contracts/activity';
import { ignored, type View } from '../projection.ts';
import { aboutOf } from './about.ts';

/**
 * Refused commands by the appointment that they named. A view of its own: they are few, and an index over all entries
 * would cost every entry.
 */
export const refusals: View<RefusalRow, 'account'> = {
  name: 'refusals',
  indexes: [{ name: 'byAppointment', fields: ['clientId', 'appointmentId', 'recordedAt', 'key'] }],
  changes: {
    CommandRefused: {
      rows: (event) => (aboutOf(event).appointmentId === null ? [] : [event.id]),
      fold(_row, event, key) {
        const { data, stream, revision, position, metadata } = event;
        const { clientId, recordedAt, actor, correlationId, chain } = metadata;
        return {
          key,
          at: position,
          clientId,
          appointmentId: aboutOf(event).appointmentId ?? '',
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
    },
    ...ignored('AccountOpened', 'SignedIn', 'SignInRefused', 'SignedOut', 'PasswordChanged', 'PasswordResetRequested'),
    ...ignored('AccountEmailChanged', 'SessionsEnded', 'SecondFactorAdded', 'SecondFactorRemoved', 'RecoveryCodesMade'),
    ...ignored('PasskeyRenamed'),
    ...ignored('HistoryRead', 'ExportMade', 'LetterSent'),
  },
};
