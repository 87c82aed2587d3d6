import type { Endpoint } from '@dayline/contracts/endpoints/definition';
import { type EndpointName, endpoints } from '@dayline/contracts/endpoints/table';
import { failureSchema } from '@dayline/contracts/errors';
import { wellFormedCalls } from '@dayline/http/testing/refusal-cases';
import { send } from '@dayline/http/testing/send';
import { callerAt, readAfter } from '../testing/http-caller.ts';
import { screenOf, tokenOfLink } from '../testing/paired-screen.ts';
import { hours, type StartedClinic, startClinic } from '../testing/started-clinic.ts';

/** "The wall" (the desk's day, 2), on the started product. */

let clinic: StartedClinic;
let pocId = '';
const canary = 'Zuleikha Canarywala';
beforeAll(async () => {
  clinic = await startClinic();
  pocId = await clinic.newDoctor({ ...hours('00:00', '24:00', 100), slotDuration: 60 });
});
afterAll(() => clinic?.close());

const cookieOf = (headers: { readonly 'set-cookie'?: string[] | undefined }) =>
  headers['set-cookie']?.[0]?.split(';')[0] ?? '';
const add = async (name = 'Waiting Hall') => {
  const { admin, clientId } = clinic;
  return (await admin.call('addDisplay', { clientId, name, pocIds: [pocId] })).reply();
};
const pairWith = (of: { displayId: string; link: string }) => screenOf(clinic.product.url, of, clinic.furthest);
async function arrive(name: string) {
  const { admin, clientId } = clinic;
  const userId = await clinic.newPatient(name);
  return (await admin.call('walkIn', { userId, pocId, paymentStatus: 'Paid', clientId })).reply();
}

