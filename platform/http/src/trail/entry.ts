import { streams } from '@dayline/contracts/events/categories';
import type { Actor, Channel } from '@dayline/contracts/events/metadata';
import type { AccountEvent } from '@dayline/contracts/events/organisation';
import type { EventToAppend } from '@dayline/event-log/sealed-log/open';
import type { Clock } from '@dayline/runtime/clock';
import { newUlid } from '@dayline/runtime/ids/ulid';
import type { StoredTrailEntry } from '@dayline/vault/trail-port';
import type { WaitingEntry } from './append.ts';

export interface TrailEntry {
  /** Null if no account has the attempted address. */
  readonly accountId: string | null;
  readonly event: AccountEvent;
  readonly actor: Actor;
  readonly clientId: string;
  readonly channel: Channel;
  readonly commandId: string;
  readonly commandDigest: string;
  readonly correlationId: string;
  readonly causationId: string;
  readonly traceparent: string | null;
}

export const streamOf = ({ accountId }: TrailEntry): string =>
  accountId === null ? streams.unknownAccount : streams.account(accountId);

export function eventOf({ accountId: _account, event, traceparent, ...who }: TrailEntry, clock: Clock): EventToAppend {
  const recordedAt = new Date(clock.now()).toISOString();
  const metadata = traceparent === null ? { ...who, recordedAt } : { ...who, recordedAt, traceparent };
  return { id: newUlid(clock), type: event.type, data: event.data, metadata };
}

export const storedOf = (entry: WaitingEntry): StoredTrailEntry => ({
  id: entry.event.id,
  payload: JSON.stringify(entry),
});

// Cast is safe: the payload is encrypted, so only `storedOf` can have written it.
export const entryOfStored = ({ payload }: StoredTrailEntry): WaitingEntry => JSON.parse(payload) as WaitingEntry;
