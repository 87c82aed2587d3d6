import { streams } from '@dayline/contracts/events/categories';
import type { EventLog, EventRef, StoredEvent } from './port.ts';
import { EventLogSetBack, SetBackNotAccepted } from './port.ts';
import { latestOf, lostEventsIn, refuseSetBack, type SeenEvent } from './set-back.ts';
import { newEvent, newEvents, newStream } from './testing/contract-fixtures.ts';
import { openMemoryEventLog } from './testing/memory.ts';

/** A log that can be replaced by earlier copies while it is open, as an adapter notices it. */
let current: EventLog;
let lost: EventRef | null;
let witnesses: SeenEvent[];
let accepted: number;
let events: StoredEvent[];
beforeEach(() => {
  [lost, witnesses, accepted, events] = [null, [], 0, []];
  current = openMemoryEventLog({ events });
  // A refused log looks for the acceptance at intervals: each call comes after one.
  let now = 0;
  import.meta.jest.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
});
afterEach(() => import.meta.jest.restoreAllMocks());

const underlying = (): EventLog => ({
  ...current,
  append: (...how) => current.append(...how),
  readStream: (...how) => current.readStream(...how),
  readAll: (...how) => current.readAll(...how),
  head: () => current.head(),
  last: () => current.last(),
  follow: (...how) => current.follow(...how),
  lostEvent: () => lost,
});
const watched = (log = underlying()): EventLog =>
  refuseSetBack(log, {
    seen: async () => witnesses,
    onLost: async () => {},
    async onAccepted() {
      accepted += 1;
    },
  });
const stream = newStream();
async function add(count: number): Promise<void> {
  const last = (await current.readStream(stream)).at(-1)?.revision ?? 'noStream';
  await current.append(stream, last, newEvents(count));
}
function setBackTo(length: number, isNoticed = true): void {
  const last = events.at(-1);
  events = events.slice(0, length);
  current = openMemoryEventLog({ events });
  if (isNoticed && last) lost = last;
}
const seenBy = (by: string, event = events.at(-1)): SeenEvent => {
  if (!event) throw new Error('the log has an event');
  return { ...event, by };
};
const refOf = ({ position, id }: EventRef) => ({ position, eventId: id });

/** As the command line does, on a machine whose clock shows the time of this ULID. */
async function accept(id?: string): Promise<void> {
  const { open } = await lostEventsIn(current, witnesses);
  const [seen] = [latestOf(open), lost].flatMap((event) => (event ? [refOf(event)] : []));
  const present = await current.last();
  const data = { seen, present: present && refOf(present), lost: open.map(refOf), reason: 'A test' };
  const before = (await current.readStream(streams.setBacks)).at(-1)?.revision ?? 'noStream';
  const event = newEvent(JSON.parse(JSON.stringify(data)), 'LogSetBackAccepted');
  const metadata = { ...event.metadata, schemaVersion: 1 };
  await current.append(streams.setBacks, before, [{ ...event, metadata, ...(id && { id }) }]);
}
const isRefused = (log: EventLog) =>
  log.head().then(
    () => false,
    (error: unknown) => {
      if (error instanceof SetBackNotAccepted) return true;
      throw error;
    },
  );
const later = '7ZZZZZZZZZ0000000000000000';
const earlier = '00000000000000000000000000';

test('is refused while what was seen is missing, and goes on with all of it accepted', async () => {
  await add(9);
  witnesses = [seenBy('the views', events[6]), seenBy('the vault', events[8])];
  setBackTo(5, false);
  const log = watched();
  expect(await isRefused(log)).toBe(true);
  expect(accepted).toBe(0);
  await accept();
  expect(await isRefused(log)).toBe(false);
  expect(accepted).toBe(1);
  // Another start: the cursors are corrected again, in case the first process was killed before.
  expect(await isRefused(watched())).toBe(false);
  expect(accepted).toBe(2);
});

