import type { AppointmentStatus, PaymentStatus } from '../appointments.ts';
import { paymentWords, statusWords } from '../appointments.ts';
import type { ClaimKind } from '../claims.ts';
import { type EndpointName, endpoints } from '../endpoints/table.ts';
import { isErrorCode, sentenceOf } from '../errors.ts';
import { amountWords } from '../fields/money.ts';
import { counted } from '../fields/phrase.ts';
import { paidWords } from '../fields/visit-money.ts';
import { tokenText } from '../hall/tokens.ts';
import { dateWords, monthWords, rangeWords } from './dates.ts';
import { droppedBecause, messageOf } from './messages.ts';
import { type FeeParts, feeWords } from './story.ts';

const list = new Intl.ListFormat('en-US');

/** Parts that sentences share. */
const parts = {
  date: dateWords,
  status: (status: AppointmentStatus) => statusWords[status],
  money: paidWords,
  payment: (payment: PaymentStatus, ...money: string[]) => [paymentWords[payment], ...money].join(', '),
  /** The reason of a refused command. An event of an earlier release may have a code that no longer exists. */
  refusal: (code: string) => (isErrorCode(code) ? sentenceOf(code) : code),
  account: () => 'an account',
  doctor: () => 'a doctor',
  unknownDoctor: () => 'an unknown doctor',
  unknownPatient: () => 'an unknown patient',
  unknownAppointment: () => 'an unknown appointment',
  erasedPatient: () => 'an erased patient',
  noBranch: () => 'no branch',
  branch: (name: string | number) => `the branch ${name}`,
  /** 'Imran Shaikh, Nov 24, 3:10 PM, Dr. Vikram Rao' */
  whom: (...known: string[]) => known.join(', '),
  furtherSpans: (count: number) => `${count} more`,
  /** '9:00 AM to 11:00 AM on Nov 24'. */
  spansOn: (day: string, ...spans: string[]) => `${list.format(spans)} on ${day}`,
  aDay: () => 'a day',
  dayOf: (day: string, doctor: string) => `${day} of ${doctor}`,
  board: (doctor: string, date: string) => `the board of ${doctor}, ${date}`,
  boards: (date: string) => `the boards of ${date}`,
  foundByName: () => 'found by name',
};

const lists: Readonly<Record<string, string>> = {
  appointments: 'listed the appointments',
  patients: 'listed the patients',
  takings: 'read the takings',
  phone: 'looked up a phone number',
  chat: 'read a WhatsApp chat',
  marks: 'listed the moments of the replay',
  activity: 'read the activity',
  check: 'checked the log',
};

/** The kinds of rows of an import. */
const importLists: Readonly<Record<string, string>> = {
  patients: 'patients',
  doctors: 'doctors',
  hours: 'hours',
  hospitalDays: 'hospital days',
  pastVisits: 'past visits',
  appointments: 'appointments',
  takings: 'takings',
  'moved-appointments': 'moved appointments',
  'people-to-call': 'people to call',
  'waiting-list': 'the waiting list',
  leaves: 'leaves',
  departments: 'departments',
  branches: 'branches',
  people: 'people',
  displays: 'displays',
  'api-keys': 'API keys',
  webhooks: 'webhooks',
  deliveries: 'deliveries of a webhook',
  imports: 'imports',
  'possible-duplicates': 'possible duplicates',
  'due-patients': 'patients due for erasure',
  'due-sign-ins': 'sign-ins due for erasure',
};

const importEnds: Readonly<Record<string, string>> = {
  done: 'finished an import',
  erased: 'stopped an import because a patient in it was erased',
  lost: 'stopped an import because its file no longer exists',
};

/** Older events have no `count`. */
const withCount = (words: string, count: number | null | undefined, change: string): string =>
  typeof count === 'number' ? `${words}: ${counted(count, 'record')} ${change}` : words;

const letters: Readonly<Record<string, string>> = {
  verification: 'to verify the address',
  alreadyRegistered: 'about an existing account',
  reset: 'to reset the password',
  signIn: 'to sign in',
  passwordChanged: 'about the changed password',
  factorAdded: 'about the added second factor',
  factorRemoved: 'about the removed second factor',
  passkeyAdded: 'about the added passkey',
  passkeyRemoved: 'about the removed passkey',
  providerBound: 'about the first single sign-on',
  providerRequired: 'that single sign-on is required',
  providerRequiredForReset: 'that single sign-on is required, in place of a new password',
  recoveryCodesMade: 'about new recovery codes',
  recoveryCodeUsed: 'about a used recovery code',
  newDevice: 'about a sign-in from a new device',
  invitation: 'with an invitation',
  secondFactorReset: 'that the second factor was reset',
  emailChange: 'to confirm a new address',
  emailChangeRequested: 'about a requested change of the address',
  emailTaken: 'about an address that is in use',
  emailChanged: 'about the changed address',
};

