import { activityEndpoints } from '@dayline/contracts/endpoints/audit/activity';
import { asOfEndpoints } from '@dayline/contracts/endpoints/audit/as-of';
import { auditEndpoints } from '@dayline/contracts/endpoints/audit/audit';
import { proofEndpoints } from '@dayline/contracts/endpoints/audit/proof';
import { reportEndpoints } from '@dayline/contracts/endpoints/audit/report';
import type { Role } from '@dayline/contracts/endpoints/definition';
import { webhookEndpoints } from '@dayline/contracts/endpoints/partner/webhooks';
import { type EndpointName, endpoints } from '@dayline/contracts/endpoints/table';
import { failureSchema } from '@dayline/contracts/errors';
import { runs } from '@dayline/contracts/testing/trials';
import { type Holdings, type WellFormedCall, wellFormedCalls } from '@dayline/http/testing/refusal-cases';
import { send } from '@dayline/http/testing/send';
import { startFaultyEventStore } from '@dayline/test-servers/eventstore-server';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import { startTcpProxy, type TcpProxy } from '@dayline/test-servers/tcp-proxy';
import { eventually } from '../testing/event-file.ts';
import { readAfter, type SignedIn, signIn } from '../testing/http-caller.ts';
import { type OpenPage, openPage } from '../testing/open-page.ts';
import { type Services, startServices } from '../testing/processes/services.ts';
import { type Receptionists, startReceptionists } from '../testing/receptionists.ts';
import { prepareSmallClinic, type SmallClinic } from '../testing/small-clinic.ts';
import { everyDay, hours } from '../testing/started-clinic.ts';
import { expectUnharmed } from '../testing/unharmed.ts';

/** With a server unavailable, each call is answered, with 503, a code and Retry-After; /readyz names the server. */

/** The minimum outage, in ms; most attempts meanwhile take longer than the limits of the answers. */
const outageMs = runs(0, 60_000);

