import { byFold, fold, hasWords, searchText, searchWords } from './fold.ts';
import { phoneSpellings, searchPairs } from './testing/search-pairs.ts';

interface Named {
  readonly name: string;
  readonly id: string;
}
const nameOf = ({ name }: Named) => name;
const idOf = ({ id }: Named) => id;

test.each(searchPairs)('%s is found by %s', (stored, input) => {
  expect(hasWords(searchText(stored), searchWords(input))).toBe(true);
});

test.each(phoneSpellings)('a phone number is found by %s, and another one is not', (input) => {
  const words = searchWords(input);
  expect(hasWords(searchText('Asha Menon', '919812345670'), words)).toBe(true);
  expect(hasWords(searchText('Asha Menon', '919811145611'), words)).toBe(false);
});

test('a name and a number find the one person; no word reaches over two fields', () => {
  const words = searchWords('arjun 98123 45670');
  expect(words).toEqual(['arjun', '9812345670']);
  expect(hasWords(searchText('Arjun Sundaram', '919812345670'), words)).toBe(true);
  expect(hasWords(searchText('Meenakshi Sundaram', '919812345670'), words)).toBe(false);
  expect(hasWords(searchText('ab', null, 'cd'), ['bc'])).toBe(false);
});

test('an address with numbers, and one of e-mail, are found as they stand', () => {
  const address = searchText('Asha', null, 'k.rao-1985@mail.example', 'Flat 007-B, 12 MG Road, Bengaluru 560 001');
  for (const input of ['k.rao-1985@mail.example', 'flat 007-b', '12 mg road', '560 001', 'bengaluru 12']) {
    expect([input, hasWords(address, searchWords(input))]).toEqual([input, true]);
  }
  expect(hasWords(address, searchWords('12 mg street'))).toBe(false);
});

test('what stands in a row is found by all of it, however many words and numbers that are', () => {
  const fields = [
    'Sri Venkata K.',
    '919812345670',
    'Flat 007-B, Lake View, 12/3 MG Road, near City Mall, Pune 411 001, India',
  ];
  expect(hasWords(searchText(...fields), searchWords(fields.join(' ')))).toBe(true);
  expect(hasWords(searchText(...fields), searchWords(`${fields.join(' ')} Nepal`))).toBe(false);
});

test('letters of other scripts keep their marks', () => {
  expect(fold('Й')).not.toBe(fold('И'));
  expect(fold('कि')).not.toBe(fold('की'));
  expect(fold('が')).not.toBe(fold('か'));
});

test('a fold stays as it is when it is folded again', () => {
  for (const text of [...searchPairs.flat(), 'A.', '´x', 'ΟΔΥΣΣΕΥΣ', '①', 'ﬁ'])
    expect(fold(fold(text))).toBe(fold(text));
});

test('lists sort an accent beside its letter', () => {
  const named = ['Zoya', 'Álvaro', 'beatriz', 'Asha'].map((name) => ({ name, id: '1' }));
  const names = named.sort(byFold(nameOf, idOf)).map(nameOf);
  expect(names).toEqual(['Álvaro', 'Asha', 'beatriz', 'Zoya']);
});

test('equal names sort by id, from whatever order they come', () => {
  const equal = ['2', '1', '3'].map((id) => ({ name: id === '3' ? 'dr. rao' : 'Dr. Rao', id }));
  const ids = (items: typeof equal) => [...items].sort(byFold(nameOf, idOf)).map(idOf);
  expect([ids(equal), ids(equal.reverse())]).toEqual([
    ['1', '2', '3'],
    ['1', '2', '3'],
  ]);
});

test("the keyboard's characters are folded as among those of other scripts", () => {
  const keyboard = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));
  const texts = [
    keyboard,
    'Dr. A.B. Rao',
    'k.rao@mail.example.',
    ' A  `B` ',
    'x.1. Y.',
    '007-B, 12/3 M.G. Road',
    '...',
  ];
  for (const text of texts) expect([text, fold(`ß ${text}`)]).toEqual([text, `ss ${fold(text)}`.trim()]);
});

test('a long search has few words, and takes a time by its length', () => {
  const input = Array.from({ length: 500 }, (_, index) => `w${index}x`).join(' ');
  const words = searchWords(input);
  expect(words).toHaveLength(40);
  expect(hasWords(fold(input), words)).toBe(true);
  expect(fold(`a${'\u0301'.repeat(100_000)}`).length).toBeGreaterThan(0);
  expect(searchWords('('.repeat(100_000))).toHaveLength(1);
});
