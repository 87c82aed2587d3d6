import type { ImportOverview } from '@dayline/contracts/endpoints/import/progress';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import type { Headings } from '../proof/csv.ts';
import { type Columns, phoneCell } from './csv-file.ts';

type RowOf<Name extends 'listPeople' | 'listDisplays' | 'listApiKeys' | 'listWebhooks' | 'listDeliveries'> =
  ResponseOf<Name>[number];
type Department = ResponseOf<'listDepartmentsWithDoctors'>[number];
type Branch = ResponseOf<'getClient'>['branches'][number];
type Pair = ResponseOf<'listDuplicates'>[number];
type DuePatient = ResponseOf<'listDuePatients'>['patients'][number];
type DueMonth = ResponseOf<'listDueSignIns'>['months'][number];

/** An instant (ISO 8601, UTC) as the clinic's time; empty without one. */
type AtClinic = (instant: string | null | undefined) => string | null;

const yesOrNo = (value: boolean): string => (value ? 'Yes' : 'No');
const name: Headings = { en: 'Name', hi: 'नाम' };
const doctors: Headings = { en: 'Doctors', hi: 'डॉक्टर' };
const closed: Headings = { en: 'Closed', hi: 'बंद' };
const status: Headings = { en: 'Status', hi: 'स्थिति' };
const phone: Headings = { en: 'Phone', hi: 'फ़ोन' };
const location: Headings = { en: 'Location', hi: 'स्थान' };
const patientId: Headings = { en: 'Patient ID', hi: 'मरीज़ ID' };
const other = ({ en, hi }: Headings): Headings => ({ en: `Other record: ${en}`, hi: `दूसरा रिकॉर्ड: ${hi}` });

export const departmentColumns: Columns<Department> = {
  name: { en: 'Department', hi: 'विभाग', cell: ({ DepartmentName }) => DepartmentName },
  doctors: { ...doctors, cell: ({ NoOfPOCs }) => NoOfPOCs },
  closed: { ...closed, cell: (row) => yesOrNo(row.closed === true) },
  id: { en: 'Department ID', hi: 'विभाग ID', cell: ({ departmentId }) => departmentId },
};

export const branchColumns: Columns<Branch> = {
  id: { en: 'Branch number', hi: 'शाखा संख्या', cell: ({ id }) => id },
  name: { en: 'Branch', hi: 'शाखा', cell: (row) => row.name },
  doctors: { ...doctors, cell: (row) => row.doctors },
  closed: { ...closed, cell: (row) => yesOrNo(row.closed === true) },
};

export const peopleColumns = (at: AtClinic): Columns<RowOf<'listPeople'>> => ({
  name: { ...name, cell: (row) => row.name },
  email: { en: 'Email', hi: 'ईमेल', cell: ({ email }) => email },
  role: { en: 'Role', hi: 'भूमिका', cell: ({ role }) => role },
  status: { ...status, cell: (row) => row.status },
  invitedUntil: { en: 'Invited until', hi: 'आमंत्रण कब तक', cell: ({ invitedUntil }) => at(invitedUntil) },
  lastSignIn: { en: 'Last sign-in', hi: 'पिछला साइन-इन', cell: ({ lastSignInAt }) => at(lastSignInAt) },
  factor: { en: 'Second factor', hi: 'दूसरा फ़ैक्टर', cell: ({ hasSecondFactor }) => yesOrNo(hasSecondFactor) },
  provider: { en: 'Single sign-on', hi: 'सिंगल साइन-ऑन', cell: ({ singleSignOn }) => singleSignOn },
  sessions: { en: 'Sessions', hi: 'सेशन', cell: ({ sessionCount }) => sessionCount },
  lastSeen: { en: 'Last used', hi: 'पिछला इस्तेमाल', cell: ({ lastSeenAt }) => at(lastSeenAt) },
  id: { en: 'Account ID', hi: 'खाता ID', cell: ({ accountId }) => accountId },
});

export const displayColumns = (at: AtClinic): Columns<RowOf<'listDisplays'>> => ({
  name: { en: 'Display', hi: 'डिस्प्ले', cell: (row) => row.name },
  doctors: { ...doctors, cell: (row) => row.doctors.map((doctor) => doctor.name).join(', ') },
  added: { en: 'Added', hi: 'कब जोड़ा', cell: ({ addedAt }) => at(addedAt) },
  paired: { en: 'Paired', hi: 'कब जुड़ा', cell: ({ pairedAt }) => at(pairedAt) },
  link: { en: 'Link until', hi: 'लिंक कब तक', cell: ({ linkUntil }) => at(linkUntil) },
  id: { en: 'Display ID', hi: 'डिस्प्ले ID', cell: ({ displayId }) => displayId },
});

export const apiKeyColumns = (at: AtClinic): Columns<RowOf<'listApiKeys'>> => ({
  name: { ...name, cell: (row) => row.name },
  scopes: { en: 'Scopes', hi: 'अधिकार', cell: ({ scopes }) => scopes.join(' ') },
  issued: { en: 'Issued', hi: 'कब बनी', cell: ({ issuedAt }) => at(issuedAt) },
  until: { en: 'Valid until', hi: 'कब तक मान्य', cell: ({ until }) => at(until) },
  revoked: { en: 'Revoked', hi: 'कब रद्द हुई', cell: ({ revokedAt }) => at(revokedAt) },
  used: { en: 'Last used', hi: 'पिछला इस्तेमाल', cell: ({ lastUsedAt }) => at(lastUsedAt) },
  calls: { en: 'Calls in 30 days', hi: '30 दिनों में कॉल', cell: ({ calls }) => calls },
  refusals: { en: 'Refused in 30 days', hi: '30 दिनों में अस्वीकृत', cell: ({ refusals }) => refusals },
  id: { en: 'Key ID', hi: 'कुंजी ID', cell: ({ apiKeyId }) => apiKeyId },
});

