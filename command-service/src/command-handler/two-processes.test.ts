import { isRefusal } from '@dayline/contracts/errors';
import { EventLogUnavailable } from '@dayline/event-log/port';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { department } from '../department/department.ts';
import { doctorDay } from '../doctor-day/decide.ts';
import { contended } from '../testing/contended.ts';
import { book, context, date, halfHour, pocId } from '../testing/doctor-day.ts';
import { by, keysOf, processesOn } from '../testing/processes.ts';

const day = `doctorDay-${pocId}_${date.replaceAll('-', '')}`;
const opened = 'department-01J0000000000000000000000D';
const open = { kind: 'open', clientId: '01J0000000000000000000000C', name: 'Heart' } as const;
const rename = (name: string) => ({ kind: 'rename', name }) as const;

/** A promise and the function that fulfils it. */
function gate() {
  let open = (): void => undefined;
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, isOpen };
}

/** Two processes; the first has booked one of two places, and its next key is written only once `release` is called. */
async function withSlowKey() {
  const { start, log } = processesOn(doctorDay);
  const writing = gate();
  const released = gate();
  let isSlow = false;
  const keys = keysOf(async () => {
    if (!isSlow) return;
    writing.open();
    await released.isOpen;
  });
  const [handlerA, handlerB] = [start({ keys }), start()];
  const ask = (process: typeof handlerA, command: number, appointment = command) =>
    process.execute({ stream: day, command: book(appointment), context: context(), by: by(command) });
  expect(isRefusal(await ask(handlerA, 1))).toBe(false);
  isSlow = true;
  return { log, handlerA, handlerB, ask, writing: writing.isOpen, release: released.open };
}

describe('while a process writes the key of a command that it decided', () => {
  test.each([false, true])(
    'another takes the last place, and the slot stays at two (read meanwhile: %s)',
    async (isRead) => {
      const { handlerA, handlerB, ask, writing, release } = await withSlowKey();
      const second = ask(handlerA, 2);
      await writing;
      expect(isRefusal(await ask(handlerB, 3))).toBe(false);
      // Read as a refused booking of another day does.
      if (isRead) await handlerA.load(day, 0);
      release();
      expect(await second).toMatchObject({ refused: 'slot.full' });
      expect((await handlerA.load(day, 0)).state.book.visits).toEqual([{ ...halfHour('09:00'), count: 2 }]);
    },
  );

  test('another carries out its retry, and both answer the same events', async () => {
    const { log, handlerA, handlerB, ask, writing, release } = await withSlowKey();
    const first = ask(handlerA, 2);
    await writing;
    const again = await ask(handlerB, 2);
    await handlerA.load(day, 0);
    release();
    const answers = [await first, again].map((outcome) => 'events' in outcome && outcome.events.map(({ id }) => id));
    expect(answers[0]).toEqual(answers[1]);
    expect((await log.readStream(day)).filter(({ metadata }) => metadata.commandId === by(2).commandId)).toHaveLength(
      2,
    );
  });
});

test.each([2, 3, 8])('%d loads at once after an append from elsewhere read the whole stream', async (loads) => {
  const { start } = processesOn(doctorDay);
  const [handlerA, handlerB] = [start(), start()];
  const ask = (process: typeof handlerA, command: number) =>
    process.execute({ stream: day, command: book(command), context: context(), by: by(command) });
  await ask(handlerA, 1);
  await ask(handlerB, 2);
  const read = await Promise.all(Array.from({ length: loads }, () => handlerA.load(day, 0)));
  for (const { state, revision } of read) {
    expect([revision, state.book.visits, state.appointments.size]).toEqual([
      4,
      [{ ...halfHour('09:00'), count: 2 }],
      2,
    ]);
  }
  expect(await ask(handlerA, 3)).toMatchObject({ refused: 'slot.full' });
  expect(await handlerA.load(day, 0)).toEqual(await start().load(day));
});

