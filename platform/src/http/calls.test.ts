import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { claims, type Endpoint, endpoint } from '@dayline/contracts/endpoints/definition';
import { failureSchema, refuse } from '@dayline/contracts/errors';
import { appointmentId, idSchema, slotId, slotIdSchema } from '@dayline/contracts/ids';
import { z } from 'zod';
import { EventLogUnavailable } from '../event-log/port.ts';
import type { RefusedCommand } from './calls.ts';
import type { CallContext } from './handler.ts';
import type { Route } from './route-table.ts';
import type { Received } from './send.ts';
import { ids, type StartedCalls, startCalls } from './started-calls.ts';
import { openThrottle } from './throttle.ts';

const anyone = ['admin', 'doctor', 'auditor'] as const;
const seen: CallContext[] = [];
const refusedCommands: RefusedCommand[] = [];

function route<Req extends z.ZodType>(
  name: string,
  draft: Partial<Omit<Endpoint, 'request'>> & { request?: Req },
  handle: (request: z.output<Req>) => ReturnType<Route['handle']> = async () => ({ body: { success: true } }),
): Route {
  return {
    name,
    endpoint: endpoint({
      path: `/api/${name}`,
      kind: 'query',
      access: anyone,
      request: z.strictObject({}),
      response: z.object({ success: z.literal(true) }),
      title: name,
      ...draft,
    }),
    handle: (request, context) => {
      seen.push(context);
      return handle(request as z.output<Req>);
    },
  };
}

const routes: Route[] = [
  route('open', { access: 'public' }),
  route('mine', {}),
  route('book', {
    kind: 'command',
    access: ['admin'],
    claims: [claims.client, claims.patient],
    request: z.strictObject({
      clientId: idSchema,
      userId: idSchema.optional(),
      name: z.string().trim().max(20).optional(),
    }),
  }),
  route('of-doctor', { claims: [claims.doctor], request: z.strictObject({ pocId: idSchema }) }),
  route('of-appointment', { claims: [claims.appointment], request: z.strictObject({ appointmentId: z.string() }) }),
  route('of-slot', { claims: [claims.slot], request: z.strictObject({ slotId: slotIdSchema }) }),
  route('of-department', { claims: [claims.department], request: z.strictObject({ departmentId: idSchema }) }),
  route('of-each', {
    claims: [{ field: 'schedule', is: 'doctorOfEach' }],
    request: z.strictObject({ schedule: z.array(z.strictObject({ pocId: idSchema })) }),
  }),
  route(
    'doctor',
    {
      method: 'GET',
      path: '/api/doctor/{pocId}',
      claims: [claims.doctor],
      request: z.strictObject({ pocId: z.string(), day: z.string().optional() }),
      response: z.object({ pocId: z.string(), day: z.string().optional() }),
    },
    async (request) => ({ body: request }),
  ),
  route(
    'full',
    { kind: 'command', failure: 'There was an error creating the appointment. Please try again.' },
    async () => refuse('slot.full', { details: { freeTimes: [{ date: '2026-01-05', time: '09:30', left: 1 }] } }),
  ),
  route('reused', { kind: 'command' }, async () => refuse('key.reused')),
  route('log-away', { kind: 'command', failure: 'Error updating appointment status' }, async () => {
    throw new EventLogUnavailable('the disk at /secret/path is full', 'notAppended');
  }),
  route('fault', { failure: null }, async () => {
    throw new Error('secret internals');
  }),
  route('wrong-reply', {}, async () => ({ body: { success: 'secret' } })),
  route('list', { response: z.array(z.object({ id: z.int() })) }, async () => ({
    body: [{ id: 1, hidden: 'secret' }],
    position: '0000000000000042',
    total: 12,
    next: 'abc',
  })),
  route('stream', { response: z.array(z.int()) }, async () => ({ body: [], stream: Readable.from(['[1,', '2]']) })),
  route('cookies', {}, async () => ({ body: { success: true }, headers: { 'Set-Cookie': ['a=1', 'b=2'] } })),
];

let calls: StartedCalls;
let admin: string;
let doctor: string;
let auditor: string;
beforeAll(async () => {
  calls = await startCalls(routes, {
    onRefused: (refused) => refusedCommands.push(refused),
    waitFor: async (position) => position === '0000000000000001',
    throttle: openThrottle({ callsPerMinute: 40, clock: { now: () => calls.now } }),
  });
  [admin, doctor, auditor] = [await calls.signIn('admin'), await calls.signIn('doctor'), await calls.signIn('auditor')];
});
afterAll(() => calls.close());
beforeEach(() => {
  // The throttle's buckets fill again.
  calls.now += 60_000;
  seen.length = 0;
  refusedCommands.length = 0;
});

const post = (name: string, cookie: string | null, body: unknown = {}, headers: Record<string, string> = {}) =>
  calls.send({ path: `/api/${name}`, body, headers: { ...(cookie === null ? {} : { cookie }), ...headers } });

