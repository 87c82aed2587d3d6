import type { IncomingMessage } from 'node:http';
import type { Upload } from '@dayline/contracts/endpoints/definition';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import { Busboy } from '@fastify/busboy';
import { namesPrototype } from './body.ts';

export type UploadResult = { readonly body: unknown; readonly file: Buffer } | Refusal | 'gone';

/** What a form may carry beside its file: its fields are ids. */
const limits = { files: 1, fields: 10, fieldNameSize: 100, fieldSize: 1_000, parts: 11, headerPairs: 20 };
/** The boundaries, the parts' headers and the fields together, in bytes. */
export const aroundFile = 16 * 1024;

/** How long (ms) a form that has come whole may take to be read to its end. */
const longestParse = 2_000;

export const hasMultipartBody = ({ headers }: IncomingMessage): boolean =>
  /^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '');

/**
 * Reads a form with one file into memory, never into a file of the system; 'gone' when the caller hung up. What the
 * form says of the file's name and type isn't looked at.
 */
export function readUpload(request: IncomingMessage, { field, maxBytes }: Upload): Promise<UploadResult> {
  // The rest is thrown away as it comes, so that the caller reads the answer instead of a broken connection.
  const refused = (refusal: Refusal): Refusal => {
    request.unpipe();
    request.resume();
    return refusal;
  };
  if (Number(request.headers['content-length']) > maxBytes + aroundFile) {
    return Promise.resolve(refused(refuse('photo.too-large')));
  }
  const type = request.headers['content-type'] ?? '';
  let form: InstanceType<typeof Busboy>;
  try {
    // A file one byte longer than allowed shows as cut.
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
    const end = (result: UploadResult): void =>
      resolve(typeof result === 'object' && 'refused' in result ? refused(result) : result);
    form.on('field', (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut || fields.has(name)) end(refuse('request.malformed'));
      fields.set(name, value);
    });
    form.on('file', (name, stream) => {
      // A part that breaks off says so on its own stream.
      stream.on('error', () => end(refuse('request.malformed')));
      if (name !== field) {
        end(refuse('request.invalid', { details: { fields: [{ field: name, message: 'There is no such field.' }] } }));
        stream.resume();
        return;
      }
      hasFile = true;
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => end(refuse('photo.too-large')));
    });
    form.on('finish', () => {
      const body = Object.fromEntries(fields);
      if (namesPrototype(body)) return end(refuse('request.malformed'));
      if (!hasFile || chunks.length === 0) return end(refuse('photo.missing'));
      end({ body, file: Buffer.concat(chunks) });
    });
    form.on('error', () => end(refuse('request.malformed')));
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
      form.on(limit, () => end(refuse('request.malformed')));
    }
    request.on('error', () => end('gone'));
    request.on('close', () => {
      if (!request.complete) return end('gone');
      // All has come, and the form still waits for more of it.
      setTimeout(() => end(refuse('request.malformed')), longestParse).unref();
    });
    request.pipe(form);
  });
}
