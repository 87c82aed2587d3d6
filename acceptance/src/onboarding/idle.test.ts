import { streams } from '@dayline/contracts/events/categories';
import { livePath } from '@dayline/contracts/live';
import { io } from 'socket.io-client';
import { type Answer, type ClinicDoor, eventually, minute, openClinicDoor, password } from './clinic-door.ts';

/** How long a client's sessions may stay unused. */

let door: ClinicDoor;
beforeAll(async () => {
  door = await openClinicDoor();
});
afterAll(() => door?.close());

let count = 0;
async function signedIn() {
  count += 1;
  const email = `desk${count}@sunrise.example`;
  await door.addAdmin(email);
  return door.signIn(email, password, 'admin');
}
const use = async ({ cookie }: Answer, headers = {}) =>
  (await door.call('listDepartments', { clientId: door.clientId }, { cookie, ...headers })).status;
const unattended = { 'x-dayline-unattended': '1' };
const set = ({ cookie }: Answer, minutes: number | null) =>
  door.call('setSessionIdleTime', { clientId: door.clientId, minutes }, { cookie });
const settled = async ({ cookie }: Answer) => (await door.call('getSecondFactor', {}, { cookie })).body.idleMinutes;

/** A page's socket. */
async function openSocket({ cookie }: Answer) {
  const url = `http://127.0.0.1:${door.port}`;
  const socket = io(url, { path: livePath, transports: ['websocket'], extraHeaders: { cookie, origin: url } });
  await eventually(() => socket.connected);
  return socket;
}

test('an administrator sets it, and each change is in the history', async () => {
  const admin = await signedIn();
  expect(await settled(admin)).toBeUndefined();
  expect((await set(admin, 15)).status).toBe(200);
  expect(await settled(admin)).toBe(15);
  expect((await set(admin, 15)).body.position).toBeNull();
  expect((await set(admin, 4)).status).toBe(400);
  expect((await set(admin, null)).status).toBe(200);
  expect(await settled(admin)).toBeUndefined();
  const events = await door.log.readStream(streams.people(door.clientId));
  expect(events.map(({ type, data, metadata }) => [type, data, metadata.actor.name])).toEqual([
    ['SessionIdleTimeSet', { minutes: 15 }, 'Desk 1'],
    ['SessionIdleTimeSet', { minutes: null }, 'Desk 1'],
  ]);
  const refused = await door.call(
    'setSessionIdleTime',
    { clientId: 'X'.repeat(26), minutes: 5 },
    { cookie: admin.cookie },
  );
  expect(refused.status).toBeGreaterThanOrEqual(400);
});

test('an unused session ends with its socket; a used one stays; live updates and polls are no use', async () => {
  const [admin, used, polled] = [await signedIn(), await signedIn(), await signedIn()];
  await set(admin, 15);
  const [kept, ended] = [await openSocket(used), await openSocket(polled)];
  for (let passed = 0; passed < 15; passed += 5) {
    door.clock.pass(5 * minute);
    expect([await use(used), await use(polled, unattended)]).toEqual([200, 200]);
  }
  door.clock.pass(minute);
  await eventually(() => !ended.connected);
  expect([await use(used), await use(polled, unattended), await use(polled)]).toEqual([200, 401, 401]);
  expect(kept.connected).toBe(true);
  expect(await use(admin)).toBe(401);
  kept.close();
  ended.close();
});

test('a shorter time ends sessions that have been unused for longer, and their sockets, at once', async () => {
  const [admin, idle] = [await signedIn(), await signedIn()];
  await set(admin, null);
  const socket = await openSocket(idle);
  door.clock.pass(14 * minute);
  expect(await use(admin)).toBe(200);
  // The last proof is recent enough.
  await set(admin, 10);
  await eventually(() => !socket.connected);
  expect([await use(idle), await use(admin)]).toEqual([401, 200]);
  socket.close();
});
