import { streams } from '@dayline/contracts/events/categories';
import type { ChatEvent } from '@dayline/contracts/events/contact/chat';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { Position } from '@dayline/contracts/ids';
import { type DeskChat, foldDeskChat, handoverMs, newDeskChat } from '@dayline/contracts/views/chat-fold';
import { type EventLog, EventLogSetBack } from '@dayline/event-log/port';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';

export interface ChatsDeps {
  readonly eventLog: Pick<EventLog, 'follow' | 'start'>;
  readonly sealedLog: Pick<SealedLog, 'readStream'>;
}

/** The chats that were handed over to the desk, read from the log as far as it reaches: no view has what was written. */
export class ChatsAtDesk {
  readonly #deps: ChatsDeps;
  /** When each stream was last handed over, in ms. */
  readonly #askedAt = new Map<string, number>();
  #position: Position;

  constructor(deps: ChatsDeps) {
    this.#deps = deps;
    this.#position = deps.eventLog.start;
  }

  /** The client's, by id; or only that with an id. @throws EventLogUnavailable */
  async of(clientId: string, now: number, chatId = ''): Promise<Map<string, DeskChat>> {
    await this.#follow();
    const prefix = streams.chat(clientId, '');
    const streamPrefix = `${prefix}${chatId}`;
    const recent = [...this.#askedAt].filter(
      ([stream, at]) => stream.startsWith(streamPrefix) && now < at + handoverMs,
    );
    const chats = new Map<string, DeskChat>();
    for (const [stream] of recent) {
      // Cast is safe: the stream is of the category.
      const events = (await this.#deps.sealedLog.readStream(stream)) as unknown as readonly Recorded<ChatEvent>[];
      const chat = foldDeskChat(newDeskChat, events);
      if (chat.isKnown) chats.set(stream.slice(prefix.length), chat);
    }
    return chats;
  }

  async #follow(): Promise<void> {
    const { eventLog } = this.#deps;
    const ending = new AbortController();
    try {
      for await (const item of eventLog.follow(this.#position, ending.signal, { types: ['HandoverRequested'] })) {
        if (item.kind === 'caughtUp') break;
        for (const { stream, metadata } of item.events) this.#askedAt.set(stream, Date.parse(metadata.recordedAt));
        this.#position = (item.last ?? item.events.at(-1))?.position ?? this.#position;
      }
    } catch (error) {
      // Read again from the start by the next call.
      if (error instanceof EventLogSetBack) this.#position = eventLog.start;
      throw error;
    } finally {
      ending.abort();
    }
  }
}
