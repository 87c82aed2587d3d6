import { createHmac, randomBytes } from 'node:crypto';
import type { Identity } from '@dayline/contracts/endpoints/session';
import type { Clock } from '../clock.ts';
import { isOutage, withinTime } from '../http/outage.ts';
import type { Account, StoredSession, Vault } from '../vault/port.ts';
import { sessionCookie, type TokenCookie } from './cookie.ts';

/** Names that an identity shows, from the service's own knowledge; null where there is none yet. */
export interface Directory {
  client(clientId: string): Promise<{ readonly name: string; readonly zone: string } | null>;
  doctor(pocId: string): Promise<{ readonly name: string } | null>;
}

export interface SessionsOptions {
  readonly vault: Pick<Vault, 'sessions'>;
  readonly directory: Directory;
  readonly clock: Clock;
  /** Keys the hashes of tokens. */
  readonly sessionSecret: string;
  readonly cookieSecure: boolean;
  /** Unused for so long, a session is over. */
  readonly sessionIdleHours: number;
  /** This old, a session is over, used or not. */
  readonly sessionMaxDays: number;
  /** A touch or an end that the vault refused, which no answer waits for. */
  readonly onFault: (error: unknown) => void;
  /**
   * Whether the log knows of an end of the account's sessions since an instant. With it, whoever is at work stays at
   * work for two minutes of the vault's absence; without it a session that can't be looked up is an outage.
   */
  readonly endedSince?: (accountId: string, since: number) => Promise<boolean>;
}

/** A session that is in force. */
export interface LiveSession {
  readonly tokenHash: string;
  readonly identity: Identity;
}

export interface Sessions {
  readonly cookie: TokenCookie;
  /** Opens one for an account that has just proven itself; `setCookie` goes into the answer. @throws VaultUnavailable */
  open(account: Account): Promise<{ readonly session: LiveSession; readonly setCookie: string }>;
  /** The session of a Cookie header when it is in memory and was looked up within the last second. */
  remembered(cookieHeader: string | undefined): LiveSession | null;
  /**
   * The session of a Cookie header, or null. `extend: false` asks without prolonging it, and asks the vault each time: a
   * socket's look must see within a second what another process ended.
   */
  find(cookieHeader: string | undefined, options?: { readonly extend?: boolean }): Promise<LiveSession | null>;
  /** Ends it everywhere; this process forgets it at once. */
  end(tokenHash: string): Promise<void>;
  /** Forgets an account's sessions at once, after its password was changed. */
  forget(accountId: string): void;
}

const rememberedFor = 1_000;
/** The vault's last word on a session holds for so long while it is away, as far as the log knows of no end. */
const wordHoldsFor = 120_000;
/** So long the vault is waited for where its last word is at hand; not so long once it is known to be away. */
const patience = { first: 2_000, away: 100 } as const;
const touchedEvery = 60_000;
const prunedEvery = 3_600_000;
const hour = 3_600_000;
const day = 24 * hour;
const mostRemembered = 10_000;

interface Remembered {
  readonly live: LiveSession;
  readonly until: number;
  /** When the vault said so. */
  readonly saidAt: number;
}

const defaultZone = 'Asia/Kolkata';

