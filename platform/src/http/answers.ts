import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type ErrorCode, type Failure, type Refusal, sentenceOf, statusOf } from '@dayline/contracts/errors';
import type { Reply } from './handler.ts';
import { jsonOfPieces } from './json-list.ts';
import type { HeaderList } from './security-headers.ts';

/** Seconds to wait, where a refusal says so and the one who refuses knows no better. */
const retryAfter: Partial<Record<ErrorCode, number>> = {
  'request.throttled': 60,
  'sign-in.busy': 1,
  'service.unavailable': 1,
};

/** Writes the answers of calls, each with one `writeHead` and a list of headers that is mostly made beforehand. */
export interface Answers {
  /** @param type of an answer that isn't JSON */
  reply(response: ServerResponse, requestId: string, reply: Reply<unknown>, type?: string | null): Promise<void>;
  refusal(response: ServerResponse, requestId: string, refusal: AnsweredRefusal): void;
}

export interface AnsweredRefusal extends Refusal {
  /** The sentence to say instead of the code's own, when the refusal has none. */
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

/** Kept by the browser of whoever may see it for an hour, and by nobody in between. */
const forThisReader = 'private, max-age=3600, immutable';

export function answersWith(security: HeaderList): Answers {
  const data = [...security, 'Cache-Control', 'no-store', 'Content-Type', 'application/json; charset=utf-8'];

  function headersOf(requestId: string, { position, stale, total, next, headers }: Reply<unknown>): string[] {
    const list = [...data, 'X-Request-Id', requestId];
    if (position !== undefined && position !== null) list.push('X-Position', position);
    if (stale) list.push('X-Stale', 'true');
    if (total !== undefined) list.push('X-Total-Count', String(total));
    if (next !== undefined && next !== null) list.push('X-Next-Cursor', next);
    for (const [name, value] of Object.entries(headers ?? {})) {
      for (const one of typeof value === 'string' ? [value] : value) list.push(name, one);
    }
    return list;
  }

  function send(response: ServerResponse, status: number, headers: string[], body: unknown): void {
    const text = JSON.stringify(body);
    headers.push('Content-Length', String(Buffer.byteLength(text)));
    response.writeHead(status, headers);
    response.end(text);
  }

  return {
    async reply(response, requestId, reply, type) {
      if (reply.bytes !== undefined) {
        const length = String(reply.bytes.byteLength);
        const own = ['Content-Type', type ?? 'application/octet-stream', 'Content-Length', length];
        response.writeHead(200, [...security, ...own, 'Cache-Control', forThisReader, 'X-Request-Id', requestId]);
        response.end(reply.bytes);
        return;
      }
      const headers = headersOf(requestId, reply);
      if (reply.pieces === undefined) return send(response, 200, headers, reply.body);
      response.writeHead(200, headers);
      await pipeline(jsonOfPieces(reply.pieces), response);
    },
    refusal(response, requestId, refusal) {
      const headers = [...data, 'X-Request-Id', requestId];
      const wait = refusal.retryAfter ?? retryAfter[refusal.refused];
      if (wait !== undefined) headers.push('Retry-After', String(wait));
      send(response, statusOf(refusal.refused), headers, failureOf(refusal, requestId));
    },
  };
}
