import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { signInStreamOf, streams } from '@dayline/contracts/events/categories';
import type { LiveMessage, PageToServer, ServerToPage } from '@dayline/contracts/live';
import { send } from '@dayline/http/testing/send';
import { demoPassword } from '@dayline/standalone/demo/clients';
import { io, type Socket } from 'socket.io-client';
import { demoData } from './testing/demo-data.ts';
import { eventsIn, eventually } from './testing/event-file.ts';
import { callerAt, readAfter, type SignedIn, signIn } from './testing/http-caller.ts';
import { type Product, removeData, startProduct } from './testing/processes/product.ts';

/** The main job over HTTP and sockets: book, see it live, mark, undo; and the calls around it. */

let dataDir: string;
let today: string;
/**
 * The longest and the shortest possible setting: no test outlasts the first, and the tests wait for the second to pass.
 */
const [longWindow, shortWindow] = [300, 5];
let product: Product;
let admin: SignedIn;
let doctor: SignedIn;
let pocId: string;
let userId: string;

const ofToday = async () => (await doctor.call('listTodaysAppointmentsOfDoctor', { pocId })).reply();
const confirmedToday = async (): Promise<string> => {
  const row = (await ofToday()).find(({ Status }) => Status === 'Confirmed');
  if (!row) throw new Error('The demo left nothing of today to mark.');
  return row.AppointmentId;
};
const trailOf = (accountId: string) => eventsIn(dataDir, streams.account(accountId));
const book = (days: number, time: string) =>
  admin.call('createAppointment', {
    clientId: admin.user.clientId,
    pocId,
    userId,
    date: addDays(today, days),
    time,
    type: 'Direct Consultation',
    paymentStatus: 'Pay_later',
  });

beforeAll(async () => {
  dataDir = await demoData();
  today = clinicNow(Date.now(), 'Asia/Kolkata').date;
  product = await startProduct(dataDir, { UNDO_WINDOW_SECONDS: String(longWindow) });
  admin = await signIn(product.url, 'admin@sunrise.example');
  doctor = await signIn(product.url, 'doctor@sunrise.example');
  pocId = doctor.user.pocId ?? '';
  const { clientId } = admin.user;
  const patient = { name: 'Kavya Nair', phone: '919000000004', email: 'k@x.example', location: 'Pune' };
  userId = (await admin.call('saveUser', { ...patient, clientId })).reply().userId;
});
afterAll(async () => {
  await product?.stop();
  removeData(dataDir);
});

describe('the positions', () => {
  test('a query that names the position of a command sees what it did', async () => {
    const { appointmentId, position } = (await book(40, '08:00')).reply();
    const answer = await doctor.call(
      'listAppointmentDetailsOfDoctor',
      { pocId, status: 'Confirmed', page: 1, pageSize: 200 },
      readAfter(position),
    );
    expect(answer.reply().map(({ AppointmentId }) => AppointmentId)).toContain(appointmentId);
    expect((answer.headers['x-position'] ?? '') >= (position ?? '')).toBe(true);
    expect(Number(answer.headers['x-total-count'])).toBeGreaterThan(0);
  });

  test('one that names a later one than there is waits a while, answers what it has, and says so', async () => {
    const { path } = endpoints.listTodaysAppointmentsOfDoctor;
    const headers = { cookie: doctor.cookie, ...readAfter('9999999999999999') };
    const answer = await send(product.url, { path, headers, body: { pocId } });
    expect(answer.status).toBe(200);
    expect(answer.headers['x-stale']).toBe('true');
  });

  test('one that names nonsense is refused', async () => {
    const answer = await doctor.call('listTodaysAppointmentsOfDoctor', { pocId }, readAfter('yesterday'));
    expect(answer.failure()).toMatchObject({
      code: 'request.invalid',
      details: { fields: [{ field: 'X-Read-After' }] },
    });
  });
});

