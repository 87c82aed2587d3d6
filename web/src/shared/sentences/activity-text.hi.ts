import type { AppointmentStatus, PaymentStatus, RecordedMethod } from '@dayline/contracts/appointments';
import type { ClaimKind } from '@dayline/contracts/claims';
import type { CommandName } from '@dayline/contracts/endpoints/table';
import { amountWords } from '@dayline/contracts/fields/money';
import { tokenText } from '@dayline/contracts/hall/tokens';
import type { FeeParts } from '@dayline/contracts/words/story';
import { dateText } from '../../ui/locale/dates.ts';
import { countText, listWords, rupeeAmount } from '../../ui/locale/words.ts';
import { errorText } from './errors-text.hi.ts';
import { droppedBecause, messageOf } from './messages-text.hi.ts';

export const statusText: Record<AppointmentStatus, string> = {
  Confirmed: 'कन्फ़र्म',
  Availed: 'आए',
  Not_Availed: 'नहीं आए',
  Cancelled: 'रद्द',
};
export const paidByText: Record<RecordedMethod, string | null> = {
  cash: 'नकद',
  upi: 'UPI से',
  card: 'कार्ड से',
  other: 'अन्य तरीके से',
  unknown: null,
};
export const paymentText: Record<PaymentStatus, string> = { Paid: 'भुगतान हुआ', Pay_later: 'बाद में भुगतान' };

export const typeText: Readonly<Record<string, string>> = {
  'Direct Consultation': 'क्लिनिक परामर्श',
  'Tele Consultation': 'वीडियो परामर्श',
};

export const date = (day: string): string =>
  dateText(Date.parse(`${day}T00:00:00Z`), { month: 'short', day: 'numeric' });
export const dateRange = (from: string, to: string): string =>
  from === to ? date(from) : `${date(from)} से ${date(to)}`;
const monthText = (month: string): string =>
  dateText(Date.parse(`${month}-01T00:00:00Z`), { month: 'long', year: 'numeric' });

export const refusal = (code: string): string =>
  (errorText as Readonly<Record<string, string>>)[code] ?? `कारण: ${code}`;

const lists: Readonly<Record<string, string>> = {
  appointments: 'अपॉइंटमेंट की सूची देखी',
  patients: 'मरीज़ों की सूची देखी',
  takings: 'दिन का हिसाब देखा',
  marks: 'रीप्ले के समयों की सूची देखी',
  activity: 'गतिविधि पढ़ी',
  check: 'लॉग जाँचा',
  phone: 'एक फ़ोन नंबर खोजा',
  chat: 'एक WhatsApp बातचीत पढ़ी',
};

/** The kinds of rows of an import. */
const importLists: Readonly<Record<string, string>> = {
  patients: 'मरीज़ों',
  doctors: 'डॉक्टरों',
  hours: 'समय-सारणी',
  hospitalDays: 'अस्पताल के दिनों',
  pastVisits: 'पिछली विज़िट',
  appointments: 'अपॉइंटमेंट',
  takings: 'वसूली',
  'moved-appointments': 'बदले हुए अपॉइंटमेंट',
  'people-to-call': 'जिन्हें फ़ोन करना है',
  'waiting-list': 'प्रतीक्षा सूची',
  leaves: 'छुट्टियों',
  departments: 'विभागों',
  branches: 'शाखाओं',
  people: 'लोगों',
  displays: 'डिस्प्ले',
  'api-keys': 'API कुंजियों',
  webhooks: 'वेबहुक',
  deliveries: 'वेबहुक की डिलीवरी',
  imports: 'आयातों',
  'possible-duplicates': 'संभावित दोहरे रिकॉर्ड',
  'due-patients': 'मिटाए जाने योग्य मरीज़ों',
  'due-sign-ins': 'मिटाए जाने योग्य साइन-इन',
};

const importEnds: Readonly<Record<string, string>> = {
  done: 'आयात पूरा किया',
  erased: 'आयात रोका, क्योंकि उसके एक मरीज़ का डेटा मिटाया गया',
  lost: 'आयात रोका, क्योंकि उसकी फ़ाइल अब नहीं है',
};

/** Older events have no `count`. */
const withCount = (words: string, count: number | null | undefined, change: string): string =>
  typeof count === 'number' ? `${words}: ${count} रिकॉर्ड ${change}` : words;

const letters: Readonly<Record<string, string>> = {
  verification: 'पता सत्यापित करने का',
  alreadyRegistered: 'पहले से खाता होने का',
  reset: 'पासवर्ड रीसेट करने का',
  signIn: 'साइन इन करने का',
  passwordChanged: 'पासवर्ड बदले जाने का',
  factorAdded: 'दूसरा फ़ैक्टर जोड़े जाने का',
  factorRemoved: 'दूसरा फ़ैक्टर हटाए जाने का',
  passkeyAdded: 'पासकी जोड़े जाने का',
  passkeyRemoved: 'पासकी हटाए जाने का',
  providerBound: 'पहले सिंगल साइन-ऑन का',
  providerRequired: 'सिंगल साइन-ऑन ज़रूरी होने का',
  providerRequiredForReset: 'नए पासवर्ड के बदले सिंगल साइन-ऑन ज़रूरी होने का',
  recoveryCodesMade: 'नए रिकवरी कोड का',
  recoveryCodeUsed: 'रिकवरी कोड के इस्तेमाल का',
  newDevice: 'नए डिवाइस से साइन-इन का',
  invitation: 'निमंत्रण का',
  secondFactorReset: 'दूसरा फ़ैक्टर रीसेट होने का',
  emailChange: 'नए पते की पुष्टि का',
  emailChangeRequested: 'पता बदलने के अनुरोध का',
  emailTaken: 'पहले से इस्तेमाल हो रहे पते का',
  emailChanged: 'पता बदले जाने का',
};

