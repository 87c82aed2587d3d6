import { z } from 'zod';

/** The parts of a JSON schema used to make a sample; each is optional. */
interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  /** For a text with several patterns. */
  readonly allOf?: readonly Pick<Shape, 'pattern'>[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly items?: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

const ulid = '01J00000000000000000000S01';

/** Values that the table's patterns accept; the first match is used. Without a pattern, the value may be a password. */
const words = [
  'Sample#2026',
  'Sample text',
  ulid,
  `${ulid}_20260105_${ulid}`,
  `${ulid}_${ulid}`,
  '0123456789abcdef0123456789abcdef',
  `${ulid}_20260105_0915`,
  '2026-01-05',
  '2026-01',
  '09:15',
  '2026-01-05T04:30:00.000Z',
  '919876543210',
  '+919876543210',
  'asha@sunrise.example',
  '500.00',
  'https://meet.google.com/abc-defg-hij',
  '0000000000000001',
  'A'.repeat(43),
  'a'.repeat(64),
  '204871',
];

/** A valid request with its required fields, or with all. @throws Error if no sample matches */
export function sampleOf(schema: z.ZodType, fields: 'required' | 'all' = 'required'): Record<string, unknown> {
  // Cast is safe: request schemas describe objects.
  const sample = exampleOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape, fields);
  const parsed = schema.safeParse(sample);
  if (!parsed.success) throw new Error(`No sample fits: ${parsed.error.issues.map(({ path }) => path.join('.'))}`);
  return sample as Record<string, unknown>;
}

function exampleOf(shape: Shape, fields: 'required' | 'all'): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.examples) return shape.examples[0];
  if (shape.anyOf) return exampleOf(shape.anyOf.find(({ type }) => type !== 'null') ?? {}, fields);
  switch (shape.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {})
          .filter(([name]) => fields === 'all' || shape.required?.includes(name))
          .map(([name, field]) => [name, exampleOf(field, fields)]),
      );
    case 'array':
      return Array.from({ length: shape.minItems ?? Math.min(1, shape.maxItems ?? 1) }, () =>
        exampleOf(shape.items ?? {}, fields),
      );
    case 'integer':
    case 'number':
      return Math.max(1, shape.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return words.find((word) => fits(word, shape)) ?? '';
  }
}

function fits(word: string, shape: Shape): boolean {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, allOf = [] } = shape;
  const patterns = [shape, ...allOf].flatMap(({ pattern }) => pattern ?? []);
  const hasLength = word.length >= minLength && word.length <= maxLength;
  return hasLength && patterns.every((pattern) => new RegExp(pattern).test(word));
}
