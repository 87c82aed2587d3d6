import { createHmac, timingSafeEqual } from 'node:crypto';
import { replyStatuses } from '@dayline/contracts/events/contact/chat';
import type { Logger } from '@dayline/runtime/logging/logger';
import express, { type Router } from 'express';
import type { ChatLog } from './chat/chat-log.ts';
import { deliveryIn, type IncomingMessage, type IncomingStatus } from './graph/webhook.ts';

export const webhookPath = '/api/whatsapp/webhook';

/** The webhook's secrets. */
export interface WebhookSettings {
  readonly phoneNumberId: string;
  readonly appSecret: string;
  readonly verifyToken: string;
}

export interface ReceiverDeps {
  readonly settings: WebhookSettings;
  /** @throws Error while the chats can't be read */
  readonly chats: () => Promise<ChatLog>;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
  readonly onReceived: () => void;
}

/** Meta sends up to 3 MB. */
const maxBody = '3mb';

const isEqual = (one: string, other: string): boolean => {
  const digest = (text: string) => createHmac('sha256', 'equal').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
};

/** The signature of a body's bytes. */
export const signatureOf = (body: Uint8Array, appSecret: string): string =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;

/** The status of the answer to a webhook's body: its messages and statuses are appended before it. */
export type Receive = (bytes: Uint8Array, signature: string | undefined) => Promise<200 | 401 | 503>;

/** Receives messages and statuses: appended first, then answered. Meta repeats what isn't answered with 200. */
export function webhookReceiver({ settings, chats, logger, onReceived }: ReceiverDeps): Receive {
  return async (bytes, signature) => {
    if (signature === undefined || !isEqual(signature, signatureOf(bytes, settings.appSecret))) {
      logger.warn({}, 'a WhatsApp webhook without a valid signature was refused');
      return 401;
    }
    try {
      const { messages, statuses } = deliveryIn(parsed(bytes), settings.phoneNumberId);
      const log = await chats();
      for (const message of messages) if (await receive(log, message)) onReceived();
      for (const status of statuses) await note(log, status);
      return 200;
    } catch (error) {
      logger.error({ err: error }, 'a WhatsApp webhook could not be recorded; it is sent again');
      return 503;
    }
  };
}

/** The webhook over HTTP. */
export function webhookRouter(deps: ReceiverDeps): Router {
  const { settings } = deps;
  const receiveBody = webhookReceiver(deps);
  const router = express.Router();
  router.get(webhookPath, ({ query }, response) => {
    const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query;
    const isOurs = mode === 'subscribe' && typeof token === 'string' && isEqual(token, settings.verifyToken);
    if (!isOurs || typeof challenge !== 'string') return void response.sendStatus(403);
    response.type('text/plain').send(challenge);
  });
  router.post(webhookPath, express.raw({ type: () => true, limit: maxBody }), async ({ headers, body }, response) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const signature = headers['x-hub-signature-256'];
    response.sendStatus(await receiveBody(bytes, typeof signature === 'string' ? signature : undefined));
  });
  return router;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    // Signed, but no JSON: sending it again would change nothing.
    return null;
  }
}

/**
 * Appends a message unless the chat knows it.
 * @returns whether it was new
 * @throws KeyDestroyed if the chat is erased at this moment: sent again, the message begins a new one
 */
async function receive(chats: ChatLog, { wamid, sentAt, userId, phone, content }: IncomingMessage): Promise<boolean> {
  const messageId = chats.hashOf(wamid);
  let isNew = false;
  await chats.change(await chats.streamOf(userId), ({ messageIds }) => {
    isNew = !messageIds.has(messageId);
    const data = { messageId, sentAt: new Date(sentAt).toISOString(), userId, phone, content: JSON.stringify(content) };
    return isNew ? [{ type: 'ChatMessageReceived', data }] : [];
  });
  return isNew;
}

/** Appends a status of one of our replies that is new and further than the last. */
async function note(chats: ChatLog, { replyId, status, code }: IncomingStatus): Promise<void> {
  const stream = chats.streamOfReply(replyId);
  const current = replyStatuses.find((name) => name === status);
  if (stream === null || (current === undefined && status !== 'failed')) return;
  await chats.change(stream, ({ replies }) => {
    const reply = replies.find((candidate) => candidate.replyId === replyId);
    if (!reply || reply.status === 'failed') return [];
    if (current === undefined) return [{ type: 'ReplyFailed', data: { replyId, code: code ?? 'failed' } }];
    const isNews = reply.status === null || replyStatuses.indexOf(reply.status) < replyStatuses.indexOf(current);
    return isNews ? [{ type: 'ReplyStatus', data: { replyId, status: current } }] : [];
  });
}
