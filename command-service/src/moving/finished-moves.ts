import { setTimeout as pause } from 'node:timers/promises';
import { requestedAt } from '@dayline/contracts/events/metadata';
import type { FollowerTask } from '@dayline/event-log/follower';
import type { StoredEvent } from '@dayline/event-log/port';
import type { Clock } from '@dayline/runtime/clock';
import { FairQueue } from '@dayline/runtime/fair-queue';
import { followedProcess } from '../process/process.ts';
import type { moveProcess } from './move-process.ts';

/** How long only the process that received a move works on it, ms. */
const ownTimeMs = 5_000;
/** How long to wait for the end of an older move, which may follow in the log, ms. */
const pollEveryMs = 1_000;
/** The highest number of open moves, whose end was not read yet. */
const maxOpen = 5_000;
/** Moves that are finished at the same time; clients take turns. */
const turns = { atOnce: 16, perOwner: Number.POSITIVE_INFINITY, patience: 2 ** 31 - 1 };

interface Finishing {
  readonly clock: Clock;
  readonly moves: ReturnType<typeof moveProcess>;
  /**
   * Replaceable by tests.
   * @param signal aborts once the move's end was read
   */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const waiting = (ms: number, signal: AbortSignal): Promise<void> => pause(ms, undefined, { signal, ref: false });

const idOf = ({ data }: StoredEvent): string => String(data['moveId']);

/** Finishes moves that are open for more than 5 s. Moves whose end is in the log by then are not loaded. */
export function finishedMoves({ clock, moves, wait = waiting }: Finishing): FollowerTask<'moves'> {
  const { name, handle } = followedProcess(moves, clock);
  const queue = new FairQueue(turns);
  /** The action of a move's end, by the move's id. */
  const open = new Map<string, () => void>();

  async function finish(startEvent: StoredEvent, signal: AbortSignal): Promise<void> {
    const msLeft = requestedAt(startEvent.metadata) + ownTimeMs - clock.now();
    const ending = new AbortController();
    const end = () => ending.abort();
    open.set(idOf(startEvent), end);
    signal.addEventListener('abort', end);
    try {
      await wait(Math.min(Math.max(msLeft, pollEveryMs), ownTimeMs), ending.signal).catch(() => {
        // The move ended, or the follower was stopped; both are checked below.
      });
      const client = { group: startEvent.metadata.clientId, owner: startEvent.metadata.clientId };
      await queue.run(client, async () => {
        signal.throwIfAborted();
        if (!ending.signal.aborted) await handle([startEvent], signal);
      });
    } finally {
      signal.removeEventListener('abort', end);
      open.delete(idOf(startEvent));
    }
  }

  return {
    name,
    types: ['AppointmentMoveStarted', 'AppointmentMovedAway', 'AppointmentMoveAbandoned'],
    atOnce: maxOpen,
    async handle(events, signal) {
      for (const event of events) {
        if (event.type === 'AppointmentMoveStarted') await finish(event, signal);
        else open.get(idOf(event))?.();
      }
    },
  };
}
