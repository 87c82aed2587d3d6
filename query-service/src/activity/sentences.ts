import type { ActivityRow } from '@dayline/contracts/activity';
import { paymentWords, statusWords } from '@dayline/contracts/appointments';
import type { ClaimKind } from '@dayline/contracts/claims';
import { type EndpointName, endpoints } from '@dayline/contracts/endpoints/table';
import { sentenceOf as errorSentence, isErrorCode } from '@dayline/contracts/errors';
import { type DaylineEvent, isKnownVersion } from '@dayline/contracts/events/table';
import { rupeesOf } from '@dayline/contracts/fields/money';
import { unreachable } from '@dayline/contracts/unreachable';
import { EventLogNewer } from '@dayline/runtime/unavailable';
import { clockWords, dateWords, monthWords } from '../words.ts';

/** The current names of the reader's client for an entry's ids; pure. */
export interface Names {
  /**
   * The name of the patient, or of the appointment's patient if there is no patient id; null once erased, undefined if
   * the client has no such patient or appointment.
   */
  patient(row: ActivityRow): string | null | undefined;
  /** The time of an appointment whose entry doesn't contain it. */
  time(row: ActivityRow): string | null;
  /** Null if the client has no such doctor. */
  doctor(pocId: string): string | null;
  branch(branchId: number): string | null;
  /** The name of the person with this account. */
  account(accountId: string): string | null;
  /** The clinic day on which the entry was recorded. */
  day(row: ActivityRow): string;
  /** The clinic's time at an instant. */
  clock(instant: string): string;
}

interface Said {
  /** Continues the sentence that begins with the actor's name. */
  readonly sentence: string;
  readonly note: string | null;
}

/** An entry as a plain sentence. @throws EventLogNewer */
export function said(row: ActivityRow, names: Names): Said {
  // Written by a newer projector.
  const { type, version = 1, position } = row;
  if (!isKnownVersion(type, version)) throw new EventLogNewer(type, version, position);
  // Cast is safe: the row holds its event's data except personal and long fields, which no sentence reads.
  const event = { type: row.type, data: row.facts } as unknown as DaylineEvent;
  try {
    return saidOf(event, row, names);
  } catch {
    // The activity has malformed events too, and none may keep the others from being read.
    return { sentence: `recorded ${type}, which is malformed.`, note: null };
  }
}

function saidOf(event: DaylineEvent, row: ActivityRow, names: Names): Said {
  switch (event.type) {
    case 'CommandRefused':
      return { sentence: `${askedFor(event.data, row, names)}.`, note: reasonOf(event.data.code) };
    case 'SignInRefused':
      return {
        sentence: `${attempted(`tried to sign in as ${accountOf(row, names)}`, event.data, names)}.`,
        note: reasonOf(event.data.code),
      };
    default:
      return { sentence: `${words(event, row, names)}.`, note: null };
  }
}

type CountedAttempts = Extract<DaylineEvent, { type: 'PasswordResetRequested' }>['data'];

/** An attempt, or what an entry says of many. */
function attempted(words: string, { count, until }: CountedAttempts, names: Names): string {
  if (until === undefined) return words;
  const end = clockWords(names.clock(until));
  if (count === undefined) return `${words}; further attempts until ${end} are counted`;
  return `${words} ${count === 1 ? 'once more' : `${count} more times`} until ${end}`;
}

/** Why a command was refused. */
export const reasonOf = (code: string): string => (isErrorCode(code) ? errorSentence(code) : code);

/** The actor, where the log's own term is unclear to a reader. */
export const actorNameOf = ({ actorId, actorName }: ActivityRow): string =>
  actorId === 'sign-in' ? 'Somebody' : actorName;

const accountOf = ({ stream }: ActivityRow, names: Names): string =>
  names.account(stream.slice('account-'.length)) ?? 'an account';

function patientOf(row: ActivityRow, names: Names): string {
  const name = names.patient(row);
  if (name === undefined) return row.patientId === null ? 'an unknown appointment' : 'an unknown patient';
  return name ?? 'an erased patient';
}
const doctorOf = ({ pocId }: ActivityRow, names: Names): string =>
  pocId === null ? 'a doctor' : (names.doctor(pocId) ?? 'an unknown doctor');

