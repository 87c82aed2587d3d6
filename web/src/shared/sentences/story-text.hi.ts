import type { AppointmentStatus, PaymentStatus } from '@dayline/contracts/appointments';
import { amountWords } from '@dayline/contracts/fields/money';
import type { Difference } from '@dayline/contracts/fields/visit-money';
import { tokenText } from '@dayline/contracts/hall/tokens';
import type { FeeParts } from '@dayline/contracts/words/story';
import {
  commandText,
  date,
  dateRange,
  feeWords,
  paymentText,
  refusal,
  statusText,
  typeText,
} from './activity-text.hi.ts';
import { clock } from './hours-text.hi.ts';
import { droppedBecause, messageOf } from './messages-text.hi.ts';

const markText: Record<AppointmentStatus, string> = {
  Confirmed: 'स्थिति वापस “कन्फ़र्म” करने',
  Availed: '“आए” दर्ज करने',
  Not_Availed: '“नहीं आए” दर्ज करने',
  Cancelled: 'रद्द करने',
};

function spanText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} सेकंड`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} मिनट`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} घंटे` : `${Math.floor(hours / 24)} दिन`;
}

const placeText = (day: string, doctor: string, time?: string): string =>
  [date(day), time && clock(time), doctor].filter(Boolean).join(', ');

/** An appointment's history in Hindi. */
export const storyText = {
  byImport: () => 'आयात से',
  patientIsMerged: () => 'उसी व्यक्ति के दूसरे रिकॉर्ड से मिलाया गया',
  patientIsSplit: () => 'दूसरे रिकॉर्ड से अलग किया गया',
  visitIsReassigned: () => 'दूसरे रिकॉर्ड से अलग करते समय इस रिकॉर्ड को दी गई',
  patientIsRenamed: (before: string, now: string) => `मरीज़ का नाम सुधारा गया: ${before} → ${now}`,
  bookedFor: (day: string, time: string, doctor: string, type: string, ...session: string[]) =>
    [`${doctor} के साथ ${date(day)}, ${clock(time)} के लिए बुक`, typeText[type] ?? type, ...session].join(', '),
  placeWasHeld: () => 'जगह रोककर रखी गई',
  placeWasOffered: () => 'प्रतीक्षा सूची के लिए जगह रोकी गई',
  fromWaitingList: (booked: string) => `${booked}, प्रतीक्षा सूची से`,
  holdIsReleased: () => 'रोकी हुई जगह छोड़ी गई',
  holdIsLapsed: () => 'जगह रोकने का समय पूरा हुआ',
  paymentIs: (payment: PaymentStatus, ...money: string[]) =>
    [`भुगतान दर्ज: ${paymentText[payment]}`, ...money].join(', '),
  paymentBack: (payment: PaymentStatus) => `वापस लिया: भुगतान फिर से “${paymentText[payment]}”`,
  feeBy: (...fee: FeeParts) => `फ़ीस: ${feeWords(...fee)}`,
  feeRepeated: (...fee: FeeParts) => `फ़ीस, जैसी बदलने से पहले थी: ${feeWords(...fee)}`,
  feeOther: (...fee: FeeParts) => `निकाली गई फ़ीस से अलग: ${feeWords(...fee)}`,
  wasConfirmedByPatient: () => 'मरीज़ ने पुष्टि की',
  wasOverbooked: () => 'क्षमता से ज़्यादा बुक किया गया',
  contactBack: () => 'वापस लिया: फ़ोन कॉल दर्ज नहीं है',
  messageIsPlanned: (kind: string, day: string, time: string) => `संदेश तय हुआ (${messageOf(kind)}), समय: ${day}, ${time}`,
  messageMayBeSent: (kind: string) => `संदेश शायद भेजा गया (${messageOf(kind)}); दोबारा नहीं भेजा जाएगा`,
  messageIsSent: (kind: string) => `संदेश भेजा गया (${messageOf(kind)})`,
  messageHasFailed: (kind: string, willRetry: boolean) =>
    `संदेश नहीं भेजा जा सका (${messageOf(kind)})${willRetry ? '; फिर कोशिश होगी' : ''}`,
  messageIsDropped: (kind: string, because: string) =>
    `संदेश नहीं भेजा गया (${messageOf(kind)}): ${droppedBecause(because)}`,
  wasReached: () => 'फ़ोन किया गया, बात हुई',
  wasNotReached: () => 'फ़ोन किया गया, बात नहीं हुई',
  wasRefunded: (...money: string[]) => ['भुगतान लौटाया गया', ...money].join(', '),
  refundBack: () => 'वापस लिया: भुगतान लौटाना रद्द, भुगतान हुआ',
  paymentNow: (payment: PaymentStatus, ...money: string[]) =>
    [`भुगतान बदलकर “${paymentText[payment]}” किया गया`, ...money].join(', '),
  withFee: (sentence: string, before: number | null, after: number, difference: Difference) => {
    if (difference === 'left') return `${sentence}; वहाँ फ़ीस ${amountWords(after)} है, अंतर नहीं लिया गया`;
    return `${sentence}; फ़ीस ${before === null ? '' : `${amountWords(before)} की जगह `}${amountWords(after)}`;
  },
  becauseOfLeave: (sentence: string, doctor: string, from: string, to: string) =>
    `${sentence}, ${doctor} की छुट्टी के कारण, ${dateRange(from, to)}`,
  withReason: (sentence: string, reason: string) => `${sentence}: ${reason}`,
  markedAs: (status: AppointmentStatus) => `“${statusText[status]}” दर्ज`,
  wasCancelled: () => 'रद्द किया गया',
  movedTo: (time: string, before: string, ...session: string[]) =>
    [`समय ${clock(before)} से बदलकर ${clock(time)} किया गया`, ...session].join(', '),
  movedBack: (time: string, ...session: string[]) => [`वापस लिया: समय फिर से ${clock(time)}`, ...session].join(', '),
  arrivedWith: (token: number, letter: string | null | undefined) => `आए, टोकन ${tokenText({ token, letter })}`,
  arrivalIsWithdrawn: () => 'आना दर्ज करना वापस लिया गया',
  wasCalled: (room: string | null) => `बुलाया गया${room === null ? '' : `: ${room}`}`,
  callIsWithdrawn: (room: string | null, isCalled: boolean) =>
    isCalled
      ? `बुलाना वापस लिया: पहले की तरह बुलाए गए${room === null ? '' : `, ${room}`}`
      : 'बुलाना वापस लिया: फिर से इंतज़ार में',
  moveStarted: (day: string, time: string, doctor: string) => `समय बदलना शुरू: ${placeText(day, doctor, time)}`,
  moveBackStarted: (day: string, time: string, doctor: string) => `वापस लेना शुरू: फिर से ${placeText(day, doctor, time)}`,
  movedIn: (day: string, doctor: string, payment: PaymentStatus) =>
    `${placeText(day, doctor)} से यहाँ बदला गया; भुगतान वही: ${paymentText[payment]}`,
  movedAway: (day: string, doctor: string, time: string | null) =>
    `${placeText(day, doctor, time ?? undefined)} पर बदला गया`,
  moveAbandoned: (day: string, doctor: string, refused: string) =>
    `${placeText(day, doctor)} पर नहीं बदला गया, ${refused}`,
  moveUndone: (day: string, time: string, doctor: string) => `वापस लिया: फिर से ${placeText(day, doctor, time)}`,
  statusBack: (status: AppointmentStatus) => `वापस लिया: स्थिति फिर से “${statusText[status]}”`,
  correctedTo: (status: AppointmentStatus) => `सुधारकर “${statusText[status]}” किया गया`,
  triedToMark: (status: AppointmentStatus | null) => `${status === null ? 'स्थिति बदलने' : markText[status]} की कोशिश की`,
  triedToCorrect: (status: AppointmentStatus | null) =>
    `स्थिति सुधारने की कोशिश की${status === null ? '' : `: “${statusText[status]}”`}`,
  triedToMove: (time: string | null) => `समय बदलने की कोशिश की${time === null ? '' : `: ${clock(time)}`}`,
  triedToUndoMove: () => 'समय का बदलाव वापस लेने की कोशिश की',
  triedToNoteArrival: () => 'आना दर्ज करने की कोशिश की',
  triedToCall: () => 'बुलाने की कोशिश की',
  triedToChangePayment: () => 'भुगतान बदलने की कोशिश की',
  triedCall: (call: string) => `${commandText(call)} की कोशिश की`,
  refusedBecause: (code: string) => `अस्वीकार: ${refusal(code)}`,
  undoneAfter: (ms: number) => `${spanText(ms)} बाद वापस लिया गया`,
  undoesAbove: () => 'ऊपर की प्रविष्टि वापस लेता है',
  undoesEarlier: () => 'पहले की एक प्रविष्टि वापस लेता है',
  byWizard: () => 'बुकिंग विज़ार्ड से',
};
