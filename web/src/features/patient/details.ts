import { ageSchema, guardianRelationSchema, sexSchema } from '@dayline/contracts/clinic/identity';
import type { RequestInputOf } from '@dayline/contracts/endpoints/table';
import { isEmail } from '@dayline/contracts/fields/email-address';
import { maxLocationLength, maxNameLength } from '@dayline/contracts/fields/max-lengths';
import { defaultCountryCode, isWholePhone, phoneParts } from '@dayline/contracts/fields/phone';
import { tooLong } from '../../ui/fields/too-long.ts';
import type { Overview } from './rules.ts';
import { detailsText as text } from './text.ts';

/** A patient's details, as typed or chosen; '' if empty. */
export interface Details {
  name: string;
  countryCode: string;
  /** Without its country code. */
  phone: string;
  /** A note on the number, for example 'son'. */
  phoneNote: string;
  email: string;
  location: string;
  /** The hospital's number. */
  uhid: string;
  sex: string;
  bornOn: string;
  /** Used instead of the birth date if that is unknown. */
  age: string;
  ageUnit: string;
  guardianRelation: string;
  guardianName: string;
}
export type DetailErrors = Partial<Record<keyof Details, string>>;

export const emptyDetails: Details = {
  ...{ name: '', countryCode: defaultCountryCode, phone: '', phoneNote: '', email: '', location: '', uhid: '' },
  ...{ sex: '', bornOn: '', age: '', ageUnit: 'years', guardianRelation: '', guardianName: '' },
};

/** A patient's registered details as typed. */
export function detailsOf(overview: Overview): Details {
  const { identity, bornOn } = overview;
  const knownDetails = {
    ...{ name: overview.name, phoneNote: overview.phoneNote, email: overview.email, location: overview.location },
    ...{ uhid: identity?.uhid, sex: identity?.sex, bornOn },
    ...{ guardianRelation: overview.guardianRelation, guardianName: overview.guardianName },
  };
  const age = bornOn === null ? identity?.age : null;
  return {
    ...emptyDetails,
    ...Object.fromEntries(Object.entries(knownDetails).filter(([, value]) => value != null)),
    ...phoneParts(overview.phone ?? ''),
    ...(age && { age: String(age.count), ageUnit: age.unit }),
  };
}

export const longest = {
  ...{ name: maxNameLength, location: maxLocationLength, guardianName: maxNameLength },
  ...{ uhid: 40, phoneNote: 40 },
} as const;

/** The sentence of each wrong field, in the order of the form. `needsContact`: email and place are required too. */
export function errorsOf(details: Details, today: string, needsContact = false): DetailErrors {
  const errors: DetailErrors = {};
  const note = (field: keyof Details, sentence: string | undefined) => {
    if (sentence !== undefined) errors[field] = sentence;
  };
  const { name, phone, email, bornOn, age } = details;
  note('name', name.trim() === '' ? text.nameRequired : tooLong(name, longest.name));
  note('phone', phone === '' || isWholePhone(phone) ? undefined : text.phoneLength);
  if (needsContact && email.trim() === '') note('email', text.emailRequired);
  else note('email', email.trim() === '' || isEmail(email.trim()) ? undefined : text.emailInvalid);
  if (needsContact && details.location.trim() === '') note('location', text.locationRequired);
  for (const field of ['phoneNote', 'location', 'uhid', 'guardianName'] as const) {
    note(field, tooLong(details[field], longest[field]));
  }
  note('bornOn', bornOn > today ? text.bornAfterToday : undefined);
  note('age', age === '' || ageOf(details) ? undefined : text.ageInvalid);
  return errors;
}

const ageOf = ({ age, ageUnit }: Details) =>
  ageSchema.safeParse({ count: age.trim() === '' ? null : Number(age), unit: ageUnit }).data;

export type SentDetails = Omit<RequestInputOf<'saveUser'>, 'clientId' | 'userId' | 'somebodyElse'>;

/**
 * The request's fields. Other known details are included only if they differ from `before`; null removes one.
 * @param storedPhone the stored phone: its country may not be among those the field offers
 */
export function sentOf(details: Details, before: Details, storedPhone: string | null = null): SentDetails {
  const trimmedOrNull = (input: string) => input.trim() || null;
  const { countryCode, phone, phoneNote, email, location, uhid, bornOn, guardianName } = details;
  const isChanged = (...fields: readonly (keyof Details)[]) =>
    fields.some((field) => details[field].trim() !== before[field].trim());
  return {
    name: details.name,
    phone: isChanged('phone', 'countryCode') ? (phone === '' ? null : countryCode + phone) : storedPhone,
    email: trimmedOrNull(email),
    location: trimmedOrNull(location),
    ...(isChanged('phoneNote') && { phoneNote: trimmedOrNull(phoneNote) }),
    ...(isChanged('uhid') && { uhid: trimmedOrNull(uhid) }),
    ...(isChanged('sex') && { sex: sexSchema.safeParse(details.sex).data ?? null }),
    ...(isChanged('bornOn', 'age', 'ageUnit') && { bornOn: trimmedOrNull(bornOn), age: ageOf(details) ?? null }),
    ...(isChanged('guardianRelation') && {
      guardianRelation: guardianRelationSchema.safeParse(details.guardianRelation).data ?? null,
    }),
    ...(isChanged('guardianName') && { guardianName: trimmedOrNull(guardianName) }),
  };
}