/**
 * 'Imran Shaikh, Nov 24, 3:10 PM, Dr. Vikram Rao'; unknown parts are left out, and the day if it is the entry's own.
 * Nothing is shown of the day of a doctor whom the reader's client doesn't have.
 */
function whom(row: ActivityRow, names: Names): string {
  const person = row.patientId === null && row.appointmentId === null ? [] : [patientOf(row, names)];
  const doctor = row.pocId === null ? [] : [doctorOf(row, names)];
  if (row.pocId !== null && names.doctor(row.pocId) === null) return [...person, ...doctor].join(', ');
  const time = names.time(row);
  const day = row.date === null || row.date === names.day(row) ? [] : [dateWords(row.date)];
  return [...person, ...day, ...(time === null ? [] : [clockWords(time)]), ...doctor].join(', ');
}

type Spans = Extract<DaylineEvent, { type: 'SlotsBlocked' }>['data']['spans'];

/** At most this many spans are named by their times. */
const toldAtMost = 3;
const list = new Intl.ListFormat('en-US');

/** '9:00 AM to 11:00 AM on Nov 24', and the doctor's name if somebody else did it. */
function spansOf(row: ActivityRow, spans: Spans, names: Names): string {
  const told = spans.slice(0, toldAtMost).map(fromTo);
  const more = spans.length - told.length;
  return `${list.format(more === 0 ? told : [...told, `${more} more`])} on ${dayOf(row, names)}`;
}
/** An event of an older version has starts only. */
const fromTo = ({ from, to }: Spans[number]): string =>
  to === null ? clockWords(from) : `${clockWords(from)} to ${clockWords(to)}`;
function dayOf(row: ActivityRow, names: Names): string {
  const day = row.date === null ? 'a day' : dateWords(row.date);
  return row.actorKind === 'doctor' ? day : `${day} of ${doctorOf(row, names)}`;
}

/** 'the boards of Nov 21', and the doctor if it was one doctor's board. */
const replayed = ({ pocId }: ActivityRow, date: string, names: Names): string =>
  pocId === null
    ? `the boards of ${dateWords(date)}`
    : `the board of ${names.doctor(pocId) ?? 'an unknown doctor'}, ${dateWords(date)}`;

/** ' as of Nov 25, 4:02 PM'; nothing of an older entry, which doesn't say the moment. */
function momentOf({ asOf }: Readonly<Record<string, string>>, row: ActivityRow, names: Names): string {
  if (asOf === undefined) return '';
  return ` as of ${dateWords(names.day({ ...row, recordedAt: asOf }))}, ${clockWords(names.clock(asOf))}`;
}

const lists: Readonly<Record<string, string>> = {
  appointments: 'listed the appointments',
  patients: 'listed the patients',
  marks: 'listed the moments of the replay',
  activity: 'read the activity',
  check: 'checked the log',
};

/** 'listed the appointments, Nov 18, Dr. Asha Menon, found by name' */
function listRead({ list = '', search }: Readonly<Record<string, string>>, row: ActivityRow, names: Names): string {
  const day = row.date === null ? [] : [dateWords(row.date)];
  const doctor = row.pocId === null ? [] : [doctorOf(row, names)];
  const found = search === undefined ? [] : ['found by name'];
  return [lists[list] ?? 'read a list', ...day, ...doctor, ...found].join(', ');
}

function historyRead(subject: Readonly<Record<string, string>>, row: ActivityRow, names: Names): string {
  const { month, list } = subject;
  if (row.appointmentId !== null) return `read the story of ${whom(row, names)}`;
  if (month !== undefined) return `read the report of ${monthWords(month)}`;
  if (list !== undefined) return listRead(subject, row, names);
  if (row.date !== null) return `replayed ${replayed(row, row.date, names)}${momentOf(subject, row, names)}`;
  return row.patientId === null ? 'read a history' : `read the history of ${patientOf(row, names)}`;
}

const branchWords = (branchId: number, names: Names): string =>
  branchId === 0 ? 'no branch' : `the branch ${names.branch(branchId) ?? branchId}`;

