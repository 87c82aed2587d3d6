import type { ActivityRow } from '@dayline/contracts/activity';
import type { Interval } from '@dayline/contracts/clinic/schedule';
import type { DisplayEvent } from '@dayline/contracts/events/displays';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import type { ImportEvent } from '@dayline/contracts/events/imports';
import type { ClientEvent } from '@dayline/contracts/events/organisation';
import type { DoctorEvent, PatientEvent } from '@dayline/contracts/events/people';
import { type DaylineEvent, isKnownVersion } from '@dayline/contracts/events/table';
import { rupeesOf } from '@dayline/contracts/fields/money';
import type { Phrase } from '@dayline/contracts/fields/phrase';
import { doctorDayOf } from '@dayline/contracts/ids';
import { unreachable } from '@dayline/contracts/unreachable';
import { moneyPhrases, phrase, said as saidOf } from '@dayline/contracts/words/english';
import { hoursPhrase } from '@dayline/contracts/words/hours';
import { EventLogNewer } from '@dayline/runtime/unavailable';
import { changesOf, type HoursOfDay, type WeekChange } from './week-changes.ts';

/** The names of the reader's client for an entry's ids: a patient's as of the entry, the others' today's. Pure. */
export interface Names {
  /**
   * The name of the patient, or of the appointment's patient if there is no patient id; null once erased, undefined if
   * the client has no such patient or appointment.
   */
  patient(row: ActivityRow): string | null | undefined;
  /** The patient's name before the entry, where that may be another. */
  patientBefore(row: ActivityRow): string | undefined;
  /** The time of an appointment whose entry doesn't contain it. */
  time(row: ActivityRow): string | null;
  /** Null if the client has no such doctor. */
  doctor(pocId: string): string | null;
  branch(branchId: number): string | null;
  department(departmentId: string): string | null;
  /** The weekly hours that the entry has set; undefined if they can't be read. */
  week(row: ActivityRow): Omit<WeekChange, 'position'> | undefined;
  /** The name of the person with this account. */
  account(accountId: string): string | null;
  /** The clinic day on which the entry was recorded. */
  day(row: ActivityRow): string;
  /** The clinic's time at an instant. */
  clock(instant: string): string;
}

/** An entry as a plain sentence. @throws EventLogNewer */
export function said(row: ActivityRow, names: Names): ReturnType<typeof saidOf> {
  // Written by a newer projector.
  const { type, version = 1, position } = row;
  if (!isKnownVersion(type, version)) throw new EventLogNewer(type, version, position);
  // Cast is safe: the row holds its event's data except personal and long fields, which no sentence reads.
  const event = { type: row.type, data: row.facts } as unknown as DaylineEvent;
  try {
    const words = wordsOf(event, row, names);
    const { batchSize } = row;
    const all = batchSize === undefined || row.inBatch ? words : phrase('firstOfMany', words, batchSize);
    return saidOf(phrase('statement', all), noteOf(event));
  } catch {
    // The activity has malformed events too, and none may keep the others from being read.
    return saidOf(phrase('statement', phrase('malformed', type)), null);
  }
}

/** Why it was refused. */
const noteOf = (event: DaylineEvent): Phrase | null =>
  event.type === 'CommandRefused' || event.type === 'SignInRefused' ? phrase('refusal', event.data.code) : null;

type CountedAttempts = Extract<DaylineEvent, { type: 'PasswordResetRequested' }>['data'];

/** An attempt, or what an entry says of many. */
function attempted(attempt: Phrase, { count, until }: CountedAttempts, names: Names): Phrase {
  if (until === undefined) return attempt;
  const end = phrase('clock', names.clock(until));
  return count === undefined ? phrase('furtherAreCounted', attempt, end) : phrase('counted', attempt, count, end);
}

function patientCorrected(row: ActivityRow, names: Names): Phrase {
  const [before, now] = [names.patientBefore(row), names.patient(row)];
  const isRenamed = before !== undefined && typeof now === 'string' && before !== now;
  return isRenamed ? phrase('patientRenamed', before, now) : phrase('patientCorrected', patientOf(row, names));
}

/** The actor, where the log's own term is unclear to a reader. */
export const actorNameOf = ({ actorId, actorName }: ActivityRow): string =>
  actorId === 'sign-in' ? 'Somebody' : actorName;

/** A name, or the words for one who has none here. */
type Named = string | Phrase;

const accountOf = ({ stream }: ActivityRow, names: Names): Named =>
  names.account(stream.slice('account-'.length)) ?? phrase('account');