const policies: Readonly<Record<string, string>> = {
  optional: 'दूसरा फ़ैक्टर वैकल्पिक किया',
  administrators: 'एडमिन और ऑडिटर के लिए दूसरा फ़ैक्टर ज़रूरी किया',
  everyone: 'सबके लिए दूसरा फ़ैक्टर ज़रूरी किया',
};

const factors: Readonly<Record<string, string>> = {
  password: 'पासवर्ड',
  link: 'ईमेल के लिंक',
  provider: 'सिंगल साइन-ऑन',
  totp: 'ऑथेंटिकेटर ऐप',
  recoveryCode: 'रिकवरी कोड',
  passkey: 'पासकी',
};
const factorWords = (factor: string): string => factors[factor] ?? factor;

const roles: Readonly<Record<string, string>> = { admin: 'एडमिन', doctor: 'डॉक्टर', auditor: 'ऑडिटर' };

export const feeWords = (
  rule: string | null,
  fee: string | null,
  registration: string | null,
  total: string | null,
) => {
  const own = fee === null ? 'कोई परामर्श फ़ीस नहीं' : [rule ?? 'सामान्य फ़ीस', `₹${fee}`].join(', ');
  return registration === null ? own : `${own} और पंजीकरण, ₹${registration}: कुल ₹${total}`;
};

