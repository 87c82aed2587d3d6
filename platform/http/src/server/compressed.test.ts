import { type Endpoint, endpoint, mayBeCompressed } from '@dayline/contracts/endpoints/definition';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { z } from 'zod';
import type { Route } from '../call.ts';
import type { Reply } from '../handler.ts';
import { type RouteServer, startRouteServer } from '../testing/route-server.ts';

const rows = Array.from({ length: 200 }, (_, n) => ({ name: `Asha Rao ${n}` }));
const response = z.array(z.object({ name: z.string() }));

const route = (name: string, draft: Partial<Endpoint>, reply: () => Reply<unknown>): Route => ({
  name,
  endpoint: endpoint(`/api/${name}`, {
    ...{ kind: 'query', access: ['admin'], request: z.strictObject({}), response, title: name },
    ...draft,
  }),
  handle: async () => reply(),
});

let resume = () => {};
async function* inPieces() {
  yield rows;
  await new Promise<void>((resolve) => {
    resume = resolve;
  });
  yield rows;
}

let calls: RouteServer;
let admin: string;
beforeAll(async () => {
  calls = await startRouteServer([
    route('long', {}, () => ({ body: rows, position: '0000000000000007', total: 200 })),
    route('short', {}, () => ({ body: rows.slice(0, 3) })),
    route('streamed', {}, () => ({ body: null, pieces: inPieces() })),
    route('picture', { produces: 'image/png' }, () => ({ body: null, bytes: Buffer.alloc(5_000) })),
    route('export', { produces: 'text/csv; charset=utf-8' }, () => ({ body: null, text: csv() })),
    route('command', { kind: 'command' }, () => ({ body: rows })),
    route('public', { access: 'public' }, () => ({ body: rows })),
  ]);
  admin = await calls.signIn('admin');
});
afterAll(() => calls.close());

async function* csv() {
  for (const { name } of rows) yield `${name}\r\n`;
}

const ask = (name: string, accepted: string): Promise<globalThis.Response> =>
  fetch(`${calls.base}/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': accepted, cookie: admin },
    body: '{}',
  });

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('to a caller who takes %s a long answer goes in %s, with its headers', async (accepted, encoding) => {
  const answer = await ask('long', accepted);
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(answer.headers.get('vary')).toMatch(/Accept-Encoding/i);
  expect([answer.headers.get('x-position'), answer.headers.get('x-total-count')]).toEqual(['0000000000000007', '200']);
  expect(await answer.json()).toEqual(rows);
});

test.each(['short', 'picture', 'command', 'public'])('an answer that is %s is sent as it is', async (name) => {
  const answer = await ask(name, 'gzip, br');
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null]);
});

test('an export is compressed as it is made', async () => {
  const answer = await ask('export', 'br');
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(await answer.text()).toBe(rows.map(({ name }) => `${name}\r\n`).join(''));
});

test('each part of a streamed answer goes out when it is made', async () => {
  const answer = await ask('streamed', 'br');
  expect(answer.headers.get('content-encoding')).toBe('br');
  let text = '';
  const read = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  // The second part is produced only once the first has arrived.
  while (!text.includes('Asha Rao 199')) text += (await read?.read())?.value ?? '';
  resume();
  for (let part = await read?.read(); part && !part.done; part = await read?.read()) text += part.value;
  expect(JSON.parse(text)).toEqual([...rows, ...rows]);
});

/** The names of all fields of a schema. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { properties?: Record<string, unknown> };
  return [...Object.keys(properties), ...Object.values(schema).flatMap(namesIn)];
}

test('no answer that is compressed holds a secret', () => {
  const suspicious = /secret|password|link|cookie|credential|pairing|bearer|api.?key|otp/i;
  const found = Object.entries<Endpoint>(endpoints)
    .filter(([, endpoint]) => mayBeCompressed(endpoint) && endpoint.produces === null)
    .flatMap(([, { response }]) => namesIn(z.toJSONSchema(response, { unrepresentable: 'any' })))
    .filter((name) => suspicious.test(name));
  // An API key's id opens nothing. A doctor's meeting link is known to all who see the visit; of a display's link only its expiry is returned, and of a
  // password when it was changed; of meeting links the host that new ones must have.
  expect([...new Set(found)].sort()).toEqual([
    'apiKeyId',
    'link',
    'linkUntil',
    'meetingLink',
    'meetingLinkHost',
    'passwordChangedAt',
  ]);
});
