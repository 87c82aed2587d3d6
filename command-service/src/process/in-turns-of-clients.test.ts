import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredEvent } from '@dayline/event-log/port';
import { inTurnsOfClients } from './in-turns-of-clients.ts';

const eventOf = (clientId: string, id: string) => ({ id, metadata: { clientId } }) as StoredEvent;

test('clients take turns: another one waits for no more than one of many events', async () => {
  const handled: string[] = [];
  const ends: (() => void)[] = [];
  const { handle, atOnce } = inTurnsOfClients(
    {
      name: 'persons',
      types: [],
      async handle(events) {
        handled.push(...events.map(({ id }) => id));
        await new Promise<void>((resolve) => ends.push(resolve));
      },
    },
    1,
  );
  const { signal } = new AbortController();
  const events = [...['1', '2', '3'].map((id) => eventOf('many', id)), eventOf('few', 'theirs')];
  expect(atOnce).toBeGreaterThan(events.length);
  const all = events.map((event) => handle([event], signal));
  for (let ended = 0; ended < events.length; ended += 1) {
    while (ends.length === 0) await nextTurn();
    ends.shift()?.();
  }
  await Promise.all(all);
  expect(handled).toEqual(['1', '2', 'theirs', '3']);
});
