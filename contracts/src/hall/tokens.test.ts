import { isTokenTyped, tokenLetter, tokenText, tokenTyped } from './tokens.ts';

test('letters are A to Z without I and O, then pairs, and none is given twice', () => {
  expect([0, 7, 8, 13, 23, 24, 25, 47, 48].map(tokenLetter)).toEqual(['A', 'H', 'J', 'P', 'Z', 'AA', 'AB', 'AZ', 'BA']);
  expect(new Set(Array.from({ length: 600 }, (_, index) => tokenLetter(index))).size).toBe(600);
});

test('a token is written with its letter, and one without as before', () => {
  expect([tokenText({ token: 12, letter: 'A' }), tokenText({ token: 12 })]).toEqual(['A 12', '12']);
});

test('a typed token is found with and without its letter', () => {
  expect(['A 12', 'a12', ' 12 ', 'AB\u00a07', '0', 'A', '1234', 'ABC 1', '12 A'].map(tokenTyped)).toEqual([
    { token: 12, letter: 'A' },
    { token: 12, letter: 'A' },
    { token: 12, letter: undefined },
    { token: 7, letter: 'AB' },
    ...Array(5).fill(null),
  ]);
  const token = { token: 12, letter: 'B' };
  expect(
    [{ token: 12 }, { token: 12, letter: 'B' }, { token: 12, letter: 'A' }, { token: 2 }].map((input) =>
      isTokenTyped(token, input),
    ),
  ).toEqual([true, true, false, false]);
});
