import { streamKey } from '@dayline/contracts/events/categories';
import type { PatientRow } from '@dayline/contracts/views/directory';
import type { ViewRow } from '@dayline/contracts/views/row';
import { type Change, changed, type EventOfType, mustExist, type OtherRows, type RowName } from './projection.ts';

type MergeEvent = EventOfType<'PatientMerged' | 'PatientUnmerged'>;

/** A row about a patient: `patientId` stands for the person, and `bookedAs` is another record that it was made for. */
interface RowOfPerson extends ViewRow {
  readonly patientId: string;
  readonly bookedAs?: string;
}

/** Whether an event is in the stream of the record that is merged, rather than in that of the record that stands. */
export const isOfMergedRecord = ({ stream, data }: MergeEvent): boolean => streamKey(stream) === data.patientId;

/** The rows of the merged record; after the merge they are the person's. */
export const rowsOfMerge = (event: MergeEvent): readonly RowName[] => [
  { field: 'patientId', value: event.type === 'PatientMerged' ? event.data.patientId : event.data.into },
];

/** The row after a merge or split of its record. A row of another record is unchanged. */
export function withPerson<Row extends RowOfPerson>(row: Row, { type, data }: MergeEvent): Row {
  if (type === 'PatientMerged') return { ...row, patientId: data.into, bookedAs: row.bookedAs ?? data.patientId };
  if (row.bookedAs !== data.patientId) return row;
  const { bookedAs: _, ...own } = row;
  // Cast is safe: only an optional field is gone.
  return { ...own, patientId: data.patientId } as Row;
}

/** Changes of a view whose rows name the person and copy nothing of the patient. */
const reassignment: Change<RowOfPerson, MergeEvent> = {
  rows: (event) => (isOfMergedRecord(event) ? rowsOfMerge(event) : []),
  fold(row, event) {
    const before = mustExist(row, event as never);
    const after = withPerson(before, event);
    return after === before ? before : changed(after, event as never, {});
  },
};

export const mergeChanges = <Row extends RowOfPerson>() =>
  // Cast is safe: the fold changes only the fields that the rows have in common.
  ({ PatientMerged: reassignment, PatientUnmerged: reassignment }) as unknown as {
    readonly PatientMerged: Change<Row, EventOfType<'PatientMerged'>>;
    readonly PatientUnmerged: Change<Row, EventOfType<'PatientUnmerged'>>;
  };

/** The patient's row in an event's data, and that of the person. */
export const personCopied = <Event extends { readonly data: { readonly patientId: string } }>() => ({
  view: 'patients',
  key: ({ data }: Event) => data.patientId,
  // Cast is safe: a view's name fixes the type of its rows.
  next: (row: ViewRow) => (row as PatientRow).mergedInto,
});

/** The row that stands for the person of a record; null if the record is unknown. */
export function personRow(others: OtherRows, patientId: string): PatientRow | null {
  const row = others.get('patients', patientId) as PatientRow | null;
  return row?.mergedInto === undefined ? row : (others.get('patients', row.mergedInto) as PatientRow | null);
}

/** The fields of a new row that say whose it is. */
export function ofPerson(patientId: string, person: PatientRow | null) {
  const personId = person?.key ?? patientId;
  return { patientId: personId, ...(personId !== patientId && { bookedAs: patientId }) };
}
