import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { callersOf, type Endpoint } from '@dayline/contracts/endpoints/definition';
import { type EndpointName, endpoints, type RequestInputOf } from '@dayline/contracts/endpoints/table';
import { failureSchema } from '@dayline/contracts/errors';
import { type Holdings, wellFormedCalls } from '@dayline/http/testing/refusal-cases';
import { send } from '@dayline/http/testing/send';
import { demoData } from '../testing/demo-data.ts';
import { eventsIn } from '../testing/event-file.ts';
import { freeTime, readAfter, type SignedIn, signIn } from '../testing/http-caller.ts';
import { type Product, removeData, startProduct } from '../testing/processes/product.ts';

/** "an auditor sees one client only, can write nothing: tried on every call" */

const canary = {
  name: 'Quillon Lakesidecanary',
  phone: '919000000077',
  email: 'quillon@canary.example',
  location: 'Canarytown',
  uhid: 'ZC-240017',
  bornOn: '1893-07-21',
  guardianName: 'Ptolemaios Canary',
  phoneNote: 'Xylographer',
};

let product: Product;
let dataDir: string;
let auditor: SignedIn;
let own: Holdings;
let otherHoldings: Holdings;
/** An appointment of the other client, the event that booked it, and when. */
let theirs: { appointmentId: string; eventId: string; position: string; at: string; date: string };
/** What an answer to the auditor must never contain: the other client's ids and its patient's data. */
let foreign: readonly string[];

async function holdingsOf(admin: SignedIn): Promise<Holdings> {
  const { clientId } = admin.user;
  const [department] = (await admin.call('listDepartments', { clientId })).reply();
  const [doctor] = (await admin.call('listDoctorsOfClient', { clientId })).reply();
  const [patient] = (await admin.call('listUsers', { clientId, page: 1, pageSize: 1 })).reply();
  return {
    client: clientId,
    department: department?.departmentId ?? '',
    doctor: doctor?.pocId ?? '',
    patient: patient?.User_ID ?? '',
  };
}

async function bookCanary(admin: SignedIn): Promise<{ userId: string; booked: typeof theirs; doctors: string[] }> {
  const { clientId, zone } = admin.user;
  const doctors = (await admin.call('listDoctorsOfClient', { clientId })).reply().map(({ pocId }) => pocId);
  const pocId = doctors[0] ?? '';
  const { userId } = (await admin.call('saveUser', { ...canary, clientId })).reply();
  const date = addDays(clinicNow(Date.now(), zone).date, 2);
  const time = await freeTime(admin, pocId, date);
  const booking = { clientId, pocId, userId, date, time, type: 'Direct Consultation', paymentStatus: 'Paid' } as const;
  const { appointmentId, position } = (await admin.call('createAppointment', booking)).reply();
  const story = (await admin.call('getAppointmentStory', { appointmentId }, readAfter(position))).reply();
  const event = story.entries.find(({ type }) => type === 'AppointmentBooked');
  if (!event) throw new Error('The story begins with the booking.');
  const { eventId, recordedAt: at } = event;
  return { userId, doctors, booked: { appointmentId, eventId, position: event.position, at, date } };
}

const permitted = (name: EndpointName): boolean => {
  return callersOf(endpoints[name].access).people.includes('auditor');
};
// Cast is safe: Object.keys loses the key type.
const names = Object.keys(endpoints) as EndpointName[];
const isCommand = (name: EndpointName): boolean => endpoints[name].kind === 'command';
const isPublic = (name: EndpointName): boolean => (endpoints[name] as Endpoint).access === 'public';

beforeAll(async () => {
  dataDir = await demoData();
  product = await startProduct(dataDir, { ATTEMPTS_FACTOR: '1000' });
  auditor = await signIn(product.url, 'auditor@sunrise.example');
  const lakeside = await signIn(product.url, 'admin@lakeside.example');
  own = await holdingsOf(await signIn(product.url, 'admin@sunrise.example'));
  otherHoldings = await holdingsOf(lakeside);
  const { userId, booked, doctors } = await bookCanary(lakeside);
  otherHoldings = { ...otherHoldings, patient: userId };
  theirs = booked;
  foreign = [
    ...Object.values(canary),
    otherHoldings.client,
    otherHoldings.department,
    userId,
    booked.eventId,
    ...doctors,
  ];
});
afterAll(async () => {
  await product?.stop();
  removeData(dataDir);
});

const sendAsAuditor = (name: EndpointName) => {
  const call = wellFormedCalls(own).find(({ endpoint }) => endpoint === name);
  if (!call) throw new Error(`There is no well-formed ${name}.`);
  return send(product.url, { ...call.sent, headers: { ...call.sent.headers, cookie: auditor.cookie } });
};
const foundIn = (text: string): string[] => foreign.filter((word) => text.includes(word));

const signInCalls: readonly string[] = [
  ...['signOut', 'setLanguage'],
  ...['proveIdentity', 'beginTotp', 'confirmTotp', 'removeTotp', 'makeRecoveryCodes'],
  ...['beginAddPasskey', 'addPasskey', 'renamePasskey', 'removePasskey', 'beginPasskeyProof'],
  ...['changeOwnName', 'changePassword', 'requestEmailChange', 'endOwnSession', 'endOtherSessions'],
];
test('the only commands of an auditor are about the own account', () => {
  expect(names.filter((name) => isCommand(name) && permitted(name))).toEqual(signInCalls);
});

