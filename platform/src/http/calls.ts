import { hash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CallKind, type Endpoint, uploadHeader } from '@dayline/contracts/endpoints/definition';
import type { Identity } from '@dayline/contracts/endpoints/session';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal, refuse, statusOf } from '@dayline/contracts/errors';
import { type Position, positionSchema } from '@dayline/contracts/ids';
import { canonicalJson, type Json } from '@dayline/contracts/json';
import type { z } from 'zod';
import type { Clock } from '../clock.ts';
import { derivedId } from '../ids/derived.ts';
import { newUlid } from '../ids/ulid.ts';
import type { Logger } from '../logging/logger.ts';
import type { LiveSession, Sessions } from '../session/sessions.ts';
import { type AnsweredRefusal, type Answers, answersWith } from './answers.ts';
import { type BodyResult, hasJsonBody, namesPrototype, readJson } from './body.ts';
import { addressOf, type OriginSettings, originCheck } from './caller.ts';
import { type Ownership, ownsClaims } from './claims.ts';
import type { CallContext, CommandHandlers, QueryHandlers, Reply } from './handler.ts';
import { checkedPieces } from './json-list.ts';
import { answerWithinMs, isOutage, withinTime } from './outage.ts';
import { type Route, routeTable } from './route-table.ts';
import type { HeaderList } from './security-headers.ts';
import type { Throttle } from './throttle.ts';
import { hasMultipartBody, readUpload, type UploadResult } from './upload.ts';

/** A refused command of somebody signed in, for the account's trail. */
export interface RefusedCommand {
  readonly endpoint: string;
  /** As parsed; undefined when it was refused before it was read. */
  readonly request: unknown;
  readonly context: CallContext & { readonly identity: Identity };
  readonly refusal: Refusal;
}

export interface CallDeps {
  readonly sessions: Pick<Sessions, 'remembered' | 'find'>;
  readonly ownership: Ownership;
  readonly throttle: Throttle;
  /** How often one account may call; without it, as often as it likes. */
  readonly accountThrottle?: Throttle;
  /** Calls whose every use counts: seconds to wait, 0 where the call may be made. */
  readonly counted?: Partial<Record<string, (call: CallContext) => Promise<number>>>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: OriginSettings & { readonly trustProxy: number };
  readonly security: HeaderList;
  /** Waits, at most 2 s, until the views have reached a position. Whether they have. */
  readonly waitFor?: (position: Position) => Promise<boolean>;
  /** How long a call waits for the stores, in ms, before it is answered 503; 10 s unless told. */
  readonly answerWithinMs?: number;
  /** Called after the answer; it must not throw. */
  readonly onRefused?: (refused: RefusedCommand) => void;
  /** For metrics; ms from the request's first byte to the answer's writing. */
  readonly onAnswered?: (endpoint: string, status: number, ms: number) => void;
}

export type CallHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Answers all calls of a kind, and passes on whatever isn't one of them. */
export function createRouter(kind: 'command', handlers: CommandHandlers, deps: CallDeps): CallHandler;
export function createRouter(kind: 'query', handlers: QueryHandlers, deps: CallDeps): CallHandler;
export function createRouter(kind: CallKind, handlers: CommandHandlers | QueryHandlers, deps: CallDeps): CallHandler {
  const routes = Object.entries<Endpoint>(endpoints)
    .filter(([, endpoint]) => endpoint.kind === kind)
    .map(([name, endpoint]): Route => {
      // Each handler takes what its own schema gives (the handlers' type says so); a list of them can't.
      const handle = (handlers as unknown as Record<string, Route['handle']>)[name];
      if (!handle) throw new Error(`Nobody answers ${name}.`);
      return { name, endpoint, handle };
    });
  return answerCalls(routes, deps);
}

/** What a call has become, before it is written. */
type Outcome = { readonly reply: Reply<unknown> } | AnsweredRefusal | 'gone';

const keyPattern = /^[A-Za-z0-9_-]{8,128}$/;
/** W3C Trace Context, version 00; ids of zeros alone are invalid by it. */
const traceparentPattern = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const mostFieldErrors = 20;

