import {
  ageTextOf,
  type GuardianRelation,
  guardianRelations,
  type PatientDetails,
  type Sex,
} from '@dayline/contracts/clinic/identity';
import { emailSchema } from '@dayline/contracts/fields/email';
import { longestLocation, longestName } from '@dayline/contracts/fields/longest';
import { fold } from '@dayline/contracts/fold';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import { sexOf } from './age.ts';
import { lineOf, numberOf, RowProblem } from './cell.ts';
import { dateOf } from './dates.ts';
import { ageAndSex, guardianIn, nameOf } from './person-name.ts';
import { phoneOf } from './phone.ts';
import type { Cells, ReadContext, ReadRow } from './row.ts';

/** What a row says of a patient: what it leaves out, or leaves empty, is absent. */
export type ReadPatient = { readonly name: string } & Partial<PatientDetails>;

const longestNumber = 40;

/** A row of a list of patients. @throws RowProblem */
export function readPatient(cells: Cells, { today, dayOrder, age: holds }: ReadContext): ReadRow<ReadPatient> {
  const mended = new Set<ImportField>();
  function take<Value>(field: ImportField, read: { readonly value: Value; readonly isMended: boolean }): Value {
    if (read.isMended) mended.add(field);
    return read.value;
  }
  const typed = (field: ImportField): string => cells[field] ?? '';

  const uhid = take('uhid', numberOf('uhid', typed('uhid'), longestNumber));
  const own = sexIn(take('sex', lineOf('sex', typed('sex'), longestNumber)));
  const name = take('name', nameOf(typed('name'), own));
  const { phone, note } = take('phone', phoneOf(typed('phone')));
  const beside = lineOf('phoneNote', typed('phoneNote'), longestNumber).value;
  const email = emailOf(take('email', lineOf('email', typed('email'), longestLocation)));
  const location = take('location', lineOf('location', typed('location'), longestLocation));
  // "Madurai - 625001"
  const place = location?.replace(/ - (?=\d{6}\b)/, ' ') ?? null;
  if (place !== location) mended.add('location');
  const { age, sex } = ageOf(take('age', lineOf('age', typed('age'), longestNumber)), own, name, holds);
  if (age && !/^\d*$/.test(typed('age').trim())) mended.add('age');
  const born = take('bornOn', lineOf('bornOn', typed('bornOn'), longestNumber));
  const bornOn = born === null ? null : bornOf(born, dayOrder, today);
  const besideName = lineOf('guardianName', typed('guardianName'), longestName).value;
  const guardian = besideName === null ? name : guardianIn(besideName);
  const { guardianName } = guardian;
  if (guardianName !== null && besideName !== null && guardianName !== besideName) mended.add('guardianName');
  const typedRelation = lineOf('guardianRelation', typed('guardianRelation'), longestNumber).value;
  const ownRelation = typedRelation === null ? null : relationOf(typedRelation);
  if (typedRelation !== null && ownRelation !== fold(typedRelation)) mended.add('guardianRelation');
  const guardianRelation = ownRelation ?? guardian.guardianRelation;

  const all = {
    ...{ uhid, phone, email, sex, bornOn, guardianName },
    name: name.name,
    phoneNote: beside ?? note,
    location: place,
    ageText: age && bornOn === null ? ageTextOf(age, today) : null,
    guardianRelation: guardianName ? (guardianRelation ?? 'other') : null,
  };
  const known = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  // Cast is safe: the name is never null.
  return { read: known as ReadPatient, mended, shown: shownOf(all) };
}

function emailOf(line: string | null): string | null {
  if (line === null) return null;
  const email = emailSchema.safeParse(line).data;
  if (email === undefined) throw new RowProblem('email', 'email.wrong');
  return email;
}

const oldest = 130;
/** What spreadsheets and other systems write where no birth date is known. */
const noDate = /^(?:0+[-/.]0+[-/.]0+|0*1[-/.]0*1[-/.]1900|1900-01-0[01])(?:[ T][\d:]*)?$/;

function bornOf(born: string, dayOrder: ReadContext['dayOrder'], today: string): string | null {
  if (noDate.test(born)) return null;
  // Of two digits, a year that is to come is of the last century.
  const shortYear = /^\d{1,2}\D.*\D(\d\d)$/.exec(born)?.[1];
  const isNext = shortYear !== undefined && dateOf('bornOn', born, dayOrder, today) > today;
  const bornOn = dateOf('bornOn', isNext ? born.replace(/\d\d$/, `19${shortYear}`) : born, dayOrder, today);
  if (bornOn > today) throw new RowProblem('bornOn', 'date.future');
  if (Number(today.slice(0, 4)) - Number(bornOn.slice(0, 4)) > oldest) throw new RowProblem('bornOn', 'date.wrong');
  return bornOn;
}

const relations: readonly (readonly [words: RegExp, relation: GuardianRelation])[] = [
  [/^(?:f|dad|papa|पिता)$/, 'father'],
  [/^(?:m|mom|mummy|माता|माँ|मां)$/, 'mother'],
  [/^(?:h|hus|पति)$/, 'husband'],
  [/^(?:पत्नी)$/, 'wife'],
  [/^(?:बेटा|पुत्र)$/, 'son'],
  [/^(?:बेटी|पुत्री)$/, 'daughter'],
];

/** "Husband", "पति"; "W/O", of whom the husband is the guardian. */
function relationOf(typed: string): GuardianRelation {
  const word = fold(typed);
  const found = guardianRelations.find((each) => each === word) ?? relations.find(([words]) => words.test(word))?.[1];
  return found ?? guardianIn(typed).guardianRelation ?? 'other';
}

function sexIn(word: string | null): Sex | null {
  const sex = word === null ? null : sexOf(word);
  if (word !== null && sex === null) throw new RowProblem('sex', 'sex.wrong');
  return sex;
}

/** The age of its cell, or of the one cell of age and sex ("45/M"), else of the name. */
function ageOf(
  text: string | null,
  own: Sex | null,
  name: ReturnType<typeof nameOf>['value'],
  holds: ReadContext['age'],
) {
  const both = text === null ? null : ageAndSex(text, own, 'age');
  if (text !== null && !both?.age) throw new RowProblem('age', 'age.wrong');
  const sex = own ?? both?.sex ?? name.sex;
  const differs = both?.age && name.age && (both.age.count !== name.age.count || both.age.unit !== name.age.unit);
  if (differs && !holds) throw new RowProblem('age', 'ask.age');
  return { age: differs && holds === 'inName' ? name.age : (both?.age ?? name.age), sex };
}

const shownOf = ({
  ageText,
  ...details
}: Partial<Record<string, string | null>>): Partial<Record<ImportField, string | null>> => ({
  ...details,
  age: ageText?.replace(/ on .*/, '') ?? null,
});
