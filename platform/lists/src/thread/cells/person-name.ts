import type { Age, GuardianRelation, Sex } from '@dayline/contracts/clinic/identity';
import { maxNameLength } from '@dayline/contracts/fields/max-lengths';
import { withoutEnds } from '@dayline/contracts/fields/without-ends';
import { fold, plainDigits } from '@dayline/contracts/fold';
import { ageIn, sexOf } from './age.ts';
import { type CellValue, lineOf, RowProblem } from './cell.ts';

export interface NameCell {
  readonly name: string;
  readonly guardianRelation: GuardianRelation | null;
  readonly guardianName: string | null;
  readonly age: Age | null;
  readonly sex: Sex | null;
  /** Where the person lives, "R/O Rampur". */
  readonly location: string | null;
}

/** The separator after "S/O" and the like. */
const behind = '[.: -]*';
const slashPattern = (letters: string): string => `(?:${letters}) ?/ ?o(?!\\.?b\\b)`;
/** "Ravi s.o. Mohan": with a small o and behind a name; "Ravi S.O. Mohan" has initials. */
const dottedPattern = /(?<=\p{Ll}[ ,(]{1,2})([SDWHCFMBsdwhcfmb])\. ?o\b\.?/gu;
/** "W/O" is "wife of": the guardian is the husband. */
const guardians: readonly (readonly [words: string, relation: GuardianRelation])[] = [
  [`${slashPattern('w')}|wife of|पत्नी(?: श्री)?`, 'husband'],
  [`${slashPattern('[sd]')}|(?:son|daughter) of|पुत्र(?:ी)?(?: श्री)?`, 'father'],
  [`${slashPattern('h')}|husband of`, 'wife'],
  [`${slashPattern('[cfm]')}|care of|(?:father|mother) of`, 'other'],
];
const inName = guardians.map(
  ([words, relation]) => [new RegExp(`[ ,([] ?(?:${words})(?![\\p{Ll}\\p{M}])${behind}`, 'iu'), relation] as const,
);
const startOfCell = guardians.map(
  ([words, relation]) => [new RegExp(`^(?:${words})(?![\\p{Ll}\\p{M}])${behind}`, 'iu'), relation] as const,
);
const babyOf = new RegExp(
  `^(?:${slashPattern('b')}(?![a-z])${behind}|(?:new ?born |male |female )?(?:baby|child)(?: boy| girl)? of[ .:-]+|new ?born of[ .:-]+)`,
  'i',
);
const residence = /[ ,([]{1,2}(?:r ?\/ ?o|resident of|residing at|निवासी)(?![\p{Ll}\p{M}])[.: -]*/iu;
/** In brackets: "(45/M)", "[F, 29]". */
const inBrackets = / ?[([] ?([^()[\]]{1,24})[)\]] ?$/;
const ageWords =
  '(?:\\d{1,3}(?:\\.\\d)? ?(?:y\\p{Ll}*|m(?:o|th)\\p{Ll}*|m|w\\p{Ll}*|d\\p{Ll}*|hrs?|वर्ष|साल|माह|दिन)?\\.? ?){1,3}';
const sexWords = '(?:m|f|t|male|female|पुरुष|महिला|पु|स्त्री)\\.?';
const between = '[ /|\\\\,.-]*';
/** At the end, with a sex or a unit: "45/M", "M-45", "Age 45, Sex: M", "45 years". */
const atEnd = [
  `(?:age ?[:-]? ?)?${ageWords}${between}(?:(?:sex|gender) ?[:-]? ?)?${sexWords}`,
  `${sexWords}(?: ?[/|\\\\,-] ?| (?=\\d{1,3}$))${ageWords}`,
  `age ?[:-]? ?${ageWords}`,
  `(?:\\d{1,3}(?:\\.5)? ?(?:y(?:rs?|ears?)?|m(?:ths?|onths?)|d(?:ays?)?|weeks?|wks?|वर्ष|साल|माह|दिन)\\.? ?){1,3}`,
  `\\d{1,3} ?y(?:rs?|ears?)?\\.? ?\\d{1,2} ?m(?:ths?|onths?)?\\.?`,
].map((pattern) => new RegExp(`(?<![ ,/|-])[ ,/|-]+(${pattern})$`, 'iu'));

/** Left in a name by a phone, an address, an age that can't be read, or an "S/O" without a name. */
const moreThanName = /(?<![a-z\d])\d{7}|, ?(?:no\.? ?|#)?\d{1,5}[a-z]?,? [a-z]{2}|\d ?[/|½]|[/|] ?\d|\b[bswdhfmc]\/o/i;

/**
 * A name as lists have it, with what else they put there: guardian, age, sex.
 * @param sexCell the sex in a cell of its own @throws RowProblem
 */
export function nameOf(input: string, sexCell: Sex | null = null): CellValue<NameCell> {
  const { value: line, isCorrected } = lineOf('name', onOneLine(input), maxNameLength);
  if (line === null) throw new RowProblem('name', 'name.missing');
  const { text, location } = withoutResidence(line.replaceAll(dottedPattern, '$1/o'));
  const { rest, ...outer } = withoutAge(text, sexCell);
  const isBaby = babyOf.test(rest);
  if (isBaby && rest.replace(babyOf, '') === '') throw new RowProblem('name', 'name.missing');
  const [own, guardian] = isBaby ? babyName(rest.replace(babyOf, '')) : byGuardian(rest);
  const inner = withoutAge(own, sexCell);
  const name = capitals(inner.rest);
  // Empty, or only a title.
  if (name === '' || (/\p{L}/u.test(name) && wordsOf(name) === '')) throw new RowProblem('name', 'name.missing');
  if (startOfCell.some(([words]) => words.test(name))) throw new RowProblem('name', 'name.missing');
  if (!/\p{L}/u.test(name) || moreThanName.test(plainDigits(name))) throw new RowProblem('name', 'name.wrong');
  const value = {
    ...{ name, guardianRelation: null, guardianName: null, ...guardian },
    ...{ age: outer.age ?? inner.age, sex: outer.sex ?? inner.sex, location },
  };
  return { value, isCorrected: isCorrected || name !== input.trim() };
}

/** A name on two lines is one name, unless the first line ends with a comma. */
const onOneLine = (input: string): string =>
  input
    .split(/[\r\n]/)
    .map((part) => part.trim())
    .reduce((before, part) => `${before}${/[,;]$/.test(before) ? '\n' : ' '}${part}`);

/** "Ravi S/O Hari R/O Rampur": where the person lives is no part of a name. */
export function withoutResidence(line: string): { readonly text: string; readonly location: string | null } {
  const match = residence.exec(line);
  if (!match || match.index === 0) return { text: line, location: null };
  const place = line.slice(match.index + match[0].length).replace(/ ?[)\]]$/, '');
  return { text: line.slice(0, match.index), location: place === '' ? null : capitals(place) };
}

type WithoutAge = { readonly rest: string; readonly age: Age | null; readonly sex: Sex | null };

function withoutAge(line: string, sexCell: Sex | null): WithoutAge {
  const plain = plainDigits(line);
  for (const pattern of [inBrackets, ...atEnd]) {
    const inside = pattern.exec(plain)?.[1];
    const read = inside === undefined ? null : ageAndSex(inside, sexCell, 'name');
    const rest = withoutEnds(plain.replace(pattern, ''), /[ ,/|-]/, 'end');
    if (read && rest !== '') return { rest, ...read };
  }
  return { rest: line, age: null, sex: null };
}

/** An age and a sex, in any order; each may be absent. */
const either = /^(?:(?:sex|gender)?[\s:-]*(\p{L}[\p{L}\p{M}]*)\.?)?[\s/|\\,.-]*((?:age[\s:-]*)?\d.*?)?$/iu;
const lastWord = /(?<![\p{L}\p{M}])\p{L}[\p{L}\p{M}]*(?=\.?$)/u;

/** "45/M", "Age 45, Sex: M": the text before the last word, and that word; null if it doesn't begin with an age. */
function sexAtEnd(text: string): readonly [age: string, word: string] | null {
  const word = lastWord.exec(text);
  if (!word || !/^(?:age[ :-]*)?\d/i.test(text)) return null;
  const label = /(?:sex|gender)$/i.exec(withoutEnds(text.slice(0, word.index), /[ :-]/, 'end'));
  return [withoutEnds(text.slice(0, label?.index ?? word.index), /[ /|\\,.-]/, 'end'), word[0]];
}

/**
 * "45/M", "F 29", "29 Y", "6 M" of somebody whose sex stands elsewhere; null: something else, such as TWIN 1.
 * @param sexCell the sex in a cell of its own @throws RowProblem if it may be months or male
 */
export function ageAndSex(
  text: string,
  sexCell: Sex | null,
  field: 'age' | 'name',
): { readonly age: Age | null; readonly sex: Sex | null } | null {
  const months = /^(\d{1,3})\s*m\.?$/i.exec(plainDigits(text).trim())?.[1];
  if (months !== undefined) return monthsOrMale(Number(months), sexCell, field);
  const whole = ageIn(text.replace(/^age[\s:-]*/i, ''));
  if (whole) return { age: whole, sex: null };
  const [digits, word] = sexAtEnd(text) ?? [];
  const sexLast = word === undefined ? null : sexOf(word);
  const [, before, after] = sexLast ? [] : (either.exec(text) ?? []);
  const sex = sexLast ?? (before === undefined ? null : sexOf(before));
  const ageText = sexLast ? digits : after;
  const age = ageText === undefined ? null : ageIn(ageText.replace(/^age[\s:-]*/i, ''));
  if (sex === null || (ageText !== undefined && age === null)) return null;
  return { age, sex };
}

/** Up to this age, months are written rather than years. */
const maxMonths = 36;

/** "6 M", without any other unit or sex. */
function monthsOrMale(count: number, sexCell: Sex | null, field: 'age' | 'name') {
  const isMale = count > maxMonths && sexCell === null;
  const isMonths = sexCell !== null && (sexCell !== 'male' || count <= maxMonths);
  if (!isMale && !isMonths) throw new RowProblem(field, 'age.unclear');
  const age = ageIn(isMale ? `${count}` : `${count} months`);
  return age && { age, sex: isMale ? ('male' as const) : null };
}

type Guardian = Pick<NameCell, 'guardianRelation' | 'guardianName'>;

function byGuardian(text: string): readonly [name: string, guardian: Guardian | null] {
  for (const [words, guardianRelation] of inName) {
    const match = words.exec(text);
    if (!match || match.index === 0) continue;
    const own = text.slice(0, match.index);
    const isBracketed = /[([]/.test(match[0]);
    const of = capitals(text.slice(match.index + match[0].length).replace(isBracketed ? / ?[)\]] ?$/ : /^$/, ''));
    if (own !== '' && of !== '') return [own, { guardianRelation, guardianName: of }];
  }
  return [text, null];
}

/** Whose guardian is named, "S/O RAM": the father, and his name. */
export function guardianIn(cell: string): Guardian {
  const { text } = withoutResidence(cell);
  for (const [words, guardianRelation] of startOfCell) {
    const name = text.replace(words, '');
    if (name !== text) return { guardianRelation, guardianName: name === '' ? null : capitals(name) };
  }
  return { guardianRelation: null, guardianName: capitals(text) };
}

/** "MEENA (TWIN 1)": Baby of Meena, twin 1. */
function babyName(text: string): readonly [name: string, guardian: Guardian] {
  const [, mother = text, bracketText, bare] =
    /^(.*?) ?(?:[([]([^()[\]]*)[)\]]|[ ,-]((?:twin|triplet)[ -]*(?:\d|i{1,3}|[ab])))$/i.exec(text) ?? [];
  const guardianName = capitals(mother);
  const suffix = bracketText ?? bare;
  // In "MEENA W/O SURESH", the baby is Meena's.
  const name = `Baby of ${capitals(byGuardian(mother)[0])}${suffix ? `, ${suffix.toLowerCase()}` : ''}`;
  return [name, { guardianRelation: 'mother', guardianName }];
}

/** Kept in capitals: Roman numerals, and initials without dots. */
const staysCapital = /^(?:i{1,3}|iv|vi{0,3}|[^aeiouy.'’]{2,3})$/;
const shortWords = new Set(['md', 'mr', 'mrs', 'ms', 'dr', 'st', 'sh', 'smt', 'km', 'kr', 'jr', 'sr', 'ng']);

/** A name that is all capitals, or has none, with a capital for each word; other names are unchanged. */
export function capitals(text: string): string {
  const name = withoutEnds(text, /[ ,]/).replace(/\b(mrs?|ms|smt|dr|shri|sh|prof)\.(?=\p{L})/giu, '$1. ');
  if (name !== name.toUpperCase() && name !== name.toLowerCase()) return name;
  const isUpper = name === name.toUpperCase();
  return name
    .toLowerCase()
    .replace(/[\p{L}\p{M}'’]+/gu, (word) => wordWithCapital(word, isUpper))
    .replace(/(?<=(?<![\p{L}\p{M}])\p{L}['’])\p{L}(?=\p{L})/gu, (letter) => letter.toUpperCase());
}

function wordWithCapital(word: string, isUpper: boolean): string {
  if (isUpper && staysCapital.test(word) && !shortWords.has(fold(word))) return word.toUpperCase();
  return word.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
}

const titles = new Set(
  ['mr', 'mrs', 'ms', 'miss', 'master', 'mast', 'shri', 'smt', 'kum', 'श्री', 'श्रीमती', 'कुमारी'].map(fold),
);

/** The words of a name in alphabetical order, without titles: equal for names that differ in their order. */
export function wordsOf(name: string): string {
  const words = fold(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !titles.has(word))
    .sort()
    .join(' ');
}