export function answerCalls(routes: readonly Route[], deps: CallDeps): CallHandler {
  const { sessions, ownership, throttle, clock, logger, settings } = deps;
  const find = routeTable(routes);
  const comesFromHome = originCheck(settings);
  const answers: Answers = answersWith(deps.security);
  const limit = deps.answerWithinMs ?? answerWithinMs;

  function contextOf(
    { name, endpoint }: Route,
    request: IncomingMessage,
    requestId: string,
    session: LiveSession | null,
    key: string | undefined,
    body: unknown,
  ): CallContext {
    const identity = session?.identity ?? null;
    const isOwnCommand = endpoint.kind === 'command' && identity !== null;
    const traceparent = traceparentOf(request);
    return {
      identity,
      requestId,
      // A browser that retries an intent stays in its trace: what belongs together is found under one id.
      correlationId: traceparent?.split('-')[1] ?? requestId,
      traceparent,
      commandId: isOwnCommand && key !== undefined ? derivedId(identity.accountId, name, key) : newUlid(clock),
      // None for calls without a session: their bodies hold passwords, and a short hash of one could be guessed.
      commandDigest: isOwnCommand ? digestOf(body) : '',
      now: clock.now(),
      sessionHash: session?.tokenHash ?? null,
      address: addressOf(request, settings.trustProxy),
      cookie: request.headers.cookie,
    };
  }

  async function perform(
    route: Route,
    fields: Readonly<Record<string, string>> | null,
    request: IncomingMessage,
    requestId: string,
    onCommandRefused: (refused: RefusedCommand) => void,
  ): Promise<Outcome> {
    const { name, endpoint } = route;
    if (!comesFromHome(request)) return refuse('request.foreign-origin');

    let session: LiveSession | null = null;
    if (endpoint.access === 'public') {
      const wait = throttle.take(addressOf(request, settings.trustProxy));
      if (wait > 0) return refuse('request.throttled', { retryAfter: wait });
    } else {
      const { cookie } = request.headers;
      session = sessions.remembered(cookie) ?? (await withinTime(limit, sessions.find(cookie)));
      if (!session) return refuse('session.missing');
      const wait = deps.accountThrottle?.take(session.identity.accountId) ?? 0;
      if (wait > 0) return refuse('request.throttled', { retryAfter: wait });
    }

    let context: CallContext | null = null;
    const refused = (refusal: Refusal, parsed?: unknown): Refusal => {
      if (endpoint.kind !== 'command' || session === null) return refusal;
      const { identity, ...rest } = context ?? contextOf(route, request, requestId, session, undefined, null);
      onCommandRefused({
        endpoint: name,
        request: parsed,
        context: { ...rest, identity: identity ?? session.identity },
        refusal,
      });
      return refusal;
    };

    if (session && endpoint.access !== 'public' && !endpoint.access.includes(session.identity.role)) {
      return refused(refuse('access.role'));
    }

    let body: unknown = fields;
    let file: Buffer | null = null;
    if (endpoint.method === 'POST') {
      const isRight = endpoint.upload ? hasMultipartBody(request) : hasJsonBody(request);
      if (!isRight) return refuse('request.media-type');
      if (endpoint.upload && request.headers[uploadHeader] === undefined) return refuse('request.foreign-origin');
      const read: BodyResult | UploadResult = endpoint.upload
        ? await readUpload(request, endpoint.upload)
        : await readJson(request);
      if (read === 'gone' || 'refused' in read) return read;
      body = read.body;
      file = read.file ?? null;
    } else if (fields === null || namesPrototype(fields)) {
      return refuse('request.malformed');
    }

    const parsed = endpoint.request.safeParse(body);
    if (!parsed.success) return refuse('request.invalid', { details: { fields: fieldErrors(parsed.error) } });
    const asked: unknown = parsed.data;
    const carryOut = async (): Promise<Outcome> => {
      // Before the claims are looked at: what was made a moment ago is known by the views that were waited for.
      const isStale = await waitForViews(endpoint, request);
      if (typeof isStale !== 'boolean') return isStale;
      if (session && !(await ownsClaims(endpoint.claims, asked, session.identity, ownership))) {
        return refused(refuse('access.foreign'), asked);
      }

      const key = request.headers['idempotency-key'];
      if (key !== undefined && !(typeof key === 'string' && keyPattern.test(key))) {
        return invalidHeader('Idempotency-Key', 'It has 8 to 128 letters, digits, hyphens or underscores.');
      }
      context = contextOf(route, request, requestId, session, key, asked);
      if (file) context = { ...context, file, commandDigest: digestOf([context.commandDigest, digestOfFile(file)]) };

      const count = deps.counted?.[name];
      const wait = count ? await count(context) : 0;
      if (wait > 0) return refused(refuse('request.throttled', { retryAfter: wait }), asked);
      const result = await route.handle(asked, context);
      if (isRefusal(result)) return refused(result, asked);
      return { reply: checkedReply(route, isStale ? { ...result, stale: true } : result) };
    };
    return withinTime(limit, carryOut());
  }

  /** Whether the answer will be older than the caller asked for. */
  async function waitForViews(endpoint: Endpoint, { headers }: IncomingMessage): Promise<boolean | Refusal> {
    const after = headers['x-read-after'];
    if (after === undefined || endpoint.kind !== 'query' || !deps.waitFor) return false;
    const position = positionSchema.safeParse(after);
    if (!position.success) return invalidHeader('X-Read-After', "It is a reply's position.");
    return !(await deps.waitFor(position.data));
  }

  function faultOf(error: unknown, { name, endpoint }: Route, requestId: string): AnsweredRefusal {
    const isAway = isOutage(error);
    logger.error({ call: name, requestId, err: error }, isAway ? 'unavailable' : 'fault');
    return { ...refuse(isAway ? 'service.unavailable' : 'service.fault'), sentence: endpoint.failure };
  }

  async function answer(
    route: Route,
    fields: Readonly<Record<string, string>> | null,
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): Promise<void> {
    const started = performance.now();
    let forTrail: RefusedCommand | null = null;
    const outcome = await perform(route, fields, request, requestId, (refused) => {
      forTrail = refused;
    }).catch((error: unknown) => faultOf(error, route, requestId));
    if (outcome === 'gone') return;

    if ('reply' in outcome) {
      await answers.reply(response, requestId, outcome.reply, route.endpoint.produces);
    } else {
      answers.refusal(response, requestId, outcome);
      if (forTrail) deps.onRefused?.(forTrail);
    }
    const status = 'reply' in outcome ? 200 : statusOf(outcome.refused);
    const ms = performance.now() - started;
    deps.onAnswered?.(route.name, status, ms);
    if ('refused' in outcome) {
      logger.info({ ...lineOf(route, request, requestId), status, code: outcome.refused, ms }, 'refused');
    } else if (logger.isLevelEnabled('debug')) {
      const { position } = outcome.reply;
      logger.debug({ ...lineOf(route, request, requestId), status, position: position ?? undefined, ms }, 'answered');
    }
  }

  return (request, response, next) => {
    const found = find(request);
    if (!found) return next();
    const requestId = randomUUID();
    answer(found.route, found.fields, request, response, requestId).catch((error: unknown) => {
      // The answer was under way, such as a stream that broke: nothing can be said any more but by breaking off.
      logger.error({ ...lineOf(found.route, request, requestId), err: error }, 'answer broken off');
      response.destroy();
    });
  };
}

