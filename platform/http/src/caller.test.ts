import { claims, endpoint } from '@dayline/contracts/endpoints/definition';
import { refuse } from '@dayline/contracts/errors';
import { idSchema } from '@dayline/contracts/ids';
import { derivedId } from '@dayline/runtime/ids/derived';
import { z } from 'zod';
import type { Route } from './call.ts';
import type { RefusedCommand } from './call-routes.ts';
import type { Credential } from './caller.ts';
import type { CallContext } from './handler.ts';
import { expectFailure } from './testing/example-calls.ts';
import { ids, type RouteServer, startRouteServer } from './testing/route-server.ts';
import { openThrottle } from './throttle.ts';

/** A credential that only these tests know: all that is needed for a caller who is not a person. */
const keyCredential: Credential = {
  of: 'partner',
  remembered: () => null,
  isOurs: ({ headers }) => headers.authorization?.startsWith('Bearer dl_') ?? false,
  async find({ headers }) {
    if (headers.authorization !== 'Bearer dl_right') return null;
    return {
      kind: 'partner',
      id: 'key-1',
      clientId: ids.client,
      actor: { kind: 'system', id: 'key-1', name: 'Chatbot' },
      channel: 'system',
      scopes: ['slots:read', 'appointments:book'],
    };
  },
};

const seen: CallContext[] = [];
const refused: RefusedCommand[] = [];
const shapes = { request: z.strictObject({ pocId: idSchema.optional() }), response: z.object({}), title: 'A test' };
const reply: Route['handle'] = async (_request, context) => {
  seen.push(context);
  return { body: {} };
};
const routes: readonly Route[] = [
  {
    name: 'slots',
    endpoint: endpoint('/api/slots', {
      ...shapes,
      kind: 'query',
      access: { people: [], partners: ['slots:read'] },
      claims: [claims.doctor],
    }),
    handle: reply,
  },
  {
    name: 'feed',
    endpoint: endpoint('/api/feed', { ...shapes, kind: 'query', access: { people: [], partners: ['events:read'] } }),
    handle: reply,
  },
  {
    name: 'book',
    endpoint: endpoint('/api/book', {
      ...shapes,
      kind: 'command',
      access: { people: ['admin'], partners: ['appointments:book'] },
    }),
    handle: reply,
  },
  {
    name: 'full',
    endpoint: endpoint('/api/full', {
      ...shapes,
      kind: 'command',
      access: { people: [], partners: ['appointments:book'] },
    }),
    handle: async () => refuse('slot.full'),
  },
  {
    name: 'board',
    endpoint: endpoint('/api/board', { ...shapes, kind: 'query', access: ['admin'] }),
    handle: reply,
  },
];

let calls: RouteServer;
let person: Readonly<Record<string, string>>;
const partner = { authorization: 'Bearer dl_right' };
const post = (name: string, headers: Readonly<Record<string, string>>, body: object = {}) =>
  calls.send({ path: `/api/${name}`, body, headers: { ...headers } });

beforeAll(async () => {
  const clock = { now: () => calls.now };
  calls = await startRouteServer(routes, {
    credentials: [keyCredential],
    throttle: openThrottle({ callsPerMinute: 2, clock }),
    callerThrottle: openThrottle({ callsPerMinute: 3, clock }),
    onRefused: (command) => refused.push(command),
  });
  person = { cookie: await calls.signIn('admin') };
});
afterAll(() => calls.close());
beforeEach(() => {
  // Refills the throttles' buckets.
  calls.now += 60_000;
  seen.length = 0;
  refused.length = 0;
});

test('a partner’s key makes the calls of its scopes, and who is recorded follows from the key', async () => {
  expect((await post('slots', partner, { pocId: ids.doctor })).status).toBe(200);
  expect(seen[0]).toMatchObject({
    caller: { kind: 'partner' },
    actor: { id: 'key-1', name: 'Chatbot' },
    channel: 'system',
    clientId: ids.client,
  });
  expectFailure(await post('feed', partner), { status: 403, code: 'access.role' });
  expectFailure(await post('slots', partner, { pocId: ids.otherDoctor }), { status: 403, code: 'access.foreign' });
  expect(seen).toHaveLength(1);
});

