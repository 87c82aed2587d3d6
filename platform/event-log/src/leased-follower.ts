import { setTimeout as pause } from 'node:timers/promises';
import type { Lease } from '@dayline/runtime/lease/lease';
import { type Follower, type FollowerParts, type FollowerStatus, follow } from './follower.ts';

/**
 * A follower for work that one of several processes does: it runs where the lease is held, and the others don't read.
 * The lease only saves work: a holder that lost it without noticing does no harm.
 */
export function followLeased<Name extends string>({
  lease,
  ...parts
}: FollowerParts<Name> & { readonly lease: Lease }): Follower {
  const ending = new AbortController();
  const { signal } = ending;
  let running: Follower | null = null;
  let trouble: string | null = null;

  function hasTrouble(error: unknown): void {
    const reason = error === null ? null : String(error);
    // A holder continues; if its store is down, no other process makes progress either.
    if (running || reason === trouble) return;
    trouble = reason;
    parts.onTrouble(error);
  }

  async function attempt(): Promise<void> {
    const isHeld = await lease.attempt();
    hasTrouble(null);
    if (isHeld) running ??= follow(parts);
    else {
      await running?.stop();
      running = null;
    }
  }

  async function keep(): Promise<void> {
    while (!signal.aborted) {
      await attempt().catch(hasTrouble);
      await pause(lease.everyMs, undefined, { signal, ref: false }).catch(() => {
        // Stopped while waiting; the loop checks the signal.
      });
    }
  }

  const keeping = keep();
  return {
    status(): FollowerStatus {
      const waiting = { name: parts.name, position: null, trouble, behindSeconds: 0, aside: [] };
      return running?.status() ?? waiting;
    },
    async stop() {
      ending.abort();
      await keeping;
      await running?.stop();
      await lease.release();
    },
  };
}
