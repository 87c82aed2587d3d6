import type { EventLog, FollowItem } from '@dayline/event-log/port';
import type { FromProjectorThread, ToProjectorThread } from './thread-messages.ts';

type Follow = Extract<ToProjectorThread, { kind: 'follow' | 'next' | 'leave' }>;
type FollowMessage = Extract<FromProjectorThread, { kind: 'followed' | 'followFailed' }>;

interface Waiting {
  resolve(item: FollowItem | null): void;
  reject(error: Error): void;
}

/** The main thread's side: another thread reads and decodes the log for its followers, one item at a time. */
export class ThreadFollowers {
  readonly #waiting = new Map<number, Waiting>();
  readonly #post: (message: Follow) => void;
  #last = 0;

  constructor(post: (message: Follow) => void) {
    this.#post = post;
  }

  /** As the log's own errors, but with only the message. */
  readonly follow: EventLog['follow'] = (after, signal, options = {}) => this.#items(after, signal, options);

  async *#items(...[after, signal, options = {}]: Parameters<EventLog['follow']>): AsyncGenerator<FollowItem, void> {
    this.#last += 1;
    const id = this.#last;
    const end = () => this.#waiting.get(id)?.resolve(null);
    signal.addEventListener('abort', end);
    this.#post({ kind: 'follow', id, after, options });
    try {
      while (!signal.aborted) {
        const next = new Promise<FollowItem | null>((resolve, reject) => {
          this.#waiting.set(id, { resolve, reject });
        });
        this.#post({ kind: 'next', id });
        const item = await next;
        if (item === null) return;
        yield item;
      }
    } finally {
      signal.removeEventListener('abort', end);
      this.#waiting.delete(id);
      this.#post({ kind: 'leave', id });
    }
  }

  take(message: FollowMessage): void {
    const waiting = this.#waiting.get(message.id);
    if (message.kind === 'followed') waiting?.resolve(message.item);
    else waiting?.reject(new Error(message.reason));
  }

  /** The thread has ended, or another one starts: its open requests are not answered. */
  fail(reason: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(reason));
  }
}

/** The other thread's side. */
export function serveFollowers(log: Pick<EventLog, 'follow'>, post: (message: FollowMessage) => void) {
  const open = new Map<number, { readonly items: AsyncIterator<FollowItem>; readonly ending: AbortController }>();
  return async (message: Follow): Promise<void> => {
    const { id } = message;
    const following = open.get(id);
    if (message.kind === 'follow') {
      const ending = new AbortController();
      const items = log.follow(message.after, ending.signal, message.options)[Symbol.asyncIterator]();
      open.set(id, { items, ending });
    } else if (message.kind === 'leave') {
      following?.ending.abort();
      open.delete(id);
    } else {
      try {
        const step = await following?.items.next();
        if (!step || step.done) post({ kind: 'followFailed', id, reason: 'the log is closed' });
        else post({ kind: 'followed', id, item: step.value });
      } catch (error) {
        post({ kind: 'followFailed', id, reason: error instanceof Error ? error.message : String(error) });
      }
    }
  };
}
