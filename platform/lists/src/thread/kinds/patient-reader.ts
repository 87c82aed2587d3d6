import { ageTextOf, type GuardianRelation, guardianRelations, type Sex } from '@dayline/contracts/clinic/identity';
import { emailSchema } from '@dayline/contracts/fields/email';
import { longestLocation, longestName } from '@dayline/contracts/fields/longest';
import { fold } from '@dayline/contracts/fold';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import type { PatientCells } from '../../row-commands.ts';
import { sexOf } from '../cells/age.ts';
import { type CellValue, lineOf, numberOf, RowProblem } from '../cells/cell.ts';
import { dateOf } from '../cells/dates.ts';
import { ageAndSex, guardianIn, nameOf } from '../cells/person-name.ts';
import { phoneOf } from '../cells/phone.ts';
import type { Cells, ReadContext, ReadRow } from './row.ts';

const longestNumber = 40;

/** A row of a list of patients. @throws RowProblem */
export function readPatient(cells: Cells, { today, dayOrder, age: rightAge }: ReadContext): ReadRow<PatientCells> {
  const corrected = new Set<ImportField>();
  function take<Value>(field: ImportField, { value, isCorrected }: CellValue<Value>): Value {
    if (isCorrected) corrected.add(field);
    return value;
  }
  const cell = (field: ImportField): string => cells[field] ?? '';

  const uhid = take('uhid', numberOf('uhid', cell('uhid'), longestNumber));
  const sexCell = sexIn(take('sex', lineOf('sex', cell('sex'), longestNumber)));
  const name = take('name', nameOf(cell('name'), sexCell));
  const { phone, note } = take('phone', phoneOf(cell('phone')));
  const phoneNote = lineOf('phoneNote', cell('phoneNote'), longestNumber).value;
  const email = emailOf(take('email', lineOf('email', cell('email'), longestLocation)));
  const location = take('location', lineOf('location', cell('location'), longestLocation));
  // "Madurai - 625001"
  const place = location?.replace(/ - (?=\d{6}\b)/, ' ') ?? null;
  if (place !== location) corrected.add('location');
  const { age, sex } = ageOf(take('age', lineOf('age', cell('age'), longestNumber)), sexCell, name, rightAge);
  if (age && !/^\d*$/.test(cell('age').trim())) corrected.add('age');
  const born = take('bornOn', lineOf('bornOn', cell('bornOn'), longestNumber));
  const bornOn = born === null ? null : bornOf(born, dayOrder, today);
  const guardianCell = lineOf('guardianName', cell('guardianName'), longestName).value;
  const guardian = guardianCell === null ? name : guardianIn(guardianCell);
  const { guardianName } = guardian;
  if (guardianName !== null && guardianCell !== null && guardianName !== guardianCell) corrected.add('guardianName');
  const relationCell = lineOf('guardianRelation', cell('guardianRelation'), longestNumber).value;
  const relation = relationCell === null ? null : relationOf(relationCell);
  if (relationCell !== null && relation !== fold(relationCell)) corrected.add('guardianRelation');
  const guardianRelation = relation ?? guardian.guardianRelation;

  const all = {
    ...{ uhid, phone, email, sex, bornOn, guardianName },
    name: name.name,
    phoneNote: phoneNote ?? note,
    location: place,
    ageText: age && bornOn === null ? ageTextOf(age, today) : null,
    guardianRelation: guardianName ? (guardianRelation ?? 'other') : null,
  };
  const known = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  // Cast is safe: the name is never null.
  return { values: known as PatientCells, corrected, shown: shownOf(all) };
}

function emailOf(line: string | null): string | null {
  if (line === null) return null;
  const email = emailSchema.safeParse(line).data;
  if (email === undefined) throw new RowProblem('email', 'email.wrong');
  return email;
}

const oldest = 130;
/** Written by spreadsheets and other systems where no birth date is known. */
const noDate = /^(?:0+[-/.]0+[-/.]0+|0*1[-/.]0*1[-/.]1900|1900-01-0[01])(?:[ T][\d:]*)?$/;

function bornOf(born: string, dayOrder: ReadContext['dayOrder'], today: string): string | null {
  if (noDate.test(born)) return null;
  // A future year of two digits is of the last century.
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

/** "Husband", "पति"; "W/O": the husband is the guardian. */
function relationOf(typed: string): GuardianRelation {
  const word = fold(typed);
  const found =
    guardianRelations.find((relation) => relation === word) ?? relations.find(([words]) => words.test(word))?.[1];
  return found ?? guardianIn(typed).guardianRelation ?? 'other';
}

function sexIn(word: string | null): Sex | null {
  const sex = word === null ? null : sexOf(word);
  if (word !== null && sex === null) throw new RowProblem('sex', 'sex.wrong');
  return sex;
}

/** The age from its own cell, from a combined cell of age and sex ("45/M"), else from the name. */
function ageOf(
  text: string | null,
  sexCell: Sex | null,
  name: ReturnType<typeof nameOf>['value'],
  rightAge: ReadContext['age'],
) {
  const both = text === null ? null : ageAndSex(text, sexCell, 'age');
  if (text !== null && !both?.age) throw new RowProblem('age', 'age.wrong');
  const sex = sexCell ?? both?.sex ?? name.sex;
  const differs = both?.age && name.age && (both.age.count !== name.age.count || both.age.unit !== name.age.unit);
  if (differs && !rightAge) throw new RowProblem('age', 'decide.age');
  return { age: differs && rightAge === 'inName' ? name.age : (both?.age ?? name.age), sex };
}

const shownOf = ({
  ageText,
  ...details
}: Partial<Record<string, string | null>>): Partial<Record<ImportField, string | null>> => ({
  ...details,
  age: ageText?.replace(/ on .*/, '') ?? null,
});
