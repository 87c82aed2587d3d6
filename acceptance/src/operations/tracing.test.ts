import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { type LiveMessage, liveMessageSchema } from '@dayline/contracts/live';
import { send } from '@dayline/http/testing/send';
import { io, type Socket } from 'socket.io-client';
import { demoData } from '../testing/demo-data.ts';
import { eventsIn, eventually } from '../testing/event-file.ts';
import { callerAt, type SignedIn, signIn } from '../testing/http-caller.ts';
import { type Product, removeData, startProduct } from '../testing/processes/product.ts';

/** One click traced through the log lines, the event and the socket; and what no log line may contain. */

const traceIdOf = (click: number): string => `4bf92f3577b34da6a3ce929d0e0e${String(click).padStart(4, '0')}`;
const dataDir = await demoData();
let product: Product;
let admin: SignedIn;
let socket: Socket;
const messages: LiveMessage[] = [];

type Line = Readonly<Record<string, unknown>>;
const lines = (): Line[] =>
  product
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line));

beforeAll(async () => {
  product = await startProduct(dataDir, { LOG_LEVEL: 'trace', PUBLIC_CALLS_PER_MINUTE: '100000' });
  admin = await signIn(product.url, 'admin@sunrise.example');
  socket = io(product.url, { transports: ['websocket'], extraHeaders: { cookie: admin.cookie, origin: product.url } });
  socket.on('live', (packet: unknown[]) => {
    for (const message of packet) messages.push(liveMessageSchema.parse(message));
  });
  await new Promise<void>((resolve) => socket.on('connect', () => resolve()));
});
afterAll(async () => {
  socket?.disconnect();
  await product?.stop();
  removeData(dataDir);
});

/** No patient may have two visits at one time. */
let patients = 0;

/** Books the doctor's first free place for a new patient. */
async function book(headers: Readonly<Record<string, string>>) {
  patients += 1;
  const phone = `9190000000${patients + 20}`;
  const { clientId, zone } = admin.user;
  const [doctor] = (await admin.call('listDoctorsOfClient', { clientId })).reply();
  const patient = { name: 'Kavya Nair', phone, email: 'k@x.example', location: 'Pune', clientId };
  const { userId } = (await admin.call('saveUser', patient)).reply();
  const pocId = doctor?.pocId ?? '';
  const date = addDays(clinicNow(Date.now(), zone).date, 9);
  const times = (await admin.call('listTimesWithAvailability', { pocId, date })).reply();
  const time =
    times.find(({ free, active_status }) => free > 0 && active_status === 'available')?.appointment_time ?? '';
  const place = { clientId, pocId, userId, date, time };
  const request = { ...place, type: 'Direct Consultation', paymentStatus: 'Paid' } as const;
  const answer = await admin.call('createAppointment', request, headers);
  return { answer, requestId: String(answer.headers['x-request-id']), position: answer.reply().position };
}

/** Whether a socket message names its trace: it doesn't if the views were faster than the append's response. */
async function reachesSockets(traceparent: string, position: string): Promise<boolean> {
  const refetch = await eventually('a message with what was booked', async () =>
    messages.find((message) => 'rows' in message && message.at >= position),
  );
  return 'traces' in refetch && refetch.traces?.includes(traceparent) === true;
}

test("a click's trace goes from the call to its log line, its event, and the sockets that show it", async () => {
  let click = 0;
  const { traceId, traceparent, position, requestId } = await eventually(
    'a click whose trace the sockets end',
    async () => {
      click += 1;
      const traceId = traceIdOf(click);
      const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
      const booked = await book({ traceparent });
      return (await reachesSockets(traceparent, booked.position ?? '')) && { ...booked, traceId, traceparent };
    },
  );

  const answered = await eventually('the line of the call', async () =>
    lines().find((line) => line['requestId'] === requestId),
  );
  expect(answered).toMatchObject({ call: 'createAppointment', status: 200, trace: traceparent, position });

  const event = (await eventsIn(dataDir)).find((event) => event.position === position);
  expect(event?.metadata).toMatchObject({ traceparent, correlationId: traceId, causationId: requestId });

  const entry = await eventually('the line of the packet', async () => {
    const found = lines().filter(({ traces }) => Array.isArray(traces) && traces.includes(traceparent));
    return found.length > 0 && found;
  });
  expect(new Set(entry.map(({ msg }) => msg))).toEqual(new Set(['sent to sockets']));
  expect(entry.every(({ at }) => typeof at === 'string' && position !== null && at >= position)).toBe(true);
  const committed = lines().filter(({ msg }) => msg === 'views committed');
  expect(committed.some(({ at }) => typeof at === 'string' && position !== null && at >= position)).toBe(true);
});

test.each([
  ['none', {}],
  ['one that is no trace context', { traceparent: 'Kavya Nair' }],
  ['one of zeros alone', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }],
])('with %s, the request itself is what correlates', async (_what, headers) => {
  const { requestId, position } = await book(headers);
  const event = (await eventsIn(dataDir)).find((event) => event.position === position);
  expect(event?.metadata).toMatchObject({ correlationId: requestId, causationId: requestId });
  expect(event?.metadata).not.toHaveProperty('traceparent');
});

test('every call of the table with canaries in all that it can bring: each line has the request, none a canary', async () => {
  const canary = 'Quillfeather';
  const number = '919876504321';
  const linesBefore = lines().length;
  const fields = ['email', 'password', 'name', 'phone', 'token', 'clientId', 'pocId', 'userId', 'reason', 'link'];
  const body = Object.fromEntries(fields.map((field) => [field, `${canary} ${number}`]));
  const headers = {
    'idempotency-key': `${canary}-${number}`,
    'user-agent': canary,
    authorization: `Bearer ${canary}`,
    referer: `https://x.example/?token=${canary}`,
    traceparent: canary,
  };
  const requestIds: string[] = [];
  for (const cookie of [admin.cookie, `__Host-session=${canary}`]) {
    for (const { method, path } of Object.values(endpoints)) {
      const filled = path.replaceAll(/\{\w+\}/g, canary);
      const request =
        method === 'GET'
          ? { method, path: `${filled}?phone=${number}&token=${canary}` }
          : { method, path: filled, body: filled.includes('logout') ? `{"${canary}":` : body };
      const answer = await send(product.url, { ...request, headers: { ...headers, cookie } });
      requestIds.push(String(answer.headers['x-request-id']));
      expect(answer.status).toBeLessThan(500);
    }
  }
  await callerAt(product.url, '').call('signIn', {
    email: `${canary}@x.example`.toLowerCase(),
    password: `${canary}#1`,
    role: 'doctor',
    clientId: null,
  });
  await eventually('all are in the log', async () => {
    const logged = new Set(lines().map((line) => line['requestId']));
    return requestIds.every((id) => logged.has(id));
  });
  const callEntries = lines()
    .slice(linesBefore)
    .filter((line) => 'call' in line);
  expect(callEntries.length).toBeGreaterThanOrEqual(requestIds.length);
  expect(callEntries.filter((line) => typeof line['requestId'] !== 'string')).toEqual([]);
  const output = product.output().toLowerCase();
  for (const word of [canary, number, admin.cookie.split('=')[1] ?? canary, 'Kavya Nair', '919000000021']) {
    expect([word, output.includes(word.toLowerCase())]).toEqual([word, false]);
  }
});
