import { fold, joinedMark } from '../fold.ts';
import { soundOf } from '../spelling/latin.ts';

/**
 * The search for people by name and number. A word is found as a whole, by its beginning, or with one letter missing,
 * added, swapped with its neighbour or wrong; a number by its digits. An index has keys of each person's words, which a
 * search looks up; `rankOf` then compares the words themselves, since two words can share a key.
 */

/** How a typed word matches a person's word, best first. */
export const agreements = ['whole', 'begun', 'near'] as const;
export type Agreement = (typeof agreements)[number];

/** A number with at least this many digits is a phone number. */
const phoneLength = 9;
/** This many digits in a row are a key, at any place of a number. */
const digitsOfKey = 4;
/** The highest number of letters in the key of a beginning. */
const maxPrefixLength = 12;
/** A longer word is found only as a whole and by its beginning. */
const maxNearLength = 24;
/** A shorter word with one wrong letter would match nearly any other. */
const shortestNear = 3;
/** Further words are ignored: few names have more. */
const maxWords = 40;
/** The longest words of a search are looked up, as the rarest; the others are compared afterwards. */
const maxKeyed = 4;

const isNumber = (word: string): boolean => /^\d+$/.test(word);
const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');
const hasDigit = (word: string): boolean => /\d/.test(word);

/** The words between blanks, hyphens, apostrophes and other marks; a text of only such marks is a word. */
function partsOf(token: string): readonly string[] {
  const parts = token.split(/[^\p{L}\p{M}\p{N}]+/u).filter((part) => part !== '');
  return parts.length > 0 ? parts : [token];
}

/** The words of a folded text; "d'souza" is "d", "souza" and "dsouza". Spellings for lists are no words. */
function wordsIn(text: string): readonly string[] {
  const words = text
    .split(/\s+/)
    .filter((token) => token !== '' && !token.startsWith(joinedMark))
    .flatMap((token) => {
      const parts = partsOf(token);
      return parts.length > 1 ? [...parts, parts.join('')] : parts;
    });
  return [...new Set(words.flatMap((word) => (isNumber(word) ? [word, withoutZeros(word)] : [word])))];
}

/** Words of letters that stand beside each other in a line, as one: "raj kumar" is also "rajkumar". */
function joinedIn(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => !line.startsWith(joinedMark))
    .flatMap((line) => joinedPairs(line.split(/[\s.]+/)));
}

const joinedPairs = (words: readonly string[]): string[] =>
  words.flatMap((word, index) => {
    const next = words[index + 1];
    return next !== undefined && isLetters(word) && isLetters(next) ? [`${word}${next}`] : [];
  });
const isLetters = (word: string): boolean => /^[\p{L}\p{M}]+$/u.test(word);

const soundKey = (word: string): readonly string[] => {
  const sound = soundOf(word);
  return sound === null ? [] : [`~${sound}`];
};

/** Separators that people write between the digits of a number; a trunk zero in brackets is not dialled. */
const betweenDigits = /(?<=\d)[\s().+-]+(?=\d)/g;

/** A typed number without its dialling zeros, if the rest is long enough for a search. */
function withoutDialled(digits: string): string {
  const number = withoutZeros(digits);
  return number.length >= digitsOfKey ? number : digits;
}

/** The words of a search, all of which a match has, in any order. Groups of digits are one number. */
export function typedWords(input: string): readonly string[] {
  const words = fold(input)
    .replaceAll('(0)', ' ')
    .replace(betweenDigits, '')
    .split(' ')
    .filter((token) => token !== '')
    .flatMap(partsOf)
    .map((word) => (isNumber(word) ? withoutDialled(word) : word));
  return [...new Set(words)].slice(0, maxWords);
}

/** The word without each of its letters in turn. */
function withoutEach(word: string): readonly string[] {
  const letters = [...word];
  return letters.map((_, at) => [...letters.slice(0, at), ...letters.slice(at + 1)].join(''));
}

const begins = (word: string, length: number): string => [...word].slice(0, length).join('');

/** Every four consecutive digits. */
const runsOf = (digits: string): readonly string[] =>
  Array.from({ length: digits.length - digitsOfKey + 1 }, (_, at) => `#${digits.slice(at, at + digitsOfKey)}`);

/**
 * The last four digits and the four before: numbers differ most at their end, and further keys would exclude hardly
 * anybody.
 */
function lastRunsOf(digits: string): readonly string[] {
  const before = Math.max(0, digits.length - 2 * digitsOfKey);
  return [...new Set([digits.length - digitsOfKey, before])].map((at) => `#${digits.slice(at, at + digitsOfKey)}`);
}

const mayBeNear = (word: string): boolean => word.length <= maxNearLength && !hasDigit(word);

