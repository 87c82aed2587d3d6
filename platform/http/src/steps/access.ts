import type { IncomingMessage } from 'node:http';
import type { Claim } from '@dayline/contracts/claims';
import type { Role } from '@dayline/contracts/endpoints/definition';
import { refuse } from '@dayline/contracts/errors';
import { newUlid } from '@dayline/runtime/ids/ulid';
import type { RequestHandler } from 'express';
import { type CallMeta, denied, inTime, step } from '../call.ts';
import type { CallDeps } from '../call-deps.ts';
import { addressOf, originCheck } from '../caller.ts';
import { claimedFields, namedBy, namesNothing, type Ownership, ownsClaims } from '../claims.ts';
import { actorOf } from '../handler.ts';
import { answerWithinMs } from '../outage.ts';

/** W3C Trace Context, version 00; all-zero ids are invalid. */
const traceparentPattern = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Identifies caller and call from the headers. */
export const begin =
  (meta: CallMeta, { clock, settings, answerWithinMs: limit = answerWithinMs }: CallDeps): RequestHandler =>
  (request, response, next) => {
    const startedAt = performance.now();
    const { requestId } = response.locals;
    const traceparent = traceparentOf(request);
    response.locals.call = {
      ...meta,
      startedAt,
      context: {
        identity: null,
        requestId,
        channel: 'web',
        causationId: requestId,
        // A retrying browser reuses the trace, so that one id finds everything.
        correlationId: traceparent?.split('-')[1] ?? requestId,
        traceparent,
        commandId: newUlid(clock),
        commandDigest: '',
        now: clock.now(),
        sessionHash: null,
        address: addressOf(request, settings.trustProxy),
        cookie: request.headers.cookie,
      },
      input: undefined,
      request: undefined,
      isStale: false,
      reply: null,
      denied: null,
      named: namesNothing,
      answerBy: startedAt + limit,
      progress: { isBegun: false, mayBeAppended: false },
    };
    next();
  };

function traceparentOf({ headers }: IncomingMessage): string | null {
  const { traceparent } = headers;
  return typeof traceparent === 'string' && traceparentPattern.test(traceparent) ? traceparent : null;
}

export function origin({ settings }: CallDeps): RequestHandler {
  const comesFromHome = originCheck(settings);
  return step((_call, request) => (comesFromHome(request) ? undefined : refuse('request.foreign-origin')));
}

/** Before anything is read: the views, too, show what a log that was set back doesn't hold. */
export const admitted = (admit: NonNullable<CallDeps['admit']>): RequestHandler =>
  step(async (call) => {
    await inTime(call, admit());
    return undefined;
  });

/** Also if the session can't be ended or is gone: nobody stays signed in on a screen they left. */
export const forgetCookie = ({ sessions }: CallDeps): RequestHandler =>
  step((_call, _request, response) => {
    response.set('Set-Cookie', sessions.cookie.clear);
    return undefined;
  });

/** Limits calls without a session per address and minute. */
export const throttle = (deps: CallDeps): RequestHandler =>
  step(({ context }) => {
    const wait = deps.throttle.take(context.address);
    return wait > 0 ? refuse('request.throttled', { retryAfter: wait }) : undefined;
  });

/** A call that brings no valid session counts as one without, by its address. */
export const session = ({ sessions, throttle: byAddress, accountThrottle }: CallDeps): RequestHandler =>
  step(async (call, request) => {
    const { cookie } = request.headers;
    const { address } = call.context;
    const throttled = (retryAfter: number) =>
      retryAfter > 0 ? refuse('request.throttled', { retryAfter }) : undefined;
    let found = sessions.remembered(cookie);
    const early = found || sessions.isOurs(cookie) ? undefined : throttled(byAddress.wait(address));
    if (early) return early;
    found ??= await inTime(call, sessions.find(cookie));
    if (!found) return throttled(byAddress.take(address)) ?? refuse('session.missing');
    const { identity, tokenHash } = found;
    const wait = accountThrottle?.take(identity.accountId) ?? 0;
    if (wait > 0) return refuse('request.throttled', { retryAfter: wait });
    const { clientId } = identity;
    call.context = { ...call.context, identity, sessionHash: tokenHash, actor: actorOf(identity), clientId };
    return;
  });

/**
 * Requires a role. A command with a JSON body is read before it is refused, so that the trail can say what was asked
 * for; any other call is refused at once.
 */
export const role = (allowed: readonly Role[], isRead: boolean): RequestHandler =>
  step((call) => {
    const { identity } = call.context;
    if (identity && allowed.includes(identity.role)) return undefined;
    const refusal = denied(call, refuse('access.role'));
    return isRead ? undefined : refusal;
  });

/** Requires that everything the request names belongs to the caller. */
export const claims = (claimed: readonly Claim[], ownership: Ownership): RequestHandler =>
  step(async (call) => {
    const { identity } = call.context;
    if (!identity) return;
    const { request } = call;
    if (!call.denied && (await inTime(call, ownsClaims(claimed, request, identity, ownership)))) {
      call.named = { own: claimedFields(claimed, request), foreign: [] };
      return;
    }
    // A store that is unavailable costs the record its subject, not the caller the answer.
    const named = inTime(call, namedBy(claimed, request, identity.clientId, ownership));
    call.named = await named.catch(() => namesNothing);
    return call.denied ?? denied(call, refuse('access.foreign'));
  });
