import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ErrorCode, type Failure, type Refusal, sentenceOf, statusOf } from '@dayline/contracts/errors';
import type { Response } from 'express';
import type { Reply } from './handler.ts';
import { jsonOfPieces } from './request/json-list.ts';

/** Default Retry-After, in seconds, for refusals that give none. */
const retryAfter: Partial<Record<ErrorCode, number>> = {
  'request.throttled': 60,
  'sign-in.busy': 1,
  'read.busy': 1,
  'service.unavailable': 1,
  'views.building': 2,
  'views.behind': 2,
};

export interface AnsweredRefusal extends Refusal {
  /** Used instead of the code's sentence if the refusal has no message. */
  readonly sentence?: string | null | undefined;
}

export function failureOf({ refused, message, details, sentence }: AnsweredRefusal, requestId: string): Failure {
  return {
    success: false,
    code: refused,
    message: message ?? sentence ?? sentenceOf(refused),
    ...(details ? { details } : {}),
    requestId,
  };
}

/** Cached by the browser until sign-out, and used only after revalidation, which needs the session. */
const privateCache = 'private, no-cache';

/** @param type content type of an answer that isn't JSON */
export async function sendReply(response: Response, reply: Reply<unknown>, type: string | null): Promise<void> {
  response.status(reply.status ?? 200);
  if (reply.bytes !== undefined) {
    response
      .set('Cache-Control', privateCache)
      // With it, Express answers 304 if the browser has the same content.
      .set('ETag', `"${hash('sha256', reply.bytes, 'base64url')}"`)
      .type(type ?? 'application/octet-stream')
      .send(reply.bytes);
    return;
  }
  response.set('Cache-Control', 'no-store');
  const { position, stale, total, next, headers } = reply;
  if (position !== undefined && position !== null) response.set('X-Position', position);
  if (stale) response.set('X-Stale', 'true');
  if (total !== undefined) response.set('X-Total-Count', String(total));
  if (next !== undefined && next !== null) response.set('X-Next-Cursor', next);
  for (const [name, value] of Object.entries(headers ?? {}))
    response.append(name, typeof value === 'string' ? value : [...value]);
  if (reply.text !== undefined) {
    // Not by `type`: it adds a charset that some of these types don't have.
    response.set('Content-Type', type ?? 'text/plain; charset=utf-8');
    await pipeline(Readable.from(reply.text, { objectMode: false }), response);
    return;
  }
  if (reply.pieces === undefined) {
    response.json(reply.body);
    return;
  }
  response.type('json');
  await pipeline(jsonOfPieces(reply.pieces), response);
}

export function sendRefusal(response: Response, refusal: AnsweredRefusal): void {
  const wait = refusal.retryAfter ?? retryAfter[refusal.refused];
  if (wait !== undefined) response.set('Retry-After', String(wait));
  response
    .status(statusOf(refusal.refused))
    .set('Cache-Control', 'no-store')
    .json(failureOf(refusal, response.locals.requestId));
}
