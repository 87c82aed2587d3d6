import { keyScopes } from '@dayline/contracts/api-keys/scopes';
import { clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { callersOf, type Endpoint, type Role, uploadHeader } from '@dayline/contracts/endpoints/definition';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { failureSchema } from '@dayline/contracts/errors';
import { slotId } from '@dayline/contracts/ids';
import { runs } from '@dayline/contracts/testing/trials';
import { sampleOf } from '@dayline/http/testing/sample';
import { type Received, send } from '@dayline/http/testing/send';
import { demoPassword } from '@dayline/standalone/demo/clients';
import fc from 'fast-check';
import sharp from 'sharp';
import { demoData } from '../testing/demo-data.ts';
import { type Caller, type SignedIn, signIn } from '../testing/http-caller.ts';
import { pairedScreen } from '../testing/paired-screen.ts';
import { type Product, removeData, startProduct } from '../testing/processes/product.ts';
import { bodiesFor, type KnownValues, queryTexts, someDates } from './bodies.ts';

/**
 * "Fuzzing of every schema with generated bodies: never a 500": the started product with its real handlers, people and
 * ids. Each run has its own seed, which a failure prints.
 */

/** Requests per call. */
const requests = runs(8, 200);
const longest = 600_000 + requests * 400;
const table = Object.entries<Endpoint>(endpoints);
let dataDir: string;
let product: Product;
let screen: Caller;
let apiKey = '';
let known: KnownValues = {};
const people = new Map<Role, SignedIn>();

beforeAll(async () => {
  dataDir = await demoData();
  product = await startProduct(dataDir, {
    PUBLIC_CALLS_PER_MINUTE: '100000',
    SIGNED_IN_CALLS_PER_MINUTE: '100000000',
    ATTEMPTS_FACTOR: '100000',
  });
  for (const role of ['admin', 'doctor', 'auditor'] as const) {
    people.set(role, await signIn(product.url, `${role}@sunrise.example`));
  }
  known = await readKnownValues();
  const { clientId } = as('admin').user;
  const key = { clientId, name: 'Fuzzing', scopes: [...keyScopes], days: 1 };
  ({ apiKey } = (await as('admin').call('issueApiKey', key)).reply());
  screen = await pairedScreen(product.url, as('admin'), as('doctor').user.pocId ?? '');
});
afterAll(async () => {
  await product?.stop();
  removeData(dataDir);
});

const as = (role: Role): SignedIn => {
  const found = people.get(role);
  if (!found) throw new Error(`Nobody is signed in as ${role}.`);
  return found;
};

async function readKnownValues(): Promise<KnownValues> {
  const admin = as('admin');
  const { clientId, zone } = admin.user;
  const pocId = as('doctor').user.pocId ?? '';
  const today = clinicNow(Date.now(), zone).date;
  const departments = (await admin.call('listDepartments', { clientId })).reply();
  const users = (await admin.call('listUsers', { clientId, page: 1, pageSize: 3 })).reply();
  const board = (await admin.call('listTodaysAppointmentsOfClient', { clientId })).reply();
  const dates = someDates(today);
  const times = ['00:00', '09:00', '09:30', '10:00', '23:30', '23:59'];
  return {
    clientId: [clientId],
    Client_ID: [clientId],
    pocId: [pocId],
    departmentId: departments.map(({ departmentId }) => departmentId),
    Department_ID: departments.map(({ departmentId }) => departmentId),
    userId: users.map(({ User_ID }) => User_ID),
    appointmentId: board.map(({ AppointmentId }) => AppointmentId),
    slotId: dates.slice(0, 9).map((date) => slotId(pocId, date, '09:30')),
    date: dates,
    time: times,
    startTime: times,
    endTime: times,
    'timings[]': times,
    phone: users.flatMap(({ User_Contact }) => [User_Contact, `+${User_Contact}`]),
    patientId: users.map(({ User_ID }) => User_ID),
    email: ['doctor@sunrise.example', 'nobody@x.example', 'a@b.c'],
    password: [demoPassword, 'Wrong#2026'],
    newPassword: ['Wrong#2026', 'Password1!'],
    Email: ['new@x.example', 'doctor@sunrise.example'],
    Contact_Number: ['9876543210', '919876543210'],
    POC_Name: ['Neha Iyer', 'Dr. ß'],
    Consultation_Fees: ['', '0.29', 99.99, null],
    Meet_Link: ['', null, 'https://meet.google.com/abc'],
    link: ['https://meet.google.com/abc', 'https://x.example'],
    'timeIntervals[]': [
      { startTime: '09:00', endTime: '10:00', appointmentsPerSlot: 2, slotDuration: 30 },
      { startTime: '23:30', endTime: '23:59', appointmentsPerSlot: 500, slotDuration: 1 },
    ],
    cursor: ['', '0', '999999999', 'W10', 'bm9uc2Vuc2U', 'x'],
    type: ['Direct Consultation', 'Tele Consultation'],
    fees: ['0.00', '9999999.99'],
    undo: ['01J00000000000000000000S01'],
    page: [-1, 0, 1, 2, 1_000_000],
    pageSize: [1, 10, 200],
    search: ['a', '%', '_', '"', '\u0000', 'İ'],
    name: ['Kavya Nair', '=1+1'],
    location: ['Pune'],
    reason: ['Leave', ''],
  };
}

/** Request headers, valid and invalid. */
const headers = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  fc.record(
    {
      'idempotency-key': fc.oneof(fc.constantFrom('x', '../..'), fc.uuid()),
      'x-read-after': fc.constantFrom('0000000000000001', 'yesterday', '-1'),
      traceparent: fc.constantFrom('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', '00-0-0-0'),
    },
    { requiredKeys: [] },
  ),
);

