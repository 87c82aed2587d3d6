import type { IncomingMessage } from 'node:http';
import { type Refusal, refuse } from '@dayline/contracts/errors';

/** The longest body of a call, in bytes. */
export const bodyLimit = 16 * 1024;

export type BodyResult = { readonly body: unknown; readonly file?: undefined } | Refusal | 'gone';

/** `application/json`, with UTF-8 or no charset named, and not compressed. */
export function hasJsonBody(request: IncomingMessage): boolean {
  const type = request.headers['content-type'];
  if (type !== 'application/json' && !(type !== undefined && jsonType.test(type))) return false;
  const encoding = request.headers['content-encoding'];
  return encoding === undefined || encoding === 'identity';
}
const jsonType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** Reads and parses a JSON body; 'gone' when the caller hung up. The server's own timeout ends one that comes too slowly. */
export async function readJson(request: IncomingMessage): Promise<BodyResult> {
  const length = Number(request.headers['content-length']);
  if (length > bodyLimit) return tooLarge(request);
  const text = await readText(request);
  if (typeof text !== 'string') return text;
  // An empty body means no fields: the specification calls some with one.
  if (text === '') return { body: {} };
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return refuse('request.malformed');
  }
  if (mayNamePrototype.test(text) && namesPrototype(body)) return refuse('request.malformed');
  return { body };
}

function tooLarge(request: IncomingMessage): Refusal {
  // The rest is thrown away as it comes, so that the caller reads the answer instead of a broken connection.
  request.resume();
  return refuse('request.too-large');
}

function readText(request: IncomingMessage): Promise<string | Refusal | 'gone'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > bodyLimit) {
        request.removeAllListeners('data');
        resolve(tooLarge(request));
        return;
      }
      chunks.push(chunk);
    });
    request.on('end', () => {
      const [first] = chunks;
      resolve(first && chunks.length === 1 ? first.toString('utf8') : Buffer.concat(chunks).toString('utf8'));
    });
    request.on('close', () => resolve('gone'));
    request.on('error', () => resolve('gone'));
  });
}

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);
/** Whether it's worth looking; an escape could hide one of them. */
const mayNamePrototype = /__proto__|constructor|prototype|\\u/;

/** Whether any key, however deep, would reach an object's prototype where somebody merges it carelessly. */
export function namesPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(namesPrototype);
  return Object.entries(value).some(([key, item]) => forbiddenKeys.has(key) || namesPrototype(item));
}
