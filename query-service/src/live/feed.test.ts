import type { Position } from '@dayline/contracts/ids';
import type { LiveMessage } from '@dayline/contracts/live';
import type { TestClinic } from '../testing/clinic.ts';
import { openDesk } from '../testing/desk.ts';
import { book, openSunrise, sunrise } from '../testing/sunrise.ts';
import { LiveFeed } from './feed.ts';
import { roomOfClient } from './rooms.ts';

let clinic: TestClinic;
let feed: LiveFeed;
let heard: LiveMessage[];
let onHeard: () => void;
/** Where the views stood before any booking, and after each of three. */
let positions: [Position, Position, Position, Position];

const at = async (): Promise<Position> => (await clinic.views.checkpoint())?.position ?? '';
async function booked(time: string): Promise<Position> {
  await book(clinic, { time });
  await clinic.project();
  return at();
}

beforeEach(async () => {
  clinic = await openSunrise();
  const { desk, read } = openDesk(clinic);
  heard = [];
  onHeard = () => {};
  feed = new LiveFeed({
    desk,
    read,
    isHeard: (room) => room === roomOfClient(sunrise.clientId),
    isAnybodyThere: () => true,
    send(_room, messages) {
      heard.push(...messages);
      onHeard();
    },
    onFault(error) {
      throw error;
    },
  });
  feed.wake();
  positions = [await at(), await booked('09:30'), await booked('09:45'), await booked('10:00')];
});
afterEach(async () => {
  await feed.stop();
  await clinic.close();
});

/** Resolves when the feed has said what stands at a position. */
const said = (position: Position) =>
  new Promise<void>((resolve) => {
    onHeard = () => {
      if (heard.some((message) => message.at === position)) resolve();
    };
    onHeard();
  });
/** How far each packet reached, and the cards that it brought. */
const cards = () =>
  heard.flatMap((message) => {
    if (message.topic === 'today') return [[message.at, message.rows.length]];
    return message.topic === 'refetch' ? [[message.at, 'refetch']] : [];
  });

test('a word of an earlier commit that comes late is no reason to fetch anew', async () => {
  const [, first, , third] = positions;
  feed.wake(third);
  await said(third);
  feed.wake(first);
  const fourth = await booked('10:15');
  feed.wake(fourth);
  await said(fourth);
  expect(cards()).toEqual([
    [third, 3],
    [fourth, 1],
  ]);
});

test('a word that is overtaken while the feed is at work hides no commit', async () => {
  const [, first, second, third] = positions;
  feed.wake(first);
  feed.wake(third);
  feed.wake(second);
  await said(third);
  expect(cards()).toEqual([
    [first, 1],
    [third, 2],
  ]);
});