export const webhookColumns = (at: AtClinic): Columns<RowOf<'listWebhooks'>> => ({
  url: { en: 'Address', hi: 'पता', cell: ({ url }) => url },
  types: { en: 'Events', hi: 'घटनाएँ', cell: ({ types }) => types.join(' ') },
  disabled: { en: 'Disabled', hi: 'क्यों बंद', cell: ({ disabled }) => disabled },
  waiting: { en: 'Waiting', hi: 'बाक़ी', cell: ({ waiting, hasMore }) => (hasMore ? `${waiting}+` : waiting) },
  since: { en: 'Waiting since', hi: 'कब से बाक़ी', cell: ({ waitingSince }) => at(waitingSince) },
  last: { en: 'Last attempt', hi: 'पिछली कोशिश', cell: (row) => at(row.last?.at) },
  status: { ...status, cell: (row) => row.last?.status },
  next: { en: 'Next attempt', hi: 'अगली कोशिश', cell: (row) => at(row.last?.nextAt) },
  id: { en: 'Webhook ID', hi: 'वेबहुक ID', cell: ({ webhookId }) => webhookId },
});

/** Without the bodies, which the page has. */
export const deliveryColumns = (at: AtClinic): Columns<RowOf<'listDeliveries'>> => ({
  at: { en: 'Sent', hi: 'कब भेजी', cell: (row) => at(row.at) },
  type: { en: 'Event', hi: 'घटना', cell: ({ type }) => type },
  attempt: { en: 'Attempt', hi: 'कोशिश', cell: ({ attempt }) => attempt },
  status: { ...status, cell: (row) => row.status },
  error: { en: 'Error', hi: 'त्रुटि', cell: ({ error }) => error },
  ms: { en: 'Took (ms)', hi: 'समय (ms)', cell: ({ ms }) => ms },
  event: { en: 'Event ID', hi: 'घटना ID', cell: ({ eventId }) => eventId },
  id: { en: 'Delivery ID', hi: 'डिलीवरी ID', cell: ({ deliveryId }) => deliveryId },
});

export const importColumns = (at: AtClinic): Columns<ImportOverview> => ({
  kind: { en: 'List', hi: 'सूची', cell: ({ kind }) => kind },
  by: { en: 'Started by', hi: 'किसने शुरू किया', cell: ({ by }) => by },
  started: { en: 'Started', hi: 'कब शुरू हुआ', cell: ({ startedAt }) => at(startedAt) },
  finished: { en: 'Finished', hi: 'कब पूरा हुआ', cell: ({ finishedAt }) => at(finishedAt) },
  outcome: { en: 'Outcome', hi: 'नतीजा', cell: ({ outcome }) => outcome },
  rows: { en: 'Rows', hi: 'पंक्तियाँ', cell: ({ rows }) => rows },
  created: { en: 'Created', hi: 'नए', cell: ({ created }) => created },
  matched: { en: 'Matched', hi: 'पहले से मौजूद', cell: ({ matched }) => matched },
  refused: { en: 'Refused', hi: 'अस्वीकृत', cell: ({ refused }) => refused },
  skipped: { en: 'Skipped', hi: 'छोड़ी गईं', cell: ({ skipped }) => skipped },
  undone: { en: 'Undone', hi: 'कब वापस लिया', cell: ({ undo }) => at(undo?.finishedAt) },
  undoneBy: { en: 'Undone by', hi: 'किसने वापस लिया', cell: ({ undo }) => undo?.by },
  id: { en: 'Import ID', hi: 'आयात ID', cell: ({ importId }) => importId },
});

export const duplicateColumns: Columns<Pair> = {
  name: { ...name, cell: ({ one }) => one.name },
  phone: { ...phone, cell: ({ one }) => phoneCell(one.phone) },
  location: { ...location, cell: ({ one }) => one.location },
  id: { ...patientId, cell: ({ one }) => one.userId },
  otherName: { ...other(name), cell: (pair) => pair.other.name },
  otherPhone: { ...other(phone), cell: (pair) => phoneCell(pair.other.phone) },
  otherLocation: { ...other(location), cell: (pair) => pair.other.location },
  otherId: { ...other(patientId), cell: (pair) => pair.other.userId },
  same: { en: 'Alike', hi: 'क्या समान है', cell: ({ same }) => same.join(' ') },
};

export const duePatientColumns = (at: AtClinic): Columns<DuePatient> => ({
  name: { ...name, cell: (row) => row.name },
  uhid: { en: 'Hospital number', hi: 'अस्पताल नंबर', cell: ({ uhid }) => uhid },
  phone: { ...phone, cell: (row) => phoneCell(row.phone) },
  registered: { en: 'Registered', hi: 'कब पंजीकृत', cell: ({ registeredAt }) => at(registeredAt) },
  lastVisit: { en: 'Last visit', hi: 'पिछली विज़िट', cell: ({ lastVisit }) => lastVisit },
  id: { ...patientId, cell: ({ userId }) => userId },
});

export const dueMonthColumns: Columns<DueMonth> = {
  month: { en: 'Month', hi: 'महीना', cell: ({ month }) => month },
  entries: { en: 'Entries', hi: 'प्रविष्टियाँ', cell: ({ entries }) => entries },
};