function patientOf(row: ActivityRow, names: Names): Named {
  const name = names.patient(row);
  if (name === undefined) return phrase(row.patientId === null ? 'unknownAppointment' : 'unknownPatient');
  return name ?? phrase('erasedPatient');
}
const doctorOf = ({ pocId }: ActivityRow, names: Names): Named =>
  pocId === null ? phrase('doctor') : (names.doctor(pocId) ?? phrase('unknownDoctor'));
const dateOf = ({ date }: ActivityRow): Phrase => (date === null ? phrase('aDay') : phrase('date', date));

/**
 * Patient, day, time and doctor; unknown parts are left out, and the day if it is the entry's own. Nothing is shown of
 * the day of a doctor whom the reader's client doesn't have.
 */
function partsOf(row: ActivityRow, names: Names): Named[] {
  const person = row.patientId === null && row.appointmentId === null ? [] : [patientOf(row, names)];
  const doctor = row.pocId === null ? [] : [doctorOf(row, names)];
  if (row.pocId !== null && names.doctor(row.pocId) === null) return [...person, ...doctor];
  const time = names.time(row);
  const day = row.date === null || row.date === names.day(row) ? [] : [phrase('date', row.date)];
  return [...person, ...day, ...(time === null ? [] : [phrase('clock', time)]), ...doctor];
}
const whom = (row: ActivityRow, names: Names): Phrase => phrase('whom', ...partsOf(row, names));

type Spans = Extract<DaylineEvent, { type: 'SlotsBlocked' }>['data']['spans'];

/** At most this many spans are named by their times. */
const toldAtMost = 3;

/** The doctor is named if somebody else did it. */
const spansOf = (row: ActivityRow, spans: readonly Phrase[], names: Names): Phrase =>
  phrase('spansOn', dayOf(row, names), ...theFirst(spans));

function theFirst(phrases: readonly Phrase[]): readonly Phrase[] {
  const more = phrases.length - toldAtMost;
  return more > 0 ? [...phrases.slice(0, toldAtMost), phrase('furtherSpans', more)] : phrases;
}
/** An event of an older version has starts only. */
const fromTo = ({ from, to }: Spans[number]): Phrase =>
  to === null ? phrase('clock', from) : phrase('fromTo', phrase('clock', from), phrase('clock', to));
const dayOf = (row: ActivityRow, names: Names): Phrase =>
  row.actorKind === 'doctor' ? dateOf(row) : phrase('dayOf', dateOf(row), doctorOf(row, names));

type Subject = Readonly<Record<string, string>>;

/** The boards of a day, or one doctor's; an older entry doesn't say the moment. */
function replayed({ asOf }: Subject, row: ActivityRow, names: Names): Phrase {
  const boards =
    row.pocId === null ? phrase('boards', dateOf(row)) : phrase('board', doctorOf(row, names), dateOf(row));
  if (asOf === undefined) return phrase('replayed', boards);
  const date = phrase('date', names.day({ ...row, recordedAt: asOf }));
  return phrase('replayedAsOf', boards, date, phrase('clock', names.clock(asOf)));
}

function listRead({ list = '', search }: Subject, row: ActivityRow, names: Names): Phrase {
  const day = row.date === null ? [] : [dateOf(row)];
  const doctor = row.pocId === null ? [] : [doctorOf(row, names)];
  return phrase('listed', list, ...day, ...doctor, ...(search === undefined ? [] : [phrase('foundByName')]));
}

function historyRead(subject: Subject, row: ActivityRow, names: Names): Phrase {
  const { month, list } = subject;
  if (row.appointmentId !== null) return phrase('readStory', whom(row, names));
  if (month !== undefined) return phrase('readReport', month);
  if (list !== undefined) return listRead(subject, row, names);
  if (row.date !== null) return replayed(subject, row, names);
  return row.patientId === null ? phrase('readHistory') : phrase('readHistoryOf', patientOf(row, names));
}

type PaymentCorrection = Extract<DaylineEvent, { type: 'AppointmentPaymentCorrected' }>['data'];

function paymentCorrected({ paymentBefore, paymentAfter, undoneEventId, ...money }: PaymentCorrection, whose: Phrase) {
  // What is taken back was said when it was paid.
  const after = phrase('payment', paymentAfter, ...(paymentAfter === 'Paid' ? moneyPhrases(money) : []));
  if (undoneEventId !== null) return phrase('paymentUndone', whose, after);
  return phrase('paymentChanged', whose, phrase('payment', paymentBefore), after);
}

