import { appointmentId, slotId } from '@dayline/contracts/ids';
import type { RefusedCommand } from '../call-routes.ts';
import { exampleRoutes, expectFailure, postTo, seen } from '../testing/example-calls.ts';
import { ids, type RouteServer, startRouteServer } from '../testing/route-server.ts';

const refusedCommands: RefusedCommand[] = [];
let calls: RouteServer;
let admin: string;
let doctor: string;
let auditor: string;
beforeAll(async () => {
  calls = await startRouteServer(exampleRoutes, { onRefused: (refused) => refusedCommands.push(refused) });
  [admin, doctor, auditor] = [await calls.signIn('admin'), await calls.signIn('doctor'), await calls.signIn('auditor')];
});
afterAll(() => calls.close());
beforeEach(() => {
  seen.length = 0;
  refusedCommands.length = 0;
});
const post = postTo(() => calls);

describe('who may call', () => {
  test('nobody without a session, but for public calls', async () => {
    const failure = expectFailure(await post('mine', null), { status: 401, code: 'session.missing' });
    expect(failure.message).toBe('Unauthorized - Session expired');
    expectFailure(await post('mine', 'dayline_session=made-up'), { status: 401, code: 'session.missing' });
    expectFailure(await post('mine', `dayline_session=${'A'.repeat(43)}`), { status: 401, code: 'session.missing' });
    expect((await post('open', null)).status).toBe(200);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ caller: null });
  });

  test('no other role than the call is for, and a command leaves a trace of the attempt', async () => {
    for (const cookie of [doctor, auditor]) {
      expectFailure(await post('book', cookie, { clientId: ids.client }), { status: 403, code: 'access.role' });
    }
    expect(seen).toEqual([]);
    expect(
      refusedCommands.map(({ endpoint, context, refusal }) => [endpoint, context.actor.kind, refusal.refused]),
    ).toEqual([
      ['book', 'doctor', 'access.role'],
      ['book', 'auditor', 'access.role'],
    ]);
  });

  test('a refusal tells what the caller’s client has of what was named, and of the rest the kind', async () => {
    const named = async (cookie: string, body: unknown) => {
      refusedCommands.length = 0;
      const { status } = await post('book', cookie, body);
      return [status, refusedCommands[0]?.named];
    };
    const { client: clientId, patient: userId } = ids;
    const own = { own: { clientId, userId }, foreign: [] };
    expect(await named(auditor, { clientId, userId })).toEqual([403, own]);
    expect(await named(admin, { clientId, userId: ids.nobody })).toEqual([
      403,
      { own: { clientId }, foreign: ['patient'] },
    ]);
    expect(await named(doctor, { clientId: ids.otherClient, userId })).toEqual([
      403,
      { own: { userId }, foreign: ['client'] },
    ]);
    const nothing = { own: {}, foreign: [] };
    for (const body of [{ clientId: 7 }, { clientId, surprise: 'x' }, '{"clientId":', '[]']) {
      expect(await named(auditor, body)).toEqual([403, nothing]);
    }
    expect(await named(auditor, 'x'.repeat(20_000))).toEqual([403, nothing]);
  });

  const day = '2026-01-05';
  const foreign: [string, unknown][] = [
    ['book', { clientId: ids.otherClient }],
    ['book', { clientId: ids.client, userId: ids.nobody }],
    ['of-doctor', { pocId: ids.otherDoctor }],
    ['of-doctor', { pocId: ids.nobody }],
    ['of-appointment', { appointmentId: appointmentId(ids.otherDoctor, day, ids.nobody) }],
    ['of-slot', { slotId: slotId(ids.otherDoctor, day, '09:15') }],
    ['of-department', { departmentId: ids.nobody }],
    ['of-each', { schedule: [{ pocId: ids.doctor }, { pocId: ids.otherDoctor }] }],
  ];
  test.each(foreign)("%s with somebody else's id is 403, whether or not it exists: %j", async (name, body) => {
    expectFailure(await post(name, admin, body), { status: 403, code: 'access.foreign' });
    expect(seen).toEqual([]);
  });

  const own: [string, unknown][] = [
    ['book', { clientId: ids.client, userId: ids.patient }],
    ['of-doctor', { pocId: ids.doctor }],
    ['of-doctor', { pocId: ids.colleague }],
    ['of-appointment', { appointmentId: appointmentId(ids.doctor, day, ids.nobody) }],
    ['of-slot', { slotId: slotId(ids.doctor, day, '09:15') }],
    ['of-department', { departmentId: ids.department }],
    ['of-each', { schedule: [{ pocId: ids.doctor }] }],
  ];
  test.each(own)('%s with an own id is answered: %j', async (name, body) => {
    expect((await post(name, admin, body)).status).toBe(200);
  });

  test('a doctor acts on the own POC alone, not on a colleague of the same client', async () => {
    expect((await post('of-doctor', doctor, { pocId: ids.doctor })).status).toBe(200);
    expectFailure(await post('of-doctor', doctor, { pocId: ids.colleague }), { status: 403, code: 'access.foreign' });
    expectFailure(
      await calls.send({ method: 'GET', path: `/api/doctor/${ids.colleague}`, headers: { cookie: doctor } }),
      {
        status: 403,
        code: 'access.foreign',
      },
    );
  });

  test('no page of another site', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      expectFailure(await post('mine', admin, {}, headers), { status: 403, code: 'request.foreign-origin' });
    }
    expect((await post('mine', admin, {}, { origin: calls.base, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });
});