test.each([
  ['ahead', later],
  ['behind', earlier],
])('an acceptance by a clock that is %s covers what was lost before it, and nothing later', async (_, id) => {
  await add(9);
  witnesses = [seenBy('the views', events[6]), seenBy('the vault', events[8])];
  setBackTo(5, false);
  const log = watched();
  expect(await isRefused(log)).toBe(true);
  await accept(id);
  expect(await isRefused(log)).toBe(false);
  const length = events.length;
  await add(4);
  witnesses = [...witnesses, seenBy('the views')];
  setBackTo(length, false);
  expect(await isRefused(watched())).toBe(true);
  // The running process notices it as well.
  lost = witnesses.at(-1) ?? null;
  expect(await isRefused(log)).toBe(true);
});

test('what a process alone has seen is accepted with the rest, also if it notices only afterwards', async () => {
  await add(9);
  const [early, afterwards] = [watched(), watched()];
  expect([await isRefused(early), await isRefused(afterwards)]).toEqual([false, false]);
  witnesses = [seenBy('the vault')];
  setBackTo(5, false);
  lost = { ...seenBy('', events[4]), id: earlier, position: '0000000000000007', revision: 6 };
  expect(await isRefused(early)).toBe(true);
  await accept();
  expect(await isRefused(early)).toBe(false);
  expect(await isRefused(afterwards)).toBe(false);
});

test('what a follower has seen before an acceptance is accepted with the rest, if it ends only afterwards', async () => {
  await add(9);
  const log = watched({
    ...underlying(),
    async *follow(...how) {
      yield* current.follow(...how);
      throw new EventLogSetBack('0000000000000009');
    },
  });
  const ending = new AbortController();
  const items = log.follow(log.start, ending.signal)[Symbol.asyncIterator]();
  // The events, then the message that these are all.
  await items.next();
  await items.next();
  const next = items.next();
  witnesses = [seenBy('the vault', events[7])];
  setBackTo(5);
  expect(await isRefused(log)).toBe(true);
  await accept();
  expect(await isRefused(log)).toBe(false);
  ending.abort();
  await expect(next).rejects.toThrow(EventLogSetBack);
  expect(await isRefused(log)).toBe(false);
});

test('what the connection misses late is accepted with what was missed before', async () => {
  await add(9);
  const [, , , , , , , first, second] = events;
  let isSettled = false;
  const log = watched({
    ...underlying(),
    setBacks: async () => {
      if (isSettled) lost = second ?? null;
      return isSettled ? 2 : 1;
    },
  });
  expect(await isRefused(log)).toBe(false);
  witnesses = [seenBy('the vault', first)];
  setBackTo(5, false);
  lost = first ?? null;
  expect(await isRefused(log)).toBe(true);
  await accept();
  isSettled = true;
  expect(await isRefused(log)).toBe(false);
  await log.setBacks?.();
  expect(await isRefused(log)).toBe(false);
});

test('what is missed while an acceptance is being looked for is not forgotten', async () => {
  await add(6);
  let release = () => {};
  let hold: Promise<void> | null = null;
  let isLooking = () => {};
  const log = watched({
    ...underlying(),
    async readStream(name, how) {
      const found = await current.readStream(name, how);
      if (name === stream && hold) {
        isLooking();
        await hold;
      }
      return found;
    },
    async *follow(...how) {
      yield* current.follow(...how);
      throw new EventLogSetBack('0000000000000006');
    },
  });
  expect(await isRefused(log)).toBe(false);
  const ending = new AbortController();
  const items = log.follow(log.start, ending.signal)[Symbol.asyncIterator]();
  await items.next();
  // Another lost event is being looked into when the follower ends.
  lost = events[0] ?? null;
  hold = new Promise((resolve) => {
    release = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    isLooking = resolve;
  });
  const looking = log.head();
  await begun;
  setBackTo(3, false);
  ending.abort();
  await expect(items.next()).rejects.toThrow(EventLogSetBack);
  release();
  await looking;
  expect(await isRefused(log)).toBe(true);
});

test('a witness that is unavailable keeps a refused log refused', async () => {
  await add(9);
  const last = seenBy('the views');
  setBackTo(5, false);
  let isAway = false;
  const log = refuseSetBack(underlying(), {
    seen: async () => {
      if (isAway) throw new Error('the vault is unavailable');
      return [last];
    },
    onLost: async () => {},
    onAccepted: async () => {},
  });
  expect(await isRefused(log)).toBe(true);
  isAway = true;
  expect(await isRefused(log)).toBe(true);
});
