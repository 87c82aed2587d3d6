import type { Scope } from '../api-keys/scopes.ts';
import type { Recorded } from '../events/definition.ts';
import type { ApiKeyEvent } from '../events/displays.ts';
import { unreachable } from '../unreachable.ts';

export const maxKeyNameLength = 60;
/** "At most a year." */
export const maxKeyDays = 366;

/** A partner's key, as folded from its stream. */
export interface ApiKey {
  readonly clientId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly hash: string;
  /** When it expires or expired, UTC. */
  readonly until: string;
  readonly isRevoked: boolean;
}

export const foldApiKey = (key: ApiKey | null, events: readonly Recorded<ApiKeyEvent>[]): ApiKey | null =>
  events.reduce(foldOne, key);

function foldOne(key: ApiKey | null, event: Recorded<ApiKeyEvent>): ApiKey | null {
  switch (event.type) {
    case 'ApiKeyIssued':
      return { ...event.data, isRevoked: false };
    case 'ApiKeyScopesChanged':
      return key && { ...key, scopes: event.data.scopes };
    case 'ApiKeyRevoked':
      return key && { ...key, isRevoked: true };
    default:
      return unreachable(event);
  }
}

/** How many days, UTC, the counts of a key's use cover, today included. */
export const daysOfKeyUse = 30;

/** The first of these days at an instant, YYYY-MM-DD. */
export const firstDayOfKeyUse = (now: number): string =>
  new Date(now - (daysOfKeyUse - 1) * 24 * 60 * 60_000).toISOString().slice(0, 10);
