import type { LiveMessage } from '@dayline/contracts/live';
import type { TestClinic } from '../testing/clinic.ts';
import { openDesk } from '../testing/desk.ts';
import { book, openSunrise, sunrise } from '../testing/sunrise.ts';
import { LiveFeed } from './feed.ts';
import { roomOfClient } from './rooms.ts';

let clinic: TestClinic;
beforeEach(async () => {
  clinic = await openSunrise();
});
afterEach(() => clinic.close());

const at = async () => (await clinic.views.checkpoint())?.position ?? '';

test('words of commits that overtake each other are said once, and are no reason to fetch anew', async () => {
  const { desk, read } = openDesk(clinic);
  const heard: LiveMessage[] = [];
  let onToday = () => {};
  const feed = new LiveFeed({
    desk,
    read,
    isHeard: (room) => room === roomOfClient(sunrise.clientId),
    isAnybodyThere: () => true,
    send(_room, messages) {
      heard.push(...messages);
      if (messages.some(({ topic }) => topic === 'today')) onToday();
    },
    onFault(error) {
      throw error;
    },
  });
  const today = () =>
    new Promise<void>((resolve) => {
      onToday = resolve;
    });
  const project = async () => {
    await clinic.project();
    return at();
  };
  const before = await at();
  feed.wake(before);
  await book(clinic);
  const first = await project();
  await book(clinic, { time: '09:45' });
  const second = await project();
  const both = today();
  feed.wake(second);
  await both;
  feed.wake(first);
  feed.wake(before);
  await book(clinic, { time: '10:00' });
  const third = await project();
  const last = today();
  feed.wake(third);
  await last;
  await feed.stop();
  const told = heard.filter(({ topic }) => topic === 'today' || topic === 'refetch');
  expect(told.map((message) => [message.topic, message.at, 'rows' in message ? message.rows.length : 0])).toEqual([
    ['today', second, 2],
    ['today', third, 1],
  ]);
});
