import type { Endpoint } from '@dayline/contracts/endpoints/definition';
import { partnerEventEndpoints } from '@dayline/contracts/endpoints/partner/events';
import { partnerEndpoints } from '@dayline/contracts/endpoints/partner/partner';
import { endpoints, type QueryName } from '@dayline/contracts/endpoints/table';
import { failureSchema } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { CalendarFeeds } from '@dayline/http/session/calendar-feeds';
import { sampleOf } from '@dayline/http/testing/sample';
import type { TestClinic } from './testing/clinic.ts';
import { issuedKey } from './testing/issued-key.ts';
import { sessionSecret, startLiveServer } from './testing/live-server.ts';
import { pairedDisplay } from './testing/paired-display.ts';
import { frontDesk, identity, openSunrise, sunrise } from './testing/sunrise.ts';

/** "With a server away, each call answers within its time limit, 503 with a code and Retry-After": the real views, closed. */

/** The sentences of the specification, section 8 (and 5, for a phone), by the query that fails. */
const sentences: Readonly<Record<QueryName, string>> = {
  listClients: 'Failed to fetch clients. Please refresh and try again.',
  listPeople: 'Failed to fetch people.',
  getSecondFactor: 'Failed to load the second factor. Please try again.',
  getOwnAccount: 'Failed to load your account. Please try again.',
  listOwnSessions: 'Failed to load your sessions. Please try again.',
  getClient: 'Failed to load the settings.',
  listDuePatients: 'Failed to load the patients. Please try again.',
  listDueSignIns: 'Failed to load the sign-ins. Please try again.',
  listDepartments: 'Failed to load departments. Please try again later.',
  listDoctorsOfDepartment: 'Failed to load POCs. Please try again later.',
  verifyUser: 'Could not verify phone number. Please try again.',
  listAvailableDates: 'Error fetching available dates',
  listDatesWithAvailability: 'Error fetching available dates.',
  getVisitBefore: 'Error fetching timings.',
  listAvailableTimes: 'Error fetching timings.',
  listTimesWithAvailability: 'Error fetching time slots',
  listBlockedSlots: 'Error fetching time slots',
  listDayHours: 'Error fetching time slots',
  listDoctorsOfClient: 'Error fetching doctors.',
  listDepartmentsWithDoctors: 'Failed to fetch departments',
  getPatientOverview: 'Failed to load the patient. Please try again.',
  getPatientFamily: 'Failed to load the patient. Please try again.',
  getFeeOfVisit: 'Failed to fetch the current fees.',
  getFeeOfMove: 'Failed to fetch the current fees.',
  getFeeRules: 'Failed to fetch the current fees.',
  getSlip: 'Failed to load the slip. Please try again.',
  listSamePerson: 'Failed to load the patient. Please try again.',
  searchPatients: 'Failed to search for patients. Please try again.',
  findDuplicates: 'Failed to search for patients. Please try again.',
  listDuplicates: 'Failed to load the possible duplicates. Please try again.',
  listUsers: 'Failed to load users data. Please try again.',
  getSchedule: 'Failed to fetch schedule',
  listHospitalDays: 'Failed to fetch the calendar.',
  listClosures: 'Failed to fetch the calendar.',
  previewHospitalDay: 'Failed to fetch the calendar.',
  previewSchedule: 'Failed to fetch schedule',
  listWeeks: 'Failed to fetch schedule',
  previewLeave: 'Failed to preview the leave.',
  listLeaves: 'Failed to fetch the leaves.',
  getLeave: 'Failed to fetch the leave.',
  listImports: 'Failed to fetch the imports.',
  getImport: 'Failed to fetch the imports.',
  exportList: 'The export failed. Please try again.',
  exportAppointments: 'The export failed. Please try again.',
  exportMovedAppointments: 'The export failed. Please try again.',
  exportDoctors: 'The export failed. Please try again.',
  exportPatients: 'The export failed. Please try again.',
  exportWaiting: 'The export failed. Please try again.',
  exportOfficeList: 'The export failed. Please try again.',
  exportLeaves: 'The export failed. Please try again.',
  exportCalls: 'The export failed. Please try again.',
  exportTakings: 'The export failed. Please try again.',
  getLink: 'Failed to fetch the current link.',
  getConsultationFees: 'Failed to fetch the current fees.',
  listDisplays: 'Failed to fetch displays.',
  getDisplayBoard: 'Failed to fetch the display.',
  listApiKeys: 'Failed to fetch the API keys.',
  listWebhooks: 'Failed to fetch the webhooks.',
  listWaiting: 'Failed to fetch the waiting list.',
  listChats: 'Failed to fetch the conversations.',
  countWaitingChats: 'Failed to count the conversations.',
  readChat: 'Failed to fetch the conversation.',
  tryChatbot: 'Failed to reach the simulator.',
  listDeliveries: 'Failed to fetch the deliveries.',
  getQueueBoard: 'Failed to fetch appointments.',
  listTodaysAppointmentsOfClient: 'Failed to fetch appointments.',
  listTodaysAppointmentsOfDoctor: 'Failed to fetch appointments.',
  listMovedAppointments: 'Failed to fetch appointments.',
  getTakenToday: 'Failed to fetch the takings.',
  getTakings: 'Failed to fetch the takings.',
  listCalls: 'Failed to fetch the people to call.',
  listAppointmentDetailsOfClient: 'Failed to fetch appointments.',
  listAppointmentDetailsOfDoctor: 'Failed to fetch appointments.',
  searchAuditAppointments: 'Failed to fetch appointments.',
  listActivity: 'Failed to fetch the activity.',
  countActivity: 'Failed to fetch the activity.',
  listActivityActors: 'Failed to fetch the activity.',
  getBoardAsOf: 'Failed to fetch the replay.',
  getDashboardAsOf: 'Failed to fetch the replay.',
  getAvailabilityAsOf: 'Failed to fetch the replay.',
  listAppointmentsAsOf: 'Failed to fetch the replay.',
  listReplayMarks: 'Failed to fetch the replay.',
  getReport: 'Failed to fetch the report.',
  exportReportCsv: 'The export failed. Please try again.',
  exportReportNdjson: 'The export failed. Please try again.',
  getActivityCauses: 'Failed to fetch the activity.',
  exportCsv: 'The export failed. Please try again.',
  exportNdjson: 'The export failed. Please try again.',
  checkLog: 'The log could not be checked.',
  getLastCheck: 'The last check could not be read.',
  // "Other fetch errors only logged": the server's own message.
  ...onlyLogged([
    'validateSession',
    'getClientOfDoctor',
    'countAppointmentsOfClient',
    'countDepartmentsAndDoctors',
    'getDayPictureOfClient',
    'countAppointmentsOfDoctor',
    'countAppointmentsByType',
    'getDayPictureOfDoctor',
    'listSlotsOfDoctor',
    'countPaymentsOfDoctor',
    'getAppointmentStory',
    'getDoctor',
    'listUpcomingAppointments',
    'listDeskChanges',
    'listCalledElsewhere',
    'readCalendarFeed',
    'getPhoto',
    'checkImagePath',
    'listAuditKeys',
    'listPartnerSlots',
    'lookUpPatients',
    'getPartnerAppointment',
    'listPartnerAppointments',
    'listEvents',
  ]),
};
function onlyLogged<Name extends QueryName>(names: readonly Name[]): Readonly<Record<Name, string>> {
  const words = 'The service is not available right now. Please try again in a moment.';
  // Cast is safe: the entries are those of the list.
  return Object.fromEntries(names.map((name) => [name, words])) as Record<Name, string>;
}

