import { isSameAge, noDetails, type PatientDetails } from '@dayline/contracts/clinic/identity';
import { fold } from '@dayline/contracts/fold';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import { bornKeysOf, mayBeSame } from '@dayline/contracts/patients/duplicates';
import type { ImportProblem } from '@dayline/contracts/words/import';
import type { KnownPatient, PatientCells, PatientRowCommand } from '../../row-commands.ts';
import { wordsOf } from '../cells/person-name.ts';
import type { Change, Client, MatchedRecord, RowMatcher, RowResult } from './row-kind.ts';

interface Person {
  readonly of: KnownPatient;
  details: PatientDetails;
}

export class PatientMatcher implements RowMatcher<PatientCells, PatientRowCommand> {
  readonly #client: Client;
  readonly #byId = new Map<string, Person>();
  readonly #byPhone = new Map<string, Person[]>();
  readonly #byNumber = new Map<string, Person | null>();
  readonly #byName = new Map<string, Person[]>();
  readonly #byBorn = new Map<string, Person[]>();

  constructor(client: Client) {
    this.#client = client;
  }

  async prepare(rows: readonly PatientCells[]): Promise<void> {
    const { records, clientId } = this.#client;
    const phones = new Set(rows.flatMap(({ phone }) => (phone && !this.#byPhone.has(phone) ? [phone] : [])));
    for (const phone of phones) this.#byPhone.set(phone, []);
    for (const row of await records.patientsWithPhones(clientId, [...phones])) this.#add(row.key, row);
    const bornKeys = rows
      .flatMap((row) => this.#bornKeys({ ...noDetails, ...row }))
      .filter((key) => !this.#byBorn.has(key));
    for (const key of new Set(bornKeys)) this.#byBorn.set(key, []);
    for (const row of await records.patientsBornAlike([...new Set(bornKeys)])) this.#add(row.key, row);
    for (const { uhid } of rows) {
      if (!uhid || this.#byNumber.has(fold(uhid))) continue;
      const id = await records.patientWithNumber(uhid);
      const holder = id === null ? undefined : (await records.patients([id])).get(id);
      const isHolder = holder?.clientId === clientId && holder.uhid !== null && fold(holder.uhid) === fold(uhid);
      this.#byNumber.set(fold(uhid), isHolder ? this.#add(holder.key, holder) : null);
    }
    for (const { name, phone, uhid } of rows) {
      if (phone || uhid || this.#byName.has(fold(name))) continue;
      const patientsOfName = await records.patientsNamed(clientId, name);
      this.#byName.set(
        fold(name),
        patientsOfName.map((row) => this.#add(row.key, row)),
      );
    }
  }

  #add(id: string, details: PatientDetails): Person {
    const existing = this.#byId.get(id);
    if (existing) return existing;
    const person = { of: { id }, details };
    this.#byId.set(id, person);
    this.#index(person);
    return person;
  }

  /** So that later rows are compared with the person. */
  #index(person: Person): void {
    const { phone, uhid, name } = person.details;
    if (phone !== null) put(this.#byPhone, phone, person);
    if (uhid !== null) this.#byNumber.set(fold(uhid), person);
    if (name !== null) put(this.#byName, fold(name), person);
    for (const key of this.#bornKeys(person.details)) put(this.#byBorn, key, person);
  }

  #bornKeys(details: PatientDetails): readonly string[] {
    const { bornFirst, bornLast } = bornKeysOf(this.#client.clientId, details);
    return [bornFirst, bornLast].filter((key) => key !== null);
  }

  /** Somebody with an alike name, and the phone or birth date. */
  #similar(values: PatientCells): Person | undefined {
    const details = { ...noDetails, ...values };
    const onPhone = values.phone ? (this.#byPhone.get(values.phone) ?? []) : [];
    const bornAlike = this.#bornKeys(details).flatMap((key) => this.#byBorn.get(key) ?? []);
    return [...onPhone, ...bornAlike].find((person) => mayBeSame(person.details, details));
  }

  match(row: number, values: PatientCells, isSame: boolean | undefined): RowResult<PatientRowCommand> {
    const holder = values.uhid ? this.#byNumber.get(fold(values.uhid)) : null;
    if (holder) {
      if (wordsOf(holder.details.name ?? '') === wordsOf(values.name)) return this.#known(holder, values);
      if (isSame) return this.#known(holder, values);
      return isSame === undefined
        ? needsDecision(holder, 'decide.other-name')
        : { ...needsDecision(holder, 'row.twice'), finding: 'refused' };
    }
    const family = values.phone ? (this.#byPhone.get(values.phone) ?? []) : [];
    const sameName = family.filter(({ details }) => fold(details.name ?? '') === fold(values.name));
    const namedAlike = sameName.find(({ details }) => !(details.uhid && values.uhid));
    if (namedAlike) return this.#known(namedAlike, values);
    const sameWords = family.find(({ details }) => wordsOf(details.name ?? '') === wordsOf(values.name));
    const namesake = sameWords && sameName.length === 0 ? sameWords : this.#namesake(values);
    const perhaps = namesake ?? this.#similar(values);
    if (perhaps && isSame) return this.#known(perhaps, values);
    if (perhaps && isSame === undefined) return needsDecision(perhaps, questionOf(perhaps, { sameWords, namesake }));
    const [first] = family;
    this.#index({ of: { row }, details: { ...noDetails, ...values } });
    return {
      finding: first || perhaps ? 'differentPerson' : 'new',
      ...(first && { match: recordOf(first) }),
      command: {
        ...{ kind: 'register', details: values, somebodyElse: sameName.length > 0 },
        ...(perhaps && { differentFrom: perhaps.of }),
      },
    };
  }

  /** A patient of the same name, if the row has neither number nor phone. */
  #namesake({ name, phone, uhid }: PatientCells): Person | undefined {
    return phone || uhid ? undefined : this.#byName.get(fold(name))?.at(0);
  }

  #known(person: Person, values: PatientCells): RowResult<PatientRowCommand> {
    const { after, before } = changesOf(person.details, values);
    const fields = Object.keys(after) as (keyof PatientDetails)[];
    const match = recordOf(person);
    if (fields.length === 0) return { finding: 'existing', match };
    const changes = fields
      // A birth date replaces an age.
      .filter((field) => !(field === 'ageText' && after.ageText === null))
      .map((field): Change => ({ field: shownAs(field), before: person.details[field], after: after[field] ?? null }));
    person.details = { ...person.details, ...after };
    this.#index(person);
    return { finding: 'existing', match, changes, command: { kind: 'correct', of: person.of, before, after } };
  }
}

const put = (people: Map<string, Person[]>, key: string, person: Person): void => {
  const samePeople = people.get(key);
  if (!samePeople) people.set(key, [person]);
  else if (!samePeople.includes(person)) samePeople.push(person);
};
const shownAs = (field: keyof PatientDetails): ImportField => (field === 'ageText' ? 'age' : field);
const recordOf = ({ of, details: { name } }: Person): MatchedRecord => ({
  row: 'row' in of ? of.row : null,
  id: 'id' in of ? of.id : null,
  name,
});
const needsDecision = (person: Person, code: ImportProblem): RowResult<never> => ({
  finding: 'needsDecision',
  match: recordOf(person),
  problem: { field: 'name', code },
});

const questionOf = (
  perhaps: Person,
  { sameWords, namesake }: { readonly sameWords: Person | undefined; readonly namesake: Person | undefined },
): ImportProblem => {
  if (perhaps !== namesake) return 'decide.similar';
  return perhaps === sameWords ? 'decide.same-words' : 'decide.same-name';
};

/** What a row changes. Absent fields stay; an age never replaces a birth date. */
function changesOf(existing: PatientDetails, values: PatientCells) {
  const row: Partial<PatientDetails> = {
    ...values,
    ...(values.bornOn && existing.ageText !== null && { ageText: null }),
  };
  const changedFields = (Object.keys(row) as (keyof PatientDetails)[]).filter((field) => {
    const [before, after] = [existing[field], row[field] ?? null];
    // Case is no difference in a name or number.
    if (field === 'name' || field === 'uhid') return fold(before ?? '') !== fold(after ?? '');
    if (field !== 'ageText') return before !== after;
    return after === null ? before !== null : existing.bornOn === null && !isSameAge(before, after);
  });
  const of = (details: Partial<PatientDetails>): Partial<PatientDetails> =>
    Object.fromEntries(changedFields.map((field) => [field, details[field] ?? null]));
  return { before: of(existing), after: of(row) };
}
