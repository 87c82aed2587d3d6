import { clinicNow, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { hasLeft } from '@dayline/contracts/doctors';
import type { Identity } from '@dayline/contracts/endpoints/session';
import type { Clock } from '@dayline/runtime/clock';
import type { Account, OwnSession, SessionBeginning } from '@dayline/vault/port';
import { isOutage, withinTime } from '../outage.ts';
import { sessionCookie, type TokenCookie } from './cookie.ts';
import { type LifetimeOptions, lifetimesOf, minute } from './lifetimes.ts';
import { type PendingSignIns, pendingSignIns } from './pending-sign-in.ts';
import { type LiveSession, SessionMemory } from './session-memory.ts';
import { tokensOf } from './tokens.ts';
import { SessionWatch } from './watch.ts';

export type { LiveSession } from './session-memory.ts';

/** The parts of an identity that show the client and the doctor, from the service's own data; null if unknown. */
export interface SessionNames {
  client(clientId: string): Promise<NamedClient | null>;
  doctor(pocId: string): Promise<{ readonly name: string; readonly leftFrom: string | null } | null>;
}

interface NamedClient {
  readonly name: string;
  readonly zone: string;
  readonly branches: readonly unknown[];
  readonly bookingNeedsEmail?: boolean;
}

export interface SessionsOptions extends LifetimeOptions {
  /** Asked in order; the first that knows a name counts. */
  readonly names: readonly SessionNames[];
  readonly clock: Clock;
  /** Key of the token hashes. */
  readonly sessionSecret: string;
  readonly cookieSecure: boolean;
  /** For this long after the password or a second factor was given, calls that need it aren't refused. */
  readonly proofMinutes: number;
  /**
   * Whether the log shows an end of the account's sessions since an instant (ms since the epoch, UTC). With it, active sessions survive two
   * minutes of vault outage; without it, a session that can't be looked up is an outage.
   */
  readonly endedSince?: (account: Pick<Account, 'accountId' | 'clientId'>, since: number) => Promise<boolean>;
  /** Called for each session that the vault has. */
  readonly onFound?: (account: Pick<Account, 'clientId'>) => void;
}

/** How long (ms) to wait for the vault when its last answer is in memory; shorter once it is known to be down. */
const patience = { first: 2_000, unavailable: 100 } as const;

/** `isNameless` if the names are unavailable: the session is not stored in memory. */
type Found = LiveSession & { readonly isNameless?: true };

export class Sessions {
  readonly cookie: TokenCookie;
  /** Sign-ins between their two steps. */
  readonly pending: PendingSignIns;
  readonly #options: SessionsOptions;
  readonly #memory: SessionMemory;
  readonly #lifetimes: ReturnType<typeof lifetimesOf>;
  readonly #tokens: ReturnType<typeof tokensOf>;
  #isUnavailable = false;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.cookie = sessionCookie({ secure: options.cookieSecure });
    this.pending = pendingSignIns(options);
    this.#memory = new SessionMemory(options.clock);
    this.#lifetimes = lifetimesOf(options);
    this.#tokens = tokensOf(options.sessionSecret);
  }

  /**
   * Opens a session for an account as it was when it was authenticated: a password or factor that is changed meanwhile
   * ends this session too. `setCookie` belongs in the answer. @throws VaultUnavailable
   */
  async open(
    account: Account,
    beginning?: SessionBeginning,
  ): Promise<{ readonly session: LiveSession; readonly setCookie: string }> {
    const { vault, clock, names } = this.#options;
    const now = clock.now();
    const token = this.#tokens.newToken();
    const tokenHash = this.#tokens.hashOf(token);
    await vault.sessions.open(tokenHash, account, now, beginning);
    this.#lifetimes.prune(now);
    return {
      session: { tokenHash, identity: identityOf(account, await namesOf(names, account)) },
      setCookie: this.cookie.set(token),
    };
  }

  /** The session of a Cookie header if it is in memory and was looked up within the last second. */
  remembered(cookieHeader: string | undefined, isUse = true): LiveSession | null {
    const token = this.cookie.tokenIn(cookieHeader);
    return token === null ? null : this.#memory.recall(token, isUse);
  }

  /**
   * The session of a Cookie header, or null. `extend: false` doesn't prolong it. It then also queries the vault each
   * time unless `fresh` is false: a socket's handshake must see what another process ended.
   */
  async find(
    cookieHeader: string | undefined,
    { extend = true, fresh = !extend }: { readonly extend?: boolean; readonly fresh?: boolean } = {},
  ): Promise<LiveSession | null> {
    const token = this.cookie.tokenIn(cookieHeader);
    if (token === null) return null;
    if (fresh) return this.#look(token, extend);
    return this.#memory.recall(token, extend) ?? this.#lookOrGoByTheLastWord(token, extend);
  }

  /**
   * Whether a Cookie header carries a token that was issued here, by its seal alone. Any other token is refused before
   * its look-up once its address has no calls left.
   */
  isOurs(cookieHeader: string | undefined): boolean {
    const token = this.cookie.tokenIn(cookieHeader);
    return token !== null && this.#tokens.isSealed(token);
  }

  /** Records that a session's owner gave the password or a second factor. */
  prove(tokenHash: string): Promise<void> {
    const { vault, clock } = this.#options;
    return vault.sessions.prove(tokenHash, clock.now());
  }

  /** Whether its owner did lately. Asks the vault each time: another process may have recorded it just now. */
  async isProved(tokenHash: string): Promise<boolean> {
    const { vault, clock, proofMinutes } = this.#options;
    const provedAt = await vault.sessions.provedAt(tokenHash);
    // A clock set back must not extend a proof; those of two servers differ a little.
    return provedAt !== null && Math.abs(clock.now() - provedAt) <= proofMinutes * minute;
  }

  /** Watches the sessions of open sockets. */
  watch(): Pick<SessionWatch, 'add' | 'look'> {
    const { vault, clock, onFault } = this.#options;
    const { overAt, warnAt } = this.#lifetimes;
    return new SessionWatch({ vault, clock, overAt, warnAt, onFault });
  }

  /** Ends the session everywhere; in this process at once. */
  async end(tokenHash: string): Promise<void> {
    this.#memory.end((live) => live.tokenHash === tokenHash);
    await this.#options.vault.sessions.end(tokenHash);
    // A concurrent look-up may have stored it.
    this.#memory.end((live) => live.tokenHash === tokenHash);
  }

  /** The sessions of an account that haven't ended. @throws VaultUnavailable */
  async ofAccount(accountId: string): Promise<readonly OwnSession[]> {
    const { vault, clock } = this.#options;
    const found = await vault.sessions.ofAccount(accountId);
    return found.filter((session) => clock.now() <= this.#lifetimes.overAt(session));
  }

  /** Names a session to its owner; can't be used as its token or its hash. */
  publicIdOf(tokenHash: string): string {
    return this.#tokens.derived(`id of the session ${tokenHash}`).slice(0, 22);
  }

  /** Whether an account is of a doctor whose last day is over: it has no sessions. */
  async hasLeft(account: Pick<Account, 'clientId' | 'pocId'>): Promise<boolean> {
    const { names, clock } = this.#options;
    return account.pocId !== null && isOfLeft(await namesOf(names, account), clock.now());
  }

  /** Forgets an account's sessions at once, after a password change. */
  forget(accountId: string): void {
    this.#memory.end((live) => live.identity.accountId === accountId);
  }

  /** Looks up, or uses the vault's last answer if it is down and the log shows no end since. */
  async #lookOrGoByTheLastWord(token: string, extend: boolean): Promise<LiveSession | null> {
    const { endedSince } = this.#options;
    const last = this.#memory.lastWord(token);
    if (!endedSince || !last) return this.#look(token, extend);
    try {
      const limit = this.#isUnavailable ? patience.unavailable : patience.first;
      return await withinTime(limit, this.#look(token, extend));
    } catch (error) {
      if (!isOutage(error)) throw error;
      this.#isUnavailable = true;
      const { identity } = last.live;
      if ((await endedSince(identity, last.answeredAt)) || (await this.hasLeft(identity))) throw error;
      const latest = this.#memory.lastWord(token);
      // The session was ended, or found ended, in the meantime.
      if (!latest) throw error;
      const recalled = this.#memory.recall(token, extend);
      return recalled ?? this.#memory.remember(token, latest.live, extend, latest.answeredAt);
    }
  }

  /** Looks the session up and stores the answer, including an end. */
  async #look(token: string, extend: boolean): Promise<LiveSession | null> {
    const endingsBefore = this.#memory.endings;
    const live = await this.#stored(token, extend);
    this.#isUnavailable = false;
    if (live) this.#options.onFound?.(live.identity);
    else this.#memory.forget(token);
    const shouldRemember = live && !live.isNameless && this.#memory.endings === endingsBefore;
    return shouldRemember ? this.#memory.remember(token, live, extend) : live;
  }

  async #stored(token: string, extend: boolean): Promise<Found | null> {
    const { vault, clock, names: sources, onFault } = this.#options;
    const now = clock.now();
    const stored = await vault.sessions.find(this.#tokens.hashOf(token));
    if (!stored) return null;
    if (now > this.#lifetimes.overAt(stored)) {
      vault.sessions.end(stored.tokenHash).catch(onFault);
      return null;
    }
    if (extend) this.#lifetimes.touch(stored, now);
    const { tokenHash, account } = stored;
    const names = await namesOf(sources, account).catch((error: unknown) => {
      if (!isOutage(error)) throw error;
      return null;
    });
    if (names) return isOfLeft(names, now) ? null : { tokenHash, identity: identityOf(account, names) };
    // Without names a session is still valid and can be signed out.
    const lastIdentity = this.#memory.lastSeen(token)?.identity;
    return { tokenHash, identity: lastIdentity ?? identityOf(account, [null, null]), isNameless: true };
  }
}

