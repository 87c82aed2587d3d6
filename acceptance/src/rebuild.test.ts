import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { LiveMessage } from '@dayline/contracts/live';
import { livePath } from '@dayline/contracts/live';
import { send } from '@dayline/http/testing/send';
import { io, type Socket } from 'socket.io-client';
import { eventually } from './testing/event-file.ts';
import { dayline, daylineOngoing, daylineOutput } from './testing/processes/command-line.ts';
import { hours, type StartedClinic, startClinic } from './testing/started-clinic.ts';

/** "`npm run dayline -- views rebuild` while the product serves", over HTTP and the socket of an open page. */

let clinic: StartedClinic;
let dataDir: string;
let pocId: string;
let page: Socket;
const received: LiveMessage[] = [];
let booked = 0;

beforeAll(async () => {
  clinic = await startClinic();
  ({ dataDir } = clinic.product);
  pocId = await clinic.newDoctor(hours('08:00', '20:00', 100));
  page = io(clinic.product.url, {
    path: livePath,
    transports: ['websocket'],
    extraHeaders: { cookie: clinic.admin.cookie, origin: clinic.product.url },
  });
  page.on('live', (messages: LiveMessage[]) => received.push(...messages));
  await eventually('the page is connected', async () => page.connected);
});
afterAll(async () => {
  page?.disconnect();
  await clinic?.close();
});

const viewFiles = () => readdirSync(join(dataDir, 'views')).filter((name) => /^desk@.*\.db$/.test(name));
/** The sizes of the other database files, by name; the first one is the serving one. */
const otherFiles = () =>
  new Map(
    readdirSync(join(dataDir, 'views'))
      .filter((name) => !/^desk@\d+\.db/.test(name))
      .map((name) => [name, statSync(join(dataDir, 'views', name), { throwIfNoEntry: false })?.size ?? 0]),
  );
/** Whether a rebuild has created or extended a file since `before`. */
const hasBuilt = (before: ReturnType<typeof otherFiles>) =>
  [...otherFiles()].some(([name, size]) => size !== before.get(name));
const refetches = () => received.filter(({ topic }) => topic === 'refetch').length;
const book = async () => {
  booked += 1;
  return clinic.book(pocId, clinic.inDays(4), '10:00', `Rebuilt ${booked}`);
};
/** The number of appointments in the doctor's list; -1 while the views are behind. */
async function shown(): Promise<number> {
  const { text } = await send(clinic.product.url, { method: 'GET', path: '/readyz' });
  if (JSON.parse(text).caughtUp !== true) return -1;
  const { appointmentDetails } = (
    await clinic.admin.call('listSlotsOfDoctor', { clientId: clinic.clientId, pocId })
  ).reply();
  return appointmentDetails.reduce((sum, { noOfAppointments }) => sum + noOfAppointments, 0);
}
const showsAll = () => eventually('the list shows every booking', async () => (await shown()) === booked);

test('killed at any moment, a rebuild leaves the old views serving, and the next one cleans up', async () => {
  await book();
  await showsAll();
  for (const steps of [1, 3]) {
    const line = daylineOngoing(dataDir, ['views', 'rebuild']);
    for (let step = 0; step < steps; step += 1) {
      const before = otherFiles();
      await eventually('it has gone on', async () => line.hasEnded() || hasBuilt(before));
    }
    await line.kill();
    await book();
    await showsAll();
  }
  expect(await daylineOutput(dataDir, ['views', 'rebuild'])).toMatch(/^Compared \d+ rows: no differences\.$/m);
  await showsAll();
  expect(viewFiles()).toHaveLength(2);
});

test('during bookings it loses none, tells the open page to refetch, and a second one is refused meanwhile', async () => {
  const before = refetches();
  let isOpen = true;
  const booking = (async () => {
    while (isOpen && booked < 80) await book();
  })();
  const [first, second] = await Promise.all([
    dayline(dataDir, ['views', 'rebuild']),
    dayline(dataDir, ['views', 'rebuild']),
  ]);
  isOpen = false;
  await booking;
  const [done, refused] = first.code === 0 ? [first, second] : [second, first];
  expect(done.output).toMatch(/Compared \d+ rows: no differences\./);
  expect(done.output).toMatch(/desk@\d+ rebuilt and in use, at \d{16}; parked events: 0\./);
  // One after the other on a slow machine; never both at once.
  if (refused.code !== 0) expect(refused.error).toContain('is already being rebuilt or rolled back');
  await eventually('the page was notified', async () => refetches() > before);
  await showsAll();
});

test('the way back serves the views of before, with what came in between, and what comes reaches the page', async () => {
  await book();
  const before = refetches();
  expect(await daylineOutput(dataDir, ['views', 'rollback'])).toContain('is back to the views before the last rebuild');
  await eventually('the page was notified', async () => refetches() > before);
  await showsAll();
  received.length = 0;
  await book();
  await eventually('the page hears of the booking', async () => received.some(({ topic }) => topic !== 'refetch'));
  await showsAll();
});
