import { streamKey } from '@dayline/contracts/events/categories';
import { messageChoiceTypes, type PatientEvent } from '@dayline/contracts/events/people';
import { bornLookUps, mayBeSame, pairKey } from '@dayline/contracts/patients/duplicates';
import type { DuplicateRow, PatientRow } from '@dayline/contracts/views/directory';
import { patients } from './desk/patients.ts';
import {
  type Change,
  type EventOfType,
  ignored,
  isFolded,
  type LookUp,
  type OtherRows,
  type View,
} from './projection.ts';

/** A phone or birth date of more records says nothing of one person. */
const maxOfOneValue = 500;

type DetailsEvent = EventOfType<
  'PatientRegistered' | 'PatientDetailsCorrected' | 'PatientErased' | 'PatientMerged' | 'PatientUnmerged'
>;
type ChoiceEvent = EventOfType<'DuplicateDismissed' | 'DuplicateReopened'>;

/** The record's row after an event of its stream; null if it has none. */
function rowAfter(event: DetailsEvent | ChoiceEvent, others: OtherRows): PatientRow | null {
  const key = streamKey(event.stream);
  // Casts are safe: a view's name fixes the type of its rows, and a change is found by its event's type.
  const before = others.get('patients', key) as PatientRow | null;
  const change = patients.changes[event.type] as Change<PatientRow, PatientEventOf> | null | undefined;
  if (!change || isFolded(before, event.position)) return before;
  if (!before && event.type !== 'PatientRegistered') return null;
  return change.fold(before, event as PatientEventOf, key, others);
}
type PatientEventOf = EventOfType<PatientEvent['type']>;

/** Where the records are found that may be of the same person. */
function lookUpsOf({ phone, bornFirst, bornLast, erased }: PatientRow): readonly LookUp[] {
  if (erased) return [];
  const places = phone === null ? [] : [{ field: 'phone', value: phone }];
  return [...places, ...bornLookUps({ bornFirst, bornLast })].map((place) => ({ view: 'patients', ...place }));
}

/** The rows of a look-up; none if there are too many. */
function rowsOf({ view, field, value }: LookUp, others: OtherRows): readonly PatientRow[] {
  const rows = others.having(view, field, value) as readonly PatientRow[];
  return rows.length > maxOfOneValue ? [] : rows;
}

const isAlike = (row: PatientRow, other: PatientRow): boolean =>
  other.key !== row.key && other.clientId === row.clientId && !other.erased && mayBeSame(row, other);

/** The ids of the records that may be of the same person. */
function alikeIn(row: PatientRow | null, others: OtherRows): readonly string[] {
  if (!row) return [];
  const found = new Map(
    lookUpsOf(row).flatMap((lookUp) => rowsOf(lookUp, others).map((record) => [record.key, record])),
  );
  return [...found.values()].filter((record) => isAlike(row, record)).map(({ key }) => key);
}

/** Whether the record is one of those, without a comparison of the others. */
function isAlikeIn(row: PatientRow | null, id: string, others: OtherRows): boolean {
  const record = others.get('patients', id) as PatientRow | null;
  if (!(row && record && isAlike(row, record))) return false;
  return lookUpsOf(row).some((lookUp) => rowsOf(lookUp, others).some(({ key }) => key === id));
}

const lookUps = (event: DetailsEvent | ChoiceEvent, others: OtherRows): readonly LookUp[] => {
  const row = rowAfter(event, others);
  return row ? lookUpsOf(row) : [];
};

/** A row that is neither open nor dismissed is gone. */
function pairAfter(
  row: DuplicateRow | null,
  event: DetailsEvent | ChoiceEvent,
  { key, dismissed, others }: { readonly key: string; readonly dismissed: boolean; readonly others: OtherRows },
): DuplicateRow {
  const id = streamKey(event.stream);
  const [one = '', other = ''] = key.split('_');
  const isPair = isAlikeIn(rowAfter(event, others), id === one ? other : one, others);
  const { gone: _, ...before } = row ?? { key, clientId: event.metadata.clientId, one, other };
  const open = isPair && !dismissed;
  return { ...before, at: event.position, open, dismissed, ...(!(open || dismissed) && { gone: true }) };
}

/** Whether records are split because they are of two people: an undo has no reason, and asks again. */
const isSplit = (event: DetailsEvent): event is EventOfType<'PatientUnmerged'> =>
  event.type === 'PatientUnmerged' && event.data.reason !== null;

const detailsChanged: Change<DuplicateRow, DetailsEvent> = {
  rows: ({ stream }) => ['one', 'other'].map((field) => ({ field, value: streamKey(stream) })),
  found: {
    lookUps,
    rows: (event, others) => [
      ...alikeIn(rowAfter(event, others), others).map((id) => pairKey(streamKey(event.stream), id)),
      ...(isSplit(event) ? [pairKey(event.data.patientId, event.data.into)] : []),
    ],
  },
  fold(row, event, key, others) {
    const isSplitPair = isSplit(event) && pairKey(event.data.patientId, event.data.into) === key;
    // Of an erased person nobody needs to decide anything.
    const dismissed = event.type !== 'PatientErased' && (isSplitPair || row?.dismissed === true);
    return pairAfter(row, event, { key, dismissed, others });
  },
};

const decision: Change<DuplicateRow, ChoiceEvent> = {
  rows: ({ stream, data }) => [pairKey(streamKey(stream), data.otherId)],
  copiesFrom: { view: 'patients', key: ({ stream }) => streamKey(stream) },
  found: { lookUps, rows: () => [] },
  fold: (row, event, key, others) =>
    pairAfter(row, event, { key, dismissed: event.type === 'DuplicateDismissed', others }),
};

/** Two records that may be of one person. A new one is compared with those of its phone and of its birth date only. */
export const duplicates: View<DuplicateRow, 'patient'> = {
  name: 'duplicates',
  forgetsGone: true,
  indexes: [
    { name: 'byOpen', fields: ['clientId', 'open', 'at', 'key'] },
    { name: 'byOne', fields: ['one'], neededByFold: true },
    { name: 'byOther', fields: ['other'], neededByFold: true },
  ],
  changes: {
    PatientRegistered: detailsChanged,
    PatientDetailsCorrected: detailsChanged,
    PatientErased: detailsChanged,
    PatientMerged: detailsChanged,
    PatientUnmerged: detailsChanged,
    DuplicateDismissed: decision,
    DuplicateReopened: decision,
    ...ignored('PatientRemovalStarted', 'PatientKept', 'PastVisitNoted', 'PastVisitWithdrawn'),
    ...ignored('PatientMergeProposed', 'PatientMergeAbandoned', ...messageChoiceTypes),
  },
};
