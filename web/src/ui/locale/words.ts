import { locale } from './locale.ts';

const rupees = new Intl.NumberFormat(locale.numbers, { style: 'currency', currency: 'INR', minimumFractionDigits: 2 });
const counts = new Intl.NumberFormat(locale.numbers);
const plurals = new Intl.PluralRules(locale.numbers);
const names = new Intl.Collator(locale.dates, { ignorePunctuation: true });
const lists = new Intl.ListFormat(locale.dates);

/** A minus is as wide as a plus; a hyphen isn't. */
const withMinus = (number: string): string => number.replace('-', '−');
/** `₹500.00` for the wire's text with two decimals ("500.00"). */
export const rupeeAmount = (amount: string): string => withMinus(rupees.format(Number(amount)));
/** `₹1,500.00` for 150000 paise. */
export const paiseAmount = (paise: number): string => withMinus(rupees.format(paise / 100));

/** `2,214`. */
export const countText = (count: number): string => counts.format(count);

/** The singular and the plural of a word. */
export interface Forms {
  readonly one: string;
  readonly other: string;
}
export const plural = (count: number, { one, other }: Forms): string => (plurals.select(count) === 'one' ? one : other);

/** `1 User`, `2 Users`. */
export const counted = (count: number, forms: Forms): string => `${countText(count)} ${plural(count, forms)}`;

/** `Mon, Tue, and Wed`. */
export const listWords = (words: readonly string[]): string => lists.format(words);

/** Sorts names in a list that the page sorts itself, in the order expected in its language; then by id. */
export const byName =
  <Item>(nameOf: (item: Item) => string, idOf: (item: Item) => string) =>
  (a: Item, b: Item): number =>
    names.compare(nameOf(a), nameOf(b)) || (idOf(a) < idOf(b) ? -1 : 1);

const graphemes = new Intl.Segmenter();
/** The first letter as people see it, which may be several code points. */
const firstOf = (word: string): string => graphemes.segment(word)[Symbol.iterator]().next().value?.segment ?? '';

/** The text, or its first letters and `…`; no letter is split. */
export function shortened(text: string, most: number): string {
  const letters = [...graphemes.segment(text)];
  if (letters.length <= most) return text;
  return `${letters
    .slice(0, most)
    .map(({ segment }) => segment)
    .join('')}…`;
}

/** Initials: `SH` for "Sunrise Multispeciality Hospital", `AM` for "Dr. Asha Menon"; `S` or `A` if `most` is 1. */
export function initials(name: string, most: 1 | 2 = 2): string {
  const words = name
    .replace(/^Dr\.?\s+/i, '')
    .split(/\s+/)
    .filter(Boolean);
  const first = firstOf(words[0] ?? '');
  const last = words.length > 1 && most === 2 ? firstOf(words.at(-1) ?? '') : '';
  return (first + last).toUpperCase();
}

/** `+91 98450 12345` from the wire format of a phone: country code plus number without a plus sign. */
export function phoneText(phone: string): string {
  const own = phone.slice(-10);
  const code = phone.slice(0, -10);
  return `${code ? `+${code} ` : ''}${own.slice(0, 5)} ${own.slice(5)}`.trim();
}
