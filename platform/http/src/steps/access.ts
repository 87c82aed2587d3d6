import type { IncomingMessage } from 'node:http';
import type { Claim } from '@dayline/contracts/claims';
import { type CallAccess, callersOf } from '@dayline/contracts/endpoints/definition';
import { refuse } from '@dayline/contracts/errors';
import { newUlid } from '@dayline/runtime/ids/ulid';
import type { RequestHandler } from 'express';
import { type CallMeta, deny, inTime, step } from '../call.ts';
import type { CallDeps } from '../call-deps.ts';
import type { Caller, Credential } from '../caller.ts';
import { claimedFields, namedBy, noNames, type Ownership, ownsClaims, withPersons } from '../claims.ts';
import { addressOf, originCheck } from '../origin.ts';
import { answerWithinMs } from '../outage.ts';
import { hasBearer } from '../partner/api-keys.ts';

/** W3C Trace Context, version 00; all-zero ids are invalid. */
const traceparentPattern = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Identifies the call from the headers. */
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
        caller: null,
        requestId,
        channel: 'web',
        causationId: requestId,
        // A retrying browser reuses the trace, so that one id finds everything.
        correlationId: traceparent?.split('-')[1] ?? requestId,
        traceparent,
        commandId: newUlid(clock),
        commandDigest: '',
        now: clock.now(),
        address: addressOf(request, settings.trustProxy),
        cookie: request.headers.cookie,
        userAgent: request.headers['user-agent'],
      },
      input: undefined,
      request: undefined,
      isStale: false,
      reply: null,
      denied: null,
      named: noNames,
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

/** Before anything is read: the views may also show what a log that was set back no longer contains. */
export const admission = (admit: NonNullable<CallDeps['admit']>): RequestHandler =>
  step(async (call) => {
    await inTime(call, admit());
    return undefined;
  });

/** Even if the session can't be ended or is gone: no one stays signed in on a screen they left. */
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

/**
 * Identifies the caller. A call without a valid credential counts against its address. If a request carries several,
 * the kinds that the call is meant for are tried first: an administrator whose browser is also a display remains an
 * administrator. A key stands alone: a browser adds its cookies by itself, and then nobody knows who was meant.
 */
export const authenticate = (
  { credentials, throttle: byAddress, callerThrottle, machineThrottle }: CallDeps,
  access: CallAccess,
): RequestHandler => {
  const isFor = (credential: Credential) => (credential.of === 'person') === callersOf(access).people.length > 0;
  const keys = credentials.filter((credential) => credential.of === 'partner');
  const cookies = credentials.filter((credential) => credential.of !== 'partner');
  const inOrder = [...cookies.filter(isFor), ...cookies.filter((credential) => !isFor(credential))];
  return step(async (call, request) => {
    const hasKey = hasBearer(request.headers.authorization);
    if (hasKey && cookies.some((cookie) => cookie.isOurs(request))) return refuse('request.two-credentials');
    const { address } = call.context;
    const refuseThrottled = (retryAfter: number) =>
      retryAfter > 0 ? refuse('request.throttled', { retryAfter }) : undefined;
    let caller: Caller | null = null;
    for (const credential of hasKey ? keys : inOrder) {
      caller ??= credential.remembered(request);
      if (caller) break;
      const countedKey = credential.countedAs?.(request) ?? null;
      const refusal = countedKey === null ? undefined : refuseThrottled(machineThrottle?.take(countedKey) ?? 0);
      if (refusal) return refusal;
      // A credential not issued here is looked up only while its address may make calls.
      const mayLookUp = credential.isOurs(request) || byAddress.wait(address) === 0;
      if (mayLookUp) caller = await inTime(call, credential.find(request));
    }
    if (!caller)
      return refuseThrottled(byAddress.take(address)) ?? refuse(hasKey ? 'api-key.invalid' : 'session.missing');
    const { id, actor, channel, clientId } = caller;
    call.context = { ...call.context, caller, actor, channel, clientId };
    const isRevoked = caller.kind === 'display' && caller.scopes.length === 0;
    return refuseThrottled(callerThrottle?.take(id) ?? 0) ?? (isRevoked ? refuse('display.revoked') : undefined);
  });
};

/**
 * Requires a role or scope. A command with a JSON body is read before it is refused, so that the trail can show what
 * was requested; any other call is refused at once.
 */
export const checkAccess = (access: CallAccess, isRead: boolean): RequestHandler =>
  step((call) => {
    const { caller } = call.context;
    const { people, partners } = callersOf(access);
    const isAllowed =
      caller?.kind === 'person'
        ? people.includes(caller.identity.role)
        : partners.some((scope) => caller?.scopes.includes(scope));
    if (isAllowed) return undefined;
    const refusal = deny(call, refuse('access.role'));
    return isRead ? undefined : refusal;
  });

/** Of a call that may have waited: its key may have been revoked, or may have lost the scope, since it began. */
export const checkKeyAgain = ({ credentials }: CallDeps, access: CallAccess): RequestHandler =>
  step(async (call, request) => {
    const { caller } = call.context;
    if (caller?.kind !== 'partner') return undefined;
    const credential = credentials.find((candidate) => candidate.of === 'partner');
    const key = await inTime(call, credential?.find(request) ?? Promise.resolve(null));
    if (key?.kind !== 'partner') return refuse('api-key.invalid');
    return callersOf(access).partners.some((scope) => key.scopes.includes(scope)) ? undefined : refuse('access.role');
  });

/** Requires that everything the request names belongs to the caller. */
export const claims = (claimList: readonly Claim[], ownership: Ownership): RequestHandler =>
  step(async (call) => {
    const { request, context } = call;
    if (!context.caller) return;
    if (!call.denied && (await inTime(call, ownsClaims(claimList, request, context.caller, ownership)))) {
      call.named = { own: claimedFields(claimList, request), foreign: [] };
      return;
    }
    // If a store is unavailable, the record lacks its subject, but the caller still gets the answer.
    const namedIds = inTime(call, namedBy(claimList, request, context.caller.clientId, ownership));
    call.named = await namedIds.catch(() => noNames);
    return call.denied ?? deny(call, refuse('access.foreign'));
  });

/** Before the key counts: after the proof, the page sends the same command again. */
export const requireProof = ({ sessions }: CallDeps): RequestHandler =>
  step(async (call) => {
    const { caller } = call.context;
    if (caller?.kind !== 'person') return;
    return (await inTime(call, sessions.isProved(caller.sessionHash))) ? undefined : refuse('proof.needed');
  });

/** After the request's digest: a repeated command is the same, even if its patient's record was merged meanwhile. */
export const persons = (claimList: readonly Claim[], ownership: Ownership): RequestHandler =>
  step(async (call) => {
    call.request = await inTime(call, withPersons(claimList, call.request, ownership));
    return undefined;
  });
