import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { uploadHeader } from '@dayline/contracts/endpoints/definition';
import { type EndpointName, endpoints, type RequestInputOf } from '@dayline/contracts/endpoints/table';
import { livePath } from '@dayline/contracts/live';
import { send } from '@dayline/http/testing/send';
import { startEventStore } from '@dayline/test-servers/eventstore-server';
import { readCommands, type SentCommand } from '@dayline/test-servers/mongodb-commands';
import { describeOnMongodb, type MongodbServer } from '@dayline/test-servers/mongodb-server';
import { startTcpProxy, type TcpProxy } from '@dayline/test-servers/tcp-proxy';
import sharp from 'sharp';
import { io } from 'socket.io-client';
import { eventually } from '../testing/event-file.ts';
import { callerAt, readAfter, type SignedIn, signIn } from '../testing/http-caller.ts';
import { dayline } from '../testing/processes/command-line.ts';
import { removeData, temporaryData } from '../testing/processes/product.ts';
import { type Services, sharedSecrets, startServices } from '../testing/processes/services.ts';
import { atStores, prepareSmallClinic, type SmallClinic } from '../testing/small-clinic.ts';

/**
 * The permissions that each service uses on MongoDB, recorded on its connections, are within the grants that
 * `deploy/mongodb/ready.js` gives its account. So it needs no server that enforces them.
 */

interface Grant {
  readonly db: string;
  /** Empty: every collection. */
  readonly collection: string;
  readonly actions: readonly string[];
}

const reads = ['find', 'listCollections', 'listIndexes'];
const builtIn: Readonly<Record<string, readonly string[]>> = {
  read: reads,
  readWrite: [
    ...reads,
    ...['insert', 'update', 'remove', 'createCollection', 'createIndex', 'dropCollection', 'dropIndex'],
  ],
};

interface Role {
  readonly role: string;
  readonly privileges: readonly { readonly resource: Omit<Grant, 'actions'>; readonly actions: readonly string[] }[];
}
interface User {
  readonly user: string;
  readonly roles: readonly { readonly role: string; readonly db: string }[];
}

/** The grants by account, as the script creates them on an empty server. */
function grantsOfScript(): ReadonlyMap<string, readonly Grant[]> {
  const script = readFileSync(fileURLToPath(new URL('../../../deploy/mongodb/ready.js', import.meta.url)), 'utf8');
  const roles = new Map<string, Role>();
  const users: User[] = [];
  const server = {
    adminCommand: () => ({ isWritablePrimary: true }),
    getUser: () => null,
    getRole: () => null,
    createRole: (role: Role) => roles.set(role.role, role),
    createUser: (user: User) => users.push(user),
  };
  runInNewContext(script, { connect: () => server, quit: () => undefined, process: { env: {} }, encodeURIComponent });
  const granted = ({ role, db }: User['roles'][number]): readonly Grant[] =>
    roles.get(role)?.privileges.map(({ resource, actions }) => ({ ...resource, actions })) ?? [
      { db, collection: '', actions: builtIn[role] ?? [] },
    ];
  return new Map(users.map((user) => [user.user, user.roles.flatMap(granted)]));
}

const accountOf = { 'command-service': 'dayline', 'query-service': 'dayline-query', projector: 'dayline-projector' };
type Service = keyof typeof accountOf;
const services: readonly Service[] = ['command-service', 'query-service', 'projector'];

/** Allowed to every signed-in account. */
const free = new Set(['hello', 'ismaster', 'ping', 'endSessions', 'getMore', 'killCursors', 'abortTransaction']);
const actionsOf: Readonly<Record<string, readonly string[]>> = {
  find: ['find'],
  count: ['find'],
  distinct: ['find'],
  insert: ['insert'],
  delete: ['remove'],
  create: ['createCollection'],
  createIndexes: ['createIndex'],
  drop: ['dropCollection'],
  dropIndexes: ['dropIndex'],
  listCollections: ['listCollections'],
  listIndexes: ['listIndexes'],
};

