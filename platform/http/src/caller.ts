import type { IncomingMessage } from 'node:http';
import type { Scope } from '@dayline/contracts/api-keys/scopes';
import { channelHeader, unattendedHeader } from '@dayline/contracts/endpoints/definition';
import type { Identity } from '@dayline/contracts/endpoints/session';
import type { Actor, Channel } from '@dayline/contracts/events/metadata';
import type { Owner } from './claims.ts';
import type { ApiKeys } from './partner/api-keys.ts';
import type { Displays, LiveDisplay } from './session/displays.ts';
import type { LiveSession, Sessions } from './session/sessions.ts';

interface CallerOf<Kind extends string> extends Owner {
  readonly kind: Kind;
  /** The account, key or pairing: rate limits and the detection of repeated commands use it. */
  readonly id: string;
  /** Recorded in events. */
  readonly actor: Actor;
  readonly channel: Channel;
}

/** A person with a session. */
export interface Person extends CallerOf<'person'> {
  readonly identity: Identity;
  /** Hash of the session's token. */
  readonly sessionHash: string;
}

interface ScopedCaller<Kind extends string> extends CallerOf<Kind> {
  readonly scopes: readonly Scope[];
}
/** A waiting-room display. */
export interface DisplayCaller extends ScopedCaller<'display'> {
  /** The doctors shown on it. */
  readonly pocIds: readonly string[];
}

/** Who makes a call: a person, or, with its scopes, a partner's system with a key or a display with a pairing. */
export type Caller = Person | ScopedCaller<'partner'> | DisplayCaller;

/** A credential that a request may carry. */
export interface Credential {
  /** The kind of caller that it identifies. */
  readonly of: Caller['kind'];
  /** The caller, if known without a look-up. */
  remembered(request: IncomingMessage): Caller | null;
  /** Whether the request's credential was issued here, as far as that shows without a look-up. */
  isOurs(request: IncomingMessage): boolean;
  /**
   * The key under which its calls are counted before the look-up; absent if only a look-up tells. Null: not issued
   * here.
   */
  countedAs?(request: IncomingMessage): string | null;
  /** Null if the request carries no valid one. @throws VaultUnavailable */
  find(request: IncomingMessage): Promise<Caller | null>;
}

/** Whether a call counts as use of its session. */
const isUse = ({ headers }: IncomingMessage): boolean => headers[unattendedHeader] === undefined;

/** The session's cookie. */
export const sessionCredential = (sessions: Pick<Sessions, 'remembered' | 'isOurs' | 'find'>): Credential => ({
  of: 'person',
  remembered: (request) => callerOf(sessions.remembered(request.headers.cookie, isUse(request))),
  isOurs: ({ headers }) => sessions.isOurs(headers.cookie),
  find: async (request) =>
    callerOf(await sessions.find(request.headers.cookie, { extend: isUse(request), fresh: false })),
});

const callerOf = (session: LiveSession | null): Person | null => session && personOf(session);

export const personOf = ({ identity, tokenHash }: LiveSession): Person => ({
  kind: 'person',
  id: identity.accountId,
  clientId: identity.clientId,
  ...(identity.role === 'doctor' && { doctor: identity.pocId }),
  actor: {
    kind: identity.role,
    id: identity.accountId,
    name: identity.role === 'doctor' ? (identity.pocName ?? identity.name) : identity.name,
  },
  channel: 'web',
  identity,
  sessionHash: tokenHash,
});

/** A partner's API key. */
export const keyCredential = (keys: Pick<ApiKeys, 'idIn' | 'find'>): Credential => ({
  of: 'partner',
  countedAs: ({ headers }) => keys.idIn(headers.authorization),
  remembered: () => null,
  isOurs: ({ headers }) => keys.idIn(headers.authorization) !== null,
  async find({ headers }) {
    const key = await keys.find(headers.authorization);
    if (!key) return null;
    const { id, clientId, name, scopes } = key;
    const channel = headers[channelHeader] === 'whatsapp' ? 'whatsapp' : 'partner';
    return { kind: 'partner', id, clientId, actor: { kind: 'partner', id, name }, channel, scopes };
  },
});

/** The cookie of a display's screen. */
export const displayCredential = (displays: Pick<Displays, 'isOurs' | 'idIn' | 'find'>): Credential => ({
  of: 'display',
  countedAs: ({ headers }) => displays.idIn(headers.cookie),
  remembered: () => null,
  isOurs: ({ headers }) => displays.isOurs(headers.cookie),
  async find({ headers }) {
    const display = await displays.find(headers.cookie);
    return display && callerOfDisplay(display);
  },
});

const callerOfDisplay = ({ id, clientId, name, pocIds, isPaired }: LiveDisplay): DisplayCaller => ({
  kind: 'display',
  id,
  clientId,
  actor: { kind: 'system', id, name },
  channel: 'web',
  scopes: isPaired ? ['board:read'] : [],
  pocIds,
});
