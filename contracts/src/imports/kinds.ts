import { z } from 'zod';

/** What the rows of a file are. */
export const importKinds = ['patients', 'doctors', 'hours', 'hospitalDays', 'pastVisits'] as const;
export const importKindSchema = z.enum(importKinds);
export type ImportKind = (typeof importKinds)[number];

/** What a column can become, by kind of rows, in the order in which a list is taken out. */
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
} as const satisfies Readonly<Record<ImportKind, readonly string[]>>;

type FieldsOf = typeof fieldsOfImport;
export type ImportField = FieldsOf[ImportKind][number];
/** Each field once, of all kinds. */
export const importFields = [...new Set(Object.values(fieldsOfImport).flat())] as [ImportField, ...ImportField[]];

/** The fields without which a row means nothing. */
export const requiredFields: Readonly<Record<ImportKind, readonly (readonly ImportField[])[]>> = {
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

/** The name under which a field is taken out: "guardianName" as "Guardian Name". */
export function labelOf(field: ImportField): string {
  if (field === 'uhid') return 'UHID';
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