type HospitalDay = Extract<DaylineEvent, { type: 'HospitalDaySet' }>['data'];

function hospitalDaySet({ name, on, branchId, open }: HospitalDay, names: Names): Phrase {
  const when = 'date' in on ? phrase('date', on.date) : phrase('weekdays', on.weekday, ...on.weeks);
  const where = branchId === null ? [] : [branchOf(branchId, names)];
  const hours = open.length === 0 ? [phrase('closed')] : open.map(fromTo);
  return phrase('hospitalDaySet', phrase('whom', name, when, ...where), ...hours);
}

type HoursEvent = Extract<
  DaylineEvent,
  {
    type:
      | 'SlotsPlanned'
      | `DayHours${'Set' | 'Cleared'}`
      | `${'Day' | 'Slots'}${'Blocked' | 'Unblocked'}`
      | 'WeeklyScheduleSet'
      | 'ScheduleChangeWithdrawn'
      | `HospitalDay${'Set' | 'Lifted'}`;
  }
>;

/** The names of where a session is. */
const placeOf = ({ departmentId, branchId }: Interval, names: Names) => ({
  department: (departmentId !== undefined && names.department(departmentId)) || undefined,
  branch: (branchId !== undefined && names.branch(branchId)) || undefined,
});

/** What of the weekly hours is new, changed or gone. */
function weekChanges(row: ActivityRow, names: Names): readonly Phrase[] {
  const change = names.week(row);
  if (!change) return [];
  const said = ({ day, interval }: HoursOfDay) => hoursPhrase(interval, { weekday: day, ...placeOf(interval, names) });
  const { set, gone, old } = changesOf(change);
  const before = new Set(old.map((each) => JSON.stringify(said(each))));
  const ofSet = set.map((each) => {
    const { slotDuration, appointmentsPerSlot } = each.interval;
    const hours = said(each);
    // What hours say leaves out the slots: they are what changed.
    return before.has(JSON.stringify(hours)) ? phrase('withSlots', hours, slotDuration, appointmentsPerSlot) : hours;
  });
  return theFirst([...ofSet, ...gone.map((each) => phrase('noLonger', said(each)))]);
}

/** What changed a doctor's hours and blocks. */
function wordsOfHours(event: HoursEvent, row: ActivityRow, names: Names): Phrase {
  switch (event.type) {
    case 'SlotsPlanned':
      return phrase('planned', dateOf(row), doctorOf(row, names));
    case 'DayHoursSet': {
      const hours = event.data.intervals.map((interval) => hoursPhrase(interval, placeOf(interval, names)));
      return phrase('dayHoursSet', spansOf(row, hours, names));
    }
    case 'DayHoursCleared':
      return phrase('dayHoursCleared', dayOf(row, names));
    case 'DayBlocked':
      return phrase('blocked', dayOf(row, names));
    case 'SlotsBlocked':
      return phrase('blocked', spansOf(row, event.data.spans.map(fromTo), names));
    case 'DayUnblocked':
      return phrase('unblocked', dayOf(row, names));
    case 'SlotsUnblocked':
      return phrase('unblocked', spansOf(row, event.data.spans.map(fromTo), names));
    case 'WeeklyScheduleSet': {
      const { from } = event.data;
      const [doctor, changes] = [doctorOf(row, names), weekChanges(row, names)];
      const isLater = from !== null && from > names.day(row);
      return isLater
        ? phrase('weekSetFrom', doctor, phrase('date', from), ...changes)
        : phrase('weekSet', doctor, ...changes);
    }
    case 'ScheduleChangeWithdrawn':
      return phrase('weekWithdrawn', doctorOf(row, names), phrase('date', event.data.from));
    case 'HospitalDaySet':
      return hospitalDaySet(event.data, names);
    case 'HospitalDayLifted':
      return phrase('hospitalDayLifted', event.data.name);
    default:
      return unreachable(event);
  }
}

type MoveEvent = Extract<DaylineEvent, { readonly data: { readonly moveId: string } }>;
const isMove = (event: DaylineEvent): event is MoveEvent => 'moveId' in event.data;
type RefusedCommand = Extract<DaylineEvent, { type: 'CommandRefused' }>['data'];

function askedFor({ call, foreign = [] }: RefusedCommand, row: ActivityRow, names: Names): Phrase {
  const about = [...foreign.map((kind) => phrase('unknownThing', kind)), ...partsOf(row, names)];
  return phrase('askedFor', call, about.length === 0 ? '' : phrase('whom', ...about));
}

