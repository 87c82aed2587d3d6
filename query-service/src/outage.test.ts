import { failureSchema } from '@dayline/contracts/errors';
import type { TestClinic } from './testing/clinic.ts';
import { startLiveServer } from './testing/live-server.ts';
import { identity, openSunrise, sunrise } from './testing/sunrise.ts';

/** "With a server away, each call answers within its time limit, 503 with a code and Retry-After": the real views, closed. */

let clinic: TestClinic;
let live: Awaited<ReturnType<typeof startLiveServer>>;
const { clientId, asha } = sunrise;

beforeEach(async () => {
  clinic = await openSunrise();
  live = await startLiveServer(clinic);
});
afterEach(async () => {
  await live.stop();
  await clinic.close();
});

async function asking() {
  const { cookie } = await live.signIn(identity('admin', clientId));
  return (path: string, body: object) =>
    fetch(`${live.address}${path}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
}

async function expectAway(answer: Response, message: RegExp): Promise<void> {
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
  const failure = failureSchema.parse(await answer.json());
  expect(failure.code).toBe('service.unavailable');
  expect(failure.message).toMatch(message);
}

test('views that are away', async () => {
  const ask = await asking();
  const board = { clientId };
  expect((await ask('/api/admin/todays-appointments', board)).status).toBe(200);
  await clinic.views.close();
  await expectAway(await ask('/api/admin/todays-appointments', board), /^Failed to fetch appointments\.$/);
  await expectAway(await ask('/api/poc/appointment-details', { pocId: asha }), /^Failed to fetch appointments\.$/);
  await expectAway(await ask('/api/admin/day-picture', board), /not available right now/);
});