function expectFailure({ status, headers, text }: Received, expected: { status: number; code: string }) {
  const failure = failureSchema.parse(JSON.parse(text));
  expect({ status, code: failure.code }).toEqual(expected);
  expect(failure.requestId).toBe(headers['x-request-id']);
  return failure;
}

describe('every answer', () => {
  test.each([
    ['a reply', () => post('mine', admin), 200],
    ['a refusal', () => post('mine', null), 401],
    ['a fault', () => post('fault', admin), 500],
    ['an unknown call', () => post('nothing', admin), 404],
    ['the readable page', () => calls.send({ method: 'GET', path: '/api/docs' }), 200],
    ['a path outside', () => calls.send({ method: 'GET', path: '/nothing' }), 404],
    ['a path that can not be decoded', () => calls.send({ method: 'GET', path: '/api/doctor/%zz' }), 401],
  ])('%s has the security headers', async (_, ask, status) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    const policy = answer.headers['content-security-policy'];
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(answer.headers['strict-transport-security']).toBeUndefined();
    expect(answer.headers['x-powered-by']).toBeUndefined();
  });

  test('of a call is JSON, never stored, with an id', async () => {
    const { headers, text } = await post('mine', admin);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(text)).toEqual({ success: true });
  });
});

describe('who may call', () => {
  test('nobody without a session, but for public calls', async () => {
    const failure = expectFailure(await post('mine', null), { status: 401, code: 'session.missing' });
    expect(failure.message).toBe('Unauthorized - Session expired');
    expectFailure(await post('mine', 'dayline_session=made-up'), { status: 401, code: 'session.missing' });
    expectFailure(await post('mine', `dayline_session=${'A'.repeat(43)}`), { status: 401, code: 'session.missing' });
    expect((await post('open', null)).status).toBe(200);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ identity: null, sessionHash: null });
  });

  test('no other role than the call is for, and a command leaves a trace of the attempt', async () => {
    for (const cookie of [doctor, auditor]) {
      expectFailure(await post('book', cookie, { clientId: ids.client }), { status: 403, code: 'access.role' });
    }
    expect(seen).toEqual([]);
    expect(
      refusedCommands.map(({ endpoint, context, refusal }) => [endpoint, context.identity.role, refusal.refused]),
    ).toEqual([
      ['book', 'doctor', 'access.role'],
      ['book', 'auditor', 'access.role'],
    ]);
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

  test('may be 16 kB and no more, however its length is told', async () => {
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
    expectFailure(await get('/api/mine'), { status: 404, code: 'request.not-found' });
  });
});

describe('a command', () => {
  const book = (key: string | null, name = 'Asha', cookie = admin) =>
    post('book', cookie, { clientId: ids.client, name }, key === null ? {} : { 'idempotency-key': key });

  test('has the same id for the same account, call and key, and a digest of its parsed body', async () => {
    await book('intent-0001');
    await book('intent-0001', '  Asha ');
    await book('intent-0001', 'Ben');
    await book('intent-0002');
    await book('intent-0001', 'Asha', await calls.signIn('admin'));
    const [first, again, otherBody, otherKey, otherAccount] = seen;
    expect(again).toMatchObject({ commandId: first?.commandId, commandDigest: first?.commandDigest });
    expect(otherBody?.commandId).toBe(first?.commandId);
    expect(otherBody?.commandDigest).not.toBe(first?.commandDigest);
    expect(first?.commandDigest).toMatch(/^[0-9a-f]{16}$/);
    expect(new Set([first, otherKey, otherAccount].map((context) => context?.commandId)).size).toBe(3);
  });

  test('without a key has an id of its own', async () => {
    await book(null);
    await book(null);
    expect(seen[0]?.commandId).toMatch(/^[0-9A-Z]{26}$/);
    expect(seen[0]?.commandId).not.toBe(seen[1]?.commandId);
  });

  test.each(['short', 'x'.repeat(129), 'with space', 'ümlaut-key'])('refuses a key such as %j', async (key) => {
    const answer = await book(Buffer.from(key, 'utf8').toString('latin1'));
    const failure = expectFailure(answer, { status: 400, code: 'request.invalid' });
    expect(failure.details?.fields?.[0]?.field).toBe('Idempotency-Key');
  });

  test('that is refused says why, in the status, the code and the details, and leaves a trace', async () => {
    const failure = expectFailure(await post('full', admin), { status: 409, code: 'slot.full' });
    expect(failure.message).toBe('This time was taken a moment ago.');
    expect(failure.details).toEqual({ freeTimes: [{ date: '2026-01-05', time: '09:30', left: 1 }] });
    expectFailure(await post('reused', admin), { status: 422, code: 'key.reused' });
    expect(refusedCommands.map(({ refusal }) => refusal.refused)).toEqual(['slot.full', 'key.reused']);
    expect(refusedCommands[0]?.context.commandId).toBe(seen[0]?.commandId);
  });

  test('knows its caller and what it was part of', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const { headers } = await post('book', admin, { clientId: ids.client }, { traceparent });
    expect(seen[0]).toMatchObject({
      traceparent,
      requestId: headers['x-request-id'],
      now: calls.now,
      address: '127.0.0.1',
      identity: { role: 'admin', clientId: ids.client, clientName: 'Sunrise', zone: 'Asia/Kolkata', pocName: null },
    });
    await post('book', admin, { clientId: ids.client }, { traceparent: 'x' });
    expect(seen[1]?.traceparent).toBeNull();
  });
});