describe('a session', () => {
  const credentials = () =>
    ({ email: 'desk2@sunrise.example', password: demoPassword, role: 'admin', clientId: admin.user.clientId }) as const;

  test("is a cookie that no script reads and no other site's form sends", async () => {
    const answer = await callerAt(product.url, '').call('signIn', credentials());
    const [cookie = ''] = answer.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^dayline_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test('is new at each sign-in, and one that somebody brings along is not taken over', async () => {
    const cookie = `dayline_session=${'A'.repeat(43)}`;
    const answer = await callerAt(product.url, cookie).call('signIn', credentials());
    expect(answer.headers['set-cookie']?.[0]).not.toContain('A'.repeat(43));
  });

  test('ends everywhere with its sign-out: its calls at once, and its sockets', async () => {
    const desk2 = await signIn(product.url, 'desk2@sunrise.example');
    const otherSession = await signIn(product.url, 'desk2@sunrise.example');
    const socket = await openSocket(desk2);
    const ended = new Promise<void>((resolve) => socket.on('sessionEnded', () => resolve()));
    const disconnected = new Promise<void>((resolve) => socket.on('disconnect', () => resolve()));
    const answer = await desk2.call('signOut', {});
    expect(answer.headers['set-cookie']?.[0]).toContain('Max-Age=0');
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    const after = await desk2.call('validateSession', {});
    expect({ status: after.status, message: after.failure().message }).toEqual({
      status: 401,
      message: 'Unauthorized - Session expired',
    });
    await ended;
    await disconnected;
    await expect(openSocket(desk2, { reconnection: false })).rejects.toThrow();
    expect((await otherSession.call('validateSession', {})).status).toBe(200);
  });

  test('is not opened for a wrong password, and the answer is the same for an unknown address', async () => {
    const nobody = callerAt(product.url, '');
    const wrong = await nobody.call('signIn', { ...credentials(), password: 'Wrong#2026' });
    const unknown = await nobody.call('signIn', { ...credentials(), email: 'nobody@sunrise.example' });
    for (const answer of [wrong, unknown]) {
      expect(answer.status).toBe(401);
      expect(answer.failure()).toMatchObject({ code: 'sign-in.refused', message: 'Invalid email or password.' });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });
});

type LiveClient = Socket<ServerToPage, PageToServer>;
const sockets: LiveClient[] = [];
afterAll(() => {
  for (const socket of sockets) socket.disconnect();
});
/** A page's socket, which connects again if an attempt fails; without that, a failed attempt rejects. */
async function openSocket({ cookie }: SignedIn, { reconnection = true } = {}): Promise<LiveClient> {
  const socket: LiveClient = io(product.url, {
    transports: ['websocket'],
    reconnection,
    forceNew: true,
    extraHeaders: { cookie, origin: product.url },
  });
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', () => resolve());
    if (!reconnection) socket.on('connect_error', reject);
  });
  return socket;
}

describe('live', () => {
  test('a booking, a mark and its undo reach both desks and the doctor, and nobody of another client', async () => {
    const lakeside = await signIn(product.url, 'admin@lakeside.example');
    const desk2 = await signIn(product.url, 'desk2@sunrise.example');
    const received = new Map<SignedIn, LiveMessage[]>();
    for (const who of [admin, desk2, doctor, lakeside]) {
      const messages: LiveMessage[] = [];
      received.set(who, messages);
      (await openSocket(who)).on('live', (news) => messages.push(...news));
    }
    const appointmentId = await confirmedToday();
    const statusIn = (who: SignedIn): string | undefined =>
      (received.get(who) ?? [])
        .flatMap((message) => (message.topic === 'today' ? message.rows : []))
        .findLast((row) => row.AppointmentId === appointmentId)?.Status;
    const expectOnEveryPage = (status: string) =>
      eventually(`everybody sees ${status}`, async () =>
        [admin, desk2, doctor].every((who) => statusIn(who) === status),
      );

    const marked = (await doctor.call('updateAppointmentStatusAsDoctor', { appointmentId, status: 'Availed' })).reply();
    await expectOnEveryPage('Availed');
    const undo = { appointmentId, status: 'Confirmed', undo: marked.eventId ?? '' } as const;
    (await doctor.call('updateAppointmentStatusAsDoctor', undo)).reply();
    await expectOnEveryPage('Confirmed');

    const booked = (await book(13, '08:30')).reply();
    const hasFilled = (who: SignedIn): boolean =>
      (received.get(who) ?? []).some(
        (message) =>
          message.topic === 'days' &&
          message.rows.some(
            ({ date, slots }) => date === addDays(today, 13) && slots.some(({ booked: taken }) => taken > 0),
          ),
      );
    await eventually('both desks see the slot fill', async () => hasFilled(admin) && hasFilled(desk2));
    expect(booked.appointmentId).toContain(pocId);
    expect(received.get(lakeside)?.filter(({ topic }) => topic !== 'refetch')).toEqual([]);
  });

  test('a page of another site gets no socket', async () => {
    const socket = io(product.url, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: { cookie: admin.cookie, origin: 'https://elsewhere.example' },
    });
    await expect(
      new Promise((resolve, reject) => {
        socket.on('connect', () => resolve('connected'));
        socket.on('connect_error', reject);
      }),
    ).rejects.toThrow();
    socket.disconnect();
  });
});

