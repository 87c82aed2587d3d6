import { foldDisplay } from '@dayline/contracts/displays/display';
import { streams } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DisplayEvent } from '@dayline/contracts/events/displays';
import { isKnownEvent } from '@dayline/contracts/events/table';
import type { EventLog } from '@dayline/event-log/port';
import { EventLogNewer } from '@dayline/runtime/unavailable';
import { type TokenCookie, tokenCookie } from './cookie.ts';
import { tokensOf } from './tokens.ts';

export interface DisplaysOptions {
  readonly log: Pick<EventLog, 'readStream'>;
  /** Key of the token hashes. */
  readonly sessionSecret: string;
  readonly cookieSecure: boolean;
}

/** The display of a screen. */
export interface LiveDisplay {
  readonly id: string;
  readonly clientId: string;
  readonly name: string;
  readonly pocIds: readonly string[];
  /** False once it is revoked, or another screen is paired. */
  readonly isPaired: boolean;
}

/** In seconds; browsers keep no cookie for longer than 400 days. It is renewed while the screen is on. */
const cookieLifetimeS = 400 * 24 * 60 * 60;
const idLength = 26;

export const displayCookie = ({ secure }: { secure: boolean }): TokenCookie =>
  tokenCookie({
    name: 'dayline_display',
    secure,
    sameSite: 'Lax',
    maxAgeSeconds: cookieLifetimeS,
    // The display's id identifies its stream.
    pattern: /^[0-7][0-9A-HJKMNP-TV-Z]{25}\.[A-Za-z0-9_-]{43}$/,
  });

/**
 * The waiting-room displays. A display's stream records which screen is paired, so a pairing has neither an idle
 * time-out nor a maximum age, and a revocation takes effect in every process at the next lookup.
 */
export class Displays {
  readonly cookie: TokenCookie;
  readonly #log: DisplaysOptions['log'];
  readonly #tokens: ReturnType<typeof tokensOf>;

  constructor({ log, sessionSecret, cookieSecure }: DisplaysOptions) {
    this.#log = log;
    this.#tokens = tokensOf(sessionSecret);
    this.cookie = displayCookie({ secure: cookieSecure });
  }

  /** The one token of a link, the same for each retry of the command that creates the link. */
  linkToken = (commandId: string): string => this.#tokens.derived(`display link ${commandId}`);
  hashOf = (token: string): string => this.#tokens.hashOf(token);

  /**
   * A new session of a display: its hash belongs in the stream, `setCookie` in the answer.
   * @param of what the session is derived from, the same for each retry; without it, each call creates another one
   */
  newSession(displayId: string, of?: string): { readonly sessionHash: string; readonly setCookie: string } {
    const token = of === undefined ? this.#tokens.newToken() : this.#tokens.tokenOf(`display session ${of}`);
    return { sessionHash: this.hashOf(token), setCookie: this.cookie.set(`${displayId}.${token}`) };
  }

  /** A screen that isn't paired yet: `screen` is its secret, `screenId` what the vault knows of it. */
  newScreen(): { readonly screen: string; readonly screenId: string } {
    const screen = this.#tokens.newToken();
    return { screen, screenId: this.hashOf(screen) };
  }

  /** Null if it wasn't issued here. */
  screenIdOf = (screen: string): string | null => (this.#tokens.isSealed(screen) ? this.hashOf(screen) : null);

  /** Sets the cookie again to extend its lifetime; null if there is none. */
  renewed(cookieHeader: string | undefined): string | null {
    const value = this.cookie.tokenIn(cookieHeader);
    return value === null ? null : this.cookie.set(value);
  }

  /** Whether a Cookie header carries a display's token that was issued here, by its seal alone. */
  isOurs(cookieHeader: string | undefined): boolean {
    return this.idIn(cookieHeader) !== null;
  }

  /** The display of a token that was issued here, by its seal alone; also of a revoked one. */
  idIn(cookieHeader: string | undefined): string | null {
    const value = this.cookie.tokenIn(cookieHeader);
    return value !== null && this.#tokens.isSealed(value.slice(idLength + 1)) ? value.slice(0, idLength) : null;
  }

  /** The display of a Cookie header, or null. @throws EventLogUnavailable */
  async find(cookieHeader: string | undefined): Promise<LiveDisplay | null> {
    const value = this.cookie.tokenIn(cookieHeader);
    const id = this.idIn(cookieHeader);
    if (value === null || id === null) return null;
    const display = foldDisplay(null, await this.#eventsOf(id));
    if (!display) return null;
    const { clientId, name, pocIds, sessionHash } = display;
    return { id, clientId, name, pocIds, isPaired: sessionHash === this.hashOf(value.slice(idLength + 1)) };
  }

  async #eventsOf(id: string): Promise<Recorded<DisplayEvent>[]> {
    const events = await this.#log.readStream(streams.display(id));
    return events.map((event) => {
      if (!isKnownEvent(event)) throw new EventLogNewer(event.type, event.metadata.schemaVersion, event.position);
      // Cast is safe: the stream is of the category.
      return event as unknown as Recorded<DisplayEvent>;
    });
  }
}
