import { holdsPlace } from '@dayline/contracts/day-book';
import { streamKey } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import { hoursTypes, moneyTypes, noteTypes, type StatusEvent, statusTypes } from '@dayline/contracts/events/doctor-day';
import { holdTypes } from '@dayline/contracts/events/doctor-day/holds';
import { moveSteps } from '@dayline/contracts/events/doctor-day/moves';
import { presenceTypes } from '@dayline/contracts/events/doctor-day/presence';
import { departmentDetailTypes } from '@dayline/contracts/events/organisation';
import {
  doctorAccountTypes,
  doctorDetailTypes,
  messageChoiceTypes,
  patientNoteTypes,
} from '@dayline/contracts/events/people';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { CountsRow } from '@dayline/contracts/views';
import { isOfMergedRecord } from '../merged-records.ts';
import { type Change, type EventOfType, forTypes, ignored, type View } from '../projection.ts';

/** The keys of the rows of counts. */
export const countsKey = {
  ofClient: (clientId: string): string => `client:${clientId}`,
  ofDoctor: (pocId: string): string => `poc:${pocId}`,
  ofClientDay: (clientId: string, date: string): string => `client:${clientId}:${date}`,
  ofDoctorDay: (pocId: string, date: string): string => `poc:${pocId}:${date}`,
  ofDepartment: (departmentId: string): string => `department:${departmentId}`,
} as const;

/** A row with zero counts, in place of a missing row. */
export function emptyCounts(key: string, clientId: string, at: string): CountsRow {
  const [kind, id = '', date = null] = key.split(':');
  return {
    key,
    at,
    clientId,
    pocId: kind === 'poc' ? id : null,
    date,
    byStatus: { Confirmed: 0, Availed: 0, Not_Availed: 0, Cancelled: 0 },
    byType: { 'Direct Consultation': 0, 'Tele Consultation': 0 },
    byHour: {},
    departments: 0,
    doctors: 0,
    patients: 0,
  };
}

const hourOf = (time: string): string => time.slice(0, 2);

function countMove(row: CountsRow, { position: at, data }: Recorded<StatusEvent>): CountsRow {
  const { statusBefore, statusAfter, type, time } = data;
  const byStatus = { ...row.byStatus };
  if (statusBefore && statusBefore !== 'Moved') byStatus[statusBefore] -= 1;
  if (statusAfter !== 'Moved') byStatus[statusAfter] += 1;
  const change = Number(holdsPlace(statusAfter)) - Number(holdsPlace(statusBefore));
  if (change === 0) return { ...row, at, byStatus };
  const byType = { ...row.byType, [type]: row.byType[type] + change };
  if (row.date === null) return { ...row, at, byStatus, byType };
  const hour = hourOf(time);
  return { ...row, at, byStatus, byType, byHour: { ...row.byHour, [hour]: (row.byHour[hour] ?? 0) + change } };
}

const countsBefore = (row: CountsRow | null, { metadata, position }: RecordedDaylineEvent, key: string): CountsRow =>
  row ?? emptyCounts(key, metadata.clientId, position);

const statusChanged: Change<CountsRow, Recorded<StatusEvent>> = {
  rows({ metadata: { clientId }, stream }) {
    const { pocId, date } = doctorDayOf(streamKey(stream));
    return [
      countsKey.ofClient(clientId),
      countsKey.ofDoctor(pocId),
      countsKey.ofClientDay(clientId, date),
      countsKey.ofDoctorDay(pocId, date),
    ];
  },
  fold: (row, event, key) => countMove(countsBefore(row, event, key), event),
};

/** Adds to one figure of the client. */
const added = (figure: 'departments' | 'doctors' | 'patients', change: 1 | -1) =>
  ({
    rows: ({ metadata }) => [countsKey.ofClient(metadata.clientId)],
    fold(row, event, key) {
      const before = countsBefore(row, event, key);
      return { ...before, at: event.position, [figure]: before[figure] + change };
    },
  }) satisfies Change<CountsRow>;

/** The client, once for each merge or split. */
const ofMergedRecord = (event: EventOfType<'PatientMerged' | 'PatientUnmerged'>): readonly string[] =>
  isOfMergedRecord(event) ? [countsKey.ofClient(event.metadata.clientId)] : [];

/** Counts stored as rows, so that no query counts appointments. */
export const counts: View<CountsRow, 'doctorDay' | 'patient' | 'department' | 'doctor'> = {
  name: 'counts',
  indexes: [],
  changes: {
    ...forTypes(statusTypes, statusChanged),
    AppointmentRescheduled: {
      rows({ metadata: { clientId }, stream, data: { timeBefore, time } }) {
        const { pocId, date } = doctorDayOf(streamKey(stream));
        return hourOf(timeBefore) === hourOf(time)
          ? []
          : [countsKey.ofClientDay(clientId, date), countsKey.ofDoctorDay(pocId, date)];
      },
      fold(row, event, key) {
        const before = countsBefore(row, event, key);
        const byHour = { ...before.byHour };
        for (const [time, change] of [
          [event.data.timeBefore, -1],
          [event.data.time, 1],
        ] as const) {
          byHour[hourOf(time)] = (byHour[hourOf(time)] ?? 0) + change;
        }
        return { ...before, at: event.position, byHour };
      },
    },
    PatientRegistered: added('patients', 1),
    PatientErased: {
      ...added('patients', -1),
      // A merged record isn't counted.
      rows: ({ data, metadata }) => (data.into === undefined ? [countsKey.ofClient(metadata.clientId)] : []),
    },
    PatientMerged: { ...added('patients', -1), rows: ofMergedRecord },
    PatientUnmerged: { ...added('patients', 1), rows: ofMergedRecord },
    DepartmentOpened: {
      ...added('departments', 1),
      rows: ({ data }) => [countsKey.ofClient(data.clientId)],
    },
    DoctorAdded: {
      ...added('doctors', 1),
      rows: ({ data }) => [countsKey.ofClient(data.clientId), countsKey.ofDepartment(data.departmentId)],
    },
    DoctorDepartmentChanged: {
      rows: ({ data }) => [countsKey.ofDepartment(data.departmentIdBefore), countsKey.ofDepartment(data.departmentId)],
      fold(row, event, key) {
        const before = countsBefore(row, event, key);
        const change = key === countsKey.ofDepartment(event.data.departmentId) ? 1 : -1;
        return { ...before, at: event.position, doctors: before.doctors + change };
      },
    },
    ...ignored(...presenceTypes, ...hoursTypes, ...moneyTypes, ...noteTypes, ...moveSteps, ...holdTypes),
    ...ignored('DoctorLatenessSet'),
    ...ignored(...doctorDetailTypes, ...doctorAccountTypes, ...departmentDetailTypes),
    ...ignored(...patientNoteTypes, ...messageChoiceTypes, 'PatientDetailsCorrected', 'AppointmentReassigned'),
  },
};
