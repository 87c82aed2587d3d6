import type { IncomingMessage } from 'node:http';
import type { Upload } from '@dayline/contracts/endpoints/definition';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import { Busboy } from '@fastify/busboy';
import { isPlainJson } from './body.ts';

export type UploadResult = { readonly body: unknown; readonly file: Buffer } | Refusal;

/** A form's other fields are ids. */
const limits = { files: 1, fields: 10, fieldNameSize: 100, fieldSize: 1_000, parts: 11, headerPairs: 20 };
/** Maximum size of boundaries, part headers and fields together, in bytes. */
export const aroundFile = 16 * 1024;

/** How long (ms) parsing may take once the form has arrived completely. */
const maxParse = 2_000;

export const hasMultipartBody = ({ headers }: IncomingMessage): boolean =>
  /^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '');

/** Reads a form with one file into memory, never to disk. The form's file name and type are ignored. */
export function readUpload(request: IncomingMessage, { field, maxBytes, refusals }: Upload): Promise<UploadResult> {
  // Discards the rest of the body, so that the caller gets the answer instead of a broken connection.
  const refused = (refusal: Refusal): Refusal => {
    request.unpipe();
    request.resume();
    return refusal;
  };
  if (Number(request.headers['content-length']) > maxBytes + aroundFile) {
    return Promise.resolve(refused(refuse(refusals.tooLarge)));
  }
  const type = request.headers['content-type'] ?? '';
  let form: InstanceType<typeof Busboy>;
  try {
    // One byte above the limit, so that a longer file is detected as truncated.
    form = new Busboy({
      headers: { ...request.headers, 'content-type': type },
      limits: { ...limits, fileSize: maxBytes },
    });
  } catch {
    return Promise.resolve(refused(refuse('request.malformed')));
  }
  return new Promise((resolve) => {
    const fields = new Map<string, string>();
    const chunks: Buffer[] = [];
    let hasFile = false;
    const end = (result: UploadResult): void => resolve('refused' in result ? refused(result) : result);
    form.on('field', (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut || fields.has(name)) end(refuse('request.malformed'));
      fields.set(name, value);
    });
    form.on('file', (name, stream) => {
      // A truncated part emits its error on its own stream.
      stream.on('error', () => end(refuse('request.malformed')));
      if (name !== field) {
        end(
          refuse('request.invalid', { details: { fields: [{ field: name, message: 'This field does not exist.' }] } }),
        );
        stream.resume();
        return;
      }
      hasFile = true;
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => end(refuse(refusals.tooLarge)));
    });
    form.on('finish', () => {
      const body = Object.fromEntries(fields);
      if (!isPlainJson(body)) return end(refuse('request.malformed'));
      if (!hasFile || chunks.length === 0) return end(refuse(refusals.missing));
      end({ body, file: Buffer.concat(chunks) });
    });
    form.on('error', () => end(refuse('request.malformed')));
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
      form.on(limit, () => end(refuse('request.malformed')));
    }
    request.on('error', () => end(refuse('request.malformed')));
    request.on('close', () => {
      if (!request.complete) return end(refuse('request.malformed'));
      // The body is complete, but the form still expects more.
      setTimeout(() => end(refuse('request.malformed')), maxParse).unref();
    });
    request.pipe(form);
  });
}
