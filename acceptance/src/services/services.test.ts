import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { displaySocket } from '@dayline/contracts/displays/socket';
import type { EndpointName } from '@dayline/contracts/endpoints/table';
import { livePath } from '@dayline/contracts/live';
import { send } from '@dayline/http/testing/send';
import { startEventStore } from '@dayline/test-servers/eventstore-server';
import { startMongodb } from '@dayline/test-servers/mongodb-server';
import { io } from 'socket.io-client';
import { linkIn, startMailServer } from '../onboarding/mail-server.ts';
import { eventually } from '../testing/event-file.ts';
import {
  type Answered,
  callerAt,
  paidDirectVisit,
  partnerAt,
  readAfter,
  type SignedIn,
  signIn,
} from '../testing/http-caller.ts';
import { screenOf } from '../testing/paired-screen.ts';
import { removeData, temporaryData } from '../testing/processes/product.ts';
import { type Services, startServices } from '../testing/processes/services.ts';
import { prepareSmallClinic, type SmallClinic } from '../testing/small-clinic.ts';
import { bookingsIn, viewsAndRebuild } from '../testing/views-equal.ts';

/** The product as separate processes, on both sets of engines; the tests don't depend on which. */

const eventStore = await startEventStore();
const mongo = await startMongodb();
const mail = await startMailServer();
const folder = temporaryData();

const engines: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['SQLite', { DATA_DIR: folder }],
  ...(mongo
    ? [['EventStoreDB and MongoDB', { EVENT_STORE_URL: eventStore.url, VIEW_STORE_URL: mongo.database() }] as const]
    : []),
];

afterAll(async () => {
  await eventStore.stop();
  await mongo?.stop();
  await mail.close();
  removeData(folder);
});

