import { streams } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { ApiKeyEvent } from '@dayline/contracts/events/displays';
import { isKnownEvent } from '@dayline/contracts/events/table';
import { type ApiKey, foldApiKey } from '@dayline/contracts/partner/api-key';
import type { EventLog } from '@dayline/event-log/port';
import type { Clock } from '@dayline/runtime/clock';
import { EventLogNewer } from '@dayline/runtime/unavailable';
import { tokensOf } from '../session/tokens.ts';

export interface ApiKeysOptions {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly clock: Clock;
  /** Key of the secrets' hashes. */
  readonly sessionSecret: string;
}

export interface LiveApiKey extends Pick<ApiKey, 'clientId' | 'name' | 'scopes'> {
  readonly id: string;
}

/** `dl_{id}_{secret}`: 256 bits and their seal. */
const bearerPattern = /^Bearer +dl_([0-7][0-9A-HJKMNP-TV-Z]{25})_([A-Za-z0-9_-]{54})$/i;

/** Whether a request names itself by a key, of any form. */
export const hasBearer = (authorization: string | undefined): boolean => /^Bearer\b/i.test(authorization ?? '');

/**
 * Partners' API keys. A key's stream has the hash of its secret, its scopes and its end, and is read for each call, so
 * that a change or revocation takes effect in every process at the next call.
 */
export class ApiKeys {
  readonly #options: ApiKeysOptions;
  readonly #tokens: ReturnType<typeof tokensOf>;

  constructor(options: ApiKeysOptions) {
    this.#options = options;
    this.#tokens = tokensOf(options.sessionSecret);
  }

  /** The secret that a command issues, the same for each retry: its hash belongs in the stream, `keyOf` in the answer. */
  newSecret(commandId: string): { readonly hash: string; readonly keyOf: (id: string) => string } {
    const secret = this.#tokens.longTokenOf(`API key ${commandId}`);
    return { hash: this.#tokens.hashOf(secret), keyOf: (id) => `dl_${id}_${secret}` };
  }

  /** The id in an Authorization header with a key that was issued here, by its seal alone; also of a revoked one. */
  idIn(authorization: string | undefined): string | null {
    return this.#parts(authorization)?.id ?? null;
  }

  /** Null if the header has no key, or one that is unknown, revoked or expired. @throws EventLogUnavailable */
  async find(authorization: string | undefined): Promise<LiveApiKey | null> {
    const parts = this.#parts(authorization);
    if (!parts) return null;
    const key = foldApiKey(null, await this.#eventsOf(parts.id));
    const { clock } = this.#options;
    if (!key || key.isRevoked || clock.now() >= Date.parse(key.until)) return null;
    if (!this.#tokens.isEqual(this.#tokens.hashOf(parts.secret), key.hash)) return null;
    const { clientId, name, scopes } = key;
    return { id: parts.id, clientId, name, scopes };
  }

  #parts(authorization: string | undefined): { readonly id: string; readonly secret: string } | null {
    const [, id, secret] = bearerPattern.exec(authorization ?? '') ?? [];
    if (id === undefined || secret === undefined || !this.#tokens.isSealed(secret)) return null;
    return { id, secret };
  }

  async #eventsOf(id: string): Promise<Recorded<ApiKeyEvent>[]> {
    const events = await this.#options.log.readStream(streams.apiKey(id));
    return events.map((event) => {
      if (!isKnownEvent(event)) throw new EventLogNewer(event.type, event.metadata.schemaVersion, event.position);
      // Cast is safe: the stream is of the category.
      return event as unknown as Recorded<ApiKeyEvent>;
    });
  }
}
