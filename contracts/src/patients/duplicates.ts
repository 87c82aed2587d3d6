import type { PatientDetails } from '../clinic/identity.ts';
import { fold } from '../fold.ts';
import { isOneOff } from '../search/people.ts';
import { latinOf, soundOf } from '../spelling/latin.ts';
import type { Person } from './person.ts';

/** Whether two records may be of one person: the same test at registration, in imports and in the list. */

/** Why two records may be of one person. */
export const samePersonReasons = ['name', 'phone', 'bornOn'] as const;
export type SamePersonReason = (typeof samePersonReasons)[number];

export type ComparedDetails = Pick<PatientDetails, 'name' | 'phone' | 'bornOn' | 'sex'>;

/** The number of similar people that somebody is asked about at once. */
export const maxDuplicates = 20;

/** A shorter word with one wrong letter would match nearly any other. */
const shortestNear = 3;

/** The words of a name in Latin letters. */
const wordsOf = (name: string): readonly string[] =>
  fold(name)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(latinOf);

function isSpelledAlike(one: string, other: string): boolean {
  if (one === other) return true;
  if (Math.min(one.length, other.length) >= shortestNear && isOneOff(one, other)) return true;
  const sound = soundOf(one);
  return sound !== null && sound === soundOf(other);
}

/** An initial stands for any word that begins with it. */
const isInitialOf = (initial: string, word: string): boolean => initial.length === 1 && word.startsWith(initial);

/** Whether it is one name, written as one word or as several: "Raj Kumar" is Rajkumar. */
function isJoinedAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const sound = soundOf(one);
  return sound !== null && sound === soundOf(other);
}

/** A baby that is registered under its mother's name, and which of two it is. */
const babyWords = /(?<!\p{L})(?:b ?\/ ?o|baby|infant|newborn|twin)(?!\p{L})|\d+/gu;
const babyOf = (name: string): string => (fold(name).match(babyWords) ?? []).join(' ');

/**
 * Whether each word of the shorter name is in the other one, in any order, with a letter different or as an initial. A
 * single word is compared with the first one: in many families the last one is the father's or husband's name.
 */
export function isNamedAlike(one: string | null, other: string | null): boolean {
  if (one === null || other === null || babyOf(one) !== babyOf(other)) return false;
  const [short = [], long = []] = [one, other].map(wordsOf).toSorted((a, b) => a.length - b.length);
  const [first] = short;
  if (first === undefined) return false;
  if (isJoinedAlike(short.join(''), long.join(''))) return true;
  if (short.length === 1) return isSpelledAlike(first, long.find((word) => word.length > 1) ?? '');
  const words = [...long];
  let whole = 0;
  for (const word of short) {
    const wordIndex = words.findIndex((candidate) => isSpelledAlike(word, candidate));
    const at =
      wordIndex >= 0
        ? wordIndex
        : words.findIndex((candidate) => isInitialOf(word, candidate) || isInitialOf(candidate, word));
    if (at < 0) return false;
    if (wordIndex >= 0 && word.length > 1) whole += 1;
    words.splice(at, 1);
  }
  return whole > 0;
}

/** Two records with different birth dates or sexes are of two people. */
export const areDifferent = (one: ComparedDetails, other: ComparedDetails): boolean =>
  [[one.bornOn, other.bornOn] as const, [one.sex, other.sex] as const].some(
    ([a, b]) => a !== null && b !== null && a !== b,
  );

/** What is equal in two records, or nearly. */
export function sameIn(one: ComparedDetails, other: ComparedDetails): readonly SamePersonReason[] {
  const isSame = (field: 'phone' | 'bornOn') => one[field] !== null && one[field] === other[field];
  return [
    ...(isNamedAlike(one.name, other.name) ? (['name'] as const) : []),
    ...(isSame('phone') ? (['phone'] as const) : []),
    ...(isSame('bornOn') ? (['bornOn'] as const) : []),
  ];
}

/** Whether somebody must decide if they are one person: alike in name, with one phone or birth date. */
export function mayBeSame(one: ComparedDetails, other: ComparedDetails): boolean {
  const isOnPhone = one.phone !== null && one.phone === other.phone;
  const isBornAlike = one.bornOn !== null && one.bornOn === other.bornOn;
  return (isOnPhone || isBornAlike) && !areDifferent(one, other) && isNamedAlike(one.name, other.name);
}

/** The details of a person and of each of their records. */
export const formsOf = (row: ComparedDetails & { readonly person?: Person }): readonly ComparedDetails[] => [
  row,
  ...(row.person ? [row.person.own, ...row.person.merged.map(({ details }) => details)] : []),
];

/** The key of two records, whichever is named first. */
export const pairKey = (one: string, other: string): string => (one < other ? `${one}_${other}` : `${other}_${one}`);

/** A client's people of one birth date, by the first sound of a word of their names. */
const bornKey = (clientId: string, bornOn: string, word: string): string =>
  `${clientId} ${bornOn} ${(soundOf(word) ?? word).slice(0, 1)}`;

/** The keys by which records of one birth date are found: alike names share their first or last word's sound. */
export function bornKeysOf(
  clientId: string,
  { name, bornOn }: Pick<PatientDetails, 'name' | 'bornOn'>,
): { readonly bornFirst: string | null; readonly bornLast: string | null } {
  const words = wordsOf(name ?? '');
  const [first, last] = [words[0], words.at(-1)];
  if (bornOn === null || first === undefined || last === undefined) return { bornFirst: null, bornLast: null };
  return { bornFirst: bornKey(clientId, bornOn, first), bornLast: bornKey(clientId, bornOn, last) };
}

/** Where the records of one birth date with an alike name are looked up. */
export function bornLookUps(keys: ReturnType<typeof bornKeysOf>) {
  const values = new Set([keys.bornFirst, keys.bornLast].filter((key) => key !== null));
  return [...values].flatMap((value) => [
    { field: 'bornFirst', value } as const,
    { field: 'bornLast', value } as const,
  ]);
}