/** All events but the audit trail of accounts and the signed heads. */
const changes = async () =>
  (await eventsIn(dataDir)).filter(({ stream }) => !/^(account|logHead)-/.test(stream)).map(({ id }) => id);

test('no command changes anything when an auditor sends it', async () => {
  const before = await changes();
  const commands = names.filter((name) => isCommand(name) && !isPublic(name) && !signInCalls.includes(name));
  expect(commands.length).toBeGreaterThan(10);
  for (const name of commands) {
    const { status, text } = await sendAsAuditor(name);
    expect({ name, status, code: failureSchema.parse(JSON.parse(text)).code }).toEqual({
      name,
      status: 403,
      code: 'access.role',
    });
  }
  expect(await changes()).toEqual(before);
});

test.each(names.filter((name) => permitted(name) && !isCommand(name)))(
  '%s shows nothing of another client',
  async (name) => {
    const { status, text } = await sendAsAuditor(name);
    expect(status).toBeLessThan(500);
    expect(foundIn(text)).toEqual([]);
  },
);

/** Requests about the auditor's own client that name something of the other client. */
const crossing = (): { readonly [Name in EndpointName]?: readonly RequestInputOf<Name>[] } => {
  const { position, at, date } = theirs;
  const moments = [{ position }, { at }, { position, at }];
  const ofClient = { clientId: own.client };
  return {
    getBoardAsOf: moments,
    getDashboardAsOf: moments,
    getAvailabilityAsOf: moments.map((moment) => ({ ...moment, pocId: own.doctor, date })),
    listAppointmentsAsOf: moments.map((moment) => ({ ...moment, date })),
    listReplayMarks: [{ around: at }, { date, around: at }],
    getReport: moments.map((moment) => ({ ...moment, month: date.slice(0, 7) })),
    exportReportCsv: [{ position, with: position, month: date.slice(0, 7) }],
    exportReportNdjson: [{ at, month: date.slice(0, 7) }],
    listActivity: [
      { ...ofClient, patientId: otherHoldings.patient },
      { ...ofClient, pocId: otherHoldings.doctor },
    ],
    getActivityCauses: [{ ...ofClient, eventId: theirs.eventId }],
    searchAuditAppointments: [
      { ...ofClient, search: canary.name },
      { ...ofClient, pocId: otherHoldings.doctor },
    ],
    verifyUser: [{ ...ofClient, phone: canary.phone }],
    listUsers: [{ ...ofClient, page: 1, pageSize: 200, search: canary.email }],
    searchPatients: [
      { ...ofClient, search: canary.name },
      { ...ofClient, search: canary.phone },
    ],
    exportCsv: [{ ...ofClient, patientId: otherHoldings.patient }],
    exportNdjson: [{ ...ofClient, appointmentId: theirs.appointmentId }],
  };
};

test('nor does one that names what another client has', async () => {
  const entries = Object.entries(crossing());
  expect(entries.length).toBeGreaterThan(10);
  for (const [name, requests] of entries) {
    for (const request of requests ?? []) {
      // Cast is safe: name and request belong to the same entry.
      const answer = await send(product.url, sentAs(name as EndpointName, request));
      expect({
        name,
        isAnswered: [200, 403].includes(answer.status),
        found: withoutEcho(answer.text, request),
      }).toEqual({
        name,
        isAnswered: true,
        found: [],
      });
    }
  }
});

/** The words found that are not in the request itself: a refusal or an export's header may repeat those. */
const withoutEcho = (text: string, request: object): string[] => {
  const sent = JSON.stringify(request);
  return foundIn(text).filter((word) => !sent.includes(word));
};

function sentAs(name: EndpointName, request: object) {
  const { method, path }: Endpoint = endpoints[name];
  const headers = { cookie: auditor.cookie };
  if (method === 'POST') return { method, path, body: request, headers };
  return { method, path: `${path}?${new URLSearchParams(Object.entries(request))}`, headers };
}

test.each([
  'getBoardAsOf',
  'getDashboardAsOf',
  'getAvailabilityAsOf',
  'listAppointmentsAsOf',
  'listReplayMarks',
] as const)('%s of another client’s doctor is refused, as is its appointment’s story', async (name) => {
  const board = await auditor.call(name, { pocId: otherHoldings.doctor });
  expect([board.status, board.failure().code]).toEqual([403, 'access.foreign']);
  const story = await auditor.call('getAppointmentStory', { appointmentId: theirs.appointmentId });
  expect([story.status, story.failure().code]).toEqual([403, 'access.foreign']);
});

test('the other client’s own administrator does see it: the words would be found', async () => {
  const lakeside = await signIn(product.url, 'admin@lakeside.example');
  const { date, position } = theirs;
  const { appointments } = (await lakeside.call('listAppointmentsAsOf', { date, position })).reply();
  expect(foundIn(JSON.stringify(appointments))).toEqual(expect.arrayContaining([canary.name, canary.phone]));
});