describe('undo', () => {
  test('compensates the mark; a second undo of the same event changes nothing and answers as the first did', async () => {
    const appointmentId = await confirmedToday();
    const marked = (
      await doctor.call('updateAppointmentStatusAsDoctor', { appointmentId, status: 'Not_Availed' })
    ).reply();
    const undo = { appointmentId, status: 'Confirmed', undo: marked.eventId ?? '' } as const;
    const first = (await doctor.call('updateAppointmentStatusAsDoctor', undo)).reply();
    const second = (await doctor.call('updateAppointmentStatusAsDoctor', undo)).reply();
    expect(first).toMatchObject({ status: 'Confirmed', message: 'Undo successful! Status reverted to Confirmed' });
    expect(second).toMatchObject({ status: 'Confirmed', eventId: first.eventId });
    const events = (await eventsIn(dataDir, streams.doctorDay(pocId, today))).filter(
      ({ data }) => data['appointmentId'] === appointmentId,
    );
    expect(events.slice(-2).map(({ type, metadata }) => [type, metadata.actor.kind])).toEqual([
      ['AppointmentMarkedNotVisited', 'doctor'],
      ['AppointmentMarkUndone', 'doctor'],
    ]);
  });

  test('is refused when somebody else has changed the appointment since, with what it is now', async () => {
    const appointmentId = await confirmedToday();
    const marked = (await doctor.call('updateAppointmentStatusAsDoctor', { appointmentId, status: 'Availed' })).reply();
    await admin.call('correctAppointmentStatus', { appointmentId, status: 'Not_Availed', reason: 'Never came' });
    const undo = { appointmentId, status: 'Confirmed', undo: marked.eventId ?? '' } as const;
    const answer = await doctor.call('updateAppointmentStatusAsDoctor', undo);
    expect(answer.status).toBe(409);
    expect(answer.failure()).toMatchObject({ code: 'appointment.changed', details: { status: 'Not_Availed' } });
  });

  test('is refused after its window, and the reply had said until when', async () => {
    for (const socket of sockets.splice(0)) socket.disconnect();
    await product.stop();
    product = await startProduct(dataDir, { UNDO_WINDOW_SECONDS: String(shortWindow) });
    [admin, doctor] = [admin, doctor].map((who) => ({ ...who, ...callerAt(product.url, who.cookie) })) as [
      SignedIn,
      SignedIn,
    ];
    const appointmentId = await confirmedToday();
    const marked = (await admin.call('updateAppointmentStatusAsAdmin', { appointmentId, status: 'Availed' })).reply();
    const until = Date.parse(marked.undoUntil ?? '');
    expect(until - Date.now()).toBeLessThanOrEqual(shortWindow * 1_000);
    const undo = { appointmentId, status: 'Confirmed', undo: marked.eventId ?? '' } as const;
    await eventually('the window is over', async () => Date.now() > until);
    const answer = await admin.call('updateAppointmentStatusAsAdmin', undo);
    expect(answer.status).toBe(409);
    expect(answer.failure().code).toBe('undo.expired');
    expect((await ofToday()).find(({ AppointmentId }) => AppointmentId === appointmentId)?.Status).toBe('Availed');
  });
});

