import fc from 'fast-check';
import { canonicalJson, type Json } from './json.ts';

const json = fc.jsonValue().map((value) => value as Json);

/** The same value with the keys of every object reversed. */
function reversed(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => reversed(item) ?? null);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
}

describe('canonical JSON', () => {
  test('reads back as the value', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('is the same for equal values, however their keys are ordered', () => {
    fc.assert(fc.property(json, (value) => expect(canonicalJson(reversed(value))).toBe(canonicalJson(value))));
  });

  test('writes any text as JSON does', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', '\\', '\n', '\u0000', '\u007f', '\u2028', '\ud800', 'é', '手'),
    );
    fc.assert(fc.property(text, (value) => expect(canonicalJson(value)).toBe(JSON.stringify(value))));
  });

  test('sorts keys, leaves out what is undefined, and writes no spaces', () => {
    expect(canonicalJson({ b: [1, null, 'x'], a: { d: undefined, c: -0.5 }, '10': true, '9': false })).toBe(
      '{"10":true,"9":false,"a":{"c":-0.5},"b":[1,null,"x"]}',
    );
  });
});