test('a person’s call refuses a key, a partner’s call a session, and a wrong key is no caller', async () => {
  expectFailure(await post('board', partner), { status: 403, code: 'access.role' });
  expectFailure(await post('slots', person), { status: 403, code: 'access.role' });
  expectFailure(await post('slots', { authorization: 'Bearer dl_wrong' }), {
    status: 401,
    code: 'api-key.invalid',
  });
  expect(seen).toEqual([]);
  expect((await post('board', person)).status).toBe(200);
});

test('one call takes both: the same Idempotency-Key is another command of each', async () => {
  const key = { 'idempotency-key': 'intent-0001' };
  for (const who of [partner, partner, person]) expect((await post('book', { ...who, ...key })).status).toBe(200);
  const [first, again, personCall] = seen;
  expect(first?.commandId).toBe(derivedId('key-1', 'book', 'intent-0001'));
  expect(again).toMatchObject({ commandId: first?.commandId, commandDigest: first?.commandDigest });
  expect(personCall?.commandId).not.toBe(first?.commandId);
  expect(personCall).toMatchObject({ caller: { kind: 'person' }, channel: 'web', actor: { kind: 'admin' } });
});

test('a partner’s command without an Idempotency-Key is refused, and a person’s is not', async () => {
  expectFailure(await post('book', partner), { status: 400, code: 'key.missing' });
  expect((await post('book', person)).status).toBe(200);
  expect(seen).toHaveLength(1);
});

test('a refused command of a partner is reported with its caller', async () => {
  expectFailure(await post('full', { ...partner, 'idempotency-key': 'intent-0002' }), {
    status: 409,
    code: 'slot.full',
  });
  expect(refused).toMatchObject([{ endpoint: 'full', context: { caller: { id: 'key-1' }, clientId: ids.client } }]);
});

test('a key is limited by itself, whatever its address calls without one, and wrong keys by their address', async () => {
  for (let call = 0; call < 3; call += 1) expect((await post('slots', partner)).status).toBe(200);
  expectFailure(await post('slots', partner), { status: 429, code: 'request.throttled' });
  expect((await post('board', person)).status).toBe(200);
  for (let call = 0; call < 2; call += 1) expect((await post('slots', {})).status).toBe(401);
  for (const headers of [{}, { authorization: 'Bearer dl_wrong' }]) {
    expectFailure(await post('slots', headers), { status: 429, code: 'request.throttled' });
  }
});

test('a display is limited by its cookie’s seal, before it is looked up, and a person in the same browser isn’t', async () => {
  let looks = 0;
  const display: Credential = {
    of: 'display',
    remembered: () => null,
    isOurs: ({ headers }) => headers.cookie?.includes('display') === true,
    countedAs: ({ headers }) => (headers.cookie?.includes('display') ? 'display-1' : null),
    // Revoked.
    find: async () => {
      looks += 1;
      return null;
    },
  };
  const machineThrottle = openThrottle({ callsPerMinute: 2, clock: { now: () => 0 } });
  const board = await startRouteServer(routes, { credentials: [display], machineThrottle });
  const ask = () => board.send({ path: '/api/slots', body: { pocId: ids.doctor }, headers: { cookie: 'display' } });
  for (let call = 0; call < 2; call += 1) expect((await ask()).status).toBe(401);
  expectFailure(await ask(), { status: 429, code: 'request.throttled' });
  expect(looks).toBe(2);
  const both = { cookie: `${await board.signIn('admin')}; display` };
  for (let call = 0; call < 3; call += 1) {
    expect((await board.send({ path: '/api/board', body: {}, headers: both })).status).toBe(200);
  }
  await board.close();
});
