import { join } from 'node:path';
import { hrtime } from 'node:process';
import type { JsonObject } from '@dayline/contracts/json';
import { chainStart } from '@dayline/event-log/sealed-log/chain';
import { openSealedLog, type SealedLog } from '@dayline/event-log/sealed-log/open';
import { openSqliteEventLog } from '@dayline/event-log/sqlite/open';
import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import { recorded } from './draft.ts';
import { randomHistory } from './history.ts';
import { catchUp, newFolder, openViewReader, removeFolder } from './views.ts';

/** Events per second of one round, and their ratio. */
export interface CatchUpRound {
  /** Only reads and parses the log: the upper limit. */
  readonly scan: number;
  /** The projector from nothing, with all indexes, checkpoint in each transaction. */
  readonly catchUp: number;
  readonly ratio: number;
}

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const from = hrtime.bigint();
  await work();
  return Number(hrtime.bigint() - from) / 1e9;
};

async function fill(log: SealedLog, size: number): Promise<void> {
  const events = recorded(randomHistory({ seed: 1, size, doctors: 40, days: 60 }));
  const chains = new Map<string, string>();
  // In chronological order, a hundred at a time: going stream by stream would favour the caches.
  const waiting = new Map<string, Promise<unknown>>();
  for (const { id, type, data, metadata, stream, revision } of events) {
    const { chain: _, keyIds: __, schemaVersion: ___, ...stamp } = metadata;
    const expected = revision === 0 ? 'noStream' : revision - 1;
    const before = waiting.get(stream) ?? Promise.resolve();
    const append = before.then(async () => {
      // Cast is safe: event data are JSON objects.
      const event = { id, type, data: data as JsonObject, metadata: stamp };
      const result = await log.append(stream, expected, chains.get(stream) ?? chainStart, [event]);
      if (!result.appended) throw new Error(`a conflict on ${stream} that nobody expected`);
      chains.set(stream, result.events[0]?.metadata.chain ?? '');
    });
    waiting.set(stream, append);
    if (waiting.size >= 100) {
      await Promise.all(waiting.values());
      waiting.clear();
    }
  }
  await Promise.all(waiting.values());
}

/** Measures catching up against scanning and parsing the same log, interleaved, in a temporary folder. */
export async function measureCatchUp({ size, rounds }: { size: number; rounds: number }): Promise<CatchUpRound[]> {
  const folder = newFolder();
  const log = await openSqliteEventLog({ folder });
  const sealed = openSealedLog(log, memoryKeyRing());
  await fill(sealed, size);
  const measured: CatchUpRound[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let count = 0;
    const scanSeconds = await secondsOf(async () => {
      for (let after = log.start; ; ) {
        const page = await log.readAll(after, 500);
        count += page.length;
        const last = page.at(-1);
        if (!last) return;
        after = last.position;
      }
    });
    const store = await openViewReader(join(folder, `views-${round}`));
    const catchUpSeconds = await secondsOf(() => catchUp(sealed, store));
    await store.close();
    const [scan, rate] = [count / scanSeconds, count / catchUpSeconds];
    measured.push({ scan, catchUp: rate, ratio: rate / scan });
  }
  await log.close();
  removeFolder(folder);
  return measured;
}

if (process.argv[1] === import.meta.filename) {
  const rounds = await measureCatchUp({
    size: Number(process.argv[2] ?? 20_000),
    rounds: Number(process.argv[3] ?? 5),
  });
  for (const { scan, catchUp: rate, ratio } of rounds) {
    process.stdout.write(`scan ${scan.toFixed(0)}/s, catch-up ${rate.toFixed(0)}/s, ratio ${ratio.toFixed(3)}\n`);
  }
}
