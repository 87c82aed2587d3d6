import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '@dayline/runtime/clock';
import type { SessionTimes, Vault } from '@dayline/vault/port';

export interface WatchOptions {
  readonly vault: Pick<Vault, 'sessions'>;
  readonly clock: Clock;
  /** When a session expires without further use, in ms since the epoch, UTC. */
  readonly overAt: (session: SessionTimes) => number;
  /** From when its person is warned of that, in ms since the epoch, UTC; never before an end that no use puts off. */
  readonly warnAt: (session: SessionTimes) => number;
  readonly onFault: (error: unknown) => void;
}

/**
 * Interval at which each session is checked in any case, in ms: a session ended by a server whose clock was set back
 * may go unreported.
 */
const checkEveryMs = 300_000;
/** Sessions per query; the event loop runs between two. */
const checkedTogether = 500;

interface Watcher {
  readonly onEnded: () => void;
  readonly onEnding: (isEnding: boolean) => void;
}

interface WatchedSession {
  readonly tokenHash: string;
  readonly accountId: string;
  readonly watchers: Set<Watcher>;
  /** Whether its person is warned now. */
  isEnding: boolean;
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

  /**
   * Calls `onEnded` once the session is over, and `onEnding` when it is about to end unused and when it no longer is;
   * returns an unsubscribe function.
   */
  add(
    session: { readonly tokenHash: string; readonly accountId: string },
    onEnded: () => void,
    onEnding: (isEnding: boolean) => void = () => undefined,
  ): () => void {
    const entry = this.#byToken.get(session.tokenHash) ?? this.#enter(session.tokenHash, session.accountId);
    const watcher = { onEnded, onEnding };
    entry.watchers.add(watcher);
    if (entry.isEnding) onEnding(true);
    return () => {
      entry.watchers.delete(watcher);
      if (entry.watchers.size === 0) this.#remove(entry);
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
    const sessionEnds = await vault.sessions.endedSince(this.#cursor);
    const all = [...new Set(this.#suspects(sessionEnds, now))];
    for (let from = 0; from < all.length; from += checkedTogether) {
      if (from > 0) await nextTurn();
      await this.#check(all.slice(from, from + checkedTogether), now);
    }
    // Only now, so that after a failure the same query is repeated.
    this.#cursor = sessionEnds.cursor;
  }

  #enter(tokenHash: string, accountId: string): WatchedSession {
    const watchedSession: WatchedSession = {
      tokenHash,
      accountId,
      watchers: new Set(),
      isEnding: false,
      checked: null,
    };
    this.#byToken.set(tokenHash, watchedSession);
    const ofAccount = this.#byAccount.get(accountId);
    if (ofAccount) ofAccount.add(watchedSession);
    else this.#byAccount.set(accountId, new Set([watchedSession]));
    return watchedSession;
  }

  #remove(entry: WatchedSession): void {
    if (this.#byToken.get(entry.tokenHash) === entry) this.#byToken.delete(entry.tokenHash);
    const ofAccount = this.#byAccount.get(entry.accountId);
    ofAccount?.delete(entry);
    if (ofAccount?.size === 0) this.#byAccount.delete(entry.accountId);
  }

  *#suspects(sessionEnds: { tokenHashes: readonly string[]; accountIds: readonly string[] }, now: number) {
    for (const tokenHash of sessionEnds.tokenHashes) {
      const entry = this.#byToken.get(tokenHash);
      if (entry) yield entry;
    }
    for (const accountId of sessionEnds.accountIds) yield* this.#byAccount.get(accountId) ?? [];
    for (const entry of this.#byToken.values()) if (isDue(entry, now)) yield entry;
  }

  /** The vault decides: the session may be in use elsewhere. */
  async #check(batch: readonly WatchedSession[], now: number): Promise<void> {
    const { vault, overAt, warnAt, onFault } = this.#options;
    const found = await vault.sessions.inForce(batch.map(({ tokenHash }) => tokenHash));
    const inForce = new Map(found.map((session) => [session.tokenHash, session]));
    for (const entry of batch) {
      const session = inForce.get(entry.tokenHash);
      const until = session ? overAt(session) : Number.NEGATIVE_INFINITY;
      if (session && now <= until) {
        const isEnding = now >= warnAt(session);
        // While its person is warned, each look finds out whether it is used anywhere.
        entry.checked = { at: now, until: isEnding ? now : Math.min(warnAt(session), until, now + checkEveryMs) };
        if (isEnding !== entry.isEnding) for (const { onEnding } of entry.watchers) onEnding(isEnding);
        entry.isEnding = isEnding;
        continue;
      }
      if (session) vault.sessions.end(session.tokenHash).catch(onFault);
      this.#remove(entry);
      for (const { onEnded } of entry.watchers) onEnded();
    }
  }
}

/** A clock set back must not delay a check. */
const isDue = ({ checked }: WatchedSession, now: number): boolean =>
  checked === null || now >= checked.until || now < checked.at;
