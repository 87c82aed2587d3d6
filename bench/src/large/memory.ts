import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startLarge } from '../load/server-process.ts';
import { forkOn } from '../pinned.ts';
import type { Figures } from '../report.ts';
import { spreadOf } from '../statistics.ts';
import { openWire } from './wire.ts';

const at = (name: string): string => fileURLToPath(new URL(`./${name}.js`, import.meta.url));

export interface IdlePlan {
  readonly rounds: number;
  /** How long no request is sent. V8 frees a start's memory after ten to twenty seconds; only then is it idle. */
  readonly afterMs: number;
}

async function bareMemory(afterMs: number): Promise<number> {
  const child = forkOn(0, at('data/bare'), [String(afterMs)]);
  const [rss] = await once(child, 'message');
  child.disconnect();
  await once(child, 'exit');
  // Cast is safe: bare.ts sends exactly this.
  return rss as number;
}

/** Memory of the empty embedded product, once it is idle. */
async function idleMemory(afterMs: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'dayline-bench-idle-'));
  const server = await startLarge(folder);
  const wire = openWire(server.port);
  await pause(afterMs);
  const { rss } = await wire.usage();
  await wire.close();
  await server.stop();
  rmSync(folder, { recursive: true });
  return rss;
}

/** G13: the memory of the idle product, against a bare Node and socket.io server. */
export async function idleFigures({ rounds, afterMs }: IdlePlan): Promise<Figures> {
  const taken: { readonly idle: number; readonly bare: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [idle, bare] = await Promise.all([idleMemory(afterMs), bareMemory(afterMs)]);
    taken.push({ idle, bare });
  }
  return {
    goals: [
      {
        goal: 'G13',
        what: 'memory idle, of a bare Node and socket.io server',
        ...spreadOf(taken.map(({ idle, bare }) => idle / bare)),
        must: 2.6,
        bound: 'atMost',
      },
    ],
    plain: [
      { what: 'memory idle', unit: 'MB', ...spreadOf(taken.map(({ idle }) => idle / 2 ** 20)) },
      { what: 'a bare Node and socket.io server', unit: 'MB', ...spreadOf(taken.map(({ bare }) => bare / 2 ** 20)) },
    ],
  };
}
