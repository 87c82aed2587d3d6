import { noDetails, type PatientDetails } from '../clinic/identity.ts';

export type DetailField = keyof PatientDetails;
export const detailFields = [
  ...['name', 'phone', 'email', 'location', 'uhid', 'sex', 'bornOn', 'ageText'],
  ...['guardianRelation', 'guardianName', 'phoneNote'],
] as const satisfies readonly DetailField[];

/** A record that was merged into the one of the same person, with its details at that time. */
export interface MergedRecord {
  readonly mergeId: string;
  readonly patientId: string;
  /** The fields in which this record's details stand for the person. */
  readonly chosen: readonly DetailField[];
  readonly details: PatientDetails;
  /** UTC, ISO 8601. */
  readonly mergedAt: string;
  readonly mergedBy: string;
  /** The event to name in an undo. */
  readonly eventId: string;
}

/** A record that others are merged into: its own details, and those of the others. */
export interface Person {
  readonly own: PatientDetails;
  /** In the order of the merges. */
  readonly merged: readonly MergedRecord[];
}

/** The fields of details, without others of the same object. */
export const detailsIn = (details: PatientDetails): PatientDetails => pick(details, detailFields) as PatientDetails;

const pick = (details: Partial<PatientDetails>, fields: readonly DetailField[]): Partial<PatientDetails> =>
  Object.fromEntries(fields.map((field) => [field, details[field] ?? null]));

/** The details that stand for the person. */
export const detailsOfPerson = ({ own, merged }: Person): PatientDetails =>
  Object.assign({ ...own }, ...merged.map(({ chosen, details }) => pick(details, chosen)));

/** The merge of a record, as its event in the stream of the other one has it. */
type MergeData = Pick<MergedRecord, 'mergeId' | 'patientId' | 'chosen'> & Partial<PatientDetails>;

export const withRecord = (
  { own, merged }: Person,
  { mergeId, patientId, chosen, ...details }: MergeData,
  record: Pick<MergedRecord, 'mergedAt' | 'mergedBy' | 'eventId'>,
): Person => ({
  own,
  merged: [...merged, { mergeId, patientId, chosen, details: detailsIn({ ...noDetails, ...details }), ...record }],
});

export const withoutRecord = ({ own, merged }: Person, mergeId: string): Person => ({
  own,
  merged: merged.filter((record) => record.mergeId !== mergeId),
});

/** A corrected field stands, whichever record it came from, and stays with the person's own record after a split. */
export const correctedPerson = ({ own, merged }: Person, changes: Partial<PatientDetails>): Person => ({
  own: { ...own, ...changes },
  merged: merged.map((record) => ({ ...record, chosen: record.chosen.filter((field) => !(field in changes)) })),
});

export const erasedPerson = ({ merged }: Person): Person => ({
  own: noDetails,
  merged: merged.map((record) => ({ ...record, chosen: [], details: noDetails })),
});

/** The ids of all records of a person. */
export const recordsOf = (id: string, person: Person | undefined): readonly string[] => [
  id,
  ...(person?.merged ?? []).map(({ patientId }) => patientId),
];
