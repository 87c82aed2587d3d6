import { type AppointmentStatus, type PaymentStatus, paymentWords, statusWords } from '../appointments.ts';
import { type EndpointName, endpoints } from '../endpoints/table.ts';
import { isErrorCode, sentenceOf } from '../errors.ts';
import { amountWords } from '../fields/money.ts';
import type { Difference } from '../fields/visit-money.ts';
import { tokenText } from '../hall/tokens.ts';
import { clockWords, dateWords, rangeWords, spanWords } from './dates.ts';
import { droppedBecause, messageOf } from './messages.ts';

const markWords: Record<AppointmentStatus, string> = {
  Confirmed: 'set the status back to Confirmed',
  Availed: 'mark it Visited',
  Not_Availed: 'mark it Not Visited',
  Cancelled: 'cancel it',
};

/** 'Nov 26, 9:30 AM with Dr. Asha Menon' */
const placeWords = (date: string, doctor: string, time?: string): string =>
  [dateWords(date), time && clockWords(time)].filter(Boolean).join(', ') + (doctor === '' ? '' : ` with ${doctor}`);

export type FeeParts = [rule: string | null, fee: string | null, registration: string | null, total: string | null];

/** An appointment's history in English: whole sentences, and their notes. */
export const feeWords = (
  rule: string | null,
  fee: string | null,
  registration: string | null,
  total: string | null,
) => {
  const own = fee === null ? 'no consultation fee' : [rule ?? 'standard fee', `₹${fee}`].join(', ');
  return registration === null ? own : `${own} plus registration, ₹${registration}: ₹${total} in total`;
};

