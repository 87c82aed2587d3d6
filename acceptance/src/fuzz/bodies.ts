import { addDays } from '@dayline/contracts/clinic/clinic-time';
import fc from 'fast-check';
import { z } from 'zod';

/** The parts of a JSON schema that values are generated from; each may be missing. */
interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly items?: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

/** Existing values of the product, by the name of the field that may carry them. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

/** Strings that have broken other servers, and some that a schema accepts and a handler must handle. */
const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u200b',
  '🩺'.repeat(40),
  'İstanbul',
  "' OR 1=1 --",
  '%',
  '_',
  '%25%00',
  '*" NEAR(x',
  '$where',
  '../../secrets.json',
  '{"$gt":""}',
  'x'.repeat(4_001),
  'Dr. ',
  'A#1'.padEnd(128, 'ß'),
  '0',
  '-0',
  '1e309',
  'null',
];
const oddDates = ['0001-01-01', '1969-12-31', '2024-02-29', '9999-12-31', '2100-01-01'];
const oddNumbers = [0, -0, -1, 0.1, 1e-7, 2 ** 31, 2 ** 53, 1e308, -1e308];

const anyText = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'binary', maxLength: 60 }));
const anything = fc.oneof(
  anyText,
  fc.constantFrom(...oddNumbers, null, true, false, [], {}),
  fc.jsonValue({ maxDepth: 3 }),
);

/**
 * Bodies that resemble a request of this schema. Most are valid, with existing ids and times, so that they reach the
 * handler; in the others some fields are wrong, missing, or superfluous.
 */
export function bodiesFor(schema: z.ZodType, known: KnownValues): fc.Arbitrary<unknown> {
  // Cast is safe: a request's schema describes an object.
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
  const right = rightValues(shape, known, '');
  return fc.oneof(
    { weight: 12, arbitrary: right },
    { weight: 3, arbitrary: fc.tuple(right, fc.nat(), anything).map(withWrongField) },
    { weight: 1, arbitrary: fc.tuple(right, fc.nat()).map(withoutField) },
    { weight: 1, arbitrary: fc.tuple(right, anyText, anything).map(withField) },
    { weight: 1, arbitrary: anything },
  );
}

const fieldsOf = (body: unknown): [string, unknown][] =>
  typeof body === 'object' && body !== null ? Object.entries(body) : [];
const withField = ([body, name, value]: [unknown, string, unknown]): unknown =>
  Object.fromEntries([...fieldsOf(body), [name, value]]);
const withWrongField = ([body, pick, value]: [unknown, number, unknown]): unknown =>
  Object.fromEntries(
    fieldsOf(body).map(([name, was], index, all) => [name, pick % all.length === index ? value : was]),
  );
const withoutField = ([body, pick]: [unknown, number]): unknown =>
  Object.fromEntries(fieldsOf(body).filter((_, index, all) => pick % all.length !== index));

function rightValues(shape: Shape, known: KnownValues, name: string): fc.Arbitrary<unknown> {
  const values = known[name];
  const right = valuesOf(shape, known, name);
  return values
    ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: right })
    : right;
}

function valuesOf(shape: Shape, known: KnownValues, name: string): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((shape) => valuesOf(shape, known, name)));
  switch (shape.type) {
    case 'object': {
      const fields = Object.entries(shape.properties ?? {});
      const arbitraries = Object.fromEntries(fields.map(([field, of]) => [field, rightValues(of, known, field)]));
      return fc.record(arbitraries, {
        requiredKeys: fields.map(([field]) => field).filter((field) => shape.required?.includes(field)),
      });
    }
    case 'array': {
      const { items = {}, minItems: minLength = 0, maxItems = 8 } = shape;
      return fc.array(rightValues(items, known, `${name}[]`), { minLength, maxLength: Math.min(8, maxItems) });
    }
    case 'integer':
      return fc.integer({ min: shape.minimum ?? -10, max: Math.min(shape.maximum ?? 1_000, 1_000_000) });
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(...oddNumbers));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default: {
      const { pattern, maxLength = 4_000 } = shape;
      if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern), { maxLength: Math.min(80, maxLength) });
      return anyText.map((text) => text.slice(0, maxLength));
    }
  }
}

/** Dates and times about `today`, within the booking horizon and far outside. */
export const someDates = (today: string): readonly string[] => [
  ...[-400, -1, 0, 1, 2, 59, 60, 61, 366].map((days) => addDays(today, days)),
  ...oddDates,
];

/** Query strings: none, pairs in any order, repeated, partly encoded. */
export const queryTexts: fc.Arbitrary<string> = fc.oneof(
  fc.constant(''),
  fc.string({ unit: 'grapheme', maxLength: 210 }).map((path) => new URLSearchParams({ path }).toString()),
  fc
    .array(fc.tuple(fc.string({ maxLength: 12 }), fc.string({ unit: 'grapheme', maxLength: 40 })), { maxLength: 6 })
    .map((pairs) => new URLSearchParams(pairs).toString()),
  fc
    .array(fc.constantFrom('path=', 'pocId=', '%', '%zz', '%00', '&', '=', '+', '__proto__=1', 'path=%2e%2e'), {
      maxLength: 8,
    })
    .map((parts) => parts.join('')),
);
