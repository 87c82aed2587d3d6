import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { CallError, NetworkFailure } from './call-error.ts';
import { type Outage, watchOutages } from './outage.ts';
import { delays, isAway, waitBeforeRetry } from './patience.ts';

const away = (retryAfter?: number) => new CallError({ status: 503, code: 'x', message: 'x', retryAfter });

test('a server that is away is distinguished from a refusal and from a fault', () => {
  expect([away(), new NetworkFailure('x')].map(isAway)).toEqual([true, true]);
  const refused = [401, 409, 500].map((status) => new CallError({ status, code: 'x', message: 'x' }));
  expect([...refused, new Error('x'), null].map(isAway)).toEqual([false, false, false, false, false]);
});

test('the wait grows, is spread, and is never shorter than the server asked for', () => {
  Object.assign(delays, { first: 300, longest: 5_000 });
  const waits = [0, 1, 2, 10].map((failures) => waitBeforeRetry(failures, new NetworkFailure('x'), () => 0));
  expect(waits).toEqual([300, 600, 1_200, 5_000]);
  expect(waitBeforeRetry(0, away(3), () => 0)).toBe(3_000);
  expect(waitBeforeRetry(0, away(3), () => 1)).toBe(4_500);
});

test('an outage is over when everything that is shown has its answer, not while it is asked again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.mount();
  const states: boolean[] = [];
  const stop = watchOutages(client.getQueryCache(), (outage) => states.push(outage !== null));
  let answers: () => Promise<string> = () => Promise.reject(away());
  const first = new QueryObserver(client, { queryKey: ['a'], queryFn: () => answers() });
  const second = new QueryObserver(client, { queryKey: ['b'], queryFn: () => answers() });
  const leave = [first.subscribe(() => undefined), second.subscribe(() => undefined)];
  await Promise.allSettled([first.refetch(), second.refetch()]);
  expect(states).toEqual([false, true]);
  await first.refetch();
  expect(states).toEqual([false, true]);
  answers = async () => 'there';
  await first.refetch();
  expect(states).toEqual([false, true]);
  // A query that is no longer shown doesn't count.
  leave[1]?.();
  expect(states).toEqual([false, true, false]);
  leave[0]?.();
  stop();
  client.unmount();
});

test('lists that are being built are shown with how far they are, until they are there', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.mount();
  const outages: (Outage | null)[] = [];
  const stop = watchOutages(client.getQueryCache(), (outage) => outages.push(outage));
  const answers = [10, 55].map((percent) => {
    const building = {
      position: String(percent).padStart(16, '0'),
      head: '0000000000000100',
      percent,
      secondsLeft: 90,
    };
    return {
      building,
      error: new CallError({ status: 503, code: 'views.building', message: 'x', details: { building } }),
    };
  });
  const waiting = [...answers];
  const observer = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: async () => {
      const next = waiting.shift();
      if (next) throw next.error;
      return 'there';
    },
  });
  const leave = observer.subscribe(() => undefined);
  for (let tries = 0; tries < 3; tries += 1) await observer.refetch().catch(() => undefined);
  expect(outages).toEqual([null, ...answers.map(({ building }) => ({ building })), null]);
  leave();
  stop();
  client.unmount();
});
