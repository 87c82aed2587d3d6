import { ViewStoreUnavailable } from '@dayline/view-store/port';
import type { TestClinic } from '../testing/clinic.ts';
import { opened, startLiveServer } from '../testing/live-server.ts';
import { book, identity, openSunrise, sunrise } from '../testing/sunrise.ts';

/** "With a server away … the page says so in words and recovers by itself": the sockets' part of it. */

let clinic: TestClinic;
let live: Awaited<ReturnType<typeof startLiveServer>>;
let areAway = false;
const { clientId } = sunrise;

beforeEach(async () => {
  clinic = await openSunrise();
  areAway = false;
  const { views } = clinic;
  const checkpoint = async () => {
    if (areAway) throw new ViewStoreUnavailable('unavailable');
    return views.checkpoint();
  };
  live = await startLiveServer({ ...clinic, views: { ...views, checkpoint } });
});
afterEach(async () => {
  await live.stop();
  await clinic.close();
});

test('an open page that asks for nothing learns that the views are unavailable, and that they are back', async () => {
  const { cookie } = await live.signIn(identity('admin', clientId));
  const page = live.open({ cookie });
  const states: boolean[] = [];
  const hears = (isAway: boolean) =>
    new Promise<void>((resolve) => {
      page.socket.on('away', (value) => {
        if (value === isAway) resolve();
      });
    });
  page.socket.on('away', (isAway) => states.push(isAway));
  await opened(page);
  areAway = true;
  await hears(true);
  const later = live.open({ cookie });
  await new Promise((resolve) => later.socket.once('away', resolve));
  await book(clinic);
  await clinic.project();
  areAway = false;
  await hears(false);
  // What was committed meanwhile arrives without a request.
  await page.hears(({ topic }) => topic === 'today');
  expect(states).toEqual([true, false]);
});

test('a page that comes back while the views are unavailable learns what it missed as soon as they are there', async () => {
  const { cookie } = await live.signIn(identity('admin', clientId));
  const before = (await clinic.views.checkpoint())?.position ?? '';
  await book(clinic);
  await clinic.project();
  const page = live.open({ cookie });
  await opened(page);
  areAway = true;
  const resumed = page.socket.emitWithAck('resume', before);
  await new Promise((resolve) => page.socket.once('away', resolve));
  expect(page.received).toEqual([]);
  areAway = false;
  expect(await resumed).toEqual({ at: (await clinic.views.checkpoint())?.position });
  expect(page.received.map(({ topic }) => topic)).toContain('today');
});
