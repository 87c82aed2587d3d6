import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import type { Endpoint } from '@dayline/contracts/endpoints/definition';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { livePath } from '@dayline/contracts/live';
import { type Holdings, refusalCases, wellFormedCalls } from '@dayline/http/testing/refusal-cases';
import { type Sent, send } from '@dayline/http/testing/send';
import { io, type Socket } from 'socket.io-client';
import { demoData } from '../testing/demo-data.ts';
import { eventsIn, eventually } from '../testing/event-file.ts';
import { freeTime, readAfter, type SignedIn, signIn } from '../testing/http-caller.ts';
import { type Product, removeData, startProduct } from '../testing/processes/product.ts';

/** Everybody of a client names the other client's things in every call; nobody can read any of it afterwards. */

interface Side {
  readonly name: string;
  /** All who can sign in; the first is an administrator. */
  readonly people: readonly SignedIn[];
  readonly own: Required<Holdings>;
  /** What the other client must never read. */
  readonly canaries: readonly string[];
  readonly live: { readonly socket: Socket; readonly received: unknown[] };
}

let product: Product;
let dataDir: string;
let sides: readonly (readonly [reader: Side, other: Side])[];

async function openSide(name: string, people: readonly SignedIn[], phone: string): Promise<Side> {
  const [admin] = people;
  if (!admin) throw new Error('A side has an administrator.');
  const { clientId, zone } = admin.user;
  const departments = (await admin.call('listDepartments', { clientId })).reply();
  const doctors = (await admin.call('listDoctorsOfClient', { clientId })).reply();
  const [{ pocId } = { pocId: '' }] = doctors;
  const person = { name: `${name} Canaryperson`, phone, email: `${name}@canary.example`, location: `${name}town` };
  const { userId } = (await admin.call('saveUser', { ...person, clientId })).reply();
  const date = addDays(clinicNow(Date.now(), zone).date, 3);
  const time = await freeTime(admin, pocId, date);
  const type = 'Direct Consultation';
  const booking = { clientId, pocId, userId, date, time, type, paymentStatus: 'Paid' } as const;
  const { appointmentId, position } = (await admin.call('createAppointment', booking)).reply();
  const story = (await admin.call('getAppointmentStory', { appointmentId }, readAfter(position))).reply();
  const department = departments[0]?.departmentId ?? '';
  const { cookie } = admin;
  const socket = io(product.url, {
    path: livePath,
    transports: ['websocket'],
    extraHeaders: { cookie, origin: new URL(product.url).origin },
  });
  const received: unknown[] = [];
  socket.on('live', (messages: unknown) => received.push(messages));
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return {
    name,
    people,
    own: { client: clientId, doctor: pocId, department, patient: userId, appointment: appointmentId },
    canaries: [
      ...Object.values(person),
      ...[clientId, userId, appointmentId],
      ...departments.map(({ departmentId }) => departmentId),
      ...doctors.flatMap((doctor) => [doctor.pocId, doctor.pocName]),
      ...people.map(({ user }) => user.accountId),
      ...story.entries.map(({ eventId }) => eventId),
    ],
    live: { socket, received },
  };
}

beforeAll(async () => {
  dataDir = await demoData();
  product = await startProduct(dataDir, { ATTEMPTS_FACTOR: '1000' });
  const of = (...names: string[]) => Promise.all(names.map((name) => signIn(product.url, name)));
  const staff = await of('admin@sunrise.example', 'doctor@sunrise.example', 'auditor@sunrise.example');
  const sunrise = await openSide('Quillon', staff, '919000000081');
  const lakeside = await openSide('Zephyra', await of('admin@lakeside.example'), '919000000082');
  sides = [
    [sunrise, lakeside],
    [lakeside, sunrise],
  ];
  await Promise.all(sides.map(([own, otherSide]) => attempt(own, otherSide)));
});
afterAll(async () => {
  for (const [{ live }] of sides ?? []) live.socket.close();
  await product?.stop();
  removeData(dataDir);
});

const isTried = (name: string): boolean => {
  const { access, endsSession }: Endpoint = endpoints[name as keyof typeof endpoints];
  return access !== 'public' && !endsSession;
};
let refused = 0;

/**
 * Sends every call about the other client's things as each person of this client, with all ids replaced and with one at
 * a time.
 */
async function attempt({ people, own }: Side, otherSide: Side): Promise<void> {
  const [admin] = people;
  const answered = async (sent: Sent, { cookie }: SignedIn): Promise<void> => {
    const { status, text } = await send(product.url, { ...sent, headers: { ...sent.headers, cookie } });
    expect(foundIn(text, otherSide)).toEqual([]);
    if (status === 403) refused += 1;
  };
  for (const { endpoint, sent } of wellFormedCalls(otherSide.own)) {
    if (isTried(endpoint)) for (const person of people) await answered(sent, person);
  }
  const world = { own, otherClient: otherSide.own, colleague: otherSide.own.doctor };
  for (const { endpoint, as, sent, expected } of refusalCases(world)) {
    const person = people.find(({ user }) => user.role === as) ?? admin;
    if (person && isTried(endpoint) && expected.status === 403) await answered(sent, person);
  }
}