type PaymentCorrection = Extract<DaylineEvent, { type: 'AppointmentPaymentCorrected' }>['data'];

function paymentCorrected({ paymentBefore, paymentAfter, undoneEventId }: PaymentCorrection, whose: string): string {
  const after = paymentWords[paymentAfter];
  if (undoneEventId !== null) return `undid a change of payment: ${whose} is ${after}`;
  return `changed the payment of ${whose} from ${paymentWords[paymentBefore]} to ${after}`;
}

type AcceptedEvent = Exclude<DaylineEvent, { type: 'CommandRefused' | 'SignInRefused' }>;

function words(event: AcceptedEvent, row: ActivityRow, names: Names): string {
  switch (event.type) {
    case 'SlotsPlanned':
      return `took over the weekly hours for ${row.date === null ? 'a day' : dateWords(row.date)} of ${doctorOf(row, names)}`;
    case 'AppointmentBooked':
      return `booked ${whom(row, names)}`;
    case 'AppointmentPaymentRecorded':
      return `recorded the payment of ${whom(row, names)}: ${paymentWords[event.data.payment]}`;
    case 'AppointmentPaymentCorrected':
      return paymentCorrected(event.data, whom(row, names));
    case 'AppointmentMarkedVisited':
    case 'AppointmentMarkedNotVisited':
      return `marked ${whom(row, names)} ${statusWords[event.data.statusAfter]}`;
    case 'AppointmentCancelled':
      return `cancelled ${whom(row, names)}`;
    case 'AppointmentMarkUndone':
      return `undid a mark: ${whom(row, names)} is ${statusWords[event.data.statusAfter]}`;
    case 'AppointmentCancellationUndone':
      return `undid a cancellation: ${whom(row, names)} is ${statusWords[event.data.statusAfter]}`;
    case 'AppointmentStatusCorrected': {
      const { statusBefore, statusAfter } = event.data;
      return `corrected ${whom(row, names)} from ${statusWords[statusBefore]} to ${statusWords[statusAfter]}`;
    }
    case 'DayBlocked':
      return `blocked ${dayOf(row, names)}`;
    case 'SlotsBlocked':
      return `blocked ${spansOf(row, event.data.spans, names)}`;
    case 'DayUnblocked':
      return `unblocked ${dayOf(row, names)}`;
    case 'SlotsUnblocked':
      return `unblocked ${spansOf(row, event.data.spans, names)}`;
    case 'WeeklyScheduleSet':
      return `set the weekly schedule of ${doctorOf(row, names)}`;
    case 'DoctorAdded':
      return `added ${doctorOf(row, names)}`;
    case 'DoctorProfileRevised':
      return `revised the profile of ${doctorOf(row, names)}`;
    case 'DoctorBranchSet':
      return `moved ${doctorOf(row, names)} to ${branchWords(event.data.branchId, names)}`;
    case 'ProfilePhotoChanged':
      return `changed the photo of ${doctorOf(row, names)}`;
    case 'MeetingLinkSet':
      return `set the meeting link of ${doctorOf(row, names)}`;
    case 'ConsultationFeeSet':
      return `set the fee of ${doctorOf(row, names)} to ₹${rupeesOf(event.data.fee)}`;
    case 'DoctorEmailVerified':
      return `verified the email of ${doctorOf(row, names)}`;
    case 'DoctorAccountActivated':
      return `completed the sign-up of ${doctorOf(row, names)}`;
    case 'PatientRegistered':
      return `registered ${patientOf(row, names)}`;
    case 'PatientDetailsCorrected':
      return `corrected the details of ${patientOf(row, names)}`;
    case 'PatientErased':
      return 'erased a patient';
    case 'DepartmentOpened':
      return `opened the department ${event.data.name}`;
    case 'DepartmentRenamed':
      return `renamed a department to ${event.data.name}`;
    case 'ClientOnboarded':
      return `set up ${event.data.name}`;
    case 'ClientSettingsChanged':
      return `changed the settings of ${event.data.name}`;
    case 'ClientRenamed':
      return `changed the clinic's name to ${event.data.name}`;
    case 'ClientZoneChanged':
      return `changed the clinic's time zone to ${event.data.zone}`;
    case 'ClientLinkHostChanged':
      return `changed the address of meeting links to ${event.data.meetingLinkHost}`;
    case 'BranchAdded':
      return `added the branch ${event.data.name ?? event.data.id}`;
    case 'AccountOpened':
      return `opened the account of ${event.data.name}, ${event.data.role}`;
    case 'SignedIn':
      return 'signed in';
    case 'SignedOut':
      return 'signed out';
    case 'PasswordChanged':
      return 'changed the password';
    case 'PasswordResetRequested':
      return attempted(`asked for a new password for ${accountOf(row, names)}`, event.data, names);
    case 'HistoryRead':
      return historyRead(event.data.subject, row, names);
    case 'ExportMade':
      return `exported ${exportWords(event.data.subject)}`;
    case 'LetterSent':
      return `sent ${accountOf(row, names)} the letter ${letterWords(event.data.purpose)}`;
    case 'LogHeadSigned':
      return 'signed the head of the log';
    case 'LogSetBackAccepted': {
      const { seen, present, reason } = event.data;
      const left = present === null ? 'nothing was left' : `the log ended at ${present.position}`;
      return `accepted that the log was set back: ${seen.position} had been seen, ${left} (“${reason}”)`;
    }
    default:
      return unreachable(event);
  }
}

