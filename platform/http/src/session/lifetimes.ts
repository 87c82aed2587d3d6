import type { SessionTimes, StoredSession, Vault } from '@dayline/vault/port';
import { LRUCache } from 'lru-cache';
import { maxRemembered } from './session-memory.ts';

export interface LifetimeOptions {
  readonly vault: Pick<Vault, 'sessions'>;
  /** A session unused for this long has ended. */
  readonly sessionIdleHours: number;
  /** A session this old has ended, used or not. */
  readonly sessionMaxDays: number;
  /** Called when a write that no answer waits for has failed. */
  readonly onFault: (error: unknown) => void;
}

const touchEveryMs = 60_000;
const pruneEveryMs = 3_600_000;
export const minute = 60_000;
/** How long (ms) before the end of an unused session its person is warned. */
const warnedMs = minute;
const hour = 60 * minute;
const day = 24 * hour;

/** When sessions expire, from what the vault has and their use since. */
export function lifetimesOf({ vault, sessionIdleHours, sessionMaxDays, onFault }: LifetimeOptions) {
  const [idle, most] = [sessionIdleHours * hour, sessionMaxDays * day];
  /** When a session's use was last stored, by token hash. */
  const touchTimes = new LRUCache<string, number>({ max: maxRemembered });
  let prunedAt = Number.NEGATIVE_INFINITY;

  /** The vault's value, or a later one sent but perhaps not yet written. */
  const seenAt = ({ tokenHash, lastSeenAt }: SessionTimes): number =>
    Math.max(lastSeenAt, touchTimes.get(tokenHash) ?? lastSeenAt);

  const idleOf = ({ idleMinutes }: SessionTimes): number =>
    idleMinutes === null ? idle : Math.min(idle, idleMinutes * minute);

  const unusedEnd = (session: SessionTimes): number => seenAt(session) + idleOf(session);
  const latestEnd = ({ openedAt }: SessionTimes): number => openedAt + most;

  return {
    overAt: (session: SessionTimes): number => Math.min(unusedEnd(session), latestEnd(session)),
    warnAt: (session: SessionTimes): number =>
      unusedEnd(session) < latestEnd(session) ? unusedEnd(session) - warnedMs : Number.POSITIVE_INFINITY,
    touch(session: StoredSession, now: number): void {
      // A short idle time is kept to its twentieth.
      if (now - seenAt(session) < Math.min(touchEveryMs, idleOf(session) / 20)) return;
      touchTimes.set(session.tokenHash, now);
      vault.sessions.touch(session.tokenHash, now).catch(onFault);
    },
    prune(now: number): void {
      if (now - prunedAt < pruneEveryMs) return;
      prunedAt = now;
      vault.sessions.prune(now - most).catch(onFault);
    },
  };
}