const policies: Readonly<Record<string, string>> = {
  optional: 'made the second factor optional',
  administrators: 'made the second factor required for administrators and auditors',
  everyone: 'made the second factor required for everyone',
};

const factors: Readonly<Record<string, string>> = {
  password: 'password',
  link: 'emailed link',
  provider: 'single sign-on',
  totp: 'authenticator app',
  recoveryCode: 'recovery code',
};
const factorWords = (factor: string): string => factors[factor] ?? factor;

/** The attempt of a refused command: the words before its subject, and the words without a known subject. */
const requestWords: Readonly<Partial<Record<EndpointName, readonly [about: string, otherwise: string]>>> = {
  overbook: ['overbook', 'overbook a time'],
  createAppointment: ['book', 'book an appointment'],
  updateAppointmentStatusAsAdmin: ['change the status of', 'change the status of an appointment'],
  updateAppointmentStatusAsDoctor: ['change the status of', 'change the status of an appointment'],
  correctAppointmentStatus: ['correct the status of', 'correct the status of an appointment'],
  correctPayment: ['change the payment of', 'change the payment of an appointment'],
  refundPayment: ['refund the payment of', 'refund the payment of an appointment'],
  changeMany: ['change', 'change several appointments'],
  undoMany: ['undo', 'undo the change of several appointments'],
  moveAppointment: ['move', 'move an appointment'],
  undoMove: ['undo the move of', 'undo a move'],
  arrive: ['record the arrival of', 'record an arrival'],
  withdrawArrival: ['undo the arrival of', 'undo an arrival'],
  callPatient: ['call', 'call a patient'],
  withdrawCall: ['undo the call of', 'undo a call'],
  joinWaitingList: ['add to the waiting list', 'add a patient to the waiting list'],
  leaveWaitingList: ['remove a waiting-list entry of', 'remove a patient from the waiting list'],
  offerPlace: ['offer a place of', 'offer a place from the waiting list'],
  answerOffer: ['answer an offered place of', 'answer an offered place'],
  stopMessage: ['stop a message to', 'stop a message to a patient'],
  noteContact: ['record a phone call to', 'record a phone call'],
  closeDay: ['close a day of', 'close a day'],
  walkIn: ['add the walk-in', 'add a walk-in'],
  undoWalkIn: ['undo the walk-in', 'undo a walk-in'],
  correctDoctor: ['correct the details of', 'correct the details of a doctor'],
  changeDoctorEmail: ['change the email of', 'change the email of a doctor'],
  renameUnit: ['rename', 'rename a unit'],
  setRoom: ['set the room of', 'set a room'],
  setLateness: ['set the delay of', 'set a delay'],
  openCalendarFeed: ['create the calendar feed of', 'create a calendar feed'],
  revokeCalendarFeed: ['revoke the calendar feed of', 'revoke a calendar feed'],
  updateSchedule: ['change the weekly schedule of', 'change a weekly schedule'],
  setHospitalDay: ['set a hospital day of', 'set a hospital day'],
  liftHospitalDay: ['remove a hospital day of', 'remove a hospital day'],
  addDisplay: ['add a display to', 'add a display'],
  makeDisplayLink: ['create a display link of', 'create a display link'],
  revokeDisplay: ['revoke a display of', 'revoke a display'],
  savePartnerPatient: ['save a patient of', 'save a patient'],
  createHold: ['hold a place on', 'hold a place'],
  releaseHold: ['release the hold on', 'release a hold'],
  bookPartnerAppointment: ['book', 'book an appointment'],
  movePartnerAppointment: ['move', 'move an appointment'],
  cancelPartnerAppointment: ['cancel', 'cancel an appointment'],
  issueApiKey: ['issue an API key of', 'issue an API key'],
  changeApiKeyScopes: ['change an API key of', 'change an API key'],
  revokeApiKey: ['revoke an API key of', 'revoke an API key'],
  addWebhook: ['add a webhook to', 'add a webhook'],
  changeWebhook: ['change a webhook of', 'change a webhook'],
  rotateWebhookSecret: ['rotate the secret of a webhook of', 'rotate the secret of a webhook'],
  switchWebhook: ['enable or disable a webhook of', 'enable or disable a webhook'],
  replyToChat: ['reply to a WhatsApp chat of', 'reply to a WhatsApp chat'],
  handBackChat: ['hand back a WhatsApp chat of', 'hand back a WhatsApp chat'],
  replayWebhook: ['replay events to a webhook of', 'replay events to a webhook'],
  removeWebhook: ['remove a webhook of', 'remove a webhook'],
  testWebhook: ['send a test event to a webhook of', 'send a test event to a webhook'],
  sendDeliveryAgain: ['send an event to a webhook again of', 'send an event to a webhook again'],
  pairDisplayByCode: ['pair a screen of', 'pair a screen'],
  withdrawWeek: ['delete upcoming hours of', 'delete upcoming hours'],
  saveUser: ['save a patient of', 'save a patient'],
  mergePatients: ['merge the records of', 'merge records of a patient'],
  splitPatient: ['split the records of', 'split records of a patient'],
  chooseMessages: ['change which messages are sent to', 'change which messages a patient gets'],
  setMessageLanguage: ['change the language of messages to', 'change the language of messages to a patient'],
  dismissDuplicate: ['mark as different people: records of', 'mark two records as different people'],
  setSecondFactorPolicy: ['change the second factor policy of', 'change the second factor policy'],
  proveIdentity: ['confirm the identity of', 'confirm the identity by password or code'],
  setSessionIdleTime: ['change the automatic sign-out of', 'change the automatic sign-out'],
  setFeeRules: ['change the fee rules of', 'change fee rules'],
  setLeft: ['change until when to book', 'change until when a doctor can be booked'],
  setOnRequest: ['change the on-request notice of', 'change an on-request notice'],
  openDepartment: ['add a department to', 'add a department'],
  changeDepartment: ['change', 'change a department'],
  setRetention: ['change the retention of', 'change how long data is kept'],
  eraseDuePatients: ['erase patients of', 'erase patients by retention'],
  eraseDueSignIns: ['erase sign-ins of', 'erase sign-ins by retention'],
  setSingleSignOn: ['change the single sign-on of', 'change the single sign-on of the hospital'],
  setSingleSignOnPolicy: ['change the single sign-on policy of', 'change the single sign-on policy'],
  changeClient: ['change the settings of', 'change the settings of the hospital'],
  changeBranch: ['change a branch of', 'change a branch'],
  addDoctor: ['add a doctor to', 'add a doctor'],
  startLeave: ['start a leave of', 'start a leave'],
  undoLeave: ['undo a leave of', 'undo a leave'],
  endLeave: ['end a leave of', 'end a leave'],
  uploadImport: ['upload a file to', 'upload a file to import'],
  readImportColumns: ['read the columns of a file of', 'read the columns of a file'],
  decideImportRows: ['decide rows of an import of', 'decide rows of an import'],
  previewImport: ['preview an import of', 'preview an import'],
  exportRefusedRows: ['export refused rows of', 'export the refused rows of an import'],
  startImport: ['start an import of', 'start an import'],
  undoImport: ['undo an import of', 'undo an import'],
};

