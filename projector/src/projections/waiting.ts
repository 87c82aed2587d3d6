import { streamKey } from '@dayline/contracts/events/categories';
import type { MessageEvent } from '@dayline/contracts/events/contact/messages';
import type { WaitingEvent } from '@dayline/contracts/events/contact/waiting';
import type { Recorded } from '@dayline/contracts/events/definition';
import { foldMessage } from '@dayline/contracts/views/message-fold';
import type { WaitingRow } from '@dayline/contracts/views/waiting-fold';
import { foldWaiting } from '@dayline/contracts/views/waiting-fold';
import { type Change, forTypes, mustExist, type View } from './projection.ts';

const folded: Change<WaitingRow, Recorded<WaitingEvent>> = {
  fold(row, event) {
    const entry = foldWaiting(row, event) ?? mustExist(row, event);
    return { ...entry, key: streamKey(event.stream), at: event.position };
  },
};

const emailed: Change<WaitingRow, Recorded<MessageEvent>> = {
  rows: ({ data }) => (data.kind === 'offered' ? [{ field: 'patientId', value: data.patientId }] : []),
  fold(row, event) {
    const before = mustExist(row, event);
    const { appointmentId } = event.data;
    if (before.offer?.appointmentId !== appointmentId) return before;
    const message = foldMessage(before.email?.appointmentId === appointmentId ? before.email : null, event);
    if (!message) return before;
    return { ...before, at: event.position, email: { ...message, changedAt: event.metadata.recordedAt } };
  },
};

/** The entries of the waiting list. Key: the entry's id. */
export const waiting: View<WaitingRow, 'waiting'> = {
  name: 'waiting',
  indexes: [
    { name: 'byState', fields: ['clientId', 'state', 'joined', 'key', 'to'] },
    { name: 'byPatient', fields: ['patientId', 'key'], neededByFold: true },
  ],
  changes: {
    ...forTypes(
      [
        ...(['WaitingListJoined', 'PlaceOffered', 'OfferAccepted', 'OfferDeclined', 'OfferLapsed'] as const),
        'WaitingListLeft',
      ] as const,
      folded,
    ),
    ...forTypes(
      ['MessagePlanned', 'MessageSendStarted', 'MessageSent', 'MessageFailed', 'MessageDropped'] as const,
      emailed,
    ),
    PatientErased: {
      rows: ({ stream }) => [{ field: 'patientId', value: streamKey(stream) }],
      fold(row, event) {
        const before = mustExist(row, event);
        const offer = before.offer && { ...before.offer, reason: null };
        return { ...before, at: event.position, note: null, offer };
      },
    },
  },
};
