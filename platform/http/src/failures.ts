import { type ErrorCode, isRefusal, type Refusal, refuse, statusOf } from '@dayline/contracts/errors';
import type { Clock } from '@dayline/runtime/clock';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { type AnsweredRefusal, sendRefusal } from './answers.ts';
import type { Call } from './call.ts';
import type { CallDeps } from './call-deps.ts';
import { hasCaller } from './handler.ts';
import { CallEnded, isBusy, isDamagedLog, isOutage, isTooSlow, outcomeOf } from './outage.ts';

/** Fields of every log line about a call; its events carry `trace` as `traceparent`. */
export const lineOf = ({ name, context }: Call) => ({
  call: name,
  requestId: context.requestId,
  trace: context.traceparent ?? undefined,
});

/** Answers 405 for other methods of a path. */
export const otherMethods =
  (methods: ReadonlySet<'GET' | 'POST'>): RequestHandler =>
  (_request, response, next) => {
    response.set('Allow', [...methods].map((method) => (method === 'GET' ? 'GET, HEAD' : method)).join(', '));
    next(refuse('request.method'));
  };

/** Answers refusals and exceptions of a call's steps. */
export function callFailed({
  clock,
  logger,
  onRefused,
  onAnswered,
}: Pick<CallDeps, 'clock' | 'logger' | 'onRefused' | 'onAnswered'>): ErrorRequestHandler {
  const logOutage = outageLines(clock, logger);
  return (error: unknown, request, response, next) => {
    const { call } = response.locals;
    if (!call) return next(error);
    if (response.headersSent) {
      // The body came too slowly and was already answered.
      if (response.writableEnded) return;
      logger.error({ ...lineOf(call), err: error }, 'response aborted by an error');
      response.destroy();
      return;
    }
    const knownRefusal = refusalOf(error);
    // The caller disconnected during the body, or before the work began.
    if ((knownRefusal || error instanceof CallEnded) && request.socket.destroyed) return;
    // A caller who may not make the call at all gets that refusal, whatever is wrong with the body.
    const refusal = knownRefusal ? (call.denied ?? knownRefusal) : faultOf(error, call, { logger, logOutage });
    sendRefusal(response, refusal);
    const { context, denied, named, request: parsed } = call;
    if (denied && refusal === denied && hasCaller(context) && call.kind === 'command') {
      onRefused?.({ endpoint: call.name, request: parsed, named, context, refusal: denied });
    }
    const status = statusOf(refusal.refused);
    const ms = performance.now() - call.startedAt;
    onAnswered?.(call.name, status, ms, context.caller);
    logger.info({ ...lineOf(call), status, code: refusal.refused, ms }, 'request refused');
  };
}

/** An outage counts as new if no call has met one of its kind for this long, ms. */
const outageLogPauseMs = 60_000;

/** Writes one `error` line for an outage, however many calls meet it; the others write a `debug` line. */
function outageLines(clock: Clock, logger: Logger): (call: Call, error: Error) => void {
  const loggedAt = new Map<string, number>();
  return (call, error) => {
    // Damage is reported with its location.
    const cause = isDamagedLog(error) ? error.message : error.name;
    const now = clock.now();
    const isNew = now - (loggedAt.get(cause) ?? Number.NEGATIVE_INFINITY) > outageLogPauseMs;
    loggedAt.set(cause, now);
    logger[isNew ? 'error' : 'debug']({ ...lineOf(call), err: error }, 'a store is unavailable');
  };
}

interface FaultLog {
  readonly logger: Logger;
  readonly logOutage: ReturnType<typeof outageLines>;
}

function faultOf(error: unknown, call: Call, { logger, logOutage }: FaultLog): AnsweredRefusal {
  if (isTooSlow(error)) {
    logger.warn({ ...lineOf(call), err: error }, 'query took too long');
    return refuse('search.too-slow');
  }
  if (isBusy(error)) return refuse('read.busy');
  const sentence = call.failure;
  if (!isOutage(error)) {
    logger.error({ ...lineOf(call), err: error }, 'unhandled error');
    return { ...refuse('service.fault'), sentence };
  }
  logOutage(call, error);
  const details = call.kind === 'command' && { details: { outcome: outcomeOf(error, call.progress) } };
  // It has its own sentence, since retrying doesn't help.
  if (isDamagedLog(error)) return refuse('log.damaged', { ...details });
  return { ...refuse('service.unavailable', { ...details }), sentence };
}

/** Answers failures outside of calls. */
export const otherFailed =
  (logger: Logger): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error);
    const refusal = refusalOf(error);
    if (!refusal) logger.error({ requestId: response.locals.requestId, err: error }, 'unhandled error');
    sendRefusal(response, refusal ?? refuse('service.fault'));
  };

/** The refusal of a step, or Express's error about a request; null for a bug. */
function refusalOf(error: unknown): Refusal | null {
  if (typeof error !== 'object' || error === null) return null;
  if (isRefusal(error)) return error;
  if (!('status' in error) || typeof error.status !== 'number' || error.status < 400 || error.status >= 500)
    return null;
  return refuse(codeByStatus.get(error.status) ?? 'request.malformed');
}

const codeByStatus = new Map<number, ErrorCode>([
  [404, 'request.not-found'],
  [413, 'request.too-large'],
  [415, 'request.media-type'],
]);
