import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairQueue } from './fair-queue.ts';
import { TooBusy } from './unavailable.ts';

/** Work that ends when the test ends it; `order` lists the work started. */
function works() {
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => (): Promise<string> => {
    order.push(name);
    return new Promise((resolve) => ends.set(name, () => resolve(name)));
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    // The next turn is granted in the event-loop turn after that one.
    for (let turns = 0; turns < 3; turns += 1) await nextTurn();
  };
  return { order, work, end };
}

test('turns go round the groups, however many wait in one', async () => {
  const queue = new FairQueue({ atOnce: 1, perOwner: 10 });
  const { order, work, end } = works();
  const runs = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) =>
    queue.run({ group: name.charAt(0), owner: name.charAt(0) }, work(name)),
  );
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
    expect(order.at(-1)).toBe(name);
    await end(name);
  }
  expect(await Promise.all(runs)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
});

test('an owner has so many tickets and no more, and others have theirs', async () => {
  const queue = new FairQueue({ atOnce: 1, perOwner: 2 });
  const { order, work, end } = works();
  const mine = { group: 'a', owner: 'mine' };
  const runs = [queue.run(mine, work('1')), queue.run(mine, work('2'))];
  await expect(queue.run(mine, work('3'))).rejects.toThrow(TooBusy);
  runs.push(queue.run({ group: 'a', owner: 'yours' }, work('4')));
  for (const name of ['1', '2', '4']) await end(name);
  expect(order).toEqual(['1', '2', '4']);
  await Promise.all(runs);
  // All tickets are free again.
  const last = queue.run(mine, work('5'));
  await end('5');
  expect(await last).toBe('5');
});

test('what nobody waits for is not begun, and its ticket is free', async () => {
  const queue = new FairQueue({ atOnce: 1, perOwner: 2 });
  const { order, work, end } = works();
  const ended = new AbortController();
  const first = queue.run({ group: 'a', owner: 'o' }, work('1'));
  const dead = queue.run({ group: 'a', owner: 'o', signal: ended.signal }, work('dead'));
  ended.abort(new Error('gone'));
  await expect(dead).rejects.toThrow('gone');
  await expect(queue.run({ group: 'a', owner: 'o', signal: ended.signal }, work('dead'))).rejects.toThrow('gone');
  const next = queue.run({ group: 'a', owner: 'o' }, work('2'));
  await end('1');
  await end('2');
  expect([await first, await next, order]).toEqual(['1', '2', ['1', '2']]);
});

test('a ticket keeps its owner’s number between two turns, and others go on then', async () => {
  const queue = new FairQueue({ atOnce: 1, perOwner: 1 });
  const ended = new AbortController();
  const ticket = queue.enter({ group: 'a', owner: 'slow reader', signal: ended.signal });
  await ticket.turn(async () => 'a piece');
  expect(await queue.run({ group: 'a', owner: 'another' }, async () => 'done')).toBe('done');
  expect(() => queue.enter({ group: 'a', owner: 'slow reader' })).toThrow(TooBusy);
  ended.abort(new Error('gone'));
  await expect(ticket.turn(async () => 'a piece')).rejects.toThrow('gone');
  expect(await queue.run({ group: 'a', owner: 'slow reader' }, async () => 'again')).toBe('again');
});

test('a first turn that doesn’t come in time is refused; a fault of one leaves the turn to the next', async () => {
  const queue = new FairQueue({ atOnce: 1, perOwner: 10, patience: 1 });
  const { work, end } = works();
  const first = queue.run({ group: 'a', owner: 'o' }, work('1'));
  await expect(queue.run({ group: 'b', owner: 'p' }, work('2'))).rejects.toThrow(TooBusy);
  await end('1');
  await first;
  const fault = queue.run({ group: 'a', owner: 'o' }, () => Promise.reject(new Error('a fault of one')));
  await expect(fault).rejects.toThrow('a fault of one');
  await nextTurn();
  expect(await queue.run({ group: 'b', owner: 'p' }, async () => 'free')).toBe('free');
});

test('nobody waits behind one of the group who has waited for too long; other groups do', async () => {
  let now = 0;
  const queue = new FairQueue({ atOnce: 1, perOwner: 10, maxWaitMs: 2_000, elapsed: () => now });
  const { order, work, end } = works();
  const enter = (name: string) => queue.run({ group: name.charAt(0), owner: name.charAt(0) }, work(name));
  const runs = [enter('a1'), enter('a2')];
  now = 2_000;
  runs.push(enter('a3'));
  now = 2_001;
  await expect(enter('a4')).rejects.toThrow(TooBusy);
  runs.push(enter('b1'));
  expect([queue.running, queue.waiting]).toEqual([1, 3]);
  for (const name of ['a1', 'a2', 'b1']) await end(name);
  // The one that waited longest has had a turn.
  now = 4_000;
  runs.push(enter('a5'));
  for (const name of ['a3', 'a5']) await end(name);
  expect(await Promise.all(runs)).toEqual(['a1', 'a2', 'a3', 'b1', 'a5']);
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'a5']);
  expect([queue.running, queue.waiting]).toEqual([0, 0]);
});

test('a ticket that is left leaves nothing at its signal, however many it outlives', async () => {
  const queue = new FairQueue({ atOnce: 1, perOwner: 1 });
  const { signal } = new AbortController();
  for (let ticket = 0; ticket < 3; ticket += 1) await queue.run({ group: 'a', owner: 'o', signal }, async () => 'done');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
