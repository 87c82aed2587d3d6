import { setImmediate as turn } from 'node:timers/promises';
import { runs } from '@dayline/contracts/testing/trials';
import { type EventLog, EventLogUnavailable } from '@dayline/event-log/port';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { newEvents } from '@dayline/event-log/testing/contract-fixtures';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { by, processesOn } from '../testing/processes.ts';
import type { Decider } from './decider.ts';
import { FollowedChanges } from './followed-changes.ts';
import { PulledChanges } from './pulled-changes.ts';

interface DepartmentOpenedEvent {
  readonly type: 'DepartmentOpened';
  readonly data: { readonly clientId: string; readonly name: string };
}

const clientId = '01J0000000000000000000000C';
const noKeys = { ensure: async () => new Map(), get: async () => new Map() };
const streamOf = (number: number) => `department-01J000000000000000000000${String(number).padStart(2, '0')}`;
/** The last department name; a stream accepts any number of opening events. */
const opened: Decider<string | null, string, DepartmentOpenedEvent> = {
  initial: null,
  fold: (state, events) => events.at(-1)?.data.name ?? state,
  decide: (_, name) => [{ type: 'DepartmentOpened', data: { clientId, name } }],
};

const realNow = performance.now;
let now = 0;
beforeEach(() => {
  now = 1_000;
  performance.now = () => now;
});
afterEach(() => {
  performance.now = realNow;
});

/** A process whose reads are counted, and another one, on the same log. */
function twoProcesses(kind: 'pulled' | 'followed' = 'pulled') {
  const log: EventLog = openMemoryEventLog();
  const reads = { streams: 0, ends: 0 };
  const conflicts: string[] = [];
  let isDown = false;
  let isSilent = false;
  const counted = {
    ...log,
    async readStream(...call: Parameters<typeof log.readStream>) {
      reads.streams += 1;
      return log.readStream(...call);
    },
    async refsAfter(...call: Parameters<typeof log.refsAfter>) {
      reads.ends += 1;
      if (isDown) throw new EventLogUnavailable('disk busy', 'notAppended');
      return log.refsAfter(...call);
    },
    async head() {
      if (kind === 'followed') reads.ends += 1;
      if (isDown) throw new EventLogUnavailable('disk busy', 'notAppended');
      return log.head();
    },
    async *follow(...call: Parameters<typeof log.follow>) {
      for await (const item of log.follow(...call)) {
        if (isSilent) await new Promise(() => undefined);
        yield item;
      }
    },
  };
  const sealed = openSealedLog(counted, noKeys);
  const changes = kind === 'pulled' ? new PulledChanges(sealed) : new FollowedChanges(sealed, 1);
  const watch = { conflict: (stream: string) => void conflicts.push(stream), retry: () => undefined };
  const { start } = processesOn(opened, log);
  return {
    log,
    reads,
    conflicts,
    handlerA: start({ seen: counted, changes, watch }),
    handlerB: start(),
    failReadsOfTheEnd: () => {
      isDown = true;
    },
    silence: () => {
      isSilent = true;
    },
  };
}

describe('a cached stream', () => {
  test('that nobody has changed costs no read of its own, and all of them one read of the log’s end', async () => {
    const { handlerA, reads } = twoProcesses();
    const loads = () => Promise.all([1, 2, 3, 4, 5].map((number) => handlerA.load(streamOf(number))));
    await loads();
    expect(reads.streams).toBe(5);
    // It starts following at the first request; earlier reads aren't covered.
    now += 2_000;
    await loads();
    expect(reads.streams).toBe(10);
    for (let second = 0; second < 3; second += 1) {
      now += 2_000;
      await loads();
    }
    expect(reads).toEqual({ streams: 10, ends: 3 });
  });

  test('that another process has changed is read again', async () => {
    const { handlerA, handlerB, reads } = twoProcesses();
    for (let second = 0; second < 2; second += 1) {
      await Promise.all([handlerA.load(streamOf(1)), handlerA.load(streamOf(2))]);
      now += 2_000;
    }
    await handlerB.execute({ stream: streamOf(1), command: 'Ward 1', context: undefined, by: by(1) });
    const before = reads.streams;
    expect((await handlerA.load(streamOf(1))).state).toBe('Ward 1');
    expect((await handlerA.load(streamOf(2))).revision).toBe(-1);
    expect(reads.streams - before).toBe(1);
  });

  test('is read again where the log’s end can’t be, and where too much has happened since', async () => {
    const { log, handlerA, handlerB, failReadsOfTheEnd } = twoProcesses();
    for (let second = 0; second < 2; second += 1) {
      await handlerA.load(streamOf(1));
      now += 2_000;
    }
    await log.append('patient-1', 'noStream', newEvents(5_000));
    await handlerB.execute({ stream: streamOf(1), command: 'Ward 1', context: undefined, by: by(1) });
    expect((await handlerA.load(streamOf(1))).revision).toBe(0);
    now += 2_000;
    failReadsOfTheEnd();
    await handlerB.execute({ stream: streamOf(2), command: 'Ward 2', context: undefined, by: by(2) });
    expect((await handlerA.load(streamOf(2))).revision).toBe(0);
  });
});

