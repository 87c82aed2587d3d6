import type { AppointmentStatus, AppointmentType } from '@dayline/contracts/appointments';
import { holdsPlace } from '@dayline/contracts/day-book';
import { isStatusEvent } from '@dayline/contracts/events/doctor-day';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { placeOfDoctorDay, streamKey } from '@dayline/contracts/ids';
import type { CountsRow } from '@dayline/contracts/views';
import { noRows, notFolded, type View } from '../projection.ts';

/** The keys of the counts' rows. */
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

interface StatusMove {
  readonly statusBefore: AppointmentStatus | null;
  readonly statusAfter: AppointmentStatus;
  readonly type: AppointmentType;
  readonly time: string;
}

function countMove(row: CountsRow, at: string, { statusBefore, statusAfter, type, time }: StatusMove): CountsRow {
  const byStatus = { ...row.byStatus };
  if (statusBefore) byStatus[statusBefore] -= 1;
  byStatus[statusAfter] += 1;
  const change = Number(holdsPlace(statusAfter)) - Number(holdsPlace(statusBefore));
  if (change === 0) return { ...row, at, byStatus };
  const byType = { ...row.byType, [type]: row.byType[type] + change };
  if (row.date === null) return { ...row, at, byStatus, byType };
  const hour = time.slice(0, 2);
  return { ...row, at, byStatus, byType, byHour: { ...row.byHour, [hour]: (row.byHour[hour] ?? 0) + change } };
}

function dayKeys(event: RecordedDaylineEvent): readonly string[] {
  const { clientId } = event.metadata;
  const { pocId, date } = placeOfDoctorDay(streamKey(event.stream));
  return [
    countsKey.ofClient(clientId),
    countsKey.ofDoctor(pocId),
    countsKey.ofClientDay(clientId, date),
    countsKey.ofDoctorDay(pocId, date),
  ];
}

/** The keys of the client's and doctor's totals, over all days, that an event changes. */
export const totalsOf = (event: RecordedDaylineEvent): readonly string[] =>
  namesOf(event).filter((key) => /^(?:client|poc):[^:]+$/.test(key));

function namesOf(event: RecordedDaylineEvent): readonly string[] {
  if (isStatusEvent(event)) return dayKeys(event);
  switch (event.type) {
    case 'PatientRegistered':
    case 'PatientErased':
      return [countsKey.ofClient(event.metadata.clientId)];
    case 'DepartmentOpened':
      return [countsKey.ofClient(event.data.clientId)];
    case 'DoctorAdded':
      return [countsKey.ofClient(event.data.clientId), countsKey.ofDepartment(event.data.departmentId)];
    default:
      return noRows;
  }
}

/** Counts stored as rows, so that no query counts appointments. */
export const counts: View<CountsRow> = {
  name: 'counts',
  indexes: [],
  names: namesOf,
  fold(row, event, key) {
    const at = event.position;
    const before = row ?? emptyCounts(key, event.metadata.clientId, at);
    if (isStatusEvent(event)) return countMove(before, at, event.data);
    switch (event.type) {
      case 'PatientRegistered':
        return { ...before, at, patients: before.patients + 1 };
      case 'PatientErased':
        return { ...before, at, patients: before.patients - 1 };
      case 'DepartmentOpened':
        return { ...before, at, departments: before.departments + 1 };
      case 'DoctorAdded':
        return { ...before, at, doctors: before.doctors + 1 };
      default:
        return notFolded(event);
    }
  },
};
