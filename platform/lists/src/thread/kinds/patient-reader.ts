import {
  type Age,
  ageOn,
  ageTextOf,
  type GuardianRelation,
  guardianRelations,
  type Sex,
  yearsOn,
} from '@dayline/contracts/clinic/identity';
import { emailSchema } from '@dayline/contracts/fields/email';
import { maxLocationLength, maxNameLength } from '@dayline/contracts/fields/max-lengths';
import { fold, plainDigits } from '@dayline/contracts/fold';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import type { PatientCells } from '../../row-commands.ts';
import { ageIn, ageTextIn, partsOfAge, sexOf } from '../cells/age.ts';
import { type CellValue, lineOf, numberOf, RowProblem } from '../cells/cell.ts';
import { dateIn, dateOf } from '../cells/dates.ts';
import { ageAndSex, guardianIn, type NameCell } from '../cells/person-name.ts';
import { phoneOf, phoneTextIn } from '../cells/phone.ts';
import { partsOfName, wholeName } from '../cells/whole-name.ts';
import type { Cells, ReadContext, ReadRow } from './row.ts';

const maxNumberLength = 40;

/** A row of a list of patients. @throws RowProblem */
export function readPatient(cells: Cells, context: ReadContext): ReadRow<PatientCells> {
  const corrections = new Set<ImportField>();
  function take<Value>(field: ImportField, { value, isCorrected }: CellValue<Value>): Value {
    if (isCorrected) corrections.add(field);
    return value;
  }
  const cell = (field: ImportField): string => cells[field] ?? '';

  const uhid = take('uhid', numberOf('uhid', cell('uhid'), maxNumberLength));
  const sexCell = sexIn(take('sex', lineOf('sex', cell('sex'), maxNumberLength)));
  const name = take('name', wholeName(cells, sexCell));
  const { phone, note } = take('phone', phoneOf(phoneTextIn(cells)));
  const phoneNote = lineOf('phoneNote', cell('phoneNote'), maxNumberLength).value;
  const typedEmail = take('email', lineOf('email', cell('email'), maxLocationLength));
  const email = typedEmail === null ? null : (emailSchema.safeParse(typedEmail).data ?? null);
  // A wrong email address is left out; the patient is not.
  if (email !== typedEmail) corrections.add('email');
  const location = take('location', lineOf('location', cell('location'), maxLocationLength));
  // "Madurai - 625001"
  const place = location?.replace(/ - (?=\d{6}\b)/, ' ') ?? null;
  if (place !== location) corrections.add('location');
  const writtenAge = ageTextIn(cells);
  const ageCell = take('age', lineOf('age', writtenAge, maxNumberLength));
  const bornCell = take('bornOn', lineOf('bornOn', cell('bornOn'), maxNumberLength));
  const { today } = context;
  const { age, sex, bornOn } = ageAndBirth({ ageCell, bornCell, sexCell, name }, context);
  if (age && !/^\d*$/.test(writtenAge.trim())) corrections.add('age');
  if (ageCell !== null && age === null) corrections.add('age');
  if (bornCell !== null && bornOn === null) corrections.add('bornOn');
  // The birth date stands; a written age that it contradicts is shown with the right one.
  const ageByBirth = age && bornOn ? ageOn(today, { bornOn, ageText: null }) : null;
  if (age && bornOn && yearsApart({ age, bornOn }, today) > 1) corrections.add('age');
  const guardianCell = lineOf('guardianName', cell('guardianName'), maxNameLength).value;
  const guardian = guardianCell === null ? name : guardianIn(guardianCell);
  const { guardianName } = guardian;
  if (guardianName !== null && guardianCell !== null && guardianName !== guardianCell) corrections.add('guardianName');
  const relationCell = lineOf('guardianRelation', cell('guardianRelation'), maxNumberLength).value;
  const relation = relationCell === null ? null : relationOf(relationCell);
  if (relationCell !== null && relation !== fold(relationCell)) corrections.add('guardianRelation');
  const guardianRelation = relation ?? guardian.guardianRelation;

  const all = {
    ...{ uhid, phone, email, sex, bornOn, guardianName },
    name: name.name,
    phoneNote: phoneNote ?? note,
    location: place ?? name.location,
    ageText: age && bornOn === null ? ageTextOf(age, today) : null,
    guardianRelation: guardianName ? (guardianRelation ?? 'other') : null,
  };
  const knownCells = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  // Cast is safe: the name is never null.
  return {
    values: knownCells as PatientCells,
    corrected: corrections,
    shown: {
      ...shownOf(ageByBirth ? { ...all, ageText: ageTextOf(ageByBirth, today) } : all),
      ...partsOfName(cells),
      ...partsOfAge(cells),
      ...codesOf(cells),
    },
  };
}