/** Events that say nothing more than that they happened. */
const bare = {
  SignedIn: 'signedIn',
  SignedOut: 'signedOut',
  PasswordChanged: 'passwordChanged',
  LogHeadSigned: 'headSigned',
} as const;

const departments = { DepartmentOpened: 'departmentOpened', DepartmentRenamed: 'departmentRenamed' } as const;

function wordsOf(event: DaylineEvent, row: ActivityRow, names: Names): Phrase {
  if (isMove(event)) return wordsOfMove(event, row, names);
  if (isOfDisplay(event)) return wordsOfDisplay(event);
  if (event.type === 'DayClosed') return phrase('dayClosed', dateOf(row));
  switch (event.type) {
    case 'CommandRefused':
      return askedFor(event.data, row, names);
    case 'SignInRefused':
      return attempted(phrase('triedToSignIn', accountOf(row, names)), event.data, names);
    case 'AppointmentBooked':
    case 'AppointmentPaymentRecorded':
    case 'AppointmentPaymentCorrected':
    case 'AppointmentOverbooked':
    case 'FeeDecided':
    case 'PatientContacted':
    case 'PaymentRefunded':
    case 'PaymentRefundUndone':
    case 'AppointmentMarkedVisited':
    case 'AppointmentMarkedNotVisited':
    case 'AppointmentCancelled':
    case 'AppointmentRescheduled':
    case 'AppointmentMarkUndone':
    case 'AppointmentCancellationUndone':
    case 'PatientArrived':
    case 'ArrivalWithdrawn':
    case 'PatientCalled':
    case 'CallWithdrawn':
    case 'AppointmentStatusCorrected':
      return wordsOfVisit(event, whom(row, names));
    case 'SlotsPlanned':
    case 'DayHoursSet':
    case 'DayHoursCleared':
    case 'DayBlocked':
    case 'SlotsBlocked':
    case 'DayUnblocked':
    case 'SlotsUnblocked':
    case 'WeeklyScheduleSet':
    case 'ScheduleChangeWithdrawn':
    case 'HospitalDaySet':
    case 'HospitalDayLifted':
      return wordsOfHours(event, row, names);
    case 'DoctorAdded':
    case 'DoctorProfileRevised':
    case 'DoctorBranchSet':
    case 'ProfilePhotoChanged':
    case 'MeetingLinkSet':
    case 'ConsultationFeeSet':
    case 'DoctorOnRequestSet':
    case 'FeeRulesSet':
    case 'RoomSet':
    case 'DoctorEmailVerified':
    case 'DoctorAccountActivated':
      return wordsOfDoctor(event, row, names);
    case 'PatientRegistered':
    case 'PatientDetailsCorrected':
    case 'PatientErased':
    case 'PastVisitNoted':
    case 'PastVisitWithdrawn':
      return wordsOfPatient(event, row, names);
    case 'ImportStarted':
    case 'ImportAdvanced':
    case 'ImportSettled':
    case 'ImportBackStarted':
    case 'ImportBackAdvanced':
    case 'ImportBackSettled':
      return wordsOfImport(event);
    case 'DepartmentOpened':
    case 'DepartmentRenamed':
      return phrase(departments[event.type], event.data.name);
    case 'ClientOnboarded':
    case 'ClientSettingsChanged':
    case 'ClientRenamed':
    case 'ClientZoneChanged':
    case 'ClientLinkHostChanged':
    case 'BookingEmailRuleSet':
    case 'OverbookingLimitSet':
    case 'ClientFeeRulesSet':
    case 'QueueOrderSet':
    case 'BranchAdded':
      return settingsOf(event);
    case 'AccountOpened':
      return phrase('accountOpened', event.data.name, event.data.role);
    case 'SignedIn':
    case 'SignedOut':
    case 'PasswordChanged':
    case 'LogHeadSigned':
      return phrase(bare[event.type]);
    case 'PasswordResetRequested':
      return attempted(phrase('askedForPassword', accountOf(row, names)), event.data, names);
    case 'HistoryRead':
    case 'ExportMade':
      return event.type === 'ExportMade' ? exported(event.data.subject) : historyRead(event.data.subject, row, names);
    case 'LetterSent':
      return phrase('letterSent', accountOf(row, names), event.data.purpose);
    case 'LogSetBackAccepted':
      return setBackAccepted(event.data);
    default:
      return unreachable(event);
  }
}

