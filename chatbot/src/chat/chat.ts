import type { ChatEvent, ReplyStatus } from '@dayline/contracts/events/contact/chat';
import type { Recorded } from '@dayline/contracts/events/definition';
import { unreachable } from '@dayline/contracts/unreachable';
import { bringsChatbotBack, handoverMs, windowMs, wroteAtOf } from '@dayline/contracts/views/chat-fold';
import { type Message, messageSchema } from '../conversation/message.ts';
import { type ChatState, type Content, chatStateSchema, contentSchema, firstState } from '../conversation/state.ts';

interface Received {
  readonly messageId: string;
  readonly content: Content;
  readonly phone: string | null;
}
/**
 * `started`: it was requested, and nothing tells yet whether it went out. `expired`: WhatsApp refused it, since the user
 * wrote too long ago.
 */
interface PlannedReply {
  readonly replyId: string;
  readonly message: Message;
  readonly state: 'planned' | 'started' | 'expired' | 'done';
  /** The last status; null before the first. */
  readonly status: ReplyStatus | 'failed' | null;
  /** When it was last begun to send, in ms. */
  readonly startedAt: number;
}

/** A chat as folded from its stream. */
export interface Chat {
  /** The stream's end. */
  readonly revision: number;
  readonly chain: string;
  /** Null before the first message, and once the chat was erased. */
  readonly userId: string | null;
  readonly messageIds: ReadonlySet<string>;
  /** Those that no reply answers yet, the oldest first. */
  readonly unanswered: readonly Received[];
  readonly state: ChatState;
  readonly patientIds: ReadonlySet<string>;
  readonly replies: readonly PlannedReply[];
  /** When the user last wrote, and when something was last sent, in ms; 0 for never. */
  readonly wroteAt: number;
  readonly sentAt: number;
  /** Until when the desk answers, in ms; 0 if it doesn't. */
  readonly deskUntil: number;
}

export const newChat: Chat = {
  revision: -1,
  chain: '',
  userId: null,
  messageIds: new Set(),
  unanswered: [],
  state: firstState,
  patientIds: new Set(),
  replies: [],
  wroteAt: 0,
  sentAt: 0,
  deskUntil: 0,
};

/** WhatsApp's error for a message more than 24 hours after the user's last one. */
export const windowClosed = '131047';

export const foldChat = (chat: Chat, events: readonly Recorded<ChatEvent>[]): Chat => events.reduce(foldOne, chat);

const json = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

function foldOne(before: Chat, event: Recorded<ChatEvent>): Chat {
  const at = Date.parse(event.metadata.recordedAt);
  const chat = { ...before, revision: event.revision, chain: event.metadata.chain };
  switch (event.type) {
    case 'ChatMessageReceived':
      return received(chat, event.data, at);
    case 'ChatPatientNamed':
      return { ...chat, patientIds: new Set([...chat.patientIds, event.data.patientId]) };
    case 'ReplyPlanned':
      return planned(chat, event.data);
    case 'ReplySendStarted':
      return { ...withReply(chat, event.data.replyId, { state: 'started', startedAt: at }), sentAt: at };
    case 'ReplyAccepted':
      // It arrived before the answer: WhatsApp counts the pace from then.
      return { ...withReply(chat, event.data.replyId, { state: 'done' }), sentAt: at };
    case 'ReplyStatus': {
      const { replyId, status } = event.data;
      // It may come before the answer, which is then not recorded.
      const isFirstSign = chat.replies.some((reply) => reply.replyId === replyId && reply.state === 'started');
      return { ...withReply(chat, replyId, { state: 'done', status }), ...(isFirstSign && { sentAt: at }) };
    }
    case 'ReplyFailed': {
      const state = event.data.code === windowClosed ? 'expired' : 'done';
      return withReply(chat, event.data.replyId, { state, status: 'failed' });
    }
    case 'HandoverRequested':
      return { ...chat, deskUntil: at + handoverMs };
    case 'HandoverEnded':
      return { ...chat, deskUntil: 0 };
    default:
      return unreachable(event);
  }
}

type DataOf<Type extends ChatEvent['type']> = Extract<ChatEvent, { type: Type }>['data'];

function received(chat: Chat, data: DataOf<'ChatMessageReceived'>, at: number): Chat {
  const { messageId, userId, phone, sentAt } = data;
  const content = contentSchema.safeParse(json(data.content));
  const nextChat = {
    ...chat,
    userId,
    wroteAt: wroteAtOf(chat.wroteAt, at, sentAt),
    messageIds: new Set([...chat.messageIds, messageId]),
  };
  if (!content.success) return nextChat;
  const isForDesk = at < chat.deskUntil && !(content.data.kind === 'text' && bringsChatbotBack(content.data.text));
  if (isForDesk) return nextChat;
  return { ...nextChat, deskUntil: 0, unanswered: [...chat.unanswered, { messageId, content: content.data, phone }] };
}

/** An erased chat has no message left. A state of another build begins again. */
function planned(chat: Chat, { replyId, answers, message, state }: DataOf<'ReplyPlanned'>): Chat {
  const parsed = messageSchema.safeParse(json(message));
  const next = chatStateSchema.safeParse(json(state));
  const reply = parsed.success && { replyId, message: parsed.data, ...notStarted };
  return {
    ...chat,
    unanswered: chat.unanswered.filter(({ messageId }) => messageId !== answers),
    state: next.success ? next.data : chat.state,
    replies: [...chat.replies.slice(-repliesKept), ...(reply ? [reply] : [])],
  };
}
const notStarted = { state: 'planned', status: null, startedAt: 0 } as const;
/** More than can wait: older ones are done, and their statuses tell nothing new. */
const repliesKept = 100;

const withReply = (chat: Chat, replyId: string, change: Partial<PlannedReply>): Chat => ({
  ...chat,
  replies: chat.replies.map((reply) => (reply.replyId === replyId ? { ...reply, ...change } : reply)),
});

export interface SendRules {
  /** At most one message to a user in this time, in ms. */
  readonly paceMs: number;
  /** How long a status of a message without an answer is awaited before it is sent again, in ms. */
  readonly statusMs: number;
}
/** WhatsApp takes one message per 6 s and person. */
export const sendRules: SendRules = { paceMs: 6_000, statusMs: 60_000 };

/** What is to be done next; null if nothing is. */
export type Next =
  | { readonly does: 'answer'; readonly received: Received }
  | { readonly does: 'send'; readonly reply: PlannedReply }
  /** The user wrote too long ago: only a template may be sent. */
  | { readonly does: 'replace'; readonly reply: PlannedReply }
  | { readonly does: 'wait'; readonly until: number }
  | null;

export function nextOf(chat: Chat, now: number, { paceMs, statusMs }: SendRules): Next {
  if (chat.userId === null) return null;
  const [received] = chat.unanswered;
  if (received) return { does: 'answer', received };
  const reply = chat.replies.find(({ state }) => state !== 'done');
  if (!reply) return null;
  if (reply.state === 'expired') return { does: 'replace', reply };
  const due = Math.max(chat.sentAt + paceMs, reply.state === 'started' ? reply.startedAt + statusMs : 0);
  if (now < due) return { does: 'wait', until: due };
  const isOpen = now < chat.wroteAt + windowMs;
  return { does: isOpen || reply.message.kind === 'template' ? 'send' : 'replace', reply };
}