/** Each action that a command needs, as `action database.collection`. */
function needsOf(command: SentCommand): string[] {
  const [name = '', target] = Object.entries(command)[0] ?? [];
  if (free.has(name)) return [];
  const db = String(command['$db']);
  const on = (collection: unknown, actions: readonly string[]) =>
    actions.map((action) => `${action} ${db}.${typeof collection === 'string' ? collection : ''}`);
  switch (name) {
    case 'aggregate':
      return [target, ...joinedBy(command['pipeline'])].flatMap((collection) => on(collection, ['find']));
    case 'findAndModify':
      return on(target, ['find', command['remove'] ? 'remove' : 'update', ...(command['upsert'] ? ['insert'] : [])]);
    case 'update':
      // The upsert flag is in a part of the message that isn't read. Accounts are changed without it.
      return on(target, target === 'vault.accounts' ? ['update'] : ['update', 'insert']);
    default:
      return on(target, actionsOf[name] ?? [`the unknown command ${name}`]);
  }
}

/** Other collections that a pipeline reads. */
const joinedBy = (pipeline: unknown): string[] =>
  [...JSON.stringify(pipeline).matchAll(/"(?:coll|from)":"([^"]+)"/g)].map(([, collection = '']) => collection);

await describeOnMongodb('what the services ask of MongoDB', (server: MongodbServer) => {
  const address = server.database();
  const database = new URL(address).pathname.slice(1);
  const requests = new Map<Service, Set<string>>(services.map((service) => [service, new Set()]));
  const proxies: TcpProxy[] = [];
  const folder = temporaryData();
  let stores: Readonly<Record<Service, { readonly VIEW_STORE_URL: string }>>;
  let log: Awaited<ReturnType<typeof startEventStore>>;
  let clinic: SmallClinic;
  let started: Services;

  async function recorded(service: Service) {
    const proxy = await startTcpProxy(server, () =>
      readCommands((command) => {
        for (const need of needsOf(command)) requests.get(service)?.add(need.replaceAll(database, 'dayline'));
      }),
    );
    proxies.push(proxy);
    return { VIEW_STORE_URL: address.replace(`${server.host}:${server.port}`, `127.0.0.1:${proxy.port}`) };
  }

  beforeAll(async () => {
    log = await startEventStore();
    stores = {
      'command-service': await recorded('command-service'),
      'query-service': await recorded('query-service'),
      projector: await recorded('projector'),
    };
    clinic = await prepareSmallClinic({ EVENT_STORE_URL: log.url, VIEW_STORE_URL: address });
    const env = { EVENT_STORE_URL: log.url };
    started = await startServices({ commands: 1, queries: 1, projectors: 1 }, env, stores);
  });
  afterAll(async () => {
    await started?.stop();
    for (const proxy of proxies) await proxy.stop();
    await log?.stop();
    removeData(folder);
  });

  const urlOf = (): string => started.fronts[0]?.url ?? '';

  test('a day of all roles, with mail, photo, socket, export and the command line', async () => {
    const url = urlOf();
    await eventually(
      'the clinic is shown',
      async () => (await callerAt(url, '').call('listClients', {})).reply().length === 1,
    );
    const admin = await clinic.signIn(url);
    const doctor = await signIn(url, 'doctor@sunrise.example');
    const auditor = await signIn(url, 'auditor@sunrise.example');
    const { clientId, pocId } = clinic;
    const person = { name: 'Kavya Nair', phone: '919000000003', email: 'k@x.example', location: 'Pune', clientId };
    const { userId } = (await admin.call('saveUser', person)).reply();
    const socket = io(url, {
      path: livePath,
      transports: ['websocket'],
      extraHeaders: { cookie: admin.cookie, origin: url },
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    // In the last minutes before midnight nothing is free: then wait for the next day.
    const { date: today, time } = await eventually('a time is free today', async () => {
      const { date } = clinicNow(Date.now(), admin.user.zone);
      const times = (await admin.call('listTimesWithAvailability', { pocId, date })).reply();
      const slot = times.find(({ free }) => free > 0);
      return slot && { date, time: slot.appointment_time };
    });
    const booking = { clientId, pocId, userId, date: today, time };
    const type = 'Direct Consultation';
    const { appointmentId, position } = (
      await admin.call(
        'createAppointment',
        { ...booking, type, paymentStatus: 'Paid' },
        { 'Idempotency-Key': 'booking-of-a-day' },
      )
    ).reply();

    const done = async <Name extends EndpointName>(by: SignedIn, name: Name, request: RequestInputOf<Name>) => {
      const answer = await by.call(name, request, readAfter(position));
      expect({ name, status: answer.status, said: answer.status === 200 || answer.failure() }).toMatchObject({
        status: 200,
      });
    };
    await done(doctor, 'updateAppointmentStatusAsDoctor', { appointmentId, status: 'Availed' });
    await done(admin, 'correctAppointmentStatus', { appointmentId, status: 'Not_Availed', reason: 'The wrong card' });
    await done(admin, 'listTodaysAppointmentsOfClient', { clientId });
    await done(admin, 'countAppointmentsOfClient', { clientId, status: 'Confirmed' });
    await done(admin, 'listAppointmentDetailsOfClient', { clientId, search: 'kavya', page: 1, pageSize: 10 });
    await done(admin, 'getDayPictureOfClient', { clientId });
    await done(admin, 'listUsers', { clientId, page: 1, pageSize: 10, search: 'kav' });
    await done(admin, 'listDepartmentsWithDoctors', { clientId });
    const people = (await admin.call('listPeople', { clientId })).reply();
    const accountId = people.find(({ role }) => role === 'auditor')?.accountId ?? '';
    // The query service follows it too.
    await done(admin, 'renamePerson', { clientId, accountId, name: 'N. Auditor the Second' });
    await done(auditor, 'searchAuditAppointments', { clientId, search: 'Kavya' });
    await done(auditor, 'listActivity', { clientId });
    await done(auditor, 'countActivity', { clientId, date: today });
    await done(auditor, 'listActivityActors', { clientId });
    await done(auditor, 'getAppointmentStory', { appointmentId });
    await done(auditor, 'getBoardAsOf', { pocId });
    await done(auditor, 'getDashboardAsOf', {});
    await done(auditor, 'listReplayMarks', { pocId });
    await done(auditor, 'getReport', { month: today.slice(0, 7) });
    await done(auditor, 'checkLog', { clientId });
    await done(auditor, 'listAuditKeys', {});
    const nobody: SignedIn = { ...callerAt(url, ''), user: admin.user };
    await done(nobody, 'sendContactMessage', { name: 'Ravi', email: 'ravi@mail.example', message: 'Are you open?' });
    await done(nobody, 'requestPasswordReset', { email: 'doctor@sunrise.example' });
    const wrong = { email: 'admin@sunrise.example', password: 'Wrong#Password1', role: 'admin', clientId } as const;
    expect((await nobody.call('signIn', wrong)).status).toBe(401);

    const form = new FormData();
    form.set('pocId', pocId);
    const pixels = sharp({ create: { width: 80, height: 60, channels: 3, background: { r: 9, g: 9, b: 9 } } });
    form.set('image', new Blob([new Uint8Array(await pixels.jpeg().toBuffer())], { type: 'image/jpeg' }), 'me.jpg');
    const sent = await fetch(`${url}${endpoints.updateProfileImage.path}`, {
      method: 'POST',
      headers: { cookie: doctor.cookie, [uploadHeader]: '1' },
      body: form,
    });
    const { imageUrl } = (await sent.json()) as { imageUrl: string };
    const photo = () => fetch(`${url}${imageUrl}`, { headers: { cookie: doctor.cookie } });
    await eventually('the photo is shown', async () => (await photo()).status === 200);

    await done(doctor, 'signOut', {});
    socket.close();

    for (const process of [...started.commands, ...started.queries, ...started.projectors]) {
      await eventually(
        'the process is ready',
        async () => (await send(process.url, { method: 'GET', path: '/readyz' })).status === 200,
      );
      expect((await send(process.url, { method: 'GET', path: '/metrics' })).status).toBe(200);
    }
  });

  test('what a query service does each hour: a signed head of the log waits for its mail', () =>
    atStores({ EVENT_STORE_URL: log.url, ...stores['query-service'] }, async ({ log: events, vault }) => {
      await vault.outbox.add({ id: 'head-1', kind: 'logHead', payload: '{}', addedAt: Date.now(), keep: false });
      const cursor = await vault.followers.read('log-heads');
      const place = await events.last();
      if (place) await vault.followers.advance('log-heads', cursor?.position ?? null, place);
    }));

  test.each([
    ['command-service', ['account', 'reset', 'admin@sunrise.example'], 'Heron#Violet47\n'],
    ['command-service', ['patient', 'erasures'], ''],
    ['projector', ['views', 'rebuild'], ''],
    ['projector', ['views', 'rollback'], ''],
  ] as const)('the command line with the account of the %s: %j', async (service, line, input) => {
    const env = { ...sharedSecrets, EVENT_STORE_URL: log.url, ...stores[service] };
    expect(await dayline(folder, line, input, env)).toMatchObject({ code: 0 });
  });

  test('each account may do what its service did, and the recorder saw the services at work', () => {
    const grants = grantsOfScript();
    expect([...grants.keys()].sort()).toEqual(Object.values(accountOf).sort());
    for (const service of services) {
      const all = [...(requests.get(service) ?? [])];
      const isGranted = (need: string): boolean => {
        const [, action = '', db = '', collection = ''] = /^(.+) ([^. ]+)\.(.*)$/.exec(need) ?? [];
        return (grants.get(accountOf[service]) ?? []).some(
          (grant) =>
            grant.db === db &&
            (grant.collection === '' || grant.collection === collection) &&
            grant.actions.includes(action),
        );
      };
      expect({ service, ungranted: all.filter((need) => !isGranted(need)).sort() }).toEqual({ service, ungranted: [] });
    }
    expect(requests.get('command-service')).toContain('insert dayline.vault.sessions');
    expect(requests.get('query-service')).toContain('find dayline.vault.sessions');
    expect(requests.get('query-service')).toContain('insert dayline.vault.outbox');
    expect(
      [...(requests.get('projector') ?? [])].some((need) => /^update dayline_views\.views\.desk@/.test(need)),
    ).toBe(true);
  });

  test('the query services may write no view, and the projector nothing but views and a first fingerprint', () => {
    const grants = grantsOfScript();
    const writes = (account: string) =>
      (grants.get(account) ?? []).filter(({ actions }) =>
        actions.some((action) => /insert|update|remove|drop/.test(action)),
      );
    expect(writes('dayline-query').map(({ db }) => db)).not.toContain('dayline_views');
    const onAccounts = (grants.get('dayline-query') ?? []).filter(({ collection }) => collection === 'vault.accounts');
    expect(onAccounts.flatMap(({ actions }) => actions)).toEqual(['find', 'update']);
    const keyGrants = (grants.get('dayline-query') ?? []).filter(({ collection }) => collection === 'vault.keys');
    expect(keyGrants.flatMap(({ actions }) => actions)).toEqual(['find', 'insert']);
    expect(writes('dayline-projector').map(({ db, collection }) => `${db}.${collection}`)).toEqual([
      'dayline_views.',
      'dayline.vault.settings',
    ]);
  });
});