await describeOnMongodb('a server that is unavailable, asked for every call of the table', (mongo) => {
  let log: Awaited<ReturnType<typeof startFaultyEventStore>>;
  let proxy: TcpProxy;
  let env: Readonly<Record<string, string>>;
  let services: Services;
  let url: string;
  let own: Holdings;
  let clinic: SmallClinic;
  let receptionists: Receptionists;
  let page: OpenPage;
  const emails: Readonly<Record<Role, string>> = {
    admin: 'desk2@sunrise.example',
    doctor: 'doctor@sunrise.example',
    auditor: 'auditor@sunrise.example',
  };

  beforeAll(async () => {
    log = await startFaultyEventStore();
    proxy = await startTcpProxy(mongo);
    const direct = mongo.database();
    env = { EVENT_STORE_URL: log.url, VIEW_STORE_URL: direct };
    clinic = await prepareSmallClinic(env);
    const behind = { VIEW_STORE_URL: direct.replace(`:${mongo.port}/`, `:${proxy.port}/`) };
    services = await startServices(
      { commands: 1, queries: 1, projectors: 1 },
      { ...env, ...behind, LOG_LEVEL: 'silent' },
    );
    url = services.fronts[0]?.url ?? '';
    const admin: SignedIn = await eventually('the clinic is known', () => clinic.signIn(url).catch(() => null));
    const { clientId, pocId } = clinic;
    const save = async (name: string, phone: string) =>
      (await admin.call('saveUser', { name, phone, email: 'k@x.example', location: 'Pune', clientId })).reply();
    const { userId: patient, position } = await save('Kavya Nair', '919000000005');
    const departments = (await admin.call('listDepartments', { clientId }, readAfter(position))).reply();
    const department = departments[0]?.departmentId ?? '';
    own = { client: clientId, doctor: pocId, department, patient };
    // These calls use nothing else of the receptionists' doctor and patients: events about a person appended since a
    // process last read their stream can't be decrypted while MongoDB is unavailable.
    const doctor = { Client_ID: clientId, Department_ID: department, POC_Name: 'Dr. Leela Rao' };
    const contact = { Contact_Number: '9876000001', Email: 'leela@sunrise.example' };
    const { pocId: booked } = (await admin.call('addDoctor', { ...doctor, ...contact })).reply();
    const schedule = everyDay(hours('08:00', '20:00', 3)).map((day) => ({ ...day, pocId: booked }));
    (await admin.call('updateSchedule', { schedule })).reply();
    const others = ['Asha Pillai', 'Meera Iyer', 'Ravi Kumar'];
    const userIds: string[] = [];
    for (const name of others) userIds.push((await save(name, '919000000006')).userId);
    page = openPage(url, admin.cookie, clientId);
    receptionists = startReceptionists({ url, cookie: admin.cookie, clientId, pocId: booked, userIds, everyMs: 200 });
    await receptionists.more(3);
  });
  afterAll(async () => {
    log?.faults.hang(false);
    proxy?.resume();
    page?.close();
    // Before the services stop: without them no booking is answered. After a failed test the receptionists may have
    // failed too.
    await receptionists?.rest().catch(() => undefined);
    await services?.stop();
    await proxy?.stop();
    await log?.stop();
  }, 150_000);

  const unharmed = (after: string) => expectUnharmed(after, { env, receptionists, pages: [page] });

  async function cookies(): Promise<ReadonlyMap<Role | null, Record<string, string>>> {
    const roles: readonly Role[] = ['admin', 'doctor', 'auditor'];
    const signed = await Promise.all(roles.map((role) => signIn(url, emails[role])));
    return new Map<Role | null, Record<string, string>>([
      [null, {}],
      ...signed.map(({ cookie }, index): [Role | null, Record<string, string>] => [roles[index] ?? null, { cookie }]),
    ]);
  }

  interface Answer {
    readonly endpoint: EndpointName;
    readonly status: number;
    readonly code: string | null;
    readonly namesRetryTime: boolean;
  }
  async function ask({ endpoint, as, sent }: WellFormedCall, signed: Awaited<ReturnType<typeof cookies>>) {
    const { status, headers, text } = await send(url, { ...sent, headers: { ...signed.get(as), ...sent.headers } });
    return {
      endpoint,
      status,
      code: status >= 400 ? failureSchema.parse(JSON.parse(text)).code : null,
      namesRetryTime: Number(headers['retry-after']) > 0,
    } satisfies Answer;
  }
  /** Every call once except `spared`; the one that ends its session last. */
  async function askAll(signed: Awaited<ReturnType<typeof cookies>>, spared?: EndpointName): Promise<Answer[]> {
    const calls = wellFormedCalls(own).filter(({ endpoint }) => endpoint !== spared);
    const [others, last] = [
      calls.filter(({ endpoint }) => endpoint !== 'signOut'),
      calls.filter(({ endpoint }) => endpoint === 'signOut'),
    ];
    const answers = await Promise.all(others.map((call) => ask(call, signed)));
    return [...answers, ...(await Promise.all(last.map((call) => ask(call, signed))))];
  }
  /** Asserts that each fault is an outage (503); returns the calls that were answered without one. */
  function expectOutages(answers: readonly Answer[]): EndpointName[] {
    const outages = answers.filter(({ status }) => status >= 500);
    for (const { endpoint, status, code, namesRetryTime } of outages) {
      expect({ endpoint, status, code, namesRetryTime }).toEqual({
        endpoint,
        status: 503,
        code: 'service.unavailable',
        namesRetryTime: true,
      });
    }
    return answers.filter(({ status }) => status < 500).map(({ endpoint }) => endpoint);
  }
  const problems = async (at: string | undefined): Promise<string[]> => {
    const { status, text } = await send(at ?? '', { method: 'GET', path: '/readyz' });
    return status === 503 ? JSON.parse(text).problems : [];
  };
  /** @param alternative a server that isn't unavailable, and must not be named */
  const reports = (at: string | undefined, what: string, alternative: string) =>
    eventually(`${at} says that ${what}, and not that ${alternative}`, async () => {
      const sentences = await problems(at);
      return (
        sentences.some((problem) => problem.includes(what)) &&
        !sentences.some((problem) => problem.includes(alternative))
      );
    });
  const noLog = 'the event log does not answer';
  const noViews = 'the views do not answer';
  const noVault = 'the vault does not answer';

  /** Nobody here has an API key: refused without a look-up. */
  const callsOfPartners: readonly EndpointName[] = [
    'listPartnerSlots',
    'lookUpPatients',
    'getPartnerAppointment',
    'listPartnerAppointments',
    'savePartnerPatient',
    'bookPartnerAppointment',
    'createHold',
    'releaseHold',
    'movePartnerAppointment',
    'cancelPartnerAppointment',
    'listEvents',
  ];

  /** These need the vault only, or nothing: the file is not a picture. */
  const callsWithoutLog: readonly EndpointName[] = [
    'signIn',
    'setLanguage',
    ...([
      'completeSignIn',
      'beginEnrolment',
      'confirmEnrolment',
      'proveIdentity',
      'beginTotp',
      'confirmTotp',
      'removeTotp',
      'makeRecoveryCodes',
      'beginPasskey',
      'signInByPasskey',
      'signInByProvider',
      'beginPasskeyEnrolment',
      'confirmPasskeyEnrolment',
      'beginAddPasskey',
      'addPasskey',
      'renamePasskey',
      'removePasskey',
      'beginPasskeyProof',
      'changePassword',
      'requestEmailChange',
      'endOwnSession',
      'endOtherSessions',
    ] as const),
    // Too many links are refused first.
    'changeDoctorEmail',
    'signOut',
    'verifyPocEmail',
    'verifyEmail',
    'updatePassword',
    'requestPasswordReset',
    'checkResetLink',
    'resetPassword',
    'requestSignInLink',
    'signInByLink',
    // The account, or the link's owner, is looked up first.
    ...([
      'resendInvitation',
      'renamePerson',
      'changeOwnName',
      'deactivatePerson',
      'reactivatePerson',
      'resetSecondFactorOfPerson',
      'unbindPerson',
      'endSessionsOfPerson',
      'setSingleSignOnPolicy',
      'checkInvitation',
      'acceptInvitation',
      'confirmEmailChange',
    ] as const),
    'sendContactMessage',
    ...(['declineMessages', 'answerVisit'] as const),
    'createPairingCode',
    'checkPairingCode',
    'updateProfileImage',
    // The file is stored alongside the log, and is looked up before it.
    'uploadImport',
    'exportRefusedRows',
    ...callsOfPartners,
  ];

  /** A second step without a first one, a feed's wrong address and a board without a screen are refused without a look-up. */
  const callsWithoutMongodb: readonly EndpointName[] = [
    'completeSignIn',
    'beginEnrolment',
    'confirmEnrolment',
    'beginPasskeyEnrolment',
    'confirmPasskeyEnrolment',
    'readCalendarFeed',
    'getDisplayBoard',
    ...callsOfPartners,
  ];

  /** Reads of data other than histories are served; commands are not, except these. */
  async function expectNoLog(signed: Awaited<ReturnType<typeof cookies>>, spared?: EndpointName): Promise<void> {
    const answers = await askAll(signed, spared);
    const answered = expectOutages(answers);
    const histories: object = {
      ...auditEndpoints,
      ...activityEndpoints,
      ...asOfEndpoints,
      ...proofEndpoints,
      ...reportEndpoints,
      // What waits is read from the log.
      ...webhookEndpoints,
    };
    const isPage = (name: EndpointName): boolean => endpoints[name].kind === 'query' && !(name in histories);
    const pages = answers.map(({ endpoint }) => endpoint).filter(isPage);
    // All at once would be too many for the views of a busy machine.
    for (const name of pages.filter((name) => !answered.includes(name))) {
      const calls = wellFormedCalls(own).filter(({ endpoint }) => endpoint === name);
      await eventually(`${name} is served`, async () => {
        const again = await Promise.all(calls.map((call) => ask(call, signed)));
        return again.every(({ status }) => status < 500);
      });
    }
    const commands = answered.filter((name) => endpoints[name].kind === 'command');
    expect(commands.filter((name) => !callsWithoutLog.includes(name))).toEqual([]);
  }

  test('EventStoreDB is unavailable: commands are 503, pages are read on', async () => {
    const signed = await cookies();
    await log.faults.stop();
    const [command, query, projector] = [services.commands[0], services.queries[0], services.projectors[0]];
    await Promise.all([command, query, projector].map((product) => reports(product?.url, noLog, noViews)));
    await expectNoLog(signed);
    await log.faults.start();
    await receptionists.more(3);
    await unharmed('the absence of EventStoreDB');

    // Now it accepts connections but is silent; at the end it processes the queued requests, and the receptionists need
    // their own hours.
    const signedAgain = await cookies();
    log.faults.hang(true);
    await expectNoLog(signedAgain, 'updateSchedule');
    log.faults.hang(false);
    await receptionists.more(3);
    await unharmed('the silence of EventStoreDB');
  });

  test('MongoDB is unavailable, then silent, while commands go on', async () => {
    const signed = await cookies();
    const [command, query, projector] = [services.commands[0], services.queries[0], services.projectors[0]];
    proxy.refuse();
    const began = performance.now();
    await Promise.all([
      reports(command?.url, noVault, noLog),
      reports(query?.url, noVault, noLog),
      reports(query?.url, noViews, noLog),
      reports(projector?.url, noViews, noLog),
    ]);
    // A session read from the vault is cached for two minutes; the following steps may take that long on a busy
    // machine.
    await receptionists.more(10);
    // This process has not seen these sessions: only the vault knows them.
    expect(expectOutages(await askAll(signed))).toEqual(callsWithoutMongodb);
    await eventually('the open page says so', async () => page.isOutdated());
    proxy.resume();
    // Another account than those in `signed`: a late sign-out casts doubt on all sessions of its account.
    const admin = await eventually('an admin signs in', () => clinic.signIn(url).catch(() => null));
    await receptionists.rest();
    receptionists.resume(admin.cookie);
    await receptionists.more(3);
    // Now it is reachable but silent.
    proxy.hold();
    await receptionists.more(10);
    expect(expectOutages(await askAll(signed))).toEqual(callsWithoutMongodb);
    await eventually('the time is over', async () => performance.now() - began >= outageMs, 2 * outageMs);
    proxy.resume();
    await receptionists.more(3);
    await unharmed('the absence of MongoDB');
  });
});
