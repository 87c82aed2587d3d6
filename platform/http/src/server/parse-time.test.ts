import type { Endpoint } from '@dayline/contracts/endpoints/definition';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { isLinear } from '@dayline/runtime/testing/growth';
import { z } from 'zod';

/** A string in a request: its path, and the request with that string replaced. */
interface StringPlace {
  readonly path: string;
  readonly withText: (text: string) => unknown;
}

type Schema = z.core.JSONSchema.BaseSchema;

/** Every string in values of a JSON schema, including lists and alternatives. */
function stringPlaces(schema: Schema['items'], path = ''): StringPlace[] {
  if (typeof schema !== 'object' || Array.isArray(schema)) return [];
  const ownPlace = schema.type === 'string' ? [{ path, withText: (text: string) => text }] : [];
  const inFields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    stringPlaces(field, `${path}.${name}`).map((place) => ({
      path: place.path,
      withText: (text: string) => ({ [name]: place.withText(text) }),
    })),
  );
  const inLists = stringPlaces(schema.items, `${path}[]`).map((place) => ({
    path: place.path,
    withText: (text: string) => [place.withText(text)],
  }));
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...ownPlace,
    ...inFields,
    ...inLists,
    ...alternatives.flatMap((alternative) => stringPlaces(alternative, path)),
  ];
}

/** Strings that make careless patterns backtrack, by length. */
const hostile: Readonly<Record<string, (length: number) => string>> = {
  'an address of dots': (length) => `a@${'.'.repeat(length)}@`,
  'an address of labels': (length) => `a@${'a.'.repeat(length / 2)}@`,
  'at signs': (length) => '@'.repeat(length),
  dots: (length) => '.'.repeat(length),
  letters: (length) => `${'a'.repeat(length)}!`,
  capitals: (length) => `${'A'.repeat(length)}!`,
  digits: (length) => `${'1'.repeat(length)}!`,
  spaces: (length) => `a${' '.repeat(length)}a`,
  'spaces around': (length) => `${' '.repeat(length / 2)}${'\t'.repeat(length / 2)}`,
  'titles of doctors': (length) => `dr.${' '.repeat(length)}.`,
  hyphens: (length) => `1${'-'.repeat(length)}!`,
  dates: (length) => `${'2026-01-01T'.repeat(length / 11)}!`,
  marks: (length) => '\u0316\u0300'.repeat(length / 2),
  'control characters': (length) => '\u0000\u001b'.repeat(length / 2),
};

/**
 * The work of parsing the request, by the length of a text in it. A refusal alone costs many times an acceptance, so both
 * lengths have one, also where only the longer text is refused.
 */
function parsing(schema: z.ZodType, { withText }: StringPlace, made: (length: number) => string) {
  return (length: number): (() => unknown) => {
    const request = withText(made(length));
    return () => [schema.safeParse(undefined), schema.safeParse(request)];
  };
}

const cases = Object.entries<Endpoint>(endpoints).flatMap(([name, { request }]) =>
  stringPlaces(z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' })).map((place) => ({
    name: `${name}${place.path}`,
    request,
    place,
  })),
);

test('the table has strings to try', () => {
  expect(cases.length).toBeGreaterThan(60);
  expect(cases.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['saveUser.email', 'addDoctor.Email', 'requestPasswordReset.email', 'blockSlots.timings[]']),
  );
});

test.each(cases)(
  'a hostile string as $name takes a time that grows no faster than its length',
  ({ request, place }) => {
    for (const [kind, made] of Object.entries(hostile)) {
      expect({ kind, isLinear: isLinear(parsing(request, place, made)) }).toEqual({ kind, isLinear: true });
    }
  },
);

test('a quadratic pattern is found', () => {
  const quadratic = z.string().regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/);
  const place: StringPlace = { path: '', withText: (text) => text };
  const isFound = () =>
    !isLinear(
      parsing(quadratic, place, (length) => `a@${'.'.repeat(length)}@`),
      { maxRounds: 1 },
    );
  // A busy machine can make a single ratio too small as well as too large.
  expect(Array.from({ length: 10 }).some(isFound)).toBe(true);
});
