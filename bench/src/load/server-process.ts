import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { forkOn } from '../pinned.ts';
import type { ServerReady, ServerSettings } from '../server/messages.ts';

export interface RunningServer extends ServerReady {
  /** Asks it to end, and waits. */
  stop(): Promise<void>;
}

const entry = fileURLToPath(new URL('../server/main.js', import.meta.url));

/** Starts the product and the yardsticks in a separate process. @throws Error if it ends before it listens */
export async function startServer(settings: ServerSettings): Promise<RunningServer> {
  const profile = process.env['BENCH_CPU_PROFILE'];
  const execArgv = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const child = forkOn(0, entry, [JSON.stringify(settings)], { execArgv });
  const ended = once(child, 'exit');
  const ready = await Promise.race([firstMessage(child), ended.then(() => null)]);
  if (!ready) throw new Error('The server ended before it listened.');
  return {
    ...ready,
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}

async function firstMessage(child: ChildProcess): Promise<ServerReady> {
  const [message] = await once(child, 'message');
  // Cast is safe: server/main.ts sends exactly this.
  return message as ServerReady;
}
