import { streams } from '@dayline/contracts/events/categories';
import { isKnownEvent } from '@dayline/contracts/events/table';
import type { EventLog } from '@dayline/event-log/port';
import { EventLogNewer } from '@dayline/runtime/unavailable';
import { tokensOf } from './tokens.ts';

export interface CalendarFeedsOptions {
  readonly log: Pick<EventLog, 'readStream'>;
  /** Key of the secrets' hashes. */
  readonly sessionSecret: string;
}

/** `{pocId}.{secret}.ics` */
const addressPattern = /^([0-7][0-9A-HJKMNP-TV-Z]{25})\.([A-Za-z0-9_-]{43})\.ics$/;

/**
 * The addresses of the doctors' calendar feeds. A doctor's stream records the valid one, so a revocation takes effect
 * in every process at the next lookup.
 */
export class CalendarFeeds {
  readonly #log: CalendarFeedsOptions['log'];
  readonly #tokens: ReturnType<typeof tokensOf>;

  constructor({ log, sessionSecret }: CalendarFeedsOptions) {
    this.#log = log;
    this.#tokens = tokensOf(sessionSecret);
  }

  /** The address that a command creates, the same for each retry: its hash belongs in the stream, `path` in the answer. */
  addressOf(pocId: string, commandId: string): { readonly hash: string; readonly path: string } {
    const secret = this.#tokens.tokenOf(`calendar feed ${commandId}`);
    return { hash: this.#tokens.hashOf(secret), path: `/calendar/${pocId}.${secret}.ics` };
  }

  /** The doctor whose feed has the address, or null. @throws EventLogUnavailable */
  async find(address: string): Promise<{ readonly pocId: string; readonly clientId: string } | null> {
    const [, pocId, secret] = addressPattern.exec(address) ?? [];
    // A secret that wasn't issued here costs no look at the log.
    if (pocId === undefined || secret === undefined || !this.#tokens.isSealed(secret)) return null;
    let valid: { readonly hash: string; readonly clientId: string } | null = null;
    for (const event of await this.#log.readStream(streams.doctor(pocId))) {
      if (!isKnownEvent(event)) throw new EventLogNewer(event.type, event.metadata.schemaVersion, event.position);
      const { clientId } = event.metadata;
      // Cast is safe: the log has only valid events.
      if (event.type === 'CalendarFeedOpened') valid = { hash: (event.data as { hash: string }).hash, clientId };
      if (event.type === 'CalendarFeedRevoked') valid = null;
    }
    const isValid = valid !== null && this.#tokens.isEqual(this.#tokens.hashOf(secret), valid.hash);
    return isValid && valid ? { pocId, clientId: valid.clientId } : null;
  }
}