/** A session of such a doctor isn't ended but of no use: it continues if the doctor returns meanwhile. */
const isOfLeft = ([client, doctor]: Awaited<ReturnType<typeof namesOf>>, now: number): boolean =>
  doctor !== null && hasLeft(doctor, clinicNow(now, client?.zone ?? defaultZone).date);

function namesOf(sources: readonly SessionNames[], { clientId, pocId }: Pick<Account, 'clientId' | 'pocId'>) {
  return Promise.all([
    firstKnown(sources, (source) => source.client(clientId)),
    pocId === null ? null : firstKnown(sources, (source) => source.doctor(pocId)),
  ]);
}

async function firstKnown<Name>(
  sources: readonly SessionNames[],
  nameIn: (source: SessionNames) => Promise<Name | null>,
): Promise<Name | null> {
  for (const source of sources) {
    const name = await nameIn(source);
    if (name !== null) return name;
  }
  return null;
}

function identityOf(account: Account, [client, doctor]: Awaited<ReturnType<typeof namesOf>>): Identity {
  const { accountId, role, name, clientId, pocId } = account;
  return {
    accountId,
    role,
    name,
    clientId,
    clientName: client?.name ?? 'Unknown Client',
    zone: client?.zone ?? defaultZone,
    hasBranches: (client?.branches.length ?? 0) > 0,
    ...(client?.bookingNeedsEmail === false && { emailOptional: true as const }),
    pocId,
    pocName: pocId === null ? null : (doctor?.name ?? name),
  };
}
