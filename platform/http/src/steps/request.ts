import { type Upload, uploadHeader } from '@dayline/contracts/endpoints/definition';
import { refuse } from '@dayline/contracts/errors';
import { checked } from '@dayline/contracts/field-errors';
import express, { type RequestHandler } from 'express';
import type { z } from 'zod';
import { bodyLimit, isPlainJson } from '../body.ts';
import { step } from '../call.ts';
import { answerWithinMs } from '../outage.ts';
import { hasMultipartBody, readUpload } from '../upload.ts';

/** The fields of a GET from path and query string; repeated names are refused. */
export const fields: RequestHandler = step((call, { params, query }) => {
  const inPath = Object.keys(params);
  const isClear =
    inPath.every((name) => query[name] === undefined) &&
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

const parseJson: RequestHandler = express.json({
  limit: bodyLimit,
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

export const json: readonly RequestHandler[] = [isJson, parseJson, isPlain];

export const form = (upload: Upload): RequestHandler =>
  step(async (call, request) => {
    if (!hasMultipartBody(request)) return refuse('request.media-type');
    if (request.headers[uploadHeader] === undefined) return refuse('request.foreign-origin');
    const read = await readUpload(request, upload);
    if ('refused' in read) return read;
    call.input = read.body;
    call.context = { ...call.context, file: read.file };
    return;
  });

export const schema = (shape: z.ZodType, limit = answerWithinMs): RequestHandler =>
  step((call) => {
    const request = checked(shape, call.input);
    if ('fields' in request) return refuse('request.invalid', { details: { fields: request.fields } });
    call.request = request.data;
    // The stores' time starts here, however long the body took.
    call.answerBy = performance.now() + limit;
    return;
  });