export function openSessions(options: SessionsOptions): Sessions {
  const { vault, directory, clock, onFault } = options;
  const idle = options.sessionIdleHours * hour;
  const most = options.sessionMaxDays * day;
  const cookie = sessionCookie({ secure: options.cookieSecure });
  /** By token, in the order of looking up. */
  const memory = new Map<string, Remembered>();
  const touched = new Map<string, number>();
  /** How often a session was ended here: a look that was under way meanwhile is not remembered. */
  let endings = 0;
  let isAway = false;
  let prunedAt = Number.NEGATIVE_INFINITY;

  const hashOf = (token: string): string => createHmac('sha256', options.sessionSecret).update(token).digest('hex');

  async function identityOf(account: Account): Promise<Identity> {
    const { accountId, role, name, clientId, pocId } = account;
    const [client, doctor] = await Promise.all([
      directory.client(clientId),
      pocId === null ? null : directory.doctor(pocId),
    ]);
    return {
      accountId,
      role,
      name,
      clientId,
      clientName: client?.name ?? 'Unknown Client',
      zone: client?.zone ?? defaultZone,
      pocId,
      pocName: pocId === null ? null : (doctor?.name ?? name),
    };
  }

  function remember(token: string, live: LiveSession, now: number, saidAt = now): LiveSession {
    memory.delete(token);
    memory.set(token, { live, until: now + rememberedFor, saidAt });
    if (memory.size > mostRemembered) {
      const oldest = memory.keys().next();
      if (!oldest.done) memory.delete(oldest.value);
    }
    return live;
  }

  function forgetWhere(matches: (live: LiveSession) => boolean): void {
    endings += 1;
    for (const [token, { live }] of memory) if (matches(live)) memory.delete(token);
  }

  /** What the vault says, or what it was told and may not have written yet. */
  const seenAt = ({ tokenHash, lastSeenAt }: StoredSession): number =>
    Math.max(lastSeenAt, touched.get(tokenHash) ?? lastSeenAt);

  const isOver = (session: StoredSession, now: number): boolean =>
    now - seenAt(session) > idle || now - session.openedAt > most;

  function touch(session: StoredSession, now: number): void {
    if (now - seenAt(session) < touchedEvery) return;
    const { tokenHash } = session;
    if (touched.size >= mostRemembered) touched.clear();
    touched.set(tokenHash, now);
    vault.sessions.touch(tokenHash, now).catch(onFault);
  }

  async function find(token: string, extend: boolean): Promise<LiveSession | null> {
    const now = clock.now();
    const stored = await vault.sessions.find(hashOf(token));
    if (!stored) return null;
    if (isOver(stored, now)) {
      vault.sessions.end(stored.tokenHash).catch(onFault);
      return null;
    }
    if (extend) touch(stored, now);
    return { tokenHash: stored.tokenHash, identity: await identityOf(stored.account) };
  }

  /** Looks, and remembers what it sees: an end too. */
  async function look(token: string, extend: boolean): Promise<LiveSession | null> {
    const endingsBefore = endings;
    const live = await find(token, extend);
    isAway = false;
    if (!live) memory.delete(token);
    // Only a look that prolongs is remembered: else a socket's looks would keep a call from being counted as use.
    return live && extend && endings === endingsBefore ? remember(token, live, clock.now()) : live;
  }

  /** Looks, or goes by the vault's last word where it is away and the log knows of no end since. */
  async function lookOrGoByTheLastWord(token: string): Promise<LiveSession | null> {
    const { endedSince } = options;
    const kept = memory.get(token);
    if (!endedSince || !kept || !holds(kept)) return look(token, true);
    try {
      return await withinTime(isAway ? patience.away : patience.first, look(token, true));
    } catch (error) {
      if (!isOutage(error)) throw error;
      isAway = true;
      if (await endedSince(kept.live.identity.accountId, kept.saidAt)) throw error;
      const latest = memory.get(token);
      // What was ended here, or found ended, meanwhile is no more.
      if (!latest || !holds(latest)) throw error;
      return recall(token) ?? remember(token, latest.live, clock.now(), latest.saidAt);
    }
  }

  const holds = ({ saidAt }: Remembered): boolean => {
    const age = clock.now() - saidAt;
    return age >= 0 && age < wordHoldsFor;
  };

  function pruneNow(now: number): void {
    if (now - prunedAt < prunedEvery) return;
    prunedAt = now;
    vault.sessions.prune(now - most).catch(onFault);
  }

  function recall(token: string): LiveSession | null {
    const kept = memory.get(token);
    const now = clock.now();
    // A clock that a test set back must not make a session live longer.
    return kept && now < kept.until && now >= kept.until - rememberedFor ? kept.live : null;
  }

  return {
    cookie,
    async open(account) {
      const now = clock.now();
      const token = randomBytes(32).toString('base64url');
      const tokenHash = hashOf(token);
      await vault.sessions.open(tokenHash, account.accountId, now);
      pruneNow(now);
      return { session: { tokenHash, identity: await identityOf(account) }, setCookie: cookie.set(token) };
    },
    remembered(cookieHeader) {
      const token = cookie.tokenIn(cookieHeader);
      return token === null ? null : recall(token);
    },
    async find(cookieHeader, { extend = true } = {}) {
      const token = cookie.tokenIn(cookieHeader);
      if (token === null) return null;
      return extend ? (recall(token) ?? lookOrGoByTheLastWord(token)) : look(token, false);
    },
    async end(tokenHash) {
      forgetWhere((live) => live.tokenHash === tokenHash);
      await vault.sessions.end(tokenHash);
      // A look that was under way while it ended may have remembered it.
      forgetWhere((live) => live.tokenHash === tokenHash);
    },
    forget: (accountId) => forgetWhere((live) => live.identity.accountId === accountId),
  };
}