/** The invariants of every response: no fault, and one of the two shapes of the table. */
function check({ response, produces }: Endpoint, { status, text, headers: answered }: Received): void {
  expect(status).toBeLessThan(500);
  if (status !== 200) {
    const failure = failureSchema.parse(JSON.parse(text));
    expect(failure.requestId).toBe(answered['x-request-id']);
  } else if (produces === null) {
    expect(response.safeParse(JSON.parse(text)).error?.issues).toBeUndefined();
  }
}

/**
 * The headers of each caller of a call: people, a display, a partner's key. Public calls are sent without a session, so
 * that a correct guess of a password ends none.
 */
function callersFor({ access, path }: Endpoint): readonly Readonly<Record<string, string>>[] {
  if (access === 'public' || path === endpoints.signOut.path) return [{ cookie: '' }];
  const { people: roles, partners } = callersOf(access);
  return [
    ...roles.map((role) => ({ cookie: as(role).cookie })),
    ...(partners.length > 0 ? [{ authorization: `Bearer ${apiKey}` }] : []),
    ...(roles.length === 0 ? [{ cookie: screen.cookie }] : []),
  ];
}

/** The fields of a request. */
const fieldsOf = ({ request }: Endpoint): readonly string[] =>
  'shape' in request ? Object.keys(request.shape as object) : [];

/** A body with ids of the demo. */
const knownBody = (endpoint: Endpoint) => ({
  ...(sampleOf(endpoint.request) as object),
  ...Object.fromEntries(fieldsOf(endpoint).flatMap((key) => (known[key] ? [[key, known[key][0]]] : []))),
});

test('a cursor that no list issued is refused by each', async () => {
  const { clientId } = as('admin').user;
  // Without a retention nobody is due, and the list isn't read.
  (await as('admin').call('setRetention', { clientId, patientYears: 1 })).reply();
  const lists = table.filter(([, endpoint]) => fieldsOf(endpoint).includes('cursor'));
  expect(lists.map(([name]) => name)).toContain('listDuePatients');
  for (const [name, endpoint] of lists) {
    for (const caller of callersFor(endpoint)) {
      const body = { ...knownBody(endpoint), cursor: 'x' };
      const answer = await send(product.url, { path: endpoint.path, body, headers: caller });
      expect({ name, status: answer.status, text: answer.text }).toMatchObject({ name, status: 400 });
    }
  }
});