describe('a cached stream of a process that follows the log', () => {
  /** Loads streams until the process follows. */
  async function following() {
    const processes = twoProcesses('followed');
    const { handlerA, reads } = processes;
    const loads = () => Promise.all([1, 2, 3].map((number) => handlerA.load(streamOf(number))));
    for (let second = 0; second < 2; second += 1) {
      await loads();
      now += 2_000;
    }
    await loads();
    [reads.streams, reads.ends] = [0, 0];
    now += 2_000;
    return { ...processes, loads };
  }

  test('costs no read of its own: all of them one look for the log’s end', async () => {
    const { reads, loads } = await following();
    await loads();
    expect(reads).toEqual({ streams: 0, ends: 1 });
  });

  test('contains what another process has appended, without a read, and is decided on without a conflict', async () => {
    const { handlerA, handlerB, reads, conflicts } = await following();
    for (const command of [1, 2]) {
      await handlerB.execute({ stream: streamOf(1), command: `Ward ${command}`, context: undefined, by: by(command) });
    }
    expect(await handlerA.load(streamOf(1))).toEqual({ state: 'Ward 2', revision: 1 });
    await handlerA.execute({ stream: streamOf(1), command: 'Ward 3', context: undefined, by: by(3) });
    expect([reads, conflicts]).toEqual([{ streams: 0, ends: 1 }, []]);
    now += 1;
    expect(await handlerB.load(streamOf(1), 0)).toEqual({ state: 'Ward 3', revision: 2 });
  });

  test('needs no look for the end after an append of its own process', async () => {
    const { log, handlerA, reads, loads } = await following();
    await handlerA.execute({ stream: streamOf(1), command: 'Ward 1', context: undefined, by: by(1) });
    const position = await log.head();
    await loads();
    expect((await handlerA.loadUpTo(streamOf(2), position)).revision).toBe(-1);
    expect(reads).toEqual({ streams: 0, ends: 0 });
  });

  test('is read where the follower is silent', async () => {
    const { handlerA, handlerB, silence, reads } = await following();
    silence();
    await handlerB.execute({ stream: streamOf(1), command: 'Ward 1', context: undefined, by: by(1) });
    expect((await handlerA.load(streamOf(1))).state).toBe('Ward 1');
    expect(reads.streams).toBe(1);
  });

  test('is read where the log’s end can’t be, and where too much has happened since', async () => {
    const { log, handlerA, handlerB, failReadsOfTheEnd, reads } = await following();
    await handlerB.execute({ stream: streamOf(1), command: 'Ward 1', context: undefined, by: by(1) });
    await log.append('patient-1', 'noStream', newEvents(5_000));
    expect((await handlerA.load(streamOf(1))).state).toBe('Ward 1');
    now += 2_000;
    failReadsOfTheEnd();
    await handlerB.execute({ stream: streamOf(2), command: 'Ward 2', context: undefined, by: by(2) });
    expect((await handlerA.load(streamOf(2))).state).toBe('Ward 2');
    expect(reads.streams).toBe(2);
  });
});

/** Mulberry32: an integer in [0, limit), repeatable by the seed. */
function randomOf(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

describe.each(['pulled', 'followed'] as const)('a load that may be of an age, %s', (kind) => {
  test.each(Array.from({ length: runs(40, 400) }, (_, seed) => seed))('is no older (seed %d)', async (seed) => {
    const below = randomOf(seed);
    const wait = async () => {
      for (let turns = below(4); turns > 0; turns -= 1) {
        now += below(20);
        await turn();
      }
    };
    const memory = openMemoryEventLog();
    const late =
      <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        await wait();
        if (below(12) === 0) throw new EventLogUnavailable('disk busy', 'notAppended');
        const result = await call(...args);
        await wait();
        return result;
      };
    const slow = {
      ...memory,
      refsAfter: late(memory.refsAfter),
      head: late(memory.head),
      /** Late, interrupted now and then, and silent in the end. */
      async *follow(...call: Parameters<typeof memory.follow>) {
        for await (const item of memory.follow(...call)) {
          await wait();
          if (below(30) === 0) return;
          if (below(60) === 0) await new Promise(() => undefined);
          yield item;
        }
      },
    };
    const { start } = processesOn(opened, memory);
    const sealed = openSealedLog(slow, noKeys);
    const changes = kind === 'pulled' ? new PulledChanges(sealed) : new FollowedChanges(sealed, 1);
    const handlerA = start({ seen: slow, changes });
    const handlerB = start();
    /** When each revision of the stream was appended. */
    const appended: number[] = [];
    const stream = streamOf(1);
    const append = async (command: number) => {
      const handler = below(2) ? handlerA : handlerB;
      await handler.execute({
        stream,
        command: `Ward ${command}`,
        context: undefined,
        by: by(command),
      });
      appended.push(now);
      now += 1;
    };
    for (let step = 0; step < 60; step += 1) {
      await wait();
      if (below(4) === 0) await append(appended.length);
      const age = below(3) * 40;
      const oldest = now - age;
      const { revision } = await handlerA.load(stream, age);
      expect(revision).toBeGreaterThanOrEqual(appended.filter((at) => at <= oldest).length - 1);
    }
  });
});
