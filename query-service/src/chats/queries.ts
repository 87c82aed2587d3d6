import type { ListedChat } from '@dayline/contracts/endpoints/partner/chats';
import { refuse } from '@dayline/contracts/errors';
import { type DeskChat, type DeskChatMessage, windowMs } from '@dayline/contracts/views/chat-fold';
import type { Snapshot } from '../desk/snapshot.ts';
import type { Queries } from '../queries/answer.ts';
import type { ChatsAtDesk } from './chats-at-desk.ts';

export interface ChatQueryDeps {
  readonly chatsAtDesk: Pick<ChatsAtDesk, 'of'>;
}

/** The newest messages of a chat are shown. */
const maxShown = 200;
const instantOf = (ms: number): string => new Date(ms).toISOString();
const messageOf = ({ choices, ...message }: DeskChatMessage) => ({ ...message, choices: [...choices] });

async function partsOf(chatId: string, chat: DeskChat, { desk, instant }: Snapshot) {
  const { phone, patientIds, askedAt, deskUntil } = chat;
  const rows = await Promise.all(patientIds.map((userId) => desk.row('patients', userId)));
  return {
    ...{ chatId, phone: phone === null ? null : `+${phone}` },
    patients: patientIds.map((userId, index) => ({ userId, name: rows[index]?.name ?? null })),
    askedAt: instantOf(askedAt),
    deskUntil: instant < deskUntil ? instantOf(deskUntil) : null,
  };
}

/** Those that wait for the desk, the longest first; then those that it answered; then those that were handed back. */
const rankOf = ({ deskUntil, isAnswered }: ListedChat): number => (deskUntil === null ? 2 : isAnswered ? 1 : 0);
const byRank = (one: ListedChat, other: ListedChat): number =>
  rankOf(one) - rankOf(other) || one.askedAt.localeCompare(other.askedAt);

/** The WhatsApp chats of the client that were handed over to its desk. */
export const chatQueries = ({ chatsAtDesk }: ChatQueryDeps): Queries<'listChats' | 'readChat'> => ({
  async listChats(_request, snapshot) {
    const body: ListedChat[] = [];
    for (const [chatId, chat] of await chatsAtDesk.of(snapshot.clientId, snapshot.instant)) {
      const last = chat.messages.findLast(({ from }) => from !== 'chatbot') ?? null;
      const isAnswered = last?.from === 'desk';
      body.push({ ...(await partsOf(chatId, chat, snapshot)), last: last && messageOf(last), isAnswered });
    }
    return { body: body.sort(byRank) };
  },

  async readChat({ chatId }, snapshot) {
    const chat = (await chatsAtDesk.of(snapshot.clientId, snapshot.instant, chatId)).get(chatId);
    if (!chat) return refuse('chat.unknown');
    const until = chat.wroteAt + windowMs;
    return {
      body: {
        ...(await partsOf(chatId, chat, snapshot)),
        replyUntil: snapshot.instant < until ? instantOf(until) : null,
        messages: chat.messages.slice(-maxShown).map(messageOf),
      },
    };
  },
});
