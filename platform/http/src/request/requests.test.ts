import { connect } from 'node:net';
import { exampleRoutes, expectFailure, postTo } from '../testing/example-calls.ts';
import { type RouteServer, startRouteServer } from '../testing/route-server.ts';
import { maxLevels } from './body.ts';

let calls: RouteServer;
let admin: string;
beforeAll(async () => {
  calls = await startRouteServer(exampleRoutes, {
    settings: { publicUrl: null, allowedOrigins: ['https://desk.dayline.example'], cookieSecure: false, trustProxy: 0 },
  });
  admin = await calls.signIn('admin');
});
afterAll(() => calls.close());
const post = postTo(() => calls);

/** The server's response to these bytes, until it closes the connection. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(calls.base).port), '127.0.0.1');
  socket.write(bytes);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

describe('a method that a call does not take', () => {
  test.each([
    ['GET', '/api/mine', 'POST'],
    ['HEAD', '/api/mine', 'POST'],
    ['DELETE', '/api/doctor/x', 'GET, HEAD'],
    ['PATCH', '/api/mine', 'POST'],
    ['DELETE', '/api/things', 'POST, GET, HEAD'],
  ])('%s %s is 405 and names what it takes: %s', async (method, path, allowed) => {
    const answer = await calls.send({ method, path, headers: { cookie: admin } });
    expect(answer.headers.allow).toBe(allowed);
    if (method === 'HEAD') expect(answer.status).toBe(405);
    else expectFailure(answer, { status: 405, code: 'request.method' });
  });

  test('of a path that no call has is 404', async () => {
    expectFailure(await calls.send({ method: 'DELETE', path: '/api/nothing' }), {
      status: 404,
      code: 'request.not-found',
    });
  });
});

describe('a body', () => {
  const lists = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

  test.each([lists, objects])(
    'of 32 levels is read, deeper ones are refused, with and without a session',
    async (nested) => {
      const invalid = { status: 400, code: 'request.invalid' };
      const malformed = { status: 400, code: 'request.malformed' };
      for (const [name, cookie] of [
        ['mine', admin],
        ['open', null],
      ] as const) {
        expectFailure(await post(name, cookie, nested(maxLevels)), invalid);
        expectFailure(await post(name, cookie, nested(maxLevels + 1)), malformed);
        expectFailure(await post(name, cookie, nested(2_500)), malformed);
      }
      expectFailure(await post('open', null, lists(8_190)), malformed);
    },
  );

  test('that is not there has no fields, also without a type', async () => {
    const bodyless = `POST /api/open HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
    expect(await answerTo(`${bodyless}\r\n`)).toMatch(/^HTTP\/1.1 200 /);
    expect(await answerTo(`${bodyless}Content-Length: 0\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);
    expect(await answerTo(`${bodyless}Content-Length: 2\r\n\r\n{}`)).toMatch(/^HTTP\/1.1 415 /);
  });
});

describe('what the HTTP server itself refuses has the security headers', () => {
  test.each([
    ['two Host headers', 'GET /api/docs HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['no Host header', 'GET /api/docs HTTP/1.1\r\n\r\n', 400],
    ['what is not HTTP', 'NONSENSE\r\n\r\n', 400],
    ['headers that are too long', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['an expectation', 'GET /api/docs HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n', 417],
  ])('%s', async (_, bytes, status) => {
    const answer = (await answerTo(bytes)).toLowerCase();
    expect(answer).toMatch(new RegExp(`^http/1.1 ${status} `));
    for (const header of [
      'content-security-policy: ',
      'x-content-type-options: nosniff',
      'cross-origin-resource-policy: ',
    ]) {
      expect(answer).toContain(header);
    }
    expect(answer.match(/x-content-type-options/g)).toHaveLength(1);
  });
});

describe('a page of an allowed origin', () => {
  const webOrigin = 'https://desk.dayline.example';
  const ask = (method: string, origin: string, more: Record<string, string> = {}) =>
    calls.send({
      method,
      path: '/api/mine',
      headers: { cookie: admin, origin, ...more },
      ...(method === 'POST' ? { body: {} } : {}),
    });
  const preflight = (origin: string) =>
    ask('OPTIONS', origin, {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,idempotency-key,traceparent',
    });

  test('may ask and read, with its cookie', async () => {
    const answer = await preflight(webOrigin);
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': webOrigin,
      'access-control-allow-credentials': 'true',
      vary: expect.stringContaining('Origin'),
    });
    expect(answer.headers['access-control-allow-methods']).toContain('POST');
    const allowed = answer.headers['access-control-allow-headers']?.toLowerCase();
    for (const header of ['content-type', 'idempotency-key', 'traceparent']) expect(allowed).toContain(header);

    const { status, headers } = await ask('POST', webOrigin);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'access-control-allow-origin': webOrigin,
      'access-control-allow-credentials': 'true',
    });
    expect(headers['access-control-expose-headers']).toContain('X-Position');
  });

  test('and of no other', async () => {
    for (const origin of ['https://evil.example', 'https://desk.dayline.example.evil.example', 'null']) {
      expect((await preflight(origin)).headers['access-control-allow-origin']).toBeUndefined();
      const answer = await ask('POST', origin);
      expectFailure(answer, { status: 403, code: 'request.foreign-origin' });
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test('and nobody where none is allowed', async () => {
    const strict = await startRouteServer(exampleRoutes);
    try {
      const answer = await strict.send({ method: 'OPTIONS', path: '/api/mine', headers: { origin: webOrigin } });
      expectFailure(answer, { status: 405, code: 'request.method' });
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    } finally {
      await strict.close();
    }
  });
});
