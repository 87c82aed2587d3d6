import { streams } from '@dayline/contracts/events/categories';
import type { Position } from '@dayline/contracts/ids';
import type { LiveMessage } from '@dayline/contracts/live';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { book, frontDesk, openSunrise, sunrise } from '../testing/sunrise.ts';
import { LiveFeed } from './feed.ts';
import { roomOfClient } from './rooms.ts';

let clinic: TestClinic;
let feed: LiveFeed;
let received: LiveMessage[];
let onHeard: () => void;
/** The views' position before any booking, and after each of three. */
let positions: [Position, Position, Position, Position];

const at = async (): Promise<Position> => (await clinic.views.checkpoint())?.position ?? '';
async function booked(time: string): Promise<Position> {
  await book(clinic, { time });
  await clinic.project();
  return at();
}

beforeEach(async () => {
  clinic = await openSunrise();
  const { desk, read } = openViewReader(clinic);
  received = [];
  onHeard = () => {};
  feed = new LiveFeed({
    desk,
    read,
    hasListeners: (room) => room === roomOfClient(sunrise.clientId),
    isAnybodyThere: () => true,
    displays: () => [],
    onDisplayChanged: () => undefined,
    send(_room, messages) {
      received.push(...messages);
      onHeard();
    },
    onTried(error) {
      if (error !== null) throw error;
    },
  });
  feed.wake();
  positions = [await at(), await booked('09:30'), await booked('09:45'), await booked('10:00')];
});
afterEach(async () => {
  await feed.stop();
  await clinic.close();
});

/** Resolves when the feed has sent a position. */
const append = (position: Position) =>
  new Promise<void>((resolve) => {
    onHeard = () => {
      if (received.some((message) => message.at === position)) resolve();
    };
    onHeard();
  });
/** The position of each packet, and the cards in it. */
const cards = () =>
  received.flatMap((message) => {
    if (message.topic === 'today') return [[message.at, message.rows.length]];
    return message.topic === 'refetch' ? [[message.at, 'refetch']] : [];
  });

test('one wake for several commits says what all of them changed, and a wake without a commit says nothing', async () => {
  const [, , , third] = positions;
  feed.wake();
  await append(third);
  feed.wake();
  const fourth = await booked('10:15');
  feed.wake();
  await append(fourth);
  expect(cards()).toEqual([
    [third, 3],
    [fourth, 1],
  ]);
});

test('a chat is hinted at for 24 hours after the desk was asked for', async () => {
  const stream = streams.chat(sunrise.clientId, '0123456789abcdef0123456789abcdef');
  const asked = { type: 'HandoverRequested', data: { reason: 'asked' } } as const;
  await clinic.append(stream, sunrise.clientId, frontDesk, asked);
  const viewsOf = async (time: string) => {
    const position = await booked(time);
    feed.wake();
    await append(position);
    return received.splice(0).flatMap((message) => (message.topic === 'hint' ? message.views : []));
  };
  expect(await viewsOf('10:15')).toContain('chats');
  clinic.clock.set('2026-11-22T04:10:00.000Z');
  await clinic.append(stream, sunrise.clientId, frontDesk, { type: 'HandoverEnded', data: {} });
  const views = await viewsOf('10:30');
  expect(views).toContain('appointments');
  expect(views).not.toContain('chats');
});

test('after a swap every page refetches, and so does one that returns with a position of the previous views', async () => {
  const [, first, , third] = positions;
  feed.wake();
  await append(third);
  const room = roomOfClient(sunrise.clientId);
  expect((await feed.since(first, room)).messages.map(({ topic }) => topic)).not.toContain('refetch');
  received.splice(0);
  await feed.refetchAll();
  expect(received).toEqual([{ topic: 'refetch', at: third }]);
  const fourth = await booked('10:15');
  feed.wake();
  await append(fourth);
  // It may have missed the swap message: its rows at that position may differ from the views' rows there now.
  for (const shown of [first, third]) {
    expect(await feed.since(shown, room)).toMatchObject({ at: fourth, messages: [{ topic: 'refetch', at: fourth }] });
  }
  expect((await feed.since(fourth, room)).messages).toEqual([]);
});