const jsonCalls = table.filter(([, { method, upload }]) => method === 'POST' && !upload);
test.each(jsonCalls)(
  'any body of %s is answered, never by a fault',
  async (_, endpoint) => {
    const bodies = bodiesFor(endpoint.request, known);
    const callers = fc.constantFrom(...callersFor(endpoint));
    await fc.assert(
      fc.asyncProperty(bodies, callers, headers, async (body, caller, more) => {
        check(endpoint, await send(product.url, { path: endpoint.path, body, headers: { ...more, ...caller } }));
      }),
      { numRuns: requests, examples: [[sampleOf(endpoint.request), callersFor(endpoint)[0] ?? {}, {}]] },
    );
  },
  longest,
);

const queryCalls = table.filter(([, { method }]) => method === 'GET');
test.each(queryCalls)(
  'any path and query string of %s is answered, never by a fault',
  async (_, endpoint) => {
    const segment = fc.oneof(
      fc.constantFrom(String(known['pocId']?.[0])),
      fc.constantFrom('%', '%zz', '%00', '..', '%2e%2e', '%2F', 'x'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map((text) => encodeURIComponent(text)),
    );
    const callers = fc.constantFrom(...callersFor(endpoint));
    await fc.assert(
      fc.asyncProperty(segment, queryTexts, callers, headers, async (part, query, caller, more) => {
        const path = `${endpoint.path.replaceAll(/\{\w+\}/g, part)}${query === '' ? '' : `?${query}`}`;
        const answer = await send(product.url, { method: 'GET', path, headers: { ...more, ...caller } });
        expect(answer.status).toBeLessThan(500);
        // A path of dots only resolves to the pages.
        if (answer.headers['content-type']?.startsWith('application/json')) check(endpoint, answer);
      }),
      { numRuns: requests },
    );
  },
  longest,
);

test(
  'any form of an upload is answered, never by a fault',
  async () => {
    const { updateProfileImage } = endpoints;
    const doctor = as('doctor');
    const pixels = sharp({ create: { width: 9, height: 9, channels: 3, background: { r: 9, g: 9, b: 9 } } });
    const pictures = await Promise.all(
      (['png', 'jpeg', 'webp'] as const).map((type) => pixels.toFormat(type).toBuffer()),
    );
    /** A real picture with some bytes changed, or truncated. */
    const damaged = fc
      .tuple(
        fc.constantFrom(...pictures),
        fc.array(fc.tuple(fc.nat({ max: 400 }), fc.nat({ max: 255 })), { maxLength: 6 }),
        fc.nat({ max: 400 }),
      )
      .map(([picture, changes, length]) => {
        const bytes = Uint8Array.from(picture);
        for (const [index, value] of changes) if (index < bytes.length) bytes[index] = value;
        return length > 300 ? bytes : bytes.subarray(0, Math.max(4, length));
      });
    const text = fc.string({ unit: 'grapheme', maxLength: 20 });
    const part = fc.oneof(
      fc.record({ name: fc.constant('pocId'), value: fc.oneof(fc.constant(doctor.user.pocId ?? ''), text) }),
      fc.record({ name: fc.constant('image'), value: damaged, file: text }),
      fc.record({ name: text, value: text }),
      fc.record({ name: text, value: fc.uint8Array({ maxLength: 60 }), file: text }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 5 }), fc.nat({ max: 300 }), async (parts, cut) => {
        const form = new FormData();
        for (const part of parts) {
          if ('file' in part) form.append(part.name, new Blob([new Uint8Array(part.value)]), part.file);
          else form.append(part.name, part.value);
        }
        const request = new Request(product.url, { method: 'POST', body: form });
        const whole = new Uint8Array(await request.arrayBuffer());
        const answer = await fetch(`${product.url}${updateProfileImage.path}`, {
          method: 'POST',
          headers: {
            cookie: doctor.cookie,
            'content-type': request.headers.get('content-type') ?? '',
            [uploadHeader]: '1',
          },
          // Sometimes truncated.
          body: cut < 30 ? whole.subarray(0, Math.max(1, whole.length - cut)) : whole,
        });
        const body = await answer.json();
        expect(answer.status).toBeLessThan(500);
        const shape = answer.status === 200 ? updateProfileImage.response : failureSchema;
        expect(shape.safeParse(body).error?.issues).toBeUndefined();
      }),
      { numRuns: requests * 2 },
    );
  },
  longest,
);

test('none of it left a fault in the log', () => {
  expect(product.output()).not.toMatch(/"level":"(error|fatal)"/);
});
