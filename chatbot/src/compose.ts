import type { StoredLog } from '@dayline/event-log/followable';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { ApiKeys } from '@dayline/http/partner/api-keys';
import type { WhatsAppSettings } from '@dayline/runtime/config/whatsapp';
import type { OpenedProcess } from '@dayline/stores/process';
import type { Router } from 'express';
import { type ChatLog, openChatLog } from './chat/chat-log.ts';
import { followChats, pauseUntilWoken } from './chat/follow-chats.ts';
import { ChatWorker, type SendOutcome } from './chat/worker.ts';
import { openGraph } from './graph/client.ts';
import { openPartner } from './partner.ts';
import { webhookRouter } from './receive.ts';

export interface ChatbotParts extends OpenedProcess {
  readonly sealedLog: SealedLog;
  readonly settings: WhatsAppSettings;
}

/** Why no chat is read or written. */
class ChatbotKeyInvalid extends Error {
  override readonly name = 'ChatbotKeyInvalid';
  constructor() {
    super('WHATSAPP_API_KEY is no valid API key: it is unknown, has expired, or was revoked.');
  }
}

export interface Chatbot {
  readonly router: Router;
  /** Starts answering. @param own where the product's own calls are */
  start(own: string, followInThread?: StoredLog['follow']): void;
  stop(): Promise<void>;
}

/** The chatbot on a process's stores, alone or with other services. */
export function composeChatbot({
  config,
  logger,
  clock,
  metrics,
  stores,
  followers,
  sealedLog,
  settings,
}: ChatbotParts): Chatbot {
  const { log, vault } = stores;
  const keys = new ApiKeys({ ...config, log, clock });
  let opened: ChatLog | null = null;
  async function chats(): Promise<ChatLog> {
    if (opened) return opened;
    const key = await keys.find(`Bearer ${settings.apiKey}`);
    if (!key) throw new ChatbotKeyInvalid();
    const owner = { clientId: key.clientId, keyId: key.id, name: key.name };
    opened = openChatLog({ log: sealedLog, keys: vault.keys, clock, secret: config.masterKey, owner });
    return opened;
  }
  let own = '';
  const worker = new ChatWorker({
    chats,
    clock,
    partner: openPartner({ url: () => settings.daylineUrl ?? own, apiKey: settings.apiKey }),
    graph: openGraph(settings),
    template: settings.template,
    onSent: (outcome: SendOutcome) => metrics.chatMessage(outcome),
    pause: pauseUntilWoken,
  });
  const onReceived = () => metrics.chatMessage('received');
  let following: { stop(): Promise<void> } | null = null;
  return {
    router: webhookRouter({ settings, chats, logger, onReceived }),
    start(address, followInThread) {
      own = address;
      following = followChats(worker.task, { stores, logger, followers }, followInThread);
    },
    async stop() {
      await following?.stop();
    },
  };
}
