import { setTimeout as pause } from 'node:timers/promises';
import { requestedAt } from '@dayline/contracts/events/metadata';
import { type Follower, follow, followable, type StoredLog, troubleLines } from '@dayline/event-log/follower';
import type { Clock } from '@dayline/runtime/clock';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { Vault } from '@dayline/vault/port';
import { followedProcess } from '../process/process.ts';
import type { moveProcess } from './move-process.ts';

/** How long the process that was asked for a move has it to itself, ms. */
const ownTimeMs = 5_000;

export interface FollowedMoves {
  readonly log: StoredLog;
  readonly vault: Pick<Vault, 'followers'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error' | 'info'>;
  readonly moves: ReturnType<typeof moveProcess>;
}

interface Finishing extends Pick<FollowedMoves, 'clock' | 'moves'> {
  /** Replaceable by tests. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const waiting = (ms: number, signal: AbortSignal): Promise<void> => pause(ms, undefined, { signal, ref: false });

/**
 * Finishes moves that are open for more than 5 s. Moves are handled in order and awaited, so the cursor stays before the
 * oldest one that is open.
 */
export function finishedMoves({ clock, moves, wait = waiting }: Finishing) {
  const { name, types, handle } = followedProcess(moves, clock);
  return {
    name,
    ...(types && { types }),
    async handle(events: Parameters<typeof handle>[0], signal: AbortSignal) {
      for (const event of events) {
        const states = await moves.load(event, 0);
        if (!states || !moves.next(states, new Map())) continue;
        const left = requestedAt(event.metadata) + ownTimeMs - clock.now();
        if (left > 0) await wait(Math.min(left, ownTimeMs), signal);
        await handle([event], signal);
      }
    },
  };
}

export function followMoves({ log, vault, clock, logger, moves }: FollowedMoves): Follower {
  const parts = finishedMoves({ clock, moves });
  return follow({
    ...parts,
    atOnce: 16,
    log: followable(log),
    cursors: vault.followers,
    onTrouble: troubleLines(logger, parts.name),
  });
}
