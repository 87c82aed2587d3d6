import type { Identity } from '@dayline/contracts/endpoints/session';
import type { CommandName, EndpointName, QueryName, RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import type { Refusal } from '@dayline/contracts/errors';
import type { Actor } from '@dayline/contracts/events/metadata';
import type { Position } from '@dayline/contracts/ids';
import type { Pieces } from './json-list.ts';

/** What a handler knows of its caller besides the parsed request; all of it comes from the session and the headers. */
export interface CallContext {
  /** Null only on public calls. */
  readonly identity: Identity | null;
  readonly requestId: string;
  /** The trace's id where the caller sent one, so that retries of an intent share it; else the request's. */
  readonly correlationId: string;
  /** W3C Trace Context, as the caller sent it. */
  readonly traceparent: string | null;
  /** Derived from account, call and Idempotency-Key (or minted where none was sent). */
  readonly commandId: string;
  /** Hash of the parsed body. */
  readonly commandDigest: string;
  /** ms since the epoch, UTC, when the call came in. */
  readonly now: number;
  /** Hash of the session's token, for sign-out; null on public calls. */
  readonly sessionHash: string | null;
  /** The caller's address, for throttling. */
  readonly address: string;
  /** The file of an upload; only on calls that take one. */
  readonly file?: Buffer;
  /** The Cookie header, for the one-time token that it may carry. */
  readonly cookie?: string | undefined;
}

/** A context whose caller is signed in: what every call that isn't public gets. */
export interface SignedInContext extends CallContext {
  readonly identity: Identity;
}

export const actorOf = (identity: Identity): Actor => ({
  kind: identity.role,
  id: identity.accountId,
  name: identity.role === 'doctor' ? (identity.pocName ?? identity.name) : identity.name,
});

/** A reply, with what goes into headers. */
export interface Reply<Body> {
  readonly body: Body;
  /** X-Position: the checkpoint read before the rows, or the command's position. */
  readonly position?: Position | null;
  readonly stale?: boolean;
  /** X-Total-Count and X-Next-Cursor of a paged list. */
  readonly total?: number;
  readonly next?: string | null;
  /** Set-Cookie, Clear-Site-Data and the like. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Instead of the body an unpaged list too long for one string: its rows, sent as they come. */
  readonly pieces?: Pieces;
  /** What is answered instead of the body by a call that doesn't answer in JSON; a private cache may keep it, since its address never means another. */
  readonly bytes?: Uint8Array;
}

export type Handler<Name extends EndpointName> = (
  request: RequestOf<Name>,
  context: CallContext,
) => Promise<Reply<ResponseOf<Name>> | Refusal>;

/** One handler a call: a missing one is a type error. */
export type CommandHandlers = { readonly [Name in CommandName]: Handler<Name> };
export type QueryHandlers = { readonly [Name in QueryName]: Handler<Name> };
