import { join } from 'node:path';
import { hrtime } from 'node:process';
import type { JsonObject } from '@dayline/contracts/json';
import { openSqliteEventLog } from '@dayline/platform/event-log/sqlite/open';
import { chainStart } from '@dayline/platform/sealed-log/chain';
import { memoryKeyRing } from '@dayline/platform/sealed-log/memory-key-ring';
import { openSealedLog, type SealedLog } from '@dayline/platform/sealed-log/open';
import { recorded } from './draft.ts';
import { randomHistory } from './history.ts';
import { catchUp, newFolder, openDesk, removeFolder } from './views.ts';

/** Rates in events a second, and their ratio, of one round. */
export interface CatchUpRound {
  /** Reading and parsing the log, nothing else: the limit. */
  readonly scan: number;
  /** The projector, from nothing, all indexes standing, checkpoint in each transaction. */
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
  // Streams one after another would flatter the caches; appended in the order of happening, a hundred at once.
  const waiting = new Map<string, Promise<unknown>>();
  for (const { id, type, data, metadata, stream, revision } of events) {
    const { chain: _, keyIds: __, schemaVersion: ___, ...stamp } = metadata;
    const expected = revision === 0 ? 'noStream' : revision - 1;
    const before = waiting.get(stream) ?? Promise.resolve();
    const append = before.then(async () => {
      // Every event's data is an object of JSON.
      const one = { id, type, data: data as JsonObject, metadata: stamp };
      const result = await log.append(stream, expected, chains.get(stream) ?? chainStart, [one]);
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

/** Measures catching up against scan and parse of the same log, interleaved, in a folder of its own. */
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
    const store = await openDesk(join(folder, `views-${round}`));
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
