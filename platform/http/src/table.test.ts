import { callersOf, type Endpoint, type Role } from '@dayline/contracts/endpoints/definition';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { failureSchema, refuse } from '@dayline/contracts/errors';
import { timePattern, ulidPattern } from '@dayline/contracts/ids';
import fc from 'fast-check';
import { exampleRequests } from './api-document/example-requests.ts';
import { openApiDocument } from './api-document/openapi.ts';
import type { Route } from './call.ts';
import { refusalCases, wellFormedCalls } from './testing/refusal-cases.ts';
import { ids, type RouteServer, startRouteServer } from './testing/route-server.ts';
import { sampleOf } from './testing/sample.ts';

const table = Object.entries<Endpoint>(endpoints);
let reached = 0;
/** The whole table with refusing handlers, so that other answers come from earlier steps. */
const routes = table.map(
  ([name, endpoint]): Route => ({
    name,
    endpoint,
    handle: async () => {
      reached += 1;
      return refuse('log.conflict');
    },
  }),
);
const own = { client: ids.client, doctor: ids.doctor, department: ids.department, patient: ids.patient };
const otherClient = { client: ids.otherClient, doctor: ids.otherDoctor, department: ids.nobody, patient: ids.nobody };

let calls: RouteServer;
const cookies = new Map<Role | null, Record<string, string>>([[null, {}]]);
beforeAll(async () => {
  calls = await startRouteServer(routes, { logLevel: 'error' });
  for (const role of ['admin', 'doctor', 'auditor'] as const) cookies.set(role, { cookie: await calls.signIn(role) });
});
afterAll(() => calls.close());
beforeEach(() => {
  reached = 0;
});

describe('the table', () => {
  test('says of each command of somebody who is signed in, and of no other call, what it counts as', () => {
    for (const [name, { kind, access, action }] of table) {
      expect([name, action !== null]).toEqual([name, kind === 'command' && access !== 'public']);
    }
  });

  const cases = refusalCases({ own, colleague: ids.colleague, otherClient });

  test('has a case for each way of refusing, and for each call', () => {
    expect(new Set(cases.map(({ endpoint }) => endpoint)).size).toBe(table.length);
    expect(new Set(cases.map(({ expected }) => expected.status))).toEqual(new Set([400, 401, 403, 413, 415]));
  });

  test.each(cases.map((refusalCase) => [refusalCase.title, refusalCase] as const))(
    '%s',
    async (_, { as, sent, expected }) => {
      const answer = await calls.send({ ...sent, headers: { ...cookies.get(as), ...sent.headers } });
      const failure = failureSchema.parse(JSON.parse(answer.text));
      expect({ status: answer.status, code: failure.code }).toEqual(expected);
      expect(reached).toBe(0);
    },
  );
});

describe('a session whose owner gave the password or a second factor', () => {
  const minute = 60_000;
  const signedInCalls = wellFormedCalls(own).filter(({ as }) => as !== null);
  let late: RouteServer;
  const owners = new Map<Role | null, { readonly cookie: string; readonly hash: string }>();
  beforeAll(async () => {
    late = await startRouteServer(routes, { logLevel: 'error' });
    for (const role of ['admin', 'doctor', 'auditor'] as const) {
      const cookie = await late.signIn(role);
      owners.set(role, { cookie, hash: (await late.sessions.find(cookie))?.tokenHash ?? '' });
    }
  });
  afterAll(() => late.close());

  async function codes(): Promise<string[]> {
    const found: string[] = [];
    for (const { endpoint, as, sent } of signedInCalls) {
      const { cookie = '' } = owners.get(as) ?? {};
      const answer = await late.send({ ...sent, headers: { ...sent.headers, cookie } });
      found.push(`${endpoint}: ${failureSchema.parse(JSON.parse(answer.text)).code}`);
    }
    return found;
  }
  /** What the handlers answer. */
  const carriedOut = signedInCalls.map(({ endpoint }) => `${endpoint}: log.conflict`);
  const refused = signedInCalls.map(
    ({ endpoint }) => `${endpoint}: ${endpoints[endpoint].needsProof ? 'proof.needed' : 'log.conflict'}`,
  );

  test('15 minutes ago may make every call; longer ago, those that need no fresh proof, until it is given again', async () => {
    const signedInAt = late.now;
    late.now = signedInAt + 15 * minute;
    expect(await codes()).toEqual(carriedOut);
    late.now += 1;
    reached = 0;
    expect(await codes()).toEqual(refused);
    expect(reached).toBe(carriedOut.filter((code) => refused.includes(code)).length);
    for (const { hash } of owners.values()) await late.sessions.prove(hash);
    late.now += 15 * minute;
    expect(await codes()).toEqual(carriedOut);
    late.now += 1;
    expect(await codes()).toEqual(refused);
  });

  test('in the future is none: the clock was set back', async () => {
    for (const { hash } of owners.values()) await late.sessions.prove(hash);
    late.now -= 16 * minute;
    expect(await codes()).toEqual(refused);
  });
});

