import { streams } from '@dayline/contracts/events/categories';
import type { ChatEvent } from '@dayline/contracts/events/contact/chat';
import type { Recorded } from '@dayline/contracts/events/definition';
import { type DeskChat, foldDeskChat, handoverMs, isRecent, newDeskChat } from '@dayline/contracts/views/chat-fold';
import type { ChatRow } from '@dayline/contracts/views/directory';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { Clock } from '@dayline/runtime/clock';
import { lasting } from '@dayline/runtime/logging/lasting';
import type { Desk } from '../desk/desk.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import { lookEvery } from '../live/look-every.ts';

interface Reading {
  readonly row: ChatRow;
  readonly chat: Promise<DeskChat>;
}

/** A patient at the phone of a chat, by name. */
export interface ChatPatient {
  readonly userId: string;
  readonly name: string | null;
}
export interface ReadChat extends DeskChat {
  readonly chatId: string;
  readonly patients: readonly ChatPatient[];
}

const keyOf = (clientId: string, chatId: string): string => `${clientId}_${chatId}`;

/** In ms. A chat leaves the memory by the clock alone, if nobody asks and nothing is committed. */
const pruneEveryMs = 60_000;

interface WatchDeps {
  readonly desk: Pick<Desk, 'rows' | 'onCommit'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: { error(fields: object, message: string): void };
}

/**
 * The chats that were handed over to the desk in the last 24 hours. The view knows which and when each has changed; what
 * was written is in the log alone. A stream is read once after each change, regardless of how many pages ask.
 */
export class ChatsAtDesk {
  readonly #log: Pick<SealedLog, 'readStream'>;
  /** By the row's key; in memory as long as they are listed. */
  readonly #readings = new Map<string, Reading>();

  constructor(log: Pick<SealedLog, 'readStream'>) {
    this.#log = log;
  }

  /** Other rows may have the same positions now. */
  forget(): void {
    this.#readings.clear();
  }

  /** Prunes after each commit and every minute, one at a time, whether or not somebody asks. */
  watch({ desk, clock, logger }: WatchDeps): { stop(): Promise<void> } {
    const tried = lasting((error) => {
      if (error !== null) logger.error({ err: error }, 'chats in memory could not be checked; they are checked again');
    });
    let pruning = Promise.resolve();
    let isNextQueued = false;
    const prune = (): Promise<void> => {
      if (isNextQueued) return pruning;
      isNextQueued = true;
      pruning = pruning
        .then(() => {
          isNextQueued = false;
          return this.#prune(desk, clock.now());
        })
        .then(() => tried(null), tried);
      return pruning;
    };
    const stopListening = desk.onCommit(() => void prune());
    const timer = lookEvery(pruneEveryMs, prune);
    return {
      async stop() {
        stopListening();
        await timer.stop();
        await pruning;
      },
    };
  }

  /** Drops the readings that are no longer listed, have changed, or name an erased patient. */
  async #prune(desk: WatchDeps['desk'], now: number): Promise<void> {
    this.#pruneByClock(now);
    const readings = [...this.#readings];
    if (readings.length === 0) return;
    const chats = await Promise.all(readings.map(([, { chat }]) => chat.catch(() => newDeskChat)));
    const [rows, people] = await Promise.all([
      desk.rows(
        'chats',
        readings.map(([key]) => key),
      ),
      desk.rows('patients', [...new Set(chats.flatMap(({ patientIds }) => patientIds))]),
    ]);
    for (const [index, [key, reading]] of readings.entries()) {
      const isCurrent = rows.get(key)?.at === reading.row.at;
      const hasErased = chats[index]?.patientIds.some((userId) => people.get(userId)?.erased);
      if ((!isCurrent || hasErased) && this.#readings.get(key) === reading) this.#readings.delete(key);
    }
  }

  #pruneByClock(now: number): void {
    for (const [key, { row }] of this.#readings) if (!isRecent(row, now)) this.#readings.delete(key);
  }

  /** @throws EventLogUnavailable */
  async of({ desk, clientId, instant }: Snapshot): Promise<readonly ReadChat[]> {
    this.#pruneByClock(instant);
    const { rows } = await desk.page({
      ...{ view: 'chats', where: { clientId }, order: [{ field: 'askedAt' }] },
      range: { field: 'askedAt', from: new Date(instant - handoverMs).toISOString() },
    });
    const recent = rows.filter((row) => isRecent(row, instant));
    const chats = await Promise.all(recent.map((row) => this.#shown(row, desk)));
    return chats.filter((chat) => chat !== null);
  }

  /** Null if it isn't one of them. @throws EventLogUnavailable */
  async one(chatId: string, { desk, clientId, instant }: Snapshot): Promise<ReadChat | null> {
    const row = await desk.row('chats', keyOf(clientId, chatId));
    return row && isRecent(row, instant) ? this.#shown(row, desk) : null;
  }

  /** Null once one of its patients is erased, also before its key is destroyed. */
  async #shown(row: ChatRow, desk: Snapshot['desk']): Promise<ReadChat | null> {
    const chat = await this.#read(row);
    const people = await desk.rows('patients', chat.patientIds);
    if (!chat.isKnown || chat.patientIds.some((userId) => people.get(userId)?.erased)) {
      this.#readings.delete(row.key);
      return null;
    }
    // Merged records have the row of one person, who is shown once.
    const persons = chat.patientIds.map((userId) => ({
      userId: people.get(userId)?.key ?? userId,
      name: people.get(userId)?.name ?? null,
    }));
    const patients = [...new Map(persons.map((person) => [person.userId, person])).values()];
    return { ...chat, chatId: row.key.slice(keyOf(row.clientId, '').length), patients };
  }

  #read(row: ChatRow): Promise<DeskChat> {
    const { key, at } = row;
    const known = this.#readings.get(key);
    if (known?.row.at === at) return known.chat;
    const chat = this.#fold(row);
    this.#readings.set(key, { row, chat });
    chat.catch(() => {
      if (this.#readings.get(key)?.chat === chat) this.#readings.delete(key);
    });
    return chat;
  }

  async #fold({ clientId, key }: ChatRow): Promise<DeskChat> {
    const stream = streams.chat(clientId, key.slice(keyOf(clientId, '').length));
    // Cast is safe: the stream is of the category.
    const events = (await this.#log.readStream(stream)) as unknown as readonly Recorded<ChatEvent>[];
    return foldDeskChat(newDeskChat, events);
  }
}
