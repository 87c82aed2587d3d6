import { setTimeout as pause } from 'node:timers/promises';
import { requestedAt } from '@dayline/contracts/events/metadata';
import {
  type Follower,
  type FollowerParts,
  followable,
  type StoredLog,
  troubleLines,
} from '@dayline/event-log/follower';
import { followLeased } from '@dayline/event-log/leased-follower';
import type { StoredEvent } from '@dayline/event-log/port';
import type { Clock } from '@dayline/runtime/clock';
import { FairQueue } from '@dayline/runtime/fair-queue';
import type { Lease } from '@dayline/runtime/lease/lease';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { Vault } from '@dayline/vault/port';
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

export interface FollowedMoves {
  readonly log: StoredLog;
  readonly vault: Pick<Vault, 'followers'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error' | 'info'>;
  readonly moves: ReturnType<typeof moveProcess>;
  /** The lease under which one of several processes finishes moves. */
  readonly lease: Lease;
}

interface Finishing extends Pick<FollowedMoves, 'clock' | 'moves'> {
  /**
   * Replaceable by tests.
   * @param signal aborts once the move's end was read
   */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const waiting = (ms: number, signal: AbortSignal): Promise<void> => pause(ms, undefined, { signal, ref: false });

const idOf = ({ data }: StoredEvent): string => String(data['moveId']);

/** Finishes moves that are open for more than 5 s. Moves whose end is in the log by then are not loaded. */
export function finishedMoves({
  clock,
  moves,
  wait = waiting,
}: Finishing): Pick<FollowerParts<'moves'>, 'name' | 'types' | 'handle' | 'atOnce'> {
  const { name, handle } = followedProcess(moves, clock);
  const queue = new FairQueue(turns);
  /** The action of a move's end, by the move's id. */
  const open = new Map<string, () => void>();

  async function finish(started: StoredEvent, signal: AbortSignal): Promise<void> {
    const left = requestedAt(started.metadata) + ownTimeMs - clock.now();
    const ended = new AbortController();
    const end = () => ended.abort();
    open.set(idOf(started), end);
    signal.addEventListener('abort', end);
    try {
      await wait(Math.min(Math.max(left, pollEveryMs), ownTimeMs), ended.signal).catch(() => {
        // The move ended, or the follower was stopped; both are checked below.
      });
      const client = { group: started.metadata.clientId, owner: started.metadata.clientId };
      await queue.run(client, async () => {
        signal.throwIfAborted();
        if (!ended.signal.aborted) await handle([started], signal);
      });
    } finally {
      signal.removeEventListener('abort', end);
      open.delete(idOf(started));
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

export function followMoves({ log, vault, clock, logger, moves, lease }: FollowedMoves): Follower {
  const parts = finishedMoves({ clock, moves });
  return followLeased({
    ...parts,
    lease,
    log: followable(log),
    cursors: vault.followers,
    onTrouble: troubleLines(logger, parts.name),
  });
}