describe('any body', () => {
  const json = fc.jsonValue({ maxDepth: 3 });

  test.each(table)('of %s is answered, never by a fault', async (_, endpoint) => {
    const role = callersOf(endpoint.access).people[0] ?? null;
    const sample = sampleOf(endpoint.request);
    const altered = fc
      .tuple(fc.constantFrom(...Object.keys(sample), 'page', 'x'), json)
      .map(([field, value]) => ({ ...sample, [field]: value }));
    const body = fc.oneof(
      json.map((value) => JSON.stringify(value)),
      altered,
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(body, fc.string({ maxLength: 40 }), async (sent, query) => {
        const path = endpoint.method === 'POST' ? endpoint.path : `${endpoint.path}?${encodeURIComponent(query)}=1`;
        const answer = await calls.send({
          method: endpoint.method,
          path,
          body: sent,
          headers: { ...cookies.get(role) },
        });
        return answer.status < 500;
      }),
      { numRuns: 25 },
    );
  });
});

test('what follows the last answer of a connection is not answered', async () => {
  const { path, method } = endpoints.listAuditKeys;
  // The answer is written before the parser reaches the body, which a GET doesn't declare.
  const { status } = await calls.send({ method, path: `${path}?x=1`, body: '[]' });
  expect(status).toBe(400);
});

