import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { isSameName } from '@dayline/contracts/fold';
import { isNamedAlike, maxDuplicates } from '@dayline/contracts/patients/duplicates';
import type { OptionalField } from './rules.ts';

/** The patients registered with the verified phone, in order of registration. */
export type Family = ResponseOf<'verifyUser'>['others'];
export type Person = Family[number];

export function familyOf({ userId, others, exists: _, emailOptional: __, ...first }: ResponseOf<'verifyUser'>): Family {
  return userId === null ? [] : [{ userId, ...first }, ...others];
}

/** A patient's details as the wizard's fields; '' where missing. */
export const detailsOf = (person: Person | undefined): { name: string; email: string; location: string } => ({
  name: person?.name ?? '',
  email: person?.email ?? '',
  location: person?.location ?? '',
});

/** For somebody else of the phone: its first email and place. */
export const detailsOfElse = (family: Family): ReturnType<typeof detailsOf> => ({
  name: '',
  email: family.find(({ email }) => email)?.email ?? '',
  location: family.find(({ location }) => location)?.location ?? '',
});

/** A booking's patient. */
export interface BookingPatient {
  /** The patients registered with the phone. */
  family: Family;
  /** The chosen patient; null for somebody else. */
  personId: string | null;
  /** Whether a changed name is a correction or another person, once the desk has answered. */
  renamed: 'corrected' | 'somebodyElse' | null;
}

interface PatientDraft extends BookingPatient {
  fields: { name: string };
}

/** The booking's patient; undefined if not registered with the phone. */
export const personOf = ({ family, personId }: Pick<BookingPatient, 'family' | 'personId'>): Person | undefined =>
  family.find(({ userId }) => userId === personId);

const isNamed = (person: Person | undefined, name: string): boolean => isSameName(person?.name ?? null, name);

/** The patient whose name was changed; the desk must say whether it is a correction or another person. */
export function renamedOf(draft: PatientDraft): Person | undefined {
  const person = personOf(draft);
  const { name } = draft.fields;
  return person && name.trim() !== '' && !isNamed(person, name) ? person : undefined;
}

const isSomebodyElse = (draft: PatientDraft): boolean =>
  personOf(draft) === undefined || draft.renamed === 'somebodyElse';

/** The patient of the phone with the name that was typed for somebody else. */
export const namesakeOf = (draft: PatientDraft): Person | undefined =>
  isSomebodyElse(draft) ? draft.family.find((person) => isNamed(person, draft.fields.name)) : undefined;

/** The patients of the phone whose names are like the one that was typed for somebody else. */
export const similarTo = (draft: PatientDraft): Family =>
  isSomebodyElse(draft)
    ? draft.family.filter(({ name }) => isNamedAlike(name, draft.fields.name)).slice(0, maxDuplicates)
    : [];

/** The patient whose details are corrected, or booked unchanged. */
export const correctedOf = (draft: PatientDraft): Person | undefined =>
  renamedOf(draft) && draft.renamed === 'somebodyElse' ? undefined : personOf(draft);

/** The verified phone of a draft for a patient without one. */
export const noPhone = '';

/** Fields that the patient may lack: email and place by the client's setting, unless they are registered. */
export function optionalFieldsOf(
  draft: PatientDraft & { verifiedPhone: string | null; emailOptional: boolean },
): Required<OptionalField> {
  const person = correctedOf(draft);
  return {
    phone: person !== undefined && draft.verifiedPhone === noPhone,
    email: draft.emailOptional && !person?.email,
    location: draft.emailOptional && !person?.location,
  };
}

/** The patient as `saveUser` expects it. */
export function targetOf(draft: PatientDraft): { userId?: string; somebodyElse?: true; differentFrom?: string[] } {
  const person = correctedOf(draft);
  if (person) return { userId: person.userId };
  const differentFrom = similarTo(draft).map(({ userId }) => userId);
  return {
    ...(namesakeOf(draft) && { somebodyElse: true as const }),
    ...(differentFrom.length > 0 && { differentFrom }),
  };
}
