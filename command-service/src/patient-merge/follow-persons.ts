import { type Follower, followable, type StoredLog, troubleLines } from '@dayline/event-log/follower';
import { followLeased } from '@dayline/event-log/leased-follower';
import type { Clock } from '@dayline/runtime/clock';
import type { Lease } from '@dayline/runtime/lease/lease';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { Vault } from '@dayline/vault/port';
import { followedProcess } from '../process/process.ts';
import type { personProcess } from './person-process.ts';

export interface FollowedPersons {
  readonly log: StoredLog;
  readonly vault: Pick<Vault, 'followers'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error' | 'info'>;
  readonly persons: ReturnType<typeof personProcess>;
  /** Which of several processes finishes merges. */
  readonly lease: Lease;
}

/** Finishes merges, splits and erasures of persons that a crash interrupted. */
export function followPersons({ log, vault, clock, logger, persons, lease }: FollowedPersons): Follower {
  const process = followedProcess(persons, clock);
  return followLeased({
    ...process,
    ...{ lease, atOnce: 16 },
    log: followable(log),
    cursors: vault.followers,
    onTrouble: troubleLines(logger, process.name),
  });
}
