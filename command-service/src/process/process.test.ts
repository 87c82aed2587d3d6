import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuse } from '@dayline/contracts/errors';
import { requestedAt } from '@dayline/contracts/events/metadata';
import type { EventLog } from '@dayline/event-log/port';
import { openSqliteEventLog } from '@dayline/event-log/sqlite/open';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { contended } from '../testing/contended.ts';
import { book, date, idOf } from '../testing/doctor-day.ts';
import { killedAt, memoryCursors } from '../testing/killed.ts';
import { at, by } from '../testing/processes.ts';
import { dayStreams, startMoving } from '../testing/small-process.ts';
import { type Process, runProcess } from './process.ts';

const oldId = idOf(9);

/** Today's appointment; with `isVisited` it can't be cancelled any more. */
async function prepare(log: EventLog, isVisited: boolean): Promise<void> {
  const { execute } = startMoving(log);
  const visited = { kind: 'changeStatus', appointmentId: oldId, status: 'Availed', as: 'doctor' } as const;
  const commands = [book(9), ...(isVisited ? [visited] : [])];
  for (const [index, command] of commands.entries()) {
    expect(await execute(date, command, by(90 + index))).not.toHaveProperty('refused');
  }
}

const eventsOf = async (log: EventLog) =>
  (await Promise.all(Object.values(dayStreams).map((name) => log.readStream(name)))).flat();
/** The events of each command, without the preparation. */
const appended = async (log: EventLog) =>
  (await eventsOf(log))
    .filter(({ metadata }) => ![by(90), by(91)].some(({ commandId }) => commandId === metadata.commandId))
    .map(({ stream, type }) => `${stream === dayStreams.new ? 'new' : 'old'} ${type}`);

const endings = {
  'gives up the old appointment': {
    isVisited: false,
    events: [
      ...['new SlotsPlanned', 'new AppointmentBooked', 'new AppointmentPaymentRecorded'],
      'old AppointmentCancelled',
    ],
  },
  'gives up the new appointment where the old one is over': {
    isVisited: true,
    events: [
      ...['new SlotsPlanned', 'new AppointmentBooked', 'new AppointmentPaymentRecorded'],
      'new AppointmentCancelled',
    ],
  },
};
const cases = Object.entries(endings).map(([name, ending]) => ({ name, ...ending }));

describe.each(cases)('a process that $name', ({ isVisited, events }) => {
  test('takes its steps under ids of their own, caused by its beginning', async () => {
    const log = openMemoryEventLog();
    await prepare(log, isVisited);
    await startMoving(log).move();
    expect(await appended(log)).toEqual(events);
    const all = await eventsOf(log);
    const beginning = all.find(({ type, stream }) => type === 'AppointmentBooked' && stream === dayStreams.new);
    const last = all.find(({ type }) => type === 'AppointmentCancelled');
    expect(last?.metadata).toMatchObject({ actor: by(1).actor, correlationId: 'c', causationId: beginning?.id });
    expect(last?.metadata.commandId).not.toBe(beginning?.metadata.commandId);
  });

  test.each([
    ['before its first append', 1, false],
    ['after its first append', 1, true],
    ['before its second append', 2, false],
    ['after its second append', 2, true],
  ])('is finished by the follower where it was killed %s, with nothing doubled', async (_, nth, isDurable) => {
    const log = openMemoryEventLog();
    await prepare(log, isVisited);
    await expect(startMoving(killedAt(log, nth, isDurable)).move()).rejects.toThrow();
    const cursors = memoryCursors();
    const hasBegun = nth > 1 || isDurable;
    // The second follower has another process's cursor: it checks everything again.
    for (const candidate of [cursors, cursors, memoryCursors()]) {
      await startMoving(log).finish(candidate);
      expect(await appended(log)).toEqual(hasBegun ? events : []);
    }
    // The caller repeats the command.
    await startMoving(log).move();
    expect(await appended(log)).toEqual(events);
  });

  test('takes a step that others append before for no decision', async () => {
    const log = openMemoryEventLog();
    await prepare(log, isVisited);
    await startMoving(contended(log, isVisited ? dayStreams.new : dayStreams.old, 20)).move();
    expect(await appended(log)).toEqual(events);
  });

  test('is taken once by all that run it at the same time', async () => {
    const log = openMemoryEventLog();
    await prepare(log, isVisited);
    const runs = [startMoving(log).move(), startMoving(log).move(), startMoving(log).move()];
    await Promise.all([...runs, startMoving(log).finish(memoryCursors())]);
    expect(await appended(log)).toEqual(events);
  });
});

