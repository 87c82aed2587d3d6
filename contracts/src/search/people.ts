import { fold } from '../fold.ts';

/**
 * How people are found by name and number: a word is found by itself, by its beginning, or with one letter missing, added,
 * exchanged with its neighbour or wrong; a number by its digits. An index keeps keys of each person's words, which a
 * search looks up; `rankOf` then compares the words themselves, since two words can share a key.
 */

/** How a typed word agrees with a person's word, best first. */
export const agreements = ['whole', 'begun', 'near'] as const;
export type Agreement = (typeof agreements)[number];

/** From this many digits on, a number is a phone's. */
const phoneLength = 9;
/** So many digits in a row are a key, wherever they stand in a number. */
const digitsOfKey = 4;
/** A beginning's key has at most so many letters. */
const longestBeginning = 12;
/** A longer word is found by itself and by its beginning only. */
const longestNear = 24;
/** With one letter off, a shorter word would be nearly any other. */
const shortestNear = 3;
/** Further words are left out: few names have as many. */
const mostWords = 40;
/** The longest words of a search have keys, as the rarest; further ones are compared. */
const mostKeyed = 4;

const isNumber = (word: string): boolean => /^\d+$/.test(word);
const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');
const hasDigit = (word: string): boolean => /\d/.test(word);

/** The words between blanks, hyphens, apostrophes and other marks; text of such marks alone is a word. */
function partsOf(token: string): readonly string[] {
  const parts = token.split(/[^\p{L}\p{M}\p{N}]+/u).filter((part) => part !== '');
  return parts.length > 0 ? parts : [token];
}

/** The words of a folded text; "d'souza" is "d", "souza" and "dsouza". */
function wordsIn(folded: string): readonly string[] {
  const words = folded
    .split(/\s+/)
    .filter((token) => token !== '')
    .flatMap((token) => {
      const parts = partsOf(token);
      return parts.length > 1 ? [...parts, parts.join('')] : parts;
    });
  return [...new Set(words.flatMap((word) => (isNumber(word) ? [word, withoutZeros(word)] : [word])))];
}

/** What people write between the digits of a number; a trunk zero in brackets is not dialled. */
const betweenDigits = /(?<=\d)[\s().+-]+(?=\d)/g;

/** A typed number without the zeros that one dials before it, if it is long enough to be looked for without. */
function withoutDialled(digits: string): string {
  const number = withoutZeros(digits);
  return number.length >= digitsOfKey ? number : digits;
}

/** The words of what was typed, all of which a found person has, in any order. Groups of digits are one number. */
export function typedWords(typed: string): readonly string[] {
  const words = fold(typed)
    .replaceAll('(0)', ' ')
    .replace(betweenDigits, '')
    .split(' ')
    .filter((token) => token !== '')
    .flatMap(partsOf)
    .map((word) => (isNumber(word) ? withoutDialled(word) : word));
  return [...new Set(words)].slice(0, mostWords);
}

/** The word without each of its letters in turn. */
function withoutEach(word: string): readonly string[] {
  const letters = [...word];
  return letters.map((_, at) => [...letters.slice(0, at), ...letters.slice(at + 1)].join(''));
}

const begins = (word: string, length: number): string => [...word].slice(0, length).join('');

/** Every four digits in a row. */
const runsOf = (digits: string): readonly string[] =>
  Array.from({ length: digits.length - digitsOfKey + 1 }, (_, at) => `#${digits.slice(at, at + digitsOfKey)}`);

/** The last four digits and the four before: numbers differ more at their end, and more keys find hardly fewer. */
function lastRunsOf(digits: string): readonly string[] {
  const before = Math.max(0, digits.length - 2 * digitsOfKey);
  return [...new Set([digits.length - digitsOfKey, before])].map((at) => `#${digits.slice(at, at + digitsOfKey)}`);
}

const mayBeNear = (word: string): boolean => word.length <= longestNear && !hasDigit(word);

function keysOfWord(word: string): readonly string[] {
  if (isNumber(word) && word.length >= phoneLength) return runsOf(word);
  const beginnings = Array.from(
    { length: Math.min([...word].length - 1, longestBeginning) },
    (_, at) => `^${begins(word, at + 1)}`,
  );
  const runs = isNumber(word) && word.length >= digitsOfKey ? runsOf(word) : [];
  const nearly = mayBeNear(word) ? withoutEach(word).map((rest) => `-${rest}`) : [];
  return [`=${word}`, ...beginnings, ...runs, ...nearly];
}

/** The keys of a person's folded text (`searched`). */
export const keysOf = (folded: string): readonly string[] => [...new Set(wordsIn(folded).flatMap(keysOfWord))];

/** The keys of which a person has at least one of each list, if each typed word agrees so or better. */
export function keysSought(words: readonly string[], agreement: Agreement): readonly (readonly string[])[] {
  const keyed = words.toSorted((one, other) => other.length - one.length).slice(0, mostKeyed);
  return keyed.flatMap((word): readonly (readonly string[])[] => {
    if (isNumber(word) && word.length >= digitsOfKey) return lastRunsOf(word).map((run) => [run]);
    const whole = [`=${word}`];
    const begun = isNumber(word) || agreement !== 'whole' ? [...whole, `^${begins(word, longestBeginning)}`] : whole;
    if (agreement !== 'near' || !mayBeNear(word)) return [begun];
    return [[...begun, `-${word}`, ...withoutEach(word).flatMap((rest) => [`=${rest}`, `-${rest}`])]];
  });
}

/** Whether two words differ by one letter missing or wrong, or by two neighbours exchanged. */
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

function agreementOfNumbers(word: string, typed: string): Agreement | null {
  if (word === typed || (typed.length >= phoneLength && word.endsWith(typed))) return 'whole';
  if (word.length < phoneLength && word.startsWith(typed)) return 'begun';
  return typed.length >= digitsOfKey && word.includes(typed) ? 'begun' : null;
}

/** How a typed word agrees with a person's word; null if it doesn't. */
export function agreementOf(word: string, typed: string): Agreement | null {
  if (isNumber(typed) && isNumber(word)) return agreementOfNumbers(word, typed);
  if (word === typed) return 'whole';
  if (word.startsWith(typed)) return 'begun';
  const isLongEnough = [...word].length >= shortestNear || [...typed].length >= shortestNear;
  return isLongEnough && mayBeNear(word) && mayBeNear(typed) && isOneOff(word, typed) ? 'near' : null;
}

/**
 * How well a person's folded text answers a search, lower being better: by the word that agrees least, then by all of
 * them. Null if a typed word agrees with none.
 */
export function rankOf(folded: string, words: readonly string[]): number | null {
  const own = wordsIn(folded);
  let worst = 0;
  let sum = 0;
  for (const typed of words) {
    const found = own.map((word) => agreementOf(word, typed)).filter((agreement) => agreement !== null);
    if (found.length === 0) return null;
    const best = Math.min(...found.map((agreement) => agreements.indexOf(agreement)));
    worst = Math.max(worst, best);
    sum += best;
  }
  return worst * 1_000 + sum;
}
