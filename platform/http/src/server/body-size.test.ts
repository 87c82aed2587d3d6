import type { Endpoint } from '@dayline/contracts/endpoints/definition';
import { endpoints } from '@dayline/contracts/endpoints/table';
import fc from 'fast-check';
import { z } from 'zod';
import { bodyLimit } from '../request/body.ts';

type Schema = z.core.JSONSchema.BaseSchema;

/** For a text whose schema states no length. */
const freeText = 1_000;
/** A letter of a name takes three bytes in most Indian scripts. */
const bytesOfLetter = 3;

function bytesOfText({ pattern, maxLength }: Schema): number {
  if (pattern === undefined) return 2 + bytesOfLetter * (maxLength ?? freeText);
  const samples = fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 1, numRuns: 20 });
  return 2 + Math.max(...samples.map((text) => Buffer.byteLength(JSON.stringify(text)) - 2));
}

/** The size of the largest value of a JSON schema, in bytes. @throws Error for a list without a limit */
function maxBytes(schema: Schema['items']): number {
  if (typeof schema !== 'object' || Array.isArray(schema)) return 0;
  const known = [...(schema.enum ?? []), ...(schema.const === undefined ? [] : [schema.const])];
  if (known.length > 0) return Math.max(...known.map((value) => JSON.stringify(value).length));
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (alternatives.length > 0) return Math.max(...alternatives.map(maxBytes));
  if (schema.type === 'array') {
    if (schema.maxItems === undefined) throw new Error('A list of a request has no limit.');
    return 2 + schema.maxItems * (1 + maxBytes(schema.items));
  }
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {});
    return fields.reduce((sum, [name, field]) => sum + name.length + '"":,'.length + maxBytes(field), 2);
  }
  if (schema.type === 'string' || schema.pattern !== undefined) return bytesOfText(schema);
  return String(Number.MIN_SAFE_INTEGER).length;
}

const calls = Object.entries<Endpoint>(endpoints).filter(([, { method, upload }]) => method === 'POST' && !upload);

test.each(calls)('the largest body that the schema of %s takes is read', (_, { request, bodyAtMost }) => {
  const largest = maxBytes(z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' }));
  expect(largest).toBeLessThanOrEqual(bodyAtMost ?? bodyLimit);
});
