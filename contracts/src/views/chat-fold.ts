import { z } from 'zod';
import type { ChatEvent } from '../events/contact/chat.ts';
import type { Recorded } from '../events/definition.ts';
import { unreachable } from '../unreachable.ts';

/** How long the desk answers alone, if nobody ends it. */
export const handoverMs = 24 * 3_600_000;
/** Whether the desk was asked for in the last 24 hours. @param askedAt UTC, ISO 8601; null for never @param now in ms */
export const isRecent = ({ askedAt }: { readonly askedAt: string | null }, now: number): boolean =>
  askedAt !== null && now < Date.parse(askedAt) + handoverMs;
/** WhatsApp: how long after the user's last message anything may be sent. */
export const windowMs = 24 * 3_600_000;

/** Words that a user writes to have the chatbot back. */
const endsHandover = /^(?:menu|stop)$/i;
export const bringsChatbotBack = (typed: string): boolean => endsHandover.test(typed.trim());

/** When the user last wrote, never later than the log knew of it. */
export const wroteAtOf = (before: number, recordedAt: number, sentAt: string): number =>
  Math.max(before, Math.min(recordedAt, Date.parse(sentAt)));

export interface DeskChatMessage {
  /** The message's or the reply's own. */
  readonly id: string;
  readonly from: 'patient' | 'chatbot' | 'desk';
  /** Who of the desk wrote it. */
  readonly by: string | null;
  /** When it was recorded, UTC, ISO 8601. */
  readonly at: string;
  /** Null for something that isn't text. */
  readonly text: string | null;
  /** The titles of its buttons or rows. */
  readonly choices: readonly string[];
  /** Of a reply: whether it was sent. */
  readonly sending: 'waiting' | 'sent' | 'failed' | null;
}

/** A chat as the desk reads it. */
export interface DeskChat {
  /** False before the first message, and once the chat was erased. */
  readonly isKnown: boolean;
  /** Digits with the country code; null while it is hidden. */
  readonly phone: string | null;
  readonly patientIds: readonly string[];
  /** When the user last wrote; 0 for never. */
  readonly wroteAt: number;
  /** When the desk was last asked for, and until when it answers, in ms; 0 if it doesn't. */
  readonly askedAt: number;
  readonly deskUntil: number;
  readonly messages: readonly DeskChatMessage[];
  /** The titles of choices by their ids. */
  readonly titles: ReadonlyMap<string, string>;
}

export const newDeskChat: DeskChat = {
  ...{ isKnown: false, phone: null, patientIds: [], wroteAt: 0, askedAt: 0, deskUntil: 0, messages: [] },
  titles: new Map(),
};

const choice = z.object({ id: z.string(), title: z.string() });
const replySchema = z.object({
  text: z.string().optional(),
  buttons: z.array(choice).default([]),
  rows: z.array(choice).default([]),
});
const messageSchema = z.object({ kind: z.string(), text: z.string().optional(), id: z.string().optional() });

/** Folds a chat's events. Pure; the decider and the query share it. */
export const foldDeskChat = (chat: DeskChat, events: readonly Recorded<ChatEvent>[]): DeskChat =>
  events.reduce(foldOne, chat);

function foldOne(chat: DeskChat, event: Recorded<ChatEvent>): DeskChat {
  const at = Date.parse(event.metadata.recordedAt);
  switch (event.type) {
    case 'ChatMessageReceived':
      return received(chat, event, at);
    case 'ChatPatientNamed':
      return { ...chat, patientIds: [...new Set([...chat.patientIds, event.data.patientId])] };
    case 'ReplyPlanned':
      return planned(chat, event);
    case 'ReplyAccepted':
    case 'ReplyStatus':
      return sending(chat, event.data.replyId, 'sent');
    case 'ReplyFailed':
      return sending(chat, event.data.replyId, 'failed');
    case 'HandoverRequested':
      return { ...chat, askedAt: at, deskUntil: at + handoverMs };
    case 'HandoverEnded':
      return { ...chat, deskUntil: 0 };
    case 'ReplySendStarted':
      return chat;
    default:
      return unreachable(event);
  }
}

type Of<Type extends ChatEvent['type']> = Recorded<Extract<ChatEvent, { type: Type }>>;
const read = <Schema extends z.ZodType>(schema: Schema, text: string | null): z.infer<Schema> | null =>
  text === null ? null : (schema.safeParse(JSON.parse(text)).data ?? null);

function received(chat: DeskChat, { data, metadata }: Of<'ChatMessageReceived'>, at: number): DeskChat {
  const { messageId, userId, phone, sentAt } = data;
  const content = read(messageSchema, data.content);
  const text = content?.text ?? chat.titles.get(content?.id ?? '') ?? null;
  const isBack = content?.kind === 'text' && bringsChatbotBack(content.text ?? '');
  const message = { id: messageId, from: 'patient', by: null, at: metadata.recordedAt, text } as const;
  return {
    ...chat,
    isKnown: userId !== null,
    phone: phone ?? chat.phone,
    wroteAt: wroteAtOf(chat.wroteAt, at, sentAt),
    deskUntil: at < chat.deskUntil && !isBack ? chat.deskUntil : 0,
    messages: [...chat.messages, { ...message, choices: [], sending: null }],
  };
}

function planned(chat: DeskChat, { data, metadata }: Of<'ReplyPlanned'>): DeskChat {
  const message = read(replySchema, data.message);
  const choices = message ? [...message.buttons, ...message.rows] : [];
  const isDesk = metadata.actor.kind === 'admin';
  const reply: DeskChatMessage = {
    ...{ id: data.replyId, from: isDesk ? 'desk' : 'chatbot', by: isDesk ? metadata.actor.name : null },
    ...{ at: metadata.recordedAt, text: message?.text ?? null, sending: 'waiting' },
    choices: choices.map(({ title }) => title),
  };
  return {
    ...chat,
    messages: [...chat.messages, reply],
    titles: new Map([...chat.titles, ...choices.map(({ id, title }) => [id, title] as const)]),
  };
}

const sending = (chat: DeskChat, replyId: string, state: 'sent' | 'failed'): DeskChat => ({
  ...chat,
  messages: chat.messages.map((message) => (message.id === replyId ? { ...message, sending: state } : message)),
});