test('a screen is paired by its link, and shows who is called and who is next by tokens, never by names', async () => {
  const { admin, auditor, clientId, nobody, product } = clinic;
  const added = await add();
  expect(added.link).toMatch(new RegExp(`^/wall#${added.displayId}\\.[\\w-]{43}$`));
  const { presence } = await arrive(canary);
  for (let token = 2; token <= 5; token += 1) await arrive(canary);
  const { position } = (await admin.call('callPatient', { pocId, next: 1, room: 'Room 4' })).reply();

  const paired = await nobody.call('pairDisplay', { displayId: added.displayId, token: tokenOfLink(added.link) });
  expect(paired.headers['set-cookie']).toEqual([
    expect.stringMatching(/^dayline_display=\S+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const cookie = cookieOf(paired.headers);
  const { path } = endpoints.getDisplayBoard;
  const headers = { cookie, ...readAfter(position) };
  const answer = await send(product.url, { method: 'POST', path, body: {}, headers });
  expect(JSON.parse(answer.text)).toMatchObject({
    client: admin.user.clientName,
    display: 'Waiting Hall',
    today: clinic.inDays(0),
    doctors: [
      {
        ...{ pocId, letter: presence?.letter, token: 1, room: 'Room 4', next: [2, 3, 4] },
        hours: [{ from: '00:00', to: '24:00' }],
      },
    ],
  });
  // Which one depends on how many of the demo's doctors have had patients today.
  expect(presence?.letter).toMatch(/^[A-Z]{1,2}$/);
  expect(JSON.stringify([answer.text, answer.headers])).not.toMatch(/Zuleikha|Canarywala|919888/i);
  expect(cookieOf(answer.headers)).toBe(cookie);

  const displays = (await auditor.call('listDisplays', { clientId }, readAfter(paired.reply().position))).reply();
  const listed = displays.find(({ displayId }) => displayId === added.displayId);
  expect(listed).toMatchObject({ displayId: added.displayId, doctors: [{ pocId }], linkUntil: null });
  expect(listed?.pairedAt).not.toBeNull();
  const activity = await auditor.call(
    'listActivity',
    { clientId, pageSize: 10, action: 'settings' },
    readAfter(paired.reply().position),
  );
  expect(activity.reply().entries.map(({ actor, sentence }) => `${actor.name} ${sentence}`)).toEqual(
    expect.arrayContaining([
      'Somebody paired a screen with the display Waiting Hall.',
      expect.stringMatching(/ added the display Waiting Hall for one doctor\.$/),
    ]),
  );
});

test('a call stands until it is withdrawn, and the latest one is shown', async () => {
  const { admin } = clinic;
  const screen = await pairWith(await add());
  const rowAfter = async (position: string | null) =>
    (await screen.call('getDisplayBoard', {}, readAfter(position))).reply().doctors[0];
  const { appointmentId, position, presence } = await arrive('Asha Rao');
  const token = presence?.token;
  const before = await rowAfter(position);
  const called = (await admin.call('callPatient', { appointmentId })).reply();
  expect(await rowAfter(called.position)).toMatchObject({ token, room: null });
  const marked = await admin.call('updateAppointmentStatusAsAdmin', { appointmentId, status: 'Availed' });
  expect(await rowAfter(marked.reply().position)).toMatchObject({ token });
  // A patient whose visit isn't over can be called again.
  const undo = { appointmentId, status: 'Confirmed', undo: marked.reply().eventId ?? '' } as const;
  const undone = (await admin.call('updateAppointmentStatusAsAdmin', undo)).reply();
  expect(await rowAfter(undone.position)).toEqual(before);
  const again = (await admin.call('callPatient', { appointmentId })).reply();
  expect(await rowAfter(again.position)).toMatchObject({ token });
  const withdrawn = (await admin.call('withdrawCall', { appointmentId })).reply();
  expect(await rowAfter(withdrawn.position)).toEqual(before);
});

test('a link pairs one screen, also of two at once; what is wrong, used or void says the same', async () => {
  const { nobody, admin, clientId } = clinic;
  const { displayId, link } = await add();
  const pair = (token: string) => nobody.call('pairDisplay', { displayId, token });
  const invalid = { code: 'token.invalid' };
  expect((await pair('x'.repeat(43))).failure()).toMatchObject(invalid);
  const unknown = await nobody.call('pairDisplay', { displayId: pocId, token: tokenOfLink(link) });
  expect(unknown.failure()).toMatchObject(invalid);
  const statuses = await Promise.all([1, 2].map(async () => (await pair(tokenOfLink(link))).status));
  expect(statuses.sort()).toEqual([200, 410]);
  expect((await pair(tokenOfLink(link))).failure()).toMatchObject(invalid);

  const make = () => admin.call('makeDisplayLink', { clientId, displayId }, { 'Idempotency-Key': 'a-link-of-tests' });
  const made = (await make()).reply();
  expect((await make()).reply()).toEqual(made);
  const later = (await admin.call('makeDisplayLink', { clientId, displayId })).reply();
  expect((await pair(tokenOfLink(made.link))).failure()).toMatchObject(invalid);

  // Repeated after a lost answer.
  const request = { displayId, token: tokenOfLink(later.link), nonce: 'of one click on a screen' };
  const answers = [await nobody.call('pairDisplay', request), await nobody.call('pairDisplay', request)];
  const [first, repeat] = answers.map(({ headers }) => cookieOf(headers));
  expect(first).toMatch(/^dayline_display=/);
  expect(repeat).toBe(first);
  expect((await callerAt(clinic.product.url, first ?? '').call('getDisplayBoard', {})).status).toBe(200);
  const secondPairing = await nobody.call('pairDisplay', { ...request, nonce: 'of a click on another' });
  expect(secondPairing.failure()).toMatchObject(invalid);
});

test('a screen is paired by the code that it shows, once; what is wrong, used or another client’s pairs nothing', async () => {
  const { nobody, admin, stranger, clientId } = clinic;
  const { displayId } = await add('Code Hall');
  const shown = (await nobody.call('createPairingCode', {})).reply();
  expect(shown).toMatchObject({ code: expect.stringMatching(/^\d{6}$/), expiresInSeconds: 600 });
  const { code, screen } = shown;
  const check = (of: { code: string; screen: string } = { code, screen }) => nobody.call('checkPairingCode', of);
  const waiting = await check();
  expect([waiting.reply().paired, waiting.headers['set-cookie']]).toEqual([false, undefined]);
  const another = (await nobody.call('createPairingCode', {})).reply();
  expect((await check({ code, screen: another.screen })).failure()).toMatchObject({ code: 'token.invalid' });

  const wrong = { code: 'pairing-code.invalid' };
  const free = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const unshown = free === another.code ? String((Number(free) + 1) % 1_000_000).padStart(6, '0') : free;
  const type = (input: string, id = displayId) =>
    admin.call('pairDisplayByCode', { clientId, displayId: id, code: input });
  expect((await type(unshown)).failure()).toMatchObject(wrong);
  const theirs = await stranger.call('pairDisplayByCode', { clientId: stranger.user.clientId, displayId, code });
  expect(theirs.failure()).toMatchObject({ code: 'display.unknown' });
  expect((await type(code)).reply().message).toBe('Paired.');
  expect((await type(code)).reply().position).toBeNull();
  expect((await type(code, (await add('Other Hall')).displayId)).failure()).toMatchObject(wrong);

  const answers = [await check(), await check()];
  const [cookie, repeat] = answers.map(({ headers }) => cookieOf(headers));
  expect(answers.map((answer) => answer.reply().paired)).toEqual([true, true]);
  expect(cookie).toMatch(/^dayline_display=/);
  expect(repeat).toBe(cookie);
  const board = (await callerAt(clinic.product.url, cookie ?? '').call('getDisplayBoard', {})).reply();
  expect(board.display).toBe('Code Hall');
});

test('another screen takes the place of the one before, which is refused', async () => {
  const { admin, clientId } = clinic;
  const added = await add();
  const first = await pairWith(added);
  const second = await pairWith(
    (await admin.call('makeDisplayLink', { clientId, displayId: added.displayId })).reply(),
  );
  expect((await second.call('getDisplayBoard', {})).status).toBe(200);
  const refused = await first.call('getDisplayBoard', {});
  expect([refused.status, refused.failure().code]).toEqual([401, 'display.revoked']);
});

describe('a display’s cookie', () => {
  let cookie = '';
  beforeAll(async () => {
    ({ cookie } = await pairWith(await add()));
  });
  const others = Object.entries<Endpoint>(endpoints).filter(
    ([name, { access }]) => access !== 'public' && name !== 'getDisplayBoard',
  );
  test.each(others.map(([name]) => name as EndpointName))('is refused by %s', async (name) => {
    const { clientId, departmentId, product } = clinic;
    const own = { client: clientId, doctor: pocId, department: departmentId, patient: pocId };
    const call = wellFormedCalls(own).find(({ endpoint }) => endpoint === name);
    if (!call) throw new Error(`${name} has no sample.`);
    const answer = await send(product.url, { ...call.sent, headers: { ...call.sent.headers, cookie } });
    expect(answer.status).toBe(403);
    expect(failureSchema.parse(JSON.parse(answer.text)).code).toBe('access.role');
  });

  test('beside a session’s is that of the board alone', async () => {
    const { admin, clientId, product } = clinic;
    const both = callerAt(product.url, `${cookie}; ${admin.cookie}`);
    expect((await both.call('listDisplays', { clientId })).status).toBe(200);
    expect((await both.call('getDisplayBoard', {})).status).toBe(200);
    expect((await admin.call('getDisplayBoard', {})).failure()).toMatchObject({ code: 'access.role' });
  });

  test('stays when somebody signs out', async () => {
    const { product } = clinic;
    const reply = await callerAt(product.url, cookie).call('signOut', {});
    const { headers } = reply;
    expect(String(headers['set-cookie'])).not.toContain('dayline_display');
    expect((await callerAt(product.url, cookie).call('getDisplayBoard', {})).status).toBe(200);
  });
});

test('only the client’s administrators add and revoke, and nobody else learns of a display', async () => {
  const { admin, doctor, auditor, stranger, clientId } = clinic;
  const { displayId } = await add('Canary Hall');
  const named = { name: 'Hall', pocIds: [pocId] };
  const theirs = stranger.user.clientId;
  const refused = [
    await stranger.call('addDisplay', { clientId, ...named }),
    await stranger.call('addDisplay', { clientId: theirs, ...named }),
    await stranger.call('listDisplays', { clientId }),
    await stranger.call('revokeDisplay', { clientId, displayId }),
    await doctor.call('listDisplays', { clientId }),
    await auditor.call('addDisplay', { clientId, ...named }),
    await auditor.call('makeDisplayLink', { clientId, displayId }),
    await auditor.call('revokeDisplay', { clientId, displayId }),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
  for (const name of ['revokeDisplay', 'makeDisplayLink'] as const) {
    const unknown = await stranger.call(name, { clientId: theirs, displayId });
    expect(unknown.failure()).toMatchObject({ code: 'display.unknown' });
    refused.push(unknown);
  }
  expect(refused.map((answer) => answer.failure().message).join()).not.toContain('Canary');
  expect((await stranger.call('listDisplays', { clientId: theirs })).reply()).toEqual([]);

  const wrong = [
    await admin.call('addDisplay', { clientId, ...named, name: 'x'.repeat(16_000) }),
    await admin.call('addDisplay', { clientId, ...named, name: ' ' }),
    await admin.call('addDisplay', { clientId, ...named, pocIds: [] }),
    await admin.call('addDisplay', { clientId, ...named, pocIds: Array.from({ length: 9 }, () => pocId) }),
  ];
  expect(wrong.map((answer) => answer.failure().details?.fields?.[0]?.message)).toEqual([
    expect.stringContaining('60'),
    'Please enter a name.',
    'Please choose one to eight doctors.',
    'Please choose one to eight doctors.',
  ]);
});

test('a display that is revoked shows nothing any more, and is listed no more', async () => {
  const { admin, clientId } = clinic;
  const added = await add('Old Hall');
  const screen = await pairWith(added);
  const revoke = () => admin.call('revokeDisplay', { clientId, displayId: added.displayId });
  const { position } = (await revoke()).reply();
  const refused = await screen.call('getDisplayBoard', {});
  expect([refused.status, refused.failure().code]).toEqual([401, 'display.revoked']);
  const left = (await admin.call('listDisplays', { clientId }, readAfter(position))).reply();
  expect(left.map(({ name }) => name)).not.toContain('Old Hall');
  expect((await revoke()).failure()).toMatchObject({ code: 'display.unknown' });
});

test('many wrong codes delay the caller, also for a right one', async () => {
  const { nobody, stranger } = clinic;
  const { clientId } = stranger.user;
  const doctors = (await stranger.call('listDoctorsOfClient', { clientId })).reply();
  const pocIds = doctors.slice(0, 1).map((doctor) => doctor.pocId);
  const { displayId } = (await stranger.call('addDisplay', { clientId, name: 'Hall', pocIds })).reply();
  const { code } = (await nobody.call('createPairingCode', {})).reply();
  const type = (input: string) => stranger.call('pairDisplayByCode', { clientId, displayId, code: input });
  const statuses: number[] = [];
  while (!statuses.includes(429) && statuses.length < 60) {
    const input = String((Number(code) + 1 + statuses.length) % 1_000_000).padStart(6, '0');
    statuses.push((await type(input)).status);
  }
  expect([...new Set(statuses)]).toEqual([410, 429]);
  expect((await type(code)).failure()).toMatchObject({ code: 'request.throttled' });
});