describe('what is sent', () => {
  test('must be application/json', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonx',
      '',
    ]) {
      const answer = await post('mine', admin, '{}', { 'content-type': type });
      expectFailure(answer, { status: 415, code: 'request.media-type' });
    }
    expectFailure(await post('mine', admin, '{}', { 'content-encoding': 'gzip' }), {
      status: 415,
      code: 'request.media-type',
    });
    expect((await post('mine', admin, '{}', { 'content-type': 'Application/JSON; Charset=UTF-8' })).status).toBe(200);
  });

  test.each(['{', 'nothing', '{"a":1,}', '\u0000'])('must be JSON: %j', async (body) => {
    expectFailure(await post('mine', admin, body), { status: 400, code: 'request.malformed' });
  });

  test.each(['{"__proto__":{"role":"admin"}}', '{"a":[{"constructor":1}]}', '{"\\u005f_proto__":1}'])(
    "must not reach for an object's prototype: %s",
    async (body) => {
      expectFailure(await post('mine', admin, body), { status: 400, code: 'request.malformed' });
    },
  );

  test('may be at most 16 kB, however its length is declared', async () => {
    const tooLong = JSON.stringify({ clientId: ids.client, name: 'x'.repeat(16 * 1024) });
    expectFailure(await post('book', admin, tooLong), { status: 413, code: 'request.too-large' });
    const chunked = await post('book', admin, tooLong, { 'transfer-encoding': 'chunked' });
    expectFailure(chunked, { status: 413, code: 'request.too-large' });
    expectFailure(await post('book', admin, 'x'.repeat(2_000_000)), { status: 413, code: 'request.too-large' });
    const justRight = `${' '.repeat(16 * 1024 - 2)}{}`;
    expect((await post('mine', admin, justRight)).status).toBe(200);
  });

  test('must fit the schema, and every field that does not is named', async () => {
    const body = { clientId: 'x', name: 'y'.repeat(21), surprise: 1 };
    const failure = expectFailure(await post('book', admin, body), { status: 400, code: 'request.invalid' });
    expect(failure.message).toBe('Please check the fields marked below.');
    expect(failure.details?.fields?.map(({ field }) => field).sort()).toEqual(['clientId', 'name', 'surprise']);
  });

  test.each(['[]', 'null', '1', '"text"'])('must be an object: %s', async (body) => {
    expectFailure(await post('mine', admin, body), { status: 400, code: 'request.invalid' });
  });

  test('an empty body has no fields', async () => {
    expect((await post('mine', admin, '')).status).toBe(200);
  });

  test('by GET stands in the path and the query string', async () => {
    const get = (path: string) => calls.send({ method: 'GET', path, headers: { cookie: admin } });
    const { status, text } = await get(`/api/doctor/${ids.doctor}?day=Mo%20n`);
    expect([status, JSON.parse(text)]).toEqual([200, { pocId: ids.doctor, day: 'Mo n' }]);
    expectFailure(await get(`/api/doctor/${ids.doctor}?other=1`), { status: 400, code: 'request.invalid' });
    expectFailure(await get(`/api/doctor/${ids.doctor}?pocId=${ids.colleague}`), {
      status: 400,
      code: 'request.malformed',
    });
    expectFailure(await get(`/api/doctor/${ids.doctor}?__proto__=1`), { status: 400, code: 'request.malformed' });
    expectFailure(await get('/api/doctor/%zz'), { status: 400, code: 'request.malformed' });
    expectFailure(await get('/api/doctor/a/b'), { status: 404, code: 'request.not-found' });
  });
});