/** Only the kind of a thing is recorded if it belongs to another client. */
const unknownThings: Readonly<Record<ClaimKind, string>> = {
  client: 'an unknown client',
  doctor: 'an unknown doctor',
  doctorOfEach: 'an unknown doctor',
  appointment: 'an unknown appointment',
  appointmentOfEach: 'an unknown appointment',
  slot: 'an unknown slot',
  department: 'an unknown department',
  patient: 'an unknown patient',
};

/** The attempt of a refused command. `about` is its subject, '' if unknown. */
function askedFor(call: string, about: string): string {
  // An event of an earlier release may name a call that no longer exists.
  const words = (requestWords as Readonly<Record<string, readonly [string, string] | undefined>>)[call];
  if (words) return `asked to ${about === '' ? words[1] : `${words[0]} ${about}`}`;
  const title = Object.hasOwn(endpoints, call) ? endpoints[call as EndpointName].title : call;
  return about === '' ? `asked for: ${title}` : `asked for: ${title} (${about})`;
}

const withChanges = (sentence: string, changes: readonly string[]): string =>
  changes.length === 0 ? sentence : `${sentence}: ${changes.join('; ')}`;

/** An export: its format and filters. */
function exported(
  format: string | null,
  from: string | null,
  to: string | null,
  entries: string | null,
  month: string | null,
): string {
  const as = format === null ? 'a file' : format.toUpperCase();
  if (month !== null) return `exported the report of ${monthWords(month)} as ${as}`;
  const period = [from && `from ${dateWords(from)}`, to && `to ${dateWords(to)}`];
  return ['exported', entries && counted(Number(entries), 'entry', 'entries'), ...period, `as ${as}`]
    .filter(Boolean)
    .join(' ');
}