function keysOfWord(word: string): readonly string[] {
  if (isNumber(word) && word.length >= phoneLength) return runsOf(word);
  const beginnings = Array.from(
    { length: Math.min([...word].length - 1, maxPrefixLength) },
    (_, at) => `^${begins(word, at + 1)}`,
  );
  const runs = isNumber(word) && word.length >= digitsOfKey ? runsOf(word) : [];
  const nearly = mayBeNear(word) ? withoutEach(word).map((rest) => `-${rest}`) : [];
  return [`=${word}`, ...beginnings, ...runs, ...nearly, ...soundKey(word)];
}

/** The keys of a person's folded text (`searched`). */
export const keysOf = (text: string): readonly string[] => [
  ...new Set([...wordsIn(text).flatMap(keysOfWord), ...joinedIn(text).flatMap(soundKey)]),
];

/** The keys to look up: a person has at least one of each list if each typed word matches this well or better. */
export function lookUpKeysOf(words: readonly string[], agreement: Agreement): readonly (readonly string[])[] {
  const keyWords = words.toSorted((one, other) => other.length - one.length).slice(0, maxKeyed);
  return keyWords.flatMap((word): readonly (readonly string[])[] => {
    if (isNumber(word) && word.length >= digitsOfKey) return lastRunsOf(word).map((run) => [run]);
    const whole = [`=${word}`];
    const wordStarts =
      isNumber(word) || agreement !== 'whole' ? [...whole, `^${begins(word, maxPrefixLength)}`] : whole;
    if (agreement !== 'near' || hasDigit(word)) return [wordStarts];
    const sounds = [word, ...joinedWith(words, word)].flatMap(soundKey);
    if (!mayBeNear(word)) return [[...wordStarts, ...sounds]];
    return [[...wordStarts, ...sounds, `-${word}`, ...withoutEach(word).flatMap((rest) => [`=${rest}`, `-${rest}`])]];
  });
}

/** A typed word as one with its neighbours: "jaya lakshmi" finds Jayalakshmi. */
function joinedWith(words: readonly string[], word: string): readonly string[] {
  const at = words.indexOf(word);
  return joinedPairs(words.slice(Math.max(0, at - 1), at + 2));
}

/** Whether two words differ by one missing or wrong letter, or by two swapped neighbours. */
export function isOneOff(one: string, other: string): boolean {
  const [a, b] = [[...one], [...other]];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

function agreementOfNumbers(word: string, input: string): Agreement | null {
  if (word === input || (input.length >= phoneLength && word.endsWith(input))) return 'whole';
  if (word.length < phoneLength && word.startsWith(input)) return 'begun';
  return input.length >= digitsOfKey && word.includes(input) ? 'begun' : null;
}

/** How a typed word matches a person's word; null if it doesn't. */
export function agreementOf(word: string, input: string): Agreement | null {
  if (isNumber(input) && isNumber(word)) return agreementOfNumbers(word, input);
  if (word === input) return 'whole';
  if (word.startsWith(input)) return 'begun';
  const isLongEnough = [...word].length >= shortestNear || [...input].length >= shortestNear;
  return isLongEnough && mayBeNear(word) && mayBeNear(input) && isOneOff(word, input) ? 'near' : null;
}

const isSameSound = (word: string, input: string): boolean => {
  const sound = soundOf(input);
  return sound !== null && sound === soundOf(word);
};

/** The agreement of a typed word, or of it and its neighbour as one word. */
function bestOf(own: readonly string[], joined: readonly string[], input: readonly string[]): number | null {
  const [word = '', ...pairs] = input;
  const found = own.flatMap((ownWord) => agreementOf(ownWord, word) ?? []);
  if ([...joined].includes(word)) found.push('whole');
  if (found.length === 0) {
    const isSame = [...own, ...joined].some((ownWord) => input.some((form) => isSameSound(ownWord, form)));
    if (isSame || own.some((ownWord) => pairs.includes(ownWord))) found.push('near');
  }
  return found.length === 0 ? null : Math.min(...found.map((agreement) => agreements.indexOf(agreement)));
}

/**
 * How well a person's folded text answers a search; lower is better. Sorted by the word that matches worst, then by all
 * words. Null if a typed word matches none.
 */
export function rankOf(text: string, words: readonly string[]): number | null {
  const own = wordsIn(text);
  const joined = joinedIn(text);
  let worst = 0;
  let sum = 0;
  for (const input of words) {
    const best = bestOf(own, joined, [input, ...joinedWith(words, input)]);
    if (best === null) return null;
    worst = Math.max(worst, best);
    sum += best;
  }
  return worst * 1_000 + sum;
}
