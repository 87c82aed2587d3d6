import { type ChildProcess, type ForkOptions, fork, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Read before this process is pinned. */
export const cores = availableParallelism();

/** Whether processes can be pinned to one core each, so that the load doesn't disturb the measured process. */
let canPin: boolean = cores > 1 && spawnSync('taskset', ['-p', String(process.pid)], { stdio: 'ignore' }).status === 0;

/** For a run whose store is a separate process, which needs the cores too. Called first. */
export function pinNothing(): void {
  canPin = false;
}

/** Pins this process, and the threads that it starts from now on, to a core. */
export function pinTo(core: number): void {
  if (canPin) spawnSync('taskset', ['-a', '-p', '-c', String(core), String(process.pid)], { stdio: 'ignore' });
}

/** A child process pinned to a core; unpinned if that isn't possible. */
export function forkOn(core: number, module: string, args: readonly string[], options: ForkOptions = {}): ChildProcess {
  if (!canPin) return fork(module, args, options);
  return fork(module, args, {
    ...options,
    execPath: 'taskset',
    execArgv: ['-c', String(core), process.execPath, ...(options.execArgv ?? [])],
  });
}

/** The report's line about pinning: the product and its limits on one core, the load on another. */
export const pinnedText = (): string => (canPin ? 'server on core 0, load on core 1' : 'server and load on any core');
