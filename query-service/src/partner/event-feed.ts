import { type Refusal, refuse } from '@dayline/contracts/errors';
import { isInLog, notInLog, type Position } from '@dayline/contracts/ids';
import { publishedTypes } from '@dayline/contracts/partner/public-events';
import { type EventLog, EventLogSetBack } from '@dayline/event-log/port';
import { type PublicPage, readPublicEvents } from '@dayline/event-log/public-events';
import type { Queries } from '../queries/answer.ts';
import { openTurns } from '../turns/turns.ts';

type FeedLog = Pick<EventLog, 'readAll' | 'follow' | 'head' | 'start'>;

/** The calls of one key that wait at once in a process; a partner needs one. */
const maxWaiting = 4;

interface Request {
  readonly clientId: string;
  /** Exclusive. */
  readonly after: Position;
  readonly limit: number;
  readonly waitSeconds: number;
}
interface Waiter {
  readonly keyId: string;
  /** Aborted once nobody waits for the answer. */
  readonly signal: AbortSignal | undefined;
}

export type EventFeed = ReturnType<typeof openEventFeed>;

/** Public events of a client as the log has them, without the views. */
export function openEventFeed(log: FeedLog) {
  const stopping = new AbortController();
  const waiting = new Map<string, number>();

  async function pages({ waitSeconds, ...request }: Request, signal: AbortSignal | undefined): Promise<PublicPage> {
    const turn = openTurns(signal);
    const ending = new AbortController();
    const end = () => ending.abort();
    const timer = setTimeout(end, waitSeconds * 1_000);
    const ends = [stopping.signal, ...(signal ? [signal] : [])];
    for (const other of ends) other.addEventListener('abort', end);
    try {
      for (let { after } = request; ; ) {
        const page = await readPublicEvents(log, { ...request, after }, turn);
        const isWaiting = waitSeconds > 0 && !ending.signal.aborted && !ends.some(({ aborted }) => aborted);
        if (page.events.length > 0 || !page.isEnd || !isWaiting) return page;
        after = page.position;
        await untilPublished(log, { clientId: request.clientId, after }, ending.signal);
      }
    } finally {
      clearTimeout(timer);
      for (const other of ends) other.removeEventListener('abort', end);
    }
  }

  return {
    start: log.start,
    head: () => log.head(),

    async read(request: Request, { keyId, signal }: Waiter): Promise<PublicPage | Refusal> {
      if (request.waitSeconds === 0) return pages(request, signal);
      const others = waiting.get(keyId) ?? 0;
      if (others >= maxWaiting) return refuse('request.throttled', { retryAfter: 1 });
      waiting.set(keyId, others + 1);
      try {
        return await pages(request, signal);
      } finally {
        const rest = (waiting.get(keyId) ?? 1) - 1;
        if (rest > 0) waiting.set(keyId, rest);
        else waiting.delete(keyId);
      }
    },

    /** Answers the calls that wait. */
    stop: () => stopping.abort(),
  };
}

/** Resolves once the log may have a further public event of the client, or the signal aborts. */
async function untilPublished(
  log: FeedLog,
  { clientId, after }: Pick<Request, 'clientId' | 'after'>,
  signal: AbortSignal,
): Promise<void> {
  for await (const item of log.follow(after, signal, { types: publishedTypes })) {
    if (item.kind === 'events' && item.events.some(({ metadata }) => metadata.clientId === clientId)) return;
  }
}

const unknownPosition = (): Refusal => refuse('request.invalid', notInLog('after'));

/** The feed of the key's client. */
export const eventQueries = ({ eventFeed }: { readonly eventFeed: EventFeed }): Queries<'listEvents'> => ({
  async listEvents({ after = eventFeed.start, ...request }, { clientId }, { caller, signal }) {
    if (after !== eventFeed.start && !isInLog(after, await eventFeed.head())) return unknownPosition();
    const page = await eventFeed
      .read({ ...request, clientId, after }, { keyId: caller.id, signal })
      .catch((error: unknown) => {
        if (error instanceof EventLogSetBack) return unknownPosition();
        throw error;
      });
    if ('refused' in page) return page;
    const { events, position, isEnd } = page;
    return { body: { events: [...events], position, hasMore: !isEnd } };
  },
});
