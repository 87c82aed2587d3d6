import { setImmediate as turn } from 'node:timers/promises';
import { isRefusal } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { runs } from '@dayline/contracts/testing/trials';
import { verifyChain } from '@dayline/event-log/sealed-log/chain';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { type DoctorDayCommand, doctorDay } from '../doctor-day/decide.ts';
import { book, context, date, idOf, pocId } from '../testing/doctor-day.ts';
import { by, keysOf, processesOn } from '../testing/processes.ts';

const stream = `doctorDay-${pocId}_${date.replaceAll('-', '')}`;
const capacity = 2;

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

/**
 * Two handlers, several concurrent loads and a process that appends and ends, on one log whose calls are interleaved at
 * random.
 */
async function interleave(seed: number) {
  const below = randomOf(seed);
  const wait = async () => {
    for (let turns = below(4); turns > 0; turns -= 1) await turn();
  };
  const memory = openMemoryEventLog();
  const slow = {
    ...memory,
    async append(...call: Parameters<typeof memory.append>) {
      await wait();
      const result = await memory.append(...call);
      await wait();
      return result;
    },
    async readStream(...call: Parameters<typeof memory.readStream>) {
      await wait();
      const events = await memory.readStream(...call);
      await wait();
      return events;
    },
  };
  const { start } = processesOn(doctorDay, slow);
  const process = () => start({ keys: keysOf(wait), contention: { sleep: wait } });
  const handlers = [process(), process()];
  const commandOf = (index: number): DoctorDayCommand => {
    const time = below(2) ? '09:00' : '09:30';
    if (below(4) > 0) return book(index, { time });
    return { kind: 'changeStatus', appointmentId: idOf(below(index + 1)), status: 'Cancelled', as: 'admin' };
  };
  const answers = new Map<string, string[][]>();
  async function ask(handler: (typeof handlers)[number], index: number, command: DoctorDayCommand): Promise<void> {
    await wait();
    const outcome = await handler.execute({ stream, command, context: context(), by: by(index) });
    if (isRefusal(outcome) || outcome.events.length === 0) return;
    const { commandId } = by(index);
    answers.set(commandId, [...(answers.get(commandId) ?? []), outcome.events.map(({ id }) => id)]);
  }
  for (let round = 0; round < 4; round += 1) {
    const works = Array.from({ length: 4 }, (_, ordinal) => {
      const index = round * 10 + ordinal;
      const command = commandOf(index);
      // Some are retried at the other handler; some come from a process that has read nothing.
      const at = below(3) === 0 ? [0, 1] : [below(2)];
      const from = below(4) === 0 ? [process()] : at.flatMap((handler) => handlers[handler] ?? []);
      return from.map((handler) => ask(handler, index, command));
    });
    const loads = handlers.flatMap((handler) =>
      Array.from({ length: 3 }, () => wait().then(() => handler.load(stream, 0))),
    );
    await Promise.all([...works.flat(), ...loads]);
  }
  // Cast is safe: the stream is a doctor's day.
  const events = (await memory.readStream(stream)) as unknown as Recorded<DoctorDayEvent>[];
  return { handlers, fresh: process(), events, answers };
}

describe('two handlers, loads at once and appends from elsewhere on one log', () => {
  test.each(Array.from({ length: runs(40, 200) }, (_, seed) => seed))('keep every promise (seed %d)', async (seed) => {
    const { handlers, fresh, events, answers } = await interleave(seed);
    expect(verifyChain(events)).toEqual([]);
    for (let length = 1; length <= events.length; length += 1) {
      const { book } = doctorDay.fold(doctorDay.initial, events.slice(0, length));
      for (const { count } of book.visits) expect(count).toBeLessThanOrEqual(capacity);
    }
    const byCommand = new Map<string, string[]>();
    for (const { id, metadata } of events) {
      byCommand.set(metadata.commandId, [...(byCommand.get(metadata.commandId) ?? []), id]);
    }
    // Each command once, and each answer names its own events.
    const own = [...byCommand.values()].flat();
    expect(events.map(({ id }) => id)).toEqual(own);
    for (const [commandId, given] of answers) {
      for (const ids of given) expect(ids).toEqual(byCommand.get(commandId));
    }
    expect([...byCommand.keys()].sort()).toEqual([...answers.keys()].sort());
    const expected = await fresh.load(stream);
    for (const handler of handlers) expect(await handler.load(stream, 0)).toEqual(expected);
  });
});