describe("the account's trail", () => {
  test('has the refused commands: what, on what, why', async () => {
    const appointmentId = await confirmedToday();
    const answer = await doctor.call('updateAppointmentStatusAsDoctor', { appointmentId, status: 'Cancelled' });
    expect({ status: answer.status, code: answer.failure().code }).toEqual({ status: 403, code: 'cancel.admin-only' });
    const entry = await eventually('the refusal is on the trail', async () =>
      (await trailOf(doctor.user.accountId)).find(({ data }) => data['code'] === 'cancel.admin-only'),
    );
    expect(entry).toMatchObject({
      type: 'CommandRefused',
      data: {
        call: 'updateAppointmentStatusAsDoctor',
        subject: { appointmentId, status: 'Cancelled' },
        code: 'cancel.admin-only',
      },
      metadata: { actor: { kind: 'doctor', id: doctor.user.accountId }, clientId: doctor.user.clientId },
    });
  });

  test("has commands of the wrong role and for somebody else's ids", async () => {
    const auditor = await signIn(product.url, 'auditor@sunrise.example');
    const lakeside = await signIn(product.url, 'admin@lakeside.example');
    const appointmentId = await confirmedToday();
    await auditor.call('updateAppointmentStatusAsAdmin', { appointmentId, status: 'Availed' });
    await lakeside.call('updateAppointmentStatusAsAdmin', { appointmentId, status: 'Availed' });
    const codesOf = async (who: SignedIn) => (await trailOf(who.user.accountId)).map(({ data }) => data['code']);
    await eventually('access.role', async () => (await codesOf(auditor)).includes('access.role'));
    await eventually('access.foreign', async () => (await codesOf(lakeside)).includes('access.foreign'));
  });

  test('has sign-ins, refused ones, and the sign-out; an unknown address stands on a trail of its own', async () => {
    const auditor = await signIn(product.url, 'auditor@sunrise.example');
    const nobody = callerAt(product.url, '');
    const wrong = {
      email: 'auditor@sunrise.example',
      password: 'Wrong#2026',
      role: 'admin',
      clientId: auditor.user.clientId,
    } as const;
    await nobody.call('signIn', wrong);
    await nobody.call('signIn', { ...wrong, email: 'stranger@sunrise.example' });
    await auditor.call('signOut', {});
    const types = await eventually('all three are there', async () => {
      const signIns = (await eventsIn(dataDir)).filter(({ stream }) => signInStreamOf(stream));
      expect(JSON.stringify(signIns)).not.toContain(auditor.user.accountId);
      const found = signIns.map(({ type }) => type);
      return found.includes('SignedOut') && found;
    });
    expect(types).toEqual(expect.arrayContaining(['SignedIn', 'SignInRefused', 'SignedOut']));
    const unknown = await eventually('the unknown address', async () => {
      const found = await eventsIn(dataDir, streams.unknownAccount);
      return found.length > 0 && found;
    });
    expect(JSON.stringify(unknown)).not.toContain('stranger');
  });

  test('has the reading of a history', async () => {
    const auditor = await signIn(product.url, 'auditor@sunrise.example');
    const appointmentId = await confirmedToday();
    (await auditor.call('getAppointmentStory', { appointmentId })).reply();
    const entry = await eventually('the reading is on the trail', async () =>
      (await trailOf(auditor.user.accountId)).find(({ type }) => type === 'HistoryRead'),
    );
    expect(entry.data).toEqual({ subject: { appointmentId, patientId: expect.any(String) } });
  });
});
