import type { Role } from '@dayline/contracts/endpoints/definition';
import type {
  CommandName,
  EndpointName,
  Endpoints,
  QueryName,
  RequestOf,
  ResponseOf,
} from '@dayline/contracts/endpoints/table';
import type { Refusal } from '@dayline/contracts/errors';
import type { Actor, Channel } from '@dayline/contracts/events/metadata';
import type { Position } from '@dayline/contracts/ids';
import type { Caller, Person } from './caller.ts';
import type { Pieces } from './request/json-list.ts';

/** What a handler knows about a call besides the parsed request, from its credential and headers. */
export interface CallContext {
  /** Null for public calls. */
  readonly caller: Caller | null;
  readonly requestId: string;
  /** The channel recorded in events. */
  readonly channel: Channel;
  /** The request id, recorded as the events' cause. */
  readonly causationId: string;
  /** The trace id if the caller sent one, so that retries share it; else the request id. */
  readonly correlationId: string;
  /** W3C Trace Context as sent by the caller. */
  readonly traceparent: string | null;
  /** Derived from caller, call and Idempotency-Key; random without a key. */
  readonly commandId: string;
  /** Keyed hash of the parsed body; empty without an Idempotency-Key. */
  readonly commandDigest: string;
  /** When the request had been read, with its body, ms since the epoch, UTC. */
  readonly now: number;
  /**
   * Aborted once the answer is no longer awaited: it is overdue, or the connection is closed. Absent outside of
   * handlers.
   */
  readonly signal?: AbortSignal;
  /** To be called once the command's events have been, or may have been, appended: a later outage doesn't undo them. */
  readonly onAppend?: () => void;
  /** The caller's address, for throttling. */
  readonly address: string;
  /** The uploaded file, for calls that take one. */
  readonly file?: Buffer;
  /** The Cookie header, which may contain a one-time token. */
  readonly cookie?: string | undefined;
  /** The User-Agent header. */
  readonly userAgent?: string | undefined;
}

/** The context of a call with a caller; also serves as command context. */
export interface CallerContext extends CallContext {
  readonly caller: Caller;
  readonly actor: Actor;
  readonly clientId: string;
}

/** The context of a call that only signed-in people make. */
export interface SignedInContext extends CallerContext {
  readonly caller: Person;
}

export const hasCaller = (context: CallContext): context is CallerContext => context.caller !== null;
export const isSignedIn = (context: CallContext): context is SignedInContext => context.caller?.kind === 'person';

/** Depends on the endpoint's `access`. */
export type ContextOf<Name extends EndpointName> = Endpoints[Name]['access'] extends 'public'
  ? CallContext
  : Endpoints[Name]['access'] extends readonly Role[]
    ? SignedInContext
    : CallerContext;

/** A reply with its headers. */
export interface Reply<Body> {
  /** 200 if absent. */
  readonly status?: number;
  readonly body: Body;
  /** X-Position: the checkpoint read before the rows, or the command's position. */
  readonly position?: Position | null;
  readonly stale?: boolean;
  /** X-Total-Count and X-Next-Cursor of a paged list. */
  readonly total?: number;
  readonly next?: string | null;
  /** Such as Set-Cookie and Clear-Site-Data. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Replaces the body for unpaged lists too long for one string: rows streamed as they are read. */
  readonly pieces?: Pieces;
  /** Replaces the body for calls that don't answer JSON and may be long: text streamed as it is made. */
  readonly text?: AsyncIterable<string>;
  /**
   * Replaces the body for calls that don't answer JSON. Cacheable by browsers, since the content of an address never
   * changes.
   */
  readonly bytes?: Uint8Array;
}

export type Handler<Name extends EndpointName> = (
  request: RequestOf<Name>,
  context: ContextOf<Name>,
) => Promise<Reply<ResponseOf<Name>> | Refusal>;

/** One handler per call; a missing one is a type error. */
export type CommandHandlers = { readonly [Name in CommandName]: Handler<Name> };
export type QueryHandlers = { readonly [Name in QueryName]: Handler<Name> };
