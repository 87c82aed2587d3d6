import { clinicNow } from '@dayline/contracts/clinic/clinic-time';
import type { StoryEntry } from '@dayline/contracts/endpoints/audit/audit';
import { streams } from '@dayline/contracts/events/categories';
import type { MessageEvent } from '@dayline/contracts/events/contact/messages';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { Phrase } from '@dayline/contracts/fields/phrase';
import { unreachable } from '@dayline/contracts/unreachable';
import { phrase, sentenceParts } from '@dayline/contracts/words/english';
import type { EventLog } from '@dayline/event-log/port';
import { verifyChain } from '@dayline/event-log/sealed-log/chain';
import { recordedFields } from './other-entries.ts';

export type RecordedMessageEvent = Recorded<MessageEvent>;

/** The events of a visit's messages, and whether their chain is intact. They have no personal fields. */
export async function loggedMessages(eventLog: Pick<EventLog, 'readStream'>, visitId: string) {
  const stored = await eventLog.readStream(streams.message(visitId));
  // Cast is safe: the log refuses events that are unknown or malformed.
  const events = stored as unknown as readonly RecordedMessageEvent[];
  return { events: events.filter(isShown), isWhole: verifyChain(stored).length === 0 };
}

/** The start of sending is shown only without an end: then the message may have been sent. */
function isShown({ type, data, position }: RecordedMessageEvent, _: number, all: readonly RecordedMessageEvent[]) {
  const isEnded = (other: RecordedMessageEvent) => other.data.messageId === data.messageId && other.position > position;
  return type !== 'MessageSendStarted' || !all.some(isEnded);
}

export const messageEntry = (event: RecordedMessageEvent, zone: string): StoryEntry => ({
  ...recordedFields(event),
  ...sentenceParts(wordsOf(event, zone), null),
  ...{ statusAfter: null, undoes: null, undoneBy: null },
});

function wordsOf({ type, data }: RecordedMessageEvent, zone: string): Phrase {
  switch (type) {
    case 'MessagePlanned': {
      const { date, time } = clinicNow(Date.parse(data.dueAt), zone);
      return phrase('messageIsPlanned', data.kind, phrase('date', date), phrase('clock', time));
    }
    case 'MessageSendStarted':
      return phrase('messageMayBeSent', data.kind);
    case 'MessageSent':
      return phrase('messageIsSent', data.kind);
    case 'MessageFailed':
      return phrase('messageHasFailed', data.kind, data.willRetry);
    case 'MessageDropped':
      return phrase('messageIsDropped', data.kind, data.because);
    default:
      return unreachable(type);
  }
}