describe.each(engines)('two command services, two query services and two projectors on %s', (_engine, env) => {
  let services: Services;
  let clinic: SmallClinic;
  /** The same administrator, through another query service each time. */
  let admins: readonly [SignedIn, SignedIn];
  const today = clinicNow(Date.now(), 'Asia/Kolkata').date;
  const inDays = (days: number): string => addDays(today, days);
  const urlOf = (index: number): string => services.fronts[index]?.url ?? '';

  beforeAll(async () => {
    clinic = await prepareSmallClinic(env);
    services = await startServices({ commands: 2, queries: 2, projectors: 2 }, { ...env, SMTP_URL: mail.url });
    await eventually('a query service knows the account’s clinic', async () => {
      const { text } = await send(urlOf(0), { method: 'GET', path: '/readyz' });
      return JSON.parse(text).caughtUp === true;
    });
    admins = [await clinic.signIn(urlOf(0)), await clinic.signIn(urlOf(1))];
  });
  afterAll(async () => {
    await services?.stop();
  });

  /** An overloaded server answers 503; the page repeats a command with the same key. */
  const unlessOverloaded = <Name extends EndpointName>(call: () => Promise<Answered<Name>>) =>
    eventually('the command is answered', async () => {
      const answer = await call();
      return answer.status !== 503 && answer;
    });

  let people = 0;
  async function newPatient(): Promise<string> {
    people += 1;
    const person = { name: `Patient ${people}`, phone: `9190000${10_000 + people}`, email: 'p@x.example' };
    const request = { ...person, location: 'Pune', clientId: clinic.clientId };
    const key = { 'Idempotency-Key': `patient-of-services-${people}` };
    const answer = await unlessOverloaded(() => admins[0].call('saveUser', request, key));
    return answer.reply().userId;
  }
  const bookingOf = (userId: string, date: string, time: string) =>
    ({
      clientId: clinic.clientId,
      pocId: clinic.pocId,
      userId,
      date,
      time,
      ...paidDirectVisit,
    }) as const;

  test('each process says that it lives, that it is ready, and what it counts', async () => {
    const counted = [
      [services.commands, 'dayline_command_duration_seconds'],
      [services.queries, 'dayline_projector_lag_events{projection="desk@'],
      [services.projectors, 'dayline_projector_running{projection="desk@'],
    ] as const;
    for (const [products, metric] of counted) {
      for (const { url } of products) {
        expect((await send(url, { method: 'GET', path: '/healthz' })).status).toBe(200);
        await isReady(url);
        expect((await send(url, { method: 'GET', path: '/metrics' })).text).toContain(metric);
      }
    }
  });

  test('"50 parallel bookings for 3 places, exactly 3"', async () => {
    const patients = await Promise.all(Array.from({ length: 50 }, newPatient));
    // Directly to the command services, alternating.
    const urls = services.commands.map(({ url }) => url);
    const book = async (userId: string, index: number) => {
      const caller = callerAt(urls[index % 2] ?? '', admins[0].cookie);
      const key = { 'Idempotency-Key': `race-of-services-${index}` };
      return unlessOverloaded(() => caller.call('createAppointment', bookingOf(userId, inDays(9), '09:00'), key));
    };
    const answers = await Promise.all(patients.map(book));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status !== 200).map((answer) => answer.failure().code);
    expect(new Set(refused)).toEqual(new Set(['slot.full']));
    const booked = answers.filter(({ status }) => status === 200).map((answer) => answer.reply().appointmentId);
    const times = await bookingsIn(env);
    expect(booked.map((id) => times.get(id))).toEqual([1, 1, 1]);
  });

  test('a command is known to the other command service, and answered as before', async () => {
    const booking = bookingOf(await newPatient(), inDays(10), '10:00');
    const key = { 'Idempotency-Key': 'asked-of-both-services' };
    const [first, second] = services.commands.map(({ url }) => callerAt(url, admins[0].cookie));
    const answer = (await first?.call('createAppointment', booking, key))?.reply();
    expect((await second?.call('createAppointment', booking, key))?.reply()).toEqual(answer);
    // Another request body with the key goes to another stream, which doesn't have the key.
    const elsewhere = await second?.call('createAppointment', { ...booking, date: inDays(13) }, key);
    expect([elsewhere?.status, elsewhere?.failure().code]).toEqual([422, 'key.reused']);
  });

  test('a query that names a command’s position sees it, whichever query service answers', async () => {
    for (const [index, reader] of admins.entries()) {
      const booking = bookingOf(await newPatient(), inDays(11 + index), '11:00');
      const { position } = (await admins[0].call('createAppointment', booking)).reply();
      const { pocId, date } = booking;
      const answer = await reader.call('listAvailableTimes', { pocId, date }, readAfter(position));
      expect(answer.headers['x-stale']).toBeUndefined();
      expect(String(answer.headers['x-position']) >= String(position)).toBe(true);
    }
  });

  test('a booking reaches the pages of both query services, and their sockets end with the session', async () => {
    const sockets = admins.map(({ cookie }, index) =>
      io(urlOf(index), {
        path: livePath,
        transports: ['websocket'],
        extraHeaders: { cookie, origin: urlOf(index) },
      }),
    );
    const seen = sockets.map(() => new Set<string>());
    const ended = new Set<number>();
    for (const [index, socket] of sockets.entries()) {
      socket.on('live', (messages: readonly { at: string }[]) => {
        for (const { at } of messages) seen[index]?.add(at);
      });
      socket.on('sessionEnded', () => ended.add(index));
    }
    await eventually('both pages are live', async () => sockets.every(({ connected }) => connected));
    const booking = bookingOf(await newPatient(), today, '19:30');
    const answer = await admins[0].call('createAppointment', booking);
    // Late in the day today's slot has passed; any other change of the clinic serves as well.
    const position = answer.status === 200 ? answer.reply().position : null;
    const expected =
      position ?? (await admins[0].call('createAppointment', { ...booking, date: inDays(2) })).reply().position;
    await eventually('both were notified', async () =>
      seen.every((positions) => [...positions].some((at) => at >= String(expected))),
    );
    await admins[1].call('signOut', {});
    await eventually('the page of the session that was ended is closed', async () => ended.has(1));
    expect(ended.has(0)).toBe(false);
    await eventually('its calls are refused, once the second of memory is over', async () => {
      return (await admins[1].call('listDepartments', { clientId: clinic.clientId })).status === 401;
    });
    for (const socket of sockets) socket.close();
    admins = [admins[0], await clinic.signIn(urlOf(1))];
  });

  test('a display that is revoked at one process is announced to its screen at another, and is refused by all', async () => {
    const { clientId } = clinic;
    const request = { clientId, name: 'Waiting Hall', pocIds: [clinic.pocId] };
    const added = (await unlessOverloaded(() => admins[0].call('addDisplay', request))).reply();
    const { cookie } = await screenOf(urlOf(0), added);
    const wall = io(urlOf(1), {
      path: livePath,
      transports: ['websocket'],
      query: { [displaySocket]: '1' },
      extraHeaders: { cookie, origin: urlOf(1) },
    });
    // As a screen does: a process that learns of the pairing later than the screen connects closes its socket once.
    wall.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') wall.connect();
    });
    let isRefused = false;
    wall.on('connect_error', () => {
      isRefused = true;
    });
    const received: { topic: string }[] = [];
    wall.on('live', (messages: readonly { topic: string }[]) => received.push(...messages));
    await eventually('the screen is live', async () => wall.connected);
    const screens = [0, 1].map((index) => callerAt(urlOf(index), cookie));
    for (const screen of screens) expect((await screen.call('getDisplayBoard', {})).status).toBe(200);
    isRefused = false;
    (await unlessOverloaded(() => admins[0].call('revokeDisplay', { clientId, displayId: added.displayId }))).reply();
    for (const screen of screens) expect((await screen.call('getDisplayBoard', {})).status).toBe(401);
    await eventually('its socket is closed, and no other is opened', async () => isRefused && wall.disconnected);
    wall.close();
    // Only that something has changed.
    expect(new Set(received.map(({ topic }) => topic))).toEqual(new Set(['refetch']));
  });

  test('an API key that one process issued, changed or revoked is so for all at their next call', async () => {
    const { clientId } = clinic;
    const issue = { clientId, name: 'Laboratory', scopes: ['slots:read' as const], days: 1 };
    const { apiKeyId, apiKey } = (await unlessOverloaded(() => admins[0].call('issueApiKey', issue))).reply();
    const partners = [0, 1].map((index) => partnerAt(urlOf(index), apiKey));
    const slots = () => Promise.all(partners.map(async ({ call }) => (await call('listPartnerSlots', {})).status));
    expect(await slots()).toEqual([200, 200]);
    const scopes = ['appointments:read' as const];
    const change = () => admins[1].call('changeApiKeyScopes', { clientId, apiKeyId, scopes });
    (await unlessOverloaded(change)).reply();
    expect(await slots()).toEqual([403, 403]);
    (await unlessOverloaded(() => admins[0].call('revokeApiKey', { clientId, apiKeyId }))).reply();
    expect(await slots()).toEqual([401, 401]);
  });

  test('a password changed at one process ends the account at all of them: its sockets, its calls', async () => {
    const email = 'desk2@sunrise.example';
    const [requester, follower] = services.commands.map(({ url }) => callerAt(url, ''));
    const sessions = [await signIn(urlOf(0), email), await signIn(urlOf(1), email)];
    const sockets = sessions.map(({ cookie }, index) =>
      io(urlOf(index), {
        path: livePath,
        transports: ['websocket'],
        extraHeaders: { cookie, origin: urlOf(index) },
      }),
    );
    const ended = new Set<number>();
    for (const [index, socket] of sockets.entries()) socket.on('sessionEnded', () => ended.add(index));
    await eventually('both pages are live', async () => sockets.every(({ connected }) => connected));
    const mailsBefore = mail.mails.length;
    await requester?.call('requestPasswordReset', { email });
    const letter = await eventually('the letter', async () =>
      mail.mails.slice(mailsBefore).find(({ to, readable }) => to.includes(email) && readable.includes('/reset-pass')),
    );
    const { token, pocId } = linkIn(letter, 'reset-password');
    expect((await follower?.call('resetPassword', { token, pocId, newPassword: 'Copper-lantern-73' }))?.status).toBe(
      200,
    );
    await eventually('both pages are closed', async () => ended.size === 2);
    for (const socket of sockets) socket.close();
    for (const [index, { cookie }] of sessions.entries()) {
      const caller = callerAt(urlOf(index), cookie);
      await eventually('its calls are refused', async () => (await caller.call('validateSession', {})).status === 401);
    }
  });

  test('wrong passwords are counted by both command services together, and both say how long to wait', async () => {
    const urls = services.commands.map(({ url }) => url);
    const request = { email: 'auditor@sunrise.example', password: 'Wrong#2026', role: 'admin' } as const;
    const wrong = (url: string) => callerAt(url, '').call('signIn', { ...request, clientId: clinic.clientId });
    let answered = 0;
    for (let index = 0; (await wrong(urls[index % 2] ?? '')).status === 401; index += 1) answered += 1;
    // Each of them alone would answer six.
    expect(answered).toBeLessThan(12);
    const both = await eventually('both say so', async () => {
      const answers = await Promise.all(urls.map(wrong));
      return answers.every(({ status }) => status === 429) && answers;
    });
    for (const answer of both) {
      expect(answer.failure().code).toBe('request.throttled');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  test('a session stays ended when the process that ended it dies at once', async () => {
    const otherAdmin = await clinic.signIn(urlOf(0));
    const [dying, staying] = services.commands;
    if (!dying || !staying) throw new Error('There are two command services.');
    expect((await callerAt(dying.url, otherAdmin.cookie).call('signOut', {})).status).toBe(200);
    await dying.kill();
    for (const front of services.fronts) front.lead({ commands: [staying.url], query: queryBehind(front) });
    for (const index of [0, 1]) {
      const caller = callerAt(urlOf(index), otherAdmin.cookie);
      await eventually('the session is over', async () => {
        return (await caller.call('listDepartments', { clientId: clinic.clientId })).status === 401;
      });
    }
  });

  test('when the projector dies, the one that waits takes over', async () => {
    await Promise.all(services.projectors.map(({ url }) => isReady(url)));
    for (const projector of services.projectors.slice(0, 1)) await projector.kill();
    const booking = bookingOf(await newPatient(), inDays(13), '12:00');
    const { position } = (await admins[0].call('createAppointment', booking)).reply();
    await eventually('the views go on', async () => {
      const { pocId, date } = booking;
      const answer = await admins[0].call('listAvailableTimes', { pocId, date }, readAfter(position));
      return answer.headers['x-stale'] === undefined;
    });
  });

  test('the views equal a fresh rebuild', async () => {
    const { kept, rebuilt } = await viewsAndRebuild(env);
    expect(kept.length).toBeGreaterThan(50);
    expect(kept).toEqual(rebuilt);
  });

  test('SIGTERM ends all that still run, each in order', async () => {
    const codes = await services.stop();
    expect(codes.filter((code) => code !== null)).toEqual([0, 0, 0, 0]);
  });

  const queryBehind = (front: Services['fronts'][number]): string =>
    services.queries[services.fronts.indexOf(front)]?.url ?? '';
});

/** A busy machine may report a problem for a moment; that isn't the process's fault. */
const isReady = (url: string) =>
  eventually(`${url} is ready, without a problem`, async () => {
    const { status, text } = await send(url, { method: 'GET', path: '/readyz' });
    return status === 200 && JSON.parse(text).problems.length === 0;
  });
