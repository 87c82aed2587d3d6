import { send } from '@dayline/http/testing/send';
import { io, type Socket } from 'socket.io-client';
import { demoData } from '../testing/demo-data.ts';
import { eventually } from '../testing/event-file.ts';
import { callerAt, readAfter, type SignedIn, signIn } from '../testing/http-caller.ts';
import { type Product, removeData, startProduct } from '../testing/processes/product.ts';

const token = 'a token for the scraper';
const bearer = token.replaceAll(' ', '-');
const dataDir = await demoData();
const publicCalls = 40;
let product: Product;
let admin: SignedIn;
let socket: Socket;

const scrape = (headers: Readonly<Record<string, string>> = {}) =>
  send(product.url, { method: 'GET', path: '/metrics', headers });

/** The value of a sample, by its name and labels as printed; 0 if missing. */
async function sample(line: string): Promise<number> {
  const found = (await scrape()).text.split('\n').find((candidate) => candidate.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? 0);
}

beforeAll(async () => {
  product = await startProduct(dataDir, { METRICS_TOKEN: bearer, PUBLIC_CALLS_PER_MINUTE: String(publicCalls) });
  admin = await signIn(product.url, 'admin@sunrise.example');
});
afterAll(async () => {
  socket?.disconnect();
  await product?.stop();
  removeData(dataDir);
});

const savePatient = (phone: string) =>
  admin.call('saveUser', {
    name: 'Kavya Nair',
    phone,
    email: 'k@x.example',
    location: 'Pune',
    clientId: admin.user.clientId,
  });

test('commands and queries are counted and timed by call and status', async () => {
  const accepted = 'dayline_command_duration_seconds_count{call="saveUser",status="200"}';
  const refused = 'dayline_command_duration_seconds_count{call="saveUser",status="400"}';
  const line = 'dayline_query_duration_seconds_count{call="verifyUser",status="200"}';
  const before = await Promise.all([accepted, refused, line].map(sample));
  const { position } = (await savePatient('919000000011')).reply();
  const wrong = await savePatient('no number');
  await admin.call('verifyUser', { phone: '919000000011', clientId: admin.user.clientId }, readAfter(position));
  expect(wrong.status).toBe(400);
  expect(await Promise.all([accepted, refused, line].map(sample))).toEqual(before.map((count) => count + 1));
  // In seconds: a call in ms would exceed every bucket.
  expect(await sample('dayline_command_duration_seconds_bucket{le="5",call="saveUser",status="200"}')).toBe(
    await sample(accepted),
  );
});

test('appends and commits of the log are counted, and the views have none to catch up with', async () => {
  const appends = await sample('dayline_log_appends_total');
  const { position } = (await savePatient('919000000012')).reply();
  expect(position).not.toBeNull();
  expect(await sample('dayline_log_appends_total')).toBeGreaterThan(appends);
  expect(await sample('dayline_log_commits_total')).toBeGreaterThan(0);
  const { text } = await eventually('the views have all', async () => {
    const answer = await scrape();
    return /dayline_projector_lag_events\{projection="desk@\d+"\} 0\n/.test(answer.text) && answer;
  });
  expect(text).toMatch(/dayline_projector_lag_seconds\{projection="desk@\d+"\} 0\n/);
  expect(text).toMatch(/dayline_projector_parked_events\{projection="desk@\d+"\} 0\n/);
  expect(text).toMatch(/dayline_projector_running\{projection="desk@\d+"\} 1\n/);
});

test('open sockets are counted by role', async () => {
  const open = () => sample('dayline_sockets_open{role="admin"}');
  expect(await open()).toBe(0);
  socket = io(product.url, { transports: ['websocket'], extraHeaders: { cookie: admin.cookie, origin: product.url } });
  await eventually('the socket is counted', async () => (await open()) === 1);
  socket.disconnect();
  await eventually('it is no longer counted', async () => (await open()) === 0);
});

test("the process's own metrics are there, and no person's data", async () => {
  const { text, headers } = await scrape();
  expect(headers['content-type']).toContain('text/plain');
  expect(text).toContain('process_resident_memory_bytes ');
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds ');
  for (const word of ['Kavya', '919000000011', 'x.example', admin.user.clientId]) expect(text).not.toContain(word);
  // Prometheus' own check refuses other types of such a name.
  const totals = [...text.matchAll(/^# TYPE \S+_total (\S+)$/gm)].map(([, type]) => type);
  expect(new Set(totals)).toEqual(new Set(['counter']));
});

describe('who may read them', () => {
  test.each([
    ['this machine', {}, 200],
    ['somebody behind a proxy of this machine', { 'x-forwarded-for': '203.0.113.9' }, 403],
    ['the same, by the standard header', { forwarded: 'for=203.0.113.9' }, 403],
    ['with the token', { 'x-forwarded-for': '203.0.113.9', authorization: `Bearer ${bearer}` }, 200],
    ['with another token', { 'x-forwarded-for': '203.0.113.9', authorization: `Bearer ${bearer}x` }, 403],
    ['with no token after all', { 'x-forwarded-for': '203.0.113.9', authorization: 'Bearer ' }, 403],
  ])('%s', async (_who, headers, status) => {
    const answer = await scrape(headers);
    expect(answer.status).toBe(status);
    expect(answer.text.includes('dayline_')).toBe(status === 200);
  });
});

// Last, since the address is throttled for a while afterwards.
test('throttled calls are counted', async () => {
  const line = 'dayline_throttled_calls_total{call="listClients"}';
  const before = await sample(line);
  const nobody = callerAt(product.url, '');
  let throttled = 0;
  // At once, and again if a minute passed between them.
  while (throttled === 0) {
    const calls = Array.from({ length: publicCalls + 1 }, () => nobody.call('listClients', {}));
    throttled = (await Promise.all(calls)).filter(({ status }) => status === 429).length;
  }
  expect(await sample(line)).toBe(before + throttled);
});