let clinic: TestClinic;
let live: Awaited<ReturnType<typeof startLiveServer>>;
let cookie: string;
let ofDisplay: string;
let ofPartner: string;
let feed: string;
const { clientId, asha } = sunrise;

beforeAll(async () => {
  clinic = await openSunrise();
  live = await startLiveServer(clinic);
  ({ cookie } = await live.signIn(identity('admin', clientId)));
  ofDisplay = (await pairedDisplay(clinic, live.displays)).cookie;
  ofPartner = await issuedKey(clinic, live.apiKeys);
  const { hash, path } = new CalendarFeeds({ log: clinic.eventLog, sessionSecret }).addressOf(asha, 'command');
  await clinic.append(streams.doctor(asha), clientId, frontDesk, { type: 'CalendarFeedOpened', data: { hash } });
  feed = path.split('/').at(-1) ?? '';
  expect((await ask('listTodaysAppointmentsOfClient')).status).toBe(200);
  await clinic.views.close();
});
afterAll(async () => {
  await live.stop();
  await clinic.close();
});

/** A valid request of the client's administrator. */
function ask(name: QueryName): Promise<Response> {
  const { method, path, request }: Endpoint = endpoints[name];
  const fields: Record<string, unknown> = sampleOf(request);
  if ('clientId' in fields) fields['clientId'] = clientId;
  if ('pocId' in fields) fields['pocId'] = asha;
  if ('address' in fields) fields['address'] = feed;
  const isPartners = name in partnerEndpoints || name in partnerEventEndpoints;
  const shown = isPartners ? { authorization: ofPartner } : { cookie: name === 'getDisplayBoard' ? ofDisplay : cookie };
  const headers = { ...shown, 'content-type': 'application/json' };
  if (method === 'POST') return fetch(`${live.address}${path}`, { method, headers, body: JSON.stringify(fields) });
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => String(fields[field]));
  const queries: Partial<Record<QueryName, string>> = {
    getAvailabilityAsOf: `?pocId=${asha}`,
    checkImagePath: '?path=x',
    getReport: '?month=2026-01',
  };
  const query = queries[name] ?? '';
  const partners = new URLSearchParams(isPartners ? (fields as Record<string, string>) : {});
  return fetch(`${live.address}${filled}${query || (isPartners ? `?${partners}` : '')}`, { headers });
}

// Cast is safe: by its type, the table of sentences contains every query.
test.each(Object.entries(sentences) as [QueryName, string][])(
  'views that are unavailable: %s answers 503, %s',
  async (name, sentence) => {
    const answer = await ask(name);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    const { code, message } = failureSchema.parse(await answer.json());
    expect({ code, message }).toEqual({ code: 'service.unavailable', message: sentence });
  },
);
