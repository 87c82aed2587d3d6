import type { Scope } from '@dayline/contracts/api-keys/scopes';
import { scopes } from '@dayline/contracts/api-keys/scopes';
import { callersOf, type Endpoint } from '@dayline/contracts/endpoints/definition';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { failureSchema, refuse } from '@dayline/contracts/errors';
import type { Credential } from './caller.ts';
import { wellFormedCalls } from './testing/refusal-cases.ts';
import { ids, type RouteServer, startRouteServer } from './testing/route-server.ts';

/** Every key with one scope, at every call of the table: what isn't granted is refused. */

const keyWith = (scope: string): string => `Bearer dl_${scope}`;
const keys: Credential = {
  of: 'partner',
  remembered: () => null,
  isOurs: () => true,
  async find({ headers }) {
    const scope = headers.authorization?.slice('Bearer dl_'.length);
    if (scope === undefined || !scopes.some((each) => each === scope)) return null;
    const actor = { kind: 'partner', id: ids.nobody, name: 'Laboratory' } as const;
    // Cast is safe: it is one of the scopes.
    return {
      kind: 'partner',
      id: ids.nobody,
      clientId: ids.client,
      actor,
      channel: 'partner',
      scopes: [scope as Scope],
    };
  },
};

let reached: string[] = [];
let calls: RouteServer;
let cookie = '';
beforeAll(async () => {
  const routes = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({
    name,
    endpoint,
    handle: async () => {
      reached.push(name);
      return refuse('log.conflict');
    },
  }));
  calls = await startRouteServer(routes, { credentials: [keys], logLevel: 'error' });
  cookie = await calls.signIn('admin');
});
afterAll(() => calls.close());
beforeEach(() => {
  reached = [];
});

const own = { client: ids.client, doctor: ids.doctor, department: ids.department, patient: ids.patient };
const others = { client: ids.otherClient, doctor: ids.otherDoctor, department: ids.nobody, patient: ids.nobody };
const partnersOf = (name: keyof typeof endpoints): readonly Scope[] => callersOf(endpoints[name].access).partners;
const notPublic = wellFormedCalls(own).filter(({ endpoint }) => endpoints[endpoint].access !== 'public');

async function codeOf(sent: (typeof notPublic)[number]['sent'], headers: Readonly<Record<string, string>>) {
  const answer = await calls.send({ ...sent, headers: { ...sent.headers, ...headers } });
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  return failureSchema.parse(JSON.parse(answer.text)).code;
}

test.each(scopes)('a key with %s makes the calls of that scope, and no other one', async (scope) => {
  for (const { endpoint, sent } of notPublic) {
    const isGranted = partnersOf(endpoint).includes(scope);
    const code = await codeOf(sent, { authorization: keyWith(scope), 'idempotency-key': 'a-key-of-tests' });
    expect([endpoint, code]).toEqual([endpoint, isGranted ? 'log.conflict' : 'access.role']);
  }
  const granted = notPublic.filter(({ endpoint }) => partnersOf(endpoint).includes(scope));
  expect(reached).toEqual(granted.map(({ endpoint }) => endpoint));
});

test('no key names what belongs to another client', async () => {
  const foreign = wellFormedCalls(others).filter(
    ({ endpoint }) => partnersOf(endpoint).length > 0 && endpoints[endpoint].claims.length > 0,
  );
  const named: string[] = [];
  for (const { endpoint, sent } of foreign) {
    // An optional field is in no sample, and then nothing is named.
    if (!endpoints[endpoint].claims.some(({ field }) => JSON.stringify(sent).includes(field))) continue;
    named.push(endpoint);
    const authorization = keyWith(partnersOf(endpoint)[0] ?? '');
    expect([endpoint, await codeOf(sent, { authorization })]).toEqual([endpoint, 'access.foreign']);
  }
  expect(named).toContain('listPartnerAppointments');
  const optional = { pocId: ids.otherDoctor, departmentId: ids.nobody };
  for (const [field, id] of Object.entries(optional)) {
    const sent = { method: 'GET', path: `/api/v1/slots?${field}=${id}` } as const;
    expect(await codeOf(sent, { authorization: keyWith('slots:read') })).toBe('access.foreign');
  }
  expect(reached).toEqual([]);
});

test('a wrong key is refused as such, and a key beside a session at every call', async () => {
  for (const { endpoint, sent } of notPublic) {
    expect([endpoint, await codeOf(sent, { authorization: 'Bearer dl_wrong' })]).toEqual([endpoint, 'api-key.invalid']);
    for (const authorization of [keyWith('slots:read'), 'Bearer dl_wrong']) {
      const code = await codeOf(sent, { authorization, cookie });
      expect([endpoint, code]).toEqual([endpoint, 'request.two-credentials']);
    }
  }
  expect(reached).toEqual([]);
});

test('a key is of no use to a page of another site', async () => {
  const sent = { method: 'GET', path: '/api/v1/slots' } as const;
  const headers = { authorization: keyWith('slots:read'), origin: 'https://elsewhere.example' };
  expect(await codeOf(sent, headers)).toBe('request.foreign-origin');
  const asked = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' };
  const preflight = await calls.send({ method: 'OPTIONS', path: '/api/v1/slots', headers: { ...headers, ...asked } });
  expect(preflight.status).toBeGreaterThanOrEqual(400);
  expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});