/** A command's words after 'asked to …' and 'tried to …'; absent for a call of another build. */
const commands: Partial<Record<CommandName, string>> = {
  createAppointment: 'बुकिंग करने',
  updateAppointmentStatusAsAdmin: 'अपॉइंटमेंट की स्थिति बदलने',
  updateAppointmentStatusAsDoctor: 'अपॉइंटमेंट की स्थिति बदलने',
  correctAppointmentStatus: 'अपॉइंटमेंट की स्थिति सुधारने',
  correctPayment: 'अपॉइंटमेंट का भुगतान बदलने',
  refundPayment: 'अपॉइंटमेंट का भुगतान लौटाने',
  overbook: 'क्षमता से ज़्यादा बुक करने',
  changeMany: 'कई अपॉइंटमेंट बदलने',
  undoMany: 'कई अपॉइंटमेंट का बदलाव वापस लेने',
  moveAppointment: 'अपॉइंटमेंट का समय बदलने',
  undoMove: 'समय का बदलाव वापस लेने',
  arrive: 'मरीज़ का आना दर्ज करने',
  withdrawArrival: 'मरीज़ का आना वापस लेने',
  callPatient: 'मरीज़ को बुलाने',
  withdrawCall: 'मरीज़ को बुलाना वापस लेने',
  joinWaitingList: 'मरीज़ को प्रतीक्षा सूची में जोड़ने',
  leaveWaitingList: 'मरीज़ को प्रतीक्षा सूची से हटाने',
  offerPlace: 'प्रतीक्षा सूची से जगह की पेशकश करने',
  answerOffer: 'पेशकश की गई जगह का जवाब देने',
  stopMessage: 'मरीज़ का संदेश रोकने',
  noteContact: 'फ़ोन कॉल दर्ज करने',
  closeDay: 'दिन बंद करने',
  walkIn: 'बिना अपॉइंटमेंट आए मरीज़ को जोड़ने',
  undoWalkIn: 'बिना अपॉइंटमेंट आए मरीज़ को जोड़ना वापस लेने',
  correctDoctor: 'डॉक्टर का विवरण सुधारने',
  changeDoctorEmail: 'डॉक्टर का ईमेल बदलने',
  renameUnit: 'यूनिट का नाम बदलने',
  setRoom: 'कमरा तय करने',
  setLateness: 'डॉक्टर की देरी दर्ज करने',
  openCalendarFeed: 'कैलेंडर फ़ीड बनाने',
  revokeCalendarFeed: 'कैलेंडर फ़ीड रद्द करने',
  updateSchedule: 'साप्ताहिक समय-सारणी बदलने',
  setHospitalDay: 'अस्पताल का दिन तय करने',
  startLeave: 'छुट्टी शुरू करने',
  undoLeave: 'छुट्टी वापस लेने',
  endLeave: 'छुट्टी समाप्त करने',
  uploadImport: 'आयात के लिए फ़ाइल अपलोड करने',
  readImportColumns: 'आयात के कॉलम पढ़ने',
  decideImportRows: 'आयात की पंक्तियों पर निर्णय लेने',
  previewImport: 'आयात की जाँच करने',
  exportRefusedRows: 'अस्वीकृत पंक्तियाँ निर्यात करने',
  startImport: 'आयात शुरू करने',
  undoImport: 'आयात वापस लेने',
  liftHospitalDay: 'अस्पताल का दिन हटाने',
  addDisplay: 'डिस्प्ले जोड़ने',
  makeDisplayLink: 'डिस्प्ले का लिंक बनाने',
  revokeDisplay: 'डिस्प्ले हटाने',
  savePartnerPatient: 'मरीज़ सहेजने',
  createHold: 'जगह रोकने',
  releaseHold: 'रोकी हुई जगह छोड़ने',
  bookPartnerAppointment: 'अपॉइंटमेंट बुक करने',
  movePartnerAppointment: 'अपॉइंटमेंट बदलने',
  cancelPartnerAppointment: 'अपॉइंटमेंट रद्द करने',
  issueApiKey: 'API कुंजी बनाने',
  changeApiKeyScopes: 'API कुंजी बदलने',
  revokeApiKey: 'API कुंजी रद्द करने',
  addWebhook: 'वेबहुक जोड़ने',
  changeWebhook: 'वेबहुक बदलने',
  rotateWebhookSecret: 'वेबहुक का सीक्रेट बदलने',
  switchWebhook: 'वेबहुक चालू या बंद करने',
  replyToChat: 'व्हाट्सऐप चैट का जवाब देने',
  handBackChat: 'व्हाट्सऐप चैट चैटबॉट को लौटाने',
  replayWebhook: 'वेबहुक को घटनाएँ दोबारा भेजने',
  removeWebhook: 'वेबहुक हटाने',
  testWebhook: 'वेबहुक को परीक्षण घटना भेजने',
  sendDeliveryAgain: 'वेबहुक को घटना फिर से भेजने',
  pairDisplayByCode: 'स्क्रीन जोड़ने',
  withdrawWeek: 'आगे का समय हटाने',
  saveUser: 'मरीज़ की जानकारी सहेजने',
  mergePatients: 'मरीज़ के रिकॉर्ड मिलाने',
  splitPatient: 'मरीज़ के रिकॉर्ड अलग करने',
  chooseMessages: 'संदेशों का चुनाव बदलने',
  setMessageLanguage: 'संदेशों की भाषा बदलने',
  dismissDuplicate: 'दो रिकॉर्ड अलग-अलग लोगों के दर्ज करने',
  openDepartment: 'विभाग जोड़ने',
  changeDepartment: 'विभाग बदलने',
  setRetention: 'डेटा रखने की अवधि बदलने',
  eraseDuePatients: 'अवधि के अनुसार मरीज़ मिटाने',
  eraseDueSignIns: 'अवधि के अनुसार साइन इन मिटाने',
  setSingleSignOn: 'सिंगल साइन-ऑन बदलने',
  setSingleSignOnPolicy: 'सिंगल साइन-ऑन का नियम बदलने',
  changeClient: 'अस्पताल की सेटिंग बदलने',
  changeBranch: 'शाखा बदलने',
  addDoctor: 'डॉक्टर जोड़ने',
  blockDay: 'दिन ब्लॉक करने',
  blockSlots: 'स्लॉट ब्लॉक करने',
  setDayHours: 'किसी दिन का समय तय करने',
  clearDayHours: 'किसी दिन का तय किया समय हटाने',
  unblockSlot: 'स्लॉट अनब्लॉक करने',
  unblockSlotById: 'स्लॉट अनब्लॉक करने',
  updateLink: 'मीटिंग लिंक बदलने',
  updateConsultationFees: 'परामर्श फ़ीस बदलने',
  setFeeRules: 'फ़ीस के नियम बदलने',
  setLeft: 'कब तक बुकिंग हो, यह बदलने',
  setOnRequest: '“अनुरोध पर” की सूचना बदलने',
  updateProfileImage: 'फ़ोटो बदलने',
  signOut: 'साइन आउट करने',
  setLanguage: 'भाषा बदलने',
  setSecondFactorPolicy: 'दूसरे फ़ैक्टर का नियम बदलने',
  setSessionIdleTime: 'अपने-आप साइन आउट का समय बदलने',
  proveIdentity: 'अपनी पहचान की पुष्टि करने',
  beginTotp: 'दूसरा फ़ैक्टर चालू करने',
  confirmTotp: 'दूसरा फ़ैक्टर चालू करने',
  removeTotp: 'दूसरा फ़ैक्टर बंद करने',
  makeRecoveryCodes: 'नए रिकवरी कोड बनाने',
  changeOwnName: 'अपना नाम बदलने',
  changePassword: 'पासवर्ड बदलने',
  requestEmailChange: 'अपना ईमेल बदलने',
  endOwnSession: 'अपना एक सत्र समाप्त करने',
  endOtherSessions: 'अपने दूसरे सत्र समाप्त करने',
};
export const commandText = (call: string): string =>
  (commands as Readonly<Record<string, string>>)[call] ?? `“${call}” करने`;

const unknownThings: Record<ClaimKind, string> = {
  client: 'अज्ञात क्लाइंट',
  doctor: 'अज्ञात डॉक्टर',
  doctorOfEach: 'अज्ञात डॉक्टर',
  appointmentOfEach: 'अज्ञात अपॉइंटमेंट',
  appointment: 'अज्ञात अपॉइंटमेंट',
  slot: 'अज्ञात स्लॉट',
  department: 'अज्ञात विभाग',
  patient: 'अज्ञात मरीज़',
};

function exported(
  format: string | null,
  from: string | null,
  to: string | null,
  entries: string | null,
  month: string | null,
): string {
  const as = format === null ? 'फ़ाइल' : format.toUpperCase();
  if (month !== null) return `${monthText(month)} की रिपोर्ट ${as} में निर्यात की`;
  const count = entries === null ? 'प्रविष्टियाँ' : `${countText(Number(entries))} प्रविष्टियाँ`;
  const what = entries === '1' ? `1 प्रविष्टि ${as} में निर्यात की` : `${count} ${as} में निर्यात कीं`;
  return [from && `${date(from)} से`, to && `${date(to)} तक`, what].filter(Boolean).join(' ');
}

const withChanges = (sentence: string, changes: readonly string[]): string =>
  changes.length === 0 ? sentence : `${sentence}: ${changes.join('; ')}`;