export const storyWords = {
  /** `session`: its name, its place, and the quota that the visit counts in. */
  bookedFor: (date: string, time: string, doctor: string, type: string, ...session: string[]) =>
    [`Booked for ${dateWords(date)}, ${clockWords(time)} with ${doctor}`, type, ...session].join(', '),
  placeWasHeld: () => 'Place held',
  placeWasOffered: () => 'Place held for the waiting list',
  fromWaitingList: (booked: string) => `${booked}, from the waiting list`,
  holdIsReleased: () => 'Hold released',
  holdIsLapsed: () => 'Hold lapsed',
  /** `money`: the amount and method, if recorded. */
  paymentIs: (payment: PaymentStatus, ...money: string[]) =>
    [`Payment recorded: ${paymentWords[payment]}`, ...money].join(', '),
  paymentBack: (payment: PaymentStatus) => `Undo: payment back to ${paymentWords[payment]}`,
  /** The rule's fee, the registration fee on top, and the total, in rupees; null if there is none. */
  feeBy: (...fee: FeeParts) => `Fee: ${feeWords(...fee)}`,
  feeRepeated: (...fee: FeeParts) => `Fee unchanged by the move: ${feeWords(...fee)}`,
  feeOther: (...fee: FeeParts) => `Different from the calculated fee: ${feeWords(...fee)}`,
  wasConfirmedByPatient: () => 'Confirmed by the patient',
  wasOverbooked: () => 'Overbooked',
  wasReached: () => 'Phoned, reached',
  wasNotReached: () => 'Phoned, not reached',
  contactBack: () => 'Undo: the phone call is not recorded',
  wasRefunded: (...money: string[]) => ['Payment refunded', ...money].join(', '),
  refundBack: () => 'Undo: refund reversed, payment is Paid',
  paymentNow: (payment: PaymentStatus, ...money: string[]) =>
    [`Payment changed to ${paymentWords[payment]}`, ...money].join(', '),
  /** The different fee at the new time or doctor, in paise, and whether the difference is charged. */
  withFee: (sentence: string, before: number | null, after: number, difference: Difference) => {
    if (difference === 'left') return `${sentence}; the fee there is ${amountWords(after)}, difference waived`;
    return `${sentence}; the fee is ${amountWords(after)}${before === null ? '' : ` instead of ${amountWords(before)}`}`;
  },
  becauseOfLeave: (sentence: string, doctor: string, from: string, to: string) =>
    `${sentence}, because of ${doctor}'s leave, ${rangeWords(from, to)}`,
  withReason: (sentence: string, reason: string) => `${sentence}: ${reason}`,
  markedAs: (status: AppointmentStatus) => `Marked ${statusWords[status]}`,
  byImport: () => 'by an import',
  patientIsRenamed: (before: string, now: string) => `The patient's name was corrected: ${before} → ${now}`,
  patientIsMerged: () => 'Merged with another record of the same person',
  patientIsSplit: () => 'Split from another record',
  visitIsReassigned: () => 'Assigned to this record when it was split from another',
  wasCancelled: () => 'Cancelled',
  movedTo: (time: string, before: string, ...session: string[]) =>
    [`Moved from ${clockWords(before)} to ${clockWords(time)}`, ...session].join(', '),
  movedBack: (time: string, ...session: string[]) => [`Undo: moved back to ${clockWords(time)}`, ...session].join(', '),
  arrivedWith: (token: number, letter: string | null | undefined) => `Arrived, token ${tokenText({ token, letter })}`,
  arrivalIsWithdrawn: () => 'Arrival undone',
  wasCalled: (room: string | null) => `Called${room === null ? '' : ` to ${room}`}`,
  callIsWithdrawn: (room: string | null, isCalled: boolean) =>
    isCalled ? `Call undone: called${room === null ? '' : ` to ${room}`} as before` : 'Call undone: waiting again',
  moveStarted: (date: string, time: string, doctor: string) => `Moving to ${placeWords(date, doctor, time)}`,
  moveBackStarted: (date: string, time: string, doctor: string) =>
    `Undo: moving back to ${placeWords(date, doctor, time)}`,
  movedIn: (date: string, doctor: string, payment: PaymentStatus) =>
    `Moved here from ${placeWords(date, doctor)}; payment unchanged: ${paymentWords[payment]}`,
  movedAway: (date: string, doctor: string, time: string | null) =>
    `Moved to ${placeWords(date, doctor, time ?? undefined)}`,
  moveAbandoned: (date: string, doctor: string, refused: string) =>
    `Not moved to ${placeWords(date, doctor)}, ${refused}`,
  moveUndone: (date: string, time: string, doctor: string) => `Undo: moved back to ${placeWords(date, doctor, time)}`,
  statusBack: (status: AppointmentStatus) => `Undo: status back to ${statusWords[status]}`,
  correctedTo: (status: AppointmentStatus) => `Corrected to ${statusWords[status]}`,
  /** Null if the call names an unknown status. */
  triedToMark: (status: AppointmentStatus | null) =>
    `Tried to ${status === null ? 'change the status' : markWords[status]}`,
  triedToCorrect: (status: AppointmentStatus | null) =>
    `Tried to correct the status${status === null ? '' : ` to ${statusWords[status]}`}`,
  triedToChangePayment: () => 'Tried to change the payment',
  triedToMove: (time: string | null) => `Tried to move it${time === null ? '' : ` to ${clockWords(time)}`}`,
  triedToUndoMove: () => 'Tried to undo a move',
  triedToNoteArrival: () => 'Tried to record the arrival',
  triedToCall: () => 'Tried to call the patient',
  /** An event of an earlier release may name a call that no longer exists. */
  triedCall: (call: string) =>
    `Tried to do this: ${Object.hasOwn(endpoints, call) ? endpoints[call as EndpointName].title : call}`,
  refusedBecause: (code: string) => `refused: ${isErrorCode(code) ? sentenceOf(code) : code}`,
  messageIsPlanned: (kind: string, date: string, time: string) =>
    `Message planned (${messageOf(kind)}), for ${date}, ${time}`,
  messageMayBeSent: (kind: string) => `Message may have been sent (${messageOf(kind)}); it is not sent again`,
  messageIsSent: (kind: string) => `Message sent (${messageOf(kind)})`,
  messageHasFailed: (kind: string, willRetry: boolean) =>
    `Message could not be sent (${messageOf(kind)})${willRetry ? '; it is tried again' : ''}`,
  messageIsDropped: (kind: string, because: string) =>
    `Message not sent (${messageOf(kind)}): ${droppedBecause(because)}`,
  undoneAfter: (ms: number) => `undone ${spanWords(ms)} later`,
  undoesAbove: () => 'undoes the entry above',
  undoesEarlier: () => 'undoes an earlier entry',
  byWizard: () => 'booking wizard',
};
