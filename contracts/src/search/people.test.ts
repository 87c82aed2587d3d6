import { searchText } from '../fold.ts';
import { phoneSpellings, searchPairs, spellingPairs } from '../testing/search-pairs.ts';
import { agreementOf, type agreements, isOneOff, keysOf, lookUpKeysOf, rankOf, typedWords } from './people.ts';

const rank = (stored: string, input: string, phone?: string) => rankOf(searchText(stored, phone), typedWords(input));
const isFound = (stored: string, input: string, phone?: string) => rank(stored, input, phone) !== null;

/** Whether an index of keys finds the person in a search that accepts matches down to this agreement. */
function hasKeys(stored: string, input: string, agreement: (typeof agreements)[number] = 'near', phone?: string) {
  const own = new Set(keysOf(searchText(stored, phone)));
  return lookUpKeysOf(typedWords(input), agreement).every((list) => list.some((key) => own.has(key)));
}

test.each([...searchPairs, ...spellingPairs])('%s is found by %s', (stored, input) => {
  expect([isFound(stored, input), hasKeys(stored, input)]).toEqual([true, true]);
});

test('another name that sounds alike only in part is not found, and whole words come first', () => {
  for (const [stored, input] of [
    ['Sunita', 'savita'],
    ['Ram', 'ravi'],
    ['Raj Kumar', 'rajkumari devi'],
    ['Lakshmi', 'lakshman'],
    ['राम', 'रवि'],
  ] as const)
    expect([stored, input, isFound(stored, input)]).toEqual([stored, input, false]);
  expect(rank('Laxmi', 'laxmi')).toBeLessThan(rank('Lakshmi', 'laxmi') ?? 0);
});

test.each(phoneSpellings)('a phone is found by %s, and another one is not', (input) => {
  expect(hasKeys('Asha', input, 'whole', '919812345670')).toBe(true);
  expect([isFound('Asha', input, '919812345670'), isFound('Asha', input, '919811145611')]).toEqual([true, false]);
});

test('"Sundram" finds Sundaram: a letter missing, doubled, exchanged or wrong, at each place of the word', () => {
  const word = 'sundaram';
  const letters = [...word];
  const input = letters.flatMap((letter, at) => {
    const before = letters.slice(0, at).join('');
    const after = letters.slice(at + 1).join('');
    const exchanged = after === '' ? [] : [`${before}${after[0]}${letter}${after.slice(1)}`];
    return [`${before}${after}`, `${before}${letter}${letter}${after}`, `${before}z${after}`, ...exchanged];
  });
  for (const each of input) {
    expect([each, isFound('Arjun Sundaram', each), hasKeys('Arjun Sundaram', each)]).toEqual([each, true, true]);
  }
  for (const other of ['sndram', 'sunadirma', 'sundaramam', 'undaran']) {
    expect([other, isFound('Arjun Sundaram', other)]).toEqual([other, false]);
  }
});

test('letters of other scripts are letters, and a pair of surrogates is one', () => {
  expect([isFound('रमेश कुमार', 'रमश'), isFound('சுந்தரம்', 'சுந்தரம')]).toEqual([true, true]);
  expect([isOneOff('a😀b', 'ab'), isOneOff('a😀b', 'a😁b'), isOneOff('😀😁', '😁😀')]).toEqual([true, true, true]);
});

test('a word is found by its beginning as typed, not by one with a letter off', () => {
  expect([agreementOf('sundaram', 'sund'), agreementOf('sundaram', 'snud')]).toEqual(['begun', null]);
  expect([hasKeys('Sundaram', 'sund', 'begun'), hasKeys('Sundaram', 'sund', 'whole')]).toEqual([true, false]);
  const long = 'Venkatanarasimharajuvaripeta';
  expect([hasKeys(long, 'venkatanarasimhara', 'begun'), isFound(long, 'venkatanarasimharx')]).toEqual([true, false]);
});

test('words of one and two letters are found near words of three and more only', () => {
  expect([isFound('Ram', 'rm'), isFound('Om', 'oom'), isFound('A. Rao', 'xb')]).toEqual([true, true, false]);
  expect([agreementOf('k', 'r'), agreementOf('om', 'on')]).toEqual([null, null]);
});

test('numbers are found by their digits, and by no other digit', () => {
  const of = (input: string) => [isFound('Asha\n240017', input), hasKeys('Asha\n240017', input)];
  for (const input of ['240017', '2400', '24', '0017', '२४००१७'])
    expect([input, ...of(input)]).toEqual([input, true, true]);
  for (const input of ['240018', '24017', '17']) expect([input, ...of(input)]).toEqual([input, false, false]);
  expect(rank('Asha', '+91 98123 45670', '919812345670')).toBe(0);
});

test('parts of a name with a mark between are words, alone and together', () => {
  for (const input of ["d'souza", 'souza', 'dsouza', 'dsuza']) expect(isFound("Maria D'Souza", input)).toBe(true);
});

test('whole words go before begun ones, and these before those with a letter off', () => {
  const names = ['Rame', 'Ramesh Rao', 'Ram Rao', 'Rem Rao', 'Rohan'];
  const sorted = names
    .map((name) => ({ name, at: rank(name, 'ram') }))
    .filter(({ at }) => at !== null)
    .sort((one, other) => (one.at ?? 0) - (other.at ?? 0));
  expect(sorted.map(({ name }) => name)).toEqual(['Ram Rao', 'Rame', 'Ramesh Rao', 'Rem Rao']);
  // The worst match decides: two prefixes are better than one complete word and a near one.
  expect(rank('Ramesh Raoji', 'ram rao') ?? 0).toBeLessThan(rank('Ram Rso', 'ram rao') ?? 0);
});

test('what agrees is found by its keys, whatever the words are', () => {
  const words = [
    'ram',
    'rama',
    'arm',
    'om',
    'o',
    'sundaram',
    'sundarma',
    'sudnaram',
    'ramm',
    '12',
    '1234',
    '12345',
    'ab1',
  ];
  for (const word of words) {
    for (const input of words) {
      const agreement = agreementOf(word, input);
      if (agreement) expect([word, input, hasKeys(word, input, agreement)]).toEqual([word, input, true]);
    }
  }
});

test('any text has few keys, and a search of nothing has none', () => {
  expect(lookUpKeysOf(typedWords(' \u200b '), 'near')).toEqual([]);
  const long = 'x'.repeat(1_000);
  expect(keysOf(long).length).toBeLessThan(20);
  expect(lookUpKeysOf(typedWords(Array.from({ length: 60 }, (_, at) => `w${at}x`).join(' ')), 'near').length).toBe(4);
  for (const input of ['\ud800', '☃😀', '"', '%', '\u0000']) expect(isFound('Asha Menon', input)).toBe(false);
});