/** The activity in Hindi. Each sentence continues after the actor's name. */
export const activityText = {
  date,
  status: (status: AppointmentStatus) => `“${statusText[status]}”`,
  payment: (payment: PaymentStatus, ...money: string[]) => [`“${paymentText[payment]}”`, ...money].join(', '),
  money: (paise: number | null, method: RecordedMethod) =>
    [paise === null ? null : amountWords(paise), paidByText[method]].filter(Boolean).join(' '),
  refusal,
  account: () => 'किसी खाते',
  doctor: () => 'किसी डॉक्टर',
  unknownDoctor: () => 'अज्ञात डॉक्टर',
  unknownPatient: () => 'अज्ञात मरीज़',
  unknownAppointment: () => 'अज्ञात अपॉइंटमेंट',
  erasedPatient: () => 'मिटाए गए मरीज़',
  noBranch: () => 'बिना शाखा के',
  branch: (name: string | number) => `शाखा ${name} में`,
  whom: (...known: string[]) => known.join(', '),
  furtherSpans: (count: number) => `${count} और`,
  spansOn: (day: string, ...spans: string[]) => `${day}, ${listWords(spans)}`,
  aDay: () => 'किसी दिन',
  dayOf: (day: string, doctor: string) => `${doctor} का ${day}`,
  board: (doctor: string, day: string) => `${doctor} के ${day} के बोर्ड`,
  boards: (day: string) => `${day} के बोर्ड`,
  foundByName: () => 'नाम से खोजकर',
  statement: (words: string) => `ने ${words}।`,
  firstOfMany: (words: string, changed: number, chosen: number) =>
    `${words} (एक साथ ${changed === chosen ? '' : `चुने गए ${chosen} में से `}बदले गए ${changed} में से पहला)`,
  malformed: (type: string) => `${type} दर्ज किया, जो सही रूप में नहीं है`,
  askedFor: (call: string, about: string) => `${commandText(call)} को कहा${about === '' ? '' : ` (${about})`}`,
  unknownThing: (kind: ClaimKind) => unknownThings[kind],
  triedToSignIn: (account: string) => `${account} के रूप में साइन इन करने की कोशिश की`,
  askedForPassword: (account: string) => `${account} के लिए नया पासवर्ड माँगा`,
  furtherAreCounted: (attempt: string, until: string) => `${attempt}; ${until} तक की और कोशिशें गिनी जाती हैं`,
  counted: (attempt: string, count: number, until: string) => `${attempt}, ${until} तक ${countText(count)} बार और`,
  readStory: (subject: string) => `${subject} का इतिहास पढ़ा`,
  readReport: (month: string) => `${monthText(month)} की रिपोर्ट पढ़ी`,
  listed: (name: string, ...filters: string[]) => [lists[name] ?? 'एक सूची देखी', ...filters].join(', '),
  replayed: (boards: string) => `${boards} का रीप्ले देखा`,
  replayedAsOf: (boards: string, day: string, time: string) => `${boards} का रीप्ले देखा, जैसे ${day} को ${time} पर थे`,
  readHistory: () => 'एक इतिहास पढ़ा',
  readHistoryOf: (patient: string) => `${patient} का इतिहास पढ़ा`,
  planned: (day: string, doctor: string) => `${day} के लिए ${doctor} का साप्ताहिक समय लिया`,
  booked: (subject: string) => `${subject} के लिए बुकिंग की`,
  placeHeld: (place: string) => `जगह रोककर रखी: ${place}`,
  holdReleased: (place: string) => `रोकी हुई जगह छोड़ी: ${place}`,
  holdLapsed: (place: string) => `रोकने का समय पूरा होने पर जगह खोली: ${place}`,
  paymentRecorded: (subject: string, payment: string) => `${subject} का भुगतान दर्ज किया: ${payment}`,
  contactUndone: (subject: string) => `${subject} को किए फ़ोन का रिकॉर्ड वापस लिया`,
  reached: (subject: string) => `${subject} से फ़ोन पर बात की`,
  notReached: (subject: string) => `${subject} को फ़ोन किया, बात नहीं हुई`,
  feeDecided: (subject: string, ...fee: FeeParts) => `${subject} की फ़ीस तय की: ${feeWords(...fee)}`,
  feeRulesSet: (doctor: string, count: number | null) =>
    count === null ? `${doctor} की फ़ीस के नियम हटाए` : `${doctor} की फ़ीस के ${count} नियम तय किए`,
  clientFeeRulesSet: (count: number | null) => (count === null ? 'फ़ीस के नियम हटाए' : `फ़ीस के ${count} नियम तय किए`),
  confirmedByPatient: (subject: string) => `${subject} की पुष्टि की`,
  waitingListJoined: (patient: string, from: string, to: string) =>
    `${patient} को प्रतीक्षा सूची में जोड़ा, ${dateRange(from, to)}`,
  waitingListLeft: (patient: string, because: string) =>
    `${patient} को प्रतीक्षा सूची से हटाया${because === 'erased' ? ', क्योंकि मरीज़ मिटाया गया' : ''}`,
  placeOffered: (subject: string) => `प्रतीक्षा सूची से जगह की पेशकश की: ${subject}`,
  offerAccepted: (subject: string) => `पेशकश की गई जगह स्वीकार की: ${subject}`,
  offerDeclined: (subject: string, because: string) =>
    because === 'givenAway' ? `जगह की पेशकश किसी और को की: ${subject}` : `पेशकश की गई जगह अस्वीकार की: ${subject}`,
  offerLapsed: (subject: string) => `दर्ज किया कि जगह की पेशकश समाप्त हुई: ${subject}`,
  overbooked: (subject: string) => `${subject} को क्षमता से ज़्यादा बुक किया`,
  reassigned: (subject: string) => `रिकॉर्ड अलग करते समय ${subject} को तय किया`,
  retentionSet: (years: number | null) =>
    years === null ? 'मरीज़ों को बिना समय-सीमा के रखना तय किया' : `मरीज़ों को आख़िरी विज़िट के बाद ${years} साल रखना तय किया`,
  signInRetentionSet: (years: number | null) =>
    years === null ? 'साइन इन को बिना समय-सीमा के रखना तय किया' : `साइन इन को ${years} साल रखना तय किया`,
  signInsErased: (month: string) => `${monthText(month)} के साइन इन से खातों की पहचान मिटाई`,
  erasedAccount: () => 'मिटाए गए खाते',
  overbookingLimitSet: (count: number) => `क्षमता से ज़्यादा बुकिंग की सीमा ${count} तय की`,
  refunded: (subject: string, ...money: string[]) => [`${subject} का भुगतान लौटाया`, ...money].join(', '),
  refundUndone: (subject: string) => `${subject} का लौटाया भुगतान वापस लिया`,
  paymentUndone: (subject: string, payment: string) => `भुगतान का बदलाव वापस लिया: ${subject}, फिर से ${payment}`,
  paymentChanged: (subject: string, before: string, after: string) => `${subject} का भुगतान ${before} से ${after} किया`,
  marked: (subject: string, status: string) => `${subject} को ${status} दर्ज किया`,
  rescheduled: (subject: string, before: string) => `${subject} का समय बदला, पहले ${before}`,
  reschedulingUndone: (subject: string, before: string) => `समय का बदलाव वापस लिया: ${subject}, पहले ${before}`,
  beganMove: (subject: string, to: string) => `${subject} का अपॉइंटमेंट ${to} पर बदलना शुरू किया`,
  beganMoveBack: (subject: string, to: string) => `बदलाव वापस लेना शुरू किया: ${subject}, फिर से ${to}`,
  tookMoveIn: (subject: string, from: string) => `${subject} का अपॉइंटमेंट ${from} से यहाँ बदला`,
  refusedMove: (subject: string, reason: string) => `${subject} का अपॉइंटमेंट यहाँ नहीं बदला जा सका: ${reason}`,
  gaveMoveUp: (subject: string, reason: string) => `${subject} का अपॉइंटमेंट नहीं बदला: ${reason}`,
  movedElsewhere: (subject: string, to: string) => `${subject} का अपॉइंटमेंट ${to} पर बदला`,
  undidMove: (subject: string) => `बदलाव वापस लिया: फिर से ${subject}`,
  cancelled: (subject: string) => `${subject} का अपॉइंटमेंट रद्द किया`,
  markUndone: (subject: string, status: string) => `स्थिति का बदलाव वापस लिया: ${subject}, फिर से ${status}`,
  cancellationUndone: (subject: string, status: string) => `रद्द करना वापस लिया: ${subject}, फिर से ${status}`,
  statusCorrected: (subject: string, before: string, after: string) =>
    `${subject} की स्थिति ${before} से सुधारकर ${after} की`,
  blocked: (what: string) => `${what} ब्लॉक किया`,
  unblocked: (what: string) => `${what} अनब्लॉक किया`,
  keptBlocked: (day: string) => `${day} किसी और छुट्टी के लिए ब्लॉक रहने दिया`,
  dayHoursSet: (hours: string) => `${hours} का समय तय किया`,
  dayHoursCleared: (day: string) => `${day} का तय किया समय हटाया`,
  closed: () => 'बंद',
  hospitalDaySet: (day: string, ...hours: string[]) => `अस्पताल का दिन तय किया, ${day}: ${listWords(hours)}`,
  displayAdded: (name: string, doctors: number) => `डिस्प्ले ${name} जोड़ा (${doctors} डॉक्टर)`,
  displayLinkMade: (name: string) => `डिस्प्ले ${name} को जोड़ने का लिंक बनाया`,
  displayPaired: (name: string) => `डिस्प्ले ${name} से एक स्क्रीन जोड़ी`,
  displayRevoked: (name: string) => `डिस्प्ले ${name} हटाया`,
  apiKeyIssued: (name: string, ...scopes: string[]) => `API कुंजी ${name} बनाई (${scopes.join(', ')})`,
  apiKeyScopesChanged: (name: string, ...scopes: string[]) => `API कुंजी ${name} के अधिकार बदले (${scopes.join(', ')})`,
  apiKeyRevoked: (name: string) => `API कुंजी ${name} रद्द की`,
  chatMessageReceived: () => 'व्हाट्सऐप संदेश मिला',
  chatPatientNamed: (patient: string) => `${patient} के लिए व्हाट्सऐप चैट शुरू की`,
  replyPlanned: () => 'व्हाट्सऐप का जवाब लिखा',
  replySendStarted: () => 'व्हाट्सऐप का जवाब भेजना शुरू किया',
  replyAccepted: () => 'व्हाट्सऐप का जवाब भेजा',
  replyStatus: (status: string) => `व्हाट्सऐप के जवाब की स्थिति मिली: ${status}`,
  replyFailed: (code: string) => `व्हाट्सऐप का जवाब नहीं भेजा जा सका: ${code}`,
  handoverRequested: () => 'व्हाट्सऐप चैट डेस्क को सौंपी',
  handoverEnded: () => 'व्हाट्सऐप चैट डेस्क से वापस ली',
  webhookAdded: (host: string) => `वेबहुक ${host} जोड़ा`,
  webhookChanged: (host: string) => `वेबहुक ${host} बदला`,
  webhookSecretRotated: (host: string) => `वेबहुक ${host} का सीक्रेट बदला`,
  webhookDisabled: (host: string, reason: string) =>
    reason === 'admin'
      ? `वेबहुक ${host} बंद किया`
      : `वेबहुक ${host} बंद किया: ${reason === 'gone' ? 'उसने 410 Gone उत्तर दिया' : 'आख़िरी कोशिश भी विफल रही'}`,
  webhookEnabled: (host: string) => `वेबहुक ${host} चालू किया`,
  webhookReplayed: (host: string) => `वेबहुक ${host} को घटनाएँ दोबारा भेजना शुरू किया`,
  webhookRemoved: (host: string) => `वेबहुक ${host} हटाया`,
  dayClosed: (date: string) => `${date} का दिन बंद किया`,
  dayClosedCounted: (date: string, paise: number) => `${date} का दिन बंद किया, गिना हुआ नक़द ${amountWords(paise)}`,
  hospitalDayLifted: (name: string) => `अस्पताल का दिन ${name} हटाया`,
  weekSet: (doctor: string, ...changes: string[]) => withChanges(`${doctor} की साप्ताहिक समय-सारणी तय की`, changes),
  weekSetFrom: (doctor: string, date: string, ...changes: string[]) =>
    withChanges(`${doctor} की साप्ताहिक समय-सारणी ${date} से तय की`, changes),
  noLonger: (hours: string) => `अब नहीं: ${hours}`,
  withSlots: (hours: string, minutes: number, places: number) =>
    `${hours}, ${countText(minutes)} मिनट के स्लॉट, क्षमता ${countText(places)}`,
  weekWithdrawn: (doctor: string, date: string) => `${date} से लागू होने वाला ${doctor} का समय हटाया`,
  doctorAdded: (doctor: string) => `${doctor} को जोड़ा`,
  doctorCorrected: (doctor: string) => `${doctor} का विवरण सुधारा`,
  doctorDepartmentChanged: (doctor: string, department: string) => `${doctor} का विभाग बदला: ${department}`,
  externalIdSet: (doctor: string, id: string | null) =>
    id === null ? `${doctor} की बाहरी आईडी हटाई` : `${doctor} की बाहरी आईडी तय की: ${id}`,
  profileRevised: (doctor: string) => `${doctor} की प्रोफ़ाइल बदली`,
  branchSet: (doctor: string, branch: string) => `${doctor} को ${branch} रखा`,
  photoChanged: (doctor: string) => `${doctor} की फ़ोटो बदली`,
  linkSet: (doctor: string) => `${doctor} का मीटिंग लिंक तय किया`,
  feeSet: (doctor: string, rupees: string) => `${doctor} की फ़ीस ${rupeeAmount(rupees)} तय की`,
  arrived: (subject: string, token: number, letter: string | null | undefined) =>
    `${subject} का आना दर्ज किया, टोकन ${tokenText({ token, letter })}`,
  tokenLetterAssigned: (doctor: string, letter: string) => `${doctor} के टोकन का अक्षर ${letter} तय किया`,
  arrivalWithdrawn: (subject: string) => `${subject} का आना दर्ज करना वापस लिया`,
  called: (subject: string, room: string | null) => `${subject} को बुलाया${room === null ? '' : `: ${room}`}`,
  callWithdrawn: (subject: string) => `${subject} को बुलाना वापस लिया`,
  latenessSet: (doctor: string, minutes: number | null) =>
    minutes === null ? `दर्ज किया कि ${doctor} को अब देर नहीं है` : `दर्ज किया कि ${doctor} को लगभग ${minutes} मिनट की देर है`,
  roomSet: (doctor: string, room: string | null) =>
    room === null ? `${doctor} का कमरा हटाया` : `${doctor} का कमरा तय किया: ${room}`,
  calendarFeedOpened: (doctor: string) => `${doctor} की कैलेंडर फ़ीड का पता बनाया`,
  calendarFeedRevoked: (doctor: string) => `${doctor} की कैलेंडर फ़ीड रद्द की`,
  onRequestSet: (doctor: string, sentence: string) => `${doctor} को केवल अनुरोध पर रखा: “${sentence}”`,
  doctorLeft: (doctor: string, from: string) => `${doctor} की बुकिंग ${from} से बंद की`,
  doctorReturned: (doctor: string) => `${doctor} की बुकिंग सभी तारीख़ों के लिए फिर खोली`,
  onRequestEnded: (doctor: string) => `${doctor} की बुकिंग फिर शुरू की`,
  doctorEmailRequested: (doctor: string) => `${doctor} का ईमेल बदलने का अनुरोध किया`,
  doctorEmailChanged: (doctor: string, byLink: boolean) =>
    byLink ? `${doctor} के नए ईमेल की पुष्टि उस पर भेजे गए लिंक से की` : `${doctor} का ईमेल बदला`,
  emailVerified: (doctor: string) => `${doctor} का ईमेल सत्यापित किया`,
  signUpCompleted: (doctor: string) => `${doctor} का साइन अप पूरा किया`,
  patientRegistered: (patient: string) => `${patient} को पंजीकृत किया`,
  patientRenamed: (before: string, now: string) => `${before} का नाम सुधारकर ${now} किया`,
  patientCorrected: (patient: string) => `${patient} की जानकारी सुधारी`,
  patientRemovalStarted: (patient: string, since?: string) =>
    since
      ? `${patient} को मिटाना शुरू किया, ${monthText(since.slice(0, 7))} से कोई विज़िट नहीं`
      : `${patient} को हटाना शुरू किया`,
  patientKept: (patient: string) => `${patient} को हटाना रोका`,
  patientErased: (reason: string | null) => `एक मरीज़ को मिटाया${reason === null ? '' : ` (“${reason}”)`}`,
  pastVisitNoted: (patient: string, day: string) => `${patient} की पिछली विज़िट दर्ज की, ${day}`,
  pastVisitWithdrawn: (patient: string) => `${patient} की पिछली विज़िट हटाई`,
  patientMergeProposed: (patient: string) => `${patient} के रिकॉर्ड मिलाना शुरू किया`,
  patientMerged: (patient: string) => `${patient} के रिकॉर्ड मिलाए`,
  patientMergeAbandoned: (patient: string) => `${patient} के रिकॉर्ड नहीं मिलाए`,
  patientUnmerged: (patient: string) => `${patient} के रिकॉर्ड अलग किए`,
  messagesDeclined: (patient: string) => `दर्ज किया कि ${patient} को अपॉइंटमेंट के ईमेल नहीं चाहिए`,
  messagesAccepted: (patient: string) => `दर्ज किया कि ${patient} को अपॉइंटमेंट के ईमेल फिर से चाहिए`,
  messageLanguageSet: (patient: string, language: string | null) =>
    `${patient} के ईमेल के लिए ${language === null ? 'अस्पताल की भाषा' : language === 'hi' ? 'हिन्दी' : 'अंग्रेज़ी'} चुनी`,
  duplicateDismissed: (patient: string) => `दर्ज किया कि मिलता-जुलता रिकॉर्ड ${patient} का नहीं है`,
  duplicateReopened: (patient: string) => `वापस लिया कि मिलता-जुलता रिकॉर्ड ${patient} का नहीं है`,
  leaveStarted: (doctor: string, from: string, to: string) => `${doctor} की छुट्टी शुरू की, ${dateRange(from, to)}`,
  leaveStopped: (doctor: string, day: string) => `${doctor} की छुट्टी रोकी: इस बीच ${date(day)} को एक अपॉइंटमेंट बुक हुआ`,
  leaveDaysBlocked: (doctor: string) => `${doctor} की छुट्टी के दिन ब्लॉक किए`,
  leaveRowSettled: (doctor: string) => `${doctor} की छुट्टी का एक अपॉइंटमेंट निपटाया`,
  leaveSettled: (doctor: string, moved: number, cancelled: number, kept: number, open: number) =>
    `${doctor} की छुट्टी पूरी की: ${moved} का समय बदला, ${cancelled} रद्द, ${kept} रखे गए, ${open} बाकी`,
  leaveUndoStarted: (doctor: string) => `${doctor} की छुट्टी वापस ली`,
  leaveEnded: (doctor: string, from: string) => `${doctor} की छुट्टी ${date(from)} से पहले ही समाप्त की`,
  leaveDaysOpened: (doctor: string) => `${doctor} की छुट्टी के दिन फिर खोले`,
  importStarted: (what: string, rows: number) =>
    `${importLists[what] ?? 'एक सूची'} की ${rows} ${rows === 1 ? 'पंक्ति' : 'पंक्तियों'} का आयात शुरू किया`,
  importAdvanced: (done: number) => `अब तक ${done} ${done === 1 ? 'पंक्ति आयात की' : 'पंक्तियाँ आयात कीं'}`,
  importFinished: (ended: string, changed: number | null | undefined) =>
    withCount(importEnds[ended] ?? 'आयात पूरा किया', changed, 'बने या बदले'),
  importUndoStarted: () => 'आयात वापस लेना शुरू किया',
  importUndoAdvanced: (done: number) => `आयात की ${done} ${done === 1 ? 'पंक्ति वापस ली' : 'पंक्तियाँ वापस लीं'}`,
  importUndoFinished: (undone: number | null | undefined) =>
    withCount('आयात वापस लिया, उन रिकॉर्ड को छोड़कर जो बाद में बदले गए', undone, 'हटाए गए'),
  listExported: (what: string, entries: string) =>
    `${importLists[what] ?? 'एक सूची'} की ${entries} ${entries === '1' ? 'पंक्ति CSV के रूप में निर्यात की' : 'पंक्तियाँ CSV के रूप में निर्यात कीं'}`,
  departmentOpened: (name: string) => `विभाग ${name} खोला`,
  departmentRenamed: (name: string) => `एक विभाग का नाम ${name} किया`,
  departmentClosed: (name: string) => `विभाग ${name} बंद किया`,
  departmentReopened: (name: string) => `विभाग ${name} फिर खोला`,
  clientSetUp: (name: string) => `${name} को तैयार किया`,
  clientRenamed: (name: string) => `क्लिनिक का नाम ${name} किया`,
  zoneChanged: (zone: string) => `क्लिनिक का समय क्षेत्र ${zone} किया`,
  bookingEmailRuleSet: (isNeeded: boolean) =>
    isNeeded ? 'बुकिंग के लिए ईमेल पता ज़रूरी किया' : 'बिना ईमेल पते के बुकिंग की अनुमति दी',
  queueOrderSet: (order: string) =>
    order === 'time' ? 'कतार का क्रम अपॉइंटमेंट के समय से तय किया' : 'कतार का क्रम टोकन से तय किया',
  lateAfterSet: (minutes: number) => `मरीज़ को ${minutes} मिनट बाद देर से माना`,
  messagesSet: (...kinds: string[]) =>
    kinds.length === 0 ? 'मरीज़ों के संदेश बंद किए' : `मरीज़ों के संदेश तय किए: ${listWords(kinds.map(messageOf))}`,
  messageTextSet: (kind: string, text: string | null) =>
    text === null
      ? `मरीज़ों के संदेश का मूल पाठ फिर से लगाया: ${messageOf(kind)}`
      : `मरीज़ों के संदेश का पाठ बदला: ${messageOf(kind)}`,
  messagePlanned: (subject: string, kind: string) => `संदेश तय किया, ${subject}: ${messageOf(kind)}`,
  messageSendStarted: (subject: string, kind: string) =>
    `संदेश भेजना शुरू किया, ${subject}: ${messageOf(kind)}; शायद भेजा जा चुका है`,
  messageSent: (subject: string, kind: string) => `संदेश भेजा, ${subject}: ${messageOf(kind)}`,
  messageFailed: (subject: string, kind: string, willRetry: boolean) =>
    `संदेश नहीं भेजा जा सका, ${subject}: ${messageOf(kind)}${willRetry ? '; फिर कोशिश होगी' : ''}`,
  messageDropped: (subject: string, kind: string, because: string) =>
    `संदेश नहीं भेजा, ${subject}: ${messageOf(kind)}, ${droppedBecause(because)}`,
  calendarNamesSet: (hasNames: boolean) => (hasNames ? 'कैलेंडर फ़ीड में मरीज़ों के नाम दिखाए' : 'कैलेंडर फ़ीड में मरीज़ों के नाम छिपाए'),
  linkHostChanged: (host: string) => `मीटिंग लिंक का पता ${host} किया`,
  branchAdded: (name: string | number) => `शाखा ${name} जोड़ी`,
  branchRenamed: (name: string) => `एक शाखा का नाम ${name} किया`,
  branchClosed: (name: string | number) => `शाखा ${name} बंद की`,
  branchReopened: (name: string | number) => `शाखा ${name} फिर खोली`,
  accountOpened: (name: string, role: string) => `${name} का खाता खोला (${roles[role] ?? role})`,
  accountInvited: (name: string, role: string) => `${name} को निमंत्रण भेजा (${roles[role] ?? role})`,
  accountActivated: (name: string, role: string) => `${name} के खाते का पहला पासवर्ड सेट किया (${roles[role] ?? role})`,
  accountRenamed: (former: string, name: string) => `${former} के खाते का नाम बदलकर ${name} किया`,
  accountEmailChanged: () => 'खाते का ईमेल बदला',
  accountDeactivated: (name: string, role: string) => `${name} का खाता बंद किया (${roles[role] ?? role})`,
  accountReactivated: (name: string, role: string) => `${name} का खाता फिर से खोला (${roles[role] ?? role})`,
  signedIn: (factor?: string | null, secondFactor?: string | null) => {
    const named = [factor, secondFactor].flatMap((name) => (name ? [factorWords(name)] : []));
    return named.length === 0 ? 'साइन इन किया' : `${named.join(' और ')} से साइन इन किया`;
  },
  singleSignOnSet: (name: string, issuer: string) => `${name} से सिंगल साइन-ऑन सेट किया, ${issuer}`,
  singleSignOnPolicySet: (names: string) =>
    names === '' ? 'सिंगल साइन-ऑन वैकल्पिक किया' : `${names} को छोड़कर सबके लिए सिंगल साइन-ऑन ज़रूरी किया`,
  singleSignOnUnbound: (name: string) => `${name} को सिंगल साइन-ऑन से अलग किया`,
  singleSignOnRemoved: () => 'सिंगल साइन-ऑन हटाया',
  signedOut: () => 'साइन आउट किया',
  passwordChanged: () => 'पासवर्ड बदला',
  sessionsEnded: (which: string) => (which === 'one' ? 'अपना एक सत्र समाप्त किया' : 'अपने दूसरे सत्र समाप्त किए'),
  personSignedOut: (name: string) => `${name} के सभी सत्र समाप्त किए`,
  secondFactorAdded: (factor: string) => `दूसरा फ़ैक्टर चालू किया: ${factorWords(factor)}`,
  secondFactorRemoved: (factor: string) => `दूसरा फ़ैक्टर बंद किया: ${factorWords(factor)}`,
  passkeyRenamed: () => 'एक पासकी का नाम बदला',
  recoveryCodesMade: () => 'नए रिकवरी कोड बनाए',
  secondFactorPolicySet: (policy: string) => policies[policy] ?? `दूसरे फ़ैक्टर का नियम “${policy}” किया`,
  sessionIdleTimeSet: (minutes: number | null) =>
    minutes === null
      ? 'अपने-आप साइन आउट का समय इंस्टॉलेशन पर छोड़ा'
      : `बिना इस्तेमाल के ${minutes} मिनट बाद अपने-आप साइन आउट तय किया`,
  secondFactorReset: (name: string, role: string, reason: string) =>
    `${name} का दूसरा फ़ैक्टर रीसेट किया (${roles[role] ?? role}; “${reason}”)`,
  exported,
  letterSent: (account: string, purpose: string) => `${account} को ${letters[purpose] ?? `“${purpose}”`} ईमेल भेजा`,
  headSigned: () => 'लॉग के शीर्ष पर हस्ताक्षर किए',
  setBackAccepted: (seen: string, left: string | null, reason: string) =>
    `स्वीकार किया कि लॉग पिछली स्थिति पर लौटाया गया: वह ${seen} तक पहुँचा था, ${left === null ? 'अब खाली है' : `अब ${left} पर समाप्त होता है`} (“${reason}”)`,
};