const foundIn = (text: string, { canaries }: Side): string[] => canaries.filter((word) => text.includes(word));

test('every call that names things was refused', () => {
  const naming = Object.values<Endpoint>(endpoints).filter(({ claims }) => claims.length > 0);
  expect(refused).toBeGreaterThan(6 * naming.length);
});

test('the log has nothing of the other client where an account was refused', async () => {
  const found = await eventually('the refusals are recorded', async () => {
    const events = (await eventsIn(dataDir)).filter(({ type }) => type === 'CommandRefused');
    return events.length > 100 && events;
  });
  for (const [own, otherSide] of sides) {
    const ofClient = found.filter(({ metadata }) => metadata.clientId === own.own.client);
    expect(ofClient.length).toBeGreaterThan(10);
    expect(ofClient.flatMap((event) => foundIn(JSON.stringify(event), otherSide))).toEqual([]);
  }
});

test('a refusal by role keeps what is the own client’s', async () => {
  const [[sunrise] = []] = sides;
  const { cookie = '' } = sunrise?.people.find(({ user }) => user.role === 'auditor') ?? {};
  const { appointment: appointmentId, client: clientId } = sunrise?.own ?? {};
  const { path } = endpoints.updateAppointmentStatusAsAdmin;
  const answer = await send(product.url, { path, body: { appointmentId, status: 'Availed' }, headers: { cookie } });
  expect(answer.status).toBe(403);
  const found = await eventually('it is in the activity', async () => {
    const admin = sunrise?.people[0];
    const request = { clientId: clientId ?? '', outcome: 'refused', pageSize: 200 } as const;
    const { entries } = (await admin?.call('listActivity', request))?.reply() ?? { entries: [] };
    return entries.find(({ sentence }) => sentence.startsWith('asked to change the status of Quillon'));
  });
  expect(found.sentence).toMatch(/^asked to change the status of Quillon Canaryperson, .+, Dr\. .+\.$/);
});

/** Everything that users can read about what happened at the client. */
async function readings(reader: SignedIn, { own }: Side): Promise<ReadonlyMap<string, string>> {
  const { cookie } = reader;
  const read = new Map<string, string>();
  const ask = async (name: keyof typeof endpoints, request: Readonly<Record<string, unknown>>) => {
    const { method, path }: Endpoint = endpoints[name];
    const fields = Object.entries(request).map(([field, value]): [string, string] => [field, String(value)]);
    const call =
      method === 'GET' ? { method, path: `${path}?${new URLSearchParams(fields)}` } : { path, body: request };
    const { status, text } = await send(product.url, { ...call, headers: { cookie } });
    expect({ name, status }).toEqual({ name, status: 200 });
    read.set(`${name} ${JSON.stringify(request)}`, text);
    return text;
  };
  const clientId = own.client;
  const month = new Date().toISOString().slice(0, 7);
  const refusals = JSON.parse(await ask('listActivity', { clientId, outcome: 'refused', pageSize: 200 }));
  expect(refusals.entries.length).toBeGreaterThan(10);
  for (const { eventId } of refusals.entries.slice(0, 20)) await ask('getActivityCauses', { clientId, eventId });
  await ask('listActivity', { clientId, pageSize: 200 });
  await ask('listActivityActors', { clientId });
  await ask('exportCsv', { clientId });
  await ask('exportNdjson', { clientId });
  await ask('getAppointmentStory', { appointmentId: own.appointment });
  await ask('getReport', { month });
  await ask('exportReportCsv', { month });
  await ask('exportReportNdjson', { month });
  await ask('getBoardAsOf', {});
  await ask('listReplayMarks', {});
  return read;
}

test('no reader of a client finds a name, an id or a time of the other, in whatever form', async () => {
  for (const [own, otherSide] of sides) {
    for (const reader of own.people.filter(({ user }) => user.role !== 'doctor')) {
      for (const [what, text] of await readings(reader, own)) {
        expect({ what, found: foundIn(text, otherSide) }).toEqual({ what, found: [] });
      }
      const request = { clientId: own.own.client, outcome: 'refused', pageSize: 200 } as const;
      const { entries } = (await reader.call('listActivity', request)).reply();
      // The entry of a move of their own appointment to the other's doctor names only their own time.
      const foreign = entries.filter(
        ({ sentence, appointmentId }) => sentence.includes('unknown') && appointmentId !== own.own.appointment,
      );
      expect(foreign.length).toBeGreaterThan(5);
      expect(foreign.filter(({ sentence }) => /\d:\d\d/.test(sentence))).toEqual([]);
    }
    expect(foundIn(JSON.stringify(own.live.received), otherSide)).toEqual([]);
  }
});
