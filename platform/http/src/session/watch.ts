import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '@dayline/runtime/clock';
import type { SessionTimes, Vault } from '@dayline/vault/port';

export interface WatchOptions {
  readonly vault: Pick<Vault, 'sessions'>;
  readonly clock: Clock;
  /** When a session expires without further use, in ms since the epoch, UTC. */
  readonly overAt: (session: SessionTimes) => number;
  readonly onFault: (error: unknown) => void;
}

/**
 * Interval at which each session is checked in any case, in ms: a session ended by a server whose clock was set back
 * may go unreported.
 */
const checkEveryMs = 300_000;
/** Sessions per query; the event loop runs between two. */
const checkedTogether = 500;

interface WatchedSession {
  readonly tokenHash: string;
  readonly accountId: string;
  readonly onEnded: Set<() => void>;
  /** Null until the first check: it may have ended since the handshake. */
  checked: { readonly at: number; readonly until: number } | null;
}

/** Watches the sessions of open sockets without prolonging them. */
export class SessionWatch {
  readonly #options: WatchOptions;
  readonly #byToken = new Map<string, WatchedSession>();
  readonly #byAccount = new Map<string, Set<WatchedSession>>();
  /** Up to where the vault has reported ended sessions. */
  #cursor: string | null = null;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Calls `onEnded` once the session is over; returns an unsubscribe function. */
  add(session: { readonly tokenHash: string; readonly accountId: string }, onEnded: () => void): () => void {
    const entry = this.#byToken.get(session.tokenHash) ?? this.#enter(session.tokenHash, session.accountId);
    entry.onEnded.add(onEnded);
    return () => {
      entry.onEnded.delete(onEnded);
      if (entry.onEnded.size === 0) this.#remove(entry);
    };
  }

  /** Queries the vault for sessions ended since the last call. @throws VaultUnavailable; the next call catches up */
  async look(): Promise<void> {
    if (this.#byToken.size === 0) {
      // The next watched session is checked individually, after a new cursor.
      this.#cursor = null;
      return;
    }
    const { vault, clock } = this.#options;
    const now = clock.now();
    const named = await vault.sessions.endedSince(this.#cursor);
    const all = [...new Set(this.#suspects(named, now))];
    for (let from = 0; from < all.length; from += checkedTogether) {
      if (from > 0) await nextTurn();
      await this.#check(all.slice(from, from + checkedTogether), now);
    }
    // Only now, so that after a failure the same query is repeated.
    this.#cursor = named.cursor;
  }

  #enter(tokenHash: string, accountId: string): WatchedSession {
    const entered: WatchedSession = { tokenHash, accountId, onEnded: new Set(), checked: null };
    this.#byToken.set(tokenHash, entered);
    const ofAccount = this.#byAccount.get(accountId);
    if (ofAccount) ofAccount.add(entered);
    else this.#byAccount.set(accountId, new Set([entered]));
    return entered;
  }

  #remove(entry: WatchedSession): void {
    if (this.#byToken.get(entry.tokenHash) === entry) this.#byToken.delete(entry.tokenHash);
    const ofAccount = this.#byAccount.get(entry.accountId);
    ofAccount?.delete(entry);
    if (ofAccount?.size === 0) this.#byAccount.delete(entry.accountId);
  }

  *#suspects(named: { tokenHashes: readonly string[]; accountIds: readonly string[] }, now: number) {
    for (const tokenHash of named.tokenHashes) {
      const entry = this.#byToken.get(tokenHash);
      if (entry) yield entry;
    }
    for (const accountId of named.accountIds) yield* this.#byAccount.get(accountId) ?? [];
    for (const entry of this.#byToken.values()) if (isDue(entry, now)) yield entry;
  }

  /** The vault decides: the session may be in use elsewhere. */
  async #check(batch: readonly WatchedSession[], now: number): Promise<void> {
    const { vault, overAt, onFault } = this.#options;
    const found = await vault.sessions.inForce(batch.map(({ tokenHash }) => tokenHash));
    const inForce = new Map(found.map((session) => [session.tokenHash, session]));
    for (const entry of batch) {
      const session = inForce.get(entry.tokenHash);
      const until = session ? overAt(session) : Number.NEGATIVE_INFINITY;
      if (now <= until) {
        entry.checked = { at: now, until: Math.min(until, now + checkEveryMs) };
        continue;
      }
      if (session) vault.sessions.end(session.tokenHash).catch(onFault);
      this.#remove(entry);
      for (const onEnded of entry.onEnded) onEnded();
    }
  }
}

/** A clock set back must not delay a check. */
const isDue = ({ checked }: WatchedSession, now: number): boolean =>
  checked === null || now >= checked.until || now < checked.at;
