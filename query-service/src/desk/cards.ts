import { shownIdentity } from '@dayline/contracts/clinic/identity';
import type { BookedSession, Session, ShownSession } from '@dayline/contracts/clinic/sessions';
import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import type { MoneyShown } from '@dayline/contracts/endpoints/shapes';
import { shownMoney } from '@dayline/contracts/fields/visit-money';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { AppointmentRow } from '@dayline/contracts/views';
import type { Directory } from './directory.ts';

/** "Missing names fall back to 'Unknown Client', 'Unknown POC', 'Unknown Specialization'." (specification, section 8) */
export const unknownDoctor = { name: 'Unknown POC', specialization: 'Unknown Specialization' } as const;

/** The fields of a session, with the names of its department and branch. */
export function shownSession(
  session: (BookedSession & Pick<Session, 'openEnd' | 'onRequest' | 'onlyFor'>) | null | undefined,
  directory: Directory,
): { readonly session?: ShownSession } {
  const { name, departmentId, branchId, room, openEnd, onRequest, onlyFor } = session ?? {};
  const department = departmentId === undefined ? undefined : directory.department(departmentId);
  const branch = branchId === undefined ? undefined : directory.branch(branchId);
  const fields = {
    ...(name !== undefined && { name }),
    ...(department && { department: department.name }),
    ...(branch?.name && { branch: branch.name }),
    ...(room !== undefined && { room }),
    ...(openEnd && { openEnd }),
    ...(onRequest !== undefined && { onRequest }),
    ...(onlyFor && { onlyFor: [...onlyFor] }),
  };
  return Object.keys(fields).length === 0 ? {} : { session: fields };
}

/** The destination of a move in progress. */
export function shownMove({ movingTo }: AppointmentRow) {
  if (!movingTo) return {};
  const { appointmentId, time, by } = movingTo;
  return { movingTo: { ...doctorDayOf(appointmentId), time, by } };
}

/** The paid or open amount. */
export function moneyOf(
  { pocId, payment: status, due, payments, moneyEventId }: AppointmentRow,
  directory: Directory,
): MoneyShown {
  return shownMoney({ status, due, payments }, moneyEventId, directory.doctor(pocId)?.consultationFee ?? null);
}

/** Whether an amount is open. A missed visit owes nothing, and one with a fee of zero is free. */
export const isOwed = (row: AppointmentRow, directory: Directory): boolean =>
  row.payment === 'Pay_later' &&
  (row.status === 'Confirmed' || row.status === 'Availed') &&
  moneyOf(row, directory).amount !== 0;

/** Whether the patient is being called to the room. */
export const calledNow = ({ status, presence }: AppointmentRow) =>
  status === 'Confirmed' && presence?.call ? { called: true as const } : {};

/** The class of patients chosen at the booking. */
export const ofClass = ({ patientClass }: AppointmentRow) => (patientClass === undefined ? {} : { patientClass });

const overbooking = ({ overbookedAt, time }: AppointmentRow) =>
  overbookedAt === time ? { overbooked: true as const } : {};

const confirmation = ({ status, confirmedAt, time }: AppointmentRow) =>
  status === 'Confirmed' && confirmedAt === time ? { patientConfirmed: true as const } : {};

/** The present meeting link of a Tele Consultation's doctor. */
export function meetingLinkOf(
  { type, pocId }: Pick<AppointmentRow, 'type' | 'pocId'>,
  directory: Directory,
): { readonly meetingLink?: string } {
  const link = type === 'Tele Consultation' ? (directory.doctor(pocId)?.meetingLink ?? null) : null;
  return link === null ? {} : { meetingLink: link };
}

/** A card of today's board; the doctor's name is joined when reading. */
export function todaysCard(row: AppointmentRow, directory: Directory): TodaysAppointment {
  return {
    AppointmentId: row.key,
    AppointmentTime: row.time,
    Status: row.status,
    Is_Active: row.status === 'Confirmed' ? 1 : 0,
    User_ID: row.patientId,
    PatientName: row.patientName,
    ...shownIdentity(row.patientIdentity, row.date),
    PatientContact: row.patientPhone,
    AppointmentType: row.type,
    POC_ID: row.pocId,
    POC_Name: directory.doctor(row.pocId)?.name ?? unknownDoctor.name,
    ...shownSession(row.session, directory),
    ...ofClass(row),
    ...overbooking(row),
    ...confirmation(row),
    ...(row.payment === 'Paid' && { paid: true as const }),
    money: moneyOf(row, directory),
    ...meetingLinkOf(row, directory),
    AppointmentDate: row.date,
    ...(row.presence && { presence: row.presence }),
    StatusAt: row.statusAt,
    StatusBy: row.statusBy,
    ...shownMove(row),
    at: row.at,
  };
}

/** A row of the details tables; names of doctor and branch are joined when reading. */
export function appointmentDetail(row: AppointmentRow, directory: Directory): AppointmentDetail {
  const doctor = directory.doctor(row.pocId) ?? unknownDoctor;
  const branch = directory.branch(row.branchId);
  return {
    AppointmentId: row.key,
    Status: row.status,
    User_ID: row.patientId,
    UserName: row.patientName,
    ...shownIdentity(row.patientIdentity, row.date),
    UserContact: row.patientPhone,
    UserLocation: row.patientLocation,
    POC_ID: row.pocId,
    POCName: doctor.name,
    Specialization: doctor.specialization,
    BranchID: row.branchId,
    BranchName: branch?.name ?? null,
    AppointmentType: row.type,
    AppointmentDate: row.date,
    AppointmentTime: row.time,
    minutes: row.minutes,
    ...shownSession(row.session, directory),
    ...ofClass(row),
    ...overbooking(row),
    ...confirmation(row),
    Payment_Status: row.payment,
    money: moneyOf(row, directory),
    ...meetingLinkOf(row, directory),
    ...calledNow(row),
    ...shownMove(row),
    at: row.at,
  };
}

/** Days of visits in a dashboard's picture, including today. */
export const picturedDays = 30;