/** The activity in English. Each sentence continues after the actor's name. */
export const activityWords = {
  ...parts,
  statement: (words: string) => `${words}.`,
  firstOfMany: (words: string, changed: number, chosen: number) =>
    `${words} (the first of ${changed} changed${changed === chosen ? '' : `, of ${chosen} chosen`} at once)`,
  malformed: (type: string) => `recorded ${type}, which is malformed`,
  askedFor,
  unknownThing: (kind: ClaimKind) => unknownThings[kind],
  triedToSignIn: (account: string) => `tried to sign in as ${account}`,
  askedForPassword: (account: string) => `asked for a new password for ${account}`,
  furtherAreCounted: (attempt: string, until: string) => `${attempt}; further attempts until ${until} are counted`,
  counted: (attempt: string, count: number, until: string) =>
    `${attempt} ${count === 1 ? 'once more' : `${count} more times`} until ${until}`,
  readStory: (subject: string) => `read the history of ${subject}`,
  readReport: (month: string) => `read the report of ${monthWords(month)}`,
  /** 'listed the appointments, Nov 18, Dr. Asha Menon, found by name' */
  listed: (name: string, ...filters: string[]) => [lists[name] ?? 'read a list', ...filters].join(', '),
  replayed: (boards: string) => `replayed ${boards}`,
  replayedAsOf: (boards: string, date: string, time: string) => `replayed ${boards} as of ${date}, ${time}`,
  readHistory: () => 'read a history',
  readHistoryOf: (patient: string) => `read the history of ${patient}`,
  planned: (day: string, doctor: string) => `took over the weekly hours for ${day} of ${doctor}`,
  booked: (subject: string) => `booked ${subject}`,
  placeHeld: (place: string) => `held a place: ${place}`,
  holdReleased: (place: string) => `released a held place: ${place}`,
  holdLapsed: (place: string) => `freed a held place whose time was over: ${place}`,
  paymentRecorded: (subject: string, payment: string) => `recorded the payment of ${subject}: ${payment}`,
  reached: (subject: string) => `reached ${subject} on the phone`,
  notReached: (subject: string) => `called ${subject} on the phone without reaching them`,
  contactUndone: (subject: string) => `undid the record of a phone call to ${subject}`,
  feeDecided: (subject: string, ...fee: FeeParts) => `decided the fee of ${subject}: ${feeWords(...fee)}`,
  feeRulesSet: (doctor: string, count: number | null) =>
    count === null ? `removed the fee rules of ${doctor}` : `set the fee rules of ${doctor}: ${count}`,
  clientFeeRulesSet: (count: number | null) =>
    count === null ? 'removed the fee rules' : `set the fee rules: ${count}`,
  confirmedByPatient: (subject: string) => `confirmed ${subject}`,
  waitingListJoined: (patient: string, from: string, to: string) =>
    `added ${patient} to the waiting list, ${rangeWords(from, to)}`,
  waitingListLeft: (patient: string, because: string) =>
    `removed ${patient} from the waiting list${because === 'erased' ? ', as the patient was erased' : ''}`,
  placeOffered: (subject: string) => `offered a place from the waiting list: ${subject}`,
  offerAccepted: (subject: string) => `accepted the offered place: ${subject}`,
  offerDeclined: (subject: string, because: string) =>
    because === 'givenAway' ? `gave an offered place to another: ${subject}` : `declined the offered place: ${subject}`,
  offerLapsed: (subject: string) => `recorded that an offer lapsed: ${subject}`,
  overbooked: (subject: string) => `overbooked ${subject}`,
  reassigned: (subject: string) => `assigned ${subject} when records were split`,
  retentionSet: (years: number | null) =>
    years === null
      ? 'decided to keep patients indefinitely'
      : `decided to keep patients for ${counted(years, 'year')} after their last visit`,
  signInRetentionSet: (years: number | null) =>
    years === null ? 'decided to keep sign-ins indefinitely' : `decided to keep sign-ins for ${counted(years, 'year')}`,
  signInsErased: (month: string) => `erased the link between the sign-ins of ${monthWords(month)} and their accounts`,
  erasedAccount: () => 'an erased account',
  overbookingLimitSet: (count: number) => `set the overbooking limit of a time to ${count}`,
  refunded: (subject: string, ...money: string[]) => [`refunded what ${subject} had paid`, ...money].join(', '),
  refundUndone: (subject: string) => `undid the refund of ${subject}`,
  paymentUndone: (subject: string, payment: string) => `undid a change of payment: ${subject} is ${payment}`,
  paymentChanged: (subject: string, before: string, after: string) =>
    `changed the payment of ${subject} from ${before} to ${after}`,
  marked: (subject: string, status: string) => `marked ${subject} ${status}`,
  rescheduled: (subject: string, before: string) => `moved ${subject}, from ${before}`,
  reschedulingUndone: (subject: string, before: string) => `undid a move: ${subject}, was ${before}`,
  arrived: (subject: string, token: number, letter: string | null | undefined) =>
    `recorded the arrival of ${subject}, token ${tokenText({ token, letter })}`,
  tokenLetterAssigned: (doctor: string, letter: string) => `set the letter of the tokens of ${doctor} to ${letter}`,
  arrivalWithdrawn: (subject: string) => `undid the arrival of ${subject}`,
  called: (subject: string, room: string | null) => `called ${subject}${room === null ? '' : ` to ${room}`}`,
  callWithdrawn: (subject: string) => `undid the call of ${subject}`,
  latenessSet: (doctor: string, minutes: number | null) =>
    `noted that ${doctor} is ${minutes === null ? 'no longer' : `about ${minutes} minutes`} late`,
  roomSet: (doctor: string, room: string | null) =>
    room === null ? `removed the room of ${doctor}` : `set the room of ${doctor}: ${room}`,
  calendarFeedOpened: (doctor: string) => `created the address of the calendar feed of ${doctor}`,
  calendarFeedRevoked: (doctor: string) => `revoked the calendar feed of ${doctor}`,
  beganMove: (subject: string, to: string) => `began to move ${subject}, to ${to}`,
  beganMoveBack: (subject: string, to: string) => `began to undo a move: ${subject}, back to ${to}`,
  tookMoveIn: (subject: string, from: string) => `moved ${subject} here, from ${from}`,
  refusedMove: (subject: string, reason: string) => `could not move ${subject} here: ${reason}`,
  gaveMoveUp: (subject: string, reason: string) => `did not move ${subject}: ${reason}`,
  movedElsewhere: (subject: string, to: string) => `moved ${subject} away, to ${to}`,
  undidMove: (subject: string) => `undid a move: ${subject} again`,
  cancelled: (subject: string) => `cancelled ${subject}`,
  markUndone: (subject: string, status: string) => `undid a status change: ${subject} is ${status}`,
  cancellationUndone: (subject: string, status: string) => `undid a cancellation: ${subject} is ${status}`,
  statusCorrected: (subject: string, before: string, after: string) =>
    `corrected ${subject} from ${before} to ${after}`,
  blocked: (what: string) => `blocked ${what}`,
  unblocked: (what: string) => `unblocked ${what}`,
  keptBlocked: (day: string) => `kept ${day} blocked for another leave`,
  dayHoursSet: (hours: string) => `set the hours ${hours}`,
  dayHoursCleared: (day: string) => `cleared the hours set for ${day}`,
  closed: () => 'closed',
  hospitalDaySet: (day: string, ...hours: string[]) => `set the hospital day ${day}: ${list.format(hours)}`,
  displayAdded: (name: string, doctors: number) =>
    `added the display ${name} for ${doctors === 1 ? 'one doctor' : `${doctors} doctors`}`,
  displayLinkMade: (name: string) => `created a link to pair the display ${name}`,
  displayPaired: (name: string) => `paired a screen with the display ${name}`,
  displayRevoked: (name: string) => `revoked the display ${name}`,
  apiKeyIssued: (name: string, ...scopes: string[]) => `issued the API key ${name} for ${list.format(scopes)}`,
  apiKeyScopesChanged: (name: string, ...scopes: string[]) =>
    `changed what the API key ${name} may do: ${list.format(scopes)}`,
  apiKeyRevoked: (name: string) => `revoked the API key ${name}`,
  chatMessageReceived: () => 'received a WhatsApp message',
  chatPatientNamed: (patient: string) => `began a WhatsApp chat for ${patient}`,
  replyPlanned: () => 'wrote a WhatsApp reply',
  replySendStarted: () => 'began to send a WhatsApp reply',
  replyAccepted: () => 'sent a WhatsApp reply',
  replyStatus: (status: string) => `was notified that a WhatsApp reply was ${status}`,
  replyFailed: (code: string) => `could not send a WhatsApp reply: ${code}`,
  handoverRequested: () => 'handed a WhatsApp chat over to the desk',
  handoverEnded: () => 'ended the handover of a WhatsApp chat',
  webhookAdded: (host: string) => `added the webhook ${host}`,
  webhookChanged: (host: string) => `changed the webhook ${host}`,
  webhookSecretRotated: (host: string) => `rotated the secret of the webhook ${host}`,
  webhookDisabled: (host: string, reason: string) =>
    reason === 'admin'
      ? `disabled the webhook ${host}`
      : `disabled the webhook ${host}: ${reason === 'gone' ? 'it answered 410 Gone' : 'its last try failed'}`,
  webhookEnabled: (host: string) => `enabled the webhook ${host}`,
  webhookReplayed: (host: string) => `started a replay to the webhook ${host}`,
  webhookRemoved: (host: string) => `removed the webhook ${host}`,
  dayClosed: (date: string) => `closed the day ${date}`,
  dayClosedCounted: (date: string, paise: number) =>
    `closed the day ${date}, with ${amountWords(paise)} counted in cash`,
  hospitalDayLifted: (name: string) => `removed the hospital day ${name}`,
  /** 'set the weekly schedule of Dr. Asha Menon: 2nd Saturday, 10:00 AM to 12:00 PM; no longer Monday, 9:00 AM to 1:00 PM' */
  weekSet: (doctor: string, ...changes: string[]) => withChanges(`set the weekly schedule of ${doctor}`, changes),
  weekSetFrom: (doctor: string, date: string, ...changes: string[]) =>
    withChanges(`set the weekly schedule of ${doctor} from ${date} on`, changes),
  noLonger: (hours: string) => `no longer ${hours}`,
  withSlots: (hours: string, minutes: number, places: number) =>
    `${hours}, slots of ${minutes} min, capacity ${places}`,
  weekWithdrawn: (doctor: string, date: string) => `deleted the hours of ${doctor} from ${date} on`,
  doctorAdded: (doctor: string) => `added ${doctor}`,
  doctorCorrected: (doctor: string) => `corrected the details of ${doctor}`,
  doctorDepartmentChanged: (doctor: string, department: string) => `moved ${doctor} to the department ${department}`,
  externalIdSet: (doctor: string, id: string | null) =>
    id === null ? `removed the external id of ${doctor}` : `set the external id of ${doctor}: ${id}`,
  profileRevised: (doctor: string) => `changed the profile of ${doctor}`,
  branchSet: (doctor: string, branch: string) => `moved ${doctor} to ${branch}`,
  photoChanged: (doctor: string) => `changed the photo of ${doctor}`,
  linkSet: (doctor: string) => `set the meeting link of ${doctor}`,
  feeSet: (doctor: string, rupees: string) => `set the fee of ${doctor} to ₹${rupees}`,
  onRequestSet: (doctor: string, sentence: string) => `made ${doctor} available on request only: “${sentence}”`,
  doctorLeft: (doctor: string, from: string) => `closed bookings for ${doctor} from ${from} on`,
  doctorReturned: (doctor: string) => `reopened bookings for ${doctor} on all dates`,
  onRequestEnded: (doctor: string) => `reopened bookings for ${doctor}`,
  doctorEmailRequested: (doctor: string) => `asked to change the email of ${doctor}`,
  doctorEmailChanged: (doctor: string, byLink: boolean) =>
    byLink ? `confirmed the new email of ${doctor} by the link that was sent to it` : `changed the email of ${doctor}`,
  emailVerified: (doctor: string) => `verified the email of ${doctor}`,
  signUpCompleted: (doctor: string) => `completed the sign-up of ${doctor}`,
  patientRegistered: (patient: string) => `registered ${patient}`,
  patientRenamed: (before: string, now: string) => `corrected the name of ${before} to ${now}`,
  patientCorrected: (patient: string) => `corrected the details of ${patient}`,
  patientRemovalStarted: (patient: string, since?: string) =>
    since
      ? `began to erase ${patient}, who has no visit since ${monthWords(since.slice(0, 7))}`
      : `began to remove ${patient}`,
  patientKept: (patient: string) => `stopped removing ${patient}`,
  patientErased: (reason: string | null) => `erased a patient${reason === null ? '' : ` (“${reason}”)`}`,
  pastVisitNoted: (patient: string, date: string) => `recorded a past visit of ${patient}, ${date}`,
  pastVisitWithdrawn: (patient: string) => `removed a past visit of ${patient}`,
  patientMergeProposed: (patient: string) => `began to merge the records of ${patient}`,
  patientMerged: (patient: string) => `merged the records of ${patient}`,
  patientMergeAbandoned: (patient: string) => `did not merge the records of ${patient}`,
  patientUnmerged: (patient: string) => `split the records of ${patient}`,
  messagesDeclined: (patient: string) => `noted that ${patient} wants no emails about visits`,
  messagesAccepted: (patient: string) => `noted that ${patient} wants emails about visits again`,
  messageLanguageSet: (patient: string, language: string | null) =>
    language === null
      ? `chose the hospital’s language for emails to ${patient}`
      : `chose ${language === 'hi' ? 'Hindi' : 'English'} for emails to ${patient}`,
  duplicateDismissed: (patient: string) => `noted that a similar record is not ${patient}`,
  duplicateReopened: (patient: string) => `withdrew that a similar record is not ${patient}`,
  leaveStarted: (doctor: string, from: string, to: string) => `started a leave of ${doctor}, ${rangeWords(from, to)}`,
  leaveStopped: (doctor: string, date: string) =>
    `stopped a leave of ${doctor}: an appointment on ${dateWords(date)} was booked meanwhile`,
  leaveDaysBlocked: (doctor: string) => `blocked the days of a leave of ${doctor}`,
  leaveRowSettled: (doctor: string) => `settled an appointment in a leave of ${doctor}`,
  leaveSettled: (doctor: string, moved: number, cancelled: number, kept: number, open: number) =>
    `settled a leave of ${doctor}: ${moved} moved, ${cancelled} cancelled, ${kept} kept, ${open} open`,
  leaveUndoStarted: (doctor: string) => `undid a leave of ${doctor}`,
  leaveEnded: (doctor: string, from: string) => `ended a leave of ${doctor} early, from ${dateWords(from)} on`,
  leaveDaysOpened: (doctor: string) => `opened the days of a leave of ${doctor}`,
  importStarted: (what: string, rows: number) =>
    `started to import ${counted(rows, 'row')} of ${importLists[what] ?? 'a list'}`,
  importAdvanced: (done: number) => `imported ${counted(done, 'row')} so far`,
  importFinished: (ended: string, changed: number | null | undefined) =>
    withCount(importEnds[ended] ?? 'finished an import', changed, 'created or changed'),
  importUndoStarted: () => 'started to undo an import',
  importUndoAdvanced: (done: number) => `undid ${counted(done, 'row')} of an import so far`,
  importUndoFinished: (undone: number | null | undefined) =>
    withCount('undid an import, except for what has changed since', undone, 'undone'),
  listExported: (what: string, entries: string) =>
    `exported ${counted(Number(entries), 'row')} of ${importLists[what] ?? 'a list'} as CSV`,
  departmentOpened: (name: string) => `opened the department ${name}`,
  departmentRenamed: (name: string) => `renamed a department to ${name}`,
  departmentClosed: (name: string) => `closed the department ${name}`,
  departmentReopened: (name: string) => `reopened the department ${name}`,
  clientSetUp: (name: string) => `set up ${name}`,
  clientRenamed: (name: string) => `changed the clinic's name to ${name}`,
  zoneChanged: (zone: string) => `changed the clinic's time zone to ${zone}`,
  bookingEmailRuleSet: (isNeeded: boolean): string =>
    isNeeded ? 'made the email address required for bookings' : 'made the email address optional for bookings',
  queueOrderSet: (order: string): string =>
    order === 'time' ? 'set the queue order to appointment time' : 'set the queue order to token',
  lateAfterSet: (minutes: number): string => `set that patients are late after ${minutes} min`,
  messagesSet: (...kinds: string[]): string =>
    kinds.length === 0
      ? 'turned off messages to patients'
      : `set the messages to patients: ${list.format(kinds.map(messageOf))}`,
  messageTextSet: (kind: string, text: string | null): string =>
    text === null
      ? `went back to the usual text of messages to patients: ${messageOf(kind)}`
      : `changed the text of messages to patients: ${messageOf(kind)}`,
  messagePlanned: (subject: string, kind: string) => `planned a message to ${subject}: ${messageOf(kind)}`,
  messageSendStarted: (subject: string, kind: string) =>
    `began to send a message to ${subject}: ${messageOf(kind)}; it may have been sent`,
  messageSent: (subject: string, kind: string) => `sent a message to ${subject}: ${messageOf(kind)}`,
  messageFailed: (subject: string, kind: string, willRetry: boolean) =>
    `could not send a message to ${subject}: ${messageOf(kind)}${willRetry ? '; it is tried again' : ''}`,
  messageDropped: (subject: string, kind: string, because: string) =>
    `did not send a message to ${subject}: ${messageOf(kind)}, ${droppedBecause(because)}`,
  calendarNamesSet: (hasNames: boolean): string =>
    hasNames ? "showed patients' names in calendar feeds" : "hid patients' names in calendar feeds",
  linkHostChanged: (host: string) => `changed the address of meeting links to ${host}`,
  branchAdded: (name: string | number) => `added the branch ${name}`,
  branchRenamed: (name: string) => `renamed a branch to ${name}`,
  branchClosed: (name: string | number) => `closed the branch ${name}`,
  branchReopened: (name: string | number) => `reopened the branch ${name}`,
  accountOpened: (name: string, role: string) => `opened the account of ${name}, ${role}`,
  accountInvited: (name: string, role: string) => `invited ${name}, ${role}`,
  accountActivated: (name: string, role: string) => `set the first password of the account of ${name}, ${role}`,
  accountRenamed: (former: string, name: string) => `renamed the account of ${former} to ${name}`,
  accountEmailChanged: () => 'changed the email of the account',
  accountDeactivated: (name: string, role: string) => `closed the account of ${name}, ${role}`,
  accountReactivated: (name: string, role: string) => `reopened the account of ${name}, ${role}`,
  signedIn: (factor?: string | null, secondFactor?: string | null) => {
    const named = [factor, secondFactor].flatMap((name) => (name ? [factorWords(name)] : []));
    return named.length === 0 ? 'signed in' : `signed in by ${named.join(' and ')}`;
  },
  singleSignOnSet: (name: string, issuer: string) => `set single sign-on by ${name}, ${issuer}`,
  singleSignOnPolicySet: (names: string): string =>
    names === '' ? 'made single sign-on optional' : `required single sign-on of everyone except ${names}`,
  singleSignOnUnbound: (name: string) => `unbound ${name} from single sign-on`,
  singleSignOnRemoved: () => 'removed single sign-on',
  signedOut: () => 'signed out',
  passwordChanged: () => 'changed the password',
  sessionsEnded: (which: string): string =>
    which === 'one' ? 'ended another session of theirs' : 'ended their other sessions',
  personSignedOut: (name: string) => `ended all sessions of ${name}`,
  secondFactorAdded: (factor: string) => `turned on the second factor: ${factorWords(factor)}`,
  secondFactorRemoved: (factor: string) => `turned off the second factor: ${factorWords(factor)}`,
  passkeyRenamed: () => 'renamed a passkey',
  recoveryCodesMade: () => 'created new recovery codes',
  secondFactorPolicySet: (policy: string) => policies[policy] ?? `set the second factor policy to “${policy}”`,
  sessionIdleTimeSet: (minutes: number | null): string =>
    minutes === null
      ? 'left the time of the automatic sign-out to the installation'
      : `set the automatic sign-out to ${minutes} minutes without use`,
  secondFactorReset: (name: string, role: string, reason: string) =>
    `reset the second factor of ${name}, ${role} (“${reason}”)`,
  exported,
  letterSent: (account: string, purpose: string) => `sent ${account} an email ${letters[purpose] ?? `“${purpose}”`}`,
  headSigned: () => 'signed the head of the log',
  setBackAccepted: (seen: string, left: string | null, reason: string) =>
    `accepted that the log was set back: it had reached ${seen}, ${left === null ? 'and is empty now' : `and ends at ${left} now`} (“${reason}”)`,
};