describe('a reply', () => {
  test('carries what its schema has and no more, and its place and paging in headers', async () => {
    const { headers, text } = await post('list', admin);
    expect(JSON.parse(text)).toEqual([{ id: 1 }]);
    expect(headers).toMatchObject({ 'x-position': '0000000000000042', 'x-total-count': '12', 'x-next-cursor': 'abc' });
    expect(headers['x-stale']).toBeUndefined();
  });

  test('of a query that waited in vain for a position says that it is stale', async () => {
    expect((await post('list', admin, {}, { 'x-read-after': '0000000000000001' })).headers['x-stale']).toBeUndefined();
    expect((await post('list', admin, {}, { 'x-read-after': '0000000000000099' })).headers['x-stale']).toBe('true');
    expectFailure(await post('list', admin, {}, { 'x-read-after': 'soon' }), { status: 400, code: 'request.invalid' });
  });

  test('may be streamed', async () => {
    expect((await post('stream', admin)).text).toBe('[1,2]');
  });

  test('may set cookies', async () => {
    expect((await post('cookies', admin)).headers['set-cookie']).toEqual(['a=1', 'b=2']);
  });
});

describe('when something is wrong on our side', () => {
  test('a log that is away is 503 with a time to try again, in the sentence of the call', async () => {
    const answer = await post('log-away', admin);
    const failure = expectFailure(answer, { status: 503, code: 'service.unavailable' });
    expect(failure.message).toBe('Error updating appointment status');
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.text).not.toContain('secret');
  });

  test.each(['fault', 'wrong-reply'])('%s is 500, shows no internals, and its id is in the log', async (name) => {
    const answer = await post(name, admin);
    const { requestId } = expectFailure(answer, { status: 500, code: 'service.fault' });
    expect(answer.text).not.toContain('secret');
    expect(calls.log.some((line) => line.includes(requestId) && line.includes('"level":"error"'))).toBe(true);
  });
});

test('an address that calls too often without a session hears when it may again', async () => {
  const answers: Received[] = [];
  for (let call = 0; call < 41; call += 1) answers.push(await post('open', null));
  expect(answers.slice(0, 40).every(({ status }) => status === 200)).toBe(true);
  const last = answers[40];
  if (!last) throw new Error('There is no answer.');
  expectFailure(last, { status: 429, code: 'request.throttled' });
  expect(last.headers['retry-after']).toBe('2');
  expect((await post('mine', admin)).status).toBe(200);
  calls.now += 2_000;
  expect((await post('open', null)).status).toBe(200);
});

test('the log holds no body, cookie or name', async () => {
  await post('book', admin, { clientId: ids.client, name: 'Kavya Pillai' }, { 'idempotency-key': 'canary-key-1' });
  await post('book', admin, { clientId: ids.client, surprise: 'Kavya Pillai' });
  const all = calls.log.join('\n');
  expect(all).toContain('"call":"book"');
  for (const canary of ['Kavya', 'Meera', 'sunrise.example', admin.split('=')[1] ?? '-'])
    expect(all).not.toContain(canary);
});

test('a body that comes too slowly is cut off with 408 and the security headers', async () => {
  const slow = await startCalls(routes, { requestTimeoutMs: 200 });
  const socket = connect(Number(new URL(slow.base).port), '127.0.0.1');
  socket.write(
    'POST /api/open HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a"',
  );
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
  await slow.close();
});

test('behind TLS the cookie is bound to the host, and HSTS is sent', async () => {
  const secure = await startCalls(routes, { cookieSecure: true });
  const cookie = await secure.signIn('admin');
  expect(cookie).toMatch(/^__Host-dayline_session=/);
  const ask = (origin: string) =>
    secure.send({ path: '/api/mine', body: {}, headers: { cookie, origin, host: 'desk.example' } });
  const answer = await ask('https://desk.example');
  expect(answer.status).toBe(200);
  expect(answer.headers['strict-transport-security']).toContain('max-age=31536000');
  expectFailure(await ask('http://desk.example'), { status: 403, code: 'request.foreign-origin' });
  await secure.close();
});
