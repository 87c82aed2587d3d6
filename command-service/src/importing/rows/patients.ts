import { ageTextOf, guardianRelations, type PatientDetails } from '@dayline/contracts/clinic/identity';
import { emailSchema } from '@dayline/contracts/fields/email';
import { longestLocation, longestName } from '@dayline/contracts/fields/longest';
import { fold } from '@dayline/contracts/fold';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import { ageIn, sexOf } from './age.ts';
import { isRounded, lineOf, RowProblem } from './cell.ts';
import { dateOf } from './dates.ts';
import { ageAndSex, nameOf } from './person-name.ts';
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

  const uhid = take('uhid', lineOf('uhid', typed('uhid'), longestNumber));
  if (uhid !== null && isRounded(uhid)) throw new RowProblem('uhid', 'number.rounded');
  const name = take('name', nameOf(typed('name')));
  const { phone, note } = take('phone', phoneOf(typed('phone')));
  const beside = lineOf('phoneNote', typed('phoneNote'), longestNumber).value;
  const email = emailOf(take('email', lineOf('email', typed('email'), longestLocation)));
  const location = take('location', lineOf('location', typed('location'), longestLocation));
  // "Madurai - 625001"
  const place = location?.replace(/\s+-\s+(?=\d{6}\b)/, ' ') ?? null;
  if (place !== location) mended.add('location');
  const { age, sex } = ageOf(typed('age'), typed('sex'), name, holds);
  if (age && !/^\s*\d*\s*$/.test(typed('age'))) mended.add('age');
  const born = lineOf('bornOn', typed('bornOn'), longestNumber).value;
  const bornOn = born === null ? null : dateOf('bornOn', born, dayOrder, today);
  if (bornOn !== null && bornOn > today) throw new RowProblem('bornOn', 'date.future');
  const guardianName = lineOf('guardianName', typed('guardianName'), longestName).value ?? name.guardianName;
  const relation = fold(typed('guardianRelation'));
  const guardianRelation =
    guardianRelations.find((each) => each === relation) ?? (guardianName && name.guardianRelation);

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

/** The age and the sex of their cells, or of the one cell of both ("45/M"), else of the name. */
function ageOf(
  typedAge: string,
  typedSex: string,
  name: ReturnType<typeof nameOf>['value'],
  holds: ReadContext['age'],
) {
  const text = lineOf('age', typedAge, longestNumber).value;
  const both = text === null ? null : (ageAndSex(text) ?? { age: ageIn(text), sex: null });
  if (both && both.age === null) throw new RowProblem('age', 'age.wrong');
  const word = lineOf('sex', typedSex, longestNumber).value;
  const own = word === null ? null : sexOf(word);
  if (word !== null && own === null) throw new RowProblem('sex', 'sex.wrong');
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