function traceparentOf({ headers }: IncomingMessage): string | null {
  const { traceparent } = headers;
  return typeof traceparent === 'string' && traceparentPattern.test(traceparent) ? traceparent : null;
}

/** What every line about a call begins with; `trace` is what its events carry as `traceparent`. */
const lineOf = ({ name }: Route, request: IncomingMessage, requestId: string) => ({
  call: name,
  requestId,
  trace: traceparentOf(request) ?? undefined,
});

/** SHA-256 of the parsed body, its first 16 hex digits. */
const digestOf = (body: unknown): string =>
  // The border: what a schema of the table has parsed came from JSON.
  hash('sha256', canonicalJson(body as Json), 'hex').slice(0, 16);

const digestOfFile = (file: Buffer): string => hash('sha256', file, 'hex');

const invalidHeader = (field: string, message: string): Refusal =>
  refuse('request.invalid', { details: { fields: [{ field, message }] } });

function fieldErrors({ issues }: z.ZodError): { field: string; message: string }[] {
  return issues
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), message: 'There is no such field.' }))
        : [{ field: issue.path.join('.'), message: issue.message }],
    )
    .slice(0, mostFieldErrors);
}

/** The reply as its schema has it: what a handler gave too much stays here. */
function checkedReply({ name, endpoint }: Route, reply: Reply<unknown>): Reply<unknown> {
  if (reply.bytes) return reply;
  if (reply.pieces) return { ...reply, pieces: checkedPieces(reply.pieces, endpoint.response) };
  const body = endpoint.response.safeParse(reply.body);
  if (body.success) return { ...reply, body: body.data };
  const wrong = body.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`).join(', ');
  throw new Error(`The reply of ${name} does not fit its schema: ${wrong}`);
}
