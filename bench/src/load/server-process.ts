import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { forkOn } from '../pinned.ts';
import type { LargeReady, LimitsReady, ServerReady, ServerSettings } from '../server/messages.ts';

interface Stoppable {
  /** Tells it to end, and waits. */
  stop(): Promise<void>;
}

/** The product, and its limits. */
export type RunningServer = ServerReady & RunningLimits;
export type RunningLimits = LimitsReady & Stoppable;

/** Starts the product and its limits, each in a process of its own. @throws Error if one ends before it listens */
export async function startServer(settings: ServerSettings): Promise<RunningServer> {
  const profile = process.env['BENCH_CPU_PROFILE'];
  const execArgv = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const product = await startOn<ServerReady>('../server/main.js', [JSON.stringify(settings)], execArgv);
  const limits = await startLimits(settings.folder, settings.eventStoreUrl);
  return {
    ...product,
    ...limits,
    async stop() {
      await Promise.all([product.stop(), limits.stop()]);
    },
  };
}

/** The product on the data of a folder, without a clinic of its own. */
export const startLarge = (folder: string): Promise<LargeReady & Stoppable> =>
  startOn('../large/server.js', [folder], []);

/** @param folder for the files that they write */
export const startLimits = (folder: string, eventStoreUrl: string | null = null): Promise<RunningLimits> =>
  startOn('../server/limits.js', [folder, eventStoreUrl ?? ''], []);

/** Starts a program on the server's core; resolves with its first message. */
async function startOn<Ready>(
  program: string,
  args: readonly string[],
  execArgv: string[],
): Promise<Ready & Stoppable> {
  const child = forkOn(0, fileURLToPath(new URL(program, import.meta.url)), args, { execArgv });
  const ended = once(child, 'exit');
  const ready = await Promise.race([once(child, 'message'), ended.then(() => null)]);
  if (!ready) throw new Error(`${program} ended before it listened.`);
  return {
    // Cast is safe: each program sends exactly this.
    ...(ready[0] as Ready),
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}