describe('a step that is refused as contended', () => {
  let isTaken = false;
  let takes = 0;
  const run = (contendedTakes: number) => {
    [isTaken, takes] = [false, 0];
    const process: Process<object, { readonly name: string }> = {
      name: 'contended',
      begunBy: ['AppointmentBooked'],
      load: async () => ({}),
      next: () => (isTaken ? null : { name: 'take' }),
      async take() {
        takes += 1;
        isTaken = takes > contendedTakes;
        return isTaken ? {} : refuse('log.conflict');
      },
    };
    let now = 0;
    const sleep = async (ms: number) => {
      now += ms;
    };
    const contention = { elapsed: () => now, sleep };
    // Cast is safe: only the id of the starting event is read.
    return runProcess(process, { id: 'e' } as never, by(1), { clock: { now: () => at }, contention });
  };

  test('is taken again', async () => {
    expect([...(await run(5)).refused]).toEqual([]);
    expect([isTaken, takes]).toEqual([true, 6]);
  });

  test('leaves the outcome unknown once its time is over', async () => {
    await expect(run(Number.POSITIVE_INFINITY)).rejects.toMatchObject({ outcome: 'unknown' });
    expect(takes).toBeGreaterThan(30);
  });
});

test('a step that was taken and is asked for again ends the run', async () => {
  const log = openMemoryEventLog();
  await prepare(log, false);
  const stale: EventLog = {
    ...log,
    readStream: async (...call) =>
      (await log.readStream(...call)).filter(({ type }) => type !== 'AppointmentCancelled'),
  };
  await expect(startMoving(stale).move()).rejects.toThrow();
  expect((await appended(log)).filter((event) => event.endsWith('Cancelled'))).toHaveLength(1);
});

describe('killed by the operating system', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dayline-process-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs it until its nth append is durable, and kills it. */
  async function killAfter(nth: number): Promise<void> {
    const script = fileURLToPath(new URL('../testing/killed-process.ts', import.meta.url));
    const node = ['--conditions=source', '--import', 'tsx', script, folder, String(nth)];
    const child = spawn(process.execPath, node, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [message] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    expect(String(message)).toBe('durable\n');
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
  }

  test.each([
    [1, false],
    [2, false],
    [2, true],
  ])('after append %d, a follower of the next start finishes it (visited: %s)', async (nth, isVisited) => {
    const before = await openSqliteEventLog({ folder });
    await prepare(before, isVisited);
    await before.close();
    await killAfter(nth);
    const log = await openSqliteEventLog({ folder });
    await startMoving(log).finish(memoryCursors());
    expect(await appended(log)).toEqual(cases[Number(isVisited)]?.events);
    await log.close();
  });
});

test('each step is taken at its own time, by the process that was asked and by the follower', async () => {
  const clock = { now: () => at + 20_000 };
  const timesOf = async (log: EventLog) => {
    const { metadata } = (await eventsOf(log)).find(({ type }) => type === 'AppointmentCancelled') ?? {};
    return metadata && requestedAt(metadata);
  };
  const memoryLog = openMemoryEventLog();
  await prepare(memoryLog, false);
  await startMoving(memoryLog, clock).move();
  expect(await timesOf(memoryLog)).toBe(clock.now());

  const left = openMemoryEventLog();
  await prepare(left, false);
  await expect(startMoving(killedAt(left, 1, true)).move()).rejects.toThrow();
  await startMoving(left, clock).finish(memoryCursors());
  expect(await timesOf(left)).toBe(clock.now());
});
