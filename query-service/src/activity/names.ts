import type { ActivityRow } from '@dayline/contracts/activity';
import type { Subject } from '@dayline/contracts/events/definition';
import type { Phrase } from '@dayline/contracts/fields/phrase';
import { phrase } from '@dayline/contracts/words/english';
import type { WeekChange } from './week-changes.ts';

/** The names of the reader's client for an entry's ids: a patient's as of the entry, the others' current. Pure. */
export interface Names {
  /**
   * The name of the patient, or of the appointment's patient if there is no patient id; null once erased, undefined if
   * the client has no such patient or appointment.
   */
  patient(row: ActivityRow): string | null | undefined;
  /** The patient's name before the entry, if it may have differed. */
  patientBefore(row: ActivityRow): string | undefined;
  /** The appointment's time, for an entry that doesn't contain it. */
  time(row: ActivityRow): string | null;
  /** The time of an appointment that an entry names besides its own. */
  timeOf(appointmentId: string): string | null;
  /** Null if the client has no such doctor. */
  doctor(pocId: string): string | null;
  branch(branchId: number): string | null;
  department(departmentId: string): string | null;
  /** The weekly hours that the entry set; undefined if they can't be read. */
  week(row: ActivityRow): Omit<WeekChange, 'position'> | undefined;
  /** How many were changed together with the entry, which is the first of them; undefined for any other entry. */
  changed(row: ActivityRow): number | undefined;
  /** The name of the person whose account's stream or sign-ins these are; `erased` if the month of sign-ins was. */
  account(stream: string): { readonly name: string } | 'erased' | null;
  /** The clinic day on which the entry was recorded. */
  day(row: ActivityRow): string;
  /** The clinic's time at an instant. */
  clock(instant: string): string;
}

/** A name, or the words for somebody without one. */
type NameOrPhrase = string | Phrase;

export function accountOf({ stream }: ActivityRow, names: Names): NameOrPhrase {
  const account = names.account(stream);
  if (account === 'erased') return phrase('erasedAccount');
  return account?.name ?? phrase('account');
}

export function patientOf(row: ActivityRow, names: Names): NameOrPhrase {
  const name = names.patient(row);
  if (name === undefined) return phrase(row.patientId === null ? 'unknownAppointment' : 'unknownPatient');
  return name ?? phrase('erasedPatient');
}
export const doctorOf = ({ pocId }: ActivityRow, names: Names): NameOrPhrase =>
  pocId === null ? phrase('doctor') : (names.doctor(pocId) ?? phrase('unknownDoctor'));
export const dateOf = ({ date }: ActivityRow): Phrase => (date === null ? phrase('aDay') : phrase('date', date));

/**
 * Patient, day, time and doctor. Unknown parts are omitted, and so is the day if it is the entry's own. The day of a
 * doctor who isn't the client's is never shown.
 */
export function partsOf(row: ActivityRow, names: Names): NameOrPhrase[] {
  const person = row.patientId === null && row.appointmentId === null ? [] : [patientOf(row, names)];
  const doctor = row.pocId === null ? [] : [doctorOf(row, names)];
  if (row.pocId !== null && names.doctor(row.pocId) === null) return [...person, ...doctor];
  const time = names.time(row);
  const day = row.date === null || row.date === names.day(row) ? [] : [phrase('date', row.date)];
  return [...person, ...day, ...(time === null ? [] : [phrase('clock', time)]), ...doctor];
}
export const patientPhrase = (row: ActivityRow, names: Names): Phrase => phrase('whom', ...partsOf(row, names));

export const dayOf = (row: ActivityRow, names: Names): Phrase =>
  row.actorKind === 'doctor' ? dateOf(row) : phrase('dayOf', dateOf(row), doctorOf(row, names));

/** The subjects that a sentence can name besides the event's own data. */
export const subjects: Readonly<Record<Subject, (row: ActivityRow, names: Names) => NameOrPhrase>> = {
  visit: patientPhrase,
  patient: patientOf,
  doctor: doctorOf,
  account: accountOf,
  date: dateOf,
  day: dayOf,
};

export const branchOf = (branchId: number, names: Names): Phrase =>
  branchId === 0 ? phrase('noBranch') : phrase('branch', names.branch(branchId) ?? branchId);
