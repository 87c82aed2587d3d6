import { createHmac } from 'node:crypto';
import { streams } from '@dayline/contracts/events/categories';
import type { ChatEvent } from '@dayline/contracts/events/contact/chat';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { Clock } from '@dayline/runtime/clock';
import { derivedId } from '@dayline/runtime/ids/derived';
import { newUlid } from '@dayline/runtime/ids/ulid';
import type { KeyRing } from '@dayline/runtime/key-ring';
import { type Chat, foldChat, newChat } from './chat.ts';

/** Whose chatbot it is, and as whom it acts. */
export interface ChatOwner {
  readonly clientId: string;
  /** The API key. */
  readonly keyId: string;
  readonly name: string;
}

export interface ChatLogDeps {
  readonly log: SealedLog;
  readonly keys: Pick<KeyRing, 'get'>;
  readonly clock: Clock;
  /** Keys the hashes of ids of users and messages, which contain phone numbers. */
  readonly secret: Uint8Array;
  readonly owner: ChatOwner;
}

export interface ChatLog {
  /** The stream of a user: after an erasure, a new one. @throws VaultUnavailable */
  streamOf(userId: string): Promise<string>;
  hashOf(messageId: string): string;
  newReplyId(stream: string): string;
  /** The stream of a reply's id; null if it isn't one of ours. */
  streamOfReply(replyId: string): string | null;
  /** @throws EventLogUnavailable */
  load(stream: string): Promise<Chat>;
  /** False if the stream is longer than `chat`. @throws EventLogUnavailable, KeyDestroyed */
  append(stream: string, chat: Chat, events: readonly ChatEvent[]): Promise<boolean>;
  /** Appends what `decide` returns for the chat as it is now. */
  change(stream: string, decide: (chat: Chat) => readonly ChatEvent[]): Promise<void>;
}

/** More conflicts in a row than concurrent messages, replies and statuses of one chat can cause. */
const maxTries = 50;

export function openChatLog({ log, keys, clock, secret, owner }: ChatLogDeps): ChatLog {
  const { clientId, keyId, name } = owner;
  const hashOf = (text: string): string => createHmac('sha256', secret).update(text).digest('hex').slice(0, 32);

  function stamp() {
    const commandId = newUlid(clock);
    return {
      ...{ commandId, commandDigest: '', correlationId: commandId, causationId: commandId, clientId },
      actor: { kind: 'partner', id: keyId, name },
      channel: 'whatsapp',
      recordedAt: new Date(clock.now()).toISOString(),
    } as const;
  }

  async function load(stream: string): Promise<Chat> {
    // Cast is safe: the stream is of the category.
    return foldChat(newChat, (await log.readStream(stream)) as unknown as readonly Recorded<ChatEvent>[]);
  }

  async function append(stream: string, chat: Chat, events: readonly ChatEvent[]): Promise<boolean> {
    const metadata = stamp();
    const added = events.map(({ type, data }, index) => ({
      id: derivedId(stream, type, `${metadata.commandId} ${index}`),
      type,
      data,
      metadata,
    }));
    const expected = chat.revision < 0 ? 'noStream' : chat.revision;
    return (await log.append(stream, expected, chat.chain, added)).appended;
  }

  return {
    hashOf,
    load,
    append,
    async streamOf(userId) {
      for (let generation = 0; ; generation += 1) {
        const stream = streams.chat(clientId, hashOf(`user ${clientId} ${generation} ${userId}`));
        // The name of the key is that of the stream.
        if ((await keys.get([stream])).get(stream) !== 'destroyed') return stream;
      }
    },
    newReplyId: (stream) => `${stream.slice(streams.chat(clientId, '').length)}_${newUlid(clock)}`,
    streamOfReply: (replyId) =>
      /^[0-9a-f]{32}_[0-9A-Z]{26}$/.test(replyId) ? streams.chat(clientId, replyId.slice(0, 32)) : null,

    async change(stream, decide) {
      for (let attempt = 0; attempt < maxTries; attempt += 1) {
        const chat = await load(stream);
        const events = decide(chat);
        if (events.length === 0 || (await append(stream, chat, events))) return;
      }
      throw new Error(`${stream} changes too often.`);
    },
  };
}
