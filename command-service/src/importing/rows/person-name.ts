import type { Age, GuardianRelation, Sex } from '@dayline/contracts/clinic/identity';
import { longestName } from '@dayline/contracts/fields/longest';
import { ageIn, sexOf } from './age.ts';
import { lineOf, type Mended, RowProblem } from './cell.ts';

export interface ReadName {
  readonly name: string;
  readonly guardianRelation: GuardianRelation | null;
  readonly guardianName: string | null;
  readonly age: Age | null;
  readonly sex: Sex | null;
}

/** "W/O" is "wife of": the guardian is the husband. */
const guardians: readonly (readonly [words: RegExp, relation: GuardianRelation])[] = [
  [/\s(?:w\s?[/.]\s?o\.?|wife of)\s+/i, 'husband'],
  [/\s(?:[sd]\s?[/.]\s?o\.?|(?:son|daughter) of)\s+/i, 'father'],
  [/\s(?:h\s?[/.]\s?o\.?|husband of)\s+/i, 'wife'],
  [/\s(?:[cfm]\s?[/.]\s?o\.?|care of|(?:father|mother) of)\s+/i, 'other'],
];
const babyOf = /^(?:b\s?[/.]\s?o\.?|baby of)\s+/i;
/** In brackets, or with a sex: "(45/M)", "45 Y / F", "[F, 29]". */
const inBrackets = /\s*[([]\s*([^()[\]]{1,20})\s*[)\]]\s*$/;
const atEnd = /\s+((?:\d{1,3}\s*(?:y(?:rs?|ears?)?|m(?:ths?|onths?)?|d(?:ays?)?)?\s*[/,]?\s*(?:m|f|male|female)))\.?$/i;

/** A name as lists have it, with what else they put there: guardian, age, sex. @throws RowProblem */
export function nameOf(typed: string): Mended<ReadName> {
  const { value: line, isMended } = lineOf('name', typed, longestName);
  if (line === null) throw new RowProblem('name', 'name.missing');
  const { rest, age, sex } = withoutAge(line);
  const isBaby = babyOf.test(rest);
  const [own, guardian] = isBaby ? babyName(rest.replace(babyOf, '')) : byGuardian(rest);
  const name = capitals(own);
  if (name === '') throw new RowProblem('name', 'name.missing');
  const value = { name, guardianRelation: null, guardianName: null, ...guardian, age, sex };
  return { value, isMended: isMended || name !== line };
}

function withoutAge(line: string): { readonly rest: string; readonly age: Age | null; readonly sex: Sex | null } {
  for (const pattern of [inBrackets, atEnd]) {
    const inside = pattern.exec(line)?.[1];
    const read = inside === undefined ? null : ageAndSex(inside);
    if (read) return { rest: line.replace(pattern, '').trim(), ...read };
  }
  return { rest: line, age: null, sex: null };
}

/** "45/M", "F 29", "29 Y"; null: something else, such as TWIN 1. */
export function ageAndSex(text: string): { readonly age: Age | null; readonly sex: Sex | null } | null {
  const [, before, digits, after] =
    /^([a-z]+)?[\s/,.-]*(\d[\d\s.]*(?:y\w*|m(?:o\w*|th\w*)|w\w*|d\w*)?(?:\s*\d+\s*m\w*)?)?[\s/,.-]*([a-z]+)?$/i.exec(
      text,
    ) ?? [];
  const word = before ?? after;
  const sex = word === undefined ? null : sexOf(word);
  const age = digits === undefined ? null : ageIn(digits.trim());
  const isOther = (word !== undefined && sex === null) || (digits !== undefined && age === null);
  return isOther || (age === null && sex === null) ? null : { age, sex };
}

type Guardian = Pick<ReadName, 'guardianRelation' | 'guardianName'>;

function byGuardian(text: string): readonly [name: string, guardian: Guardian | null] {
  for (const [words, guardianRelation] of guardians) {
    const [own, of] = text.split(words);
    if (own && of) return [own, { guardianRelation, guardianName: capitals(of) }];
  }
  return [text, null];
}

/** "MEENA (TWIN 1)": Baby of Meena, twin 1. */
function babyName(text: string): readonly [name: string, guardian: Guardian] {
  const [, mother = text, which] = /^(.*?)\s*[([]([^()[\]]*)[)\]]$/.exec(text) ?? [];
  const guardianName = capitals(mother);
  const name = `Baby of ${guardianName}${which ? `, ${which.toLowerCase()}` : ''}`;
  return [name, { guardianRelation: 'mother', guardianName }];
}

/** A name in capitals alone, or in none, with a capital for each word; another stays as it is. */
function capitals(text: string): string {
  const name = text.replace(/^[\s,]+|[\s,]+$/g, '');
  if (name !== name.toUpperCase() && name !== name.toLowerCase()) return name;
  return name.toLowerCase().replace(/(?<![\p{L}\p{M}'’])\p{L}/gu, (letter) => letter.toUpperCase());
}
