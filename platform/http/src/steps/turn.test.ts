import { setImmediate as nextTurn } from 'node:timers/promises';
import { endpoint } from '@dayline/contracts/endpoints/definition';
import { z } from 'zod';
import type { Route } from '../call.ts';
import { expectFailure, postTo } from '../testing/example-calls.ts';
import { ids, type RouteServer, startRouteServer } from '../testing/route-server.ts';
import { commandQueue } from './turn.ts';

/** Commands in progress, which complete when the test lets them. */
const begun: (() => void)[] = [];
const command = (name: string, more: { readonly failure?: string; readonly access?: 'public' } = {}): Route => ({
  name,
  endpoint: endpoint(`/api/${name}`, {
    kind: 'command',
    access: ['admin'],
    request: z.strictObject({}),
    response: z.object({ success: z.literal(true) }),
    title: name,
    ...more,
  }),
  async handle() {
    await new Promise<void>((resolve) => begun.push(resolve));
    return { body: { success: true } };
  },
});
const routes = [command('book', { failure: 'Not booked.' }), command('sign-in', { access: 'public' })];

let now = 0;
const queue = commandQueue({ atOnce: 1, elapsed: () => now });
let calls: RouteServer;
beforeAll(async () => {
  calls = await startRouteServer(routes, { commands: queue });
});
afterAll(() => calls.close());
const post = postTo(() => calls);

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await nextTurn();
}

test('of an overload a command is refused at once, with a time to try again, and never begun', async () => {
  const [here, there] = [await calls.signIn('admin'), await calls.signIn('admin', ids.otherClient)];
  const first = post('book', here);
  await until(() => begun.length === 1);
  const second = post('book', here);
  await until(() => queue.waiting === 1);
  now = 3_001;
  const refused = await post('book', here);
  const failure = expectFailure(refused, { status: 503, code: 'service.unavailable' });
  expect(failure).toMatchObject({ message: 'Not booked.', details: { outcome: 'notCarriedOut' } });
  expect(refused.headers['retry-after']).toBe('2');
  // One of another client, and one without a signed-in caller.
  const others = post('book', there);
  const signingIn = post('sign-in', null);
  await until(() => queue.waiting === 2 && begun.length === 2);
  for (let count = 0; count < 4; count += 1) {
    await until(() => begun.length > count);
    begun[count]?.();
  }
  const answers = await Promise.all([first, second, others, signingIn]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await until(() => queue.running === 0);
  expect([begun.length, queue.waiting]).toEqual([4, 0]);
});