test('loads at once read the log once, and one that may not be older reads it again', async () => {
  const { start, log } = processesOn(department);
  const reading = gate();
  let reads = 0;
  const seen = {
    ...log,
    async readStream(...call: Parameters<typeof log.readStream>) {
      reads += 1;
      const events = await log.readStream(...call);
      if (reads === 1) await reading.isOpen;
      return events;
    },
  };
  const handler = start({ seen });
  const early = [handler.load(opened), handler.load(opened), handler.load(opened)];
  while (reads === 0) await null;
  await start().execute({ stream: opened, command: open, context: undefined, by: by(1) });
  const late = [handler.load(opened, 0), handler.load(opened, 0)];
  reading.open();
  expect((await Promise.all(early)).map(({ revision }) => revision)).toEqual([-1, -1, -1]);
  expect((await Promise.all(late)).map(({ revision }) => revision)).toEqual([0, 0]);
  expect(reads).toBe(2);
});

test('a load that failed is no reason to stay at an older state', async () => {
  const { start, log } = processesOn(department);
  let isDown = false;
  const seen = {
    ...log,
    readStream: (...call: Parameters<typeof log.readStream>) =>
      isDown ? Promise.reject(new EventLogUnavailable('disk busy', 'notAppended')) : log.readStream(...call),
  };
  const [handlerA, handlerB] = [start({ seen }), start()];
  await handlerA.execute({ stream: opened, command: open, context: undefined, by: by(1) });
  await handlerB.execute({ stream: opened, command: rename('Skin'), context: undefined, by: by(2) });
  isDown = true;
  await expect(handlerA.load(opened, 0)).rejects.toThrow('disk busy');
  isDown = false;
  expect((await handlerA.load(opened, 0)).state?.name).toBe('Skin');
});

describe('a command whose append was not answered', () => {
  /** A log whose appends are stored, but not answered; with `isDownThen` no read is answered after that. */
  function losing(isDownThen: boolean) {
    const log = openMemoryEventLog();
    let isLost = false;
    const seen = {
      ...log,
      async append(...call: Parameters<typeof log.append>) {
        await log.append(...call);
        isLost = true;
        throw new EventLogUnavailable('no answer', 'unknown');
      },
      readStream: (...call: Parameters<typeof log.readStream>) =>
        isLost && isDownThen
          ? Promise.reject(new EventLogUnavailable('unavailable', 'notAppended'))
          : log.readStream(...call),
    };
    const keys = keysOf();
    const { start } = processesOn(department, log);
    const ask = () => start({ seen, keys }).execute({ stream: opened, command: open, context: undefined, by: by(1) });
    return { log, keys, ask };
  }

  test('has its answer from the stream', async () => {
    const { ask, keys } = losing(false);
    expect(await ask()).toMatchObject({ state: { name: 'Heart' } });
    expect(keys.calls).toEqual(['take']);
  });

  test('keeps its key, and says that it may have been carried out, where the stream can’t be read then', async () => {
    const { log, ask, keys } = losing(true);
    await expect(ask()).rejects.toMatchObject({ outcome: 'unknown' });
    expect(keys.calls).toEqual(['take']);
    expect(await log.readStream(opened)).toHaveLength(1);
  });

  test('takes its key again with each attempt', async () => {
    const log = openMemoryEventLog();
    let attempts = 0;
    const seen = {
      ...log,
      async append(...call: Parameters<typeof log.append>) {
        attempts += 1;
        if (attempts < 3) throw new EventLogUnavailable('no answer', 'unknown');
        return log.append(...call);
      },
    };
    const keys = keysOf();
    const { start } = processesOn(department, log);
    await start({ seen, keys }).execute({ stream: opened, command: open, context: undefined, by: by(1) });
    expect(keys.calls).toEqual(['take', 'take', 'take']);
  });

  test('may have been carried out, though a later attempt was refused', async () => {
    const log = openMemoryEventLog();
    let attempts = 0;
    const seen = {
      ...log,
      append(): ReturnType<typeof log.append> {
        attempts += 1;
        const outcome = attempts === 1 ? 'unknown' : 'notAppended';
        return Promise.reject(new EventLogUnavailable('unavailable', outcome));
      },
    };
    const keys = keysOf();
    const { start } = processesOn(department, log);
    const attempt = start({ seen, keys }).execute({ stream: opened, command: open, context: undefined, by: by(1) });
    await expect(attempt).rejects.toMatchObject({ outcome: 'unknown' });
    expect(keys.calls).toEqual(['take', 'take']);
  });
});

