import { signInMonthOf, streams } from '@dayline/contracts/events/categories';
import type { Actor, Channel } from '@dayline/contracts/events/metadata';
import type { AccountEvent } from '@dayline/contracts/events/organisation';
import type { Json } from '@dayline/contracts/json';
import type { EventToAppend } from '@dayline/event-log/sealed-log/open';
import type { Clock } from '@dayline/runtime/clock';
import { newUlid } from '@dayline/runtime/ids/ulid';
import type { StoredTrailEntry } from '@dayline/vault/trail-port';
import type { SignInAliases } from '../sign-ins/aliases.ts';
import type { WaitingEntry } from './append.ts';

/** The actor of a sign-in, whoever it is: the stream's alias names them. */
const somebody: Actor = { kind: 'system', id: 'sign-in', name: 'Sign-in' };

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

export function waitingOf(entry: TrailEntry, clock: Clock): WaitingEntry {
  const { accountId, clientId, event } = entry;
  if (accountId === null) return { stream: streams.unknownAccount, event: eventOf(entry, clock), triedAt: null };
  if (!isSignIn(event)) return { stream: streams.account(accountId), event: eventOf(entry, clock), triedAt: null };
  return { stream: '', signInOf: { accountId, clientId }, event: signInOf(entry, clock), triedAt: null };
}

/** Entries of one place are of one stream. */
export const placeOf = ({ stream, signInOf: owner, event }: WaitingEntry): string =>
  owner ? `${owner.clientId} ${owner.accountId} ${signInMonthOf(event.metadata.recordedAt)}` : stream;

export function byPlace(entries: readonly WaitingEntry[]): ReadonlyMap<string, readonly WaitingEntry[]> {
  const found = new Map<string, WaitingEntry[]>();
  for (const entry of entries) found.set(placeOf(entry), [...(found.get(placeOf(entry)) ?? []), entry]);
  return found;
}

/** Entries of one place with their stream, without the vault; null if that needs a key that isn't in memory. */
export function withKnownStream(
  entries: readonly WaitingEntry[],
  aliases: Pick<SignInAliases, 'remembered'>,
): readonly WaitingEntry[] | null {
  const [first] = entries;
  if (!first?.signInOf) return entries;
  const instant = Date.parse(first.event.metadata.recordedAt);
  const stream = knownStreamOf(entries) ?? aliases.remembered(first.signInOf, [instant])?.[0];
  return stream === undefined ? null : entries.map((entry) => ({ ...entry, stream }));
}

/** Entries of one place with their stream. @throws VaultUnavailable */
export async function underAlias(
  entries: readonly WaitingEntry[],
  aliases: Pick<SignInAliases, 'streamOf'>,
): Promise<readonly WaitingEntry[]> {
  const [first] = entries;
  if (!first?.signInOf) return entries;
  const stream = knownStreamOf(entries) ?? (await aliases.streamOf(first.signInOf, first.event.metadata.recordedAt));
  return entries.map((entry) => ({ ...entry, stream }));
}

/** Of entries of one place, some may have their stream from an earlier attempt. */
const knownStreamOf = (entries: readonly WaitingEntry[]): string | undefined =>
  entries.find(({ stream }) => stream !== '')?.stream;

/** Mails that are sent because somebody signs in, or asks to. */
const signInLetters: ReadonlySet<string> = new Set([
  ...['signIn', 'newDevice', 'recoveryCodeUsed', 'providerBound', 'providerRequired'],
]);

const isSignIn = ({ type, data }: TrailEntry['event']): boolean =>
  type === 'LetterSent'
    ? signInLetters.has(data.purpose)
    : type === 'SignedIn' || type === 'SignInRefused' || type === 'SignedOut';

function eventOf({ accountId: _account, event, traceparent, ...who }: TrailEntry, clock: Clock): EventToAppend {
  const recordedAt = new Date(clock.now()).toISOString();
  const metadata = traceparent === null ? { ...who, recordedAt } : { ...who, recordedAt, traceparent };
  return { id: newUlid(clock), type: event.type, data: event.data, metadata };
}

/** Without anything by which other events, which name the account, could be found: not even the request's id. */
function signInOf({ event: { type, data }, actor: by, clientId, channel }: TrailEntry, clock: Clock): EventToAppend {
  const id = newUlid(clock);
  const { role: _role, subject, ...rest } = data as Readonly<Record<string, Json>>;
  const actor = type === 'LetterSent' ? by : somebody;
  const ids = { commandId: id, commandDigest: '', correlationId: id, causationId: id };
  const metadata = { ...ids, actor, clientId, channel, recordedAt: new Date(clock.now()).toISOString() };
  return { id, type, data: subject === undefined ? rest : { ...rest, subject: {} }, metadata };
}

export const storedOf = (entry: WaitingEntry): StoredTrailEntry => ({
  id: entry.event.id,
  payload: JSON.stringify(entry),
});

// Cast is safe: the payload is encrypted, so only `storedOf` can have written it.
export const entryOfStored = ({ payload }: StoredTrailEntry): WaitingEntry => JSON.parse(payload) as WaitingEntry;
