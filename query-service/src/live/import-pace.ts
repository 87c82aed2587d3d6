import type { Position } from '@dayline/contracts/ids';
import type { LiveMessage } from '@dayline/contracts/live';
import type { ImportViewRow } from '@dayline/contracts/views';
import { refetchAt } from './messages.ts';
import type { Room } from './rooms.ts';

/** The interval at which a running import notifies pages, in ms: each of them then refetches a list. */
export const noticeEveryMs = 5_000;

type HintView = Extract<LiveMessage, { topic: 'hint' }>['views'][number];
/** The lists that an import fills. Its progress, and bookings made meanwhile, are sent at once. */
const slowViews: readonly HintView[] = ['patients', 'doctors'];

export interface ImportPaceDeps {
  /** The position up to which everything was sent. */
  readonly sentTo: () => Position | null;
  readonly send: (room: Room, messages: readonly LiveMessage[]) => void;
}

/** Holds back hints of lists while an import runs, and sends them together. */
export class ImportPace {
  readonly #deps: ImportPaceDeps;
  readonly #running = new Set<string>();
  /** The pending notifications of each room; null: to refetch everything. */
  readonly #held = new Map<Room, Set<HintView> | null>();
  /** The position of each room's last delayed notification. */
  readonly #notifiedAt = new Map<Room, Position>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: ImportPaceDeps) {
    this.#deps = deps;
  }

  learn(imports: readonly Pick<ImportViewRow, 'key' | 'finishedAt' | 'undo'>[]): void {
    for (const { key, finishedAt, undo } of imports) {
      const runs = finishedAt === null || undo?.finishedAt === null;
      if (runs) this.#running.add(key);
      else this.#running.delete(key);
    }
  }

  /** The messages of a room that are sent at once. */
  atOnce(room: Room, messages: readonly LiveMessage[]): readonly LiveMessage[] {
    if (this.#running.size === 0) {
      // The last of them is sent together with the import's end.
      if (this.#held.size > 0) this.#notify();
      return messages;
    }
    return messages.flatMap((message): LiveMessage[] => {
      if (message.topic === 'refetch') return this.#hold(room, null);
      if (message.topic !== 'hint') return [message];
      const slow = message.views.filter((view) => slowViews.includes(view));
      if (slow.length === 0) return [message];
      const others = message.views.filter((view) => !slowViews.includes(view));
      this.#hold(room, slow);
      return others.length === 0 ? [] : [{ ...message, views: others }];
    });
  }

  /** Whether a page at this position, which was disconnected, may have missed a delayed message. */
  isBehind(room: Room, position: Position): boolean {
    const notifiedAt = this.#notifiedAt.get(room);
    return this.#running.size > 0 || this.#held.has(room) || (notifiedAt !== undefined && position < notifiedAt);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #hold(room: Room, views: readonly HintView[] | null): [] {
    const pendingViews = this.#held.get(room);
    this.#held.set(room, views === null || pendingViews === null ? null : new Set([...(pendingViews ?? []), ...views]));
    this.#timer ??= setTimeout(() => this.#notify(), noticeEveryMs);
    return [];
  }

  #notify(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const at = this.#deps.sentTo();
    if (at === null) return;
    for (const [room, views] of this.#held) {
      this.#notifiedAt.set(room, at);
      const hint: LiveMessage = { topic: 'hint', at, views: [...(views ?? [])], pocIds: [], dates: [] };
      this.#deps.send(room, [views === null ? refetchAt(at) : hint]);
    }
    this.#held.clear();
  }
}
