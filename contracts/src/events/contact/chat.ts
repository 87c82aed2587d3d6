import { z } from 'zod';
import { idSchema } from '../../ids.ts';
import { defineEvent, type EventOf, personal } from '../definition.ts';

/** Message ids of WhatsApp contain the phone number, so that only a keyed hash of one is stored. */
const messageId = z.string();
/** Travels with the message, so that a status names it: `{chat}_{ULID}`. */
const replyId = z.string();
const sealedFor = 'streamOwner';
/** What WhatsApp tells of a message, in this order; some may be left out. */
export const replyStatuses = ['sent', 'delivered', 'read'] as const;
export type ReplyStatus = (typeof replyStatuses)[number];

/**
 * A WhatsApp chat with one user. What was written, and by whom, is encrypted with the chat's own key, which is destroyed
 * with the first of its persons that is erased.
 */
export const chatEvents = [
  defineEvent(
    'ChatMessageReceived',
    1,
    z.object({
      messageId,
      /** By WhatsApp's clock: for 24 hours from then on, anything may be sent. */
      sentAt: z.iso.datetime(),
      /** The business-scoped user id; the phone, as long as WhatsApp sends no such id. */
      userId: personal,
      /** Digits with the country code; null if the user hides it. */
      phone: personal,
      /** JSON: a text, the id of a choice, or a contact that the user was asked for. */
      content: personal,
    }),
    { action: 'other', sentence: ['chatMessageReceived'], sealedFor },
  ),
  /** The chat is about this patient from here on: it is erased with each of its patients. */
  defineEvent('ChatPatientNamed', 1, z.object({ patientId: idSchema }), {
    action: 'other',
    sentence: ['chatPatientNamed', 'patient'],
  }),
  defineEvent(
    'ReplyPlanned',
    1,
    z.object({
      replyId,
      /** The message that it answers; null if it answers none. */
      answers: messageId.nullable(),
      /** JSON. */
      message: personal,
      /** JSON: where the conversation is after it; null if it leaves that unchanged. */
      state: personal,
    }),
    { action: 'other', sentence: ['replyPlanned'], sealedFor },
  ),
  /** Appended before the request: from here on, only an answer or a status tells whether it was sent. */
  defineEvent('ReplySendStarted', 1, z.object({ replyId }), { action: 'other', sentence: ['replySendStarted'] }),
  defineEvent('ReplyAccepted', 1, z.object({ replyId, messageId }), { action: 'other', sentence: ['replyAccepted'] }),
  defineEvent('ReplyStatus', 1, z.object({ replyId, status: z.enum(replyStatuses) }), {
    action: 'other',
    sentence: ['replyStatus', 'data.status'],
  }),
  /** `code`: the error of WhatsApp, or why it was not sent. */
  defineEvent('ReplyFailed', 1, z.object({ replyId, code: z.string() }), {
    action: 'other',
    sentence: ['replyFailed', 'data.code'],
  }),
  /** The chatbot is silent until it ends, or for 24 hours. */
  defineEvent('HandoverRequested', 1, z.object({ reason: z.enum(['asked', 'misunderstood']) }), {
    action: 'other',
    sentence: ['handoverRequested'],
  }),
  defineEvent('HandoverEnded', 1, z.object({}), { action: 'other', sentence: ['handoverEnded'] }),
] as const;
export type ChatEvent = EventOf<(typeof chatEvents)[number]>;