const codesOf = (cells: Cells) =>
  Object.fromEntries(
    (['countryCode', 'areaCode'] as const).flatMap((field) => (cells[field]?.trim() ? [[field, cells[field]]] : [])),
  );

/** Written a year ago, an age is a year less. */
function yearsApart({ age, bornOn }: { readonly age: Age; readonly bornOn: string }, today: string): number {
  const years = yearsOn(today, { bornOn: null, ageText: ageTextOf(age, today) }) ?? 0;
  return Math.abs(years - (yearsOn(today, { bornOn, ageText: null }) ?? 0));
}

const oldest = 130;
/** Written by spreadsheets and other systems where no birth date is known. */
const noDate = /^(?:0+[-/.]0+[-/.]0+|0*1[-/.]0*1[-/.]1900|1900-01-0[01])(?:[ T][\d:]*)?$/;

function bornOf(cell: string, context: ReadContext): string | null {
  const { today } = context;
  if (noDate.test(cell)) return null;
  // A future year of two digits is of the last century.
  const shortYear = /^\d{1,2}\D.*\D(\d\d)$/.exec(cell)?.[1];
  const isNext = shortYear !== undefined && dateOf('bornOn', cell, context) > today;
  const bornOn = dateOf('bornOn', isNext ? cell.replace(/\d\d$/, `19${shortYear}`) : cell, context);
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
function relationOf(input: string): GuardianRelation {
  const word = fold(input);
  const found =
    guardianRelations.find((relation) => relation === word) ?? relations.find(([words]) => words.test(word))?.[1];
  return found ?? guardianIn(input).guardianRelation ?? 'other';
}

function sexIn(word: string | null): Sex | null {
  const sex = word === null ? null : sexOf(word);
  if (word !== null && sex === null) throw new RowProblem('sex', 'sex.wrong');
  return sex;
}

interface AgeCells {
  readonly ageCell: string | null;
  readonly bornCell: string | null;
  readonly sexCell: Sex | null;
  readonly name: NameCell;
}

/** The age, or the birth date; either may stand in the column of the other. */
function ageAndBirth({ ageCell, bornCell, sexCell, name }: AgeCells, ofList: ReadContext) {
  // The year of a list is not that of a birth.
  const context = { ...ofList, year: null };
  const { today } = context;
  const isBirth = ageCell !== null && (yearOfBirth(ageCell, today) !== null || dateIn(ageCell, context) !== null);
  const isAge = bornCell !== null && dateIn(bornCell, context) === null && ageIn(bornCell) !== null;
  const birth = isAge || bornCell === null ? (isBirth ? ageCell : null) : bornCell;
  const ageText = isBirth ? (isAge ? bornCell : null) : (ageCell ?? (isAge ? bornCell : null));
  const year = birth === null ? null : yearOfBirth(birth, today);
  const { age, sex } = ageOf(ageText, sexCell, name, context.age);
  if (year === null) return { age, sex, bornOn: birth === null ? null : bornOf(birth, context) };
  const count = Number(today.slice(0, 4)) - year;
  return { age: age ?? ({ count, unit: 'years' } as const), sex, bornOn: null };
}

/** "1981": only the year is known. */
function yearOfBirth(text: string, today: string): number | null {
  const year = /^(?:19|20)\d\d$/.test(plainDigits(text)) ? Number(plainDigits(text)) : null;
  const thisYear = Number(today.slice(0, 4));
  return year !== null && year <= thisYear && thisYear - year <= oldest ? year : null;
}

/** The age from its own cell, from a combined cell of age and sex ("45/M"), else from the name. */
function ageOf(text: string | null, sexCell: Sex | null, name: NameCell, rightAge: ReadContext['age']) {
  const cell = text === null ? null : ageAndSex(text, sexCell, 'age');
  if (text !== null && !cell?.age) throw new RowProblem('age', 'age.wrong');
  const sex = sexCell ?? cell?.sex ?? name.sex;
  const isOtherSex = (inText: Sex | null | undefined) => inText && inText !== sex;
  if (isOtherSex(cell?.sex) || isOtherSex(name.sex)) throw new RowProblem('sex', 'sex.differs');
  const differs = cell?.age && name.age && (cell.age.count !== name.age.count || cell.age.unit !== name.age.unit);
  if (differs && !rightAge) throw new RowProblem('age', 'decide.age');
  return { age: differs && rightAge === 'inName' ? name.age : (cell?.age ?? name.age), sex };
}

const shownOf = ({
  ageText,
  ...details
}: Partial<Record<string, string | null>>): Partial<Record<ImportField, string | null>> => ({
  ...details,
  age: ageText?.replace(/ on .*/, '') ?? null,
});
