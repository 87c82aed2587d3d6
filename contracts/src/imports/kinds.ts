import { z } from 'zod';

/** The kinds of lists that can be imported. */
export const listKinds = ['patients', 'doctors', 'hours', 'hospitalDays', 'pastVisits'] as const;
export const listKindSchema = z.enum(listKinds);
export type ListKind = (typeof listKinds)[number];

/** The names of a person in columns of their own. */
const partsOfName = ['firstName', 'middleName', 'lastName'] as const;
/** The unit of an age, and its months and days, in columns of their own. */
const partsOfAge = ['ageUnit', 'ageMonths', 'ageDays'] as const;
/** The codes before a phone number in columns of their own. */
const phoneCodes = ['countryCode', 'areaCode'] as const;
/** The hours of a weekday in a column of its own. */
export const weekdayFields = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Fields of the lists of other systems; an exported list has one field for the same value. */
const notExported: readonly string[] = [
  ...partsOfName,
  ...partsOfAge,
  ...phoneCodes,
  ...weekdayFields,
  ...['status', 'days', 'year', 'startTime', 'endTime', 'dayAfter', 'dayType'],
];

/** The fields of a list, in the order of its export. */
export const fieldsOfImport = {
  patients: [
    ...[
      'uhid',
      'name',
      ...partsOfName,
      'age',
      ...partsOfAge,
      'bornOn',
      'sex',
      'phone',
      ...phoneCodes,
      'phoneNote',
      'email',
      'location',
    ],
    ...['guardianRelation', 'guardianName'],
  ],
  doctors: ['kind', 'name', 'department', 'phone', 'email', 'meetingLink', 'fee', 'externalId'],
  hours: [
    ...['doctor', 'doctorEmail', 'date', 'from', 'weekName', 'weekday', 'start', 'end', 'minutes', 'places', 'reason'],
    ...[
      'endsNextDay',
      'sessionName',
      'weeks',
      'everyWeeks',
      'everyFrom',
      'bookFrom',
      'bookUntil',
      'closesBefore',
      'firstUntil',
      'slotsPerVisit',
      'openEnd',
      'onRequest',
      'onlyFor',
      'firstPlaces',
      'againPlaces',
      'totalPlaces',
      'sameDayPlaces',
    ],
    ...['department', 'alsoIn', 'branch', 'room'],
    ...['beforeBreak', 'beforeBreakPlaces', 'afterBreak', 'afterBreakPlaces'],
    ...['status', ...weekdayFields],
  ],
  hospitalDays: [
    ...['date', 'weekday', 'weeks', 'from', 'to', 'name', 'hours', 'branch', 'bookUntil'],
    ...['days', 'year', 'startTime', 'endTime', 'dayAfter', 'dayType'],
  ],
  pastVisits: [
    ...['visitId', 'uhid', 'name', ...partsOfName, 'phone', 'doctor', 'doctorEmail', 'date', 'time', 'outcome', 'paid'],
  ],
} as const satisfies Readonly<Record<ListKind, readonly string[]>>;

type FieldsOf = typeof fieldsOfImport;
export type ImportField = FieldsOf[ListKind][number];
/** The fields of an exported list. */
export const exportedFields = (kind: ListKind): readonly ImportField[] =>
  fieldsOfImport[kind].filter((field) => !notExported.includes(field));

/** Each field once, over all kinds. */
export const importFields = [...new Set(Object.values(fieldsOfImport).flat())] as [ImportField, ...ImportField[]];

/** One field of each group is required. */
const requiredFields: Readonly<Record<ListKind, readonly (readonly ImportField[])[]>> = {
  patients: [
    ['name', 'firstName'],
    ['name', 'lastName'],
  ],
  doctors: [['name'], ['department']],
  hours: [
    ['doctor', 'doctorEmail'],
    // Hours that are written behind their weekdays have no column of weekdays.
    ['weekday', 'date', 'beforeBreak', ...weekdayFields],
    ['start', 'beforeBreak', 'status', ...weekdayFields],
  ],
  hospitalDays: [['name'], ['date', 'weekday', 'from']],
  // A half of a name identifies nobody.
  pastVisits: [
    ['uhid', 'phone', 'name', 'firstName'],
    ['uhid', 'phone', 'name', 'lastName'],
    ['doctor', 'doctorEmail'],
    ['date'],
  ],
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
