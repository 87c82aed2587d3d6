import { livePath } from '@dayline/contracts/live';
import { send } from '@dayline/http/testing/send';
import { demoPassword } from '@dayline/standalone/demo/clients';
import { startEventStore } from '@dayline/test-servers/eventstore-server';
import { startMongodb } from '@dayline/test-servers/mongodb-server';
import { generateSync } from 'otplib';
import { io } from 'socket.io-client';
import { eventually } from '../testing/event-file.ts';
import { type Caller, callerAt, type SignedIn, signIn } from '../testing/http-caller.ts';
import { removeData, temporaryData } from '../testing/processes/product.ts';
import { type Services, startServices } from '../testing/processes/services.ts';
import { startSignInProvider } from '../testing/single-sign-on/sign-in-provider.ts';
import { prepareSmallClinic, type SmallClinic } from '../testing/small-clinic.ts';

/** Sessions that end in separate processes, on both sets of engines. */

const eventStore = await startEventStore();
const mongo = await startMongodb();
const provider = await startSignInProvider(['http://localhost/callback']);
const hosts = { SINGLE_SIGN_ON_PRIVATE_HOSTS: '127.0.0.1' };
const folder = temporaryData();
afterAll(async () => {
  await eventStore.stop();
  await mongo?.stop();
  await provider.close();
  removeData(folder);
});

const engines: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['SQLite', { DATA_DIR: folder }],
  ...(mongo
    ? [['EventStoreDB and MongoDB', { EVENT_STORE_URL: eventStore.url, VIEW_STORE_URL: mongo.database() }] as const]
    : []),
];