type VisitEvent = Exclude<Extract<DoctorDayEvent, { readonly data: { readonly appointmentId: string } }>, MoveEvent>;

/** @param visit whose it is, when and with whom */
function wordsOfVisit(event: VisitEvent, visit: Phrase): Phrase {
  switch (event.type) {
    case 'AppointmentBooked':
      return phrase('booked', visit);
    case 'AppointmentPaymentRecorded':
      return phrase('paymentRecorded', visit, phrase('payment', event.data.payment, ...moneyPhrases(event.data)));
    case 'AppointmentPaymentCorrected':
      return paymentCorrected(event.data, visit);
    case 'AppointmentOverbooked':
      return phrase('overbooked', visit);
    case 'FeeDecided':
      return phrase('feeDecided', visit, event.data.rule, amountOf(event.data.paise));
    case 'PatientContacted':
      return phrase(event.data.reached ? 'reached' : 'notReached', visit);
    case 'PaymentRefunded':
      return phrase('refunded', visit, ...moneyPhrases(event.data));
    case 'PaymentRefundUndone':
      return phrase('refundUndone', visit);
    case 'AppointmentMarkedVisited':
    case 'AppointmentMarkedNotVisited':
      return phrase('marked', visit, phrase('status', event.data.statusAfter));
    case 'PatientArrived':
      return phrase('arrived', visit, event.data.token);
    case 'ArrivalWithdrawn':
      return phrase('arrivalWithdrawn', visit);
    case 'PatientCalled':
      return phrase('called', visit, event.data.room);
    case 'CallWithdrawn':
      return phrase('callWithdrawn', visit);
    case 'AppointmentCancelled':
      return phrase('cancelled', visit);
    case 'AppointmentRescheduled': {
      const { undoneEventId, timeBefore } = event.data;
      const code = undoneEventId === null ? 'rescheduled' : 'reschedulingUndone';
      return phrase(code, visit, phrase('clock', timeBefore));
    }
    case 'AppointmentMarkUndone':
      return phrase('markUndone', visit, phrase('status', event.data.statusAfter));
    case 'AppointmentCancellationUndone':
      return phrase('cancellationUndone', visit, phrase('status', event.data.statusAfter));
    case 'AppointmentStatusCorrected': {
      const { statusBefore, statusAfter } = event.data;
      return phrase('statusCorrected', visit, phrase('status', statusBefore), phrase('status', statusAfter));
    }
    default:
      return unreachable(event);
  }
}

function wordsOfMove(event: MoveEvent, row: ActivityRow, names: Names): Phrase {
  const moved = whom(row, names);
  const placeOf = (id: string): Phrase => {
    const { pocId, date } = doctorDayOf(id);
    return phrase('dayOf', phrase('date', date), names.doctor(pocId) ?? phrase('unknownDoctor'));
  };
  switch (event.type) {
    case 'AppointmentMoveStarted': {
      const { undoneEventId, to } = event.data;
      return phrase(undoneEventId === null ? 'beganMove' : 'beganMoveBack', moved, placeOf(to));
    }
    case 'AppointmentMovedIn':
      return phrase('tookMoveIn', moved, placeOf(event.data.from));
    case 'MoveRefused':
      return phrase('refusedMove', moved, phrase('refusal', event.data.code));
    case 'AppointmentMoveAbandoned':
      return phrase('gaveMoveUp', moved, phrase('refusal', event.data.code));
    case 'AppointmentMovedAway':
      return phrase('movedElsewhere', moved, placeOf(event.data.to));
    case 'AppointmentMoveUndone':
      return phrase('undidMove', moved);
    default:
      return unreachable(event);
  }
}

function wordsOfDoctor(event: DoctorEvent, row: ActivityRow, names: Names): Phrase {
  switch (event.type) {
    case 'DoctorAdded':
      return phrase('doctorAdded', doctorOf(row, names));
    case 'DoctorProfileRevised':
      return phrase('profileRevised', doctorOf(row, names));
    case 'DoctorBranchSet':
      return phrase('branchSet', doctorOf(row, names), branchOf(event.data.branchId, names));
    case 'ProfilePhotoChanged':
      return phrase('photoChanged', doctorOf(row, names));
    case 'MeetingLinkSet':
      return phrase('linkSet', doctorOf(row, names));
    case 'ConsultationFeeSet':
      return phrase('feeSet', doctorOf(row, names), rupeesOf(event.data.fee));
    case 'DoctorOnRequestSet': {
      const { sentence } = event.data;
      const doctor = doctorOf(row, names);
      return sentence === null ? phrase('onRequestEnded', doctor) : phrase('onRequestSet', doctor, sentence);
    }
    case 'FeeRulesSet':
      return phrase('feeRulesSet', doctorOf(row, names), event.data.feeRules?.rules.length ?? null);
    case 'RoomSet':
      return phrase('roomSet', doctorOf(row, names), event.data.room);
    case 'DoctorEmailVerified':
      return phrase('emailVerified', doctorOf(row, names));
    case 'DoctorAccountActivated':
      return phrase('signUpCompleted', doctorOf(row, names));
    default:
      return unreachable(event);
  }
}

