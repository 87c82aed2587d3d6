import { nfc, withoutFormat } from './fields/format-characters.ts';
import { isIndic, latinOf } from './spelling/latin.ts';

/**
 * Characters that stand for one of the keyboard. Replaced before NFKC, which turns a lone acute accent into a space.
 */
const typedVariants: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛ʹʻʼʽˈʹ′´`]/g, "'"],
  [/[“”„‟″]/g, '"'],
  [/[\p{Pd}\u2212]/gu, '-'],
];

/** Malayalam's chillu letters, by the consonant that begins their older form: consonant, virama, joiner. */
const chilluLetters: Readonly<Record<string, string>> = {
  ...{ ണ: 'ൺ', ന: 'ൻ', ര: 'ർ', റ: 'ർ', ല: 'ൽ', ള: 'ൾ', ക: 'ൿ' },
  ...{ മ: '\u0d54', യ: '\u0d55', ഴ: '\u0d56' },
};
const decomposedChillu = new RegExp(`([${Object.keys(chilluLetters).join('')}])\\u0d4d\\u200d`, 'g');

/** Latin letters whose stroke or ligature Unicode doesn't decompose. */
const plainLatin: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
};
const otherLatin = new RegExp(`[${Object.keys(plainLatin).join('')}]`, 'g');

const isDigit = (code: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(code));

/** The value of a digit of any script: each script has its ten in a row. */
function valueIn(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && isDigit(zero - 1)) zero -= 1;
  return String(code - zero);
}

/** Digits of any script as 0 to 9. */
export const plainDigits = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, valueIn);

/**
 * Composing takes time quadratic in a run of marks, so text with a longer run than any writing has is unchanged (as in
 * `nfc`).
 */
const normal = (text: string, form: 'NFKC' | 'NFD'): string => (/\p{M}{31}/u.test(text) ? text : text.normalize(form));

/** A fast path for keyboard characters, which most text consists of: folding other scripts takes ten times as long. */
const keyboardOnly = /^[ -~]*$/;

/** Without the dots of initials and titles. */
const withoutDots = (lower: string): string =>
  lower.includes('.')
    ? lower.replace(/(?<![\p{L}\p{M}\p{N}])(\p{L}\p{M}*)\./gu, '$1 ').replace(/(?<=[\p{L}\p{M}])\.(?=\s|$)/gu, '')
    : lower;

/** Lower case, without the differences between two spellings of a letter. */
function plainLetters(text: string): string {
  const input = typedVariants.reduce((result, [marks, plain]) => result.replace(marks, plain), text);
  const joined = input.replace(decomposedChillu, (old, letter: string) => chilluLetters[letter] ?? old);
  const lower = plainDigits(normal(withoutFormat(joined), 'NFKC')).toLowerCase();
  return nfc(normal(lower, 'NFD').replace(/(?<=\p{Script=Latin})\p{M}+/gu, ''))
    .replace(otherLatin, (letter) => plainLatin[letter] ?? letter)
    .replaceAll('ς', 'σ');
}

/**
 * The folded form of a text, which is stored, typed, sorted and compared. Texts that look alike, or differ only by what
 * people leave out (capitals, Latin accents, the dot of an initial or a title), have equal forms. Line breaks become
 * spaces.
 */
export function fold(text: string): string {
  return withoutDots(keyboardOnly.test(text) ? text.replaceAll('`', "'").toLowerCase() : plainLetters(text))
    .replace(/[\s\u0085]+/g, ' ')
    .trim();
}

/** Whether two names are equal when folded; a null name equals none. */
export const isSameName = (one: string | null, other: string): boolean => one !== null && fold(one) === fold(other);

/** Whether it is the person with this phone and name. */
export const isCalled = (
  { phone, name }: { readonly phone: string | null; readonly name: string | null },
  person: { readonly phone: string | null; readonly name: string },
): boolean => phone === person.phone && isSameName(name, person.name);

/** Begins a word that only lists search: a name without its spaces. */
export const joinedMark = '~';

/** A line with the Latin spellings of words in the scripts of India, and with the first field as one word. */
function spellingsOf(fields: readonly string[]): string {
  const latin = fields.flatMap((field) => (isIndic(field) ? field.split(' ').map(latinOf) : []));
  const [first = ''] = fields;
  const isName = first.includes(' ') && !/\d/.test(first);
  return [...latin, ...(isName ? [`${joinedMark}${latinWords(first).replaceAll(/[\s.]+/g, '')}`] : [])].join(' ');
}

const latinWords = (text: string): string => (isIndic(text) ? text.split(' ').map(latinOf).join(' ') : text);

/** The fields of a row to search in, one per line, so that no word matches across two; the name is the first. */
export function searchText(...fields: readonly (string | null | undefined)[]): string {
  const texts = fields.map((field) => fold(field ?? ''));
  return [...texts, spellingsOf(texts)].filter((field) => field !== '').join('\n');
}

/** Digits, not within a word, with separators that people write: '+91 (0) 98123-45670'. */
const number = /(?<![\p{L}\p{M}\d])[+(]{0,3}\d(?:[\d ().+-]*[\d)])?(?![\p{L}\p{M}\d])/gu;
/** Groups of digits with at least this many digits are one phone number. */
const phoneLength = 9;
/** Further words are ignored: a search's cost grows with its words, and few names and addresses have more. */
const maxWords = 40;

function digitsApart(run: string): string {
  const groups = run.replace('(0)', '').replace(/\D+/g, ' ');
  const digits = groups.replaceAll(' ', '').replace(/^0+(?=\d)/, '');
  return ` ${digits.length >= phoneLength ? digits : groups} `;
}

/**
 * The words of a search, all of which a match contains, in any order. A phone number is one word: its digits without a
 * dialling prefix (0, 00 or +).
 */
export function searchWords(input: string): readonly string[] {
  const words = latinWords(fold(input))
    .replace(number, digitsApart)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => (/^\d+$/.test(word) ? word.replace(/^0+(?=\d)/, '') : word));
  return [...new Set(words)].slice(0, maxWords);
}

/** Whether a folded text contains all words. */
export const hasWords = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word));

/**
 * The order of lists by name: by code units of the folded names, each folded once. Equal names are sorted by id, so
 * that the order is the same wherever the items come from.
 */
export function byFold<Item>(
  nameOf: (item: Item) => string,
  idOf: (item: Item) => string,
): (one: Item, other: Item) => number {
  const folds = new Map<string, string>();
  const foldOf = (item: Item): string => {
    const name = nameOf(item);
    const foldedName = folds.get(name) ?? fold(name);
    folds.set(name, foldedName);
    return foldedName;
  };
  return (one, other) => {
    const [a, b] = [foldOf(one), foldOf(other)];
    return a === b ? compare(idOf(one), idOf(other)) : compare(a, b);
  };
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
