import { z } from 'zod';

/** The kinds of lists that can be imported. */
export const listKinds = ['patients', 'doctors', 'hours', 'hospitalDays', 'pastVisits'] as const;
export const listKindSchema = z.enum(listKinds);
export type ListKind = (typeof listKinds)[number];

/** The fields of a list, in the order of its export. */
export const fieldsOfImport = {
  patients: [
    ...['uhid', 'name', 'age', 'bornOn', 'sex', 'phone', 'phoneNote', 'email', 'location'],
    ...['guardianRelation', 'guardianName'],
  ],
  doctors: ['kind', 'name', 'department', 'phone', 'email', 'meetingLink', 'fee', 'externalId'],
  hours: [
    ...['doctor', 'doctorEmail', 'date', 'from', 'weekName', 'weekday', 'start', 'end', 'minutes', 'places', 'reason'],
    ...['sessionName', 'weeks', 'everyWeeks', 'everyFrom', 'bookUntil', 'firstPlaces', 'againPlaces', 'sameDayPlaces'],
    ...['department', 'branch', 'room'],
    ...['beforeBreak', 'beforeBreakPlaces', 'afterBreak', 'afterBreakPlaces'],
  ],
  hospitalDays: ['date', 'weekday', 'weeks', 'from', 'to', 'name', 'hours', 'branch'],
  pastVisits: ['visitId', 'uhid', 'name', 'phone', 'doctor', 'doctorEmail', 'date', 'time', 'outcome', 'paid'],
} as const satisfies Readonly<Record<ListKind, readonly string[]>>;

type FieldsOf = typeof fieldsOfImport;
export type ImportField = FieldsOf[ListKind][number];
/** Each field once, over all kinds. */
export const importFields = [...new Set(Object.values(fieldsOfImport).flat())] as [ImportField, ...ImportField[]];

/** One field of each group is required. */
const requiredFields: Readonly<Record<ListKind, readonly (readonly ImportField[])[]>> = {
  patients: [['name']],
  doctors: [['name'], ['department']],
  hours: [
    ['doctor', 'doctorEmail'],
    ['weekday', 'date'],
    ['start', 'beforeBreak'],
  ],
  hospitalDays: [['name'], ['date', 'weekday']],
  pastVisits: [['uhid', 'phone', 'name'], ['doctor', 'doctorEmail'], ['date'], ['outcome']],
};

/** The required groups that a list has no field of. */
export const missingFields = (kind: ListKind, fields: readonly (ImportField | null)[]) =>
  requiredFields[kind].filter((group) => !group.some((field) => fields.includes(field)));

/** The header of a field in an export: "guardianName" is "Guardian Name". */
export function labelOf(field: ImportField): string {
  if (field === 'uhid') return 'UHID';
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