const isOfDisplay = (event: DaylineEvent): event is DisplayEvent => event.type.startsWith('Display');

function wordsOfDisplay(event: DisplayEvent): Phrase {
  switch (event.type) {
    case 'DisplayAdded':
      return phrase('displayAdded', event.data.name, event.data.pocIds.length);
    case 'DisplayLinkMade':
      return phrase('displayLinkMade', event.data.name);
    case 'DisplayPaired':
      return phrase('displayPaired', event.data.name);
    case 'DisplayRevoked':
      return phrase('displayRevoked', event.data.name);
    default:
      return unreachable(event);
  }
}

function wordsOfPatient(event: PatientEvent, row: ActivityRow, names: Names): Phrase {
  switch (event.type) {
    case 'PatientRegistered':
      return phrase('patientRegistered', patientOf(row, names));
    case 'PatientDetailsCorrected':
      return patientCorrected(row, names);
    case 'PatientErased':
      return phrase('patientErased');
    case 'PastVisitNoted':
      return phrase('pastVisitNoted', patientOf(row, names), phrase('date', event.data.date));
    case 'PastVisitWithdrawn':
      return phrase('pastVisitWithdrawn', patientOf(row, names));
    default:
      return unreachable(event);
  }
}

function wordsOfImport(event: ImportEvent): Phrase {
  switch (event.type) {
    case 'ImportStarted':
      return phrase('importStarted', event.data.what, event.data.fileName, event.data.rows);
    case 'ImportAdvanced':
      return phrase('importAdvanced', event.data.done);
    case 'ImportSettled':
      return phrase('importSettled', event.data.ended);
    case 'ImportBackStarted':
      return phrase('importBackStarted');
    case 'ImportBackAdvanced':
      return phrase('importBackAdvanced', event.data.done);
    case 'ImportBackSettled':
      return phrase('importBackSettled');
    default:
      return unreachable(event);
  }
}

function settingsOf({ type, data }: ClientEvent): Phrase {
  switch (type) {
    case 'ClientOnboarded':
      return phrase('clientSetUp', data.name);
    case 'ClientSettingsChanged':
      return phrase('settingsChanged', data.name);
    case 'ClientRenamed':
      return phrase('clientRenamed', data.name);
    case 'ClientZoneChanged':
      return phrase('zoneChanged', data.zone);
    case 'ClientLinkHostChanged':
      return phrase('linkHostChanged', data.meetingLinkHost);
    case 'BookingEmailRuleSet':
      return phrase('bookingEmailRuleSet', data.bookingNeedsEmail);
    case 'QueueOrderSet':
      return phrase('queueOrderSet', data.queueOrder);
    case 'ClientFeeRulesSet':
      return phrase('clientFeeRulesSet', data.feeRules?.rules.length ?? null);
    case 'OverbookingLimitSet':
      return phrase('overbookingLimitSet', data.overbookPerSlot);
    case 'BranchAdded':
      return phrase('branchAdded', data.name ?? data.id);
    default:
      return unreachable(type);
  }
}

const amountOf = (paise: number | null): string | null => (paise === null ? null : rupeesOf(paise));

const branchOf = (branchId: number, names: Names): Phrase =>
  branchId === 0 ? phrase('noBranch') : phrase('branch', names.branch(branchId) ?? branchId);

type SetBack = Extract<DaylineEvent, { type: 'LogSetBackAccepted' }>['data'];

const setBackAccepted = ({ seen, present, reason }: SetBack): Phrase =>
  phrase('setBackAccepted', seen.position, present?.position ?? null, reason);

const exported = ({ format, from, to, entries, month, list }: Subject): Phrase =>
  list !== undefined
    ? phrase('listTakenOut', list, entries ?? '0')
    : phrase('exported', format ?? null, from ?? null, to ?? null, entries ?? null, month ?? null);
