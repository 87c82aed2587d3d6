import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { unattendedHeader } from '@dayline/contracts/endpoints/definition';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import { type LiveMessage, liveMessageSchema } from '@dayline/contracts/live';
import type { TestClinic } from '../testing/clinic.ts';
import { testId } from '../testing/ids.ts';
import { closed, opened, refusal, startLiveServer, type TestPage } from '../testing/live-server.ts';
import {
  book,
  canaryName,
  frontDesk,
  identity,
  lakeside,
  mark,
  mornings,
  openSunrise,
  setSchedule,
  sunrise,
  today,
} from '../testing/sunrise.ts';

let clinic: TestClinic;
let live: Awaited<ReturnType<typeof startLiveServer>>;
let isVaultAway: boolean;
/** In ms: how far the clock of the sessions is ahead. */
let ahead: number;
const admin = identity('admin', sunrise.clientId);
const otherAdmin = identity('admin', lakeside.clientId);
const doctor = identity('doctor', sunrise.clientId, sunrise.asha);
const otherDoctor = identity('doctor', sunrise.clientId, sunrise.vikram);

beforeEach(async () => {
  clinic = await openSunrise();
  isVaultAway = false;
  ahead = 0;
  live = await startLiveServer(clinic, {
    socketsPerAccount: 3,
    isVaultAway: () => isVaultAway,
    sessionsAhead: () => ahead,
  });
});
afterEach(async () => {
  await live.stop();
  await clinic.close();
});

async function pageOf(who: typeof admin): Promise<TestPage> {
  const { cookie } = await live.signIn(who);
  const page = live.open({ cookie });
  await opened(page);
  return page;
}
const isToday = (message: LiveMessage) => message.topic === 'today';
const isRefetch = (message: LiveMessage) => message.topic === 'refetch';

test('views that were swapped tell every page to refetch, though nothing was appended', async () => {
  const [ofClient, ofOtherDoctor] = await Promise.all([admin, otherDoctor].map(pageOf));
  const answered = await clinic.rebuild();
  await Promise.all([ofClient?.hears(isRefetch), ofOtherDoctor?.hears(isRefetch)]);
  expect(ofClient?.received).toEqual([{ topic: 'refetch', at: answered }]);
  await book(clinic);
  await clinic.project();
  await ofClient?.hears(isToday);
});

test("a page's beat is answered", async () => {
  const page = await pageOf(admin);
  await page.socket.emitWithAck('beat');
});