/** What an export held: its format and what it was narrowed to. */
function exportWords({ format = 'a file', from, to, entries, month }: Readonly<Record<string, string>>): string {
  if (month !== undefined) return `the report of ${monthWords(month)} as ${format.toUpperCase()}`;
  const period = [from && `from ${dateWords(from)}`, to && `to ${dateWords(to)}`].filter(Boolean).join(' ');
  const count = entries === undefined ? '' : `${entries} entries`;
  return [count, period, `as ${format.toUpperCase()}`].filter((part) => part !== '').join(' ');
}

const purposes: Readonly<Record<string, string>> = {
  verification: 'to verify the email',
  alreadyRegistered: 'that there is an account already',
  reset: 'to reset the password',
  signIn: 'to sign in',
  passwordChanged: 'that the password was changed',
};
const letterWords = (purpose: string): string => purposes[purpose] ?? `“${purpose}”`;

type RefusedCommand = Extract<DaylineEvent, { type: 'CommandRefused' }>['data'];

/** What a refused command would have done: with what it was about, if that is known, and without. */
const asked: Readonly<Partial<Record<EndpointName, readonly [about: string, otherwise: string]>>> = {
  createAppointment: ['book', 'book an appointment'],
  updateAppointmentStatusAsAdmin: ['change the status of', 'change the status of an appointment'],
  updateAppointmentStatusAsDoctor: ['change the status of', 'change the status of an appointment'],
  correctAppointmentStatus: ['correct the status of', 'correct the status of an appointment'],
  correctPayment: ['change the payment of', 'change the payment of an appointment'],
  updateSchedule: ['change the weekly schedule of', 'change a weekly schedule'],
  saveUser: ['save a patient of', 'save a patient'],
  addDoctor: ['add a doctor to', 'add a doctor'],
};

/** Of a thing that isn't the client's only the kind is recorded. */
const unknownThings: Readonly<Record<ClaimKind, string>> = {
  client: 'an unknown client',
  doctor: 'an unknown doctor',
  doctorOfEach: 'an unknown doctor',
  appointment: 'an unknown appointment',
  slot: 'an unknown slot',
  department: 'an unknown department',
  patient: 'an unknown patient',
};

function askedFor({ call, foreign = [] }: RefusedCommand, row: ActivityRow, names: Names): string {
  const known = whom(row, names);
  const about = [...foreign.map((kind) => unknownThings[kind]), ...(known === '' ? [] : [known])].join(', ');
  // An event of an older build may name a call that no longer exists.
  const words = (asked as Readonly<Record<string, readonly [string, string] | undefined>>)[call];
  if (words) return `asked to ${about === '' ? words[1] : `${words[0]} ${about}`}`;
  const title = Object.hasOwn(endpoints, call) ? endpoints[call as EndpointName].title : call;
  return about === '' ? `asked for: ${title}` : `asked for: ${title} (${about})`;
}