describe.each(engines)('two command and two query services on %s', (_engine, env) => {
  let services: Services;
  let clinic: SmallClinic;
  const urlOf = (index: number): string => services.fronts[index]?.url ?? '';

  beforeAll(async () => {
    clinic = await prepareSmallClinic(env);
    services = await startServices({ commands: 2, queries: 2, projectors: 1 }, { ...env, ...hosts });
    await eventually('a query service knows the account’s clinic', async () => {
      const { text } = await send(urlOf(0), { method: 'GET', path: '/readyz' });
      return JSON.parse(text).caughtUp === true;
    });
  }, 120_000);
  afterAll(async () => {
    await services?.stop();
  });

  /** A page that stays open at a process. */
  async function openPage(index: number, email = 'admin@sunrise.example') {
    const session = await signIn(urlOf(index), email);
    const socket = io(urlOf(index), {
      path: livePath,
      transports: ['websocket'],
      extraHeaders: { cookie: session.cookie, origin: urlOf(index) },
    });
    let isEnded = false;
    socket.on('sessionEnded', () => {
      isEnded = true;
    });
    await eventually('the page is live', async () => socket.connected);
    return { session, isEnded: () => isEnded, close: () => socket.close() };
  }

  const cookieOf = ({ headers }: { readonly headers: { readonly 'set-cookie'?: string[] | undefined } }): string =>
    (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');

  /** Adds an app; answers the recovery codes. */
  async function addApp(own: Caller): Promise<string[]> {
    const { secret } = (await own.call('beginTotp', {})).reply();
    return (await own.call('confirmTotp', { code: generateSync({ secret }) })).reply().recoveryCodes;
  }

  const expectEnded = async (pages: readonly Awaited<ReturnType<typeof openPage>>[]): Promise<void> => {
    for (const page of pages) {
      await eventually('the page is notified', async () => page.isEnded());
      await eventually('its calls are refused by both', () => isOut(page.session));
      page.close();
    }
  };

  const isOut = async ({ cookie }: SignedIn): Promise<boolean> => {
    const answers = await Promise.all([0, 1].map((index) => callerAt(urlOf(index), cookie).call('getOwnAccount', {})));
    return answers.every(({ status }) => status === 401);
  };

  const acts: readonly (readonly [string, (own: SignedIn) => Promise<unknown>])[] = [
    ['the end of all others', async (own) => (await own.call('endOtherSessions', {})).reply()],
    [
      'the end of each',
      async (own) => {
        const others = (await own.call('listOwnSessions', {})).reply().filter(({ isThis }) => !isThis);
        for (const { ownSessionId } of others) (await own.call('endOwnSession', { ownSessionId })).reply();
      },
    ],
    [
      'a second factor, added and removed,',
      async (own) => {
        const [code = ''] = await addApp(own);
        return (await own.call('removeTotp', { password: demoPassword, code })).reply();
      },
    ],
    // The last one, since the others sign in with the password that it changes.
    [
      'a changed password',
      async (own) => {
        const passwords = { currentPassword: demoPassword, newPassword: 'Lighthouse-keeper-72' };
        return (await own.call('changePassword', passwords)).reply();
      },
    ],
  ];
  test('a deactivated person is out of both processes', async () => {
    const pages = [await openPage(0, 'auditor@sunrise.example'), await openPage(1, 'auditor@sunrise.example')];
    const { clientId } = clinic;
    const admin = await clinic.signIn(urlOf(0));
    const accountId = pages[0]?.session.user.accountId ?? '';
    (await admin.call('deactivatePerson', { clientId, accountId })).reply();
    await expectEnded(pages);
  });

  test('a recovery code used at both processes at once signs in at one; a policy ends sessions at both', async () => {
    const { clientId } = clinic;
    const email = 'desk2@sunrise.example';
    const [code = ''] = await addApp(await signIn(urlOf(0), email));
    const credentials = { email, password: demoPassword, role: 'admin', clientId } as const;
    const answers = await Promise.all(
      [0, 1].map(async (index) => {
        const first = await callerAt(urlOf(index), '').call('signIn', credentials);
        return callerAt(urlOf(index), cookieOf(first)).call('completeSignIn', { code });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const used = answers.find(({ status }) => status === 200);
    const careful = callerAt(urlOf(0), used ? cookieOf(used) : '');
    const pages = [await openPage(0), await openPage(1)];
    (await careful.call('setSecondFactorPolicy', { clientId, policy: 'administrators' })).reply();
    await expectEnded(pages);
    (await careful.call('setSecondFactorPolicy', { clientId, policy: 'optional' })).reply();
  });

  test('required single sign-on ends sessions by password at both, and both refuse one', async () => {
    const { clientId } = clinic;
    const { issuer, oidcClientId, secret } = provider;
    const admin = await clinic.signIn(urlOf(0));
    const settings = { providerName: 'Sunrise ID', domains: ['sunrise.example'], hasSecondFactor: false };
    const entered = { ...settings, issuer, oidcClientId, secret };
    (await admin.call('setSingleSignOn', { clientId, provider: entered })).reply();
    const require = (localAdministrators: string[] | null) =>
      admin.call('setSingleSignOnPolicy', { clientId, localAdministrators });
    const email = 'doctor@sunrise.example';
    const pages = [await openPage(0, email), await openPage(1, email)];
    (await require([admin.user.accountId])).reply();
    await expectEnded(pages);
    const credentials = { email, password: demoPassword, role: 'doctor', clientId: null } as const;
    for (const index of [0, 1]) expect((await callerAt(urlOf(index), '').call('signIn', credentials)).status).toBe(403);
    (await require(null)).reply();
  });

  test.each(acts)('%s at one process ends the other pages at both, and keeps the own', async (_act, act) => {
    const [own, ...others] = [await openPage(0), await openPage(0), await openPage(1)];
    await act(own.session);
    await expectEnded(others);
    expect((await own.session.call('listOwnSessions', {})).reply()).toMatchObject([{ isThis: true }]);
    expect((await callerAt(urlOf(1), own.session.cookie).call('getOwnAccount', {})).status).toBe(200);
    expect(own.isEnded()).toBe(false);
    own.close();
  });
});
