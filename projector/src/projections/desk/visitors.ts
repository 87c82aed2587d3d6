import { streamKey } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import { hoursTypes, moneyTypes, noteTypes, type StatusEvent, statusTypes } from '@dayline/contracts/events/doctor-day';
import { holdTypes } from '@dayline/contracts/events/doctor-day/holds';
import { moveSteps } from '@dayline/contracts/events/doctor-day/moves';
import { presenceTypes } from '@dayline/contracts/events/doctor-day/presence';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { VisitorRow } from '@dayline/contracts/views';
import type { PatientRow } from '@dayline/contracts/views/directory';
import { isOfMergedRecord, personCopied } from '../merged-records.ts';
import {
  type Change,
  changed,
  type EventOfType,
  forTypes,
  ignored,
  mustExist,
  type OtherRows,
  type View,
} from '../projection.ts';

const keyOf = (stream: string, patientId: string) => `${doctorDayOf(streamKey(stream)).pocId}_${patientId}`;

const statusChanged: Change<VisitorRow, Recorded<StatusEvent>> = {
  rows({ data: { statusBefore, statusAfter, patientId }, stream }) {
    if ((statusBefore === 'Availed') === (statusAfter === 'Availed')) return [];
    return [keyOf(stream, patientId)];
  },
  copiesFrom: personCopied(),
  fold: (row, event, key, others) =>
    withVisit(row, event, { key, others, isAdded: event.data.statusAfter === 'Availed' }),
};

/** A visit that counts for one record, and no longer for the other one. */
const reassigned: Change<VisitorRow, EventOfType<'AppointmentReassigned'>> = {
  rows: ({ data: { status, patientId, patientBefore }, stream }) =>
    status === 'Availed' ? [keyOf(stream, patientBefore), keyOf(stream, patientId)] : [],
  copiesFrom: personCopied(),
  fold: (row, event, key, others) =>
    withVisit(row, event, { key, others, isAdded: key === keyOf(event.stream, event.data.patientId) }),
};

/** The row with one visit more or less. */
function withVisit(
  row: VisitorRow | null,
  { data, stream, metadata: { clientId }, position: at }: Recorded<StatusEvent> | EventOfType<'AppointmentReassigned'>,
  { key, others, isAdded }: { readonly key: string; readonly others: OtherRows; readonly isAdded: boolean },
): VisitorRow {
  const { date } = doctorDayOf(streamKey(stream));
  const { mergedInto: personId } = (others.get('patients', data.patientId) as PatientRow | null) ?? {};
  const standing = personId !== undefined && { personId };
  const before = row ?? {
    key,
    at,
    clientId,
    pocId: key.slice(0, 26),
    patientId: key.slice(27),
    dates: [],
    ...standing,
  };
  const dates = isAdded ? [date, ...before.dates] : without(before.dates, date);
  const { gone: _gone, ...lasting } = before;
  const after = { ...lasting, at, dates: dates.sort().reverse() };
  return dates.length > 0 ? after : { ...after, gone: true };
}

const rowsOfRecord = ({ data }: EventOfType<'PatientMerged' | 'PatientUnmerged'>) => [
  { field: 'patientId', value: data.patientId },
];

/** Only one of several equal dates is removed. */
const without = (dates: readonly string[], date: string): string[] =>
  dates.filter((_, index) => index !== dates.indexOf(date));

/**
 * The records of patients who visited a doctor. "`patientCount` is the number of people who visited" (decisions):
 * several records of one person count once.
 */
export const visitors: View<VisitorRow, 'doctorDay'> = {
  name: 'visitors',
  indexes: [
    // Also serves the rows of merged records.
    { name: 'byDoctor', fields: ['pocId', 'personId'] },
    { name: 'byPatient', fields: ['patientId'], neededByFold: true },
  ],
  changes: {
    ...forTypes(statusTypes, statusChanged),
    AppointmentReassigned: reassigned,
    PatientMerged: {
      rows: (event) => (isOfMergedRecord(event) ? rowsOfRecord(event) : []),
      fold: (row, event) => changed(row, event, { personId: event.data.into }),
    },
    PatientUnmerged: {
      rows: (event) => (isOfMergedRecord(event) ? rowsOfRecord(event) : []),
      fold(row, event) {
        const { personId: _, ...own } = mustExist(row, event);
        return changed(own, event, {});
      },
    },
    ...ignored(
      ...presenceTypes,
      ...hoursTypes,
      'DoctorLatenessSet',
      ...moneyTypes,
      ...noteTypes,
      ...moveSteps,
      ...holdTypes,
      'AppointmentRescheduled',
    ),
  },
};