describe('a commit', () => {
  test('reaches the client and the doctor with the rows themselves, and nobody else', async () => {
    const [ofClient, ofDoctor, ofOther, ofOtherDoctor] = await Promise.all(
      [admin, doctor, otherAdmin, otherDoctor].map(pageOf),
    );
    await book(clinic);
    await clinic.project();
    await Promise.all([ofClient?.hears(isToday), ofDoctor?.hears(isToday)]);
    for (const page of [ofClient, ofDoctor]) {
      const topics = page?.received.map(({ topic }) => topic);
      expect(topics).toEqual(['today', 'counts', 'days', 'hint']);
      for (const message of page?.received ?? []) expect(liveMessageSchema.parse(message)).toEqual(message);
    }
    expect(ofClient?.received.find(isToday)).toMatchObject({
      rows: [{ PatientName: 'Rohan Kulkarni', POC_Name: 'Dr. Asha Menon', Status: 'Confirmed' }],
    });
    // The other client's message uses the same path: once it has arrived, nothing else was sent before it.
    await book(clinic, { clientId: lakeside.clientId, pocId: lakeside.leela, patientId: lakeside.canary });
    await clinic.project();
    await ofOther?.hears(isToday);
    expect(JSON.stringify(ofOther?.received)).not.toContain('Rohan');
    expect(JSON.stringify(ofOther?.received)).toContain(canaryName);
    await book(clinic, { pocId: sunrise.vikram, time: '09:00' });
    await clinic.project();
    await ofOtherDoctor?.hears(isToday);
    expect(JSON.stringify(ofOtherDoctor?.received)).not.toContain(sunrise.asha);
    for (const page of [ofClient, ofDoctor, ofOtherDoctor]) {
      expect(JSON.stringify(page?.received)).not.toContain(canaryName);
      expect(JSON.stringify(page?.received)).not.toContain(lakeside.clientId);
    }
  });

  test('of a call tells every doctor of the client that somebody was called, but not whom', async () => {
    const page = await pageOf(otherDoctor);
    const { stream, change } = await book(clinic);
    const { appointmentId, patientId } = change;
    const data = { appointmentId, patientId, token: 1, arrivedAt: '09:30' };
    await clinic.append(stream, sunrise.clientId, frontDesk, { type: 'PatientArrived', data });
    await clinic.project();
    const hint = await page.hears(({ topic }) => topic === 'hint');
    expect(page.received).toEqual([hint]);
    expect(hint).toMatchObject({ views: ['calls'], pocIds: [], dates: [] });
  });

  test('of a sign-in or a sign-out is hinted to the pages of the client, with nobody named', async () => {
    const [page, doctors] = await Promise.all([pageOf(admin), pageOf(doctor)]);
    const stream = streams.account(testId(42));
    await clinic.append(stream, sunrise.clientId, frontDesk, { type: 'SignedIn', data: { role: 'doctor' } });
    await clinic.project();
    const hint = await page.hears(({ topic }) => topic === 'hint');
    expect(hint).toEqual({ topic: 'hint', at: hint.at, views: ['people'], pocIds: [], dates: [] });
    await clinic.append(stream, sunrise.clientId, frontDesk, { type: 'SignedOut', data: {} });
    await clinic.project();
    await page.hears(({ topic, at }) => topic === 'hint' && at > hint.at);
    expect(doctors.received).toEqual([]);
  });

  test('of a chat is hinted to the pages of the client once it was handed over, with nothing that was written', async () => {
    const [page, doctors] = await Promise.all([pageOf(admin), pageOf(doctor)]);
    const stream = streams.chat(sunrise.clientId, '0123456789abcdef0123456789abcdef');
    const sentAt = '2026-11-21T04:10:00.000Z';
    const who = { userId: 'IN.1', phone: '919876543211', content: '{"kind":"text","text":"desk"}' };
    const received = { type: 'ChatMessageReceived', data: { messageId: 'm', sentAt, ...who } } as const;
    await clinic.append(stream, sunrise.clientId, frontDesk, received);
    await clinic.project();
    const asked = { type: 'HandoverRequested', data: { reason: 'asked' } } as const;
    await clinic.append(stream, sunrise.clientId, frontDesk, asked);
    await clinic.project();
    const hint = await page.hears(({ topic }) => topic === 'hint');
    expect(page.received).toEqual([{ topic: 'hint', at: hint.at, views: ['chats'], pocIds: [], dates: [] }]);
    expect(doctors.received).toEqual([]);
  });

  test('of another day is hinted at, with the days that are near', async () => {
    const page = await pageOf(admin);
    await book(clinic, { date: addDays(today, 40) });
    await clinic.project();
    const hint = await page.hears(({ topic }) => topic === 'hint');
    expect(hint).toMatchObject({
      views: ['appointments', 'doctorDays'],
      pocIds: [sunrise.asha],
      dates: [addDays(today, 40)],
    });
    expect(page.received.map(({ topic }) => topic)).toEqual(['counts', 'hint']);
  });

  test('tells the slots of a day as the query of its times does, without a place that is honoured and closed', async () => {
    const date = addDays(today, 1);
    await book(clinic, { date, time: '09:30' });
    const late = { startTime: '15:00', endTime: '16:00', appointmentsPerSlot: 2, slotDuration: 30 };
    const afternoons = mornings.map(({ day }) => ({ day, timeIntervals: [late] }));
    await setSchedule(clinic, sunrise.clientId, sunrise.asha, afternoons);
    await clinic.project();
    const { cookie } = await live.signIn(admin);
    const page = live.open({ cookie });
    await opened(page);
    await mark(clinic, await book(clinic, { date, time: '10:00' }), 'Cancelled');
    await clinic.project();
    const message = await page.hears(({ topic }) => topic === 'days');
    const answer = await fetch(`${live.address}${endpoints.listTimesWithAvailability.path}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ pocId: sunrise.asha, date }),
    });
    const times = endpoints.listTimesWithAvailability.response.parse(await answer.json());
    expect(times.map(({ appointment_time }) => appointment_time)).toEqual(['15:00', '15:30']);
    const [day] = 'rows' in message && message.topic === 'days' ? message.rows : [];
    expect(day?.slots.map(({ time }) => time)).toEqual(times.map(({ appointment_time }) => appointment_time));
  });

  test('of a new schedule says refetch', async () => {
    const page = await pageOf(doctor);
    await setSchedule(clinic, sunrise.clientId, sunrise.asha, mornings.slice(0, 2));
    await clinic.project();
    await page.hears(isRefetch);
    expect(page.received).toHaveLength(1);
  });

  test("of a hospital's day says refetch to the client and its doctors, and nothing to others", async () => {
    const pages = [await pageOf(doctor), await pageOf(admin)];
    const otherPage = await pageOf(otherAdmin);
    const founders = {
      dayId: testId(70),
      on: { date: today },
      from: today,
      to: today,
      name: 'Founders',
      branchId: null,
    };
    await clinic.append(streams.clientCalendar(sunrise.clientId), sunrise.clientId, frontDesk, {
      type: 'HospitalDaySet',
      data: { ...founders, open: [] },
    });
    await clinic.project();
    for (const page of pages) await page.hears(isRefetch);
    // What comes after it shows that nothing was left out for the other client.
    await book(clinic, { clientId: lakeside.clientId, pocId: lakeside.leela, patientId: lakeside.canary });
    await clinic.project();
    await otherPage.hears(isToday);
    expect(otherPage.received.filter(isRefetch)).toEqual([]);
  });
});

describe('after a reconnect', () => {
  test('a page gets what changed since the position that it shows', async () => {
    const { cookie } = await live.signIn(doctor);
    const before = (await clinic.views.checkpoint())?.position ?? '';
    const booking = await book(clinic);
    await mark(clinic, booking, 'Availed');
    await book(clinic, { pocId: sunrise.vikram, time: '09:00' });
    await clinic.project();
    const page = live.open({ cookie });
    await opened(page);
    const { at } = await page.socket.emitWithAck('resume', before);
    expect(at).toBe((await clinic.views.checkpoint())?.position);
    const board = await page.hears(isToday);
    expect(board).toMatchObject({ at, rows: [{ Status: 'Availed', POC_ID: sunrise.asha }] });
    const again = page.received.length;
    await page.socket.emitWithAck('resume', at);
    expect(page.received).toHaveLength(again);
  });

  test('a page that shows a position which the views have not reached refetches', async () => {
    const page = await pageOf(admin);
    await page.socket.emitWithAck('resume', '9999999999999999');
    expect(page.received.map(({ topic }) => topic)).toEqual(['refetch']);
  });

  test('a page that was away too long refetches', async () => {
    const page = await pageOf(admin);
    const before = (await clinic.views.checkpoint())?.position ?? '';
    for (let at = 0; at < 101; at += 1) await book(clinic);
    await clinic.project();
    await page.hears(isRefetch);
    page.received.length = 0;
    await page.socket.emitWithAck('resume', before);
    expect(page.received.map(({ topic }) => topic)).toEqual(['refetch']);
  });
});

describe('the handshake', () => {
  test('refuses who is not signed in, and a page of another site', async () => {
    const { cookie } = await live.signIn(admin);
    await refusal(live.open({}));
    await refusal(live.open({ cookie: 'dayline_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }));
    await refusal(live.open({ cookie, origin: 'https://evil.example' }));
    await refusal(live.open({ cookie, origin: 'null' }));
    await opened(live.open({ cookie, origin: live.address }));
    await opened(live.open({ cookie, origin: 'https://desk.example' }));
  });

  test('refuses more sockets than an account may have, until one is closed', async () => {
    const { cookie } = await live.signIn(admin);
    const pages = [live.open({ cookie }), live.open({ cookie }), live.open({ cookie })];
    await Promise.all(pages.map(opened));
    expect(await refusal(live.open({ cookie }))).toBe('sockets.too-many');
    pages[0]?.socket.disconnect();
    await eventually(async () => opened(live.open({ cookie })));
  });
});

/** Retries until the condition holds. */
async function eventually(what: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await what();
    } catch {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

describe('a session that ends', () => {
  test('closes its sockets, also when another process ended it, and leaves the others', async () => {
    const { cookie, tokenHash } = await live.signIn(admin);
    const { cookie: own } = await live.signIn(doctor);
    const page = live.open({ cookie });
    const otherPage = live.open({ cookie: own });
    await Promise.all([opened(page), opened(otherPage)]);
    // The page made a call just before: this process has the session in its cache.
    const answer = await fetch(`${live.address}/api/auth/validate`, { headers: { cookie } });
    expect(answer.status).toBe(200);
    const isClosed = closed(page);
    await live.inOtherProcess(({ sessions }) => sessions.end(tokenHash));
    await isClosed;
    expect(page.ends).toEqual(['sessionEnded', 'disconnect']);
    expect(otherPage.socket.connected).toBe(true);
  });

  test('closes every socket of an account whose password another process changed, and none opened since', async () => {
    const { cookie } = await live.signIn(admin);
    const { cookie: own } = await live.signIn(doctor);
    const pages = [live.open({ cookie }), live.open({ cookie })];
    const otherPage = live.open({ cookie: own });
    await Promise.all([...pages, otherPage].map(opened));
    await live.inOtherProcess(({ vault }) => vault.accounts.setPassword(admin.accountId, 'other'));
    await Promise.all(pages.map(closed));
    const { cookie: newCookie } = await live.signIn(admin);
    const again = live.open({ cookie: newCookie });
    await opened(again);
    await live.looksAtSessions(2);
    expect(again.socket.connected).toBe(true);
    expect(otherPage.socket.connected).toBe(true);
  });

  test('closes none while the vault is unavailable, and when it is back those whose session ended meanwhile', async () => {
    const { cookie, tokenHash } = await live.signIn(admin);
    const { cookie: own } = await live.signIn(doctor);
    const [page, otherPage] = [live.open({ cookie }), live.open({ cookie: own })];
    await Promise.all([opened(page), opened(otherPage)]);
    await live.looksAtSessions(2);
    isVaultAway = true;
    await live.inOtherProcess((elsewhere) => elsewhere.sessions.end(tokenHash));
    await live.looksAtSessions(2);
    expect([page, otherPage].map(({ socket }) => socket.connected)).toEqual([true, true]);
    isVaultAway = false;
    await closed(page);
    expect(page.ends).toEqual(['sessionEnded', 'disconnect']);
    expect(otherPage.socket.connected).toBe(true);
  });
});

describe('a session that is about to end unused', () => {
  const minute = 60_000;
  test('is announced to all its pages and no other, and withdrawn once one of them is used', async () => {
    const { cookie } = await live.signIn(admin);
    const pages = [live.open({ cookie }), live.open({ cookie })];
    await Promise.all(pages.map(opened));
    await live.looksAtSessions(2);
    ahead = 11 * 60 * minute + 59 * minute;
    const { cookie: own } = await live.signIn(doctor);
    const otherPage = live.open({ cookie: own });
    await opened(otherPage);
    const said = async (warnings: boolean[]) => {
      // A beat after the look arrives after what the look said.
      await live.looksAtSessions(2);
      await Promise.all([...pages, otherPage].map(({ socket }) => socket.emitWithAck('beat')));
      expect([...pages, otherPage].map((page) => page.warnings)).toEqual([warnings, warnings, []]);
    };
    await said([true]);
    const ask = (headers: Record<string, string>) => fetch(`${live.address}/api/auth/validate`, { headers });
    // An empty desk's own calls are no use.
    expect((await ask({ cookie, [unattendedHeader]: '1' })).status).toBe(200);
    await said([true]);
    expect((await ask({ cookie })).status).toBe(200);
    await said([true, false]);
    ahead += 6 * 60 * minute;
    expect((await ask({ cookie: own })).status).toBe(200);
    ahead += 6 * 60 * minute - 30_000;
    await said([true, false, true]);
    ahead += minute;
    await Promise.all(pages.map(closed));
    expect(pages.map(({ ends }) => ends)).toEqual([
      ['sessionEnded', 'disconnect'],
      ['sessionEnded', 'disconnect'],
    ]);
  });
});

describe('midnight of the clinic', () => {
  test('says refetch', async () => {
    const page = await pageOf(admin);
    clinic.clock.set('2026-11-21T18:29:59.000Z');
    await page.socket.emitWithAck('resume', (await clinic.views.checkpoint())?.position ?? '');
    expect(page.received).toEqual([]);
    clinic.clock.set('2026-11-21T18:30:01.000Z');
    await page.hears(isRefetch);
  });
});

describe('calls of the router', () => {
  const ask = (path: string, cookie: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${live.address}${path}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  test("refuse another client's ids, whether or not they exist", async () => {
    const { cookie } = await live.signIn(admin);
    const foreign = [
      ['/api/departments', { clientId: lakeside.clientId }],
      ['/api/pocs/available-dates', { pocId: lakeside.leela }],
      ['/api/pocs', { clientId: sunrise.clientId, departmentId: lakeside.dental }],
    ] as const;
    for (const [path, body] of foreign) expect((await ask(path, cookie, body)).status).toBe(403);
    expect((await ask('/api/departments', cookie, { clientId: sunrise.clientId })).status).toBe(200);
  });

  test('wait for the position of X-Read-After, and say when they could not', async () => {
    const { cookie } = await live.signIn(admin);
    const booking = await book(clinic);
    const head = await clinic.sealedLog.head();
    const waiting = ask(
      '/api/admin/todays-appointments',
      cookie,
      { clientId: sunrise.clientId },
      { 'x-read-after': head },
    );
    await clinic.project();
    const answer = await waiting;
    expect(answer.headers.get('x-stale')).toBeNull();
    expect(answer.headers.get('x-position')).toBe(head);
    expect(await answer.json()).toMatchObject([{ AppointmentId: booking.appointmentId }]);
    await clinic.append(streams.department(sunrise.cardiology), sunrise.clientId, frontDesk, {
      type: 'DepartmentRenamed',
      data: { name: 'Heart' },
    });
    const stale = await ask(
      '/api/departments',
      cookie,
      { clientId: sunrise.clientId },
      { 'x-read-after': await clinic.sealedLog.head() },
    );
    expect(stale.headers.get('x-stale')).toBe('true');
  });
});
