import { matchedParts } from './matched-parts.ts';

const marked = (text: string, search: string): string =>
  matchedParts(text, search)
    .map(({ part, matched }) => (matched ? `[${part}]` : part))
    .join('');

test.each([
  ['Asha Menon', '', 'Asha Menon'],
  ['Asha Menon', 'nobody', 'Asha Menon'],
  ['Asha Menon', 'MEN', 'Asha [Men]on'],
  ['Asha Menon', 'menon ash', '[Ash]a [Menon]'],
  ['Zoe\u0301 Dias', 'zoe', '[Zoe\u0301] Dias'],
  ['K.Murugan', 'k. murugan', '[K].[Murugan]'],
  ['Stra\u00dfe', 'ass', 'Str[a\u00df]e'],
  ['Lakshmi\u00a0Iyer', '98123 45670', 'Lakshmi\u00a0Iyer'],
])('%s searched by %j', (text, search, expected) => expect(marked(text, search)).toBe(expected));
