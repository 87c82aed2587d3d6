import { z } from 'zod';
import { linesSchema } from '../../fields/text.ts';
import { idSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { commandReply } from '../shapes.ts';

/** A chat of the client: a keyed hash of the user's id, as in its stream's name. */
const chatIdSchema = z.string().regex(/^[0-9a-f]{32}$/, 'Please choose a chat.');
/** WhatsApp takes 1,024 units. */
export const maxReplyLength = 1_000;
const writeReply = 'Please write a message.';
const instant = z.iso.datetime();

const shared = {
  chatId: chatIdSchema,
  /** Null while the user hides it. */
  phone: z.string().nullable(),
  /** Of those at this phone whom the chatbot knows; an erased one has no name. */
  patients: z.array(z.object({ userId: idSchema, name: z.string().nullable() })),
  /** When the desk was last asked for. */
  askedAt: instant,
  /** Until when the chatbot is silent; null once it answers again. */
  deskUntil: instant.nullable(),
};
const chatMessage = z.object({
  id: z.string(),
  from: z.enum(['patient', 'chatbot', 'desk']),
  by: z.string().nullable(),
  at: instant,
  /** Null for a picture, a voice message and the like. */
  text: z.string().nullable(),
  choices: z.array(z.string()),
  /** Of a reply: whether WhatsApp took it. */
  sending: z.enum(['waiting', 'sent', 'failed']).nullable(),
});
export type ChatMessage = z.infer<typeof chatMessage>;
const listedChat = z.object({ ...shared, last: chatMessage.nullable(), isAnswered: z.boolean() });
export type ListedChat = z.infer<typeof listedChat>;
const wholeChat = z.object({
  ...shared,
  /** Until when WhatsApp takes a reply; null once it doesn't. */
  replyUntil: instant.nullable(),
  messages: z.array(chatMessage),
});
export type WholeChat = z.infer<typeof wholeChat>;

const listChats = endpoint('/api/chats/list', {
  kind: 'query',
  access: ['admin'],
  claims: [claims.client],
  request: z.strictObject({ clientId: idSchema }),
  response: z.array(listedChat),
  failure: 'Failed to fetch the conversations.',
  title: 'WhatsApp chats that were handed over to the desk in the last 24 hours, those that wait first',
});

const countWaitingChats = endpoint('/api/chats/count', {
  kind: 'query',
  access: ['admin'],
  claims: [claims.client],
  request: z.strictObject({ clientId: idSchema }),
  response: z.object({
    waiting: z.int(),
    /** The demo’s simulator is there. */
    trial: z.literal(true).exactOptional(),
  }),
  failure: 'Failed to count the conversations.',
  title: 'How many WhatsApp chats wait for the desk',
});

const ofChat = { clientId: idSchema, chatId: chatIdSchema };
const readChat = endpoint('/api/chats/read', {
  kind: 'query',
  access: ['admin'],
  claims: [claims.client],
  request: z.strictObject(ofChat),
  response: wholeChat,
  failure: 'Failed to fetch the conversation.',
  refusals: ['chat.unknown'],
  title: 'A WhatsApp chat that was handed over to the desk in the last 24 hours',
});

const adminCommand = { kind: 'command', access: ['admin'], action: 'contact', claims: [claims.client] } as const;

const replyToChat = endpoint('/api/chats/reply', {
  ...adminCommand,
  request: z.strictObject({ ...ofChat, text: linesSchema(maxReplyLength).min(1, writeReply) }),
  response: z.object(commandReply),
  failure: 'The reply could not be sent. Please try again.',
  refusals: ['chat.unknown', 'chat.not-handed-over', 'chat.window-closed', 'key.reused', 'log.conflict'],
  title: 'Reply to a WhatsApp chat that was handed over to the desk',
});

const handBackChat = endpoint('/api/chats/hand-back', {
  ...adminCommand,
  request: z.strictObject(ofChat),
  response: z.object(commandReply),
  failure: 'The chat could not be handed back. Please try again.',
  refusals: ['chat.unknown', 'key.reused', 'log.conflict'],
  title: 'Hand a WhatsApp chat back to the chatbot',
});

export const chatEndpoints = { listChats, countWaitingChats, readChat, replyToChat, handBackChat };
