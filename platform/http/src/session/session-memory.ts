import type { Identity } from '@dayline/contracts/endpoints/session';
import type { Clock } from '@dayline/runtime/clock';
import { LRUCache } from 'lru-cache';

/** A valid session. */
export interface LiveSession {
  readonly tokenHash: string;
  readonly identity: Identity;
}

/** How long (ms) a session is used from memory. */
const rememberedFor = 1_000;
/** How long (ms) the vault's last answer is valid while the vault is unavailable and the log shows no end. */
const answerLifetimeMs = 120_000;
export const maxRemembered = 10_000;

interface RememberedSession {
  readonly live: LiveSession;
  readonly until: number;
  /** Whether the look-up counted as use. */
  readonly isUse: boolean;
  /** When the vault answered. */
  readonly answeredAt: number;
}

/** The vault's last answers about sessions in use, by token. */
export class SessionMemory {
  readonly #clock: Clock;
  readonly #byToken = new LRUCache<string, RememberedSession>({ max: maxRemembered });
  #endings = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Number of times sessions were ended here: an answer requested before such an end is not stored. */
  get endings(): number {
    return this.#endings;
  }

  remember(token: string, live: LiveSession, isUse: boolean, answeredAt = this.#clock.now()): LiveSession {
    this.#byToken.set(token, { live, until: this.#clock.now() + rememberedFor, isUse, answeredAt });
    return live;
  }

  /** The session as of the last second; for a call that counts as use, only if such a call looked it up. */
  recall(token: string, isUse: boolean): LiveSession | null {
    const entry = this.#byToken.get(token);
    const now = this.#clock.now();
    // A clock set back by a test must not extend a session.
    if (!entry || (isUse && !entry.isUse)) return null;
    return now < entry.until && now >= entry.until - rememberedFor ? entry.live : null;
  }

  /** The vault's last answer, while it may be used. */
  lastWord(token: string): RememberedSession | null {
    const entry = this.#byToken.get(token);
    const age = entry ? this.#clock.now() - entry.answeredAt : -1;
    return entry && age >= 0 && age < answerLifetimeMs ? entry : null;
  }

  /** The session as last seen, of any age. */
  lastSeen(token: string): LiveSession | null {
    return this.#byToken.get(token)?.live ?? null;
  }

  forget(token: string): void {
    this.#byToken.delete(token);
  }

  /** Removes matching sessions. */
  end(ends: (live: LiveSession) => boolean): void {
    this.#endings += 1;
    for (const [token, { live }] of [...this.#byToken]) if (ends(live)) this.#byToken.delete(token);
  }
}
