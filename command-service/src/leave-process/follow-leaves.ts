import {
  type Follower,
  type FollowerParts,
  followable,
  type StoredLog,
  troubleLines,
} from '@dayline/event-log/follower';
import { followLeased } from '@dayline/event-log/leased-follower';
import type { Clock } from '@dayline/runtime/clock';
import { FairQueue } from '@dayline/runtime/fair-queue';
import type { Lease } from '@dayline/runtime/lease/lease';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { Vault } from '@dayline/vault/port';
import { followedProcess } from '../process/process.ts';
import type { leaveProcess } from './leave-process.ts';

/** Leaves that wait for their turn. */
const maxOpen = 100;
/** Leaves that are carried out at the same time, those of the clients in turn. */
const turns = { atOnce: 4, perOwner: Number.POSITIVE_INFINITY, patience: 2 ** 31 - 1 };

export interface FollowedLeaves {
  readonly log: StoredLog;
  readonly vault: Pick<Vault, 'followers'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error' | 'info'>;
  readonly leaves: ReturnType<typeof leaveProcess>;
  /** Which of several processes carries leaves out. */
  readonly lease: Lease;
}

/** Carries out leaves, and what a crash left of them. */
export function followLeaves({ log, vault, clock, logger, leaves, lease }: FollowedLeaves): Follower {
  const process = followedProcess(leaves, clock);
  const queue = new FairQueue(turns);
  const inTurn: FollowerParts<'leaves'>['handle'] = async (events, signal) => {
    for (const event of events) {
      const { clientId } = event.metadata;
      await queue.run({ group: clientId, owner: clientId }, () => process.handle([event], signal));
    }
  };
  return followLeased({
    ...process,
    ...{ lease, handle: inTurn, atOnce: maxOpen },
    log: followable(log),
    cursors: vault.followers,
    onTrouble: troubleLines(logger, process.name),
  });
}
