import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { positionSchema } from '@dayline/contracts/ids';
import { derivedId } from '@dayline/runtime/ids/derived';
import type { RequestHandler } from 'express';
import type { z } from 'zod';
import { sendReply } from '../answers.ts';
import { deny, inTime, type Route, step } from '../call.ts';
import type { CallDeps, CountedCall } from '../call-deps.ts';
import { lineOf } from '../failures.ts';
import type { Reply } from '../handler.ts';
import { CallEnded } from '../outage.ts';
import type { BodyDigests } from '../request/body-digest.ts';
import { checkedPieces } from '../request/json-list.ts';

/** Refuses calls that read views which are still being built, with the call's sentence. */
export const viewsBuilt = (building: NonNullable<CallDeps['building']>): RequestHandler =>
  step(async (call) => {
    const progress = await inTime(call, building(call.name));
    if (!progress) return;
    const message = call.failure;
    return refuse('views.building', { details: { building: progress }, ...(message !== null && { message }) });
  });

/** Waits until the views include the position of the caller's earlier answer: `X-Read-After`. */
export const readAfter = (path: string, waitFor: NonNullable<CallDeps['waitFor']>): RequestHandler =>
  step(async (call, { headers }) => {
    const after = headers['x-read-after'];
    if (after === undefined) return;
    const position = positionSchema.safeParse(after);
    if (!position.success) return invalidField('X-Read-After', "It is a reply's position.");
    call.isStale = !(await inTime(call, waitFor(position.data, path)));
    return;
  });

export const keyPattern = /^[A-Za-z0-9_-]{8,128}$/;

/** Identifies a repeated command: its id from caller, call and `Idempotency-Key`, and a digest of the body. */
export const idempotency = (digestOf: BodyDigests): RequestHandler =>
  step(async (call, { headers }) => {
    const { name, context, request } = call;
    const key = headers['idempotency-key'];
    if (!context.caller) return;
    // A program repeats what wasn't answered: without a key it would book twice.
    if (key === undefined) return context.caller.kind === 'partner' ? refuse('key.missing') : undefined;
    if (typeof key !== 'string' || !keyPattern.test(key)) {
      return invalidField('Idempotency-Key', 'It has 8 to 128 letters, digits, hyphens or underscores.');
    }
    const commandId = derivedId(context.caller.id, name, key);
    const commandDigest = await inTime(call, digestOf({ commandId, request, file: context.file }));
    call.context = { ...context, commandId, commandDigest };
    return;
  });

/** For calls limited per use. */
export const attempts = (count: CountedCall): RequestHandler =>
  step(async (call) => {
    const wait = await inTime(call, count(call.context, call.request));
    return wait > 0 ? deny(call, refuse('request.throttled', { retryAfter: wait })) : undefined;
  });

/**
 * If the key was used with another body, that is the refusal, whatever else is wrong with the command.
 * @param shape the reply's schema, which drops extra fields
 */
export const handler = (handle: Route['handle'], shape: z.ZodType, { isReused }: CallDeps): RequestHandler =>
  step(async (call, _request, response) => {
    const ending = new AbortController();
    const end = () => ending.abort(new CallEnded('Nobody waits for the answer.'));
    response.once('close', end);
    if (response.destroyed) end();
    const { progress } = call;
    const onAppend = () => {
      progress.mayBeAppended = true;
    };
    call.context = { ...call.context, signal: ending.signal, onAppend };
    progress.isBegun = true;
    const result = await inTime(call, handle(call.request, call.context)).catch((error: unknown) => {
      end();
      throw error;
    });
    if (isRefusal(result)) {
      const isOther = isReused !== undefined && (await inTime(call, isReused(call.context)));
      return deny(call, isOther ? refuse('key.reused') : result);
    }
    const reply = checkedReply(result, shape, call.name);
    call.reply = call.isStale ? { ...reply, stale: true } : reply;
    return;
  });

/** The last step: writes the reply. @param type content type of an answer that isn't JSON */
export const answer =
  (type: string | null, { logger, onAnswered }: CallDeps): RequestHandler =>
  async (_request, response) => {
    const { call } = response.locals;
    if (!call?.reply) throw new Error('A call has no reply.');
    await sendReply(response, call.reply, type);
    const ms = performance.now() - call.startedAt;
    const { status = 200, position } = call.reply;
    onAnswered?.(call.name, status, ms, call.context.caller);
    if (logger.isLevelEnabled('debug')) {
      logger.debug({ ...lineOf(call), status, position: position ?? undefined, ms }, 'answered');
    }
  };

export const invalidField = (field: string, message: string): Refusal =>
  refuse('request.invalid', { details: { fields: [{ field, message }] } });

function checkedReply(reply: Reply<unknown>, shape: z.ZodType, name: string): Reply<unknown> {
  if (reply.bytes || reply.text) return reply;
  if (reply.pieces) return { ...reply, pieces: checkedPieces(reply.pieces, shape) };
  const body = shape.safeParse(reply.body);
  if (body.success) return { ...reply, body: body.data };
  const wrong = body.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`).join(', ');
  throw new Error(`The reply of ${name} does not fit its schema: ${wrong}`);
}
