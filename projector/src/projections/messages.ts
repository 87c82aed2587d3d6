import { streamKey } from '@dayline/contracts/events/categories';
import type { MessageEvent } from '@dayline/contracts/events/contact/messages';
import type { Recorded } from '@dayline/contracts/events/definition';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { MessageRow } from '@dayline/contracts/views/message-fold';
import { foldMessage } from '@dayline/contracts/views/message-fold';
import { type Change, forTypes, mustExist, type View } from './projection.ts';

const folded: Change<MessageRow, Recorded<MessageEvent>> = {
  rows: ({ stream, data }) => [`${streamKey(stream)}:${data.messageId}`],
  fold(row, event, key) {
    const { clientId, recordedAt } = event.metadata;
    const visitId = streamKey(event.stream);
    const message = foldMessage(row, event) ?? mustExist(row, event);
    const { date } = doctorDayOf(message.appointmentId);
    return {
      ...{ ...message, key, at: event.position, clientId, visitId, date },
      ...(event.type === 'MessageSent' && { sentAt: recordedAt }),
    };
  },
};

/** The messages to patients, without anything of a person. Key: the visit's first appointment and the number. */
export const messages: View<MessageRow, 'message'> = {
  name: 'messages',
  indexes: [
    { name: 'byDue', fields: ['state', 'dueAt', 'key'] },
    { name: 'byDay', fields: ['clientId', 'state', 'date', 'key'] },
  ],
  changes: forTypes(
    ['MessagePlanned', 'MessageSendStarted', 'MessageSent', 'MessageFailed', 'MessageDropped'] as const,
    folded,
  ),
};
