import { type Endpoint, type Upload, uploadHeader } from '@dayline/contracts/endpoints/definition';
import { refuse } from '@dayline/contracts/errors';
import { checked } from '@dayline/contracts/fields/field-errors';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { step } from '../call.ts';
import type { CallDeps } from '../call-deps.ts';
import { answerWithinMs } from '../outage.ts';
import { bodyLimit, isPlainJson } from '../request/body.ts';
import { hasMultipartBody, readUpload } from '../request/upload.ts';

/** The fields of a GET from path and query string; repeated names are refused. */
export const fields: RequestHandler = step((call, { params, query }) => {
  const pathFields = Object.keys(params);
  const isClear =
    pathFields.every((name) => query[name] === undefined) &&
    Object.values(query).every((value) => typeof value === 'string');
  if (!isClear || !isPlainJson({ ...query })) return refuse('request.malformed');
  call.input = { ...query, ...params };
  return;
});

/** `application/json`, with charset UTF-8 if named; no content type means an empty body. */
const jsonType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const isJson: RequestHandler = step((_call, { headers }) => {
  const type = headers['content-type'];
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
  const isRight = type === undefined ? !hasBody : jsonType.test(type);
  return isRight ? undefined : refuse('request.media-type');
});

/** @param limit bytes */
const parseJson = (limit: number): RequestHandler =>
  express.json({
    limit,
    inflate: false,
    // Any JSON is parsed: the schema gives better errors.
    strict: false,
    type: () => true,
  });

const isPlain: RequestHandler = step((call, request) => {
  const body: unknown = request.body === undefined ? {} : request.body;
  if (!isPlainJson(body)) return refuse('request.malformed');
  call.input = body;
  return;
});

export const json = (limit: number | null): readonly RequestHandler[] => [
  isJson,
  parseJson(limit ?? bodyLimit),
  isPlain,
];

const formType = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i;
const isForm = ({ headers }: Pick<Request, 'headers'>): boolean => formType.test(headers['content-type'] ?? '');

/** JSON; or a form, whose body is ignored, with the fields in the address (RFC 8058, 3.1). */
export const oneClick: readonly RequestHandler[] = [
  (request, response, next) => (isForm(request) ? fields(request, response, next) : next()),
  ...json(null).map(
    (step): RequestHandler =>
      (request, response, next) =>
        isForm(request) ? next() : step(request, response, next),
  ),
];

/** Opens the page of a one-click call: reading its address changes nothing. */
export const toPage =
  (page: string): RequestHandler =>
  ({ query }, response) => {
    const fieldOf = (_: string, name: string) => encodeURIComponent(String(query[name] ?? '-'));
    response.redirect(303, page.replaceAll(/\{(\w+)\}/g, fieldOf));
  };

/** Uploads that are open at once: their files are in memory until they are answered. */
const maxUploads = { ofCaller: 3, inAll: 10 } as const;
const openUploads = new Map<string, number>();

/** Counts an upload until it is answered; false if too many are open. */
function beginUpload(callerId: string, response: Response): boolean {
  const ofCaller = openUploads.get(callerId) ?? 0;
  const inAll = [...openUploads.values()].reduce((sum, open) => sum + open, 0);
  if (ofCaller >= maxUploads.ofCaller || inAll >= maxUploads.inAll) return false;
  openUploads.set(callerId, ofCaller + 1);
  response.once('close', () => {
    const others = (openUploads.get(callerId) ?? 1) - 1;
    if (others > 0) openUploads.set(callerId, others);
    else openUploads.delete(callerId);
  });
  return true;
}

export const form = (upload: Upload): RequestHandler =>
  step(async (call, request, response) => {
    if (!hasMultipartBody(request)) return refuse('request.media-type');
    if (request.headers[uploadHeader] === undefined) return refuse('request.foreign-origin');
    // Its 'close' event has been emitted: an upload counted now would never be released.
    if (request.socket.destroyed) return refuse('request.malformed');
    // Before the body is read; Node then discards it as it arrives.
    if (!beginUpload(call.context.caller?.id ?? '', response)) return refuse(upload.refusals.busy, { retryAfter: 5 });
    const result = await readUpload(request, upload);
    if ('refused' in result) return result;
    call.input = result.body;
    call.context = { ...call.context, file: result.file };
    return;
  });

export const schema = (
  { request: shape, waitsSeconds }: Pick<Endpoint, 'request' | 'waitsSeconds'>,
  { clock, answerWithinMs: limit = answerWithinMs }: CallDeps,
): RequestHandler =>
  step((call) => {
    const request = checked(shape, call.input);
    if ('fields' in request) return refuse('request.invalid', { details: { fields: request.fields } });
    call.request = request.data;
    // The time of the command and of the stores starts here, however long the body took.
    call.context = { ...call.context, now: clock.now() };
    call.answerBy = performance.now() + limit + waitsSeconds * 1_000;
    return;
  });
