import type { Endpoint, Role } from '@dayline/contracts/endpoints/definition';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { failureSchema, refuse } from '@dayline/contracts/errors';
import fc from 'fast-check';
import { docsPage } from './docs-page.ts';
import { openApiDocument } from './openapi.ts';
import { refusalCases } from './refusal-cases.ts';
import type { Route } from './route-table.ts';
import { sampleOf } from './sample.ts';
import { ids, type StartedCalls, startCalls } from './started-calls.ts';

const table = Object.entries<Endpoint>(endpoints);
let reached = 0;
/** The whole table, each call with a handler that refuses: whatever else is answered comes from the way to it. */
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
const other = { client: ids.otherClient, doctor: ids.otherDoctor, department: ids.nobody, patient: ids.nobody };

let calls: StartedCalls;
const cookies = new Map<Role | null, Record<string, string>>([[null, {}]]);
beforeAll(async () => {
  calls = await startCalls(routes, { logLevel: 'error' });
  for (const role of ['admin', 'doctor', 'auditor'] as const) cookies.set(role, { cookie: await calls.signIn(role) });
});
afterAll(() => calls.close());
beforeEach(() => {
  reached = 0;
});

describe('the table', () => {
  const cases = refusalCases({ own, colleague: ids.colleague, other });

  test('has a case for each way of refusing, and for each call', () => {
    expect(new Set(cases.map(({ endpoint }) => endpoint)).size).toBe(table.length);
    expect(new Set(cases.map(({ expected }) => expected.status))).toEqual(new Set([400, 401, 403, 413, 415]));
  });

  test.each(cases.map((each) => [each.title, each] as const))('%s', async (_, { as, sent, expected }) => {
    const answer = await calls.send({ ...sent, headers: { ...cookies.get(as), ...sent.headers } });
    const failure = failureSchema.parse(JSON.parse(answer.text));
    expect({ status: answer.status, code: failure.code }).toEqual(expected);
    expect(reached).toBe(0);
  });
});

describe('any body', () => {
  const json = fc.jsonValue({ maxDepth: 3 });

  test.each(table)('of %s is answered, never by a fault', async (_, endpoint) => {
    const role = endpoint.access === 'public' ? null : (endpoint.access[0] ?? null);
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

describe('the documents', () => {
  test('have every call, with its fields and refusals', () => {
    const { paths, openapi } = JSON.parse(JSON.stringify(openApiDocument()));
    expect(openapi).toBe('3.1.0');
    for (const [name, { path, method }] of table) expect(paths[path][method.toLowerCase()].operationId).toBe(name);
    const booking = paths['/api/create-appointments'].post;
    expect(booking.requestBody.content['application/json'].schema.required).toContain('paymentStatus');
    expect(booking.responses['409'].description).toContain('slot.full');
    expect(Object.keys(booking.responses)).toEqual(
      expect.arrayContaining(['200', '401', '403', '413', '415', '422', '503']),
    );
  });

  test('are served, the page without a script and with its stylesheet', async () => {
    const get = (path: string) => calls.send({ method: 'GET', path });
    const page = await get('/api/docs');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toBe(docsPage());
    expect(page.text).not.toContain('<script');
    for (const [name, { path, title }] of table) {
      expect(page.text).toContain(`<article id="${name}">`);
      expect(page.text).toContain(`<code>${path}</code>`);
      expect(page.text).toContain(title.replaceAll("'", '&#39;'));
    }
    expect((await get('/api/docs.css')).headers['content-type']).toContain('text/css');
    expect(JSON.parse((await get('/api/openapi.json')).text)).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
  });
});
