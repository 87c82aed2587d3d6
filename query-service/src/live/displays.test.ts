import { endpoints } from '@dayline/contracts/endpoints/table';
import { type LiveMessage, liveMessageSchema } from '@dayline/contracts/live';
import type { TestClinic } from '../testing/clinic.ts';
import { closed, opened, refusal, startLiveServer } from '../testing/live-server.ts';
import { pairedDisplay } from '../testing/paired-display.ts';
import { book, identity, openSunrise, sunrise, today } from '../testing/sunrise.ts';

let clinic: TestClinic;
let live: Awaited<ReturnType<typeof startLiveServer>>;
let display: Awaited<ReturnType<typeof pairedDisplay>>;
const asDisplay = { display: '1' };

beforeEach(async () => {
  clinic = await openSunrise();
  live = await startLiveServer(clinic, { socketsPerAccount: 3 });
  display = await pairedDisplay(clinic, live.displays);
});
afterEach(async () => {
  await live.stop();
  await clinic.close();
});

const isRefetch = ({ topic }: LiveMessage) => topic === 'refetch';
const isToday = ({ topic }: LiveMessage) => topic === 'today';

test('a screen learns that its board changed, and nothing else: not what, and not of other doctors or days', async () => {
  const admin = await live.signIn(identity('admin', sunrise.clientId));
  const [desk, wall] = [live.open(admin), live.open({ cookie: display.cookie }, asDisplay)];
  await Promise.all([opened(desk), opened(wall)]);
  await book(clinic, { pocId: sunrise.vikram });
  await book(clinic, { date: '2026-11-22' });
  await clinic.project();
  await desk.hears(isToday);
  expect(wall.received).toEqual([]);
  await book(clinic);
  await clinic.project();
  const message = await wall.hears(isRefetch);
  expect(wall.received).toEqual([{ topic: 'refetch', at: message.at }]);
  expect(liveMessageSchema.parse(message)).toEqual(message);
});

test('a screen opens a socket by the display’s cookie alone, and no other page by that cookie', async () => {
  const { cookie } = await live.signIn(identity('admin', sunrise.clientId));
  await expect(refusal(live.open({ cookie }, asDisplay))).resolves.toBe('websocket error');
  await expect(refusal(live.open({ cookie: display.cookie }))).resolves.toBe('websocket error');
  const both = live.open({ cookie: `${cookie}; ${display.cookie}` }, asDisplay);
  await opened(both);
  expect(live.service.openSockets().get('display')).toBe(1);
});

test('its socket is closed when it is revoked, and its board and its next socket are refused', async () => {
  const wall = live.open({ cookie: display.cookie }, asDisplay);
  await opened(wall);
  await display.revoke();
  await closed(wall);
  const headers = { cookie: display.cookie, 'content-type': 'application/json' };
  const board = await fetch(`${live.address}${endpoints.getDisplayBoard.path}`, {
    method: 'POST',
    headers,
    body: '{}',
  });
  expect(board.status).toBe(401);
  await expect(refusal(live.open({ cookie: display.cookie }, asDisplay))).resolves.toBe('websocket error');
});

test('the clinic’s midnight is announced', async () => {
  const wall = live.open({ cookie: display.cookie }, asDisplay);
  await opened(wall);
  clinic.clock.set(`${today}T18:30:00.000Z`);
  await wall.hears(isRefetch);
});
