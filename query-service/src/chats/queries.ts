import type { ListedChat } from '@dayline/contracts/endpoints/partner/chats';
import { refuse } from '@dayline/contracts/errors';
import { type DeskChat, type DeskChatMessage, windowMs } from '@dayline/contracts/views/chat-fold';
import type { OnHistoryRead } from '../activity/history-read.ts';
import type { Queries } from '../queries/answer.ts';
import type { ChatsAtDesk, ReadChat } from './chats-at-desk.ts';

export interface ChatQueryDeps {
  readonly chatsAtDesk: Pick<ChatsAtDesk, 'of' | 'one'>;
  readonly onHistoryRead: OnHistoryRead;
  /** The simulator of WhatsApp, in the demo. */
  readonly trial?: unknown;
}

/** The newest messages of a chat are shown. */
const maxShown = 200;
const instantOf = (ms: number): string => new Date(ms).toISOString();
const shown = ({ choices, ...message }: DeskChatMessage) => ({ ...message, choices: [...choices] });

const partsOf = ({ chatId, phone, patients, askedAt, deskUntil }: ReadChat, instant: number) => ({
  ...{ chatId, phone: phone === null ? null : `+${phone}`, patients: [...patients], askedAt: instantOf(askedAt) },
  deskUntil: instant < deskUntil ? instantOf(deskUntil) : null,
});

/** What the patient or the desk wrote last. */
const lastOf = ({ messages }: DeskChat): DeskChatMessage | null =>
  messages.findLast(({ from }) => from !== 'chatbot') ?? null;
/** Whether the patient waits for a reply: a reply that WhatsApp refused is none. */
const isWaiting = (last: DeskChatMessage | null): boolean => last?.from !== 'desk' || last.sending === 'failed';

/** Those that wait for the desk, the longest first; then those that it answered; then those that were handed back. */
const rankOf = ({ deskUntil, isAnswered }: ListedChat): number => (deskUntil === null ? 2 : isAnswered ? 1 : 0);
const byRank = (one: ListedChat, other: ListedChat): number =>
  rankOf(one) - rankOf(other) || one.askedAt.localeCompare(other.askedAt);

/** The WhatsApp chats of the client that were handed over to its desk. Whose chat was read is in the reader's trail. */
export const chatQueries = ({
  chatsAtDesk,
  onHistoryRead,
  trial,
}: ChatQueryDeps): Queries<'listChats' | 'countWaitingChats' | 'readChat'> => ({
  async listChats(_request, snapshot) {
    const body = (await chatsAtDesk.of(snapshot)).map((chat): ListedChat => {
      const last = lastOf(chat);
      return { ...partsOf(chat, snapshot.instant), last: last && shown(last), isAnswered: !isWaiting(last) };
    });
    return { body: body.sort(byRank) };
  },

  async countWaitingChats(_request, snapshot) {
    const chats = await chatsAtDesk.of(snapshot);
    const waiting = chats.filter((chat) => snapshot.instant < chat.deskUntil && isWaiting(lastOf(chat)));
    return { body: { waiting: waiting.length, ...(trial ? { trial: true as const } : {}) } };
  },

  async readChat({ chatId }, snapshot, context) {
    const chat = await chatsAtDesk.one(chatId, snapshot);
    if (!chat) return refuse('chat.unknown');
    for (const { userId } of chat.patients) onHistoryRead(context, { list: 'chat', patientId: userId });
    if (chat.patients.length === 0) onHistoryRead(context, { list: 'chat' });
    const until = chat.wroteAt + windowMs;
    return {
      body: {
        ...partsOf(chat, snapshot.instant),
        replyUntil: snapshot.instant < until ? instantOf(until) : null,
        messages: chat.messages.slice(-maxShown).map(shown),
      },
    };
  },
});
