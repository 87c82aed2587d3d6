import { isNamed, titledName, withCountryCode } from '@dayline/contracts/doctors';
import type { RequestInputOf } from '@dayline/contracts/endpoints/table';
import { isEmail, maxEmailLength } from '@dayline/contracts/fields/email-address';
import { maxExternalIdLength, maxNameLength } from '@dayline/contracts/fields/max-lengths';
import { paiseOf, rupeesOf } from '@dayline/contracts/fields/money';
import { plainDigits } from '@dayline/contracts/fold';
import { isAmount, isMeetingLink } from '../../shared/format/doctor-fields.ts';
import { tooLong } from '../../ui/fields/too-long.ts';
import { addDoctorText as text } from './text.ts';

/** A doctor, or a unit: a clinic or room that is booked as a whole and has no email. */
export type Kind = 'doctor' | 'unit';

export interface DoctorFields {
  kind: Kind;
  departmentId: string;
  name: string;
  contact: string;
  email: string;
  link: string;
  fees: string;
  externalId: string;
}
export type DoctorField = Exclude<keyof DoctorFields, 'kind'>;
export type DoctorErrors = Partial<Record<DoctorField, string>>;

export const emptyFields: DoctorFields = {
  kind: 'doctor',
  departmentId: '',
  name: '',
  contact: '',
  email: '',
  link: '',
  fees: '',
  externalId: '',
};

/** The digits of a typed or pasted number, without leading zeros; at most 12, as with 91 in front. */
export const contactDigits = (input: string): string =>
  plainDigits(input).replace(/\D/g, '').replace(/^0+/, '').slice(0, 12);

function nameOf({ kind, name }: DoctorFields): string {
  if (kind === 'unit') return name.trim();
  return isNamed(name) ? titledName(name) : name;
}

/** The fields of the other kind; a unit's name doesn't keep the prefixed title. */
export const ofKind = (fields: DoctorFields, kind: Kind): DoctorFields => ({
  ...fields,
  kind,
  name: kind === 'unit' ? fields.name.replace(/^Dr\. /, '') : fields.name,
});

/** "Name is auto-prefixed 'Dr.' and contact auto-prefixed 91 if missing" (section 5). */
export const completeFields = (fields: DoctorFields): DoctorFields => ({
  ...fields,
  name: nameOf(fields),
  contact: withCountryCode(fields.contact),
  email: fields.email.trim(),
  link: fields.link.trim(),
  fees: isAmount(fields.fees.trim()) ? rupeesOf(paiseOf(fields.fees.trim())) : fields.fees.trim(),
  externalId: fields.externalId.trim(),
});

/** The longest texts that the server accepts. */
export const longest = {
  name: maxNameLength,
  email: maxEmailLength,
  link: 300,
  externalId: maxExternalIdLength,
} as const;

/** The errors of the completed fields, in form order. */
export function errorsOf(fields: DoctorFields): DoctorErrors {
  const { kind, departmentId, name, contact, email, link, fees, externalId } = fields;
  const isUnit = kind === 'unit';
  const errors: DoctorErrors = {};
  const note = (field: DoctorField, sentence: string | undefined) => {
    if (sentence !== undefined) errors[field] = sentence;
  };
  note('departmentId', departmentId === '' ? text.department : undefined);
  note('name', isNamed(name) ? tooLong(name, longest.name) : text.name);
  note('contact', /^91\d{10}$/.test(contact) || (isUnit && contact === '') ? undefined : text.contact);
  if (!isUnit) note('email', tooLong(email, longest.email) ?? (isEmail(email) ? undefined : text.email));
  note('link', tooLong(link, longest.link) ?? (link === '' || isMeetingLink(link) ? undefined : text.link));
  note('fees', fees === '' || isAmount(fees) ? undefined : text.fees);
  note('externalId', tooLong(externalId, longest.externalId));
  return errors;
}

/** The payload (section 3): "Consultation_Fees (two decimals, 0 if blank)", empty optionals null. */
export const payloadOf = (fields: DoctorFields, clientId: string, department: string): RequestInputOf<'addDoctor'> => ({
  Client_ID: clientId,
  Department_ID: fields.departmentId,
  ...(fields.kind === 'unit' && { POC_Kind: fields.kind }),
  POC_Name: fields.name,
  Specialization: department,
  Contact_Number: fields.contact === '' ? null : fields.contact,
  Email: fields.kind === 'unit' ? null : fields.email,
  Meet_Link: fields.link === '' ? null : fields.link,
  Consultation_Fees: fields.fees === '' ? 0 : fields.fees,
  External_POC_ID: fields.externalId === '' ? null : fields.externalId,
});

const wireFields: Readonly<Record<string, DoctorField>> = {
  Department_ID: 'departmentId',
  POC_Name: 'name',
  Contact_Number: 'contact',
  Email: 'email',
  Meet_Link: 'link',
  Consultation_Fees: 'fees',
  External_POC_ID: 'externalId',
};

/** A refusal's errors for single fields; empty if there are none. */
export function refusedFields(
  code: string,
  message: string,
  fields: readonly { field: string; message: string }[] = [],
): DoctorErrors {
  if (code === 'email.taken') return { email: message };
  if (code === 'external-id.taken') return { externalId: message };
  if (code === 'link.invalid') return { link: text.link };
  const errors: DoctorErrors = {};
  for (const fault of fields) {
    const name = wireFields[fault.field];
    if (name) errors[name] ??= fault.message;
  }
  return errors;
}
