import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { signInStreamOf, streams } from '@dayline/contracts/events/categories';
import { metadataSchema } from '@dayline/contracts/events/metadata';
import { displayCredential, sessionCredential } from '@dayline/http/caller';
import { ApiKeys } from '@dayline/http/partner/api-keys';
import { sealedCursors } from '@dayline/http/sealed-cursors';
import { securityHeaders } from '@dayline/http/security-headers';
import { createApp } from '@dayline/http/server/app';
import { CalendarFeeds } from '@dayline/http/session/calendar-feeds';
import { Displays } from '@dayline/http/session/displays';
import { Sessions } from '@dayline/http/session/sessions';
import { createLogger } from '@dayline/runtime/logging/logger';
import { accepted, day, openStage, password, type Stage } from './testing/stage.ts';

let stage: Stage;
let server: Server;
let address = '';
let adminId = '';

beforeAll(async () => {
  stage = await openStage();
  const { commands, names } = stage.service;
  const open = async (role: 'admin' | 'auditor' | 'doctor', email: string, by = stage.by()) =>
    accepted(
      await commands.openAccount(
        { email, role, name: `The ${role}`, pocId: role === 'doctor' ? stage.pocId : null, password },
        by,
      ),
    ).accountId;
  adminId = await open('admin', 'admin@sunrise.example');
  await open('auditor', 'auditor@sunrise.example');
  await open('doctor', 'doctor@sunrise.example');
  const { clientId } = accepted(await commands.onboardClient({ name: 'Lakeside' }, stage.by()));
  await open('admin', 'admin@lakeside.example', { ...stage.by(), clientId });

  const sessions = new Sessions({
    vault: stage.vault,
    names: [names],
    clock: stage.clock,
    sessionSecret: 'the-secret-of-the-tests-is-no-secret',
    cookieSecure: false,
    sessionIdleHours: 12,
    sessionMaxDays: 7,
    proofMinutes: 15,
    onFault: (error) => {
      throw error;
    },
  });
  const displays = new Displays({
    log: stage.log,
    sessionSecret: 'the-secret-of-the-tests-is-no-secret',
    cookieSecure: false,
  });
  const security = securityHeaders({ secure: false });
  const router = stage.service.router({
    sessions,
    displays,
    apiKeys: new ApiKeys({ log: stage.log, clock: stage.clock, sessionSecret: 'the-secret-of-the-tests-is-no-secret' }),
    calendarFeeds: new CalendarFeeds({ log: stage.log, sessionSecret: 'the-secret-of-the-tests-is-no-secret' }),
    credentials: [sessionCredential(sessions), displayCredential(displays)],
    attempts: stage.attempts,
    throttle: { take: () => 0, wait: () => 0 },
    settings: { publicUrl: null, allowedOrigins: [], cookieSecure: false, trustProxy: 0 },
    cursors: sealedCursors('a secret for tests alone, long enough'),
    security,
  });
  server = createServer(createApp({ security, logger: createLogger('test', { level: 'silent' }), calls: [router] }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast is safe: a listening TCP server has such an address.
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await stage.close();
});

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

async function call(
  name:
    | 'signIn'
    | 'signOut'
    | 'createAppointment'
    | 'saveUser'
    | 'updateAppointmentStatusAsAdmin'
    | 'updateAppointmentStatusAsDoctor',
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${address}${endpoints[name].path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  // Cast is safe: every answer of a call is an object.
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
}

const signIn = (email: string, role: 'admin' | 'doctor', clientId: string | null, secret = password) =>
  call('signIn', { email, password: secret, role, clientId });
async function cookieOf(email: string, role: 'admin' | 'doctor'): Promise<Record<string, string>> {
  const { headers } = await signIn(email, role, stage.clientId);
  return { Cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
}
const booking = (time = '09:00') => ({
  userId: stage.patientId,
  pocId: stage.pocId,
  date: day,
  time,
  type: 'Direct Consultation',
  paymentStatus: 'Paid',
  clientId: stage.clientId,
});

describe('signing in', () => {
  test('the account decides the role: an auditor signs in under "Admin" with the client chosen', async () => {
    const admin = await signIn('Admin@sunrise.example', 'admin', stage.clientId);
    expect(admin).toMatchObject({
      status: 200,
      body: { success: true, pocId: null, user: { role: 'admin', clientId: stage.clientId, clientName: 'Sunrise' } },
    });
    expect(admin.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/);
    const auditor = await signIn('auditor@sunrise.example', 'admin', stage.clientId);
    expect(auditor).toMatchObject({ status: 200, body: { user: { role: 'auditor' } } });
    const doctor = await signIn('doctor@sunrise.example', 'doctor', null);
    expect(doctor).toMatchObject({
      status: 200,
      body: { pocId: stage.pocId, user: { role: 'doctor', pocName: 'Dr. Asha Menon' } },
    });
  });

  test.each([
    ['an unknown address', 'nobody@sunrise.example', 'admin', 'own', password],
    ['a wrong password', 'admin@sunrise.example', 'admin', 'own', 'Dayline#2025'],
    ['another client', 'admin@lakeside.example', 'admin', 'own', password],
    ['a wrong password without a client', 'admin@sunrise.example', 'admin', null, 'Dayline#2025'],
    ['a doctor under Admin without a client', 'doctor@sunrise.example', 'admin', null, password],
    ['a doctor under Admin', 'doctor@sunrise.example', 'admin', 'own', password],
    ['an admin under Doctor', 'admin@sunrise.example', 'doctor', null, password],
    ['an auditor under Doctor', 'auditor@sunrise.example', 'doctor', null, password],
  ] as const)('%s is answered the same as any other that does not fit', async (_, email, role, client, secret) => {
    const { status, body, headers } = await signIn(email, role, client === 'own' ? stage.clientId : null, secret);
    const { requestId, ...message } = body;
    expect({ status, message }).toEqual({
      status: 401,
      message: { success: false, code: 'sign-in.refused', message: 'Invalid email or password.' },
    });
    expect(requestId).toEqual(expect.any(String));
    expect(headers.get('set-cookie')).toBeNull();
  });

  test.each([null, ''])(
    'the right password without a client (%j) is asked for it, and nothing is counted',
    async (client) => {
      for (let n = 0; n < 12; n += 1) {
        expect(await signIn('admin@sunrise.example', 'admin', client, password)).toMatchObject({
          status: 422,
          body: { code: 'sign-in.client-missing', message: 'Please choose a client.' },
        });
      }
    },
  );

  test('both are on the trail, of unknown addresses too, without a secret', async () => {
    await signIn('admin@sunrise.example', 'admin', stage.clientId, 'not-my-password');
    await signIn('stranger@nowhere.example', 'admin', stage.clientId, 'not-my-password');
    await stage.service.trail.flush();
    const own = (await stage.log.readAll(stage.log.start, 10_000)).filter(({ stream }) => signInStreamOf(stream));
    expect(own.map((event) => event.type)).toEqual(expect.arrayContaining(['SignedIn', 'SignInRefused']));
    const unknown = await stage.log.readStream(streams.unknownAccount);
    expect(unknown.at(-1)).toMatchObject({ type: 'SignInRefused', metadata: { actor: { kind: 'system' } } });
    const text = JSON.stringify([...own, ...unknown]);
    expect(text).not.toMatch(/not-my-password|stranger@|Dayline#2026/);
  });

  test('strangers don’t fill the log: of many refused sign-ins few are events, of one address or of many', async () => {
    const unknownSignIn = async () => {
      await stage.service.trail.flush();
      return (await stage.log.readStream(streams.unknownAccount)).length;
    };
    const before = await unknownSignIn();
    for (let n = 0; n < 30; n += 1) await signIn(`stranger-${n % 6}@nowhere.example`, 'admin', stage.clientId, 'guess');
    expect((await unknownSignIn()) - before).toBeLessThanOrEqual(6);
  });

  test('signing out ends the session', async () => {
    const cookie = await cookieOf('admin@sunrise.example', 'admin');
    const out = await call('signOut', {}, cookie);
    expect(out).toMatchObject({ status: 200, body: { success: true } });
    expect(out.headers.get('clear-site-data')).toBe('"cache"');
    expect(out.headers.getSetCookie()).toEqual([expect.stringMatching(/^dayline_session=; Max-Age=0; /)]);
    const again = await call('signOut', {}, cookie);
    expect(again.status).toBe(401);
    expect(again.headers.getSetCookie()).toEqual(out.headers.getSetCookie());
  });

  test('signing in over a session ends that one', async () => {
    const first = await cookieOf('admin@sunrise.example', 'admin');
    const over = { email: 'doctor@sunrise.example', password, role: 'doctor', clientId: null };
    expect((await call('signIn', over, first)).status).toBe(200);
    expect((await call('signOut', {}, first)).status).toBe(401);
  });
});

describe('a phone number', () => {
  test.each([
    ['9198765', 'Phone number must be 10 digits.'],
    ['79999900002', 'Phone number must be 10 digits.'],
    ['9198765x3210', 'Phone number should contain only digits.'],
  ])('%s is refused as the page refuses it', async (phone, message) => {
    const cookie = await cookieOf('admin@sunrise.example', 'admin');
    const details = { name: 'Meera Nair', phone, email: 'm@mail.example', location: 'Pune', clientId: stage.clientId };
    const { status, body } = await call('saveUser', details, cookie);
    expect(status).toBe(400);
    expect(body['details']).toMatchObject({ fields: expect.arrayContaining([{ field: 'phone', message }]) });
  });
});

describe('the calls of the table', () => {
  test('book, mark, undo: the replies that the pages show', async () => {
    const admin = await cookieOf('admin@sunrise.example', 'admin');
    const doctor = await cookieOf('doctor@sunrise.example', 'doctor');
    const person = { name: 'Anil', phone: '919700000001', email: 'anil@mail.example', location: 'Pune' };
    const saved = await call('saveUser', { ...person, clientId: stage.clientId }, admin);
    expect(saved).toMatchObject({ status: 200, body: { success: true, position: expect.any(String) } });
    const booked = await call('createAppointment', { ...booking(), userId: saved.body['userId'] }, admin);
    const { appointmentId } = booked.body;
    expect(booked.headers.get('x-position')).toBe(booked.body['position']);
    const marked = await call('updateAppointmentStatusAsDoctor', { appointmentId, status: 'Availed' }, doctor);
    expect(marked.body).toMatchObject({ message: 'Appointment marked as Visited', status: 'Availed' });
    const undo = { appointmentId, status: 'Confirmed', undo: marked.body['eventId'] };
    const undone = await call('updateAppointmentStatusAsDoctor', undo, doctor);
    expect(undone.body).toMatchObject({ message: 'Undo successful! Status reverted to Confirmed', undoUntil: null });
    const cancel = await call('updateAppointmentStatusAsDoctor', { appointmentId, status: 'Cancelled' }, doctor);
    expect(cancel).toMatchObject({ status: 403, body: { code: 'cancel.admin-only' } });
  });

  test('an event is stamped with what its metadata is for, and nothing else of the call', async () => {
    const admin = await cookieOf('admin@sunrise.example', 'admin');
    expect((await call('createAppointment', booking('10:30'), admin)).status).toBe(200);
    const events = await stage.log.readStream(streams.doctorDay(stage.pocId, day));
    const { metadata } = events.at(-1) ?? {};
    expect(Object.keys(metadata ?? {}).filter((name) => !Object.hasOwn(metadataSchema.shape, name))).toEqual([]);
    expect(metadata).toMatchObject({ actor: { kind: 'admin', id: adminId }, clientId: stage.clientId });
    expect(JSON.stringify(metadata)).not.toContain(String(Object.values(admin)[0]).split('=')[1]);
  });

  test('refused commands are on the account’s trail: what, on what, why', async () => {
    const admin = await cookieOf('admin@sunrise.example', 'admin');
    const tele = { ...booking(), type: 'Tele Consultation', paymentStatus: 'Pay_later' };
    expect(await call('createAppointment', tele, admin)).toMatchObject({
      status: 422,
      body: { code: 'payment.upfront' },
    });
    await stage.service.trail.flush();
    const refusals = (await stage.log.readStream(streams.account(adminId))).filter(
      (event) => event.type === 'CommandRefused',
    );
    expect(refusals.at(-1)).toMatchObject({
      data: {
        call: 'createAppointment',
        code: 'payment.upfront',
        subject: { pocId: stage.pocId, userId: stage.patientId, date: day, time: '09:00' },
      },
      metadata: { actor: { kind: 'admin', id: adminId }, clientId: stage.clientId },
    });
  });

  test('an Idempotency-Key belongs to one body, also where another body goes to another stream', async () => {
    const admin = await cookieOf('admin@sunrise.example', 'admin');
    const keyed = { ...admin, 'Idempotency-Key': 'wizard-key-0001' };
    const first = await call('createAppointment', booking('10:00'), keyed);
    expect(await call('createAppointment', booking('10:00'), keyed)).toMatchObject({ status: 200, body: first.body });
    const elsewhere = { ...booking('10:00'), date: '2026-11-22' };
    const reused = { status: 422, body: { code: 'key.reused' } };
    expect(await call('createAppointment', elsewhere, keyed)).toMatchObject(reused);
    // Regardless of what else is wrong with the other body.
    expect(await call('createAppointment', { ...elsewhere, time: '23:30' }, keyed)).toMatchObject(reused);
    const upfront = { ...booking('10:30'), type: 'Tele Consultation', paymentStatus: 'Pay_later' };
    expect(await call('createAppointment', upfront, keyed)).toMatchObject(reused);
  });

  test('a key whose command was refused is unused', async () => {
    const admin = await cookieOf('admin@sunrise.example', 'admin');
    const keyed = { ...admin, 'Idempotency-Key': 'wizard-key-0002' };
    expect(await call('createAppointment', booking('23:30'), keyed)).toMatchObject({ status: 409 });
    expect(await call('createAppointment', booking('11:00'), keyed)).toMatchObject({ status: 200 });
  });
});
