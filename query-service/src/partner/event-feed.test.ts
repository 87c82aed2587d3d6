import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { failureSchema } from '@dayline/contracts/errors';
import type { DaylineEvent } from '@dayline/contracts/events/table';
import type { TestClinic } from '../testing/clinic.ts';
import { issuedKey } from '../testing/issued-key.ts';
import { startLiveServer } from '../testing/live-server.ts';
import { book, frontDesk, lakeside, openSunrise, sunrise } from '../testing/sunrise.ts';

let clinic: TestClinic;
let live: Awaited<ReturnType<typeof startLiveServer>>;
let authorization: string;
let follows: number;

beforeEach(async () => {
  clinic = await openSunrise();
  const { follow } = clinic.eventLog;
  follows = 0;
  clinic.eventLog.follow = (...args) => {
    follows += 1;
    return follow(...args);
  };
  live = await startLiveServer(clinic);
  authorization = await issuedKey(clinic, live.apiKeys);
});
afterEach(async () => {
  await live.stop();
  await clinic.close();
});

const ask = (query: Readonly<Record<string, string>>, signal?: AbortSignal) =>
  fetch(`${live.address}/api/v1/events?${new URLSearchParams(query)}`, {
    headers: { authorization },
    ...(signal && { signal }),
  });
// Cast is safe: the service has checked the answer by its schema.
const read = async (answer: Response) => (await answer.json()) as ResponseOf<'listEvents'>;
const end = async () => ({ after: (await clinic.eventLog.head()).toString() });
/** Until so many calls follow the log. */
async function waiting(calls: number): Promise<void> {
  while (follows < calls) await new Promise((resolve) => setImmediate(resolve));
}

test('answers what there is, of the own client alone, and where to read on', async () => {
  const { appointmentId } = await book(clinic, { payment: 'Paid' });
  await book(clinic, { clientId: lakeside.clientId, pocId: lakeside.leela, patientId: lakeside.canary });
  const page = await read(await ask({}));
  expect(page.events.map(({ type }) => type)).toEqual([
    ...['schedule.changed', 'schedule.changed'],
    ...['appointment.booked', 'appointment.paid'],
  ]);
  expect(page.events.slice(2).map(({ data }) => 'appointmentId' in data && data.appointmentId)).toEqual([
    ...[appointmentId, appointmentId],
  ]);
  expect(page).toMatchObject({ position: await clinic.eventLog.head(), hasMore: false });
  expect(await read(await ask({ after: page.position }))).toEqual({ ...page, events: [] });
  const first = await read(await ask({ limit: '1' }));
  expect(first).toMatchObject({ events: page.events.slice(0, 1), hasMore: true });
});

test('waits for an event of the own client, and answers it at once', async () => {
  const answer = ask({ ...(await end()), waitSeconds: '25' });
  await waiting(1);
  await book(clinic, { clientId: lakeside.clientId, pocId: lakeside.leela, patientId: lakeside.canary });
  const { appointmentId } = await book(clinic);
  expect((await read(await answer)).events).toMatchObject([{ type: 'appointment.booked', data: { appointmentId } }]);
});

test('answers after the time without an event, with the position', async () => {
  const { after } = await end();
  expect(await read(await ask({ after, waitSeconds: '1' }))).toEqual({ events: [], position: after, hasMore: false });
});

test.each<[string, DaylineEvent, [number, string]]>([
  ['revoked', { type: 'ApiKeyRevoked', data: { name: 'Laboratory' } }, [401, 'api-key.invalid']],
  [
    'left without the scope',
    { type: 'ApiKeyScopesChanged', data: { name: 'Laboratory', scopes: ['slots:read'] } },
    [403, 'access.role'],
  ],
])('a key that is %s while its call waits learns nothing more', async (_, change, expected) => {
  const answer = ask({ ...(await end()), waitSeconds: '25' });
  await waiting(1);
  const events = await clinic.eventLog.readAll(clinic.eventLog.start, 1_000);
  const issued = events.filter(({ type }) => type === 'ApiKeyIssued').at(-1);
  await clinic.append(issued?.stream ?? '', sunrise.clientId, frontDesk, change);
  const { appointmentId } = await book(clinic);
  const { status, body } = await answer.then(async (got) => ({ status: got.status, body: await got.text() }));
  expect([status, failureSchema.parse(JSON.parse(body)).code]).toEqual(expected);
  expect(body).not.toContain(appointmentId);
});

test('of one key four calls wait, and another is refused until one has ended', async () => {
  const { after } = await end();
  const leaving = new AbortController();
  const open = [
    ask({ after, waitSeconds: '25' }, leaving.signal).catch(() => null),
    ...[1, 2, 3].map(() => ask({ after, waitSeconds: '25' })),
  ];
  await waiting(4);
  const refused = await ask({ after, waitSeconds: '25' });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect((await ask({ after })).status).toBe(200);
  // A client that disconnects waits no longer.
  leaving.abort();
  let again = await ask({ after, waitSeconds: '1' });
  while (again.status === 429) again = await ask({ after, waitSeconds: '1' });
  expect(again.status).toBe(200);
  await live.service.stop();
  for (const answer of open.slice(1)) expect((await answer)?.status).toBe(200);
});

test('refuses a position beyond the log, and a limit beyond 500', async () => {
  for (const query of [{ after: '9'.repeat(16) }, { limit: '501' }, { waitSeconds: '26' }] as const) {
    const answer = await ask(query);
    expect([answer.status, failureSchema.parse(await answer.json()).code]).toEqual([400, 'request.invalid']);
  }
});