describe('the documents', () => {
  test('have every call, with its fields and refusals', () => {
    const { paths, openapi, components } = JSON.parse(JSON.stringify(openApiDocument()));
    expect(openapi).toBe('3.1.0');
    for (const [name, { path, method }] of table) expect(paths[path][method.toLowerCase()].operationId).toBe(name);
    const booking = paths['/api/create-appointments'].post;
    const { schema } = booking.requestBody.content['application/json'];
    expect(schema).toEqual({ $ref: '#/components/schemas/CreateAppointmentRequest' });
    expect(components.schemas.CreateAppointmentRequest.required).toContain('paymentStatus');
    expect(booking.requestBody.required).toBe(true);
    expect(paths['/api/clients'].post.requestBody.required).toBe(false);
    expect(booking.responses['409'].description).toContain('slot.full');
    expect(Object.keys(booking.responses)).toEqual(
      expect.arrayContaining(['200', '401', '403', '408', '413', '415', '422', '429', '503']),
    );
  });

  test('declare their server, their groups and each call once', () => {
    const { servers, tags, paths } = JSON.parse(JSON.stringify(openApiDocument()));
    expect(servers).toEqual([{ url: '/', description: expect.stringMatching(/\.$/) }]);
    for (const tag of tags)
      expect(tag).toEqual({ name: expect.any(String), description: expect.stringMatching(/\.$/) });
    // Cast is safe: the shape of an OpenAPI document.
    const calls = Object.values(
      paths as Record<string, Record<string, { tags: string[]; operationId: string }>>,
    ).flatMap((path) => Object.values(path));
    expect(new Set(calls.flatMap((call) => call.tags))).toEqual(
      new Set(tags.map(({ name }: { name: string }) => name)),
    );
    expect(new Set(calls.map(({ operationId }) => operationId)).size).toBe(table.length);
  });

  test('require a body where a field is required', () => {
    const { paths } = JSON.parse(JSON.stringify(openApiDocument()));
    expect(paths['/api/clients'].post.requestBody.required).toBe(false);
    expect(paths['/api/create-appointments'].post.requestBody.required).toBe(true);
    expect(paths['/api/poc/update-profile-image'].post.requestBody.required).toBe(true);
  });

  test('tell every pattern that a header or a field must have', () => {
    const { paths, components } = JSON.parse(JSON.stringify(openApiDocument()));
    const { parameters } = paths['/api/create-appointments'].post;
    const { properties } = components.schemas.CreateAppointmentRequest;
    expect(properties.pocId.pattern).toBe(ulidPattern.source);
    expect(properties.time.pattern).toBe(timePattern.source);
    expect(parameters).toContainEqual(
      expect.objectContaining({
        name: 'Idempotency-Key',
        schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,128}$' },
      }),
    );
    const readAfter = paths['/api/doctor/{pocId}'].get.parameters;
    expect(readAfter).toContainEqual(
      expect.objectContaining({
        name: 'X-Read-After',
        schema: { type: 'string', pattern: expect.stringContaining('{16}') },
      }),
    );
    for (const [name, { path, method }] of table) {
      expect([name, Object.keys(paths[path][method.toLowerCase()].responses)]).toEqual([
        name,
        expect.arrayContaining(['429']),
      ]);
    }
  });

  test('have each object once, under a name, and tell what its fields are', () => {
    const { paths, components } = JSON.parse(JSON.stringify(openApiDocument()));
    const seen = new Map<string, number>();
    const lacking = new Set<string>();
    const referred: string[] = [];
    const look = (part: unknown, isTop = false): void => {
      if (typeof part !== 'object' || part === null) return;
      if ('properties' in part && typeof part.properties === 'object') {
        if (!isTop) seen.set(JSON.stringify(part), (seen.get(JSON.stringify(part)) ?? 0) + 1);
        for (const [name, field] of Object.entries(part.properties ?? {})) {
          const isOfManyMeanings = /(?:[a-z]Id|[a-z]Until|^position|^cursor|^revision)$/.test(name);
          if (isOfManyMeanings && !('description' in field)) lacking.add(name);
        }
      }
      if ('$ref' in part) referred.push(String(part.$ref).replace('#/components/schemas/', ''));
      for (const value of Object.values(part)) look(value);
    };
    look(paths);
    for (const schema of Object.values(components.schemas)) look(schema, true);
    expect([...seen].filter(([, times]) => times > 1).map(([shape]) => shape.slice(0, 200))).toEqual([]);
    expect([...lacking]).toEqual([]);
    expect(referred.filter((name) => !(name in components.schemas))).toEqual([]);
    expect(Object.keys(components.schemas).filter((name) => !referred.includes(name))).toEqual([]);
    expect(Object.keys(components.schemas).filter((name) => !/^[A-Z][A-Za-z0-9]+$/.test(name))).toEqual([]);
    expect(components.schemas.Failure.properties.code.enum).toContain('slot.full');
    expect(JSON.stringify(paths).match(/"type":"object"/g)).toBeNull();
  });

  test('say when to come back, and by which cookie somebody is known', () => {
    const { paths, components } = JSON.parse(JSON.stringify(openApiDocument(endpoints, { cookieSecure: true })));
    const { session, display } = components.securitySchemes;
    expect([session.name, display.name]).toEqual(['__Host-dayline_session', '__Host-dayline_display']);
    expect(paths['/api/displays/board'].post.security).toEqual([{ display: [] }]);
    const { responses } = paths['/api/create-appointments'].post;
    expect(responses['200'].headers).toHaveProperty('X-Position');
    for (const status of ['429', '503']) expect(responses[status].headers).toHaveProperty('Retry-After');
  });

  test.each(table)('have an example of %s that is no wrong request', async (name, endpoint) => {
    const example = exampleRequests[name] ?? {};
    expect(endpoint.request.safeParse(example).success).toBe(true);
    if (endpoint.method !== 'POST' || endpoint.upload) return;
    const role = callersOf(endpoint.access).people[0] ?? null;
    const sent = { method: 'POST', path: endpoint.path, body: example, headers: { ...cookies.get(role) } };
    const { status } = await calls.send(sent);
    // Its ids belong to other clients here, or the handler refuses.
    expect([401, 403, 409]).toContain(status);
  });

  test('are served: as OpenAPI, and as a page whose files all come from here', async () => {
    const get = (path: string, headers = {}) => calls.send({ method: 'GET', path, headers });
    expect(JSON.parse((await get('/api/openapi.json')).text)).toEqual(JSON.parse(JSON.stringify(openApiDocument())));

    const page = await get('/api/docs');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).not.toMatch(/<script(?![^>]*src=)|<style|\son\w+=/);
    const files = [...page.text.matchAll(/(?:src|rel="stylesheet" href)="([^"]*)"/g)].map(
      ([, address = '']) => address,
    );
    expect(files).toEqual(['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js'].map((name) => `/api/docs/${name}`));
    for (const file of files) {
      const { status, headers, text } = await get(file);
      expect([file, status, headers['content-type']]).toEqual([
        file,
        200,
        file.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
      ]);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(text.length).toBeGreaterThan(100);
    }
    // Must be revalidated after upgrades: the package's files have the same date in all versions.
    const bundle = await get('/api/docs/swagger-ui-bundle.js');
    const again = await get('/api/docs/swagger-ui-bundle.js', { 'if-none-match': bundle.headers.etag });
    expect([bundle.headers['cache-control'], again.status]).toEqual(['public, max-age=0', 304]);
  });

  test.each(['/index.html', '/swagger-initializer.js', '/../package.json', '/swagger-ui.css/'])(
    'are all that is served of the package: not %s',
    async (path) => {
      expect((await calls.send({ method: 'GET', path: `/api/docs${path}` })).status).toBe(404);
    },
  );
});