describe('a command that others always append before', () => {
  /** Time that passes only while a command waits. */
  function waitingTime() {
    const waits: number[] = [];
    let now = 0;
    const sleep = async (ms: number) => {
      waits.push(ms);
      now += ms;
    };
    return { waits, contention: { elapsed: () => now, sleep, random: () => 0.5 } };
  }
  const execution = { stream: opened, command: open, context: undefined };

  test('is tried with pauses that grow, and refused within the time of its call', async () => {
    const { start, log } = processesOn(department);
    const { waits, contention } = waitingTime();
    const process = start({ seen: contended(log, opened, Number.POSITIVE_INFINITY), contention });
    const called = { ...by(1), signal: new AbortController().signal };
    expect(await process.execute({ ...execution, by: called })).toEqual({ refused: 'log.conflict' });
    expect(waits.slice(0, 8)).toEqual([1.5, 3, 6, 12, 24, 48, 96, 96]);
    const waited = waits.reduce((sum, ms) => sum + ms, 0);
    expect([waited > 4_900, waited <= 5_000]).toEqual([true, true]);
  });

  test('answers its outcome where the last thing it met was its own earlier request, which arrived late', async () => {
    const { start, log } = processesOn(department);
    const late = {
      ...log,
      async append(...call: Parameters<typeof log.append>) {
        await log.append(...call);
        return { appended: false, actual: 'noStream' } as const;
      },
    };
    let now = 0;
    const elapsed = () => {
      now += 10_000;
      return now;
    };
    const called = { ...by(1), signal: new AbortController().signal };
    const outcome = await start({ seen: late, contention: { elapsed } }).execute({ ...execution, by: called });
    expect(outcome).toMatchObject({ events: [{ type: 'DepartmentOpened' }] });
    expect(await log.readStream(opened)).toHaveLength(1);
  });

  test('is not refused where it is no call’s: it is tried for a minute, and fails then', async () => {
    const { start, log } = processesOn(department);
    const { waits, contention } = waitingTime();
    const process = start({ seen: contended(log, opened, 200), contention });
    expect(await process.execute({ ...execution, by: by(1) })).toMatchObject({
      events: [{ type: 'DepartmentOpened' }],
    });
    expect(waits).toHaveLength(200);
    const never = start({ seen: contended(log, opened, Number.POSITIVE_INFINITY), contention });
    const retry = never.execute({ ...execution, command: rename('Skin'), by: by(2) });
    await expect(retry).rejects.toMatchObject({ name: 'EventLogUnavailable', outcome: 'notAppended' });
  });
});

describe('a command that nobody waits for any more', () => {
  test('is not begun, and its key stays unused', async () => {
    const { start, log } = processesOn(department);
    const writing = gate();
    const released = gate();
    const keys = keysOf(async () => {
      writing.open();
      await released.isOpen;
    });
    const handler = start({ keys });
    const first = handler.execute({ stream: opened, command: open, context: undefined, by: by(1) });
    await writing.isOpen;
    const ended = new AbortController();
    const waiting = { ...by(2), signal: ended.signal };
    const second = handler.execute({ stream: opened, command: rename('Skin'), context: undefined, by: waiting });
    const third = handler.execute({ stream: opened, command: rename('Eyes'), context: undefined, by: by(3) });
    ended.abort(new Error('overdue'));
    released.open();
    await expect(second).rejects.toThrow('overdue');
    expect([await first, await third].some(isRefusal)).toBe(false);
    expect((await log.readStream(opened)).map(({ data }) => data['name'])).toEqual(['Heart', 'Eyes']);
    expect(keys.calls).toEqual(['take', 'take']);
  });

  test('is not tried again after a conflict, and gives its key back', async () => {
    const { start, log } = processesOn(department);
    const ended = new AbortController();
    const keys = keysOf();
    const sleep = async () => ended.abort(new Error('overdue'));
    const [handlerA, handlerB] = [start({ keys, contention: { sleep } }), start()];
    await handlerA.execute({ stream: opened, command: open, context: undefined, by: by(1) });
    await handlerB.execute({ stream: opened, command: rename('Skin'), context: undefined, by: by(2) });
    const late = { ...by(3), signal: ended.signal };
    await expect(
      handlerA.execute({ stream: opened, command: rename('Eyes'), context: undefined, by: late }),
    ).rejects.toThrow('overdue');
    expect(keys.calls).toEqual(['take', 'take', 'release']);
    expect(await log.readStream(opened)).toHaveLength(2);
  });
});
