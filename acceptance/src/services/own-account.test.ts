import { livePath } from '@dayline/contracts/live';
import { send } from '@dayline/http/testing/send';
import { demoPassword } from '@dayline/standalone/demo/clients';
import { startEventStore } from '@dayline/test-servers/eventstore-server';
import { startMongodb } from '@dayline/test-servers/mongodb-server';
import { io } from 'socket.io-client';
import { eventually } from '../testing/event-file.ts';
import { callerAt, type SignedIn } from '../testing/http-caller.ts';
import { removeData, temporaryData } from '../testing/processes/product.ts';
import { type Services, startServices } from '../testing/processes/services.ts';
import { prepareSmallClinic, type SmallClinic } from '../testing/small-clinic.ts';

/** A person's own sessions, open in separate processes, on both sets of engines. */

const eventStore = await startEventStore();
const mongo = await startMongodb();
const folder = temporaryData();
afterAll(async () => {
  await eventStore.stop();
  await mongo?.stop();
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
    services = await startServices({ commands: 2, queries: 2, projectors: 1 }, env);
    await eventually('a query service knows the account’s clinic', async () => {
      const { text } = await send(urlOf(0), { method: 'GET', path: '/readyz' });
      return JSON.parse(text).caughtUp === true;
    });
  }, 120_000);
  afterAll(async () => {
    await services?.stop();
  });

  /** A page that stays open at a process. */
  async function openPage(index: number) {
    const session = await clinic.signIn(urlOf(index));
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
    // The last one, since the others sign in with the password that it changes.
    [
      'a changed password',
      async (own) => {
        const passwords = { currentPassword: demoPassword, newPassword: 'Lighthouse-keeper-72' };
        return (await own.call('changePassword', passwords)).reply();
      },
    ],
  ];
  test.each(acts)('%s at one process ends the other pages at both, and keeps the own', async (_act, act) => {
    const [own, ...others] = [await openPage(0), await openPage(0), await openPage(1)];
    await act(own.session);
    for (const other of others) {
      await eventually('the page is told', async () => other.isEnded());
      await eventually('its calls are refused by both', () => isOut(other.session));
    }
    expect((await own.session.call('listOwnSessions', {})).reply()).toMatchObject([{ isThis: true }]);
    expect((await callerAt(urlOf(1), own.session.cookie).call('getOwnAccount', {})).status).toBe(200);
    expect(own.isEnded()).toBe(false);
    for (const page of [own, ...others]) page.close();
  });
});
