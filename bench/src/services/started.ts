import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { NodeCalls } from './counting.ts';

/** A service in a separate process. */
interface StartedService {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  /** Calls to the node so far, by kind. */
  nodeCalls(): Promise<NodeCalls>;
  stop(): Promise<void>;
}

type Program = 'command-service' | 'projector' | 'query-service';

/** Starts the built service on a free port. @throws Error with its output if it ends before it listens */
export async function startService(
  program: Program,
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<StartedService> {
  const profile = process.env['BENCH_CPU_PROFILE'];
  const main = fileURLToPath(new URL(`../../../${program}/dist/main.js`, import.meta.url));
  const counting = new URL('./counting.js', import.meta.url).href;
  const options = ['--import', counting, ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [])];
  const child = spawn(process.execPath, [...options, main], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = once(child, 'exit');
  const url = await addressOf(child);
  return {
    name,
    url,
    pid: child.pid ?? 0,
    async nodeCalls() {
      const answer = once(child, 'message');
      child.send('calls');
      // Cast is safe: counting.ts sends exactly this.
      return (await answer)[0] as NodeCalls;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      printed = (printed + chunk.toString()).slice(-10_000);
      const url = /^Dayline.* is ready at (http:\/\/\S+)/m.exec(printed)?.[1];
      if (url) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`A service ended with ${code} before it was ready:\n${printed}`)));
  });
}

/** Linux counts in hundredths of a second. */
const msOfTick = 10;

/** The processor time of a process with all its threads so far, in ms. */
export function processorMsOf(pid: number): number {
  // The name in parentheses may contain spaces.
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=\w )/);
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) * msOfTick;
}
